"""Observations without a model by counting, and the prompt and answer of the observer with a model."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.models.json_answers import Unfit, read_answer
from graphmem.models.observations.observer import ObservationRequest, ObservedFact
from graphmem.models.observations.rules import CountingObserver, patterns, themes, trends
from graphmem.models.openai.observer import OBSERVATIONS, PROMPT_CHARS, _supported, observation_prompt


def fact(subject: str, relation: str, object_: str, n: int = 0, **more: Any) -> ObservedFact:
    id_ = f"{subject} {relation} {object_} {n}"
    return ObservedFact(id_, subject.lower(), subject, relation, object_.lower(), object_, f"{id_}.", **more)


def on(year: int) -> datetime:
    return datetime(year, 1, 1, tzinfo=UTC)


def test_what_three_share_now_is_a_pattern() -> None:
    shared = [fact(name, "works_at", "Acme") for name in ("Ana", "Bruno", "Clara")]
    (found,) = patterns(shared)
    assert found.text == "Ana, Bruno and Clara share “works at” Acme."
    assert found.fact_ids == tuple(one.id for one in shared)
    assert (found.kind, found.key) == ("pattern", "pattern works_at acme")
    assert list(patterns(shared[:2])) == []
    assert list(patterns([*shared[:2], fact("Clara", "works_at", "Acme", holds=False)])) == []
    assert list(patterns([*shared[:2], fact("Ana", "works_at", "Acme", 1)])) == [], "one entity counts once"


def test_values_that_follow_one_another_are_a_trend() -> None:
    homes = [
        fact("Ana", "lives_in", "Bergen", since=on(2024)),
        fact("Ana", "lives_in", "Porto", since=on(2020), until=on(2022), holds=False),
        fact("Ana", "lives_in", "Lisbon", since=on(2022), until=on(2024), holds=False),
    ]
    (found,) = trends(homes)
    assert found.text == "Ana has changed “lives in” 2 times: Porto → Lisbon → Bergen."
    assert list(trends(homes[:2])) == []
    beside = [fact("Ana", "likes", name, since=on(2020)) for name in ("tea", "chess", "go")]
    assert list(trends(beside)) == [], "they hold side by side"


def test_whom_a_quarter_of_the_facts_are_about_is_a_theme() -> None:
    about = [fact("Orion", f"relation_{n}", f"thing {n}", is_entity=False) for n in range(5)]
    others = [fact(f"Person {n}", "likes", f"tea {n}", is_entity=False) for n in range(15)]
    (found,) = themes([*about, *others])
    assert found.text == "5 of the 20 newest facts are about Orion."
    assert list(themes([*about, *others, fact("One", "likes", "go")])) == [], "less than a quarter"
    assert list(themes(about[:4])) == []


async def test_at_most_five_with_most_support_first() -> None:
    facts = [fact(f"P{firm}{n}", "works_at", f"Firm {firm}") for firm in range(7) for n in range(3 if firm else 6)]
    found = (await CountingObserver().observe(ObservationRequest(tuple(facts)))).observations
    assert len(found) == 5
    assert len(found[0].fact_ids) == 6
    assert found[0].confidence == 0.9
    assert (await CountingObserver().observe(ObservationRequest(()))).observations == ()


def test_the_prompt_keeps_its_size_and_has_the_newest_facts() -> None:
    facts = tuple(fact(f"P{n} " + "x" * 280, "likes", "tea") for n in range(200))
    prompt, told = observation_prompt(ObservationRequest(facts, ("P1 likes tea." * 50,)))
    assert len(prompt.text) <= PROMPT_CHARS
    assert 0 < told < 200
    assert "\n1 P0 " in prompt.text


def answer(**more: Any) -> dict[str, Any]:
    return {
        "kind": "theme",
        "title": "Tea",
        "text": "They like tea.",
        "facts": [1, 2],
        "confidence": 0.7,
        "importance": 2,
        **more,
    }


REQUEST = ObservationRequest(tuple(fact(name, "likes", "tea") for name in ("Ana", "Bruno", "Clara")))


def test_an_answer_needs_two_facts_of_the_prompt_a_title_and_a_text() -> None:
    (found,) = _supported([answer()], REQUEST, 3)
    assert found.fact_ids == ("Ana likes tea 0", "Bruno likes tea 0")
    assert (found.confidence, found.importance, found.key) == (0.7, 1.0, None)
    wrong = [
        answer(facts=[1]),
        answer(facts=[1, 1]),
        answer(facts=[1, 4]),
        answer(facts=[0, -1]),
        answer(facts=["1", True]),
        answer(title=""),
        answer(text="null"),
        answer(kind="rumour"),
    ]
    assert list(_supported(wrong, REQUEST, 3)) == []
    (unsure,) = _supported([answer(confidence="high", importance=float("nan"))], REQUEST, 3)
    assert (unsure.confidence, unsure.importance) == (0.5, 0.5)


@pytest.mark.parametrize("text", ["[]", "{}", '{"observations": "none"}', "nothing to see"])
def test_nonsense_is_no_answer(text: str) -> None:
    with pytest.raises(Unfit):
        read_answer(text, OBSERVATIONS)


def test_items_that_are_no_objects_or_lack_fields_are_passed_over() -> None:
    found = read_answer('{"observations": ["x", {"title": "T"}, {"facts": "1"}]}', OBSERVATIONS)
    assert list(_supported(found, REQUEST, 3)) == []
