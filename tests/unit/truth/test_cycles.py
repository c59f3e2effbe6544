"""What undoes its own ground, and what carries only itself."""

from __future__ import annotations

from graphmem.truth.instant import paradox, self_carried, solve
from graphmem.truth.statement import Statement
from tests.unit.truth.saying import on, say
from tests.unit.truth.test_region import region

EMEKA = say("1", "club coach Emeka", 1)
ODD = say("2", "club coach Bram", 9, holds_while=(on("club coach", "Emeka"),))


def found(*statements: Statement) -> tuple[set[str], set[str]]:
    """What is taken out, and what carries only itself."""
    made = region(9, *statements)
    low, high = solve(made)
    names = [said.id for said in made.component.said]
    return {names[i] for i in paradox(made, low, high)}, {names[i] for i in self_carried(made, low)}


def test_the_start_that_undoes_its_ground_is_taken_out() -> None:
    assert found(EMEKA, ODD)[0] == {"2"}
    assert found(EMEKA, say("2", "club coach Bram", 9))[0] == set()


def test_what_hangs_on_it_is_left() -> None:
    assert found(EMEKA, ODD, say("3", "club hall North", 9, holds_while=(on("club coach", "Emeka"),)))[0] == {"2"}


def test_a_ring_carries_only_itself_and_what_rests_on_it_does_not() -> None:
    ring = [say("1", "e1 v x", 9, evidence=(("2",),)), say("2", "e2 v x", 9, evidence=(("1",),))]
    assert found(*ring, say("3", "e3 v x", 9, evidence=(("1",),)))[1] == {"1", "2"}
    assert found(*ring, say("3", "e3 v x", 9, evidence=(("gone",),)))[1] == {"1", "2"}


def test_a_ring_with_a_ground_elsewhere_holds() -> None:
    ring = [say("1", "e1 v x", 9, evidence=(("2",), ("3",))), say("2", "e2 v x", 9, evidence=(("1",),))]
    assert found(*ring, say("3", "e3 v x", 9))[1] == set()
