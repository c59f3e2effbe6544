"""One instant, and how far it is looked at."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from graphmem.truth.region import Moment, Region
from graphmem.truth.statement import Statement
from tests.unit.truth.saying import covers, on, say, silent, timeline

EMEKA, BRAM = say("1", "club coach Emeka", 1), say("2", "club coach Bram", 20)


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The statements of every region, in order."""
    seen: list[set[str]] = []
    before = Region.__init__

    def watching(self: Region, moment: Moment, awake: Collection[int]) -> None:
        before(self, moment, awake)
        members = [i for some in self.of_group.values() for i in some]
        seen.append({moment.component.said[i].id for i in members})

    monkeypatch.setattr(Region, "__init__", watching)
    return seen


def chain(length: int) -> list[Statement]:
    links = [say("c1", "e1 v x", 2, holds_while=(on("club coach"),))]
    return links + [say(f"c{n}", f"e{n} v x", 2, holds_while=(on(f"e{n - 1} v"),)) for n in range(2, length + 1)]


def test_an_instant_looks_only_at_what_it_may_change(looked_at: list[set[str]]) -> None:
    timeline(
        EMEKA,
        say("a", "club hall North", 2),
        *chain(3),
        say("3", "club coach Emeka", 7),
        say("4", "club hall South", 8),
    )
    assert looked_at[-1] == {"a", "4"}
    assert looked_at[-2] <= {"1", "3"}


def test_a_change_reaches_the_whole_chain(looked_at: list[set[str]]) -> None:
    links = chain(40)
    found = timeline(EMEKA, *links, BRAM).outcomes()
    assert looked_at[-1] == {"1", "2", *(link.id for link in links)}
    assert {found[link.id].until for link in links} == {BRAM.at}


def test_a_chain_is_reached_with_few_attempts(looked_at: list[set[str]]) -> None:
    timeline(EMEKA, *chain(100))
    calm = len(looked_at)
    looked_at.clear()
    timeline(EMEKA, *chain(100), BRAM)
    assert len(looked_at) - calm <= 9


@pytest.mark.parametrize("object_", [None, "y"])
def test_a_loop_that_closes_through_a_pending_condition_falls_at_that_instant(object_: str | None) -> None:
    """Whatever comes later: neither the fall nor its moment may depend on another instant."""
    ring = [
        say("1", "club a x", 1, holds_while=(on("club b", object_),)),
        say("2", "club b y", 5, holds_while=(on("club a"),)),
    ]
    for later in ([], [say("3", "club c z", 8, holds_while=(on("club b"),))]):
        assert covers(*ring, *later)["1"] == (1, 5, "cycle")
        assert silent(*ring, *later)["2"] == ("cycle", None)


def test_a_loop_that_closes_behind_a_trigger_begins_nothing() -> None:
    ring = [
        say("a", "club a x", 2, holds_while=(on("club b", "y"),), starts_when=on("club coach")),
        say("b", "club b y", 3, 20, holds_while=(on("club a", "x"),)),
    ]
    assert covers(EMEKA, *ring, BRAM).keys() == {EMEKA.id, BRAM.id}


def test_a_value_that_becomes_known_is_seen_at_once() -> None:
    resting = say("1", "club a x", 1, holds_while=(on("club b", "y"),))
    brief = say("2", "club b y", 5, until=7)
    assert covers(resting, brief)["1"] == (1, 7, "cascade")
