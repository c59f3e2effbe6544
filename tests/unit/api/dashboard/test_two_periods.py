"""The picture of two periods says what it is given, on one scale."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from api.dashboard.svg.two_periods import LABEL, RIGHT, WIDTH, two_periods
from tests.unit.api.dashboard.test_svg import HOSTILE, NOW, drawn, fact, on

SVG = "{http://www.w3.org/2000/svg}"


def bars(picture: str) -> list[ElementTree.Element]:
    return drawn(picture).findall(f"{SVG}rect")


def span(bar: ElementTree.Element) -> tuple[float, float]:
    left = float(bar.get("x", ""))
    return left, left + float(bar.get("width", ""))


def test_the_end_of_the_one_is_the_start_of_the_other() -> None:
    first = fact("a", valid_from=on(2024), valid_until=on(2025))
    ended, instead = bars(two_periods(first, fact("b", valid_from=on(2025)), NOW, "periods"))
    assert span(ended)[1] == pytest.approx(span(instead)[0], abs=0.1)
    assert span(instead)[1] == pytest.approx(WIDTH - RIGHT, abs=0.1), "it goes on"
    assert float(ended.get("y", "")) < float(instead.get("y", ""))


def test_without_a_start_a_bar_begins_at_the_left_edge() -> None:
    (bar,) = bars(two_periods(fact("a", valid_from=None, valid_until=on(2025)), None, NOW, "periods"))
    assert span(bar)[0] == pytest.approx(LABEL, abs=0.1)


def test_the_label_tells_both_periods_and_hostile_text_is_text() -> None:
    first = fact("a", valid_from=on(2024), valid_until=datetime(2025, 3, 3, tzinfo=UTC), text=HOSTILE)
    picture = drawn(two_periods(first, fact("b", valid_from=on(2025)), NOW, HOSTILE))
    assert picture.get("aria-label") == f"{HOSTILE}: ended 2024-01-01 – 2025-03-03; instead 2025-01-01 – …"
