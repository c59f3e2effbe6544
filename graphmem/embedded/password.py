"""Password of the embedded server: created at the first start, stored in the data folder, readable by its owner only."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from graphmem_contract.errors import SetupError

USER = "neo4j"
ROUNDS = 1024


def password(data_dir: Path) -> str:
    """Return the password of a data folder's server.

    Raises:
        SetupError: the folder has a database but no password file.
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
    """Create the password of a folder without a database. A folder with a database must have one.

    Neo4j reads the initial password from `auth.ini` when it creates its system database. The default password therefore
    never works, and a killed first start can be repeated at any point.

    Raises:
        SetupError: there is a database but no password file.
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


def _credentials(secret: str) -> str:
    """One line of Neo4j's file of initial users: name, algorithm, digest, salt and rounds."""
    salt = secrets.token_bytes(32)
    digest = salt + secret.encode()
    for _ in range(ROUNDS):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{ROUNDS}:\n"


def _write(file: Path, text: str) -> None:
    partial = file.with_name(f".{file.name}-{secrets.token_hex(4)}")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf8") as opened:
        opened.write(text)
    partial.replace(file)
