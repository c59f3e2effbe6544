"""What the cascade of conditions reads, what it gives to the walk, and what it makes of the outcomes; the graph is a fake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from graphmem.conditions.records import FUTURE, PAST
from graphmem.graph.condition_cascade import ConditionCascade, Triple, has_conditions
from tests.unit.fake_graph import FakeGraph, FakeTransaction

MAY, JUNE = datetime(2025, 5, 1, tzinfo=UTC), datetime(2025, 6, 1, tzinfo=UTC)
Row = dict[str, Any]


def said(id_: str, subject: str, relation: str, object_: str, at: datetime = MAY, **fields: Any) -> Row:
    """A statement of a row of procedures/settle."""
    return {
        "id": id_, "group": f"{subject} {relation}", "value": object_, "at": at, "until": FUTURE, "own": FUTURE, "sets": None,
        "limit": FUTURE, "seam": False, "alone": True, "ends": [relation], "subjectId": subject, "relation": relation,
        "objectId": object_, "key": object_, "occurred": at, "action": "holds", "stated": True, "confidence": 0.8,
        "kind": "state", "second": False, "conditional": False, "recorded": at, "said": object_, "symmetric": False, **fields,
    }  # fmt: skip


def group(subject: str, relation: str, *resting: Row, watched: bool = False) -> Row:
    """A row of procedures/settle for a group that is held back."""
    held = {
        "subjectId": subject, "relation": relation, "objectId": None, "among": None, "watched": watched, "ending": [],
        "group": f"{subject} {relation}",
    }  # fmt: skip
    return {"held": held, "resting": list(resting), "dependents": [], "changes": [], "ties": []}


CHEF = group("kitchen", "chef", said("piet", "kitchen", "chef", "piet"), watched=True)
NOUR = group("kitchen", "chef", *CHEF["resting"], said("nour", "kitchen", "chef", "nour", JUNE), watched=True)
SOFIA = group("orders", "to", said("sofia", "orders", "to", "sofia", conditional=True))
ON_CHEF: Row = {
    "statementId": "sofia", "waits": False, "subjectId": "kitchen", "relation": "chef", "objectId": None, "objectSaid": None,
    "event": None, "groups": [{"subjectId": "kitchen", "relation": "chef", "objectId": None}],
}  # fmt: skip


class Settling:
    """Derives the groups of a small graph."""

    def __init__(self, *groups: Row) -> None:
        self.groups = {(row["held"]["subjectId"], row["held"]["relation"]): row for row in groups}
        self.asked: list[Triple] = []

    async def __call__(self, triples: Sequence[Triple]) -> list[Row]:
        self.asked += triples
        return [self.groups[triple[0], triple[1]] for triple in triples]


def ring(parameters: Mapping[str, Any]) -> list[Row]:
    """What the statement of a ring finds: Sofia rests on the chef."""
    conditions = [ON_CHEF] if "sofia" in parameters["statements"] else []
    changed = {"id": "kitchen", "relation": "chef"} in parameters["changed"]
    watchers = [{"subjectId": "orders", "relation": "to", "objectId": "sofia"}] if changed else []
    return [{"conditions": conditions, "watchers": watchers}]


def one_condition(condition: Row, parameters: Mapping[str, Any]) -> list[Row]:
    """What the statement of a ring finds where only a statement has conditions."""
    return [{"conditions": [condition] if parameters["statements"] else [], "watchers": []}]


def cascade(settling: Settling, graph: FakeGraph | None = None) -> ConditionCascade:
    found = graph or FakeGraph({"procedures/condition_ring": ring})
    return ConditionCascade(FakeTransaction(found), "b", JUNE, settling)  # type: ignore[arg-type]


def test_only_watched_groups_and_statements_with_conditions_need_the_walk() -> None:
    assert [has_conditions([row]) for row in (CHEF, SOFIA)] == [True, True]
    assert not has_conditions([group("ana", "works_at", said("acme", "ana", "works_at", "acme"))])
    assert not has_conditions([{**CHEF, "held": None}])


async def test_a_change_reaches_what_rests_on_it_and_both_are_written() -> None:
    settling = Settling(NOUR, SOFIA)
    found = cascade(settling)
    assert await found.reach([NOUR])
    assert found.written == {"kitchen chef", "orders to"}
    limits = found.outcomes({})
    assert (limits["sofia"]["walk"]["why"], limits["sofia"]["walk"]["by"]) == ("cascade", "piet")
    assert (limits["sofia"]["walk"]["until"], limits["sofia"]["at"]) == (JUNE, JUNE)
    assert (limits["piet"]["walk"]["why"], limits["piet"]["at"]) == ("superseded", FUTURE)


async def test_what_a_statement_rests_on_is_read_and_not_written() -> None:
    settling = Settling(CHEF, SOFIA)
    found = cascade(settling)
    assert await found.reach([SOFIA])
    assert settling.asked == [("kitchen", "chef", None)]
    assert (found.written, set(found.rows)) == ({"orders to"}, {"orders to", "kitchen chef"})
    assert set(found.outcomes({})) == {"sofia"}


async def test_a_watched_group_on_which_nothing_rests_needs_no_walk() -> None:
    graph = FakeGraph({"procedures/condition_ring": [{"conditions": [], "watchers": []}]})
    assert not await cascade(Settling(CHEF), graph).reach([CHEF])
    assert graph.calls["procedures/condition_ring"] == 1


async def test_a_condition_of_which_nothing_is_known_is_pending_and_one_on_another_value_is_not_met() -> None:
    empty = group("kitchen", "chef", watched=True)
    found = cascade(Settling(empty, SOFIA))
    await found.reach([SOFIA])
    assert found.outcomes({})["sofia"]["walk"]["pending"] is True
    other = {**ON_CHEF, "objectId": "value-7", "objectSaid": "Nour"}
    graph = FakeGraph(
        {"procedures/condition_ring": lambda p: [{"conditions": [other] if p["statements"] else [], "watchers": []}]}
    )
    found = cascade(Settling(CHEF, SOFIA), graph)
    await found.reach([SOFIA])
    limit = found.outcomes({})["sofia"]
    assert (limit["walk"]["silent"], limit["at"]) == ("unsupported", PAST)


async def test_an_object_is_known_by_its_wording_if_it_was_a_value_when_the_condition_was_said() -> None:
    other = {**ON_CHEF, "objectId": "value-7", "objectSaid": "PIET"}
    graph = FakeGraph(
        {"procedures/condition_ring": lambda p: [{"conditions": [other] if p["statements"] else [], "watchers": []}]}
    )
    found = cascade(Settling(CHEF, SOFIA), graph)
    await found.reach([SOFIA])
    assert found.outcomes({})["sofia"]["walk"]["silent"] is None


async def test_evidence_outside_is_asked_for() -> None:
    resting = group("orders", "to", said("sofia", "orders", "to", "sofia", conditional=True, sets=["badge&piet"]))
    found = cascade(Settling(CHEF, resting))
    await found.reach([resting])
    statements, outside = found.evidence()
    assert ([one["id"] for one in statements], outside) == (["sofia"], ["badge"])
    assert found.outcomes({"badge": JUNE})["sofia"]["walk"]["until"] == JUNE
