"""One Neo4j per data folder: started by the first process that needs it, joined by the others, stopped with the last.

    server = acquire(settings)      # blocks; use asyncio.to_thread in a coroutine
    try: ...
    finally: release(server)

A process that ends without `release`, be it by kill -9, counts as released: the supervisor watches.
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
from graphmem.embedded.shared_state import Phase, SharedState, change, read
from graphmem.errors import SetupError
from graphmem.settings import Settings

PACKAGE_ROOT = Path(__file__).absolute().parents[2]
POLL_SEC = 0.05
STOP_SEC = 120
TRIES = 3
PORT_TAKEN = "already in use"
"""What Neo4j says when somebody took its port between our look and its start."""


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
    """What is known of a data folder's server, running or not."""

    phase: Phase
    data_dir: Path
    log_file: Path
    uri: str | None = None
    browser_url: str | None = None
    pid: int | None = None
    users: int = 0
    """Processes that use it."""
    kept: bool = False
    """Whether it stays when nobody uses it."""
    error: str = ""
    """Why it failed, where it did."""


def acquire(settings: Settings) -> Server:
    """The folder's server, started if need be, for this process until `release`; may be called any number of times.

    Raises:
        SetupError: no Java, jars neither cached nor to be fetched, an unusable folder, or Neo4j does not start.
    """
    return _open(settings, _Use(_me()))


def release(server: Server) -> None:
    """Gives one `acquire` back; the last one waits until the server has stopped, unless it was started to stay."""
    with change(server.data_dir) as state:
        state.drop_user(_me())
        last = not state.is_wanted
        if last:
            _end_orphan(state)
    if last:
        _await_stop(server.data_dir)


def start(settings: Settings) -> Server:
    """Like `acquire`, but the server stays until `stop`, whoever uses it.

    Raises:
        SetupError: as for `acquire`.
    """
    return _open(settings, _Stay())


def stop(settings: Settings) -> bool:
    """Stops the folder's server cleanly, also if somebody uses it; whether one was running."""
    if not read(settings.data_dir).is_busy:
        return False
    with change(settings.data_dir) as state:
        state.stop, state.keep_next = True, False
        _end_orphan(state)
    _await_stop(settings.data_dir)
    return True


def status(settings: Settings) -> Status:
    """What is known of the folder's server; starts nothing."""
    state, home = read(settings.data_dir), settings.data_dir.resolve()
    log_file = _log_file(home)
    if not state.is_busy:
        return Status("failed" if state.phase == "failed" else "stopped", home, log_file, error=state.error)
    ports = ServerPorts(state.bolt_port, state.http_port)
    users = sum(is_alive(user.process) for user in state.users)
    pid = state.neo4j[0] if state.neo4j else None
    return Status(state.phase, home, log_file, ports.uri, ports.browser_url, pid, users, state.kept)


def _end_orphan(state: SharedState) -> None:
    """Ends a Neo4j whose supervisor was killed; a living supervisor sees to it by itself."""
    if not is_alive(state.supervisor):
        end(state.neo4j)
        state.phase = "stopped"


class _Stay:
    """Asks for a server that stays."""

    def join(self, state: SharedState) -> None:
        state.kept = True

    def leave(self, state: SharedState) -> None:
        """Nothing: what `start` asked for ends with `stop`."""

    def has_joined(self, state: SharedState) -> bool:
        return state.kept


class _Use(_Stay):
    """Asks for a server for as long as a process uses it."""

    def __init__(self, process: Identity) -> None:
        self.process = process

    def join(self, state: SharedState) -> None:
        state.add_user(self.process)

    def leave(self, state: SharedState) -> None:
        state.drop_user(self.process)

    def has_joined(self, state: SharedState) -> bool:
        return any(user.process == self.process for user in state.users)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a start needs, made ready before the folder's lock is taken."""

    java: Java
    jars: list[Path]


def _open(settings: Settings, claim: _Stay) -> Server:
    settings = settings.model_copy(update={"data_dir": settings.data_dir.resolve()})
    parts: _Parts | None = None
    starts = 0
    while True:
        if parts is None and not read(settings.data_dir).is_up:
            parts = _parts(settings)
        with change(settings.data_dir) as state:
            _replace_if_outdated(state)
            if parts and not is_alive(state.supervisor):
                if starts == TRIES:
                    raise SetupError(f"The embedded Neo4j does not stay; see {settings.data_dir / 'logs'}.")
                _launch(settings, state, parts, any_port=starts > 0)
                starts += 1
            if joined := state.is_up:
                claim.join(state)
        if joined and (server := _await_ready(settings.data_dir, claim, may_retry=starts < TRIES)):
            return server
        time.sleep(POLL_SEC)


def _parts(settings: Settings) -> _Parts:
    from graphmem.embedded.plugin import build

    parts = _Parts(find_java(), fetch("neo4j", settings.cache_dir))
    build(settings)
    return parts


def _replace_if_outdated(state: SharedState) -> None:
    """A server that stays, has no users now and runs other procedures than these is stopped, to be started anew."""
    from graphmem.embedded.plugin import fingerprint

    idle = not any(is_alive(user.process) for user in state.users)
    if state.is_up and state.phase == "running" and idle and state.procedures != fingerprint():
        state.stop, state.keep_next = True, state.kept


def _launch(settings: Settings, state: SharedState, parts: _Parts, any_port: bool) -> None:
    from graphmem.embedded.plugin import fingerprint, install

    home = settings.data_dir
    if not is_alive(state.neo4j):  # else the new supervisor adopts it
        ports = free_ports(0 if any_port else settings.bolt_port, 0 if any_port else settings.http_port)
        write_config(settings, home, ports)
        prepare_password(home)
        install(settings)
        state.bolt_port, state.http_port, state.procedures = ports.bolt, ports.http, fingerprint()
        state.users, state.kept, state.neo4j = [], state.keep_next, None
        state.keep_next = False
    command = write_arguments(settings, home, parts.java, parts.jars)
    state.phase, state.stop, state.error = "starting", False, ""
    state.supervisor = _spawn(home, command)


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
    """The server when it answers; none if it is to be tried again, because it went away or its port was taken."""
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


def _me() -> Identity:
    me = identify(os.getpid())
    if me is None:
        raise SetupError("This process cannot be identified.")
    return me


def _log_file(home: Path) -> Path:
    return home / "logs" / "neo4j.log"
