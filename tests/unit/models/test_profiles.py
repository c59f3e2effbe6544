"""Profiles without a model, and the prompt and answer of the one with a model."""

from __future__ import annotations

import pytest

from graphmem.models.json_answers import Unfit, read_answer
from graphmem.models.openai.profile_writer import PROFILE, PROMPT_CHARS, profile_prompt
from graphmem.models.profiles.writer import OfflineProfileWriter, ProfileRequest, ToldFact


def request(*texts: str) -> ProfileRequest:
    return ProfileRequest("e", "Ana", "person", tuple(ToldFact(f"f{n}", text) for n, text in enumerate(texts)))


async def test_every_fact_is_told_in_order_where_all_fit() -> None:
    written = await OfflineProfileWriter().write(request("Ana likes tea", "Ana lives in\nPorto.", "She left!"))
    assert written.text == "Ana likes tea. Ana lives in Porto. She left!"
    assert written.fact_ids == ("f0", "f1", "f2")


async def test_no_fact_is_cut_and_a_shorter_one_fills_the_room() -> None:
    long, most = "a" * 700, "b" * 600
    written = await OfflineProfileWriter().write(request(long, most, "Ana likes tea", "c" * 480))
    assert written.fact_ids == ("f0", "f2", "f3")
    assert len(written.text) <= 1_200


async def test_nearly_all_of_three_hundred_tokens_are_used() -> None:
    texts = [f"Ana has met the person with the number {n} in town" for n in range(200)]
    written = await OfflineProfileWriter().write(request(*texts))
    assert 0.95 * 1_200 <= len(written.text) <= 1_200
    assert written.fact_ids == tuple(f"f{n}" for n in range(len(written.fact_ids)))


async def test_a_sentence_is_told_once() -> None:
    written = await OfflineProfileWriter().write(request("Ana likes tea.", "Ana likes tea", ""))
    assert (written.text, written.fact_ids) == ("Ana likes tea.", ("f0",))


def test_the_prompt_keeps_its_size_and_says_how_many_facts_it_has() -> None:
    prompt, told = profile_prompt(request(*(f"fact {n} " + "x" * 300 for n in range(200))))
    assert len(prompt.text) <= PROMPT_CHARS
    assert 0 < told < 200
    assert "fact 0 " in prompt.text
    assert f"fact {told} " not in prompt.text


@pytest.mark.parametrize("answer", ['{"profile": null}', '{"profile": ""}', '{"profile": "null"}', "[]", "{}"])
def test_nonsense_is_no_profile(answer: str) -> None:
    with pytest.raises(Unfit):
        read_answer(answer, PROFILE)


def test_a_long_answer_is_cut_after_a_sentence() -> None:
    text = read_answer('{"profile": "' + "Ana is a doctor. " * 200 + '"}', PROFILE)
    assert len(text) <= 1_200
    assert text.endswith("doctor.")
