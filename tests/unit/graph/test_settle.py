"""Settling touches a group, its component, and what rests on it; the graph is a fake."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from graphmem.graph.evidence_limits import FUTURE, PAST

from graphmem.errors import DatabaseError
from graphmem.graph.settle import MOST_ROUNDS, Entangled, Pair, settle, settle_apart
from graphmem.graph.settle_result import Settled
from tests.unit.fake_graph import FakeGraph, FakeTransaction

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(seconds=1)


def group(*facts: str, stamp: datetime = NOON, **fields: Any) -> dict[str, Any]:
    """A row of settle.cypher."""
    changes = [{"factId": fact, "statementIds": [fact, f"{fact}-2"]} for fact in facts]
    row = {"stamp": stamp, "changes": changes, "resting": [], "ties": [], "dependents": [], "open": None, "held": None}
    return {**row, **fields}


def dependent(subject: str = "ben", relation: str = "lives_in") -> dict[str, Any]:
    """A pair of a statement that rests on a change."""
    return {"subjectId": subject, "relation": relation, "objectId": "oslo"}


def held_back(id_: str, *sets: str, subject: str = "ben", alone: bool = True, **fields: Any) -> dict[str, Any]:
    """A row of settle.cypher for a group with one statement that rests on evidence."""
    pair = {**dependent(subject), "recordedAt": NOON, "among": None, "watched": None}
    statement = {
        "id": id_, "group": subject, "value": "oslo", "at": NOON, "until": FUTURE, "own": FUTURE, "sets": list(sets),
        "limit": FUTURE, "seam": False, "alone": alone, "ends": ["lives_in"], "conditional": False,
        **dependent(subject), **fields,
    }  # fmt: skip
    return group(held=pair, resting=[statement])


def sent(graph: FakeGraph, statement: str) -> list[Mapping[str, Any]]:
    return graph.parameters.get(statement, [])


async def settled(graph: FakeGraph, *pairs: Pair) -> Settled:
    return await settle(FakeTransaction(graph), "b", pairs)  # type: ignore[arg-type]


ANA = Pair("ana", "works_at", None, NOON)


def test_a_pair_is_sent_with_the_names_of_the_statement() -> None:
    assert Pair("ana", "spouse_of", "ben", NOON, ("ana", "ben", "cid")).row() == {
        "subjectId": "ana", "relation": "spouse_of", "objectId": "ben", "recordedAt": NOON, "among": ["ana", "ben", "cid"],
    }  # fmt: skip
    assert (ANA.row()["among"], ANA.row()["objectId"]) == (None, None)


def test_the_ends_of_a_pair_are_those_that_are_known() -> None:
    assert ANA.ends == ("ana",)
    assert Pair("ana", "knows", "ben", NOON).ends == ("ana", "ben")
    assert Pair("ana", "spouse_of", None, NOON, ("ana", "cid")).ends == ("ana", "ana", "cid")


async def test_a_group_on_which_nothing_rests_takes_one_statement() -> None:
    graph = FakeGraph({"procedures/settle": [group("f", ties=[{"factId": "t"}])]})
    found = await settled(graph, ANA)
    assert [change["factId"] for change in found.changes] == ["f"]
    assert (found.depths, found.ties) == ({}, ({"factId": "t"},))
    assert graph.calls == {"procedures/settle": 1}
    assert sent(graph, "procedures/settle")[0]["deferred"] is True


async def test_nothing_touched_sends_nothing() -> None:
    graph = FakeGraph()
    assert await settled(graph) == Settled((), {}, ())
    assert not graph.calls


def cascade(first: list[dict[str, Any]], held: list[dict[str, Any]], evidence: datetime) -> FakeGraph:
    """`first` is the touched group, `held` what rests on it; its evidence stands until `evidence`."""

    def settle_rows(parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        if not parameters["deferred"]:
            return [group("g")]
        return first if parameters["pairs"][0]["subjectId"] == "ana" else held

    return FakeGraph({"procedures/settle": settle_rows, "procedures/cascade_rest": [{"id": "f", "until": evidence}]})


async def test_facts_that_rest_on_a_change_are_settled_after_their_limits_are_known() -> None:
    graph = cascade([group("f", dependents=[dependent()])], [held_back("g", "f")], evidence=LATER)
    found = await settled(graph, ANA)
    assert [change["factId"] for change in found.changes] == ["f", "g"]
    assert (found.depths["f"], found.depths["g"]) == (0, 1)
    [stored] = sent(graph, "procedures/cascade_rest")
    assert ([row["id"] for row in stored["resting"]], stored["outside"]) == (["g"], ["f"])
    touched, derived, written = sent(graph, "procedures/settle")
    assert [given["deferred"] for given in (touched, derived, written)] == [True, True, False]
    assert [row["subjectId"] for row in written["pairs"]] == ["ben"]
    assert written["limits"] == {"g": {"at": LATER, "because": "f"}}


async def test_a_group_is_derived_again_under_limits_that_change_its_values() -> None:
    def settle_rows(given: Mapping[str, Any]) -> list[dict[str, Any]]:
        if not given["deferred"]:
            return [group("g")]
        limit = given["limits"].get("g", {"at": FUTURE})["at"]
        return [held_back("g", "f", alone=False, limit=limit)]

    graph = FakeGraph({"procedures/settle": settle_rows, "procedures/cascade_rest": [{"id": "f", "until": LATER}]})
    await settled(graph, Pair("ben", "lives_in", "oslo", NOON))
    deferred = [(given["deferred"], given["limits"]) for given in sent(graph, "procedures/settle")]
    limits = {"g": {"at": LATER, "because": "f"}}
    assert deferred == [(True, {}), (True, limits), (False, limits)]


async def test_a_cascade_that_does_not_end_is_an_error() -> None:
    ends = (NOON + timedelta(microseconds=n) for n in count(1))
    graph = FakeGraph(
        {
            "procedures/settle": lambda given: [held_back("g", "f", alone=False, limit=PAST, until=next(ends))],
            "procedures/cascade_rest": [{"id": "f", "until": LATER}],
        }
    )
    with pytest.raises(DatabaseError, match="does not come to rest"):
        await settled(graph, Pair("ben", "lives_in", "oslo", NOON))
    assert graph.calls["procedures/settle"] == MOST_ROUNDS + 1


async def test_a_group_that_was_touched_and_rests_on_evidence_is_written_once() -> None:
    graph = FakeGraph(
        {
            "procedures/settle": lambda given: [held_back("g", "f")] if given["deferred"] else [group("g")],
            "procedures/cascade_rest": [{"id": "f", "until": FUTURE}],
        }
    )
    found = await settled(graph, Pair("ben", "lives_in", "oslo", NOON))
    assert [change["factId"] for change in found.changes] == ["g"]
    assert graph.calls == {"procedures/settle": 2, "procedures/cascade_rest": 1}


async def test_a_symmetric_relation_of_one_is_settled_as_a_whole_component() -> None:
    around = {"ana": ["ben"], "ben": ["ana", "cid"], "cid": ["ben"]}
    opened = {"relation": "spouse_of", "subjectId": "ana", "objectId": "ben", "recordedAt": NOON, "one": True}
    graph = FakeGraph(
        {
            "procedures/settle": lambda given: [group("f") if given["pairs"][0]["among"] else group(open=opened)],
            "procedures/component": lambda given: [{"id": id_} for end in given["ids"] for id_ in around[end]],
        }
    )
    found = await settled(graph, Pair("ana", "spouse_of", "ben", NOON))
    assert [change["factId"] for change in found.changes] == ["f"]
    (row,) = sent(graph, "procedures/settle")[1]["pairs"]
    assert (row["subjectId"], row["objectId"], row["among"]) == ("ana", "cid", ["ana", "ben", "cid"])
    assert [given["ids"] for given in sent(graph, "procedures/component")] == [["ana"], ["ben"], ["cid"]]


async def test_two_ends_that_no_statement_joins_any_more_are_two_components() -> None:
    opened = {"relation": "spouse_of", "subjectId": "ana", "objectId": "ben", "recordedAt": NOON, "one": True}
    graph = FakeGraph({"procedures/settle": lambda given: [group(open=None if given["pairs"][0]["among"] else opened)]})
    await settled(graph, Pair("ana", "spouse_of", "ben", NOON))
    assert [row["among"] for row in sent(graph, "procedures/settle")[1]["pairs"]] == [["ana"], ["ben"]]


async def test_a_symmetric_relation_of_many_is_settled_for_each_two_ends() -> None:
    opened = {"relation": "friend_of", "subjectId": "cid", "objectId": None, "recordedAt": NOON, "one": False}
    graph = FakeGraph(
        {
            "procedures/settle": lambda given: [group(open=None if given["pairs"][0]["objectId"] else opened)],
            "procedures/component": [{"id": "dan"}, {"id": "ana"}],
        }
    )
    await settled(graph, Pair("cid", "friend_of", None, NOON))
    rows = sent(graph, "procedures/settle")[1]["pairs"]
    assert [(row["subjectId"], row["objectId"]) for row in rows] == [("cid", "dan"), ("ana", "cid")]


async def apart(graph: FakeGraph) -> list[Settled]:
    sets = [[ANA], [Pair("ben", "works_at", None, LATER)]]
    return await settle_apart(FakeTransaction(graph), "b", sets)  # type: ignore[arg-type]


async def test_sets_at_different_times_share_one_statement_and_keep_their_changes() -> None:
    graph = FakeGraph({"procedures/settle": [group("f"), group("g", stamp=LATER)]})
    first, second = await apart(graph)
    assert [one.changes[0]["factId"] for one in (first, second)] == ["f", "g"]
    assert graph.calls["procedures/settle"] == 1


async def test_sets_with_dependents_in_both_are_entangled() -> None:
    graph = FakeGraph(
        {"procedures/settle": [group("f", dependents=[dependent()]), group("g", stamp=LATER, dependents=[dependent()])]}
    )
    with pytest.raises(Entangled):
        await apart(graph)


@pytest.mark.parametrize(("subject", "entangled"), [("ben", True), ("cid", False)])
async def test_a_cascade_into_a_group_of_another_set_is_entangled(subject: str, entangled: bool) -> None:
    rests = dependent(subject, "works_at")
    graph = FakeGraph(
        {
            "procedures/settle": lambda given: (
                [group("f", dependents=[rests]), group("g", stamp=LATER)]
                if given["pairs"][0]["subjectId"] == "ana"
                else [group("h")]
            ),
        }
    )
    if entangled:
        with pytest.raises(Entangled):
            await apart(graph)
    else:
        assert [len(one.changes) for one in await apart(graph)] == [2, 1]
