"""The user's own words take precedence over an assistant's words about the user."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.claims import Claim, Mention
from graphmem.memory import Memory
from graphmem_contract.records import Message, WriteResult
from graphmem_offline.extractor import OfflineExtractor
from tests.story.staging import Reading, with_models
from tests.story.telling import fact, held, only, spans, tell

NAMES = (Mention("Ana", "person"), Mention("Porto", "place"), Mention("Lisbon", "place"), Mention("Faro", "place"))


async def say(brain: Brain, role: str | None, at: str, where: str, *, sure: float = 0.95, **more: Any) -> WriteResult:
    claim = Claim("Ana", "lives_in", where, f"Ana lives in {where}", True, confidence=sure, **more)
    result = await with_models(brain, extractor=Reading(NAMES, (claim,))).remember("x", occurred_at=at, role=role)
    assert result.success
    return result


async def test_an_assistant_who_is_mistaken_does_not_move_the_user(brain: Brain) -> None:
    await say(brain, "user", "2024-01-01", "Porto")
    result = await say(brain, "assistant", "2024-02-01", "Lisbon")
    assert await held(brain, "Ana", "lives_in") == ["Porto"]
    assert (result.facts_added, result.facts_closed) == ((), ())
    assert [(f.object, f.reason) for f in result.facts_skipped] == [
        ("Lisbon", "the user said otherwise, and more surely")
    ]
    assert (await brain.overview.stats()).statements == 2, "what it said is kept"


async def test_what_an_assistant_adds_is_believed_with_less_confidence_and_confirms_the_user(brain: Brain) -> None:
    await say(brain, "assistant", "2024-01-01", "Porto")
    assert (await only(brain, "Ana", "lives_in")).confidence == 0.8
    await say(brain, "user", "2024-02-01", "Porto")
    kept = await only(brain, "Ana", "lives_in")
    assert (kept.confidence, kept.times_stated) == (0.95, 2)


async def test_the_user_corrects_the_assistant_and_an_unsure_user_is_overruled(brain: Brain) -> None:
    await say(brain, "assistant", "2024-01-01", "Porto")
    await say(brain, "user", "2024-02-01", "Lisbon", sure=0.6)
    assert await held(brain, "Ana", "lives_in") == ["Lisbon"]
    await say(brain, "assistant", "2024-03-01", "Faro")
    assert await held(brain, "Ana", "lives_in") == ["Faro"]


@pytest.mark.parametrize("action", ["ends", "never"])
async def test_an_assistant_neither_ends_nor_denies_what_the_user_said(brain: Brain, action: Any) -> None:
    await say(brain, "user", "2024-01-01", "Porto")
    result = await say(brain, "assistant", "2024-02-01", "Porto", action=action)
    assert await held(brain, "Ana", "lives_in") == ["Porto"]
    assert [w.split(":")[0] for w in result.warnings] == ["second_hand" if action == "ends" else "nothing_to_withdraw"]
    await say(brain, "user", "2024-03-01", "Porto", action=action)
    assert await held(brain, "Ana", "lives_in") == []


async def test_once_the_user_has_left_an_assistant_may_say_where_to(brain: Brain) -> None:
    await say(brain, "user", "2024-01-01", "Porto")
    await say(brain, "user", "2024-02-01", "Porto", action="ends")
    await say(brain, "assistant", "2024-03-01", "Lisbon")
    assert await held(brain, "Ana", "lives_in") == ["Lisbon"]


async def test_at_the_same_start_the_user_is_right_whoever_spoke_last_and_whatever_arrives_first(
    memory: Memory,
) -> None:
    said = [("user", "2024-01-02", "Porto"), ("assistant", "2024-01-05", "Lisbon"), ("assistant", "2024-01-03", "Faro")]
    found = set()
    for order in permutations(said):
        brain = memory.brain(f"roles-{uuid4()}")
        for role, at, where in order:
            await say(brain, role, at, where, starts="2023-01-01")
        found.add(tuple(sorted(await spans(brain, "Ana", "lives_in"))))
    assert found == {(("Porto", "2023-01-01", None),)}


async def test_supplied_facts_and_chats_with_the_user_in_them_are_first_hand(brain: Brain) -> None:
    await say(brain, "user", "2024-01-01", "Porto")
    await tell(brain, "2024-02-01", fact("Ana", "lives_in", "Lisbon", confidence=0.8), role="assistant")
    assert await held(brain, "Ana", "lives_in") == ["Lisbon"]
    claim = Claim("Ana", "lives_in", "Faro", "Ana lives in Faro", True, confidence=0.95)
    chat = [Message(role="assistant", content="Where now?"), Message(role="user", content="Faro.")]
    await with_models(brain, extractor=Reading(NAMES, (claim,))).remember(messages=chat, occurred_at="2024-03-01")
    assert (await only(brain, "Ana", "lives_in")).confidence == 0.95
    alone = [Message(role="assistant", content="You live in Porto."), Message(role="tool", content="Porto")]
    again = Claim("Ana", "lives_in", "Porto", "Ana lives in Porto", True, confidence=0.95)
    await with_models(brain, extractor=Reading(NAMES, (again,))).remember(messages=alone, occurred_at="2024-04-01")
    assert await held(brain, "Ana", "lives_in") == ["Faro"]


async def chat(brain: Brain, at: str, said: str, answer: str) -> WriteResult:
    turns = (Message(role="user", name="Ana", content=said), Message(role="assistant", content=answer))
    result = await with_models(brain, extractor=OfflineExtractor()).remember(messages=turns, occurred_at=at)
    assert result.success
    return result


@pytest.mark.needs_spacy
@pytest.mark.parametrize(
    "answer",
    [
        "You lived in Lisbon before.",
        "You live in Lisbon.",
        "You moved to Lisbon.",
        "You no longer live in Porto.",
        "Ana lives in Lisbon. (since 2024-01-01)",
    ],
)
async def test_an_agent_that_answers_from_memory_changes_no_fact_of_its_user(brain: Brain, answer: str) -> None:
    await chat(brain, "2024-01-01", "I live in Lisbon.", "Noted.")
    await chat(brain, "2024-02-01", "I moved to Porto.", "Have fun in Porto!")
    before = await spans(brain, "Ana", "lives_in")
    await chat(brain, "2024-03-01", "Where did I live before?", answer)
    assert await held(brain, "Ana", "lives_in") == ["Porto"]
    assert await spans(brain, "Ana", "lives_in") == before


@pytest.mark.needs_spacy
@pytest.mark.parametrize("said", ["I lived in Lisbon before.", "I lived in Lisbon.", "Before that I lived in Lisbon."])
async def test_a_former_home_told_without_a_date_does_not_replace_the_present_one(brain: Brain, said: str) -> None:
    await chat(brain, "2024-01-01", "I live in Porto.", "Noted.")
    await chat(brain, "2024-02-01", said, "I see.")
    assert await held(brain, "Ana", "lives_in") == ["Porto"]


@pytest.mark.needs_spacy
async def test_a_stale_answer_on_the_day_of_a_change_does_not_take_it_back(brain: Brain) -> None:
    await chat(brain, "2024-03-01T09:00:00Z", "I work at Acme.", "Noted.")
    await chat(brain, "2024-03-01T10:00:00Z", "I left Acme and joined Globex today.", "Congratulations!")
    before = await spans(brain, "Ana", "works_at")
    await chat(brain, "2024-03-01T11:00:00Z", "Where do I work?", "You work at Acme.")
    assert await held(brain, "Ana", "works_at") == ["Globex"]
    assert await spans(brain, "Ana", "works_at") == before
