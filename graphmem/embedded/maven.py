"""The Maven repository that jars come from, and the download of one jar."""

from __future__ import annotations

import hashlib
import netrc
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import httpx2
from packageurl.contrib.purl2url import DEFAULT_MAVEN_REPOSITORY
from tenacity import RetryCallState, retry, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from graphmem.embedded.jar_manifest import Jar
from graphmem.settings import Settings
from graphmem_contract.errors import SetupError

TIMEOUT_SEC = 60
"""How long a repository may stay silent."""
BUSY_SEC = 60.0
"""The wait after a 429 without a `Retry-After` in seconds."""

_CENTRAL = {"*", "external:*", "central"}


class _UnusableError(Exception):
    """The repository answered, but not with the jar that the lock file names."""


class _BusyError(_UnusableError):
    """The repository answered 429; `wait` is in seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__("the repository answered 429 (too many requests)")
        self.wait = wait


def repository() -> str:
    """The address: GRAPHMEM_MAVEN_REPOSITORY, else a mirror in Maven's own settings, else Maven Central."""
    chosen = Settings().maven_repository or _mirror(Path.home() / ".m2" / "settings.xml")
    return (chosen or DEFAULT_MAVEN_REPOSITORY).rstrip("/")


@contextmanager
def http_client() -> Iterator[httpx2.Client]:
    """A client for any number of downloads from any number of threads. It takes proxies from the environment.

    Raises:
        SetupError: a proxy or a certificate file that the environment names cannot be used.
    """
    try:
        client = httpx2.Client(timeout=TIMEOUT_SEC, follow_redirects=True)
    except (ValueError, ImportError, OSError, httpx2.InvalidURL) as error:
        detail = f"A proxy or a certificate file that the environment names cannot be used: {error}"
        raise SetupError(detail) from error
    with client:
        yield client


def download(client: httpx2.Client, jar: Jar, target: Path, advance: Callable[[int], None]) -> None:
    """Put a jar at `target`, complete and verified or not at all. A copy in Maven's local repository comes first.

    Args:
        client: from `http_client`.
        jar: coordinates, size and checksum.
        target: the file to write.
        advance: is called with the number of bytes that arrived; with a negative number when an attempt failed.

    Raises:
        SetupError: the repository cannot be reached, does not have the jar or sends another; or the disk is full.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        if _take_local(jar, target):
            advance(jar.size)
        else:
            _take_remote(client, jar, target, advance)
    except (httpx2.HTTPError, httpx2.InvalidURL, _UnusableError) as error:
        raise SetupError(
            f"{jar.artifact} could not be fetched from {repository()}: {error}. The network is needed once; what has "
            "arrived is kept, so run the same command again. GRAPHMEM_MAVEN_REPOSITORY, or a mirror in "
            "~/.m2/settings.xml, names another Maven repository."
        ) from error
    except OSError as error:
        raise SetupError(f"{jar.artifact} could not be written to {target}: {error}") from error


def _take_local(jar: Jar, target: Path) -> bool:
    local = Path(os.environ.get("M2_REPO") or Path.home() / ".m2" / "repository") / jar.path
    if not local.is_file() or local.stat().st_size != jar.size:
        return False
    with _partial(target) as folder:
        copy = folder / local.name
        copy.write_bytes(local.read_bytes())
        return _settle(copy, jar, target)


@retry(
    retry=retry_if_exception_type((httpx2.HTTPError, _UnusableError)),
    stop=stop_after_attempt(3),
    wait=wait_random_exponential(multiplier=0.5, max=5),
    reraise=True,
)
def _take_remote(client: httpx2.Client, jar: Jar, target: Path, advance: Callable[[int], None]) -> None:
    url = f"{repository()}/{jar.path.as_posix()}"
    with _partial(target) as folder, _counted(advance) as count:
        arrived = folder / target.name
        with _answer(client, url) as answer, arrived.open("wb") as file:
            for block in answer.iter_bytes():
                file.write(block)
                count(len(block))
        if not _settle(arrived, jar, target):
            raise _UnusableError("its checksum is not the one in the lock file")


@contextmanager
def _answer(client: httpx2.Client, url: str) -> Iterator[httpx2.Response]:
    """The answer with status 200; its body is not read yet."""
    answer = _ask(client, url)
    try:
        if answer.status_code != httpx2.codes.OK:
            raise _UnusableError(f"the repository answered {answer.status_code} {answer.reason_phrase}".rstrip())
        yield answer
    finally:
        answer.close()


def _wait_as_told(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    return error.wait if isinstance(error, _BusyError) else BUSY_SEC


@retry(retry=retry_if_exception_type(_BusyError), stop=stop_after_attempt(4), wait=_wait_as_told, reraise=True)
def _ask(client: httpx2.Client, url: str) -> httpx2.Response:
    """The answer to a GET. After a 429 it asks again, when the repository says so."""
    request = client.build_request("GET", url)
    answer = client.send(request, stream=True, auth=_credentials(request.url.host) or httpx2.USE_CLIENT_DEFAULT)
    if answer.status_code == httpx2.codes.TOO_MANY_REQUESTS:
        answer.close()
        told = answer.headers.get("Retry-After", "")
        raise _BusyError(float(told) if told.isdecimal() else BUSY_SEC)
    return answer


def _credentials(host: str) -> tuple[str, str] | None:
    """User and password for a host from the netrc file ($NETRC, else ~/.netrc); None without an entry for it."""
    file = Path(os.environ.get("NETRC") or Path.home() / ".netrc")
    try:
        entry = netrc.netrc(str(file)).authenticators(host)
    except (OSError, netrc.NetrcParseError):
        return None
    return (entry[0], entry[2]) if entry and entry[2] else None


def _settle(arrived: Path, jar: Jar, target: Path) -> bool:
    """Moves a file to its place if it is the right one; atomically, so that two processes may fill one cache."""
    with arrived.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != jar.sha256:
            return False
    arrived.replace(target)
    return True


@contextmanager
def _partial(target: Path) -> Iterator[Path]:
    """A folder beside `target` for a file that is not complete yet."""
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=target.parent, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def _counted(advance: Callable[[int], None]) -> Iterator[Callable[[int], None]]:
    """Reports bytes as they arrive, and takes them back if the attempt fails."""
    total = 0

    def count(size: int) -> None:
        nonlocal total
        total += size
        advance(size)

    try:
        yield count
    except BaseException:
        advance(-total)
        raise


def _mirror(settings_file: Path) -> str | None:
    """The mirror of Maven Central that Maven's settings name."""
    if not settings_file.is_file():
        return None
    try:
        root = ElementTree.parse(settings_file).getroot()  # noqa: S314 (the user's own file)
    except ElementTree.ParseError:
        return None
    for mirror in root.iterfind("{*}mirrors/{*}mirror"):
        covers = {part.strip() for part in (mirror.findtext("{*}mirrorOf") or "").split(",")}
        if covers & _CENTRAL and "!central" not in covers:
            return (mirror.findtext("{*}url") or "").strip() or None
    return None
