"""One Neo4j per data folder. The first process starts it, other processes join it, and it stops with the last one.

    server = acquire(settings)      # blocks; in a coroutine use asyncio.to_thread
    try: ...
    finally: release(server)

A process that ends without `release`, even by kill -9, counts as released: the supervisor watches the processes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from graphmem.embedded.config import ServerPorts, free_ports, write_arguments, write_config
from graphmem.embedded.jars import fetch
from graphmem.embedded.java import Java, find_java
from graphmem.embedded.password import USER, password, prepare_password
from graphmem.embedded.process import Identity, end, identify, is_alive
from graphmem.embedded.progress import waiting
from graphmem.embedded.readiness import listens
from graphmem.embedded.shared_state import Phase, SharedState, change, read
from graphmem.settings import Settings
from graphmem_contract.errors import SetupError

PACKAGE_ROOT = Path(__file__).absolute().parents[2]
POLL_SEC = 0.05
STOP_SEC = 120
PORT_SEC = 2
TRIES = 3
REPAIR_HEAP = "4g"
"""Bytes that are no record may name the length of one, up to 2 GB."""
PORT_TAKEN = "already in use"
"""Part of Neo4j's error if another process took its port between the port check and the start."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running embedded Neo4j."""

    uri: str
    browser_url: str
    user: str
    password: str = field(repr=False)
    pid: int
    log_file: Path
    data_dir: Path


@dataclass(frozen=True, slots=True)
class Status:
    """Status of a data folder's server, running or not."""

    phase: Phase
    data_dir: Path
    log_file: Path
    uri: str | None = None
    browser_url: str | None = None
    pid: int | None = None
    users: int = 0
    """Number of processes that use it."""
    kept: bool = False
    """Whether it keeps running without users."""
    error: str = ""
    """Why the last start failed; empty otherwise."""


def acquire(settings: Settings) -> Server:
    """Return the folder's server, started if necessary, for this process until `release`. May be called repeatedly.

    Raises:
        SetupError: there is no Java, the jars are neither cached nor downloadable, the folder is unusable, or Neo4j does
            not start.
    """
    return _open(settings, _Use(_this_process()))


def release(server: Server) -> None:
    """Undo one `acquire`. The last one waits until the server has stopped, unless `start` keeps it running."""
    with change(server.data_dir) as state:
        state.drop_user(_this_process())
        last = not state.is_wanted
        if last:
            _end_orphan(state)
    if last:
        _await_stop(server.data_dir)


def follow(settings: Settings, server: Server) -> Server:
    """Return the server under its present address, for a process that has acquired it.

    A server that died together with its supervisor is started again. A server that was stopped on purpose stays stopped.

    Raises:
        SetupError: as for `acquire`.
    """
    state = read(server.data_dir)
    lost = state.phase != "stopped" and not state.is_busy
    if (state.is_up and not _Use(_this_process()).has_joined(state)) or lost:
        return acquire(settings)
    return _server(server.data_dir, state) if state.is_up and state.phase == "running" else server


def start(settings: Settings) -> Server:
    """Like `acquire`, but the server runs until `stop`, with or without users.

    Raises:
        SetupError: as for `acquire`.
    """
    return _open(settings, _Stay())


def stop(settings: Settings) -> bool:
    """Stop the folder's server cleanly, even if it is in use. Returns whether one was running."""
    if not read(settings.data_dir).is_busy:
        return False
    with change(settings.data_dir) as state:
        state.stop, state.keep_next = True, False
        _end_orphan(state)
    _await_stop(settings.data_dir)
    return True


def repair(settings: Settings) -> None:
    """Start the folder's server once and stop it again; Neo4j drops what it cannot read at the end of its transaction log.

    Raises:
        SetupError: it runs; otherwise as for `acquire`.
    """
    if read(settings.data_dir).is_busy:
        raise SetupError("The embedded Neo4j runs, so there is nothing to repair. `graphmem neo4j stop` stops it.")
    roomy = settings.model_copy(update={"heap": REPAIR_HEAP})
    release(_open(roomy, _Use(_this_process()), drop_unreadable=True))


def status(settings: Settings) -> Status:
    """Return the status of the folder's server. Starts nothing."""
    state, home = read(settings.data_dir), settings.data_dir.resolve()
    log_file = _log_file(home)
    if not state.is_busy:
        return Status("failed" if state.phase == "failed" else "stopped", home, log_file, error=state.error)
    ports = ServerPorts(state.bolt_port, state.http_port)
    users = sum(is_alive(user.process) for user in state.users)
    pid = state.neo4j[0] if state.neo4j else None
    return Status(state.phase, home, log_file, ports.uri, ports.browser_url, pid, users, state.kept)


def _end_orphan(state: SharedState) -> None:
    """End a Neo4j whose supervisor was killed. A living supervisor ends it itself."""
    if not is_alive(state.supervisor):
        end(state.neo4j)
        state.phase = "stopped"


class _Stay:
    """Claim of `start`: the server runs until `stop`."""

    def join(self, state: SharedState) -> None:
        state.kept = True

    def leave(self, state: SharedState) -> None:
        """Do nothing: only `stop` ends this claim."""

    def has_joined(self, state: SharedState) -> bool:
        return state.kept


class _Use(_Stay):
    """Claim of `acquire`: the server runs as long as a process uses it."""

    def __init__(self, process: Identity) -> None:
        self.process = process

    def join(self, state: SharedState) -> None:
        state.add_user(self.process)

    def leave(self, state: SharedState) -> None:
        state.drop_user(self.process)

    def has_joined(self, state: SharedState) -> bool:
        return any(user.process == self.process for user in state.users)


