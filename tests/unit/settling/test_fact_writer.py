"""The difference of a settlement becomes few statements, versions of what changes, and the event of the commit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from graphmem.settling.fact_writer import FactWriter
from graphmem.truth.derive import derive
from graphmem.truth.difference import Difference, StoredFact, difference
from graphmem.truth.statement import Statement
from tests.unit.fake_graph import FakeGraph, FakeTransaction, Rows
from tests.unit.settling.groups import written
from tests.unit.truth.saying import day, end, tell

FIRST, NOW, LATER = day(1), day(30), day(31)
ACME, GLOBEX = tell("1", "ana job Acme", 1, 1), tell("2", "ana job Globex", 9, 9)
GONE = replace(ACME, withdrawn=NOW, props={**ACME.props, "withdrawnReason": "corrected", "withdrawnBy": "who"})


def what(
    *statements: Statement,
    stored: Sequence[StoredFact] = (),
    known: Sequence[Statement] = (),
    at: datetime = NOW,
    step: int = 0,
) -> Difference:
    everything = {said.id: said for said in (*statements, *known)}
    return difference(stored, derive(statements), everything, at, step)


def stored(*statements: Statement, at: datetime = FIRST) -> tuple[StoredFact, ...]:
    return tuple(replace(one, recorded=at) for one in what(*statements).after)


async def write(
    *differences: Difference, vectors: Mapping[str, Any] | None = None, made: Sequence[str] = (), **answers: Any
) -> tuple[Rows, FakeGraph]:
    store = FakeGraph({name.replace("__", "/"): answer for name, answer in answers.items()})
    tx: Any = FakeTransaction(store)
    return await FactWriter(tx, "b", vectors or {}).write(differences, made), store


def changes(rows: Rows) -> list[tuple[str, str]]:
    return [(row["factId"], row["change"]) for row in rows]


# -- how much is sent


async def test_where_nothing_changed_nothing_is_sent() -> None:
    rows, store = await write(what(ACME, stored=stored(ACME)))
    assert (rows, dict(store.calls)) == ([], {})


async def test_all_parts_of_one_moment_are_written_by_one_statement() -> None:
    new = replace(ACME, recorded=NOW), replace(tell("3", "ben job Acme", 1, 1), recorded=NOW)
    _, store = await write(*(what(one) for one in new))
    assert dict(store.calls) == {"truth/write_facts": 1}
    assert [row["set"]["factId"] for row in written(store, "added")] == ["1", "3"]


async def test_moments_at_which_one_part_changes_are_written_one_after_the_other() -> None:
    first = what(replace(ACME, recorded=NOW))
    second = what(ACME, GLOBEX, stored=first.after, at=LATER, step=1)
    rows, store = await write(first, second)
    assert store.calls["truth/write_facts"] == 2
    assert [(row["factId"], row["stamp"]) for row in rows] == [("1", NOW), ("1", LATER), ("2", LATER)]


# -- versions


async def test_what_changes_leaves_a_version_without_its_vector() -> None:
    _, store = await write(what(ACME, GLOBEX, stored=stored(ACME)))
    (version,), (revised,) = written(store, "versions"), written(store, "revised")
    assert (version["factId"], version["set"], version["bare"]) == (
        "1",
        {"expiredAt": NOW, "expiredReason": "revised"},
        [1],
    )
    assert (revised["set"]["closedBy"], revised["set"]["recordedAt"], revised["vector"]) == ("2", NOW, [])


async def test_what_leaves_stays_as_a_version_with_why() -> None:
    rows, store = await write(what(stored=stored(ACME), known=(GONE,)))
    (version,), (removed,) = written(store, "versions"), written(store, "removed")
    assert version["set"] == {"expiredAt": NOW, "expiredReason": "corrected", "expiredBy": "who"}
    assert (version["bare"], removed) == ([], {"factId": "1", "subjectId": "ana"})
    assert [(row["change"], row["reason"], row["because"]) for row in rows] == [("removed", "corrected", "who")]


async def test_what_was_stored_at_this_very_moment_leaves_no_version() -> None:
    _, store = await write(what(stored=stored(ACME, at=NOW), known=(GONE,)))
    assert (written(store, "versions"), len(written(store, "removed"))) == ([], 1)
    _, store = await write(what(ACME, GLOBEX, stored=stored(ACME, at=NOW)))
    assert written(store, "versions") == []


async def test_what_is_only_confirmed_leaves_no_version() -> None:
    rows, store = await write(what(ACME, tell("3", "ana job Acme", 5, text=ACME.text), stored=stored(ACME)))
    (revised,) = written(store, "revised")
    assert (written(store, "versions"), changes(rows)) == ([], [("1", "confirmed")])
    assert "recordedAt" not in revised["set"]
    assert (revised["set"]["statementIds"], revised["set"]["cold"]) == (["1", "3"], None)


# -- what comes


async def test_a_new_fact_gets_its_properties_and_the_vector_of_what_tells_it() -> None:
    said = replace(ACME, recorded=NOW, props={**ACME.props, "importance": 0.5})
    rows, store = await write(
        what(said), vectors={"1": "v"}, truth__write_facts=[{"factId": "1", "subject": "Ana", "object": "Acme Inc"}]
    )
    (added,) = written(store, "added")
    assert (added["subjectId"], added["objectId"], added["vector"]) == ("ana", "Acme", "v")
    assert (added["set"]["brain"], added["set"]["recordedAt"], added["set"]["timesRetrieved"]) == ("b", NOW, 0)
    assert added["set"]["stability"] == pytest.approx(0.25)
    assert [(row["change"], row["subject"], row["object"]) for row in rows] == [("added", "Ana", "Acme Inc")]


def version(**fields: Any) -> dict[str, Any]:
    row = {"factId": "1", "was": True, "stability": 0.9, "timesRetrieved": 7, "lastAccessedAt": None, "tier": "core"}
    return {**row, "vector": "old", **fields}


async def test_a_fact_that_comes_back_takes_over_how_it_was_used() -> None:
    rows, store = await write(what(ACME), truth__read_versions=[version()])
    (added,) = written(store, "added")
    assert changes(rows) == [("1", "returned")]
    assert [added["set"].get(name) for name in ("stability", "timesRetrieved", "lastAccessedAt", "tier")] == [
        0.9,
        7,
        None,
        "core",
    ]
    assert added["vector"] == "old"


async def test_a_fact_of_an_older_statement_that_was_never_stored_is_added() -> None:
    rows, store = await write(what(ACME))
    assert (changes(rows), store.parameters["truth/read_versions"][0]["facts"]) == ([("1", "added")], ["1"])


async def test_a_fact_between_the_same_ends_lends_its_vector() -> None:
    early = replace(tell("0", "ana job Acme", 1, 1), recorded=day(0))
    beside = version(was=False, vector="lent")
    _, store = await write(what(ACME, early, stored=stored(ACME)), truth__read_versions=[beside])
    assert store.parameters["truth/read_versions"][0]["beside"] == ["1"]
    assert [row["vector"] for row in written(store, "added")] == ["lent"]


async def test_another_sentence_brings_its_vector() -> None:
    told = tell("d", "ana job Acme", 5, 1, details=("north",))
    _, store = await write(what(ACME, told, stored=stored(ACME)), vectors={"1": "plain", "d": "north"})
    assert [row["vector"] for row in written(store, "revised")] == [["north"]]
    _, store = await write(what(ACME, told, stored=stored(ACME)))
    assert [row["vector"] for row in written(store, "revised")] == [[]]


async def test_a_sentence_that_has_no_vector_yet_gets_that_of_no_other() -> None:
    early = replace(tell("0", "ana job Acme", 1, 1), recorded=day(0))
    beside = version(was=False, vector="lent")
    _, store = await write(what(ACME, early, stored=stored(ACME)), vectors={"0": None}, truth__read_versions=[beside])
    assert [row["vector"] for row in written(store, "added")] == [None]
    told = tell("d", "ana job Acme", 5, 1, details=("north",))
    _, store = await write(what(ACME, told, stored=stored(ACME)), vectors={"d": None})
    assert [row["vector"] for row in written(store, "revised")] == [[None]]


# -- what is told


async def test_a_row_tells_what_was_before() -> None:
    rows, _ = await write(what(ACME, GLOBEX, stored=stored(ACME)))
    (ended, _) = rows
    assert (ended["change"], ended["before"], ended["tInvalid"]) == ("changed", None, day(9))
    assert (ended["reason"], ended["because"], ended["beforeText"]) == ("superseded", "2", ended["text"])


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        (what(replace(ACME, recorded=NOW)), "factsAdded"),
        (what(stored=stored(ACME), known=(GONE,)), "factsWithdrawn"),
        (what(ACME, end("e", "ana job Acme", 9), stored=stored(ACME)), "factsEnded"),
        (what(ACME, stored=stored(ACME, end("e", "ana job Acme", 9))), "factsRestored"),
        (what(replace(ACME, confidence=0.5), stored=stored(ACME)), "factsChanged"),
    ],
    ids=["added", "withdrawn", "ended", "restored", "changed"],
)
async def test_the_event_tells_what_became_of_each_fact(found: Difference, kind: str) -> None:
    _, store = await write(found)
    (asked,) = store.parameters["truth/write_facts"]
    assert (asked["lists"], asked["since"]) == ({kind: ["1"]}, NOW)


async def test_a_fact_that_comes_back_is_told_as_restored() -> None:
    _, store = await write(what(ACME), truth__read_versions=[version()])
    assert store.parameters["truth/write_facts"][0]["lists"] == {"factsRestored": ["1"]}


async def test_what_is_only_confirmed_is_not_told() -> None:
    _, store = await write(what(ACME, tell("3", "ana job Acme", 5, text=ACME.text), stored=stored(ACME)))
    assert store.parameters["truth/write_facts"][0]["lists"] == {}


async def test_new_entities_are_told_once_with_the_first_facts_or_alone() -> None:
    first = what(replace(ACME, recorded=NOW))
    second = what(ACME, GLOBEX, stored=first.after, at=LATER, step=1)
    _, store = await write(first, second, made=["ana"])
    told = [asked["lists"].get("entitiesAdded") for asked in store.parameters["truth/write_facts"]]
    assert (told, store.calls["feed/append"]) == ([["ana"], None], 0)
    _, store = await write(made=["ana"])
    assert store.parameters["feed/append"] == [{"brain": "b", "lists": {"entitiesAdded": ["ana"]}, "since": None}]
