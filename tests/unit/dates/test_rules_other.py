"""Rules for ISO and numeric dates and for other languages, seen from a Wednesday: 20 May 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from graphmem.dates.parser import find_dates
from graphmem.dates.rules_other import ISO_RULES, OTHER_RULES

NOW = datetime(2026, 5, 20, 14, tzinfo=UTC)


def first_days(text: str) -> list[str]:
    """Return the first day of each date in the text."""
    return [f"{span.from_:%Y-%m-%d}" for span in find_dates(text, NOW) if span.from_]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on 03/04/2024", "2024-03-04"),
        ("on 03.04.2024", "2024-04-03"),
        ("on 13/04/2024", "2024-04-13"),
        ("on 2024/4/3", "2024-04-03"),
        ("in 2024-04", "2024-04-01"),
    ],
)
def test_numeric_dates_follow_their_separator(text: str, day: str) -> None:
    assert first_days(text) == [day]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Llegué ayer", "2026-05-19"),
        ("übermorgen fahre ich", "2026-05-22"),
        ("vor drei Monaten", "2026-02-01"),
        ("daqui a dois anos", "2028-05-20"),
        ("le lundi dernier", "2026-05-18"),
        ("1 de janeiro de 2020", "2020-01-01"),
        ("Ich wohne hier seit drei Jahren", "2023-01-01"),
        ("im vierten Quartal 2022", "2022-10-01"),
        ("en el 1er trimestre de 2023", "2023-01-01"),
        ("au deuxième semestre 2021", "2021-07-01"),
        ("na segunda metade de 2019", "2019-07-01"),
        ("vorletzten Donnerstag", "2026-05-07"),
        ("la semana antepasada", "2026-05-06"),
        ("il y a trois mardis", "2026-05-05"),
        ("hace dos sábados", "2026-05-09"),
    ],
)
def test_dates_of_other_languages(text: str, day: str) -> None:
    assert first_days(text) == [day]


@pytest.mark.parametrize("text", ["Guten Morgen!", "Ich bin hier", "por la mañana"])
def test_words_that_are_no_dates_in_their_language(text: str) -> None:
    assert first_days(text) == []


def test_the_lists_of_rules_are_apart() -> None:
    assert {rule.name for rule in ISO_RULES} == {"iso-day", "iso-week", "iso-month", "numeric"}
    assert not {rule.name for rule in OTHER_RULES} & {"iso-day", "iso-week", "iso-month", "numeric"}


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("the plan of 2020-W01 holds", date(2019, 12, 30), date(2020, 1, 6)),
        ("in 2026-W53", date(2026, 12, 28), date(2027, 1, 4)),
        ("due 2020-W01-3", date(2020, 1, 1), date(2020, 1, 2)),
    ],
)
def test_a_week_in_iso_form_is_neither_a_year_nor_a_time(text: str, first: date, end: date) -> None:
    (found,) = find_dates(text, NOW)
    assert found.from_ is not None
    assert found.until is not None
    assert (found.from_.date(), found.until.date(), found.precision) == (first, end, "day")


def test_a_week_that_the_year_does_not_have_is_no_date() -> None:
    assert [found.span for found in find_dates("see 2021-W53 and 2020-W60", NOW)] == []