@dataclass(frozen=True, slots=True)
class _Requirements:
    """What a start needs: Java and jars. They are prepared before the folder's lock is taken."""

    java: Java
    jars: list[Path]


def _open(settings: Settings, claim: _Stay, *, drop_unreadable: bool = False) -> Server:
    settings = settings.model_copy(update={"data_dir": settings.data_dir.resolve()})
    requirements: _Requirements | None = None
    starts = 0
    while True:
        if requirements is None and not read(settings.data_dir).is_up:
            requirements = _prepare(settings)
        with change(settings.data_dir) as state:
            _replace_if_outdated(state)
            if requirements and not is_alive(state.supervisor):
                if starts == TRIES:
                    raise SetupError(f"The embedded Neo4j does not stay; see {settings.data_dir / 'logs'}.")
                _launch(settings, state, requirements, any_port=starts > 0, drop_unreadable=drop_unreadable)
                starts += 1
            if joined := state.is_up:
                claim.join(state)
        if joined and (server := _await_ready(settings.data_dir, claim, may_retry=starts < TRIES)):
            return server
        time.sleep(POLL_SEC)


def _prepare(settings: Settings) -> _Requirements:
    from graphmem.embedded.plugin import build

    requirements = _Requirements(find_java(), fetch("neo4j", settings.cache_dir))
    build(settings)
    return requirements


def _replace_if_outdated(state: SharedState) -> None:
    """Ask a running server without users to stop if it loaded other procedures than ours; it is then started again."""
    from graphmem.embedded.plugin import fingerprint

    idle = not any(is_alive(user.process) for user in state.users)
    if state.is_up and state.phase == "running" and idle and state.procedures != fingerprint():
        state.stop, state.keep_next = True, state.kept


def _launch(
    settings: Settings, state: SharedState, requirements: _Requirements, *, any_port: bool, drop_unreadable: bool
) -> None:
    from graphmem.embedded.plugin import fingerprint, install

    home = settings.data_dir
    if not is_alive(state.neo4j):  # otherwise the new supervisor adopts the running Neo4j
        # Where it listened last: processes that still use it find it there.
        preferred = state.bolt_port or settings.bolt_port, state.http_port or settings.http_port
        if state.phase not in ("stopped", "failed"):
            _await_free(preferred[0])
        ports = free_ports(0, 0) if any_port else free_ports(*preferred)
        write_config(settings, home, ports, drop_unreadable=drop_unreadable)
        prepare_password(home)
        install(settings)
        state.bolt_port, state.http_port, state.procedures = ports.bolt, ports.http, fingerprint()
        state.users, state.kept, state.neo4j = [], state.keep_next, None
        state.keep_next = False
    command = write_arguments(settings, home, requirements.java, requirements.jars)
    state.phase, state.stop, state.error = "starting", False, ""
    state.supervisor = _spawn(home, command)


def _await_free(port: int) -> None:
    """Wait a moment for the port of a server that has just been killed; the system closes its sockets a little later."""
    give_up = time.monotonic() + PORT_SEC
    while listens(port) and time.monotonic() < give_up:
        time.sleep(POLL_SEC)


def _spawn(home: Path, command: list[str]) -> Identity | None:
    if os.name != "posix":
        raise SetupError("The embedded Neo4j runs on Linux and macOS; elsewhere set NEO4J_URI to a Neo4j server.")
    path = os.pathsep.join(filter(None, (str(PACKAGE_ROOT), os.environ.get("PYTHONPATH"))))
    answer = subprocess.run(  # noqa: S603
        [sys.executable, "-P", "-m", "graphmem.embedded.supervisor", str(home), *command],
        cwd=home,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode:
        raise SetupError(f"The supervisor of the embedded Neo4j does not run: {answer.stderr.strip()[-500:]}")
    return identify(int(answer.stdout))


def _await_ready(home: Path, claim: _Stay, may_retry: bool) -> Server | None:
    """Return the server once it answers. None means try again: it went away, or its port was taken."""
    with waiting("Neo4j is starting"):
        return _answering(home, claim, may_retry)


def _answering(home: Path, claim: _Stay, may_retry: bool) -> Server | None:
    try:
        while True:
            state = read(home)
            if state.phase == "failed" and not (may_retry and PORT_TAKEN in state.error):
                raise SetupError(state.error)
            if not state.is_up or not claim.has_joined(state):
                return None
            if state.phase == "running":
                return _server(home, state)
            time.sleep(POLL_SEC)
    except BaseException:
        with change(home) as state:
            claim.leave(state)
        raise


def _server(home: Path, state: SharedState) -> Server:
    ports = ServerPorts(state.bolt_port, state.http_port)
    pid = state.neo4j[0] if state.neo4j else 0
    return Server(ports.uri, ports.browser_url, USER, password(home), pid, _log_file(home), home)


def _await_stop(home: Path) -> None:
    give_up = time.monotonic() + STOP_SEC
    while read(home).is_busy:
        if time.monotonic() > give_up:
            raise SetupError(f"The embedded Neo4j does not stop; see {_log_file(home)}.")
        time.sleep(POLL_SEC)


def _this_process() -> Identity:
    identity = identify(os.getpid())
    if identity is None:
        raise SetupError("This process cannot be identified.")
    return identity


def _log_file(home: Path) -> Path:
    return home / "logs" / "neo4j.log"
