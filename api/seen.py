"""Counter of equal records in an import: two equal turns of a chat are two episodes."""

from __future__ import annotations

import sqlite3
from types import TracebackType

MEMORY_KIB = 4096


class DigestCounter:
    """Counts digests exactly, in constant memory. The counts are in a private temporary file.

    Use it as `with DigestCounter() as counter`, in one thread.
    """

    def __init__(self) -> None:
        self._file = sqlite3.connect("", isolation_level=None)  # "" = an unnamed file, deleted with the connection
        self._file.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -{MEMORY_KIB};"
            "CREATE TABLE seen (digest BLOB PRIMARY KEY, times INTEGER NOT NULL) WITHOUT ROWID"
        )

    def __enter__(self) -> DigestCounter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def times(self, digest: bytes) -> int:
        """Count a digest, and return how often it has occurred, this time included."""
        statement = "INSERT INTO seen VALUES (?, 1) ON CONFLICT DO UPDATE SET times = times + 1 RETURNING times"
        return int(self._file.execute(statement, (digest,)).fetchone()[0])
