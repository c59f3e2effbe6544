"""A faster start: the JVM keeps Neo4j's classes, loaded and linked, in an archive that later starts map into memory.

`train` makes it in one run beside any data folder. Without it, or where it does not fit, Neo4j starts as ever.
"""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from neo4j import GraphDatabase
from neo4j.exceptions import Neo4jError

from graphmem.embedded.config import Ports, jvm_flags, write_arguments, write_config
from graphmem.embedded.java import Java
from graphmem.embedded.password import USER, password, prepare_password
from graphmem.embedded.ports import free_ports
from graphmem.embedded.process import end, identify
from graphmem.embedded.ready import answers, listens
from graphmem.graph.cypher_files import cypher_root
from graphmem.graph.schema import schema_statements
from graphmem.graph.statements import statement
from graphmem.settings import Settings

TRAIN_SEC = 180
KEPT = 3
AOT_FROM = 25
"""The first Java that makes an archive from nothing in one run; before, only on top of the one of its own classes."""


def startup_options(settings: Settings, java: Java, jars: Sequence[Path]) -> list[str]:
    """JVM options for the archive of this Java and these jars, if there is one."""
    archive = _archive(settings, java, jars)
    if archive is None or not archive.is_file():
        return []
    return [f"-XX:{'AOTCache' if archive.suffix == '.aot' else 'SharedArchiveFile'}={archive}", "-Xlog:disable"]


def train(settings: Settings, java: Java, jars: Sequence[Path]) -> Path | None:
    """Makes the archive unless it is there: half a minute. None if this Java cannot, or the run failed."""
    archive = _archive(settings, java, jars)
    if archive is None or archive.is_file():
        return archive
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".training-", dir=archive.parent, ignore_cleanup_errors=True) as folder:
        home, made = Path(folder), Path(folder, archive.name)
        kind = "AOTCacheOutput" if archive.suffix == ".aot" else "ArchiveClassesAtExit"
        _run(settings, home, java, jars, f"-XX:{kind}={made}")
        if not made.is_file():
            return None
        _clear_old(archive.parent)
        return made.replace(archive)


def _archive(settings: Settings, java: Java, jars: Sequence[Path]) -> Path | None:
    kind = "jsa" if java.has_shared_classes else "aot" if java.major >= AOT_FROM else None
    made_of = [java.version, str(java.path.resolve()), *jvm_flags(java), *map(str, jars)]
    key = hashlib.sha256("\0".join(made_of).encode()).hexdigest()[:16]
    return settings.cache_dir / "startup" / f"{key}.{kind}" if kind else None


def _clear_old(folder: Path) -> None:
    """Keeps the newest few: an archive is 200 MB, and a new Java or new jars make the old ones useless."""
    archives = sorted(folder.glob("*.???"), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in archives[KEPT - 1 :]:
        old.unlink(missing_ok=True)


def _run(settings: Settings, home: Path, java: Java, jars: Sequence[Path], option: str) -> None:
    ports = free_ports(0, 0)
    write_config(settings, home, ports)
    prepare_password(home)
    command = write_arguments(settings, home, java, jars, [option])
    with subprocess.Popen(  # noqa: S603
        command, cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            if _await_answer(process, home, ports):
                _exercise(home, ports)
        finally:
            end(identify(process.pid), patience=TRAIN_SEC)


def _await_answer(process: subprocess.Popen[bytes], home: Path, ports: Ports) -> bool:
    give_up = time.monotonic() + TRAIN_SEC
    while process.poll() is None and time.monotonic() < give_up:
        if listens(ports.bolt) and answers(ports.uri, password(home)):
            return True
        time.sleep(0.1)
    return False


def _exercise(home: Path, ports: Ports) -> None:
    """Has every statement of graphmem planned, so that the classes it takes are in the archive too."""
    auth = (USER, password(home))
    with GraphDatabase.driver(ports.uri, auth=auth, notifications_min_severity="OFF") as driver:
        for text in (*schema_statements(384), *(f"EXPLAIN {statement(name)}" for name in _statements())):
            with suppress(Neo4jError), driver.session() as session:
                session.run(text).consume()


def _statements() -> Iterator[str]:
    root = cypher_root()
    for path in sorted(root.glob("*/*.cypher")):
        if path.parent.name != "schema":
            yield path.relative_to(root).with_suffix("").as_posix()
