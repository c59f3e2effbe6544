"""The next time at which a cron expression matches."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.upkeep.schedule.cron import next_run
from graphmem_contract.errors import InvalidInput


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("cron", "zone", "after", "wanted"),
    [
        ("0 3 * * *", None, "2026-01-01 02:59", "2026-01-01 03:00"),
        ("0 3 * * *", None, "2026-01-01 03:00", "2026-01-02 03:00"),
        (" 0  3 * *  * ", None, "2026-01-01 03:00", "2026-01-02 03:00"),
        ("*/15 * * * *", None, "2026-01-01 03:01", "2026-01-01 03:15"),
        ("0 3 * * mon", None, "2026-01-01 00:00", "2026-01-05 03:00"),
        ("0 0 29 2 *", None, "2026-01-01 00:00", "2028-02-29 00:00"),
        ("0 3 * * *", "America/New_York", "2026-01-01 00:00", "2026-01-01 08:00"),
        ("0 3 * * *", "America/New_York", "2026-07-01 00:00", "2026-07-01 07:00"),
        # The clocks of Lisbon leave out 01:00 to 02:00 on 29 March 2026, and have it twice on 25 October.
        ("30 1 * * *", "Europe/Lisbon", "2026-03-29 00:00", "2026-03-29 01:00"),
        ("30 1 * * *", "Europe/Lisbon", "2026-10-25 00:00", "2026-10-25 00:30"),
        ("30 1 * * *", "Europe/Lisbon", "2026-10-25 00:30", "2026-10-26 01:30"),
        ("30 1 * * *", "Europe/Lisbon", "2026-10-25 01:10", "2026-10-26 01:30"),
        ("*/30 * * * *", "Europe/Lisbon", "2026-10-25 00:30", "2026-10-25 01:00"),
    ],
)
def test_the_next_run_is_the_first_match_after_a_moment(cron: str, zone: str | None, after: str, wanted: str) -> None:
    found = next_run(cron, zone, at(after))
    assert (found, found.tzinfo) == (at(wanted), UTC)


WRONG = (
    "", "x", "* * * *", "* * * * * *", "60 * * * *", "0 24 * * *", "0 0 30 2 *", "0 0 * * funday", "@daily", "\x00 * * * *",
)  # fmt: skip


@pytest.mark.parametrize("cron", WRONG)
def test_what_is_no_expression_or_never_matches_is_refused(cron: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        next_run(cron, None, at("2026-01-01 00:00"))
    assert refused.value.field == "cron"


def test_a_zone_that_this_machine_does_not_know_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        next_run("0 3 * * *", "Mars/Olympus", at("2026-01-01 00:00"))
    assert refused.value.field == "time_zone"
