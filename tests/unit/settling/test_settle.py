"""Settling reads the touched groups and all that rests on them, derives, and writes the difference; the graph is in memory."""

from __future__ import annotations

from typing import Any

from graphmem.settling.consequences import Reach
from graphmem.settling.group_reader import NewRows
from graphmem.settling.pair import Pair
from graphmem.settling.settle import settle
from graphmem.settling.settle_result import Settled
from graphmem.truth.group import GroupRule
from tests.unit.fake_graph import FakeGraph, FakeTransaction
from tests.unit.settling.groups import Groups, condition_row, day, said_row, stored_row, written

NOW, LATER = day(20), day(21)
ONE = {"cardinality": "one"}
JOB = Pair("ana", "works_at", None, NOW)


def groups(*statements: dict[str, Any], **more: Any) -> Groups:
    """Groups of relations with one value at a time; conditions name `coach`."""
    rules: dict[str, dict[str, Any]] = {"works_at": ONE, "coach": {**ONE, "watched": True}, "time": ONE, "boss": ONE}
    return Groups(*statements, rules=rules, **more)


def globex(**fields: Any) -> dict[str, Any]:
    return said_row("g", object_="globex", **{"at": day(9), "occurredAt": NOW, "recordedAt": NOW, **fields})


async def settled(store: FakeGraph, *pairs: Pair, **more: Any) -> Settled:
    tx: Any = FakeTransaction(store)
    return await settle(tx, "b", pairs, **more)


def changes(found: Settled) -> list[tuple[str, str]]:
    return [(row["factId"], row["change"]) for row in found.changes]


# -- one group


async def test_a_new_statement_becomes_a_fact_with_its_vector() -> None:
    store = groups(globex()).graph()
    found = await settled(store, JOB, vectors={"g": "v"})
    assert changes(found) == [("g", "added")]
    (added,) = written(store, "added")
    assert (added["vector"], added["set"]["recordedAt"]) == ("v", NOW)
    assert dict(store.calls) == {"truth/read_rules": 1, "truth/read_groups": 1, "truth/write_facts": 1}


async def test_nothing_touched_sends_nothing() -> None:
    store = FakeGraph()
    assert await settled(store) == Settled()
    assert not store.calls


async def test_what_stays_as_it_is_is_not_written() -> None:
    known = groups(globex())
    await settled(known.graph(), JOB)
    store = known.graph()
    assert (await settled(store, Pair("ana", "works_at", None, LATER))).changes == ()
    assert store.calls["truth/write_facts"] == 0


async def test_rules_that_the_caller_knows_are_not_read() -> None:
    store = groups(said_row("a"), globex()).graph()
    found = await settled(store, JOB, rules={"works_at": GroupRule(one=True)})
    assert store.calls["truth/read_rules"] == 0
    assert [row["reason"] for row in found.changes] == ["superseded", None]


async def test_only_what_is_known_at_the_moment_counts() -> None:
    late = globex(recordedAt=LATER)
    assert changes(await settled(groups(said_row("a"), late).graph(), JOB)) == [("a", "added")]


async def test_each_moment_leaves_its_versions() -> None:
    store = groups(said_row("a", recordedAt=NOW), globex(recordedAt=LATER)).graph()
    found = await settled(store, JOB, Pair("ana", "works_at", None, LATER))
    assert [(row["factId"], row["stamp"], row["change"]) for row in found.changes] == [
        ("a", NOW, "added"), ("a", LATER, "changed"), ("g", LATER, "added"),
    ]  # fmt: skip
    assert [row["set"]["expiredAt"] for row in written(store, "versions")] == [LATER]


async def test_groups_that_nothing_connects_have_moments_of_their_own() -> None:
    store = groups(said_row("a", recordedAt=NOW), said_row("b", "ben", recordedAt=LATER)).graph()
    found = await settled(store, JOB, Pair("ben", "works_at", None, LATER))
    assert [(row["factId"], row["stamp"]) for row in found.changes] == [("a", NOW), ("b", LATER)]
    assert store.calls["truth/write_facts"] == 1


