"""A log that repeats its end is cut, and every other log stays as it is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from graphmem.embedded import log_repair
from graphmem.embedded.log_repair import cut_repeated_writes, repeated_from

CHANCE = random.Random(7)
WHOLE = CHANCE.randbytes(200_000)
PART = b"\x20\x03" + bytes(500) + CHANCE.randbytes(3000) + b"a" * 900 + CHANCE.randbytes(200) + bytes(40)
SAME_LETTERS = CHANCE.randbytes(100) + b"a" * 4000


@pytest.mark.parametrize("part", [PART, PART[:64], PART + bytes(30), SAME_LETTERS, WHOLE[:50_000]])
@pytest.mark.parametrize("share", [1.0, 0.7])
def test_a_part_that_was_written_twice_is_found(part: bytes, share: float) -> None:
    again = part[: max(log_repair.MARK_BYTES, int(len(part) * share))]
    if any(again[-log_repair.MARK_BYTES :]):
        assert repeated_from(WHOLE + part + again) == len(WHOLE + part)


@pytest.mark.parametrize("log", [b"", b"x", bytes(100), WHOLE, WHOLE + PART, WHOLE + bytes(100_000), WHOLE[:63] * 2])
def test_a_log_that_ends_once_is_left_alone(log: bytes) -> None:
    assert repeated_from(log) is None


def test_only_the_newest_log_of_each_database_is_cut(tmp_path: Path) -> None:
    long = random.Random(1).randbytes(log_repair.NEWEST_BYTES + 1000)
    contents = {"neo4j": {"9": PART * 2, "10": long + PART * 2}, "system": {"0": WHOLE}}
    for database, logs in contents.items():
        (tmp_path / "data" / "transactions" / database).mkdir(parents=True)
        for number, content in {**logs, "checkpoint": PART * 2}.items():
            _log(tmp_path, database, number).write_bytes(content)
    assert cut_repeated_writes(tmp_path) == [_log(tmp_path, "neo4j", "10")]
    assert _log(tmp_path, "neo4j", "10").read_bytes() == long + PART
    assert _log(tmp_path, "neo4j", "9").read_bytes() == PART * 2
    assert cut_repeated_writes(tmp_path) == [], "once is enough"


def test_a_folder_without_logs_is_left_alone(tmp_path: Path) -> None:
    assert cut_repeated_writes(tmp_path) == []
    assert not list(tmp_path.iterdir())


def _log(home: Path, database: str, number: str) -> Path:
    return home / "data" / "transactions" / database / f"neostore.transaction.db.{number}"
