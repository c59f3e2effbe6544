"""Which waiting messages are read together, and what reads each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from graphmem.claims import Call, Claim, Extracted, Mention, Request
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import Stored
from graphmem.ingest.stages.entity_extract import request_of
from graphmem.ingest.transcripts import MOST_MESSAGES, WaitingEpisode, readers_of, transcripts_of
from graphmem.models.calls import calls_of, with_calls
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.openai.prompts import PROMPT_CHARS, transcript_prompt
from graphmem.observability.stage_timer import StageTimer
from graphmem_contract.errors import ModelAnswerInvalid, ModelAnswerTooLarge, ModelError, ModelTimeout
from graphmem_contract.records import SuppliedExtraction
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.test_pipeline import SETTINGS, Engine

CALL = Call("informed", "m", "prompt", "answer", 1.0)
CONTEXT = [{"types": [], "relations": [], "turns": [], "pieces": []}]


class Reader(NoneExtractor):
    """An extractor that reads transcripts: it gives what it was made with, or raises it."""

    wants_context = True

    def __init__(self, *found: Extracted, error: ModelError | None = None, alone: ModelError | None = None) -> None:
        self.found, self.error, self.alone = found, error, alone
        self.read: list[str] = []
        self.together: list[tuple[Request, ...]] = []

    async def transcript(self, requests: Sequence[Request]) -> tuple[Extracted, ...]:
        self.together.append(tuple(requests))
        if self.error:
            raise self.error
        return self.found

    async def mentions(self, request: Request) -> Extracted:
        self.read.append(request.content)
        if self.alone:
            raise self.alone
        return Extracted((), (), "informed", calls=(CALL,))


def engine(extractor: Any) -> Engine:
    return Engine(FakeGraph({"ingest/read_context": CONTEXT}), Models(extractor, None, HashEmbedder(8)))


def waiting(*contents: str, **options: Any) -> list[WaitingEpisode]:
    return [
        WaitingEpisode(
            EpisodeInput("b", f"e{n}", content, MOMENT, SETTINGS, speaker="Ana", session_id="s", **options),
            Stored(f"e{n}", MOMENT, (), False, "extracting", None),
        )
        for n, content in enumerate(contents, 1)
    ]


def with_settings(one: WaitingEpisode, **changes: Any) -> WaitingEpisode:
    return replace(one, episode=replace(one.episode, settings=SETTINGS.with_overrides(**changes)))


def sizes(given: Sequence[WaitingEpisode], extractor: Any = None) -> list[int]:
    return [len(group) for group in transcripts_of(given, engine(extractor or Reader()))]


def test_messages_with_equal_settings_are_read_together_and_others_split_them() -> None:
    one, two, three, four = waiting("a", "b", "c", "d")
    assert sizes([one, two, three, four]) == [4]
    for change in ({"instructions": "Be brief."}, {"language": "pt"}, {"model": "other"}, {"chunk_chars": 900}):
        assert sizes([one, with_settings(two, **change), with_settings(three, **change), four]) == [1, 2, 1], change


def test_the_order_is_kept_and_nothing_is_left_out() -> None:
    given = waiting(*"abcdef")
    given[2] = with_settings(given[2], language="pt")
    groups = transcripts_of(given, engine(Reader()))
    assert [one.episode.content for group in groups for one in group] == list("abcdef")


def test_a_long_message_and_a_supplied_one_go_alone() -> None:
    short, long = waiting("a", "x" * 5_001)
    (supplied,) = waiting("b", extraction=SuppliedExtraction())
    for alone in (long, supplied):
        assert sizes([short, short, alone, short, short]) == [2, 0, 2]


def test_a_transcript_has_at_most_the_characters_of_a_chunk_and_so_many_messages() -> None:
    assert sizes(waiting(*["x" * 2_000] * 5)) == [2, 2, 1]
    assert sizes(waiting(*"a" * (MOST_MESSAGES + 3))) == [MOST_MESSAGES, 3]


@pytest.mark.parametrize("chars", [1, 30, 60, 200, 700, 1_500, 2_200, 4_000])
def test_the_prompt_of_a_full_transcript_stays_within_its_limit(chars: int) -> None:
    given = [replace(one, episode=replace(one.episode, speaker="Melanie")) for one in waiting(*["m" * chars] * 60)]
    group, *_ = transcripts_of(given, engine(Reader()))
    assert len(transcript_prompt([request_of(one.episode) for one in group]).text) <= PROMPT_CHARS


def test_an_extractor_that_reads_no_transcripts_reads_one_by_one() -> None:
    assert sizes(waiting("a", "b"), NoneExtractor()) == [0, 0]


def found(*claims: Claim, mentions: Sequence[Mention] = (), calls: Sequence[Call] = ()) -> Extracted:
    return Extracted(tuple(mentions), claims, "informed", calls=tuple(calls))


async def asked(reader: Any) -> Extracted:
    got: Extracted = await reader.mentions(Request("text", MOMENT))
    return got


async def test_each_message_gets_its_part_and_the_first_one_the_call() -> None:
    likes = Claim("Ana", "likes", "tea", "Ana likes tea.")
    model = Reader(found(calls=(CALL,)), found(likes))
    timer = StageTimer()
    first, second = [await asked(one) for one in await readers_of(waiting("a", "b"), engine(model), timer)]
    assert (first.claims, first.calls, second.claims, second.calls) == ((), (CALL,), (likes,), ())
    assert first.transcript
    assert second.transcript
    assert (first.transcript.message, first.transcript.episodes, first.transcript.call_in) == (1, ("e1", "e2"), None)
    assert (second.transcript.message, second.transcript.episodes, second.transcript.call_in) == (2, (), "e1")
    assert (len(model.together), model.read) == (1, [])
    assert "transcript" in timer.stages


async def test_the_context_of_all_messages_takes_one_read() -> None:
    own = engine(Reader(found(), found()))
    await readers_of(waiting("a", "b"), own, StageTimer())
    assert own.store.calls == {"ingest/read_context": 1}
    assert len(own.store.parameters["ingest/read_context"][0]["pieces"]) == 2
    ((first, second),) = own.models.extractor.together
    assert (bool(first.ontology), bool(second.ontology)) == (True, False), "the first request has the context of all"


async def test_after_an_answer_that_cannot_be_used_each_message_is_read_alone_and_says_why() -> None:
    error = with_calls(ModelAnswerInvalid("no JSON"), [CALL])
    model = Reader(error=error)
    first, second = [await asked(one) for one in await readers_of(waiting("a", "b"), engine(model), StageTimer())]
    assert (first.calls, second.calls) == ((CALL, CALL), (CALL,)), "the failed call counts once"
    assert all("no JSON" in one.warnings[0] for one in (first, second))
    assert all(one.transcript and one.transcript.read_alone for one in (first, second))
    assert len(model.read) == 2


async def test_a_failure_of_the_single_read_carries_the_calls_before() -> None:
    model = Reader(error=with_calls(ModelAnswerInvalid("no JSON"), [CALL]), alone=ModelAnswerInvalid("again"))
    first, _ = await readers_of(waiting("a", "b"), engine(model), StageTimer())
    with pytest.raises(ModelAnswerInvalid) as failed:
        await asked(first)
    assert calls_of(failed.value) == (CALL,)


@pytest.mark.parametrize("kind", [ModelTimeout, ModelAnswerTooLarge])
async def test_a_server_that_always_fails_is_asked_once_more_and_not_for_every_message(kind: type[ModelError]) -> None:
    model = Reader(error=with_calls(kind("no answer"), [CALL]), alone=kind("no answer"))
    calls = []
    for reader in await readers_of(waiting(*"abcde"), engine(model), StageTimer()):
        with pytest.raises(kind) as failed:
            await asked(reader)
        calls.append(len(calls_of(failed.value)))
    assert (len(model.together), len(model.read)) == (1, 1)
    assert calls == [1, 0, 0, 0, 0], "the call counts once"


async def test_other_failures_of_single_messages_do_not_stop_the_rest() -> None:
    model = Reader(error=ModelTimeout("no answer"), alone=ModelAnswerInvalid("no JSON"))
    for reader in await readers_of(waiting(*"abc"), engine(model), StageTimer()):
        with pytest.raises(ModelError):
            await asked(reader)
    assert len(model.read) == 3


OSLO, ANA = Mention("Oslo", "place"), Mention("Ana", "person")


@pytest.mark.parametrize(
    ("text", "mentions", "alone"),
    [
        ("I always go to Oslo.", [OSLO], True),
        ("Off to Oslo.", [OSLO], False),
        ("I always forget.", [], False),
        ("I always forget.", [ANA], False),
    ],
    ids=["memorable and named", "not memorable", "nobody named", "only the speaker"],
)
async def test_a_memorable_message_of_which_the_answer_tells_nothing_is_read_alone(
    text: str, mentions: list[Mention], alone: bool
) -> None:
    model = Reader(found(Claim("Ana", "likes", "tea", "")), found(mentions=mentions))
    _, second = await readers_of(waiting("I like tea.", text), engine(model), StageTimer())
    await asked(second)
    assert bool(model.read) is alone
