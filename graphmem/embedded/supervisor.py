"""The parent of an embedded Neo4j, one per data folder: `python -m graphmem.embedded.supervisor DATA_DIR COMMAND…`.

It starts Neo4j, writes to the state file when Neo4j is ready, and watches the processes that use it. When the last of
them has ended, in any way, it stops Neo4j. If Neo4j dies, or refuses every transaction until it is restarted, it starts it
again on the same ports, as soon as the disk has room. It has no terminal. On
SIGTERM it stops Neo4j cleanly. If the supervisor itself is killed, Neo4j keeps running, and the next process that uses the
folder starts a new supervisor.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from graphmem.embedded.config import ServerPorts
from graphmem.embedded.health_probe import EVERY_SEC, HealthProbe
from graphmem.embedded.log_repair import cut_repeated_writes
from graphmem.embedded.password import password
from graphmem.embedded.process import Identity, end, identify, is_alive, kill
from graphmem.embedded.readiness import WrongPasswordError, answers, has_panicked, is_listening
from graphmem.embedded.shared_state import SharedState, change, read

START_SEC = 180
"""Maximum time of a start, including recovery after a kill."""
STARTING_POLL_SEC = 0.1
POLL_SEC = 0.5
MOST_RESTARTS = 8
"""Restarts in a row; a Neo4j that has run for STEADY_SEC counts as a new beginning."""
STEADY_SEC = 60.0
LONGEST_WAIT_SEC = 30.0
"""Longest wait before a restart. The first is made at once; each further wait is twice as long, from one second on."""
ROOM_BYTES = 64 * 1024 * 1024
"""Free space that a restart waits for: Neo4j cannot recover on a full disk."""
TAIL_LINES = 15
NOISE = ("WARNING:", "\tat ", "\t... ")
"""Prefixes of log lines that explain nothing: JVM warnings and stack frames."""


def main(data_dir: Path, command: list[str]) -> None:
    """Fork, print the child's pid, and supervise in the child."""
    if pid := os.fork():
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        os._exit(0)
    _detach(data_dir / "logs" / "supervisor.log")
    supervisor = Supervisor(data_dir, command)
    signal.signal(signal.SIGTERM, supervisor.on_signal)
    supervisor.run()


