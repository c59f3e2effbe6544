"""Moments as parameters keep their instant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from graphmem.graph.time_parameters import FUTURE, asked, from_micros, micros


def test_a_moment_is_sent_with_the_named_zone_so_that_equal_instants_compare_right() -> None:
    moment = datetime(2025, 6, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    sent = asked(moment)
    assert sent == moment
    assert (sent.tzinfo, sent.hour) == (ZoneInfo("UTC"), 10)
    assert asked(None) is None


@pytest.mark.parametrize(
    "moment",
    [
        datetime(1970, 1, 1, tzinfo=UTC),
        datetime(1901, 2, 3, 4, 5, 6, 789, tzinfo=UTC),
        datetime(2999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
        FUTURE,
    ],
)
def test_microseconds_are_exact_in_both_directions(moment: datetime) -> None:
    assert from_micros(micros(moment)) == moment


def test_microseconds_count_from_1970_in_utc() -> None:
    assert micros(datetime(1970, 1, 1, 1, 0, 0, 5, tzinfo=timezone(timedelta(hours=1)))) == 5
    assert micros(datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)) == -1
    assert from_micros(None) is None
