"""Episodes that are stored in a batch are stored as each would be alone."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.ingest.episodes.request import episode_input
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.submit import remember
from graphmem.ingest.verbatim import store_verbatim
from graphmem.memory import Memory
from graphmem_contract.errors import DatabaseUnavailable, GraphmemError, IdempotencyMismatch
from graphmem_contract.requests import EpisodeRequest
from tests.bolt import counted

EVERYTHING = """
MATCH (e:Episode {brain: $brain}) WHERE e.recordedAt IS NOT NULL
RETURN properties(e) AS props, COLLECT { MATCH (e)-[:NEXT]->(n) RETURN n.content } AS next,
  COLLECT { MATCH (e)-[:HAS_CHUNK]->(c)
    RETURN c { .content, .searchText, .embedding, .contextEmbedding, .position } ORDER BY c.position } AS chunks
ORDER BY e.recordedAt
"""
OF_THE_RUN = ("id", "brain", "brainToken", "recordedAt", "leaseUntil", "result")
TURNS: list[dict[str, Any]] = [
    {"content": "I keep bees", "speaker": "Ana", "session_id": "s", "occurred_at": "2024-01-01T10:00:00Z"},
    {"content": "How many?", "speaker": "Bruno", "session_id": "s", "occurred_at": "2024-01-01T10:01:00Z"},
    {"content": "Three hives", "speaker": "Ana", "session_id": "s", "occurred_at": "2024-01-01T10:02:00Z"},
    {"content": "Before all that", "session_id": "s", "occurred_at": "2024-01-01T09:00:00Z", "tags": ["late"]},
    {"content": "Elsewhere", "session_id": "t", "occurred_at": "2024-01-01T10:00:00Z", "metadata": {"a": 1}},
    {"content": "Nowhere", "occurred_at": "2024-01-01", "external_id": "x-1", "role": "user"},
    {"content": "A long story. " * 400, "occurred_at": "2024-01-02", "session_id": "t"},
]


def intakes(brain: Brain, turns: list[dict[str, Any]], keys: bool = True) -> list[Any]:
    asked = [EpisodeRequest.checked(**turn, skip_extraction=True) for turn in turns]
    settings = brain.engine.settings
    return [episode_input(one, brain.name, settings, f"k{n}" if keys else None)[0] for n, one in enumerate(asked)]


async def graph(brain: Brain) -> list[Any]:
    rows, _, _ = await brain.engine.store.driver.execute_query(EVERYTHING, brain=brain.name)
    told = []
    for row in rows:
        props = {k: v for k, v in row["props"].items() if k not in OF_THE_RUN}
        told.append((sorted(props.items()), row["next"], row["chunks"]))
    return told


@pytest.mark.parametrize("mode", ["semantic", "hybrid"])
async def test_many_leave_what_each_leaves_by_itself(memory: Memory, brain: Brain, mode: str) -> None:
    single = memory.brain(f"{brain.name}-single")
    for one in (brain, single):
        await one.configure(mode=mode)
    done = await store_verbatim(memory.engine, brain.name, intakes(brain, TURNS))
    for intake in intakes(single, TURNS):
        await remember(EpisodeProcessor(memory.engine), intake)
    assert [(kept[0].status, kept[1]) for kept in done if isinstance(kept, tuple)] == [("stored", False)] * len(TURNS)
    assert await graph(brain) == await graph(single)


async def test_sent_again_they_are_the_same_episodes_and_another_body_is_refused(memory: Memory, brain: Brain) -> None:
    first = await store_verbatim(memory.engine, brain.name, intakes(brain, TURNS[:3]))
    other = [TURNS[0], {**TURNS[1], "content": "How few?"}, TURNS[2], TURNS[4]]
    again = await store_verbatim(memory.engine, brain.name, intakes(brain, other))
    assert isinstance(again[1], IdempotencyMismatch)
    ids = [kept[0].episode_id for kept in (*first, *again) if not isinstance(kept, GraphmemError)]
    assert (ids[3], ids[4]) == (ids[0], ids[2])
    assert [kept[1] for kept in again if not isinstance(kept, GraphmemError)] == [True, True, False]
    assert len((await brain.episodes.list()).items) == 4


async def test_where_a_request_did_not_finish_sending_again_makes_them_findable(
    memory: Memory, brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(texts: Any) -> Any:
        raise DatabaseUnavailable("Neo4j is away.")

    with monkeypatch.context() as away:
        away.setattr(memory.models.embedder, "embed", broken)
        with pytest.raises(DatabaseUnavailable):
            await store_verbatim(memory.engine, brain.name, intakes(brain, TURNS[:2]))
    again = await store_verbatim(memory.engine, brain.name, intakes(brain, TURNS[:2]))
    assert [kept[1] for kept in again if isinstance(kept, tuple)] == [True, True]
    whole = memory.brain(f"{brain.name}-whole")
    await store_verbatim(memory.engine, whole.name, intakes(whole, TURNS[:2]))
    assert await graph(brain) == await graph(whole)


async def test_any_number_takes_two_transactions(memory: Memory, brain: Brain) -> None:
    for size in (2, 40):
        turns = [{"content": f"Turn {n} of {size}", "occurred_at": "2024-01-01"} for n in range(size)]
        with counted() as sent:
            await store_verbatim(memory.engine, brain.name, intakes(brain, turns, keys=False))
        assert (sent["BEGIN"], sent["RUN"], sent["COMMIT"]) == (2, 2, 2)


async def test_one_by_itself_that_could_not_be_embedded_is_made_findable_when_it_is_sent_again(
    memory: Memory, brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(texts: Any) -> Any:
        raise DatabaseUnavailable("Neo4j is away.")

    (intake,) = intakes(brain, TURNS[:1])
    with monkeypatch.context() as away:
        away.setattr(memory.models.embedder, "embed", broken)
        with pytest.raises(DatabaseUnavailable):
            await remember(EpisodeProcessor(memory.engine), intake)
    (again,) = intakes(brain, TURNS[:1])
    result, replayed = await remember(EpisodeProcessor(memory.engine), again)
    assert (result.status, replayed) == ("stored", True)
    assert result.recorded_at is not None
    ((props, _, _),) = await graph(brain)
    assert dict(props)["embedding"] is not None
    third, _ = await remember(EpisodeProcessor(memory.engine), intakes(brain, TURNS[:1])[0])
    assert (third.episode_id, third.recorded_at) == (result.episode_id, result.recorded_at)


async def test_what_somebody_extracts_while_it_is_embedded_is_not_only_kept_again(
    memory: Memory, brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    (intake,) = intakes(brain, TURNS[:1])
    embed = memory.models.embedder.embed

    async def meanwhile(texts: Any) -> Any:
        monkeypatch.setattr(memory.models.embedder, "embed", embed)
        (waiting,) = (await brain.episodes.list()).items
        await brain.episodes.replay(waiting.id)
        return await embed(texts)

    monkeypatch.setattr(memory.models.embedder, "embed", meanwhile)
    await remember(EpisodeProcessor(memory.engine), intake)
    (kept,) = (await brain.episodes.list()).items
    assert kept.status == "extracted"
