"""Group commit: the writer that holds a brain's slot commits the episodes that wait behind it in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from graphmem.claims import ClaimSource, Extracted, ExtractedMentions, Mention
from graphmem.ingest.pipeline import plan_stages
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.commit_parts import LeaseFence
from graphmem.ingest.transactions.commit_batch import COMMIT_QUEUES, commit_batch
from graphmem.settings import Settings
from graphmem_contract.errors import DatabaseUnavailable
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.building import MOMENT, distinct

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]
NOW = datetime(2025, 1, 1, tzinfo=UTC)
FACTS = {"revision": 5, "taken": [], "values": [], "learnt": [], "claims": [], "touched": []}
KNOWN = [{"name": "likes", "cardinality": "many", "per": "subject", "symmetric": False}]


def batch(name: str, relation: str = "likes") -> Batch:
    source = ClaimSource(n=0, episode_id=name, occurred_at=MOMENT, resolve="exact")
    claim = distinct(name, relation, f"{name}'s tea").claim
    claim = replace(claim, object_is_entity=False)
    found = ExtractedMentions(source, Extracted((Mention(name, "person"),), (claim,), "supplied"))
    return Batch((found,), ((claim, source),), {})


def exact(asked: Mapping[str, Any]) -> Rows:
    return [{"revision": 5, "state": "then", "external": [], "handled": [], "mentions": []}]


def graph(**answers: Any) -> FakeGraph:
    def begin(asked: Mapping[str, Any]) -> Rows:
        return [{"revision": 5 + asked["commits"], "recordedAt": NOW, "unsettled": False, "rules": [], "valued": []}]

    def finish(asked: Mapping[str, Any]) -> Rows:
        return [{"id": row["id"], "later": []} for row in asked["episodes"]]

    given: dict[str, Any] = {
        "ingest/read_exact": exact,
        "ingest/read_facts": [{**FACTS, "relations": KNOWN}],
        "ingest/commit": begin,
        "ingest/finish_episodes": finish,
    }
    return FakeGraph({**given, **answers})


async def together(store: FakeGraph, *batches: Batch) -> list[Any]:
    """Commit them all at once: they wait while somebody else holds the slot."""

    async def one(told: Batch) -> Any:
        name = told.found[0].source.episode_id
        return await commit_batch(
            store, "ana", told, plan_stages, SETTINGS, None, LeaseFence(name), lambda _: {"id": name}
        )  # type: ignore[arg-type]

    async with COMMIT_QUEUES.acquire(store, "ana"):
        tasks = [asyncio.create_task(one(told)) for told in batches]
        for _ in range(3):
            await asyncio.sleep(0)
    return await asyncio.gather(*tasks, return_exceptions=True)


async def test_episodes_that_have_nothing_in_common_are_written_by_one_statement() -> None:
    store = graph()
    results = await together(store, batch("Ana"), batch("Bruno"), batch("Clara"))
    assert store.calls["COMMIT"] == store.calls["ingest/commit"] == store.calls["ingest/take_lock"] == 1
    assert store.parameters["ingest/commit"][0]["commits"] == 3
    assert [result.committed.revision for result in results] == [6, 7, 8]


async def test_each_has_a_system_time_of_its_own() -> None:
    results = await together(graph(), batch("Ana"), batch("Bruno"))
    assert [(result.committed.recorded_at - NOW).microseconds for result in results] == [0, 1]


async def test_the_reads_of_a_group_take_two_statements() -> None:
    store = graph()
    await together(store, *(batch(name) for name in ("Ana", "Bruno", "Clara", "Diego")))
    assert store.calls["ingest/read_exact"] == store.calls["ingest/read_facts"] == 1


async def test_an_episode_about_the_same_entity_is_read_for_again_after_the_earlier_one_is_written() -> None:
    store = graph()
    await together(store, batch("Ana"), batch("Ana"))
    assert store.calls["COMMIT"] == 1
    assert store.calls["ingest/commit"] == 2
    assert store.calls["ingest/read_exact"] == 2


async def test_an_episode_with_a_new_relation_is_written_apart() -> None:
    store = graph()
    await together(store, batch("Ana"), batch("Bruno", "paints"), batch("Clara"))
    assert store.calls["COMMIT"] == 1
    assert [given["commits"] for given in store.parameters["ingest/commit"]] == [1, 1, 1]


async def test_an_error_before_the_lock_reaches_everybody_who_waited() -> None:
    def away(_: Mapping[str, Any]) -> Rows:
        raise DatabaseUnavailable("gone")

    store = graph(**{"ingest/take_lock": away})
    results = await together(store, batch("Ana"), batch("Bruno"))
    assert [type(result) for result in results] == [DatabaseUnavailable, DatabaseUnavailable]
    assert store.calls["ingest/take_lock"] == 1, "each tried for itself"


async def test_after_an_error_inside_the_transaction_each_is_committed_alone() -> None:
    broken: list[int] = []

    def first_time_broken(asked: Mapping[str, Any]) -> Rows:
        if asked["commits"] > 1:
            broken.append(asked["commits"])
            raise DatabaseUnavailable("lost")
        return graph().answers["ingest/commit"](asked)  # type: ignore[operator]

    store = graph(**{"ingest/commit": first_time_broken})
    results = await together(store, batch("Ana"), batch("Bruno"))
    assert broken == [2]
    assert [result.attempts for result in results] == [1, 1]


async def test_one_episode_that_is_not_open_keeps_no_other_from_being_written() -> None:
    def without_bruno(asked: Mapping[str, Any]) -> Rows:
        if any(row["id"] == "Bruno" for row in asked["episodes"]):
            return []
        return graph().answers["ingest/commit"](asked)  # type: ignore[operator]

    results = await together(graph(**{"ingest/commit": without_bruno}), batch("Ana"), batch("Bruno"), batch("Clara"))
    assert [type(result).__name__ for result in results] == ["CommitResult", "NotOpen", "CommitResult"]


async def test_a_lone_writer_takes_no_lock() -> None:
    store = graph()
    told = batch("Ana")
    await commit_batch(store, "ana", told, plan_stages, SETTINGS, None, LeaseFence("Ana"), lambda _: {"id": "Ana"})  # type: ignore[arg-type]
    assert store.calls["ingest/take_lock"] == 0
