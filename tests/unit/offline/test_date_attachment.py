"""Dates of verbs, and their wording outside the sentence."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem_contract.records import DateSpan, Precision
from graphmem_offline.date_attachment import Dates, Dating, date_phrase, iso_of
from tests.unit.offline.reading import NOW, clauses, parsed


def span(first: str, end: str, precision: Precision) -> DateSpan:
    """Return a date from two ISO days."""
    start, until = (datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (first, end))
    return DateSpan(span="…", from_=start, until=until, precision=precision, how="iso")


@pytest.mark.parametrize(
    ("date", "iso", "phrase"),
    [
        (span("2026-03-05", "2026-03-06", "day"), "2026-03-05", "5 March 2026"),
        (span("2026-03-01", "2026-04-01", "month"), "2026-03", "March 2026"),
        (span("2026-06-01", "2026-09-01", "month"), "2026-06", "June–August 2026"),
        (span("2025-12-01", "2026-03-01", "month"), "2025-12", "December 2025–February 2026"),
        (span("2026-01-01", "2027-01-01", "year"), "2026", "2026"),
    ],
)
def test_a_date_keeps_its_precision_as_iso_and_in_words(date: DateSpan, iso: str, phrase: str) -> None:
    assert (iso_of(date), date_phrase(date)) == (iso, phrase)


def test_the_day_is_that_of_the_zone() -> None:
    evening = span("2026-05-20T23:00", "2026-05-21T23:00", "day")
    assert iso_of(evening, "Europe/Lisbon") == "2026-05-21"
    assert iso_of(evening) == "2026-05-20"


@pytest.mark.needs_spacy
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I joined Acme last year.", Dates(at="last year", over=True)),
        ("I have lived in Porto since 2019.", Dates(since="2019")),
        ("I lived in Porto from 2015 to 2018.", Dates(since="2015", until="2018")),
        ("I'm moving to Porto next month.", Dates(at="next month", ahead=True)),
        ("I work at Acme.", Dates()),
    ],
)
def test_a_verb_has_the_dates_of_its_clause(text: str, expected: Dates) -> None:
    (clause,) = clauses(text)
    assert Dating(clause.verb.doc, NOW, None).of(clause.verb) == expected


@pytest.mark.needs_spacy
def test_the_words_of_a_date_are_inside_it() -> None:
    doc = parsed("I joined Acme last year.")
    dating = Dating(doc, NOW, None)
    assert [token.text for token in doc if dating.inside(token)] == ["last", "year"]
