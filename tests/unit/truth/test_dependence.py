"""Which groups decide about which."""

from __future__ import annotations

from graphmem.truth.dependence import Dependence, needs_of
from graphmem.truth.statement import Condition
from tests.unit.truth.saying import say

COACH = say("1", "club coach Emeka", 1)
HALL = say("2", "gym hall North", 1, evidence=(("1",),))
FEE = say("3", "club fee ten", 1, holds_while=(Condition("gym", "hall"),))
APART = say("4", "shop owner Zoe", 1)
TOLD = (COACH, HALL, FEE, APART)


def test_a_group_needs_what_its_statements_rest_on_and_watch() -> None:
    assert needs_of(TOLD) == {
        "club coach": set(),
        "gym hall": {"club coach"},
        "club fee": {"gym hall"},
        "shop owner": set(),
    }


def test_a_change_reaches_down_the_whole_chain_and_no_sibling() -> None:
    sibling = say("5", "gym door blue", 1, evidence=(("1",),))
    known = Dependence([*TOLD, sibling])
    assert known.below(["gym hall"]) == {"gym hall", "club fee"}
    assert known.above(["gym hall"]) == {"gym hall", "club coach"}
    assert known.below(["club coach"]) == {"club coach", "gym hall", "club fee", "gym door"}


def test_a_circle_is_both_above_and_below() -> None:
    one = say("a", "x p 1", 1, evidence=(("b",),))
    other = say("b", "y q 1", 1, evidence=(("a",),))
    known = Dependence([one, other])
    assert known.below(["x p"]) == known.above(["x p"]) == {"x p", "y q"}


def test_a_group_that_no_statement_has_stands_alone() -> None:
    assert Dependence(TOLD).below(["nobody here"]) == {"nobody here"}
