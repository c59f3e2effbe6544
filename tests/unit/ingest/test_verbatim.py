"""Episodes stored without extraction, in batches: one result each, in their order, with one call to the embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.verbatim import StoredEpisode, store_verbatim
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.errors import Gone, IdempotencyMismatch, ModelError
from graphmem_contract.records import WriteResult
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings
from tests.unit.ingest.settled_rows import RECORDED


class Embedder(HashEmbedder):
    """Notes every call, and can fail."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__(16)
        self.calls: list[list[str]] = []
        self.fails = fails

    async def embed(self, texts: Sequence[str]) -> Any:
        self.calls.append(list(texts))
        if self.fails:
            raise ModelError("The embedder is away.")
        return await super().embed(texts)


class Engine:
    """Stores every episode; `rows` says what is different about some of them, by position."""

    def __init__(self, *rows: Mapping[str, Any], fails: bool = False) -> None:
        def stored(asked: Mapping[str, Any]) -> Rows:
            changes = {row["i"]: row for row in rows}
            found = [
                {
                    "i": i, "id": episode["id"], "recordedAt": RECORDED, "replayed": False, "status": "stored", "result": None,
                    "bodyHash": None, "previous": [], "settings": None, "late": False, "gone": False, "policy": None,
                    **changes.get(i, {}),
                }
                for i, episode in enumerate(asked["episodes"])
            ]  # fmt: skip
            return found[::-1]

        self.store: Any = FakeGraph({"ingest/store_episodes": stored})
        self.settings = settings()
        self.embedder = Embedder(fails=fails)
        self.models = Models(NoneExtractor(), None, self.embedder)

    @property
    def kept(self) -> dict[str, Mapping[str, Any]]:
        """The embeddings that were stored, by episode."""
        calls = self.store.parameters.get("ingest/index_episodes", [])
        return {row["id"]: row for call in calls for row in call["episodes"]}


def episode(id_: str, content: str = "I sing.", **more: Any) -> EpisodeInput:
    return EpisodeInput("ana", id_, content, MOMENT, settings(), speaker="Ana", skip_extraction=True, **more)


async def store(engine: Engine, *episodes: EpisodeInput) -> list[StoredEpisode]:
    return await store_verbatim(engine, "ana", episodes)


async def test_results_come_in_the_order_of_the_episodes() -> None:
    engine = Engine()
    results = await store(engine, episode("e1"), episode("e2"))
    expected = [WriteResult(episode_id=id_, status="stored", recorded_at=RECORDED) for id_ in ("e1", "e2")]
    assert results == [(result, False) for result in expected]


async def test_many_episodes_take_one_call_to_the_embedder_and_two_writes() -> None:
    engine = Engine()
    await store(engine, episode("e1", "I sing."), episode("e2", "I dance."), episode("e3", "I sing."))
    assert engine.embedder.calls == [["Ana: I sing.", "Ana: I dance."]]
    assert dict(engine.store.calls) == {"ingest/store_episodes": 1, "ingest/index_episodes": 1}


async def test_a_turn_is_embedded_alone_and_with_the_turns_before_it() -> None:
    engine = Engine({"i": 0, "previous": ["Bob: And you?"]})
    await store(engine, episode("e1"))
    assert engine.embedder.calls == [["Ana: I sing.", "Bob: And you?\nAna: I sing."]]
    row = engine.kept["e1"]
    assert (row["vector"] is None, row["contextVector"] is None, row["chunks"]) == (False, False, [])


async def test_long_content_is_embedded_by_its_chunks_only() -> None:
    engine = Engine()
    await store(engine, episode("e1", "A sentence of some length. " * 400))
    row = engine.kept["e1"]
    assert (row["vector"], row["contextVector"]) == (None, None)
    assert len(row["chunks"]) > 1
    assert all(chunk["vector"] is not None for chunk in row["chunks"])


async def test_an_answer_that_was_given_before_is_given_again_and_nothing_is_embedded() -> None:
    before = WriteResult(episode_id="first", status="stored", recorded_at=RECORDED)
    engine = Engine({"i": 0, "replayed": True, "result": before.model_dump_json()})
    assert await store(engine, episode("e1", idempotency_key="k")) == [(before, True)]
    assert (engine.embedder.calls, engine.kept) == ([], {})


async def test_a_repeated_episode_that_has_no_answer_yet_gets_its_embedding() -> None:
    engine = Engine({"i": 0, "replayed": True, "id": "first"})
    ((result, again),) = await store(engine, episode("e1", idempotency_key="k"))  # type: ignore[misc]
    assert (result.episode_id, again, set(engine.kept)) == ("first", True, {"first"})


async def test_one_refused_episode_does_not_hold_up_the_others() -> None:
    gone, mismatch = {"i": 0, "gone": True}, {"i": 2, "replayed": True, "bodyHash": "other"}
    engine = Engine(gone, mismatch)
    results = await store(engine, episode("e1"), episode("e2"), episode("e3", body_hash="own"))
    assert [type(result) for result in results] == [Gone, tuple, IdempotencyMismatch]
    assert set(engine.kept) == {"e2"}


async def test_the_settings_of_the_brain_count() -> None:
    engine = Engine({"i": 0, "settings": '{"mode": "raw"}'})
    await store(engine, episode("e1", "I sing.\nI dance."))
    assert [chunk["props"]["content"] for chunk in engine.kept["e1"]["chunks"]] == ["I sing.", "I dance."]


async def test_where_the_embedder_fails_they_are_stored_with_a_warning_and_upkeep_embeds_them() -> None:
    engine = Engine(fails=True)
    ((result, _),) = await store(engine, episode("e1"))  # type: ignore[misc]
    assert "Upkeep makes the missing vectors." in result.warnings[0]
    assert WriteResult.model_validate_json(engine.kept["e1"]["result"]) == result
    assert (engine.kept["e1"]["vector"], engine.store.calls["upkeep/vectors_due"]) == (None, 1)


async def test_no_episode_takes_no_call_to_the_embedder() -> None:
    engine = Engine()
    assert await store(engine) == []
    assert (engine.embedder.calls, engine.kept) == ([], {})
