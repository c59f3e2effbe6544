"""The reading of an episode: what it finds, and that it writes nothing."""

from __future__ import annotations

from dataclasses import replace

from graphmem.claims import Call
from graphmem.ingest.pipeline import read_episode
from graphmem.ingest.read_episode import ReadEpisode
from graphmem.ingest.trace import IngestProgress
from graphmem.observability.stage_timer import StageTimer
from tests.unit.ingest.test_pipeline import engine, episode


async def read(own: object) -> ReadEpisode:
    return await read_episode(episode(), own, (), StageTimer(), IngestProgress())  # type: ignore[arg-type]


async def test_a_reading_has_a_vector_for_every_text() -> None:
    found = await read(engine())
    assert {"Ana", "Acme", "Ana works at Acme"} <= found.batch.vectors.keys()
    assert found.searchable["vector"] is not None


async def test_a_reading_writes_nothing() -> None:
    own = engine()
    await read(own)
    assert not [name for name in own.store.calls if name in ("ingest/commit", "COMMIT")]


async def test_the_calls_and_warnings_of_both_stages_are_those_of_the_reading() -> None:
    found = await read(engine())
    first, second = (Call(purpose, "m", "", "", 1.0) for purpose in ("mentions", "claims"))
    mentions = replace(found.mentions, extracted=replace(found.mentions.extracted, calls=(first,), warnings=("a",)))
    both = replace(found, mentions=mentions, claims=replace(found.claims, calls=(second,), warnings=("b",)))
    assert (both.calls, both.warnings) == ((first, second), ("a", "b"))
