"""The dates of claims: stated, assumed, read from words, refused (docs/time.md, R4)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.claims import ABSENT
from graphmem.ingest.stages.records import DatedClaim, DatedClaims
from graphmem.ingest.stages.temporal import date_claims
from tests.unit.ingest.building import MOMENT, distinct
from tests.unit.ingest.claim_building import source

NOON = MOMENT.replace(hour=12)
"""When the message was said: 1 May 2024, 12:00 UTC."""


def dated(*, valid_from_override: datetime | None = None, language: str | None = None, **claim: Any) -> DatedClaims:
    where = source(occurred_at=NOON, valid_from_override=valid_from_override, language=language)
    return date_claims([distinct("Ana", "works_at", "Acme", source=where, **claim)])


def only(**claim: Any) -> DatedClaim:
    (found,) = dated(**claim).dated
    return found


def day(month: int, day_: int, year: int = 2024) -> datetime:
    return datetime(year, month, day_, tzinfo=UTC)


def test_an_end_equal_to_its_start_is_refused() -> None:
    result = dated(starts=day(2, 1), until=day(2, 1))
    assert result.dated == ()
    assert [skipped.reason for skipped in result.skipped] == ["it would end (2024-02-01) before it starts (2024-02-01)"]


def test_a_start_in_words_lies_before_its_end_whatever_its_clause_says() -> None:
    found = only(starts="12 March", until=day(4, 20), kind="plan")
    assert (found.start.at, found.end.at) == (day(3, 12), day(4, 20))


def test_an_end_before_its_start_is_refused() -> None:
    assert len(dated(starts=day(2, 2), until=day(2, 1)).skipped) == 1


def test_an_end_just_after_its_start_is_kept() -> None:
    found = only(starts=day(2, 1), until=day(2, 1) + timedelta(microseconds=1))
    assert found.end.at == day(2, 1) + timedelta(microseconds=1)


def test_without_a_start_the_time_of_the_message_is_assumed() -> None:
    start = only().start
    assert (start.at, start.precision, start.stated) == (NOON, "instant", False)


def test_a_start_of_null_means_since_always() -> None:
    start = only(starts=None).start
    assert (start.at, start.precision, start.stated) == (None, None, True)


def test_the_first_and_the_last_day_there_is_are_open_ends() -> None:
    found = only(starts=datetime.min.replace(tzinfo=UTC), until=datetime.max.replace(tzinfo=UTC))
    assert (found.start.at, found.end.at) == (None, None)


@pytest.mark.parametrize(
    ("words", "at", "precision"),
    [("last March", day(3, 1), "month"), ("2019", day(1, 1, 2019), "year"), ("yesterday", day(4, 30), "day")],
)
def test_words_of_a_date_are_read_against_the_time_of_the_message(words: str, at: datetime, precision: str) -> None:
    start = only(starts=words).start
    assert (start.at, start.precision, start.stated) == (at, precision, True)
    assert start.how.startswith(f"“{words}” → ")


@pytest.mark.parametrize(
    ("language", "at"),
    [("pt", day(4, 3)), ("de-AT", day(4, 3)), ("en-GB", day(4, 3)), ("en", day(3, 4)), ("English", day(3, 4))],
)
def test_the_language_decides_the_order_of_day_and_month(language: str, at: datetime) -> None:
    result = dated(starts="03/04/2024", language=language)
    assert ([one.start.at for one in result.dated], result.warnings) == ([at], ())


def test_an_order_that_no_language_decides_is_told() -> None:
    result = dated(starts="03/04/2024", until="25/12/2024")
    (warning,) = result.warnings
    assert warning.startswith("ambiguous_date: 03/04/2024 is read with the month first")
    assert (result.dated[0].start.at, result.dated[0].end.at) == (day(3, 4), day(12, 25))
    assert not dated(starts="04/04/2024").warnings


def test_words_that_are_no_date_give_a_warning_and_the_time_of_the_message() -> None:
    result = dated(starts="when pigs fly", until="the cows come home")
    assert [(claim.start.at, claim.start.stated, claim.end.at) for claim in result.dated] == [(NOON, False, None)]
    assert result.warnings == ("date not understood, the message's time was assumed: when pigs fly",)


def test_a_midnight_is_a_day_and_another_time_an_instant() -> None:
    assert only(starts=day(2, 1)).start.precision == "day"
    assert only(starts=day(2, 1) + timedelta(hours=9)).start.precision == "instant"


def test_an_event_of_which_only_the_day_is_given_ends_with_that_day() -> None:
    assert only(starts=day(2, 1), kind="event").end.at == day(2, 2)
    assert only(starts=day(2, 1), kind="state").end.at is None


def test_an_event_without_a_stated_start_is_told_for_the_day_of_its_message() -> None:
    event = only(kind="event")
    assert (event.start.stated, event.end.stated) == (False, False)
    assert event.end.at == NOON.replace(hour=0) + timedelta(days=1)


def test_what_starts_after_the_message_is_a_plan() -> None:
    assert only(starts=NOON + timedelta(hours=1, seconds=1)).kind == "plan"


def test_what_starts_a_minute_after_the_message_is_no_plan() -> None:
    assert only(starts=NOON + timedelta(minutes=1)).kind == "state"
    assert only(starts=NOON).kind == "state"


def test_words_of_a_plan_lie_ahead() -> None:
    ahead, behind = only(starts="March", kind="plan").start.at, only(starts="March", kind="state").start.at
    assert (ahead, behind) == (day(3, 1, 2025), day(3, 1, 2024))


def test_an_assumed_start_gives_way_to_an_end_in_the_past() -> None:
    found = only(until=day(2, 1))
    assert (found.start.at, found.start.stated, found.end.at) == (None, False, day(2, 1))
    assert only(until=NOON).start.at is None, "an end at the assumed start is in the past, too"


def test_the_override_is_the_start_of_every_fact() -> None:
    start = only(starts="last March", valid_from_override=day(1, 15)).start
    assert (start.at, start.how) == (day(1, 15), "valid_from_override")


@pytest.mark.parametrize(
    ("claim", "at"),
    [({"until": day(2, 1)}, day(2, 1)), ({"starts": day(3, 1)}, day(3, 1)), ({"starts": ABSENT}, NOON)],
    ids=["its end", "its start", "the message"],
)
def test_an_end_happened_at_its_end_else_at_its_start_else_when_it_was_said(claim: Any, at: datetime) -> None:
    found = only(action="ends", **claim)
    assert (found.start.at, found.end.at) == (at, None)


def test_an_override_does_not_move_an_end() -> None:
    assert only(action="ends", until=day(2, 1), valid_from_override=day(1, 15)).start.at == day(2, 1)


def test_an_end_keeps_its_kind_and_is_a_state_without_one() -> None:
    assert [only(action="ends", kind=kind).kind for kind in ("event", None)] == ["event", "state"]


@pytest.mark.parametrize(
    ("sentence", "claim", "stated"),
    [
        ("I work at Acme.", {"starts": day(5, 1)}, False),
        ("I work at Acme.", {"starts": NOON}, False),
        ("Since May 1 I work at Acme.", {"starts": day(5, 1)}, True),
        ("Heute habe ich bei Acme angefangen.", {"starts": day(5, 1)}, True),
        ("I work at Acme.", {"starts": day(4, 30)}, True),
        ("I visited Acme.", {"starts": day(5, 1), "kind": "event"}, True),
        ("", {"starts": day(5, 1)}, True),
    ],
)
def test_the_day_of_the_message_is_stated_only_if_a_word_names_it(
    sentence: str, claim: dict[str, Any], stated: bool
) -> None:
    where = source(occurred_at=NOON, sentence=sentence, episode_id="e")
    (found,) = date_claims([distinct("Ana", "works_at", "Acme", source=where, **claim)]).dated
    assert (found.start.stated, found.start.at) == (stated, claim["starts"])
