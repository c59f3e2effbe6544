"""Tables of date words."""

from __future__ import annotations

import re

import pytest

from graphmem.dates import vocabulary


@pytest.mark.parametrize(
    ("words", "month"),
    [("January jan enero Jänner", 1), ("March marzo Março marco März", 3), ("Dec décembre decembre Dezember", 12)],
)
def test_a_month_has_one_number_in_every_language_with_and_without_accents(words: str, month: int) -> None:
    assert {vocabulary.MONTHS[vocabulary.fold(word)] for word in words.split()} == {month}


def test_weekdays_count_from_monday() -> None:
    assert [vocabulary.WEEKDAYS[day] for day in ("monday", "lundi", "sonntag")] == [0, 0, 6]


@pytest.mark.parametrize(
    ("word", "value"), [("12", 12), ("Twelve", 12), ("couple", 2), ("três", 3), ("zwölf", 12), ("twenty", 20)]
)
def test_digits_and_number_words_have_a_value(word: str, value: int) -> None:
    assert vocabulary.number(word) == value


def test_a_word_that_is_not_a_number_is_an_error() -> None:
    with pytest.raises(KeyError):
        vocabulary.number("many")


def test_a_choice_prefers_the_longest_word() -> None:
    pattern = re.compile(vocabulary.choice(["may", "mayo", "day"]))
    match = pattern.match("mayor")
    assert match is not None
    assert match[0] == "mayo"


def test_english_and_the_other_languages_have_patterns_of_their_own() -> None:
    assert re.fullmatch(vocabulary.MONTH, "january")
    assert not re.fullmatch(vocabulary.MONTH, "janeiro")
    assert re.fullmatch(vocabulary.OTHER_MONTH, "marco")
    assert not re.fullmatch(vocabulary.OTHER_MONTH, "march")


def test_each_holiday_is_a_day_of_the_calendar() -> None:
    days = [*vocabulary.HOLIDAYS.values(), *vocabulary.OTHER_HOLIDAYS.values()]
    assert all(1 <= month <= 12 and 1 <= day <= 31 for month, day in days)
