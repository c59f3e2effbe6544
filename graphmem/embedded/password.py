"""The password of the embedded server: made at the first start, kept in the data folder for its owner alone."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from graphmem.errors import SetupError

USER = "neo4j"
ROUNDS = 1024


def password(data_dir: Path) -> str:
    """The password of a data folder's server.

    Raises:
        SetupError: the folder has a database but its password file is gone.
    """
    file = _file(data_dir)
    try:
        return file.read_text("utf8").strip()
    except FileNotFoundError:
        raise SetupError(
            f"{file} is gone, and with it the password of the database in {data_dir}. Put the file back, or move "
            f"{data_dir / 'data' / 'dbms'} and the database `system` away to have a new password made."
        ) from None


def prepare_password(data_dir: Path) -> None:
    """Makes the password of a folder that has no database yet; a folder that has one must have it.

    Neo4j takes the initial one from `auth.ini` when it makes its system database, so the default password never works,
    and a first start that is killed at any moment is simply repeated.

    Raises:
        SetupError: there is a database, but no password.
    """
    if (data_dir / "data" / "databases" / "system").exists():
        password(data_dir)
        return
    if not _file(data_dir).exists():
        _write(_file(data_dir), secrets.token_urlsafe(24))
    initial = data_dir / "data" / "dbms" / "auth.ini"
    initial.parent.mkdir(parents=True, exist_ok=True)
    _write(initial, _credentials(password(data_dir)))


def _file(data_dir: Path) -> Path:
    return data_dir / "password"


def _credentials(word: str) -> str:
    """One line of Neo4j's file of initial users."""
    salt = secrets.token_bytes(32)
    digest = salt + word.encode()
    for _ in range(ROUNDS):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{ROUNDS}:\n"


def _write(file: Path, text: str) -> None:
    partial = file.with_name(f".{file.name}-{secrets.token_hex(4)}")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf8") as opened:
        opened.write(text)
    partial.replace(file)
