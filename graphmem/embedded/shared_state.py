"""What the processes of one data folder know of its server: `server.json`, changed under a lock only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock

from graphmem.embedded.process import Identity, is_alive
from graphmem.errors import SetupError

Phase = Literal["stopped", "starting", "running", "stopping", "failed"]


@dataclass(slots=True)
class User:
    """A process that uses the server, perhaps several times over."""

    process: Identity
    count: int = 1


@dataclass(slots=True)
class SharedState:
    """The server of a data folder as last written down; `phase` holds only while the supervisor lives."""

    phase: Phase = "stopped"
    supervisor: Identity | None = None
    neo4j: Identity | None = None
    bolt_port: int = 0
    http_port: int = 0
    kept: bool = False
    """Started to stay, also without users."""
    keep_next: bool = False
    """It was started to stay and makes room for one with newer procedures, which shall stay too."""
    stop: bool = False
    """Somebody asked it to stop."""
    procedures: str = ""
    """Fingerprint of the plugin it has loaded."""
    error: str = ""
    users: list[User] = field(default_factory=list)

    @property
    def is_up(self) -> bool:
        """Whether a living supervisor starts or runs it and nobody has asked it to stop."""
        return is_alive(self.supervisor) and self.phase in ("starting", "running") and not self.stop

    @property
    def is_busy(self) -> bool:
        """Whether a supervisor or a Neo4j is there at all."""
        return is_alive(self.supervisor) or is_alive(self.neo4j)

    @property
    def is_wanted(self) -> bool:
        """Whether it has a reason to go on."""
        return not self.stop and (self.kept or any(is_alive(user.process) for user in self.users))

    def add_user(self, process: Identity) -> None:
        """Notes one more use by a process, and forgets users that have died."""
        self.users = [user for user in self.users if is_alive(user.process)]
        known = next((user for user in self.users if user.process == process), None)
        if known:
            known.count += 1
        else:
            self.users.append(User(process))

    def drop_user(self, process: Identity) -> None:
        """Takes one use back."""
        for user in self.users:
            user.count -= user.process == process
        self.users = [user for user in self.users if user.count > 0 and is_alive(user.process)]


def read(data_dir: Path) -> SharedState:
    """The state as it stands; an empty one if there is none or it cannot be understood."""
    try:
        return _from_json(json.loads(_file(data_dir).read_text("utf8")))
    except (OSError, ValueError, TypeError, KeyError):
        return SharedState()


@contextmanager
def change(data_dir: Path) -> Iterator[SharedState]:
    """The state, to be changed: nobody else changes it meanwhile, and readers see all of the change or nothing.

    Raises:
        SetupError: the folder cannot be written.
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


def _from_json(found: dict[str, Any]) -> SharedState:
    known = {name: found[name] for name in (part.name for part in fields(SharedState)) if name in found}
    for name in ("supervisor", "neo4j"):
        known[name] = _identity(known.get(name))
    known["users"] = [User((user["process"][0], user["process"][1]), user["count"]) for user in known.get("users", [])]
    return SharedState(**known)


def _identity(found: list[Any] | None) -> Identity | None:
    return (int(found[0]), str(found[1])) if found else None