async def test_statements_without_a_period_are_told_with_why() -> None:
    tie, waits = globex(at=day(1)), said_row("w", "club", "time", "monday", waits=True)
    known = groups(said_row("a"), tie, waits, conditions=[condition_row("w", "club", "coach", waits=True)])
    found = await settled(known.graph(), JOB, Pair("club", "time", None, NOW))
    assert sorted((tie["statementId"], tie["why"]) for tie in found.ties) == [("a", "equal_start"), ("w", "waiting")]
    assert found.waiting == {"w"}


async def test_a_fact_without_statements_is_removed() -> None:
    store = groups(facts=[stored_row("f")]).graph()
    assert changes(await settled(store, JOB)) == [("f", "removed")]


async def test_new_entities_are_told_to_the_event() -> None:
    store = groups().graph()
    await settled(store, JOB, new=NewRows(["ana"]))
    assert store.parameters["feed/append"][0]["lists"] == {"entitiesAdded": ["ana"]}


# -- what rests on it


def resting() -> Groups:
    """Ben's boss rests on Ana's job, which changes; his fact is stored."""
    said = said_row("r", "ben", "boss", "cy", at=day(2), evidence=["a"])
    known = groups(said_row("a", carries=True), said, resting={"a": ("ben", "boss", "cy")})
    known.facts = [stored_row("a"), stored_row("r", "ben", "boss", "cy", tValid=day(2), tStart=day(2))]
    known.statements.append(globex())
    return known


async def test_what_rests_on_a_change_falls_with_it() -> None:
    found = await settled(resting().graph(), JOB)
    rows = {row["factId"]: row for row in found.changes}
    assert (rows["r"]["tInvalid"], rows["r"]["reason"], rows["r"]["because"]) == (day(9), "cascade", "a")
    assert found.reached["r"] == Reach(1, "a", "evidence")


async def test_what_rests_on_something_unchanged_is_not_read() -> None:
    known = resting()
    await settled(known.graph(), JOB)
    store = known.graph()
    await settled(store, JOB)
    assert store.calls["truth/read_dependents"] == 0


async def test_a_condition_ends_and_a_trigger_starts_with_a_change_over_any_number_of_steps() -> None:
    known = groups(
        said_row("c", "club", "coach", "emeka"),
        said_row("d", "club", "coach", "bram", at=day(9), occurredAt=day(9), recordedAt=NOW),
        said_row("m", "club", "time", "monday", at=day(3), occurredAt=day(3), startStated=None, conditions=["{}"]),
        said_row("t", "club", "time", "tuesday", at=day(4), occurredAt=day(4), startStated=None, waits=True),
        said_row("r", "ben", "boss", "cy", at=day(5), occurredAt=day(5), evidence=["m"]),
        conditions=[condition_row("m", "club", "coach"), condition_row("t", "club", "coach", waits=True)],
        resting={("club", "coach"): ("club", "time", "monday"), "m": ("ben", "boss", "cy")},
    )
    known.statements[2]["carries"] = True
    store = known.graph()
    found = await settled(store, Pair("club", "coach", None, NOW))
    ends = {row["factId"]: (row["tValid"], row["tInvalid"], row["reason"]) for row in found.changes}
    assert ends["m"] == (day(3), day(9), "superseded")
    assert ends["t"] == (day(9), None, None)
    assert ends["r"] == (day(5), day(9), "cascade")
    assert store.calls["truth/write_facts"] == 1


async def test_what_is_read_as_a_ground_is_not_changed() -> None:
    known = groups(said_row("a"), said_row("r", "ben", "boss", "cy", at=day(2), evidence=["a"]))
    found = await settled(known.graph(), Pair("ben", "boss", None, NOW))
    assert ("r", "added") in changes(found)
    assert found.reached == {}
