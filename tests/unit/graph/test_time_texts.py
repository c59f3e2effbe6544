"""Times go to the graph and come back as texts, to the microsecond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.graph.time_texts import parted, with_times

MOMENT = datetime(2025, 3, 1, 10, 0, 0, 123456, tzinfo=UTC)


def test_times_are_parted_from_the_other_properties() -> None:
    found = parted({"tValid": MOMENT, "tInvalid": None, "relation": "2025-03-01"})
    assert found == {
        "set": {"tInvalid": None, "relation": "2025-03-01"},
        "times": {"tValid": "2025-03-01T10:00:00.123456+00:00"},
    }


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2025-03-01T10:00:00.123456Z", MOMENT),
        ("2025-03-01T11:00:00.123456+01:00[Europe/Paris]", MOMENT),
        ("0001-01-01T00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31T00:00Z", datetime(9999, 12, 31, tzinfo=UTC)),
    ],
)
def test_texts_of_the_graph_become_times_in_utc(text: str, moment: datetime) -> None:
    found = with_times({"at": text, "text": text}, ("at", "until"))
    assert found == {"at": moment, "text": text}
    assert found["at"].tzinfo is UTC


def test_what_is_sent_is_read_again() -> None:
    there = MOMENT.astimezone(timezone(timedelta(hours=-8)))
    assert with_times(parted({"at": there})["times"], ("at",)) == {"at": MOMENT}
