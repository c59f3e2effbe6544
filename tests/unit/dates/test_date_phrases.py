"""Periods: which dates of a clause are starts and which are ends. The message is of 20 May 2026."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.dates.date_phrases import find_date_phrases, is_over

NOW = datetime(2026, 5, 20, 14, tzinfo=UTC)


def roles(text: str) -> list[tuple[str, str | None, str | None]]:
    """Return role, start and end of each period."""
    found = find_date_phrases(text, NOW)
    return [(p.role, p.starts.span if p.starts else None, p.until.span if p.until else None) for p in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have lived here since 2019", [("since", "2019", None)]),
        ("I was at Acme until last May", [("until", None, "last May")]),
        ("I lived there from 2015 to 2018", [("range", "2015", "2018")]),
        ("Acme (2015–2018)", [("range", "2015", "2018")]),
        ("I joined in 2020", [("during", "2020", None)]),
        ("I left Acme last March", [("during", None, "last March")]),
        ("I've been playing for three years now", [("for", "three years now", None)]),
        ("I lived there for three years", []),
        ("I've lived here for three years", [("for", "three years", None)]),
        ("We stayed for the weekend", [("during", "the weekend", None)]),
        ("I worked there until about 2015", [("until", None, "2015")]),
        ("I used to live in Porto in 2015", [("during", None, "2015")]),
        ("I used to work at Acme until 2020", [("until", None, "2020")]),
        ("I no longer work at Acme since March", [("since", None, "March")]),
        ("I'm moving next month", [("during", "next month", None)]),
        ("Ich wohne seit drei Jahren in Berlin", [("since", "drei Jahren", None)]),
        ("J'habite à Paris depuis trois ans", [("since", "trois ans", None)]),
        ("Vivo en Madrid desde hace dos años", [("since", "hace dos años", None)]),
        ("Llevo tres años viviendo en Madrid", [("for", "tres años", None)]),
        ("Trabalhei lá de 2015 a 2018", [("range", "2015", "2018")]),
        ("Von 2015 bis 2018 wohnte ich dort", [("range", "2015", "2018")]),
        ("De 2015 à 2018, j'ai vécu là", [("range", "2015", "2018")]),
        ("Entre 2015 y 2018 viví en Madrid", [("range", "2015", "2018")]),
        ("In 2015 we met and in 2018 we married", [("during", "2015", None), ("during", "2018", None)]),
    ],
)
def test_a_cue_makes_a_date_a_start_or_an_end(text: str, expected: list[tuple[str, str | None, str | None]]) -> None:
    assert roles(text) == expected


def test_a_range_borrows_the_year_of_its_end() -> None:
    (period,) = find_date_phrases("I worked there from March to June 2020", NOW)
    assert period.starts is not None
    assert period.starts.from_ == datetime(2020, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["I no longer smoke", "She used to sing", "I don't run anymore", "he quit", "já não moro lá"]
)
def test_words_for_an_end_are_recognised(text: str) -> None:
    assert is_over(text)


def test_a_present_state_is_not_over() -> None:
    assert not is_over("I work at Acme and live in Porto")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I have lived here since 2019, really", "since 2019"),
        ("I was at Acme until last May", "until last May"),
        ("I lived there from 2015 to 2018", "from 2015 to 2018"),
        ("I joined in 2020", "2020"),
    ],
)
def test_a_period_covers_its_cue_and_its_dates(text: str, words: str) -> None:
    (period,) = find_date_phrases(text, NOW)
    assert text[period.start : period.end] == words
