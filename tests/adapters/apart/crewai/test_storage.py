"""The contract of a storage: the same assertions on CrewAI's own storage and on graphmem's, with two embedders."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from crewai.memory.storage.backend import StorageBackend
from crewai.memory.storage.lancedb_storage import LanceDBStorage
from crewai.memory.types import MemoryRecord

from graphmem_client import ClientBrainSync, GraphmemClient
from graphmem_client.integrations.crewai import GraphmemStorage, memory_tools
from graphmem_client.integrations.crewai.embedder import TextEmbedder
from tests.adapters.apart.conftest import told
from tests.adapters.support import PutsNothing

AT = datetime(2024, 5, 1, 12, 0)  # noqa: DTZ001 - as CrewAI has it
WORDS = ("ana", "lives", "in", "porto", "likes", "tea", "bo")


def of_words(texts: list[str]) -> list[list[float]]:
    """Vectors of length 1 that are alike where texts share words."""
    vectors = []
    for text in texts:
        counted = [float(text.lower().strip(".?").split().count(word)) for word in WORDS]
        length = sum(x * x for x in counted) ** 0.5 or 1.0
        vectors.append([x / length for x in counted])
    return vectors


@dataclass
class Kept:
    """A storage with the embedder of its memory."""

    storage: Any
    embedder: Callable[[list[str]], list[list[float]]]

    def record(self, id: str, content: str, scope: str = "/", day: int = 0, **more: Any) -> MemoryRecord:
        created = AT + timedelta(days=day)
        times = {"created_at": created, "last_accessed": created}
        return MemoryRecord(id=id, content=content, scope=scope, embedding=self.embedder([content])[0], **times, **more)

    def found(self, question: str, **options: Any) -> list[str]:
        return [record.id for record, _ in self.storage.search(self.embedder([question])[0], **options)]

    def filled(self) -> Kept:
        """Save three records."""
        self.storage.save([
            self.record("porto", "Ana lives in Porto.", "/people/ana", 1, categories=["home"], metadata={"n": 1}),
            self.record("tea", "Ana likes tea.", "/people/ana/likes", 3, categories=["taste", "home"]),
            self.record("bo", "Bo likes tea.", "/people/bo", 2, metadata={"n": 2}),
        ])  # fmt: skip
        return self


@pytest.fixture(params=["lancedb", "graphmem, by text", "graphmem, by vector"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    if request.param == "lancedb":
        yield Kept(LanceDBStorage(tmp_path / "lance"), of_words)
        return
    storage = GraphmemStorage(request.getfixturevalue("brain"))
    yield Kept(storage, storage.embedder if request.param.endswith("text") else of_words)


def test_a_record_comes_back_as_it_was_saved(kept: Kept) -> None:
    assert isinstance(kept.storage, StorageBackend)
    whole = kept.record(
        "1", "Ana likes tea ☕.", "/people/ana", categories=["taste"], metadata={"n": 1.5, "by": {"who": ["Ana"]}},
        importance=0.25, source="s-1", private=True,
    )  # fmt: skip
    kept.storage.save([whole, kept.record("2", "Ana lives in Porto.")])
    kept.storage.save([])
    found = kept.storage.get_record("1")
    assert found.model_dump() == whole.model_dump()
    assert kept.storage.get_record("2").scope == "/"
    assert kept.storage.get_record("3") is None


def test_nothing_is_in_an_empty_storage(kept: Kept) -> None:
    storage = kept.storage
    assert kept.found("Ana") == []
    assert storage.list_records() == storage.list_scopes() == []
    assert storage.get_record("1") is None
    assert (storage.count(), storage.list_categories(), storage.delete(record_ids=["1"])) == (0, {}, 0)
    info = storage.get_scope_info("/people/")
    assert (info.path, info.record_count, info.oldest_record, info.child_scopes) == ("/people", 0, None, [])
    storage.reset()


def test_the_most_alike_come_first(kept: Kept) -> None:
    kept.filled()
    assert kept.found("Ana lives in Porto") == ["porto", "tea", "bo"]
    assert kept.found("Ana lives in Porto", limit=2) == ["porto", "tea"]
    results = kept.storage.search(kept.embedder(["Bo likes tea."])[0])
    assert results[0][0].id == "bo"
    scores = [score for _, score in results]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == pytest.approx(1, abs=1e-3)
    assert all(0.3 < score < 0.9 for score in scores[1:])
    assert kept.found("Bo likes tea.", min_score=0.95) == ["bo"]


def test_a_search_is_within_a_scope_and_what_is_asked_of_a_record(kept: Kept) -> None:
    kept.filled()
    assert set(kept.found("Ana", scope_prefix="/people/ana")) == {"porto", "tea"}
    assert kept.found("Ana", scope_prefix="/people/ana/likes") == ["tea"]
    assert kept.found("Ana", scope_prefix="/nobody") == []
    assert len(kept.found("Ana", scope_prefix="/")) == 3
    assert kept.found("Ana", categories=["taste", "other"]) == ["tea"]
    assert kept.found("Ana", metadata_filter={"n": 2}) == ["bo"]
    assert kept.found("Ana", metadata_filter={"n": 2}, categories=["home"]) == []
    assert kept.found("Ana", categories=["home"], limit=1) in (["porto"], ["tea"])


def test_a_record_is_replaced(kept: Kept) -> None:
    kept.filled()
    old = kept.storage.get_record("porto")
    vector = kept.embedder(["Bo likes Porto."])[0]
    kept.storage.update(old.model_copy(update={"content": "Bo likes Porto.", "embedding": vector, "importance": 1.0}))
    found = kept.storage.get_record("porto")
    assert (found.content, found.importance, found.created_at) == ("Bo likes Porto.", 1.0, old.created_at)
    assert kept.found("Bo likes Porto.", min_score=0.95) == ["porto"]
    kept.storage.update(found.model_copy(update={"scope": "/places"}))
    assert kept.storage.list_scopes("/") == ["/people", "/places"]
    assert kept.found("Bo likes Porto.", scope_prefix="/people", min_score=0.95) == []
    kept.storage.update(kept.record("new", "Bo likes Porto."))
    assert kept.storage.count() == 4
    assert kept.storage.get_record("new").content == "Bo likes Porto."


def test_records_are_listed_newest_first(kept: Kept) -> None:
    kept.filled()
    assert [record.id for record in kept.storage.list_records()] == ["tea", "bo", "porto"]
    assert [record.id for record in kept.storage.list_records("/people/ana")] == ["tea", "porto"]


@pytest.mark.newest
def test_records_are_listed_in_pages(kept: Kept) -> None:
    kept.filled()
    assert [record.id for record in kept.storage.list_records(limit=1, offset=1)] == ["bo"]
    assert kept.storage.list_records(limit=0) == kept.storage.list_records(offset=9) == []


def test_scopes_and_categories_are_told(kept: Kept) -> None:
    storage = kept.filled().storage
    assert storage.list_scopes() == ["/people"]
    assert storage.list_scopes("/people") == ["/people/ana", "/people/bo"]
    assert storage.list_scopes("/people/bo") == []
    assert storage.list_categories() == {"home": 2, "taste": 1}
    assert storage.list_categories("/people/bo") == {}
    assert (storage.count(), storage.count("/"), storage.count("/people/ana"), storage.count("/x")) == (3, 3, 2, 0)
    info = storage.get_scope_info("/people/ana")
    assert (info.record_count, info.categories, info.child_scopes) == (2, ["home", "taste"], ["/people/ana/likes"])
    assert (info.oldest_record, info.newest_record) == (AT + timedelta(days=1), AT + timedelta(days=3))


@pytest.mark.parametrize(
    ("conditions", "gone"),
    [
        ({}, {"porto", "tea", "bo"}),
        ({"record_ids": ["tea", "none", "tea"]}, {"tea"}),
        ({"categories": ["home"]}, {"porto", "tea"}),
        ({"categories": ["home"], "scope_prefix": "/people/ana/likes"}, {"tea"}),
        ({"metadata_filter": {"n": 1}}, {"porto"}),
        ({"older_than": AT + timedelta(days=2)}, {"porto"}),
        ({"scope_prefix": "/people/ana"}, {"porto", "tea"}),
        ({"scope_prefix": "/people", "categories": ["home"], "older_than": AT + timedelta(days=3)}, {"porto"}),
    ],
)
def test_records_are_deleted(kept: Kept, conditions: Any, gone: set[str]) -> None:
    storage = kept.filled().storage
    assert storage.delete(**conditions) == len(gone)
    assert {record.id for record in storage.list_records()} == {"porto", "tea", "bo"} - gone


def test_a_scope_is_emptied(kept: Kept) -> None:
    storage = kept.filled().storage
    storage.reset("/people/ana")
    assert [record.id for record in storage.list_records()] == ["bo"]
    storage.reset()
    assert storage.count() == 0


async def test_it_may_be_asked_asynchronously(kept: Kept) -> None:
    await kept.storage.asave([kept.record("1", "Ana likes tea.", "/a"), kept.record("2", "Bo likes tea.", "/b")])
    found = await kept.storage.asearch(kept.embedder(["Ana likes tea."])[0], scope_prefix="/a", limit=5)
    assert [record.id for record, _ in found] == ["1"]
    assert await kept.storage.adelete(scope_prefix="/a") == 1
    assert kept.storage.count() == 1


def test_a_vector_of_another_embedder_is_refused(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain), of_words).filled()
    with pytest.raises(ValueError, match="7 numbers"):
        kept.storage.search([1.0, 2.0])
    assert kept.storage.get_record("porto").embedding == pytest.approx(of_words(["Ana lives in Porto."])[0])


def test_the_service_searches_by_text(brain: ClientBrainSync) -> None:
    storage = GraphmemStorage(brain)
    kept = Kept(storage, storage.embedder).filled()
    items = brain.items.search(("crewai",), query="Ana lives in Porto.")
    assert all("vector" not in item.value for item in items)
    scores = {record.id: score for record, score in storage.search(storage.embedder(["Ana lives in Porto."])[0])}
    assert scores["porto"] == pytest.approx(1)
    cosine = next(2 * (item.score or 0) - 1 for item in items if item.key == "bo")
    assert scores["bo"] == pytest.approx(1 / (1 + (2 - 2 * cosine)))  # LanceDB: the square of the distance
    assert kept.found("Ana lives in Porto.", min_score=0.6) == ["porto"]


def test_records_are_told_once_and_private_ones_never(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain), of_words).filled()
    kept.storage.save([kept.record("secret", "Ana has a secret.", private=True)])
    assert told(brain) == ["Ana likes tea.", "Ana lives in Porto.", "Bo likes tea."]
    (episode,) = [e for e in brain.episodes.list(limit=10) if e.content == "Bo likes tea."]
    assert (episode.source, episode.metadata) == ("crewai", {"scope": "/people/bo", "key": "bo"})
    assert episode.occurred_at.isoformat() == "2024-05-03T12:00:00+00:00"
    record = kept.storage.get_record("bo")
    kept.storage.update(record.model_copy(update={"importance": 1.0}))
    assert len(told(brain)) == 3
    kept.storage.update(record.model_copy(update={"content": "Bo likes coffee."}))
    assert "Bo likes coffee." in told(brain)
    kept.storage.delete(record_ids=["bo"])
    assert told(brain) == ["Ana likes tea.", "Ana lives in Porto."]


def test_what_is_moved_is_still_forgotten(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain), of_words).filled()
    kept.storage.update(kept.storage.get_record("tea").model_copy(update={"scope": "/tea"}))
    assert len(told(brain)) == 3
    kept.storage.reset("/tea")
    assert told(brain) == ["Ana lives in Porto.", "Bo likes tea."]


def test_what_was_told_may_stay_or_not_be_told(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain, forget=False), of_words).filled()
    kept.storage.reset()
    assert len(told(brain)) == 3
    Kept(GraphmemStorage(brain, remember=False), of_words).filled()
    assert len(told(brain)) == 3


def test_conditions_are_met_together(brain: ClientBrainSync) -> None:
    storage = Kept(GraphmemStorage(brain), of_words).filled().storage
    assert storage.delete("/people/ana", older_than=AT + timedelta(days=1)) == 0
    assert storage.delete(record_ids=[]) == 0
    assert storage.delete(record_ids=["tea"], scope_prefix="/people/bo") == 0
    assert storage.delete(record_ids=["tea", "bo"], scope_prefix="/people/bo") == 1


def test_there_may_be_more_records_than_a_page_has(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain, remember=False), of_words)
    kept.storage.save([kept.record(f"{number:03}", f"Ana likes tea {number}.", day=number) for number in range(501)])
    assert kept.storage.count() == 501
    assert [record.id for record in kept.storage.list_records(limit=2)] == ["500", "499"]
    assert len(kept.found("Ana likes tea", limit=501)) == 501
    assert kept.storage.delete() == 501


def test_a_star_is_a_scope_like_others(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain), of_words)
    kept.storage.save([kept.record("1", "Ana likes tea.", "/a/x"), kept.record("2", "Bo likes tea.", "/*/y")])
    assert kept.storage.list_scopes("/*") == ["/*/y"]
    assert kept.storage.delete(record_ids=["1", "2"], scope_prefix="/*") == 1


async def test_an_asynchronous_brain_is_refused(url: str) -> None:
    async with GraphmemClient(url) as client:
        with pytest.raises(TypeError, match="GraphmemClientSync"):
            GraphmemStorage(client.brain("ana"))  # type: ignore[arg-type]


def test_a_copy_is_the_same_storage(brain: ClientBrainSync) -> None:
    storage = GraphmemStorage(brain)
    both = copy.deepcopy({"storage": storage, "embedder": storage.embedder})
    assert both["storage"] is storage
    assert both["embedder"] is storage.embedder


def test_the_embedder_knows_the_latest_texts() -> None:
    embedder = TextEmbedder()
    first = embedder(["a text"])[0]
    assert embedder(["a text"])[0] == first != embedder(["a texT"])[0]
    assert embedder.text_of(first) == "a text"
    embedder([str(number) for number in range(10_000)])
    assert embedder.text_of(first) is None
    assert embedder.text_of(embedder(["9999"])[0]) == "9999"


def test_a_record_is_kept_if_its_text_cannot_be_remembered(
    brain: ClientBrainSync, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Any] = []
    storage = GraphmemStorage(
        brain, speaker="Ana", on_error=lambda error, during: heard.append((type(error).__name__, during))
    )
    kept = Kept(storage, storage.embedder)
    long = kept.record("long", "I like tea. " * 20_000)
    storage.save([kept.record("1", "I live in Porto."), long, kept.record("2", "I have a dog.")])
    assert storage.count() == 3
    assert storage.get_record("long").content == long.content  # type: ignore[union-attr]
    assert heard == [("TooLarge", "remember")]
    assert told(brain) == ["I have a dog.", "I live in Porto."]
    assert {episode.speaker for episode in brain.episodes.list(limit=10)} == {"Ana"}
    GraphmemStorage(brain).update(long.model_copy(update={"content": long.content + "And rum."}))
    assert "remember failed: TooLarge" in caplog.text
    assert storage.get_record("long").content.endswith("And rum.")  # type: ignore[union-attr]


def test_a_save_that_is_repeated_is_one_episode(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain), of_words)
    record = kept.record("1", "Ana likes tea.", "/ana")
    for call in ("save", "update"):
        with pytest.raises(ConnectionError):
            getattr(GraphmemStorage(PutsNothing(brain)), call)([record] if call == "save" else record)  # type: ignore[arg-type]
    kept.storage.save([record])
    assert told(brain) == ["Ana likes tea."]
    kept.storage.delete()
    assert told(brain) == []


def test_a_record_that_moves_there_and_back_stays_known(brain: ClientBrainSync) -> None:
    kept = Kept(GraphmemStorage(brain), of_words)
    kept.storage.save([kept.record("1", "Ana likes tea.", "/a")])
    for scope in ("/b", "/a", "/b", "/a"):
        kept.storage.update(kept.record("1", "Ana likes tea.", scope))
        assert told(brain) == ["Ana likes tea."]
    assert kept.storage.count() == 1


def test_a_vector_is_refused_where_no_record_has_one(brain: ClientBrainSync) -> None:
    storage = GraphmemStorage(brain)
    assert storage.search([1.0, 2.0]) == []
    Kept(storage, storage.embedder).filled()
    with pytest.raises(ValueError, match=r"embedder=storage\.embedder"):
        storage.search([1.0, 2.0])
    assert storage.search([1.0, 2.0], scope_prefix="/nobody") == []


def test_a_long_or_odd_question_asks_with_its_beginning(brain: ClientBrainSync) -> None:
    storage = GraphmemStorage(brain)
    kept = Kept(storage, storage.embedder).filled()
    assert kept.found("Ana lives in Porto.\0\ud83d" + " Tell me." * 30_000, limit=1) == ["porto"]
    recall = memory_tools(brain)[0]
    assert "Ana lives in Porto." in recall.run(question="Where does Ana live in Porto?" + " Tell me." * 30_000)
