"""The Maven repository that jars come from, and how one jar is brought from it: through `jgo`, a Maven client."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from xml.etree import ElementTree

import requests
from jgo.constants import MAVEN_CENTRAL_URL, default_maven_repo
from jgo.maven import MavenContext, PythonResolver
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from graphmem.embedded.jar_manifest import Jar
from graphmem.errors import SetupError
from graphmem.settings import Settings

TIMEOUT_SEC = 60
"""How long a repository may stay silent."""

_CENTRAL = {"*", "external:*", "central"}


class _UnusableError(Exception):
    """What came is not what the lock file names, or nothing came."""


def repository() -> str:
    """The address: GRAPHMEM_MAVEN_REPOSITORY, else a mirror in Maven's own settings, else Maven Central."""
    chosen = Settings().maven_repository or _mirror(Path.home() / ".m2" / "settings.xml")
    return (chosen or MAVEN_CENTRAL_URL).rstrip("/")


def download(jar: Jar, target: Path, advance: Callable[[int], None]) -> None:
    """Puts a jar at `target`, complete and verified or not at all; a copy in Maven's local repository is taken first.

    Raises:
        SetupError: the repository cannot be reached, does not have the jar or sends another; or the disk is full.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        if _take_local(jar, target):
            advance(jar.size)
        else:
            _take_remote(jar, target, advance)
    except (requests.RequestException, _UnusableError, RuntimeError) as error:
        raise SetupError(
            f"{jar.artifact} could not be fetched from {repository()}: {error}. The network is needed once; what has "
            "arrived is kept, so run the same command again. GRAPHMEM_MAVEN_REPOSITORY, or a mirror in "
            "~/.m2/settings.xml, names another Maven repository."
        ) from error
    except OSError as error:
        raise SetupError(f"{jar.artifact} could not be written to {target}: {error}") from error


def _take_local(jar: Jar, target: Path) -> bool:
    found = default_maven_repo() / jar.path
    if not found.is_file() or found.stat().st_size != jar.size:
        return False
    with _partial(target) as folder:
        copy = folder / found.name
        copy.write_bytes(found.read_bytes())
        return _settle(jar, copy, target)


@retry(
    retry=retry_if_exception_type((requests.RequestException, _UnusableError, RuntimeError)),
    stop=stop_after_attempt(3),
    wait=wait_random_exponential(multiplier=0.5, max=5),
    reraise=True,
)
def _take_remote(jar: Jar, target: Path, advance: Callable[[int], None]) -> None:
    group, name, version, classifier = jar.parts
    with _partial(target) as folder, _counted(advance) as progress:
        context = MavenContext(
            resolver=PythonResolver(progress_callback=progress),
            repo_cache=folder,
            local_repos=[],
            remote_repos={"maven": repository()},
            timeout=TIMEOUT_SEC,
        )
        artifact = context.project(group, name).at_version(version).artifact(classifier)
        if not _settle(jar, artifact.resolve(), target):
            raise _UnusableError("its checksum is not the one in the lock file")


def _settle(jar: Jar, arrived: Path, target: Path) -> bool:
    """Moves a file to its place if it is the right one; atomically, so that two processes may fill one cache."""
    if hashlib.sha256(arrived.read_bytes()).hexdigest() != jar.sha256:
        return False
    arrived.replace(target)
    return True


@contextmanager
def _partial(target: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=target.parent, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def _counted(
    advance: Callable[[int], None],
) -> Iterator[Callable[[str, int], AbstractContextManager[Callable[[int], None]]]]:
    """Reports bytes as they arrive, and takes them back if the attempt fails."""
    seen = 0

    @contextmanager
    def one_file(_name: str, _size: int) -> Iterator[Callable[[int], None]]:
        yield add

    def add(count: int) -> None:
        nonlocal seen
        seen += count
        advance(count)

    try:
        yield one_file
    except BaseException:
        advance(-seen)
        raise


def _mirror(settings_file: Path) -> str | None:
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
