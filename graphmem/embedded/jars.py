"""Download the jars of a group into the user's cache: once, in parallel, resumable and verified."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from filelock import FileLock

from graphmem.embedded.jar_manifest import Group, Jar, jars
from graphmem.embedded.progress import progress
from graphmem.settings import settings
from graphmem_contract.errors import SetupError

PARALLEL = 16

_TITLES: dict[Group, str] = {
    "neo4j": "Fetching Neo4j",
    "compiler": "Fetching the Java compiler",
    "bge": "Fetching the embedding model",
}


def fetch(group: Group, cache_dir: Path | None = None) -> list[Path]:
    """Return the files of a group. Missing files are downloaded; afterwards no network is needed.

    Any number of processes may call this at the same time: one downloads, the others wait. An interrupted download
    continues with the missing files.

    Raises:
        SetupError: a file is not in the cache and there is no network, a checksum is wrong, or the cache folder is not
            writable.
    """
    folder = (cache_dir or settings().cache_dir) / "jars"
    needed = jars(group)
    if _missing(needed, folder):
        with _cache_lock(folder, group):
            _download_all(_missing(needed, folder), folder, _TITLES[group])
    return [folder / jar.path for jar in needed]


def is_fetched(group: Group, cache_dir: Path | None = None) -> bool:
    """Whether the cache holds every jar of a group."""
    return not _missing(jars(group), (cache_dir or settings().cache_dir) / "jars")


def _missing(needed: Sequence[Jar], folder: Path) -> list[Jar]:
    return [jar for jar in needed if not _is_complete(folder / jar.path, jar.size)]


def _is_complete(file: Path, size: int) -> bool:
    # A file gets its final name after its checksum was verified, so comparing the size is enough.
    return file.is_file() and file.stat().st_size == size


def _cache_lock(folder: Path, group: Group) -> FileLock:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = f"The cache folder {folder} cannot be made: {error}. GRAPHMEM_CACHE_DIR names another."
        raise SetupError(detail) from error
    return FileLock(folder / f".{group}.lock")


def _download_all(missing: Sequence[Jar], folder: Path, title: str) -> None:
    from graphmem.embedded.maven import (
        download,  # imports that only a fetch needs
        http_client,  # imports that only a fetch needs
    )

    if not missing:
        return
    _clear_leftovers(missing, folder)
    with (
        http_client() as client,
        progress(title, sum(jar.size for jar in missing)) as advance,
        ThreadPoolExecutor(PARALLEL) as pool,
    ):
        biggest_first = sorted(missing, key=lambda jar: -jar.size)
        tasks = [pool.submit(download, client, jar, folder / jar.path, advance) for jar in biggest_first]
        try:
            for task in as_completed(tasks):
                task.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _clear_leftovers(missing: Sequence[Jar], folder: Path) -> None:
    """Remove the partial files of a killed download."""
    for jar in missing:
        for leftover in (folder / jar.path).parent.glob(".partial-*"):
            shutil.rmtree(leftover, ignore_errors=True)
