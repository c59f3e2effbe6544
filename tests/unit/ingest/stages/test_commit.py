"""The statements of a commit: each is sent only where it has something to write, and the facts are settled last."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.ingest.stages.commit import commit
from graphmem.ingest.stages.commit_parts import CommitPart, Committed, LeaseFence
from graphmem.names.normalize import brain_token
from graphmem.ontology import RelationRule
from graphmem.truth.statement import FUTURE
from tests.unit.fake_graph import FakeGraph, FakeTransaction
from tests.unit.ingest.building import changes, entity, statement, withdrawal
from tests.unit.settling.groups import Groups, asked_for, rule_row, written

NOW = datetime(2025, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)
TEA = {"subjectKey": "person:ana", "objectKey": "tea", "subjectSaid": "Ana", "objectSaid": "tea", "factId": None}


def said(id_: str, subject: str = "Ana", **props: Any) -> Any:
    return statement(id_, subject, "likes", "tea", **{**TEA, "id": id_, **props})


def graph(**answers: Any) -> FakeGraph:
    return Groups().graph(**{"ingest__commit": begun(), **answers})


def begun(*rules: dict[str, Any], valued: tuple[str, ...] = (), unsettled: bool = False) -> list[dict[str, Any]]:
    """The answer of ingest/commit."""
    told = {"rules": list(rules), "valued": list(valued), "unsettled": unsettled}
    return [{"revision": 7, "recordedAt": NOW, **told}]


def likes(**changes: Any) -> dict[str, Any]:
    """The rule of the relation, as ingest/commit returns it."""
    return {**rule_row("likes"), "cardinality": "one", "changed": False, **changes}


def part(*statements: Any, **more: Any) -> CommitPart:
    return CommitPart(changes(*statements, **more), {}, LeaseFence("episode"))


async def committed(store: FakeGraph, *parts: CommitPart) -> list[Committed]:
    tx: Any = FakeTransaction(store)
    found = await commit(tx, "b", parts, 5)
    assert found is not None
    return found


async def test_a_plain_commit_takes_few_statements() -> None:
    store = graph()
    (done,) = await committed(store, part(said("a")))
    assert (done.revision, done.recorded_at, [row["factId"] for row in done.settled.changes]) == (7, NOW, ["a"])
    assert set(store.calls) == {
        "ingest/commit", "truth/read_rules", "truth/read_groups",
        "truth/write_facts",
    }  # fmt: skip


async def test_where_another_writer_was_faster_nothing_is_written() -> None:
    store = graph(ingest__commit=[])
    tx: Any = FakeTransaction(store)
    assert await commit(tx, "b", [part(said("a"))], 5) is None
    assert dict(store.calls) == {"ingest/commit": 1}


async def test_rules_that_the_nodes_tell_are_not_read_again() -> None:
    store = graph(ingest__commit=begun(likes()))
    await committed(store, part(said("a")))
    assert store.calls["truth/read_rules"] == 0
    assert asked_for(store) == [("subject", "likes", "Ana")]


async def test_each_part_has_its_revision_its_time_and_its_changes() -> None:
    first, second = await committed(graph(), part(said("a")), part(said("b", "Bo")))
    assert (first.revision, second.revision) == (6, 7)
    assert (first.recorded_at, second.recorded_at) == (NOW, NOW + TICK)
    assert [[row["factId"] for row in one.settled.changes] for one in (first, second)] == [["a"], ["b"]]


async def test_what_a_procedure_has_left_is_settled_with_the_commit() -> None:
    left = [{"subjectId": "zoe", "relation": "works_at", "objectId": None}]
    store = graph(ingest__commit=begun(unsettled=True), truth__take_unsettled=left)
    await committed(store, part(said("a")))
    assert ("subject", "works_at", "zoe") in asked_for(store)


async def test_the_statement_from_which_an_end_follows_is_noted() -> None:
    store = graph()
    await committed(store, part(replace(said("a"), because="b")))
    assert store.parameters["ingest/write_reasons"][0]["reasons"] == [{"id": "a", "because": "b"}]


async def test_a_fact_has_the_token_that_the_graph_gave_its_statement() -> None:
    store = graph()
    await committed(store, part(said("a")))
    assert [row["set"]["brainToken"] for row in written(store, "added")] == [brain_token("b")]


async def test_evidence_is_noted() -> None:
    store = graph()
    await committed(store, part(said("a", evidence=["f"])))
    (asked,) = store.parameters["truth/write_evidence"]
    assert [(row["id"], row["member"]) for row in asked["rows"]] == [("a", "f")]


async def test_a_denial_settles_what_it_reopens_at_the_last_moment_of_its_part() -> None:
    reopened = {"subjectId": "Zoe", "relation": "works_at", "objectId": "acme", "at": NOW}
    store = graph(ingest__withdraw=[{"withdrawn": [0], "reopened": [reopened]}])
    (done,) = await committed(store, part(withdrawals=(withdrawal("Ana", "likes", "tea"),)))
    assert done.withdrawn == {0}
    assert ("value", "works_at", "Zoe", "acme") in asked_for(store)


async def test_a_relation_whose_cardinality_changed_is_settled_as_a_whole() -> None:
    rows = [{"subjectId": "Zoe", "relation": "likes", "objectId": name} for name in ("tea", "rye")]
    store = graph(ingest__commit=begun(likes(changed=True)), ingest__groups_of_relations=rows)
    await committed(store, part(said("a")))
    assert store.parameters["ingest/groups_of_relations"][0]["relations"] == ["likes"]
    assert sorted(asked_for(store)) == [("subject", "likes", "Ana"), ("subject", "likes", "Zoe")]


async def test_values_that_become_an_entity_are_linked_and_settled() -> None:
    linked = {"subjectId": "Zoe", "relation": "knows", "objectId": "Ana", "at": NOW}
    store = graph(ingest__commit=begun(valued=("ana",)), entities__link_values=[{"linked": [linked]}])
    await committed(store, part(entities=(entity("Ana"),)))
    assert ("value", "knows", "Zoe", "Ana") in asked_for(store)
    assert store.parameters["feed/append"][0]["lists"] == {"entitiesAdded": ["Ana"]}


async def test_a_new_entity_whose_name_no_value_has_links_nothing() -> None:
    store = graph()
    await committed(store, part(entities=(entity("Ana"),)))
    assert "ana" in store.parameters["ingest/commit"][0]["names"]
    assert store.calls["entities/link_values"] == 0


async def test_a_relation_without_direction_is_settled_both_ways() -> None:
    rule = RelationRule("likes", "many", symmetric=True)
    store = graph(ingest__commit=begun(likes(cardinality="many", symmetric=True)))
    await committed(store, part(said("a", rule=rule)))
    assert sorted(asked_for(store)) == [("value", "likes", "Ana", "tea"), ("value", "likes", "tea", "Ana")]
    assert len(written(store, "added")) == 1


async def test_only_what_other_statements_may_have_changed_is_read_again() -> None:
    plain, denied = (
        graph(ingest__commit=begun(likes())),
        graph(ingest__commit=begun(likes()), ingest__withdraw=[{"withdrawn": [], "reopened": []}]),
    )
    await committed(plain, part(said("a")))
    await committed(denied, part(said("a"), withdrawals=(withdrawal("Bo", "likes", "tea"),)))
    since = [store.parameters["truth/read_groups"][0]["since"] for store in (plain, denied)]
    assert since == [NOW.isoformat(), FUTURE.isoformat()]
