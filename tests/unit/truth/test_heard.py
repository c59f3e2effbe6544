"""Which statements count at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.truth.heard import ends, unheard
from graphmem.truth.statement import Statement
from tests.unit.truth.saying import day, end, on, say

PLAN = say("p", "club coach Zoe", 2, 8, kind="plan")
BEGUN = say("b", "club coach Zoe", 9, 9)


def test_a_plan_gives_way_to_a_stated_beginning() -> None:
    assert unheard([PLAN, BEGUN]) == {"p": "begun"}


@pytest.mark.parametrize(
    "other",
    [
        replace(BEGUN, stated=False),
        replace(BEGUN, occurred=PLAN.occurred),
        replace(BEGUN, value="Bram"),
        replace(BEGUN, kind="plan"),
        replace(BEGUN, action="ends"),
        replace(BEGUN, starts_when=on("club hall")),
        replace(BEGUN, group="other"),
    ],
)
def test_a_plan_gives_way_to_nothing_else(other: Statement) -> None:
    assert unheard([PLAN, other]) == {}


OWN = say("o", "club coach Emeka", 3, 3)
HEARSAY = say("h", "club coach Bram", 9, 9, second_hand=True, confidence=0.6)


def test_the_surer_own_word_silences_second_hand() -> None:
    assert unheard([OWN, HEARSAY]) == {"h": "second_hand"}


@pytest.mark.parametrize(
    "own",
    [
        replace(OWN, confidence=0.6),
        replace(OWN, value="Bram"),
        replace(OWN, at=BEGUN.at.replace(day=10)),
        replace(OWN, until=HEARSAY.at),
        replace(OWN, second_hand=True),
        replace(OWN, kind="event"),
        replace(OWN, ends=frozenset()),
        replace(OWN, starts_when=on("club hall")),
    ],
)
def test_only_a_surer_value_that_holds_then_silences(own: Statement) -> None:
    assert unheard([own, HEARSAY]) == {}


def test_what_yields_to_the_own_word_does_not_take_its_place() -> None:
    yielding = say("y", "club coach Bram", 2, 5, stated=False)
    assert unheard([OWN, yielding, HEARSAY]) == {"h": "second_hand"}
    for other in (replace(yielding, stated=True), replace(yielding, occurred=day(4))):
        assert unheard([OWN, other, HEARSAY]) == {}


def test_a_value_that_had_ended_by_then_silences_nothing() -> None:
    assert unheard([OWN, end("e", "club coach Emeka", 7), HEARSAY]) == {}
    assert unheard([OWN, end("e", "club coach Emeka", 10), HEARSAY]) == {"h": "second_hand"}
    assert unheard([OWN, say("2", "club coach Bram", 7), HEARSAY]) == {}
    hearsay_end = end("e", "club coach Emeka", 7, second_hand=True, confidence=0.6)
    assert unheard([OWN, hearsay_end, HEARSAY]) == {"h": "second_hand"}


def test_an_assumed_start_is_bounded_by_what_it_confirms() -> None:
    told = say("t", "club coach Emeka", 1, 1, until=6)
    assert unheard([told, replace(OWN, stated=False), HEARSAY]) == {}
    assert unheard([told, OWN, HEARSAY]) == {"h": "second_hand"}


def test_an_event_is_never_silenced() -> None:
    assert unheard([OWN, replace(HEARSAY, kind="event")]) == {}


def test_an_end_counts_after_the_start_and_if_it_is_sure_enough() -> None:
    assert ends(end("e", "club coach Emeka", 4), OWN)
    assert not ends(end("e", "club coach Emeka", 3), OWN)
    assert not ends(end("e", "club coach Bram", 4), OWN)
    assert not ends(end("e", "club coach Emeka", 4, second_hand=True, confidence=0.6), OWN)
    assert ends(end("e", "club coach Emeka", 4, second_hand=True), OWN)
