"""Stage 1: what an extractor gets of an episode, and how the answers for its chunks are joined."""

from __future__ import annotations

from typing import Any

from graphmem.claims import Claim, Emotion, Extracted, Mention, Request
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.entity_extract import entity_extract, pieces_of, request_of, source_of
from graphmem.ingest.stages.prompt_context import PromptContext
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings

LONG = " ".join(f"Sentence number {n}." for n in range(60))


def episode(content: str = LONG, **more: Any) -> EpisodeInput:
    return EpisodeInput("b", "e", content, MOMENT, settings(chunk_chars=500), **more)


class Answering:
    """An extractor that gives the answers in turn; `requests` are what it was asked."""

    def __init__(self, *answers: Extracted) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []

    async def mentions(self, request: Request) -> Extracted:
        self.requests.append(request)
        return self.answers[min(len(self.requests), len(self.answers)) - 1]


ANA, TEA = Mention("Ana", "person"), Claim("Ana", "likes", "tea", "Ana likes tea")


async def test_long_content_is_asked_chunk_by_chunk_and_each_finding_counts_once() -> None:
    first = Extracted((ANA,), (TEA,), "informed", Emotion("calm", 0.2), warnings=("w1",))
    later = Extracted((ANA, Mention("Bruno")), (TEA,), "informed", Emotion("joy", 0.9), warnings=("w2",))
    extractor = Answering(first, later)
    found = (await entity_extract(episode(), extractor)).extracted  # type: ignore[arg-type]
    assert [request.content for request in extractor.requests] == [piece.content for piece in pieces_of(episode())]
    assert len(extractor.requests) > 2
    assert (found.mentions, found.claims) == ((ANA, Mention("Bruno")), (TEA,))
    assert found.emotion.emotion == "joy", "the strongest"
    assert found.warnings[:2] == ("w1", "w2")


async def test_claims_stay_open_if_they_are_open_for_one_chunk() -> None:
    extractor = Answering(Extracted((), (TEA,), "staged"), Extracted((), None, "staged"))
    assert (await entity_extract(episode(), extractor)).extracted.claims is None  # type: ignore[arg-type]


async def test_a_supplied_extraction_asks_no_extractor() -> None:
    extraction = SuppliedExtraction(entities=(SuppliedEntity(name="Ana", type="person"),))
    extractor = Answering()
    found = await entity_extract(episode(extraction=extraction), extractor)  # type: ignore[arg-type]
    assert (found.extracted.mentions, found.extracted.method, extractor.requests) == ((ANA,), "supplied", [])
    assert found.source.supplied


def test_each_piece_gets_its_own_known_lines_and_the_turns_before() -> None:
    context = PromptContext(known=(("first",), ("second",)), recent=("before",))
    request = request_of(episode("Hello", recent_messages=("sent",)), context, 1)
    assert (request.known, request.recent_messages) == (("second",), ("before",))
    assert request_of(episode("Hello", recent_messages=("sent",))).recent_messages == ("sent",)


def test_the_source_has_the_beginning_of_the_content_and_its_episode() -> None:
    source = source_of(episode("x" * 900, speaker="Ana", resolve="exact"))
    assert (len(source.sentence), source.episode_ids) == (500, ("e",))
    assert (source.speaker, source.resolve, source.supplied) == ("Ana", "exact", False)


def test_an_episode_of_one_piece_is_itself() -> None:
    short = episode("short")
    assert pieces_of(short) == [short]


class Limited(Answering):
    """An extractor that reads the first ten words of a message."""

    most_words = 10


async def test_an_extractor_with_a_budget_reads_as_far_as_it_goes_and_warns() -> None:
    extractor = Limited(Extracted((ANA,), (TEA,), "offline"))
    found = (await entity_extract(episode("one two three four, five six! " * 40), extractor)).extracted  # type: ignore[arg-type]
    assert [request.content for request in extractor.requests] == ["one two three four, five six! one two "]
    (warning,) = found.warnings
    assert "the first 38 of its 1,200 characters" in warning


async def test_a_message_within_the_budget_is_read_whole_and_without_a_warning() -> None:
    extractor = Limited(Extracted((ANA,), (TEA,), "offline"))
    found = (await entity_extract(episode("one two three four, five six! one two"), extractor)).extracted  # type: ignore[arg-type]
    assert found.warnings == ()
    assert len(extractor.requests[0].content) == 37
