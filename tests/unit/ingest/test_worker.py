"""Workers: how long they wait before another attempt, and what becomes of an episode that cannot be extracted."""

from __future__ import annotations

import random
from typing import Any

import pytest

from graphmem.ingest.episodes.queue import ClaimedEpisode
from graphmem.ingest.worker import LONGEST_BACKOFF, SETUP_PAUSE, Workers, backoff, work
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.errors import DatabaseUnavailable, InvalidInput, ModelError, SetupError
from graphmem_contract.records import WriteResult
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.test_pipeline import SETTINGS, Engine
from tests.unit.ingest.test_process import claimed


class Processor:
    """Fails with an error, or extracts; notes what was marked as failed."""

    def __init__(self, error: Exception | None = None, **answers: Any) -> None:
        self.engine = Engine(FakeGraph(answers), Models(NoneExtractor(), None, HashEmbedder(8)))
        self.error, self.failed, self.processed = error, list[str](), 0

    async def process_claimed(self, brain: str, row: Any, timer: Any) -> WriteResult:
        self.processed += 1
        if self.error:
            raise self.error
        return WriteResult(episode_id=row["id"], status="extracted")

    async def fail(self, episode: Any, stored: Any, error: Exception, timer: Any) -> WriteResult:
        self.failed.append(f"{error}")
        return WriteResult(episode_id=stored.id, status="failed", success=False)


def due(attempts: int = 1, **changes: Any) -> ClaimedEpisode:
    return ClaimedEpisode("b", claimed(**changes)[0], "lease", attempts)


@pytest.mark.parametrize("attempts", range(1, 12))
def test_the_delay_doubles_with_each_attempt_up_to_a_limit(attempts: int) -> None:
    random.seed(attempts)
    settings = replace_settings(queue_backoff_sec=10.0)
    longest = min(10.0 * 2 ** (attempts - 1), LONGEST_BACKOFF)
    assert longest / 2 <= backoff(settings, attempts) <= longest


def test_a_provider_that_asks_for_more_time_gets_it() -> None:
    assert backoff(SETTINGS, 1, asked=900.0) == 900.0


def replace_settings(**changes: Any) -> Any:
    return SETTINGS.model_copy(update=changes)


async def test_an_extracted_episode_is_not_due_again() -> None:
    processor = Processor()
    assert await work(processor, due()) is None
    assert processor.processed == 1


async def test_a_passing_error_puts_the_episode_back_with_a_delay() -> None:
    processor = Processor(ModelError("503"), **{"queue/requeue": [{"id": "e"}]})
    delay = await work(processor, due())
    assert delay is not None
    (back,) = processor.engine.store.parameters["queue/requeue"]
    assert back["tried"] is True
    assert back["delayMs"] == round(delay * 1000)
    assert processor.failed == []


@pytest.mark.parametrize("attempts", [1, SETTINGS.queue_attempts])
async def test_a_message_waits_until_what_is_missing_is_installed(
    attempts: int, caplog: pytest.LogCaptureFixture
) -> None:
    processor = Processor(SetupError("pip install it"), **{"queue/requeue": [{"id": "e"}]})
    assert await work(processor, due(attempts)) is None, "a command that ends does not wait for it"
    (back,) = processor.engine.store.parameters["queue/requeue"]
    assert back["delayMs"] == SETUP_PAUSE * 1000
    assert (back["tried"], back["waitsFor"], back["error"]) == (False, "setup", "SetupError: pip install it")
    assert processor.failed == []
    assert "SetupError: pip install it" in caplog.text


async def test_the_log_quotes_no_error_that_may_quote_a_message(caplog: pytest.LogCaptureFixture) -> None:
    await work(Processor(ModelError("said: my secret"), **{"queue/requeue": [{"id": "e"}]}), due())
    assert "ModelError" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("error", "attempts"),
    [(InvalidInput("bad"), 1), (ModelError("503"), SETTINGS.queue_attempts)],
    ids=["caller", "last"],
)
async def test_an_error_of_the_caller_or_of_the_last_attempt_fails_the_episode(error: Exception, attempts: int) -> None:
    processor = Processor(error)
    assert await work(processor, due(attempts)) is None
    assert len(processor.failed) == 1


async def test_attempts_that_never_ended_are_given_up_without_another_one() -> None:
    processor = Processor()
    await work(processor, due(SETTINGS.queue_attempts + 1))
    assert processor.processed == 0
    assert "given up after" in processor.failed[0]


async def test_a_database_that_is_away_while_an_episode_is_put_back_is_told() -> None:
    def away(_: Any) -> Any:
        raise DatabaseUnavailable("gone")

    with pytest.raises(DatabaseUnavailable):
        await work(Processor(ModelError("503"), **{"queue/requeue": away}), due())


async def test_a_pool_of_none_starts_nothing() -> None:
    pool, processor = Workers(0), Processor()
    pool.hand(processor, "b")
    assert await pool.drain(0.1)
    assert processor.engine.store.calls["queue/claim"] == 0


async def test_a_pool_extracts_what_is_due_until_there_is_no_more() -> None:
    rows = [[{**claimed()[0], "brain": "b", "attempts": 1, "seen": 1}], []]
    processor = Processor(**{"queue/claim": lambda _: rows.pop(0) if rows else []})
    pool = Workers(1)
    pool.hand(processor, "b")
    assert await pool.drain(5.0)
    assert processor.processed == 1
