"""Shared state of a data folder's server: the file `server.json`, changed only under a lock."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock

from graphmem.embedded.process import Identity, is_alive
from graphmem_contract.errors import SetupError

Phase = Literal["stopped", "starting", "running", "stopping", "failed"]


@dataclass(slots=True)
class User:
    """A process that uses the server, and how many times it has acquired it."""

    process: Identity
    count: int = 1


@dataclass(slots=True)
class SharedState:
    """The last written state of a data folder's server. `phase` is valid only while the supervisor lives."""

    phase: Phase = "stopped"
    supervisor: Identity | None = None
    neo4j: Identity | None = None
    bolt_port: int = 0
    http_port: int = 0
    kept: bool = False
    """Whether it keeps running without users."""
    keep_next: bool = False
    """Whether the next start inherits `kept`: this server stops to be replaced by one with newer procedures."""
    stop: bool = False
    """Whether a process asked it to stop."""
    procedures: str = ""
    """Fingerprint of its plugin."""
    error: str = ""
    users: list[User] = field(default_factory=list)

    @property
    def is_up(self) -> bool:
        """Whether a living supervisor starts or runs it and no process has asked it to stop."""
        return is_alive(self.supervisor) and self.phase in ("starting", "running") and not self.stop

    @property
    def is_busy(self) -> bool:
        """Whether a supervisor or a Neo4j process is alive."""
        return is_alive(self.supervisor) or is_alive(self.neo4j)

    @property
    def is_wanted(self) -> bool:
        """Whether it has a reason to keep running: it is kept, or a living process uses it."""
        return not self.stop and (self.kept or any(is_alive(user.process) for user in self.users))

    def add_user(self, process: Identity) -> None:
        """Add one use by a process, and remove users that have died."""
        self.users = [user for user in self.users if is_alive(user.process)]
        known = next((user for user in self.users if user.process == process), None)
        if known:
            known.count += 1
        else:
            self.users.append(User(process))

    def drop_user(self, process: Identity) -> None:
        """Remove one use by a process."""
        for user in self.users:
            user.count -= user.process == process
        self.users = [user for user in self.users if user.count > 0 and is_alive(user.process)]


def read(data_dir: Path) -> SharedState:
    """Return the current state, or an empty state if the file is missing or unreadable."""
    try:
        return _from_json(json.loads(_file(data_dir).read_text("utf8")))
    except (OSError, ValueError, TypeError, KeyError):
        return SharedState()


@contextmanager
def change(data_dir: Path) -> Iterator[SharedState]:
    """Yield the state for a change. The lock excludes other writers; readers see the whole change or nothing.

    Raises:
        SetupError: the folder is not writable.
    """
    with ExitStack() as lock:
        with _usable(data_dir):
            data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock.enter_context(FileLock(data_dir / "server.lock"))
        state = read(data_dir)
        yield state
        with _usable(data_dir):
            _write(data_dir, state)


@contextmanager
def _usable(data_dir: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        detail = f"The data folder {data_dir} cannot be used: {error}. GRAPHMEM_DATA_DIR names another."
        raise SetupError(detail) from error


def _file(data_dir: Path) -> Path:
    return data_dir / "server.json"


def _write(data_dir: Path, state: SharedState) -> None:
    partial = data_dir / "server.json.partial"
    partial.write_text(json.dumps(asdict(state), indent=1), "utf8")
    partial.replace(_file(data_dir))


def _from_json(document: dict[str, Any]) -> SharedState:
    known = {part.name: document[part.name] for part in fields(SharedState) if part.name in document}
    for name in ("supervisor", "neo4j"):
        known[name] = _identity(known.get(name))
    known["users"] = [User((user["process"][0], user["process"][1]), user["count"]) for user in known.get("users", [])]
    return SharedState(**known)


def _identity(pair: list[Any] | None) -> Identity | None:
    return (int(pair[0]), str(pair[1])) if pair else None
