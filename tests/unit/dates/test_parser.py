"""Dates in words, relative to a Wednesday: 20 May 2026, 14:00 UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from graphmem.dates.date_phrases import find_date_phrases
from graphmem.dates.parser import find_dates, resolve_date
from graphmem_contract.errors import InvalidInput
from tests.unit.counted_lines import counted_lines

NOW = datetime(2026, 5, 20, 14, tzinfo=UTC)


def days(words: str, now: datetime = NOW, zone: str | None = None) -> tuple[str, str] | None:
    """Return the start and the end of the interval that the words mean, as dates."""
    span = resolve_date(words, now, zone)
    return (f"{span.from_:%Y-%m-%d}", f"{span.until:%Y-%m-%d}") if span and span.from_ and span.until else None


@pytest.mark.parametrize(
    ("words", "first", "end"),
    [
        ("2024-03-01", "2024-03-01", "2024-03-02"),
        ("2024-03", "2024-03-01", "2024-04-01"),
        ("2019", "2019-01-01", "2020-01-01"),
        ("15.03.2024", "2024-03-15", "2024-03-16"),
        ("03/15/2024", "2024-03-15", "2024-03-16"),
        ("June 15, 2025", "2025-06-15", "2025-06-16"),
        ("15th of June 2025", "2025-06-15", "2025-06-16"),
        ("June 2025", "2025-06-01", "2025-07-01"),
        ("yesterday", "2026-05-19", "2026-05-20"),
        ("last night", "2026-05-19", "2026-05-20"),
        ("today", "2026-05-20", "2026-05-21"),
        ("the day after tomorrow", "2026-05-22", "2026-05-23"),
        ("last week", "2026-05-13", "2026-05-20"),
        ("this week", "2026-05-18", "2026-05-25"),
        ("next week", "2026-05-25", "2026-06-01"),
        ("last weekend", "2026-05-16", "2026-05-18"),
        ("last month", "2026-04-01", "2026-05-01"),
        ("next month", "2026-06-01", "2026-07-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("last March", "2026-03-01", "2026-04-01"),
        ("last May", "2025-05-01", "2025-06-01"),
        ("next January", "2027-01-01", "2027-02-01"),
        ("last Saturday", "2026-05-16", "2026-05-17"),
        ("last Wednesday", "2026-05-13", "2026-05-14"),
        ("next Friday", "2026-05-22", "2026-05-23"),
        ("two weeks ago", "2026-05-06", "2026-05-13"),
        ("three days ago", "2026-05-17", "2026-05-18"),
        ("a couple of months ago", "2026-03-01", "2026-04-01"),
        ("about ten years ago", "2016-01-01", "2017-01-01"),
        ("in three years", "2029-05-20", "2029-05-21"),
        ("summer of 2022", "2022-06-01", "2022-09-01"),
        ("winter 2021", "2021-12-01", "2022-03-01"),
        ("Q3 2024", "2024-07-01", "2024-10-01"),
        ("the 1990s", "1990-01-01", "2000-01-01"),
        ("Thanksgiving 2024", "2024-11-28", "2024-11-29"),
        ("the week before 9 June 2025", "2025-06-02", "2025-06-09"),
        ("two days before Christmas", "2025-12-23", "2025-12-24"),
        ("early 2019", "2019-01-01", "2019-05-01"),
        ("end of last month", "2026-04-21", "2026-05-01"),
        ("since 2020", "2020-01-01", "2021-01-01"),
        ("the 15th", "2026-05-15", "2026-05-16"),
    ],
)
def test_english_dates_mean_these_days(words: str, first: str, end: str) -> None:
    assert days(words) == (first, end)


@pytest.mark.parametrize(
    ("words", "first", "end"),
    [
        ("ontem", "2026-05-19", "2026-05-20"),
        ("há dois anos", "2024-01-01", "2025-01-01"),
        ("3 de março de 2024", "2024-03-03", "2024-03-04"),
        ("mês que vem", "2026-06-01", "2026-07-01"),
        ("hace tres meses", "2026-02-01", "2026-03-01"),
        ("la semana pasada", "2026-05-13", "2026-05-20"),
        ("gestern", "2026-05-19", "2026-05-20"),
        ("vor zwei Wochen", "2026-05-06", "2026-05-13"),
        ("il y a trois ans", "2023-01-01", "2024-01-01"),
        ("вчера", "2026-05-19", "2026-05-20"),
        ("no fim de semana passado", "2026-05-16", "2026-05-18"),
        ("el próximo fin de semana", "2026-05-23", "2026-05-25"),
        ("letztes Wochenende", "2026-05-16", "2026-05-18"),
        ("le week-end dernier", "2026-05-16", "2026-05-18"),
        ("no verão de 2020", "2020-06-01", "2020-09-01"),
        ("el verano pasado", "2025-06-01", "2025-09-01"),
        ("im Sommer 2020", "2020-06-01", "2020-09-01"),
        ("en été 2020", "2020-06-01", "2020-09-01"),
        ("no Natal", "2025-12-25", "2025-12-26"),
        ("na Navidad de 2020", "2020-12-25", "2020-12-26"),
        ("an Weihnachten", "2025-12-25", "2025-12-26"),
    ],
)
def test_other_languages_are_read(words: str, first: str, end: str) -> None:
    assert days(words) == (first, end)


@pytest.mark.parametrize(
    "words", ["tea", "I like tea", "Acme", "Cyberpunk 2077", "always", "absent", "", "   ", "room 2019b"]
)
def test_words_that_are_no_date_give_none(words: str) -> None:
    assert resolve_date(words, NOW) is None


@pytest.mark.parametrize(
    "text",
    [
        "You may march on.",
        "She may come.",
        "Ich wohne hier.",
        "version 1.2019",
        "It sold 2020 units.",
        "I sat in the sun.",
        "every Friday we dance",
        "Jan and April are friends.",
        "the Dismay 12, 2020",
        "enété",
    ],
)
def test_words_that_only_look_like_dates_are_left_alone(text: str) -> None:
    assert find_dates(text, NOW) == []


def test_dates_come_in_the_order_of_the_text_with_their_own_words() -> None:
    found = find_dates("In 2019 I moved, last March I left, and on 2026-05-01T09:30Z I came back.", NOW)
    assert [one.span for one in found] == ["2019", "last March", "2026-05-01T09:30Z"]
    assert [one.precision for one in found] == ["year", "month", "instant"]
    assert found[2].from_ == datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
    assert [one.how for one in found] == ["rule:year", "rule:bound-month", "iso"]


def test_the_tense_of_the_sentence_decides_where_a_bare_weekday_lies() -> None:
    (past,) = find_dates("On Friday I got great news.", NOW)
    (ahead,) = find_dates("I will call you on Friday.", NOW)
    assert (past.from_, ahead.from_) == (datetime(2026, 5, 15, tzinfo=UTC), datetime(2026, 5, 22, tzinfo=UTC))


def test_each_sentence_has_its_own_tense() -> None:
    found = find_dates("We met in September. We're getting married in September!", NOW)
    assert [one.from_.year for one in found if one.from_] == [2025, 2026]


def test_the_day_is_local_and_the_interval_is_utc() -> None:
    late = datetime(2026, 5, 20, 23, 30, tzinfo=UTC)
    (tokyo,) = find_dates("yesterday", late, "Asia/Tokyo")
    assert (tokyo.from_, tokyo.until) == (datetime(2026, 5, 19, 15, tzinfo=UTC), datetime(2026, 5, 20, 15, tzinfo=UTC))


@pytest.mark.parametrize(
    ("said", "zone", "day"),
    [
        (datetime(2026, 5, 21, 2, 30, tzinfo=UTC), "America/Sao_Paulo", 19),  # 23:30 on the 20th there
        (datetime(2026, 5, 20, 21, 30, tzinfo=UTC), "Europe/Lisbon", 19),  # 22:30 on the 20th
        (datetime(2026, 5, 20, 21, 30, tzinfo=UTC), "Europe/Berlin", 19),  # 23:30 on the 20th
        (datetime(2026, 5, 20, 22, 30, tzinfo=UTC), "Europe/Berlin", 20),  # 00:30 on the 21st
        (datetime(2026, 5, 20, 11, 0, tzinfo=UTC), "Pacific/Kiritimati", 20),  # 01:00 on the 21st
    ],
)
def test_yesterday_late_in_the_evening_is_the_local_yesterday(said: datetime, zone: str, day: int) -> None:
    (span,) = find_dates("I left yesterday", said, zone)
    assert span.from_ is not None
    assert span.from_.astimezone(ZoneInfo(zone)) == datetime(2026, 5, day, tzinfo=ZoneInfo(zone))


def test_a_day_on_which_the_clocks_change_has_its_own_length() -> None:
    (span,) = find_dates("today", datetime(2026, 3, 29, 12, tzinfo=UTC), "Europe/Berlin")
    assert span.from_ is not None
    assert span.until is not None
    assert (span.until - span.from_) == timedelta(hours=23)


@pytest.mark.parametrize(
    ("words", "precision"),
    [("2019", "year"), ("for three years now", "year"), ("March 2020", "month"), ("six months ago", "month"),
     ("summer 2020", "month"), ("last week", "day"), ("yesterday", "day"), ("2026-05-01T09:30Z", "instant")],
)  # fmt: skip
def test_partial_dates_keep_their_precision(words: str, precision: str) -> None:
    (span,) = find_dates(f"since {words}", NOW)
    assert span.precision == precision


def test_a_naive_moment_is_taken_as_utc() -> None:
    assert find_dates("today", datetime(2026, 5, 20, 14)) == find_dates("today", NOW)  # noqa: DTZ001


def test_an_unknown_time_zone_is_an_invalid_input() -> None:
    with pytest.raises(InvalidInput) as caught:
        find_dates("yesterday", NOW, "Mars/Olympus")
    assert caught.value.field == "time_zone"


def test_impossible_dates_are_no_dates() -> None:
    assert find_dates("on 2024-02-30 and 31 February 2024 and 99/99/2024", NOW) == []


def test_dates_beyond_the_calendar_are_left_out() -> None:
    edge = datetime(9999, 12, 31, 23, tzinfo=UTC)
    assert find_dates("tomorrow, next year, in 900 years", edge, "Pacific/Kiritimati") == []
    assert find_dates("999 years ago", datetime(1, 1, 1, tzinfo=UTC), "America/New_York") == []


VOCABULARY = """last next this the week before after March 9 31 june 2019 in on since until ago two years Friday weekend
of a few yesterday christmas 1990s early há dois anos 2024-02-30 99/1/2020 T00:00 the 15th for now Q4 vor . , ?"""
WORDS = st.lists(st.sampled_from([*VOCABULARY.split(), "\n"]), max_size=14).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(
    text=st.one_of(WORDS, st.text(max_size=120)),
    now=st.datetimes(timezones=st.just(UTC)),
    zone=st.sampled_from([None, "Asia/Tokyo", "America/Sao_Paulo"]),
)
def test_any_text_gives_proper_intervals_and_no_error(text: str, now: datetime, zone: str | None) -> None:
    for span in find_dates(text, now, zone):
        assert span.from_ is not None
        assert span.until is not None
        assert span.from_ < span.until
        assert span.span in text
    resolve_date(text, now, zone)
    find_date_phrases(text, now, zone)


def test_many_moments_beside_many_dates_take_steps_in_proportion() -> None:
    def steps(count: int) -> int:
        with counted_lines() as lines:
            assert len(find_dates("2020-01-01T10:00 and 2019-01-01. " * count, NOW)) == 2 * count
        return lines()

    assert steps(400) <= 2.4 * steps(200)


@pytest.mark.parametrize(
    "text",
    [
        "She joins the choir on 3 March.",
        "We move to Riga on 3 March.",
        "Começo na oficina em 3 de março.",
        "Empiezo en el taller el 3 de marzo.",
        "Nous déménageons le 3 mars.",
        "Wir ziehen am 3. März nach Kiel.",
    ],
)
def test_what_begins_on_a_day_lies_ahead_though_it_is_told_in_the_present(text: str) -> None:
    (found,) = find_dates(text, datetime(2026, 5, 20, 10, tzinfo=UTC))
    assert f"{found.from_:%F}" == "2027-03-03"


def test_what_began_on_a_day_lies_behind() -> None:
    (found,) = find_dates("She joined the choir on 3 March.", datetime(2026, 5, 20, 10, tzinfo=UTC))
    assert f"{found.from_:%F}" == "2026-03-03"
