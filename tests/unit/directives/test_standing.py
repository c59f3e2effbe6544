"""Which directives hold: repetitions, contradictions in any order of arrival, and how confidence falls."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from graphmem.directives.reading import standing_wishes
from graphmem.directives.standing import (
    FLOOR,
    StandingDirective,
    Telling,
    confidence_at,
    merged_with_facts,
    settle_directives,
)

START = datetime(2024, 1, 1, tzinfo=UTC)


def told(text: str, day: int = 0, speaker: str | None = "Ana") -> Telling:
    (wish,) = standing_wishes(text)
    at = START + timedelta(days=day)
    return Telling(wish.text, wish.kind, wish.scope, wish.confidence, wish.likes, at, at, f"e{day}", speaker)


def settled(*texts: str) -> list[StandingDirective]:
    return settle_directives(told(text, day) for day, text in enumerate(texts))


def holding(*texts: str) -> list[str]:
    return [one.last.text for one in settled(*texts) if one.superseded_by is None]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Always answer in French.", "Always answer in German."),
        ("Always answer in French.", "Never answer in French."),
        ("Always answer in Norwegian.", "From now on always answer in plain English."),
        ("Responda sempre em ucraniano.", "Responda sempre em tailandês."),
        ("Always speak Swahili.", "Always speak Welsh."),
        ("I like seafood.", "Never suggest seafood."),
        ("I prefer tea over coffee.", "I prefer coffee over tea because it is strong."),
        ("Call me Bo.", "Please call me Robert."),
        ("Always use metric units.", "Always use imperial units."),
        ("Always keep answers short.", "From now on, give detailed answers."),
        ("Always format dates as day-month-year.", "Always format dates as ISO."),
        ("Gosto de peixe.", "Já não gosto de peixe."),
        ("Responde siempre en español.", "Responde siempre en inglés."),
        ("Réponds toujours en français.", "Réponds toujours en anglais."),
        ("Ich mag Fisch.", "Ich mag keinen Fisch."),
    ],
)
def test_the_later_of_two_that_exclude_each_other_holds(earlier: str, later: str) -> None:
    first, second = settled(earlier, later)
    assert first.superseded_by is second
    assert second.superseded_by is None
    assert holding(later, earlier) == [told(earlier).text], "whichever is told later"


def test_a_language_that_is_a_subject_is_no_language_of_answers() -> None:
    both = ("Always write a line about Polish food.", "Always write a line about Turkish baths.")
    assert holding(*both) == [told(text).text for text in both]


@pytest.mark.parametrize(
    "texts",
    [
        ("Always answer in French.", "Always answer in short sentences."),
        ("Always answer in French.", "Never suggest seafood."),
        (
            "Always format dates as ISO when I ask about trips.",
            "Always format dates as day-month-year when I ask about bills.",
        ),
        ("I prefer tea.", "I prefer walking."),
        ("I'd rather have short walks.", "I like long walks."),
        ("Always include diagrams in answers.", "Always include diagrams in summaries."),
        ("Always provide definitions when I ask about maths.", "Always provide examples when I ask about maths."),
    ],
)
def test_what_does_not_exclude_each_other_holds_together(texts: tuple[str, ...]) -> None:
    assert len(holding(*texts)) == len(texts)


def test_speakers_do_not_overrule_each_other() -> None:
    two = settle_directives([told("Always answer in French."), told("Always answer in German.", 1, "Bruno")])
    assert [one.superseded_by for one in two] == [None, None]


def test_a_repetition_reinforces_and_does_not_add_a_directive() -> None:
    (one,) = settled("Always cite sources.", "always cite sources!", "Always cite the sources")
    assert len(one.tellings) == 3
    assert one.valid_from == START
    assert one.last.at == START + timedelta(days=2)
    assert one.confidence == pytest.approx(0.99)
    (weak,) = settled("I usually take the train.", "I usually take the train.")
    assert weak.confidence == pytest.approx(0.60)


def test_what_is_told_again_after_it_was_superseded_is_a_new_directive() -> None:
    metric, imperial, again = settled(
        "Always use metric units.", "Always use imperial units.", "Always use metric units."
    )
    assert (metric.superseded_by, imperial.superseded_by, again.superseded_by) == (imperial, again, None)
    assert again.valid_from == START + timedelta(days=2)
    assert metric.key != again.key


def test_the_order_of_arrival_does_not_matter() -> None:
    tellings = [
        told("Always answer in French."), told("Always answer in German.", 1), told("Always answer in French.", 2),
        told("I like seafood.", 3), told("Never suggest seafood.", 4),
    ]  # fmt: skip
    shapes = {
        tuple((one.key, one.superseded_by.key if one.superseded_by else None) for one in settle_directives(order))
        for order in permutations(tellings)
    }
    assert len(shapes) == 1


def test_topics_of_a_model_exclude_each_other_too() -> None:
    first = replace(told("I prefer mornings."), topics=(("time of work", "morning"),))
    second = replace(told("I prefer evenings.", 1), topics=(("time of work", "evening"),))
    assert [one.superseded_by is None for one in settle_directives([first, second])] == [False, True]


@pytest.mark.parametrize(("days", "left"), [(0, 0.9), (7, 0.855), (14, 0.8123), (3, 0.8804), (700, FLOOR), (-5, 0.9)])
def test_confidence_falls_by_a_twentieth_a_week_down_to_a_floor(days: int, left: float) -> None:
    assert confidence_at(0.9, START, START + timedelta(days=days)) == pytest.approx(left, abs=1e-4)


def test_confidence_below_the_floor_stays() -> None:
    assert confidence_at(0.05, START, START + timedelta(days=70)) == 0.05


def fact(text: str, id_: str) -> Telling:
    return Telling(text, "preference", None, 0.7, True, START - timedelta(days=9), START, "e0", "Ana", (id_,))


def test_a_sentence_takes_the_fact_that_was_drawn_from_it_and_its_valid_time() -> None:
    wishes = [told("I prefer tea over coffee."), told("Never suggest seafood.")]
    merged = merged_with_facts(wishes, [fact("Ana prefers tea over coffee", "f1"), fact("Ana likes rowing", "f2")])
    assert [(one.text, one.fact_ids) for one in merged] == [
        ("I prefer tea over coffee", ("f1",)), ("Never suggest seafood", ()), ("Ana likes rowing", ("f2",)),
    ]  # fmt: skip
    assert merged[0].at == START - timedelta(days=9)
