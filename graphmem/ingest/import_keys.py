"""What identifies a record of an import: its content, and how often the same content has occurred before in the import."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from graphmem_contract.records import ResolveMode, SuppliedFact

MEMORY_KIB = 4096


class DigestCounter:
    """Counts digests exactly, in constant memory. The counts are in a private temporary file.

    Use it as `with DigestCounter() as counter`, or close it, in one thread.
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
        self.close()

    def close(self) -> None:
        """Delete the file."""
        self._file.close()

    def times(self, digest: bytes) -> int:
        """Count a digest, and return how often it has occurred, this time included."""
        statement = "INSERT INTO seen VALUES (?, 1) ON CONFLICT DO UPDATE SET times = times + 1 RETURNING times"
        return int(self._file.execute(statement, (digest,)).fetchone()[0])


def import_key(record: SuppliedFact | Mapping[str, Any], resolve: ResolveMode, counter: DigestCounter) -> str:
    """Return the key under which a fact of an import is stored; the same for the same line of the same file.

    An unusable record has the key "". It is not counted.
    """
    try:
        fact = record if isinstance(record, SuppliedFact) else SuppliedFact.model_validate(record)
    except Exception:  # noqa: BLE001 (the import reports the record with what it raises)
        return ""
    content = json.dumps([resolve, fact.model_dump(mode="json", exclude_unset=True)], sort_keys=True)
    digest = hashlib.sha256(content.encode("utf8", "surrogatepass")).digest()
    return f"{digest[:16].hex()}-{counter.times(digest)}"
