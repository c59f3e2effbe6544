"""The jars of a group, fetched once into the user's cache: parallel, resumable, verified."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from filelock import FileLock

from graphmem.embedded.jar_manifest import Group, Jar, jars
from graphmem.embedded.progress import progress
from graphmem.errors import SetupError
from graphmem.settings import settings

PARALLEL = 16

_TITLES: dict[Group, str] = {
    "neo4j": "Fetching Neo4j",
    "compiler": "Fetching the Java compiler",
    "bge": "Fetching the embedding model",
}


def fetch(group: Group, cache_dir: Path | None = None) -> list[Path]:
    """The files of a group; what is not in the cache yet is fetched, after which no network is needed any more.

    Any number of processes may call this at once: one fetches, the others wait for it. An interrupted fetch goes on
    with the files that are not there yet.

    Raises:
        SetupError: no network and not in the cache, a wrong checksum, or a cache folder that cannot be written.
    """
    folder = (cache_dir or settings().cache_dir) / "jars"
    wanted = jars(group)
    if _missing(wanted, folder):
        with _writer(folder, group):
            _fill(_missing(wanted, folder), folder, _TITLES[group])
    return [folder / jar.path for jar in wanted]


def is_fetched(group: Group, cache_dir: Path | None = None) -> bool:
    """Whether a group is complete in the cache."""
    return not _missing(jars(group), (cache_dir or settings().cache_dir) / "jars")


def _missing(wanted: Sequence[Jar], folder: Path) -> list[Jar]:
    return [jar for jar in wanted if not _is_there(folder / jar.path, jar.size)]


def _is_there(file: Path, size: int) -> bool:
    # A file gets its name only after its checksum was verified, so its size tells enough.
    return file.is_file() and file.stat().st_size == size


def _writer(folder: Path, group: Group) -> FileLock:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = f"The cache folder {folder} cannot be made: {error}. GRAPHMEM_CACHE_DIR names another."
        raise SetupError(detail) from error
    return FileLock(folder / f".{group}.lock")


def _fill(missing: Sequence[Jar], folder: Path, title: str) -> None:
    from graphmem.embedded.maven import download  # half a second of imports that only a fetch needs

    if not missing:
        return
    _clear_leftovers(missing, folder)
    with progress(title, sum(jar.size for jar in missing)) as advance, ThreadPoolExecutor(PARALLEL) as pool:
        biggest_first = sorted(missing, key=lambda jar: -jar.size)
        tasks = [pool.submit(download, jar, folder / jar.path, advance) for jar in biggest_first]
        try:
            for task in as_completed(tasks):
                task.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _clear_leftovers(missing: Sequence[Jar], folder: Path) -> None:
    """Removes what a killed fetch left behind."""
    for jar in missing:
        for leftover in (folder / jar.path).parent.glob(".partial-*"):
            shutil.rmtree(leftover, ignore_errors=True)
