"""The readers of directives: by rules, and the prompt and answer of the one with a model."""

from __future__ import annotations

import pytest

from graphmem.models.directives.reader import DirectiveRequest, OfflineDirectiveReader, UserTurn
from graphmem.models.json_answers import Unfit, read_answer
from graphmem.models.openai.directive_reader import DIRECTIVES, PROMPT_CHARS, directives_prompt


def request(*texts: str) -> DirectiveRequest:
    return DirectiveRequest(tuple(UserTurn(text, "Ana") for text in texts))


async def test_the_rules_name_the_turn_of_each_directive() -> None:
    read = await OfflineDirectiveReader().read(
        request("Hello", "Always cite sources. I prefer tea.", "Ana: never use tabs")
    )
    assert [(found.turn, found.wish.text) for found in read.found] == [
        (1, "Always cite sources"), (1, "I prefer tea"), (2, "Never use tabs"),
    ]  # fmt: skip
    assert read.calls == ()


def test_the_prompt_keeps_its_size_and_numbers_the_turns() -> None:
    prompt = directives_prompt(request(*(f"turn {n}\n" + "x" * 3_000 for n in range(40))))
    assert len(prompt.text) <= PROMPT_CHARS
    assert "\n0: turn 0 x" in prompt.text
    assert "\n1: turn 1 x" in prompt.text


@pytest.mark.parametrize("answer", ["[]", "{}", '{"directives": null}', '{"directives": "none"}'])
def test_nonsense_is_no_list_of_directives(answer: str) -> None:
    with pytest.raises(Unfit):
        read_answer(answer, DIRECTIVES)


def test_what_a_model_finds_is_cleaned_and_what_it_forbids_has_no_value() -> None:
    answer = """{"directives": [
        {"turn": 0, "text": " Never suggest\\nfish ", "scope": "null", "kind": "rule", "wanted": "no",
         "topic": "Food", "value": "fish", "confidence": 7},
        {"turn": 1, "text": "I prefer tea", "scope": "at night", "kind": "preference", "wanted": "yes",
         "topic": "Drink", "value": "Tea", "confidence": null},
        {"turn": true, "text": "x"}, {"turn": -1, "text": "x"}, {"turn": 2, "text": null}]}"""
    first, second = read_answer(answer, DIRECTIVES)
    assert (first.wish.text, first.wish.scope, first.wish.kind, first.wish.likes) == (
        "Never suggest fish", None, "instruction", False,
    )  # fmt: skip
    assert (first.topics, first.wish.confidence) == ((), 1.0)
    assert (second.topics, second.wish.scope, second.wish.confidence) == ((("drink", "tea"),), "at night", 0.8)
