"""The pictures that the server draws say what they are given, and show hostile text as text."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest

from api.dashboard.svg.day_bars import day_bars
from api.dashboard.svg.life_line import lanes, life_line
from api.dashboard.svg.scale import MOST_TICKS, scale_of
from api.dashboard.svg.sparkline import HEIGHT, sparkline
from api.dashboard.svg.star import MOST_SHOWN, star
from api.dashboard.svg.two_clocks import two_clocks
from graphmem_contract.brains import DayCounts
from graphmem_contract.reads import Neighbour
from graphmem_contract.records import Entity, Fact

NOW = datetime(2026, 6, 1, tzinfo=UTC)
HOSTILE = '<script>alert(1)</script>"&\u202e'
SVG = "{http://www.w3.org/2000/svg}"


def on(year: int, month: int = 1, day: int = 1) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def fact(id_: str, relation: str = "works_at", **changes: Any) -> Fact:
    given: dict[str, Any] = {
        "id": id_, "subject": "Ana", "subject_id": "a", "relation": relation, "object": "Acme", "object_id": "o",
        "object_kind": "entity", "text": f"Ana {relation} Acme", "valid_from": on(2024), "valid_until": None,
        "holds_now": True, "recorded_at": on(2025), "confidence": 1.0,
    }  # fmt: skip
    return Fact(**{**given, **changes})


def entity(id_: str, name: str = "Acme") -> Entity:
    return Entity(id=id_, key=f"organization:{id_}", name=name, type="organization")


def drawn(picture: str) -> ElementTree.Element:
    """The picture as XML, as a browser reads it."""
    return ElementTree.fromstring(str(picture).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def test_a_sparkline_is_as_high_as_its_greatest_number() -> None:
    bars = drawn(sparkline([0, 1, 4], "a label")).findall(f"{SVG}rect")
    assert [(bar.get("height"), bar.get("y")) for bar in bars] == [("6", str(HEIGHT - 6)), (str(HEIGHT), "0")]


@pytest.mark.parametrize("values", [[], [0, 0], [0] * 366])
def test_a_sparkline_of_nothing_has_no_bars(values: list[int]) -> None:
    assert drawn(sparkline(values, "nothing")).findall(f"{SVG}rect") == []


def test_day_bars_tell_each_day_and_the_sum() -> None:
    days = [DayCounts(day=date(2026, 5, day), episodes=day, facts=0, model_calls=0, tokens=0) for day in (1, 2)]
    picture = drawn(day_bars(days, "episodes", "Episodes a day"))
    assert picture.get("aria-label") == "Episodes a day: 3 from 2026-05-01 to 2026-05-02, at most 2"
    assert [title.text for title in picture.iter(f"{SVG}title")] == ["2026-05-01: 1", "2026-05-02: 2"]


def test_a_scale_holds_every_moment_and_now() -> None:
    scale = scale_of([on(2020), None, on(2030)], NOW, 0, 100)
    assert scale.start < on(2020) < NOW < on(2030) < scale.end
    assert 0 < scale.x(on(2020), -1) < scale.x(NOW, -1) < scale.x(on(2030), -1) < 100
    assert scale.x(None, 77) == 77


@pytest.mark.parametrize("days", [0, 1, 20, 200, 2000, 20_000, 700_000])
def test_a_scale_has_few_ticks_in_order_whatever_its_length(days: int) -> None:
    start = max(on(1), NOW - timedelta(days=days))
    ticks = scale_of([start], NOW, 0, 100).ticks()
    assert 1 <= len(ticks) <= MOST_TICKS + 1
    assert [x for x, _ in ticks] == sorted(x for x, _ in ticks)


def test_a_scale_reaches_both_ends_of_time() -> None:
    scale = scale_of([on(1), datetime(9998, 12, 31, tzinfo=UTC)], NOW, 0, 100)
    assert (scale.x(on(1), -1), round(scale.x(scale.end, -1))) == (0, 100)
    assert scale.ticks()


def test_facts_that_overlap_stand_in_rows_of_their_lane() -> None:
    first = fact("1", valid_until=on(2025))
    after = fact("2", valid_from=on(2025))
    beside = fact("3", valid_from=on(2024, 6))
    elsewhere = fact("4", "lives_in", valid_from=None)
    found = [
        (relation, [[one.id for one in row] for row in rows])
        for relation, rows in lanes([beside, after, first, elsewhere])
    ]
    assert found == [("lives_in", [["4"]]), ("works_at", [["1", "2"], ["3"]])]


def test_a_life_line_draws_what_ended_what_holds_and_what_is_planned() -> None:
    facts = [fact("1", valid_until=on(2025)), fact("2"), fact("3", valid_from=on(2027), upcoming=True)]
    picture = drawn(life_line(facts, NOW, "a life", lambda f: f"/{f.id}", lambda f: f.text, lambda f: f.object))
    kinds = {link.get("href"): link[0].get("class") for link in picture.iter(f"{SVG}a")}
    assert kinds == {"/1": "bar closed", "/2": "bar live", "/3": "bar upcoming"}
    live = next(bar for bar in picture.iter(f"{SVG}rect") if bar.get("class") == "bar live")
    assert float(live.get("x", 0)) + float(live.get("width", 0)) == pytest.approx(948), "it goes on to the right edge"


def test_two_clocks_have_a_row_for_each_version() -> None:
    versions = [
        fact("1", expired_at=on(2026), recorded_at=on(2025), status="closed"),
        fact("1", recorded_at=on(2026), valid_until=on(2026, 3)),
    ]
    picture = drawn(two_clocks(versions, NOW, "both"))
    assert [bar.get("class") for bar in picture.iter(f"{SVG}rect")] == ["bar past"] * 2 + ["bar believed"] * 2
    assert [text.text for text in picture.iter(f"{SVG}text") if "version" in (text.text or "")] == [
        "version 1",
        "version 2",
    ]


def test_of_many_versions_the_last_are_drawn_with_their_numbers() -> None:
    picture = str(two_clocks([fact("1") for _ in range(100)], NOW, "both"))
    assert re.findall(r"version (\d+)", picture) == [str(number) for number in range(71, 101)]


def test_a_star_joins_each_neighbour_once_and_leaves_values_out() -> None:
    around = [
        Neighbour(fact=fact("1"), entity=entity("x"), hops=1),
        Neighbour(fact=fact("2", "owns"), entity=entity("x"), hops=1),
        Neighbour(fact=fact("3", "likes"), entity=None, hops=1),
    ]
    picture = drawn(star("Ana", around, "around", lambda e: f"/{e.id}"))
    assert [link.get("aria-label") for link in picture.iter(f"{SVG}a")] == ["Acme (organization): works_at, owns"]


def test_a_star_shows_no_more_than_it_has_room_for() -> None:
    around = [Neighbour(fact=fact(str(n)), entity=entity(str(n)), hops=1) for n in range(100)]
    assert len(list(drawn(star("Ana", around, "around", lambda e: e.id)).iter(f"{SVG}a"))) == MOST_SHOWN


def test_hostile_text_is_text_in_every_picture() -> None:
    hostile = fact("1", HOSTILE, object=HOSTILE, text=HOSTILE, valid_from=on(2020))
    pictures = [
        sparkline([1], HOSTILE),
        life_line([hostile], NOW, HOSTILE, lambda f: HOSTILE, lambda f: f.text, lambda f: f.object),
        two_clocks([hostile], NOW, HOSTILE),
        star(HOSTILE, [Neighbour(fact=hostile, entity=entity("x", HOSTILE), hops=1)], HOSTILE, lambda e: HOSTILE),
    ]
    for picture in pictures:
        assert "<script" not in picture
        assert list(drawn(picture).iter(f"{SVG}script")) == []
