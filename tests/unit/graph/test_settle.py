"""Settling touches a group, its component, and what rests on it; the graph is a fake."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.errors import DatabaseError
from graphmem.graph.settle import MOST_ROUNDS, Entangled, Pair, settle, settle_apart
from graphmem.graph.settle_result import Settled
from tests.unit.fake_graph import FakeGraph, FakeTransaction

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(seconds=1)


def group(*facts: str, stamp: datetime = NOON, **fields: Any) -> dict[str, Any]:
    """A row of settle.cypher."""
    changes = [{"factId": fact, "statementIds": [fact, f"{fact}-2"]} for fact in facts]
    return {"stamp": stamp, "changes": changes, "resting": [], "ties": [], "dependents": 0, "open": None, **fields}


def fallen(fact: str, subject: str = "ana", depth: int = 1) -> dict[str, Any]:
    return {"factId": fact, "subjectId": subject, "relation": "lives_in", "objectId": None, "depth": depth}


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


def dependent_graph(rounds: int) -> FakeGraph:
    left = [rounds]

    def one_round(_: Any) -> list[dict[str, Any]]:
        left[0] -= 1
        return [{"changed": left[0] > 0}]

    def settle_rows(parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [group("f", dependents=1)] if parameters["deferred"] else [group("g")]

    return FakeGraph(
        {
            "procedures/settle": settle_rows,
            "procedures/cascade_reset": [fallen("g", depth=2)],
            "procedures/cascade_round": one_round,
        }
    )


async def test_facts_that_rest_on_a_change_are_settled_after_their_limits_are_known() -> None:
    graph = dependent_graph(rounds=3)
    found = await settled(graph, ANA)
    assert [change["factId"] for change in found.changes] == ["f", "g"]
    assert found.depths == {"g": 2}
    assert graph.calls["procedures/cascade_round"] == 3
    assert sent(graph, "procedures/cascade_reset")[0]["roots"] == ["f", "f-2"]
    again = sent(graph, "procedures/settle")[1]
    assert (again["deferred"], [row["subjectId"] for row in again["pairs"]]) == (False, ["ana"])
    assert again["pairs"][0]["recordedAt"] == NOON


async def test_a_cascade_that_does_not_end_is_an_error() -> None:
    graph = dependent_graph(rounds=MOST_ROUNDS + 1)
    with pytest.raises(DatabaseError, match="does not come to rest"):
        await settled(graph, ANA)
    assert graph.calls["procedures/cascade_round"] == MOST_ROUNDS


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
    graph = FakeGraph({"procedures/settle": [group("f", dependents=1), group("g", stamp=LATER, dependents=1)]})
    with pytest.raises(Entangled):
        await apart(graph)


@pytest.mark.parametrize(("subject", "entangled"), [("ben", True), ("cid", False)])
async def test_a_cascade_into_a_group_of_another_set_is_entangled(subject: str, entangled: bool) -> None:
    row = {**fallen("h", subject), "relation": "works_at"}
    graph = FakeGraph(
        {
            "procedures/settle": lambda given: (
                [group("f", dependents=1), group("g", stamp=LATER)] if given["deferred"] else [group("h")]
            ),
            "procedures/cascade_reset": [row],
        }
    )
    if entangled:
        with pytest.raises(Entangled):
            await apart(graph)
    else:
        assert [len(one.changes) for one in await apart(graph)] == [2, 1]
