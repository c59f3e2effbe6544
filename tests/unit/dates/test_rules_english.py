"""Rules for English dates, seen from a Wednesday: 20 May 2026."""

from __future__ import annotations

import re
from datetime import date

import pytest

from graphmem.dates.rules_english import (
    RULES,
    Rule,
    SentenceTense,
    bound_month,
    nearest_day,
    nearest_month,
    rule,
    side_of,
)

DAY = date(2026, 5, 20)
PAST, FUTURE = SentenceTense(DAY, past=True), SentenceTense(DAY, future=True)


def test_a_day_without_a_year_is_the_latest_or_the_next_one() -> None:
    assert nearest_day(PAST, 6, 1).first == date(2025, 6, 1)
    assert nearest_day(FUTURE, 6, 1).first == date(2026, 6, 1)
    assert nearest_day(FUTURE, 5, 1).first == date(2027, 5, 1)
    assert nearest_day(PAST, 5, 20).first == nearest_day(FUTURE, 5, 20).first == DAY


def test_the_current_month_fits_both_tenses() -> None:
    assert nearest_month(PAST, 5).first == nearest_month(FUTURE, 5).first == date(2026, 5, 1)
    assert nearest_month(PAST, 6).first == date(2025, 6, 1)
    assert nearest_month(FUTURE, 4).first == date(2027, 4, 1)


@pytest.mark.parametrize(
    ("side", "month", "year"), [("last", 5, 2025), ("last", 4, 2026), ("this", 12, 2026), ("next", 5, 2027)]
)
def test_last_is_over_and_next_has_not_begun(side: str, month: int, year: int) -> None:
    assert bound_month(PAST, side, month).first == date(year, month, 1)


@pytest.mark.parametrize(
    ("words", "side"), [("this past", "last"), ("past", "last"), ("this coming", "next"), ("current", "this")]
)
def test_the_last_word_of_a_side_decides(words: str, side: str) -> None:
    match = re.fullmatch(r"(?P<side>.+)", words)
    assert match is not None
    assert side_of(match) == side


def test_a_reader_is_registered_once_per_pattern_under_its_own_name() -> None:
    rules: list[Rule] = []

    @rule(r"\bfoo\b", r"\bbar\b", into=rules)
    def _my_rule(_: re.Match[str], __: SentenceTense) -> None:
        return None

    assert [one.name for one in rules] == ["my-rule", "my-rule"]
    assert [bool(one.pattern.search("FOO")) for one in rules] == [True, False]


@pytest.mark.parametrize("name", ["bound-month", "year", "duration", "running", "weekday-of-week", "the-nth"])
def test_the_names_of_rules_stand_in_answers_and_stay(name: str) -> None:
    assert name in {one.name for one in RULES}