class Supervisor:
    """Supervises one Neo4j from its start to its stop."""

    def __init__(
        self,
        data_dir: Path,
        command: list[str],
        check: Callable[[str, str], bool] = has_panicked,
        every_sec: float = EVERY_SEC,
    ) -> None:
        """Supervise a Neo4j.

        Args:
            check: whether the server at an address, with a password, must be restarted. every_sec: pause between two checks.
        """
        self.data_dir = data_dir
        self.command = command
        self.check = check
        self.every_sec = every_sec
        self.signalled = False
        self.neo4j: Identity | None = None
        self.console = data_dir / "logs" / "console.log"
        self.log = data_dir / "logs" / "neo4j.log"
        self.log_start = self.log.stat().st_size if self.log.exists() else 0

    def on_signal(self, _number: int, _frame: FrameType | None) -> None:
        """Handle SIGTERM: stop Neo4j at the next check."""
        self.signalled = True

    def run(self) -> None:
        """Start or adopt Neo4j, and return after it has ended."""
        with change(self.data_dir) as state:
            if state.supervisor != identify(os.getpid()):
                return
            state.neo4j = self.neo4j = state.neo4j if is_alive(state.neo4j) else self._launch()
            ports = ServerPorts(state.bolt_port, state.http_port)
        try:
            error = self._keep(ports)
        except Exception as problem:  # noqa: BLE001 (the state file reports it to the waiting processes)
            error = f"The supervisor of the embedded Neo4j failed: {problem!r}"
        end(self.neo4j)
        with change(self.data_dir) as state:
            _reset(state, error)

    def _keep(self, ports: ServerPorts) -> str:
        """Wait until Neo4j has ended, and restart it if it died or panicked. Returns an error message, or an empty string."""
        restarts = 0
        while True:
            error = self._await_ready(ports)
            if error and not restarts:
                return error
            began = time.monotonic()
            error = error or self._watch(ports)
            restarts = 1 if time.monotonic() - began >= STEADY_SEC else restarts + 1
            if not error or restarts > MOST_RESTARTS or not self._relaunch(restarts):
                return error

    def _relaunch(self, restarts: int) -> bool:
        """Start Neo4j again, after a wait and once the disk has room. Returns whether anybody still wants it."""
        kill(
            self.neo4j
        )  # at a stop, it would write what it could not write before a second time, behind the first part
        self._wait_for_room()
        with change(self.data_dir) as state:
            state.phase = "starting"
        self._wait(0.0 if restarts == 1 else min(2.0 ** (restarts - 2), LONGEST_WAIT_SEC))
        if self._should_stop():
            return False
        with change(self.data_dir) as state:
            state.neo4j = self.neo4j = self._launch()
        return True

    def _wait_for_room(self) -> None:
        """Wait until the disk has room, or nobody wants the server; the state file could not be written either."""
        while shutil.disk_usage(self.data_dir).free < ROOM_BYTES and self._is_wanted():
            time.sleep(POLL_SEC)

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._should_stop():
            time.sleep(min(POLL_SEC, max(0.0, until - time.monotonic())))

    def _launch(self) -> Identity | None:
        _raise_file_limit()
        cut_repeated_writes(self.data_dir)
        with self.console.open("wb") as console:
            process = subprocess.Popen(  # noqa: S603
                self.command, cwd=self.data_dir, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT
            )
        return identify(process.pid)

    def _await_ready(self, ports: ServerPorts) -> str:
        """Wait for the first answered query. Returns an error message, or an empty string."""
        give_up = time.monotonic() + START_SEC
        while time.monotonic() < give_up:
            if not is_alive(self.neo4j):
                return self._failure("Neo4j did not start")
            if self._should_stop():
                return ""
            if is_listening(self.neo4j, ports.bolt):
                try:
                    if answers(ports.uri, password(self.data_dir)):
                        return self._note_running()
                except WrongPasswordError:
                    return f"Neo4j refuses the password in {self.data_dir / 'password'}. Put the right one there."
            time.sleep(STARTING_POLL_SEC)
        return self._failure(f"Neo4j did not start within {START_SEC} s")

    def _note_running(self) -> str:
        with change(self.data_dir) as state:
            state.phase = "running"
        return ""

    def _watch(self, ports: ServerPorts) -> str:
        """Wait until no process needs Neo4j. Returns an error message, or an empty string."""
        secret = password(self.data_dir)
        probe = HealthProbe(lambda: self.check(ports.uri, secret), self.every_sec)
        while is_alive(self.neo4j):
            if self._should_stop():
                return ""
            if probe.must_restart():
                return self._failure("Neo4j refuses every transaction until it is restarted")
            time.sleep(POLL_SEC)
        return self._failure("Neo4j ended by itself")

    def _is_wanted(self) -> bool:
        return not self.signalled and read(self.data_dir).is_wanted

    def _should_stop(self) -> bool:
        """Whether to stop Neo4j. If so, the phase becomes `stopping` and no process can join."""
        if self._is_wanted():
            return False
        with change(self.data_dir) as state:
            stopping = self.signalled or not state.is_wanted
            state.phase = "stopping" if stopping else state.phase
        return stopping

    def _failure(self, what: str) -> str:
        """Error message with the last lines of both logs."""
        logged = _lines(self.console) + _lines(self.log, self.log_start)
        lines = [line for line in logged if line.strip() and not line.startswith(NOISE)]
        return "\n".join([f"{what}. The last lines of {self.log} and {self.console.name}:", *lines[-TAIL_LINES:]])


def _lines(file: Path, start: int = 0) -> list[str]:
    return file.read_bytes()[start:].decode("utf8", "replace").splitlines() if file.exists() else []


def _detach(log: Path) -> None:
    os.setsid()
    log.parent.mkdir(parents=True, exist_ok=True)
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    for stream in (1, 2):
        os.dup2(target, stream)


def _raise_file_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _reset(state: SharedState, error: str) -> None:
    state.phase = "failed" if error else "stopped"
    state.error = error
    state.supervisor = state.neo4j = None
    state.kept = state.stop = False
    state.users = []


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
