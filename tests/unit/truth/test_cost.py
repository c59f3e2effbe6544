"""The walk is near linear: counted in statements that are looked at, not in seconds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem.truth.region import Region
from graphmem.truth.statement import Statement
from graphmem.truth.walk import walk
from tests.unit.truth.saying import on, say

LEAD = on("club lead")


def levels(n: int) -> list[Statement]:
    """A tree of five levels, each fact with what is to replace it, and a change at the root."""
    out, places, fan = [say("root", "club lead A", 0.5)], ["club"], max(2, round((n / 2) ** 0.2))
    while len(out) < n:
        parent, i = places[len(out) // 2 // fan], len(places)
        out.append(say(f"s{i}", f"e{i} lead v", i / n + 1, holds_while=(on(f"{parent} lead"),)))
        out.append(say(f"t{i}", f"e{i} lead w", i / n + 1, starts_when=on(f"{parent} lead")))
        places.append(f"e{i}")
    return [*out, say("change", "club lead B", 20)]


def star(n: int) -> list[Statement]:
    """Facts that all rest on one value."""
    return [say("root", "club lead A", 0.5), *_resting(n), say("change", "club lead B", 20)]


def confirmations(n: int) -> list[Statement]:
    """One value said again and again while facts rest on it."""
    return [*(say(f"c{i}", "club lead A", i / n + 1) for i in range(n // 2)), *_resting(n // 2)]


def changes(n: int) -> list[Statement]:
    """A value that changes again and again; each time a fact begins to rest on it, in the same message."""
    new = [say(f"c{i}", f"club lead L{i}", i / n + 1) for i in range(n // 2)]
    return new + [say(f"s{i}", f"e{i} place v", i / n + 1, holds_while=(LEAD,)) for i in range(n // 2)]


def late(n: int) -> list[Statement]:
    """A history told long after it happened, with facts that rest on it."""
    history = [say(f"c{i}", f"club lead L{i}", i / n + 1, i / n - 99) for i in range(n // 2)]
    return history + [say(f"s{i}", f"e{i} place v", i / n + 1, holds_while=(LEAD,)) for i in range(n // 2)]


def chain(n: int) -> list[Statement]:
    """A chain in which each end starts the next value."""
    out = [say("root", "e0 lead A", 0.5)]
    for i in range(1, n // 2):
        out += [
            say(f"a{i}", f"e{i} lead v", 1),
            say(f"b{i}", f"e{i} lead w", 1, starts_when=on(f"e{i - 1} lead", None, "ends")),
        ]
    return [*out, say("change", "e0 lead B", 20)]


def evidence(n: int) -> list[Statement]:
    """A tree of evidence."""
    out = [say("s0", "e0 lead v", 0.5)]
    out += [say(f"s{i}", f"e{i} lead v", i / n + 1, evidence=((f"s{i // 4}",),)) for i in range(1, n)]
    return [*out, say("change", "e0 lead w", 20)]


def _resting(n: int) -> list[Statement]:
    return [say(f"s{i}", f"e{i} place v", i / n + 1, holds_while=(LEAD,)) for i in range(n)]


@pytest.mark.parametrize("story", [levels, star, confirmations, changes, late, chain, evidence])
def test_twice_the_statements_are_about_twice_the_work(
    story: Callable[[int], list[Statement]], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    before = Region.arrange

    def counting(self: Region) -> None:
        before(self)
        looked.append(1 + sum(map(len, self.of_group.values())))

    asked: list[int] = []
    carried, blocked = Region.is_carried, Region.is_blocked
    monkeypatch.setattr(Region, "is_carried", lambda *args: asked.append(1) or carried(*args))
    monkeypatch.setattr(Region, "is_blocked", lambda *args: asked.append(1) or blocked(*args))
    monkeypatch.setattr(Region, "arrange", counting)
    work = []
    for n in (150, 300):
        looked.clear()
        asked.clear()
        walk(story(n))
        work.append(sum(looked) + len(asked))
    assert work[1] < 2.3 * work[0]
    assert work[1] < 300 * 40
