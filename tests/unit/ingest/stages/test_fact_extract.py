"""Stage 3: the claims of an episode, and the source that each one has."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from graphmem.claims import Claim, Claimed, Extracted, ExtractedMentions, Request
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.entity_extract import entity_extract, source_of
from graphmem.ingest.stages.fact_extract import fact_extract
from graphmem.ingest.stages.records import Sourced
from graphmem_contract.records import Message, SuppliedExtraction, SuppliedFact
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings

TEA = Claim("Ana", "likes", "tea", "Ana likes tea", confidence=0.95)


class Asked:
    """An extractor of the staged way; `requests` counts the questions."""

    def __init__(self, *answers: Claimed) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []

    async def claims(self, request: Request, _: Any) -> Claimed:
        self.requests.append(request)
        return self.answers[min(len(self.requests), len(self.answers)) - 1]


def episode(content: str = "I like tea", **more: Any) -> EpisodeInput:
    return EpisodeInput("b", "e", content, MOMENT, settings(chunk_chars=500), **more)


async def sourced(given: EpisodeInput, *claims: Claim) -> Sourced:
    found = ExtractedMentions(source_of(given), Extracted((), claims, "informed"))
    return await fact_extract(given, found, Asked())  # type: ignore[arg-type]


async def test_claims_that_stage_1_has_found_are_not_asked_for() -> None:
    assert [claim for claim, _ in (await sourced(episode(), TEA)).claims] == [TEA]


async def test_open_claims_are_asked_for_chunk_by_chunk_and_count_once() -> None:
    given = episode(" ".join(f"Sentence number {n}." for n in range(60)))
    extractor = Asked(Claimed((TEA,), warnings=("w1",)), Claimed((TEA,), warnings=("w2",)))
    found = ExtractedMentions(source_of(given), Extracted((), None, "staged"))
    result = await fact_extract(given, found, extractor)  # type: ignore[arg-type]
    assert len(extractor.requests) > 2
    assert [claim for claim, _ in result.claims] == [TEA]
    assert result.warnings[:2] == ("w1", "w2")


@pytest.mark.parametrize(
    ("given", "second_hand"),
    [
        (episode(role="assistant"), True),
        (episode(role="user"), False),
        (episode(), False),
        (episode(messages=(Message(role="tool", content="a"), Message(role="assistant", content="b"))), True),
        (episode(messages=(Message(role="user", content="a"), Message(role="assistant", content="b"))), False),
        (episode(messages=(Message(role="user", content=" "), Message(role="assistant", content="b"))), True),
    ],
    ids=["assistant", "user", "nobody", "only assistants", "a user among them", "a silent user"],
)
async def test_what_only_assistants_said_is_second_hand(given: EpisodeInput, second_hand: bool) -> None:
    ((claim, source),) = (await sourced(given, TEA)).claims
    assert (source.second_hand, claim.confidence) == (second_hand, 0.8 if second_hand else 0.95)


CHAT = (
    Message(role="user", content="Where did I live before Ávila?"),
    Message(role="assistant", content="You lived in LISBON before Avila."),
)


@pytest.mark.parametrize(
    ("messages", "object_", "second_hand"),
    [
        (CHAT, "Lisbon", True),
        (CHAT, "Ávila", False),
        (CHAT, "a house in Lisbon", False),
        (CHAT, "Faro", False),
        ((*CHAT, Message(role="user", content="Yes, until May.")), "Lisbon", False),
        (
            (*CHAT, Message(role="user", content="Thanks!"), Message(role="assistant", content="Faro it is.")),
            "Faro",
            True,
        ),
    ],
    ids=["only the answer", "the user too", "in other words", "nobody", "the user replies to it", "the last answer"],
)
async def test_what_only_the_answer_of_a_chat_names_is_second_hand(
    messages: tuple[Message, ...], object_: str, second_hand: bool
) -> None:
    told = Claim("Ana", "lives_in", object_, "t", confidence=0.95)
    ((claim, source),) = (await sourced(episode(messages=messages), told)).claims
    assert (source.second_hand, claim.confidence) == (second_hand, 0.8 if second_hand else 0.95)


async def test_an_extractor_says_which_claim_of_a_chat_is_the_assistants() -> None:
    told = Claim("Ana", "lives_in", "Avila", "t", confidence=0.6, second_hand=True)
    found = (await sourced(episode(messages=CHAT), told, TEA)).claims
    assert [source.second_hand for _, source in found] == [True, False]


async def test_a_date_is_read_against_the_turn_in_which_it_stands() -> None:
    later = MOMENT + timedelta(days=3)
    messages = (Message(content="Hello", time=MOMENT), Message(content="I moved Yesterday", time=later))
    given = episode(messages=messages)
    dated = Claim("Ana", "lives_in", "Porto", "t", starts="yesterday")
    sources = [source for _, source in (await sourced(given, dated, TEA)).claims]
    assert [source.occurred_at for source in sources] == [later, MOMENT]


async def test_the_mark_of_an_absent_date_is_no_word_of_a_turn() -> None:
    messages = (Message(content="I was absent", time=MOMENT + timedelta(days=3)),)
    ((_, source),) = (await sourced(episode(messages=messages), TEA)).claims
    assert source.occurred_at == MOMENT


async def test_a_supplied_fact_keeps_its_confidence_its_way_of_names_and_its_episodes() -> None:
    fact = SuppliedFact(
        subject="Ana", relation="likes", object="tea", confidence=0.95, resolve="exact", episode_ids=("other", "e")
    )
    given = episode(role="assistant", extraction=SuppliedExtraction(facts=(fact,)))
    found = await entity_extract(given, Asked())  # type: ignore[arg-type]
    ((claim, source),) = (await fact_extract(given, found, Asked())).claims  # type: ignore[arg-type]
    assert (claim.confidence, source.resolve, source.episode_ids) == (0.95, "exact", ("e", "other"))
    assert not source.second_hand
