"""The records of several parts are numbered through, and what came of them is told by part."""

from __future__ import annotations

from graphmem.ingest.stages.commit_parts import CommitPart, LeaseFence, NumberedParts
from tests.unit.ingest.building import changes, statement, withdrawal


def part(*statements, records: int = 1, **more) -> CommitPart:  # type: ignore[no-untyped-def]
    return CommitPart(changes(*statements, **more), {}, LeaseFence(), records)


def test_records_are_numbered_through_all_parts() -> None:
    parts = NumberedParts.of(
        [
            part(statement("a", "Ana", "likes", "tea"), statement("b", "Ana", "likes", "rye", n=1), records=2),
            part(statement("c", "Bruno", "likes", "tea")),
        ]
    )
    assert (parts.firsts, parts.records) == ((0, 2), 3)
    assert [(s.id, s.n) for s in parts.statements] == [("a", 0), ("b", 1), ("c", 2)]
    assert [first for _, first in parts.begun] == [0, 2]


def test_withdrawals_are_counted_within_their_part() -> None:
    denials = (withdrawal("Ana", "likes", "tea"), withdrawal("Ana", "likes", "rye"))
    parts = NumberedParts.of([part(withdrawals=denials), part(withdrawals=denials)])
    assert len(parts.withdrawals) == 4
    assert parts.withdrawn(0, [1, 2]) == {1}
    assert parts.withdrawn(1, [1, 2, 3]) == {0, 1}
