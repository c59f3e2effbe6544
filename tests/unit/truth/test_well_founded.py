"""What holds and what may hold at an instant."""

from __future__ import annotations

from graphmem.truth.instant import solve
from graphmem.truth.statement import Statement
from tests.unit.truth.saying import on, say
from tests.unit.truth.test_region import region

EMEKA = say("1", "club coach Emeka", 1)


def solved(*statements: Statement) -> tuple[set[str], set[str]]:
    made = region(9, *statements)
    low, high = solve(made)
    names = [said.id for said in made.component.said]
    return {names[i] for i in low.members}, {names[i] for i in high.members}


def test_where_nothing_undoes_itself_all_is_decided() -> None:
    bram, zoe = say("2", "club coach Bram", 9), say("3", "club coach Zoe", 8, 9)
    assert solved(EMEKA, bram, zoe) == ({"2"}, {"2"})


def test_what_needs_what_is_decided_after_it() -> None:
    resting = [say(f"{n}", f"e{n} v x", 9, evidence=((f"{n - 1}",),)) for n in range(3, 8)]
    bram = say("2", "club coach Bram", 9)
    assert solved(EMEKA, bram, *resting) == ({"2", "3", "4", "5", "6", "7"},) * 2
    assert solved(EMEKA, *resting) == (set(), set())


def test_a_ring_is_not_its_own_ground() -> None:
    ring = [say("1", "e1 v x", 9, evidence=(("2",),)), say("2", "e2 v x", 9, evidence=(("1",), ("3",)))]
    assert solved(*ring) == (set(), set())
    assert solved(*ring, say("3", "e3 v x", 9)) == ({"1", "2", "3"},) * 2


def test_what_would_undo_its_own_ground_stays_open() -> None:
    odd = say("2", "club coach Bram", 9, holds_while=(on("club coach", "Emeka"),))
    assert solved(EMEKA, odd, say("3", "club hall North", 9)) == ({"3"}, {"1", "2", "3"})
