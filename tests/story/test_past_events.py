"""An event happened and never holds: it stays in facts, walks and paths of now, and can be left out."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact, held, tell

EVENT = {"kind": "event"}


@pytest.fixture
async def graduate(brain: Brain) -> Brain:
    """Ana graduated in 2018 and once met Bruno; nothing more is known."""
    told = fact("Ana", "graduated_from", "MIT", valid_from="2018-06-01", **EVENT)
    await tell(brain, "2026-01-10", told)
    await tell(brain, "2026-01-11", fact("Bruno", "met", "Ana", **EVENT))
    return brain


async def test_what_has_happened_is_told_as_an_event_that_does_not_hold(graduate: Brain) -> None:
    (mit,) = (await graduate.facts("Ana", "graduated_from")).items
    assert (mit.kind, mit.holds_now, mit.upcoming) == ("event", None, False)
    assert f"{mit.valid_from:%F}" == "2018-06-01"


async def test_events_can_be_left_out(graduate: Brain) -> None:
    assert len(await graduate.facts("Ana", "graduated_from", events=False)) == 0
    assert await graduate.graph.neighbours("Ana", events=False) == ()
    assert len(await graduate.entities.facts("Ana", events=False)) == 0


async def test_a_moment_shows_only_the_events_of_its_day(graduate: Brain) -> None:
    assert await held(graduate, "Ana", "graduated_from", at="2018-06-01T12:00:00Z") == ["MIT"]
    assert await held(graduate, "Ana", "graduated_from", at="2020-01-01") == []
    assert await held(graduate, "Bruno", "met", at="2026-01-11T12:00:00Z") == ["Ana"]
    assert await held(graduate, "Bruno", "met", at="2026-01-20") == [], "an undated event does not go on for ever"


async def test_walks_and_paths_go_by_way_of_events(graduate: Brain) -> None:
    around = await graduate.graph.neighbours("Ana")
    assert {one.fact.relation for one in around} == {"graduated_from", "met"}
    (route,) = await graduate.graph.path("Bruno", "MIT")
    assert [one.relation for one in route.facts] == ["met", "graduated_from"]
    assert await graduate.graph.path("Bruno", "MIT", events=False) == ()
    first = await graduate.graph.neighbours_page("Ana", limit=1)
    rest = await graduate.graph.neighbours_page("Ana", limit=1, cursor=first.next_cursor)
    assert {one.fact.relation for one in (*first, *rest)} == {"graduated_from", "met"}
