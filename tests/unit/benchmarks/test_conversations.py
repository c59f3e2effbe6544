"""What the evaluation of conversations answers as the model, compares, and counts."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from benchmarks.eval.conversation_checks import BrainReader, Told, is_unbroken, run_check
from benchmarks.eval.conversation_model import ScenarioModel
from benchmarks.eval.conversation_text import alike, holds_one, norm
from benchmarks.eval.conversations import VariantOutcome, report, variants_of
from graphmem.testing.scripted_server import RecordedRequest

LIVES = {
    "id": "1", "subject": "Ines", "relation": "lives_in", "object": "Évora", "text": "Ines lives in Évora.", "kind": "state",
    "valid_from": None, "valid_until": "2024-05-01T00:00:00Z", "holds_now": False,
}  # fmt: skip
KNOWS = {**LIVES, "id": "2", "subject": "Otto", "relation": "manages", "object": "Ines", "text": "Otto manages Ines."}

MARRIED = {
    **LIVES, "id": "3", "subject": "Ada", "relation": "married_to", "object": "Bo", "holds_now": True, "both": ("Ada", "Bo"),
}  # fmt: skip
"""A symmetric fact: the service finds it from either end, whichever the question names."""


def prompt(user: str, system: str = "", **body: Any) -> RecordedRequest:
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    return RecordedRequest("/v1/chat/completions", {"messages": messages, **body})


def scripted() -> ScenarioModel:
    model = ScenarioModel()
    texts = [
        {"text": "I moved.", "answers": [{"facts": ["a"]}, {"facts": ["b"]}]},
        {"text": "And now?", "answers": [{"facts": ["c"]}]},
    ]
    judge = {"names": {"Nes": "Ines", "Ana | Faro": "~bakery", "Zé": None}, "facts": [["Faro", "Évora", "contradicts"]]}
    model.play({"messages": texts, "judge": judge}, 1)
    return model


def test_short_texts_and_numbers_are_compared_as_words() -> None:
    assert norm("  ÉVORA\nsul ") == "evora sul"
    assert alike("Evora", "the town of Évora")
    assert not alike("Rio", "Mario")
    assert not alike("server1", "server12")
    assert holds_one("Faro|Évora", "in evora")


def test_the_model_answers_the_variant_of_the_message_that_comes_last() -> None:
    model = scripted()
    assert model.reply(prompt("I moved.", '"facts" "emotion"')) == {
        "facts": ["b"], "emotion": {"emotion": "neutral", "intensity": 0.0, "energy": "medium"},
    }  # fmt: skip
    assert model.reply(prompt("earlier: I moved.\nMessage: And  now?", '"facts"')) == {"facts": ["b"]}
    assert model.reply(prompt("earlier: I moved.\nMessage: And now?", '"facts"')) == {"facts": ["c"]}
    schema = {"json_schema": {"schema": {"properties": {"entities": {}}}}}
    assert model.reply(prompt("I moved.", '"facts"', response_format=schema)) == {"entities": []}


def test_the_model_answers_questions_as_the_judge_of_the_scenario() -> None:
    model = scripted()

    def chosen(name: str, sentence: str = "") -> int:
        candidates = [
            {"choice": 1, "name": "Bea", "facts": ["has a bakery"]},
            {"choice": 2, "name": "X", "aliases": ["Ines"]},
        ]
        asked = {"question": 1, "name": name, "sentence": sentence, "candidates": candidates}
        return int(model.reply(prompt(json.dumps(asked)))["answers"][0]["choice"])

    assert (chosen("nes"), chosen("Zé"), chosen("Ana", "in Faro"), chosen("Ana", "in Beja")) == (2, 0, 1, 0)
    known = [{"known": 1, "text": "Otto lives in Faro."}, {"known": 2, "text": "Otto lives in Évora."}]
    verdicts = {"question": 1, "new": "Otto moved to Faro.", "known": known}
    (answer,) = model.reply(prompt(json.dumps(verdicts)))["answers"]
    assert (answer["relation"], answer["known"]) == ("contradicts", 2)
    assert len(model.asked) == 5


async def served(check: dict[str, Any], facts: list[dict[str, Any]], recalled: list[dict[str, Any]] = ()) -> bool:  # type: ignore[assignment]
    def answer(request: httpx.Request) -> httpx.Response:
        path, params = request.url.path, request.url.params
        if path.endswith("/recall"):
            return httpx.Response(200, json={"facts": [{"fact": one} for one in recalled]})
        if path.endswith("/facts"):
            side = "subject" if "subject" in params else "object"
            found = [one for one in facts if params[side] in (one[side], *one.get("both", ()))]
            return httpx.Response(200, json={"facts": found})
        return httpx.Response(200, json={"id": path[-1]}) if path[-1] in "ab" else httpx.Response(404)

    transport = httpx.MockTransport(answer)
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        return (await run_check(BrainReader(client, "b"), check, ("2024-01-01T00:00:00Z",)))[0]


@pytest.mark.parametrize(
    ("check", "good"),
    [
        ({"kind": "facts", "expect": [], "forbid": ["Evora"]}, True),
        ({"kind": "facts", "expect": ["Evora"], "valid_at": "2024-01-01T00:00:00Z"}, True),
        ({"kind": "facts", "subject": "Ada", "expect": ["Bo"], "relations": ["married_to"]}, True),
        ({"kind": "facts", "expect": ["Faro"], "valid_at": "2024-01-01T00:00:00Z"}, False),
        ({"kind": "facts", "expect": ["Otto"], "relations": ["reports_to"], "valid_at": "2024-01-01T00:00:00Z"}, True),
        ({"kind": "nothing", "forbid_objects": ["Évora"]}, False),
        ({"kind": "nothing", "forbid_objects": ["Évora"], "relations": ["works_at"]}, True),
        ({"kind": "text", "contains_any": ["lives in"], "lacks": ["Faro"], "valid_at": "2024-01-01T00:00:00Z"}, True),
        ({"kind": "text", "contains_any": ["lives in"], "lacks": ["Ines"], "valid_at": "2024-01-01T00:00:00Z"}, False),
        ({"kind": "same", "names": ["a", "a"]}, True),
        ({"kind": "same", "names": ["a", "b"]}, False),
        ({"kind": "same", "names": ["a", "z"]}, False),
        ({"kind": "different", "names": ["a", "b", "z"]}, True),
    ],
)
async def test_a_check_reads_the_brain_over_rest(check: dict[str, Any], good: bool) -> None:
    assert await served({"subject": "Ines|Nes", **check}, [LIVES, KNOWS, MARRIED]) is good


async def test_recall_must_tell_first_what_is_wanted_and_not_tell_what_has_ended() -> None:
    other = {**LIVES, "text": "Ines lives in Faro.", "object": "Faro", "holds_now": True}
    check = {"kind": "recall", "question": "Where?", "in_first": 1, "contains": "Faro", "not_holding": ["Évora"]}
    assert await served(check, [], [other, LIVES])
    assert not await served(check, [], [LIVES, other])
    assert not await served({**check, "valid_at": "2024-01-01T00:00:00Z"}, [], [other, LIVES])


def test_a_fact_is_unbroken_if_it_holds_from_before_to_after() -> None:
    check = {"object": "Evora", "from": "2020-01-01", "to": "2024-01-01"}
    assert is_unbroken(Told("lives_in", "Évora", LIVES), check)
    assert not is_unbroken(Told("lives_in", "Évora", LIVES), {**check, "to": "2024-06-01"})
    assert not is_unbroken(Told("lives_in", "Évora", {**LIVES, "status": "corrected"}), check)


def test_the_figures_are_flat() -> None:
    bad = VariantOutcome("model", "m-1", "move", 0, 2, 1, ({"check": {}},))
    good = VariantOutcome("model", "n-1", "name", 0, 2, 2, ())
    assert report([bad, good]) == {
        "model": 0.5, "model.checks": 0.75, "model.n": 2, "model.move": 0.0, "model.name": 1.0,
    }  # fmt: skip
    assert report([]) == {}
    assert variants_of({"messages": [{"answers": [1]}, {"answers": [1, 2, 3]}]}) == 3
