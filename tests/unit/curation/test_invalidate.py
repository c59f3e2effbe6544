"""Invalidating and restoring: why it is refused, and which changes are returned in which order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.curation.invalidate import changes_of, invalidate, restore, set_relation
from graphmem.settling.consequences import Reach
from graphmem.settling.settle_result import Settled, joined
from graphmem_contract.errors import AlreadyClosed, InvalidInput, NotFound, NothingToRestore, SupersededBy
from tests.unit.curation.settling import EARLIER, NOW, change, graph
from tests.unit.settling.groups import Groups, asked_for, condition_row, said_row, stored_row, written

ENDED = datetime(2024, 1, 1, tzinfo=UTC)
PAIR = {"subjectId": "ana", "relation": "works_at", "objectId": "acme"}


def changes(*rows: dict[str, Any], root: str | None = None, **reached: Reach) -> list[tuple[Any, ...]]:
    told = changes_of(Settled(rows, (), reached), NOW, root)
    return [(one.id, one.depth, one.status, one.because_of) for one in told.changed]


# --------------------------------------------------------------------------- what changed


def test_the_cause_comes_first_then_what_fell_level_by_level() -> None:
    rows = [
        change("deep", tInvalid=ENDED, reason="cascade", because="near"),
        change("near", tInvalid=ENDED, reason="cascade", because="root"),
        change("root", tInvalid=ENDED, reason="retracted"),
    ]
    assert changes(*rows, root="root", near=Reach(1, "root", "evidence"), deep=Reach(2, "near", "evidence")) == [
        ("root", 0, "closed", None), ("near", 1, "closed", "root"), ("deep", 2, "closed", "near"),
    ]  # fmt: skip


def test_a_fact_that_was_only_confirmed_did_not_change() -> None:
    assert changes(change("a", "confirmed"), change("b")) == [("b", 0, "live", None)]


def test_a_fact_outside_the_cascade_changed_because_of_the_root() -> None:
    assert changes(change("reopened"), root="root") == [("reopened", 1, "live", "root")]


def test_the_last_row_of_a_fact_counts() -> None:
    assert changes(change("a", tInvalid=ENDED, reason="retracted"), change("a")) == [("a", 0, "live", None)]


def test_a_removed_fact_is_corrected_only_if_it_was_never_true() -> None:
    rows = [change("a", "removed", reason="corrected"), change("b", "removed", reason="cascade", because="a")]
    assert changes(*rows) == [("a", 0, "corrected", None), ("b", 0, "closed", "a")]


def test_an_end_is_told_with_its_moment() -> None:
    told = changes_of(Settled((change("a", tInvalid=ENDED, reason="superseded", because="b"),)), NOW)
    assert (told.changed[0].at, told.changed[0].because_of, told.recorded_at) == (ENDED, "b", NOW)


# --------------------------------------------------------------------------- invalidate


async def test_what_the_call_touched_is_settled_at_the_moment_of_the_lock() -> None:
    also = {**PAIR, "objectId": "globex"}
    end = said_row("e", action="ends", at=NOW, occurredAt=NOW, recordedAt=NOW, reason="retracted")
    said = said_row("f", at=EARLIER, occurredAt=EARLIER, recordedAt=EARLIER)
    stored = stored_row("f", tValid=EARLIER, tStart=EARLIER, recordedAt=EARLIER)
    store = graph(
        Groups(said, end, facts=[stored]), procedures__invalidate=[{"pair": PAIR, "also": [also], "waiting": False}]
    )
    result = await invalidate(store, "brain", "f", reason="she left")  # type: ignore[arg-type]
    assert [(one.id, one.at, one.effect) for one in result.changed] == [("f", NOW, "ends")]
    assert asked_for(store) == [("value", "works_at", "ana", "acme"), ("value", "works_at", "ana", "globex")]
    (row,) = written(store, "revised")
    assert (row["set"]["recordedAt"], row["set"]["closedReason"]) == (NOW, "retracted")
    (call,) = store.parameters["procedures/invalidate"]
    assert (call["factId"], call["kind"], call["reason"], call["recordedAt"]) == ("f", "retracted", "she left", NOW)


async def test_a_dry_run_is_rolled_back() -> None:
    store = graph(procedures__invalidate=[{"pair": PAIR, "also": [], "waiting": False}])
    await invalidate(store, "brain", "f", dry_run=True)  # type: ignore[arg-type]
    assert (store.calls["ROLLBACK"], store.calls["COMMIT"]) == (1, 0)


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ({"found": False}, NotFound),
        ({"found": True, "at": ENDED, "tStart": ENDED, "tEnd": None}, InvalidInput),
        ({"found": True, "at": NOW, "tStart": ENDED, "tEnd": ENDED + timedelta(days=1)}, AlreadyClosed),
    ],
)
async def test_a_fact_that_cannot_be_ended_is_refused(row: dict[str, Any], error: type[Exception]) -> None:
    store = graph(procedures__invalidate=[{"pair": None, **row}])
    with pytest.raises(error):
        await invalidate(store, "brain", "f")  # type: ignore[arg-type]
    assert store.calls["truth/read_groups"] == 0


async def test_an_end_equal_to_the_start_is_refused_with_the_way_to_correct() -> None:
    store = graph(procedures__invalidate=[{"pair": None, "found": True, "at": ENDED, "tStart": ENDED, "tEnd": None}])
    with pytest.raises(InvalidInput, match="kind=corrected") as refused:
        await invalidate(store, "brain", "f", at=ENDED)  # type: ignore[arg-type]
    assert refused.value.field == "at"


async def test_what_a_procedure_has_left_is_settled_before_anything_else() -> None:
    lock = [{"recordedAt": NOW, "revision": 1, "unsettled": True}]
    left = [{"subjectId": "bob", "relation": "lives_in", "objectId": None}]
    refused = [{"pair": None, "found": False}]
    store = graph(procedures__lock=lock, truth__take_unsettled=left, procedures__invalidate=refused)
    with pytest.raises(NotFound):
        await invalidate(store, "brain", "f")  # type: ignore[arg-type]
    assert asked_for(store) == [("subject", "lives_in", "bob")]


async def test_what_waits_for_a_change_is_withdrawn_and_told_as_corrected() -> None:
    waiting = said_row("f", waits=True, withdrawnAt=NOW, recordedAt=EARLIER)
    groups = Groups(waiting, conditions=[condition_row("f", "ana", "lives_in", waits=True)])
    store = graph(groups, procedures__invalidate=[{"pair": PAIR, "also": [], "waiting": True}])
    result = await invalidate(store, "brain", "f")  # type: ignore[arg-type]
    assert [(one.id, one.status, one.effect) for one in result.changed] == [("f", "corrected", "ends")]


# --------------------------------------------------------------------------- restore


@pytest.mark.parametrize(
    ("row", "error", "says"),
    [
        ({"found": False}, NotFound, "no fact f"),
        ({"found": True, "closedReason": "superseded", "closedBy": "g"}, SupersededBy, "Fact g stands in its place"),
        ({"found": True, "closedReason": "cascade", "closedBy": "g"}, NothingToRestore, "It fell with fact g"),
        ({"found": True, "closedReason": None, "closedBy": None}, NothingToRestore, "Nobody has retracted"),
    ],
)
async def test_a_fact_that_nobody_took_back_is_not_restored(
    row: dict[str, Any], error: type[Exception], says: str
) -> None:
    store = graph(procedures__restore=[{"pair": None, **row}])
    with pytest.raises(error, match=says):
        await restore(store, "brain", "f")  # type: ignore[arg-type]


async def test_what_is_restored_is_settled() -> None:
    said = said_row("f", at=EARLIER, occurredAt=EARLIER, recordedAt=EARLIER)
    store = graph(Groups(said), procedures__restore=[{"pair": PAIR, "also": [], "waiting": False}])
    result = await restore(store, "brain", "f")  # type: ignore[arg-type]
    assert [(one.id, one.status) for one in result.changed] == [("f", "live")]


# --------------------------------------------------------------------------- relations


def relation_graph() -> Any:
    rows = [{"subjectId": "ana", "objectId": "acme"}, {"subjectId": "ana", "objectId": "globex"}]
    return graph(ingest__groups_of_relations=rows)


async def test_synonyms_alone_settle_nothing() -> None:
    store = relation_graph()
    result = await set_relation(store, "brain", "worksAt", synonyms=["toils at", "toilsAt", "works_at"])
    (call,) = store.parameters["ingest/set_relation"]
    assert (call["name"], call["set"]) == ("works_at", {"synonyms": ["toils_at"]})
    assert (result.changed, store.calls["truth/read_groups"]) == ((), 0)


async def test_a_cardinality_settles_each_subject_once() -> None:
    store = relation_graph()
    await set_relation(store, "brain", "works_at", cardinality="many")
    assert asked_for(store) == [("subject", "works_at", "ana")]


async def test_a_cardinality_per_object_settles_each_object() -> None:
    rows = [{"subjectId": "ana", "objectId": "acme"}, {"subjectId": "ana", "objectId": "globex"}]
    groups = Groups(rules={"works_at": {"cardinality": "one", "per": "object"}})
    store = graph(groups, ingest__groups_of_relations=rows)
    await set_relation(store, "brain", "works_at", cardinality="one", per="object")  # type: ignore[arg-type]
    assert asked_for(store) == [("object", "works_at", "acme"), ("object", "works_at", "globex")]


@pytest.mark.parametrize(
    ("name", "source", "cardinality"), [("works_at", "seed", "one"), ("juggles", "user_defined", None)]
)
async def test_a_new_relation_starts_with_the_rule_of_its_seed(name: str, source: str, cardinality: str | None) -> None:
    store = relation_graph()
    await set_relation(store, "brain", name, synonyms=[])
    create = store.parameters["ingest/set_relation"][0]["create"]
    assert (create["source"], create["cardinality"]) == (source, cardinality)
    assert create["cardinalitySource"] == ("seed" if cardinality else None)


# --------------------------------------------------------------------------- what a change does


def test_each_change_tells_what_it_does_to_the_period() -> None:
    later = ENDED + timedelta(days=1)
    rows = [
        change("added", "added", tValid=ENDED),
        change("back", "returned"),
        change("gone", "removed"),
        change("waits", "removed", statementIds=["said"]),
        change("ended", tInvalid=ENDED),
        change("sooner", tInvalid=ENDED, before=later),
        change("later", tInvalid=later, before=ENDED),
        change("reworded", tInvalid=ENDED, before=ENDED),
    ]
    told = changes_of(Settled(tuple(rows), waiting=frozenset({"said"})), NOW)
    assert {one.id: one.effect for one in told.changed} == {
        "added": "begins", "back": "begins", "gone": "ends", "waits": "waits", "ended": "ends", "sooner": "ends",
        "later": "goes_on", "reworded": "changes",
    }  # fmt: skip
    assert {one.id: one.valid_from for one in told.changed if one.valid_from} == {"added": ENDED}


def test_what_conditions_reached_is_told_with_its_cause_and_its_link() -> None:
    reached = {
        "root": Reach(0),
        "beside": Reach(0),
        "near": Reach(1, "root", "holds_while"),
        "deep": Reach(2, "near", "starts_when"),
    }
    rows = [change(id_) for id_ in reached]
    told = changes_of(Settled(tuple(rows), (), reached), NOW, "root").changed
    assert [(one.id, one.depth, one.because_of, one.through) for one in told] == [
        ("root", 0, None, None), ("beside", 1, "root", None), ("near", 1, "root", "holds_while"),
        ("deep", 2, "near", "starts_when"),
    ]  # fmt: skip


def test_what_evidence_alone_reached_is_told_as_resting_on_it() -> None:
    rows = (change("root"), change("near", tInvalid=ENDED, reason="cascade", because="root"))
    told = changes_of(Settled(rows, (), {"near": Reach(1, "root", "evidence")}), NOW, "root").changed
    assert [(one.id, one.through) for one in told] == [("root", None), ("near", "evidence")]


def test_several_settlements_are_one() -> None:
    first = Settled((change("a"),), (), {"a": Reach(0)}, frozenset({"w"}))
    both = joined(first, Settled((change("b"),), ({"statementId": "t"},), {}, frozenset({"v"})))
    assert ([row["factId"] for row in both.changes], len(both.ties)) == (["a", "b"], 1)
    assert both.reached == {"a": Reach(0)}
    assert both.waiting == {"v", "w"}
    assert joined() == Settled()
