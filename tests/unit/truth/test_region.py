"""What takes the place of what, and what carries what, inside a region."""

from __future__ import annotations

from graphmem.truth.binding import Bindings
from graphmem.truth.component import PresentState
from graphmem.truth.region import Holding, Moment, Region
from graphmem.truth.statement import Statement
from tests.unit.truth.saying import component, day, on, say

EMEKA = say("1", "club coach Emeka", 1)
KEY = ("club", "coach")


def region(t: float, *statements: Statement, awake: tuple[int, ...] = ()) -> Region:
    """The region of a day on which everything before goes on."""
    found = component(*statements)
    present = PresentState(found)
    for i, said in enumerate(found.said):
        present.admitted.add(i)
        if said.at < day(t):
            present.start(i, said.at, present.new_spell(), said.until)
    fresh = frozenset(i for i, said in enumerate(found.said) if said.at == day(t))
    return Region(Moment(day(t), found, present, Bindings(), fresh, frozenset(), lambda value: -value), awake)


def holding(made: Region, *members: int) -> Holding:
    found = Holding(made)
    for i in members:
        found.add(i)
    return found


def test_it_has_what_starts_and_what_that_may_exclude() -> None:
    made = region(
        9, EMEKA, say("2", "club coach Emeka", 2), say("3", "club hall North", 3), say("4", "club coach Bram", 9)
    )
    assert dict(made.of_group) == {made.component.group[0]: [1, 3]}


def test_a_start_takes_the_place_of_what_goes_on() -> None:
    made = region(9, EMEKA, say("2", "club coach Bram", 9))
    assert made.is_blocked(0, holding(made, 1))
    assert not made.is_blocked(1, holding(made, 0))
    assert made.rivals(0) == [1]


def test_an_assumed_start_yields_to_what_was_stated_later() -> None:
    stated = say("1", "club coach Emeka", 12, 1)
    made = region(9, stated, say("2", "club coach Bram", 9))
    assert made.is_blocked(1, holding(made, 0))
    assert not made.is_blocked(0, holding(made, 1))
    ended_anyway = region(9, stated, say("2", "club coach Bram", 9), say("3", "club coach Zoe", 9, 9))
    assert not ended_anyway.outweighs(0, 1)


def test_of_equal_starts_the_greater_rank_takes_the_place() -> None:
    made = region(9, say("1", "club coach Bram", 9), say("2", "club coach Zoe", 9))
    assert made.is_blocked(0, holding(made, 1))
    assert not made.is_blocked(1, holding(made, 0))


def test_what_is_seen_is_what_holds_in_it_and_outside_it() -> None:
    waits = say("9", "club time Monday", 2, holds_while=(on("club coach"), on("club many_in")))
    made = region(9, EMEKA, say("2", "club many_in Ana", 1), say("3", "club many_in Bo", 9), waits)
    assert set(holding(made).at(KEY)) == {"Emeka"}
    assert set(holding(made).at(("club", "many_in"))) == {"Ana"}
    both = holding(made, 2)
    assert set(both.at(("club", "many_in"))) == {"Ana", "Bo"}
    both.remove(2)
    assert set(both.at(("club", "many_in"))) == {"Ana"}


def test_evidence_ahead_stands_and_what_is_not_known_does_not() -> None:
    later = say("2", "club coach Bram", 12)
    made = region(9, say("1", "club hall North", 9, evidence=(("2", "gone"),)), later)
    assert made.stands(1, holding(made))
    assert not made.stands(-1, holding(made))
    assert not made.is_carried(0, holding(made), holding(made))


def test_what_is_said_now_counts_at_its_word_if_only_what_was_said_before_counts() -> None:
    made = region(9, EMEKA, say("2", "club hall North", 9, holds_while=(on("club coach", "Bram"),)))
    assert not made.is_carried(1, holding(made, 0), holding(made, 0))
    made.moment.saying = True
    assert made.is_carried(1, holding(made, 0), holding(made, 0))
    assert not made.moment.is_conditional(1)
