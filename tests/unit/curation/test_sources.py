"""Retract and restore a source: what is sent, what is refused, and which facts are settled."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.curation.sources import restore_source, retract_source, set_source
from graphmem_contract.errors import InvalidInput, NotFound, NothingToRestore
from tests.unit.fake_graph import FakeGraph
from tests.unit.settling.groups import Groups, asked_for, said_row, stored_row, written

STAMP = datetime(2026, 1, 1, tzinfo=UTC)


def graph(**row: Any) -> FakeGraph:
    told = {"found": True, "stood": True, "retraction": "r", "statements": 0, "denied": 0, "pairs": [], **row}
    lock = [{"recordedAt": STAMP, "revision": 1}]
    said = said_row("f", "s0", "likes", "o", withdrawnAt=STAMP, withdrawnReason="retracted", withdrawnBy="r")
    groups = Groups(said, facts=[stored_row("f", "s0", "likes", "o")])
    return groups.graph(procedures__lock=lock, sources__retract=[told], sources__restore=[told])


def pairs(count: int) -> list[dict[str, str]]:
    return [{"subjectId": f"s{n}", "relation": "likes", "objectId": "o"} for n in range(count)]


async def test_what_a_source_said_is_settled_at_one_time() -> None:
    store = graph(pairs=pairs(3), statements=7)
    done = await retract_source(store, "b", "feed")  # type: ignore[arg-type]
    assert (done.statements, done.recorded_at) == (7, STAMP)
    assert [(one.id, one.effect) for one in done.changed] == [("f", "ends")]
    assert asked_for(store) == [("value", "likes", f"s{n}", "o") for n in range(3)]
    (version,) = written(store, "versions")
    assert (version["set"]["expiredAt"], version["set"]["expiredReason"]) == (STAMP, "retracted")


async def test_many_facts_of_a_source_take_no_more_statements_than_a_few() -> None:
    few, many = graph(pairs=pairs(1)), graph(pairs=pairs(500))
    for store in (few, many):
        await retract_source(store, "b", "feed")  # type: ignore[arg-type]
    assert sum(few.calls.values()) == sum(many.calls.values())


async def test_a_rehearsal_is_rolled_back_and_has_no_id() -> None:
    store = graph(pairs=pairs(1))
    assert (await retract_source(store, "b", "feed", dry_run=True)).retraction_id is None  # type: ignore[arg-type]
    assert (store.calls["ROLLBACK"], store.calls["feed/append_ids"]) == (1, 0)


async def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(NotFound):
        await retract_source(graph(found=False), "b", "feed")  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        await restore_source(graph(found=False, stood=False), "b", "feed", retraction_id="x")  # type: ignore[arg-type]
    with pytest.raises(NothingToRestore):
        await restore_source(graph(stood=False), "b", "feed")  # type: ignore[arg-type]


async def test_a_source_has_a_name_and_a_trust_is_a_share() -> None:
    store = graph()
    for call in (retract_source(store, "b", ""), restore_source(store, "b", ""), set_source(store, "b", "", 1.0)):  # type: ignore[arg-type]
        with pytest.raises(InvalidInput):
            await call
    for trust in (-0.1, 1.1, float("nan"), True):
        with pytest.raises(InvalidInput):
            await set_source(store, "b", "feed", trust)  # type: ignore[arg-type]
    assert store.calls == {}
