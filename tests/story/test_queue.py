"""An episode in the queue is extracted once, even if a worker dies; an episode that cannot be extracted says why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claimed as Said, Extracted, Mention, Request
from graphmem.ingest.episodes.queue import ClaimedEpisode, Gate, claim, depth
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.worker import Workers, backoff, drain, work
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_contract.errors import (
    ConflictError,
    Gone,
    GraphmemError,
    InvalidInput,
    ModelError,
    ModelRefused,
    ModelTimeout,
    TooManyRequests,
)
from graphmem_contract.records import SuppliedExtraction
from tests.conftest import Server
from tests.story.staging import with_models
from tests.story.telling import extraction, fact, held, tell

TEA = extraction(fact("Ana", "likes", "tea", object_is_entity=False))
AT = "2024-01-01"


@pytest.fixture
def patient(test_settings: Settings) -> Settings:
    """Settings: no worker of this process claims anything; a failure is retried soon."""
    return test_settings.with_overrides(queue_backoff_sec=0.02, queue_attempts=3, lease_sec=60)


@pytest.fixture
def queued(brain: Brain, patient: Settings) -> Brain:
    """A brain whose process only stores."""
    return Brain(replace(brain.engine, workers=Workers(0), settings=patient), brain.name)


def reading(brain: Brain, script: Any) -> Brain:
    """The brain with an extractor that calls a function."""
    return with_models(brain, extractor=ScriptedExtractor(script))


async def store(brain: Brain, text: str = "I like tea", **options: Any) -> str:
    """Store one message with wait=False."""
    result = await brain.remember(text, occurred_at=AT, wait=False, **options)
    assert (result.status, result.success) == ("pending", True)
    return result.episode_id or ""


async def take(brain: Brain) -> ClaimedEpisode:
    """Claim the one due episode of the brain."""
    [claimed] = await claim(brain.engine.store, brain.engine.settings, brain.name)
    return claimed


async def work_off(brain: Brain, size: int = 2) -> None:
    await Workers(size).once(EpisodeProcessor(brain.engine), brain.name)


async def lapse(brain: Brain) -> None:
    """Let all leases and waits expire."""
    await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain}) SET e.leaseUntil = datetime('2020-01-01T00:00:00Z')", brain=brain.name
    )


async def row_of(brain: Brain, episode: str) -> dict[str, Any]:
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain, id: $id}) RETURN properties(e) AS e", brain=brain.name, id=episode
    )
    return dict(rows[0]["e"])


async def statements(brain: Brain) -> int:
    return (await brain.overview.stats()).statements


# --------------------------------------------------------------------------- claiming


async def test_many_workers_at_once_get_each_episode_once(queued: Brain) -> None:
    sent = {await store(queued, f"message {n}", extraction=TEA) for n in range(24)}
    engine = queued.engine

    async def taker() -> list[str]:
        got: list[str] = []
        while some := await claim(engine.store, engine.settings, queued.name, limit=2):
            got += [one.id for one in some]
        return got

    taken = [id_ for ids in await asyncio.gather(*(taker() for _ in range(8))) for id_ in ids]
    assert len(taken) == len(set(taken)), "none is taken twice"
    assert set(taken) == sent
    assert (await depth(engine.store, queued.name)).extracting == 24


async def test_what_is_due_longest_is_taken_first_and_the_rest_stays(queued: Brain) -> None:
    first, second = await store(queued, "one"), await store(queued, "two")
    assert [c.id for c in await claim(queued.engine.store, queued.engine.settings, queued.name)] == [first]
    left = await depth(queued.engine.store, queued.name)
    assert (left.pending, left.extracting) == (1, 1)
    assert left.oldest == (await queued.episodes.get(second)).recorded_at


async def test_a_worker_extracts_with_the_options_that_an_episode_came_with(queued: Brain) -> None:
    said = extraction(fact("Ana", "works_at", "Acme"))
    await store(queued, "…", extraction=said, valid_from_override="2019-05-01")
    await work_off(queued)
    [found] = await queued.facts(subject="Ana")
    assert f"{found.valid_from:%F}" == "2019-05-01"


async def test_what_a_process_began_and_never_finished_is_taken_over_after_its_lease(queued: Brain) -> None:
    episode = await store(queued, extraction=TEA)
    await take(queued)
    await work_off(queued)
    assert (await queued.episodes.get(episode)).status == "extracting", "somebody may be at it"
    await lapse(queued)
    await work_off(queued)
    assert (await queued.episodes.get(episode)).status == "extracted"
    assert (await row_of(queued, episode))["attempts"] == 2
    assert await statements(queued) == 1


async def test_a_call_that_dies_while_it_waits_is_taken_over_too(queued: Brain) -> None:
    class Killed(BaseException):
        pass

    def die(request: Request) -> SuppliedExtraction:
        raise Killed

    with pytest.raises(Killed):
        await reading(queued, die).remember("I like tea", occurred_at=AT)
    [left] = await queued.episodes.list()
    assert left.status == "extracting"
    await lapse(queued)
    await work_off(reading(queued, lambda _: TEA))
    assert (await queued.episodes.get(left.id)).status == "extracted"
    assert await held(queued, "Ana", "likes") == ["tea"]


async def test_a_slow_worker_whose_lease_has_passed_on_writes_nothing(queued: Brain) -> None:
    episode = await store(queued, extraction=TEA)
    slow = await take(queued)
    await lapse(queued)
    fast = await take(queued)
    assert slow.id == fast.id == episode
    engine = queued.engine
    await work(EpisodeProcessor(engine), slow)
    assert (await queued.episodes.get(episode)).status == "extracting"
    assert await statements(queued) == 0
    await work(EpisodeProcessor(engine), fast)
    await work(EpisodeProcessor(engine), slow)
    assert (await queued.episodes.get(episode)).status == "extracted"
    assert await statements(queued) == 1
    assert (await queued.overview.stats()).revision == 1


async def test_a_worker_that_fails_late_does_not_mark_what_another_has_in_hand(queued: Brain) -> None:
    episode = await store(queued)
    slow = await take(queued)
    await lapse(queued)
    await take(queued)

    def refuse(request: Request) -> SuppliedExtraction:
        raise ModelRefused("no such model")

    reader = reading(queued, refuse)
    await work(EpisodeProcessor(reader.engine), slow)
    assert (await queued.episodes.get(episode)).status == "extracting"


class Slow:
    """An extractor that takes longer than a lease lasts."""

    name = "slow"

    def __init__(self, meanwhile: Callable[[], Awaitable[None]]) -> None:
        self._meanwhile = meanwhile

    async def mentions(self, request: Request) -> Extracted:
        await self._meanwhile()
        return Extracted((Mention("Ana", "person"),), (), "informed")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Said:
        return Said(())


async def test_a_lease_does_not_pass_on_while_its_worker_lives(queued: Brain) -> None:
    short = queued.engine.settings.with_overrides(lease_sec=1)
    seen: list[ClaimedEpisode] = []

    async def meanwhile() -> None:
        for _ in range(8):
            await asyncio.sleep(0.2)
            seen.extend(await claim(queued.engine.store, short, queued.name))

    reader = with_models(queued, extractor=Slow(meanwhile), settings=short)
    result = await reader.remember("Ana waits.", occurred_at=AT)
    assert (result.status, seen) == ("extracted", [])


# --------------------------------------------------------------------------- retries


def failing(times: int, error: GraphmemError) -> Callable[[Request], SuppliedExtraction]:
    """An extractor that fails a number of times, then finds that Ana likes tea."""
    left = [times]

    def script(request: Request) -> SuppliedExtraction:
        left[0] -= 1
        if left[0] >= 0:
            raise error
        return TEA

    return script


async def test_what_fails_for_a_while_is_tried_again_and_lands_once(queued: Brain) -> None:
    reader = reading(queued, failing(2, ModelTimeout("too slow")))
    reader = Brain(replace(reader.engine, workers=Workers(2)), reader.name)
    episode = await store(reader)
    await drain()
    assert (await queued.episodes.get(episode)).status == "extracted"
    assert (await queued.episodes.get(episode)).error is None
    assert (await row_of(queued, episode))["attempts"] == 3
    assert await statements(queued) == 1


async def test_between_two_tries_it_waits_and_shows_what_went_wrong(queued: Brain) -> None:
    later = queued.engine.settings.with_overrides(queue_backoff_sec=600)
    reader = reading(
        Brain(replace(queued.engine, settings=later), queued.name), failing(1, ModelError("503 from afar"))
    )
    episode = await store(reader)
    await work_off(reader)
    waiting = await queued.episodes.get(episode)
    assert (waiting.status, waiting.error) == ("pending", "ModelError: 503 from afar")
    assert await claim(queued.engine.store, queued.engine.settings, queued.name) == []
    await lapse(queued)
    await work_off(reader)
    assert (await queued.episodes.get(episode)).status == "extracted"


async def test_after_the_last_try_it_has_failed_with_the_error_and_the_stage(queued: Brain) -> None:
    reader = reading(queued, failing(99, ModelTimeout("too slow")))
    reader = Brain(replace(reader.engine, workers=Workers(2)), reader.name)
    episode = await store(reader)
    await drain()
    failed = await queued.episodes.get(episode)
    assert failed.status == "failed"
    assert failed.error == "ModelTimeout: too slow (stage entity_extract)"
    assert (await queued.episodes.trace(episode))["failed_stage"] == "entity_extract"
    assert (await row_of(queued, episode))["attempts"] == 3


@pytest.mark.parametrize("error", [ModelRefused("no such model"), InvalidInput("not like this")])
async def test_what_another_try_would_not_change_fails_at_once(queued: Brain, error: GraphmemError) -> None:
    reader = reading(queued, failing(1, error))
    episode = await store(reader)
    await work_off(reader)
    failed = await queued.episodes.get(episode)
    assert failed.status == "failed"
    assert str(error) in (failed.error or "")
    assert (await row_of(queued, episode))["attempts"] == 1


async def test_an_episode_that_kills_its_workers_is_given_up(queued: Brain) -> None:
    episode = await store(queued, extraction=TEA)
    for _ in range(3):
        await take(queued)
        await lapse(queued)
    await work_off(queued)
    failed = await queued.episodes.get(episode)
    assert failed.status == "failed"
    assert "given up after 3 attempts" in (failed.error or "")
    assert (await queued.episodes.replay(episode)).status == "extracted", "a person may have it tried again"


async def test_one_that_fails_keeps_no_other_from_being_extracted(queued: Brain) -> None:
    def script(request: Request) -> SuppliedExtraction:
        if "broken" in request.content:
            raise ModelTimeout("too slow")
        return TEA

    reader = reading(queued, script)
    reader = Brain(replace(reader.engine, workers=Workers(2)), reader.name)
    for text in ("broken one", "fine one", "broken two", "fine two"):
        await store(reader, text)
    await drain()
    assert (await queued.overview.stats()).episodes == {"failed": 2, "extracted": 2}


def test_waits_grow_and_never_undercut_the_provider(patient: Settings) -> None:
    settings = patient.with_overrides(queue_backoff_sec=2)
    assert all(1 <= backoff(settings, 1) <= 2 for _ in range(50))
    assert all(8 <= backoff(settings, 4) <= 16 for _ in range(50))
    assert backoff(settings, 60) <= 300
    assert backoff(settings, 1, asked=42.0) == 42.0


# --------------------------------------------------------------------------- stopping


async def test_a_pool_that_stops_gives_back_what_it_cannot_finish(queued: Brain) -> None:
    begun = asyncio.Event()

    async def meanwhile() -> None:
        begun.set()
        await asyncio.sleep(60)

    reader = with_models(queued, extractor=Slow(meanwhile))
    pool = Workers(2)
    reader = Brain(replace(reader.engine, workers=pool), reader.name)
    episode = await store(reader)
    await asyncio.wait_for(begun.wait(), 20)
    await pool.stop(0.01)
    left = await row_of(queued, episode)
    assert (left["status"], left["attempts"], left.get("lease")) == ("pending", 0, None)
    await work_off(queued)
    assert (await queued.episodes.get(episode)).status == "extracted"


async def test_a_pool_that_stops_finishes_what_it_has_begun(queued: Brain) -> None:
    begun = asyncio.Event()

    async def meanwhile() -> None:
        begun.set()
        await asyncio.sleep(0.2)

    pool = Workers(1)
    reader = with_models(queued, extractor=Slow(meanwhile))
    reader = Brain(replace(reader.engine, workers=pool), reader.name)
    first, second = await store(reader, "one"), await store(reader, "two")
    await asyncio.wait_for(begun.wait(), 20)
    await pool.stop(30)
    assert (await queued.episodes.get(first)).status == "extracted"
    assert (await queued.episodes.get(second)).status == "pending"


async def test_a_serving_pool_takes_what_others_left_and_what_is_handed_to_it(queued: Brain) -> None:
    left = await store(queued, "left behind", extraction=TEA)
    pool = Workers(2)
    here = Brain(replace(queued.engine, workers=pool), queued.name)
    async with pool.serving(EpisodeProcessor(here.engine), here.name):
        own = await store(here, "handed over", extraction=TEA)
        await drain()
        assert {(await here.episodes.get(id_)).status for id_ in (left, own)} == {"extracted"}


# --------------------------------------------------------------------------- the limit


async def test_over_the_limit_nothing_more_is_taken_and_what_was_taken_is_extracted(queued: Brain) -> None:
    waiting = (await depth(queued.engine.store)).pending
    settings = queued.engine.settings.with_overrides(queue_limit=waiting + 3)
    busy = Brain(replace(queued.engine, workers=Workers(0), settings=settings), queued.name)
    for n in range(3):
        await store(busy, f"message {n}", extraction=TEA)
    with pytest.raises(TooManyRequests) as refused:
        await store(busy, "one too many", extraction=TEA)
    assert refused.value.retry_after
    assert (await busy.overview.stats()).episodes == {"pending": 3}
    assert (await busy.remember("waited for", occurred_at=AT, extraction=TEA)).status == "extracted"
    await work_off(busy)
    fresh = Brain(replace(busy.engine, workers=Workers(0)), busy.name)
    await store(fresh, "again", extraction=TEA)


async def test_the_queue_is_counted_once_a_second_at_most(queued: Brain) -> None:
    gate, settings = Gate(), queued.engine.settings
    counted: list[str] = []

    class Counting:
        async def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
            counted.append(name)
            return [{"pending": 0, "extracting": 0, "oldest": None}]

    await asyncio.gather(*(gate.check(Counting(), settings) for _ in range(50)))  # type: ignore[arg-type]
    assert counted == ["queue/depth"]


# --------------------------------------------------------------------------- repeated keys, and forgotten episodes


async def test_a_key_of_something_forgotten_is_gone(queued: Brain) -> None:
    first = await queued.remember("I like tea", occurred_at=AT, extraction=TEA, idempotency_key="k")
    await queued.episodes.forget(first.episode_id or "")
    for wait in (True, False):
        with pytest.raises(Gone):
            await queued.remember("I like tea", occurred_at=AT, extraction=TEA, idempotency_key="k", wait=wait)
    assert (await queued.overview.stats()).episodes == {}
    assert (await queued.remember("I like tea", occurred_at=AT, idempotency_key="l")).success
    with pytest.raises(Gone):
        await queued.episodes.replay(first.episode_id or "")


async def test_a_key_whose_first_request_died_is_taken_over_by_the_next(queued: Brain) -> None:
    class Killed(BaseException):
        pass

    def die(request: Request) -> SuppliedExtraction:
        raise Killed

    with pytest.raises(Killed):
        await reading(queued, die).remember("I like tea", occurred_at=AT, idempotency_key="k")
    await lapse(queued)
    again = await reading(queued, lambda _: TEA).remember("I like tea", occurred_at=AT, idempotency_key="k")
    assert (again.status, again.success, len(again.facts_added)) == ("extracted", True, 1)
    assert (await queued.overview.stats()).episodes == {"extracted": 1}


async def test_what_is_forgotten_while_it_is_extracted_leaves_nothing_and_the_answer_says_so(queued: Brain) -> None:
    async def meanwhile() -> None:
        [episode] = await queued.episodes.list()
        await queued.episodes.forget(episode.id)

    result = await with_models(queued, extractor=Slow(meanwhile)).remember("Ana is here.", occurred_at=AT)
    assert (result.status, result.success) == ("forgotten", False)
    assert "forgotten" in (result.error or "")
    stats = await queued.overview.stats()
    assert (stats.entities, stats.statements, stats.episodes) == (0, 0, {})


async def test_what_somebody_is_at_is_not_replayed_and_what_is_done_is_not_done_again(queued: Brain) -> None:
    episode = await store(queued, extraction=TEA)
    await take(queued)
    with pytest.raises(ConflictError):
        await queued.episodes.replay(episode)
    await lapse(queued)
    assert (await queued.episodes.replay(episode)).status == "extracted"
    again = await queued.episodes.replay(episode)
    assert (again.status, len(again.facts_added)) == ("extracted", 1), "the answer of the first time"
    assert (await queued.overview.stats()).revision == 1


# --------------------------------------------------------------------------- a turn that arrives late


async def derived(brain: Brain, episode: str) -> tuple[list[str], list[float]]:
    row = await row_of(brain, episode)
    return row["searchText"].split("\n"), row["contextEmbedding"]


@pytest.mark.parametrize("wait", [True, False])
async def test_a_turn_that_comes_late_into_its_session_stands_in_what_is_derived_for_those_after_it(
    queued: Brain, wait: bool
) -> None:
    other = Brain(queued.engine, f"{queued.name}-in-order")
    turns = [("2024-01-01", "one"), ("2024-01-02", "two"), ("2024-01-03", "three"), ("2024-01-04", "four")]
    ids: dict[tuple[str, str], str] = {}
    for brain, order in ((other, (0, 1, 2, 3)), (queued, (0, 2, 3, 1))):
        for number in order:
            at, text = turns[number]
            options = {"text": text, "session_id": "s", "speaker": "Ana"}
            if wait or number != 1:
                told = await tell(brain, at, fact("Ana", "likes", text, object_is_entity=False), **options)
            else:
                told = await brain.remember(text, occurred_at=at, session_id="s", speaker="Ana", wait=False)
                await work_off(brain)
            ids[brain.name, text] = told.episode_id or ""
    for text in ("three", "four"):
        assert await derived(queued, ids[queued.name, text]) == await derived(other, ids[other.name, text])
    assert "late" not in await row_of(queued, ids[queued.name, "two"])


async def test_what_was_handed_over_is_extracted_before_a_memory_closes(
    queued: Brain, server: Server, test_settings: Settings
) -> None:
    models, login = queued.engine.models, (server.user, server.password)
    async with Memory.open(server.uri, auth=login, settings=test_settings, models=models) as memory:
        for n in range(5):
            await store(memory.brain(queued.name), f"message {n}", extraction=TEA)
    assert (await queued.overview.stats()).episodes == {"extracted": 5}


async def test_memory_has_a_pool_as_large_as_it_is_told(memory: Memory) -> None:
    assert memory.workers.size == memory.settings.workers == 2
