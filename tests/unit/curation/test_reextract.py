"""The old reading of an episode compared with a new one, without a graph."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.curation.reextract import Comparison, OldReading, compared, key_of, without_same
from graphmem.graph.transaction import Row
from graphmem.ingest.stages.records import ChangeSet, NewStatement, Withdrawal

AT = datetime(2024, 5, 1, tzinfo=UTC)


def said(relation: str, object_id: str = "o", **more: Any) -> dict[str, Any]:
    """What a statement says."""
    return {
        "action": "holds", "subjectId": "ana", "relation": relation, "objectId": object_id, "at": AT, "until": None,
        "kind": "state", "details": None, "text": f"Ana {relation} {object_id}", **more,
    }  # fmt: skip


def old(id_: str, relation: str, *, stands: bool = True, replaced: bool = False, **more: Any) -> Row:
    return {"id": id_, **said(relation, **more), "stands": stands, "replaced": replaced}


def new(id_: str, relation: str, because: str | None = None, **more: Any) -> NewStatement:
    return NewStatement(id_, 0, "ep", said(relation, **more), None, None, because)  # type: ignore[arg-type]


def denial(relation: str, object_id: str = "o") -> Withdrawal:
    return Withdrawal("ana", relation, object_id, "ep", 0, None)  # type: ignore[arg-type]


def changes(*statements: NewStatement, withdrawals: tuple[Withdrawal, ...] = ()) -> ChangeSet:
    return ChangeSet((), (), (), statements, withdrawals, (), {}, boosted=("known",))


def test_what_both_say_is_kept_and_the_rest_is_withdrawn_or_added() -> None:
    before = OldReading((old("1", "works_at"), old("2", "likes")), ())
    found = compared(before, changes(new("a", "works_at"), new("b", "lives_in")))
    assert {new_id: row["id"] for new_id, row in found.same.items()} == {"a": "1"}
    assert [row["id"] for row in found.gone] == ["2"]
    assert [one.id for one in found.added] == ["b"]
    assert not found.is_nothing
    assert not found.is_empty


def test_statements_are_the_same_only_in_all_that_settling_reads() -> None:
    one = said("works_at", details=["b", "a"])
    assert key_of(one) == key_of({**one, "details": ["a", "b"], "text": "in other words"})
    for name, value in (
        ("until", AT),
        ("at", None),
        ("kind", "event"),
        ("action", "ends"),
        ("details", []),
        ("objectId", "x"),
    ):
        assert key_of(one) != key_of({**one, name: value}), name


def test_equal_readings_change_nothing() -> None:
    before = OldReading((old("1", "works_at"), old("2", "works_at", stands=False)), (said("likes"),))
    found = compared(before, changes(new("a", "works_at"), withdrawals=(denial("likes"),)))
    assert found.is_nothing
    assert found.same["a"]["id"] == "1", "the one that stands"


def test_what_a_person_withdrew_is_the_same_and_does_not_come_back() -> None:
    found = compared(OldReading((old("1", "likes", stands=False),), ()), changes(new("a", "likes")))
    assert (found.back, found.added, found.is_nothing) == ((), (), True)


def test_what_an_earlier_new_reading_withdrew_comes_back() -> None:
    found = compared(OldReading((old("1", "likes", stands=False, replaced=True),), ()), changes(new("a", "likes")))
    assert [row["id"] for row in found.back] == ["1"]
    assert not found.is_nothing


def test_a_reading_that_says_nothing_is_told_apart_from_one_that_changes_nothing() -> None:
    assert compared(OldReading((old("1", "likes"),), ()), changes()).is_empty
    assert compared(OldReading((), (said("likes"),)), changes()).is_empty
    assert compared(OldReading((), ()), changes()) == Comparison()
    assert not compared(OldReading((), ()), changes()).is_empty
    denying = changes(withdrawals=(denial("owns"),))
    assert not compared(OldReading((old("1", "likes"),), ()), denying, {("ana", "owns", "o")}).is_empty


def test_a_new_denial_counts_only_where_somebody_states_what_it_denies() -> None:
    before, denying = OldReading((), ()), changes(withdrawals=(denial("likes"),))
    assert compared(before, denying).is_nothing
    assert compared(before, denying, {("ana", "likes", "o")}).newly_denied
    assert not compared(OldReading((), (said("likes"),)), denying, {("ana", "likes", "o")}).newly_denied


def test_what_rested_on_a_new_statement_that_is_there_already_rests_on_the_old_one() -> None:
    ending = new("c", "works_at", because="a", action="ends", closedBy="a", evidence=["a&b", "x"])
    left = without_same(changes(new("a", "likes"), new("b", "owns"), ending), {"a": old("1", "likes")}, "r")
    owns, ends = left.statements
    assert (owns.id, owns.props["addedBy"]) == ("b", "r")
    assert (ends.because, ends.props["closedBy"], ends.props["evidence"]) == ("1", "1", ["1&b", "x"])
    assert left.boosted == ()
