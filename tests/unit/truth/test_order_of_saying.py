"""Of what was said at one moment, the order of saying decides what was said later (R3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from graphmem.truth.heard import unheard
from graphmem.truth.statement import Statement
from graphmem.truth.walk import walk
from tests.unit.truth.saying import covers, day, derived, end, facts, held, on, say, silent, tell

SEATTLE = tell("1", "ana home Seattle", 3, confidence=0.95)
PORTLAND = tell("2", "ana home Portland", 3, confidence=0.6, order=1)
GLOBEX = tell("g", "ana home Globex", 3, 1, order=1)


def test_of_equal_starts_the_later_said_wins_though_it_is_less_sure_and_the_lesser_word() -> None:
    for some in permutations((SEATTLE, PORTLAND)):
        assert facts(*some) == [("Portland", 3, None, None)]
    assert silent(SEATTLE, PORTLAND) == {"1": ("equal_start", "2")}
    assert silent(SEATTLE, replace(PORTLAND, order=0)) == {"2": ("equal_start", "1")}


def test_the_order_divides_a_moment_and_does_not_reach_beyond_it() -> None:
    later = replace(SEATTLE, occurred=day(4))
    assert silent(later, replace(PORTLAND, order=9)) == {"2": ("equal_start", "1")}


def test_order_comes_before_confidence_for_any_three() -> None:
    """The order is total: none of three statements of different sequences beats one that beats it."""
    other = tell("3", "ana home Tacoma", 3, confidence=0.8)
    outcomes = {tuple(facts(*some)) for some in permutations((SEATTLE, PORTLAND, other))}
    assert outcomes == {(("Portland", 3, None, None),)}


def test_an_assumed_start_yields_to_what_was_stated_later_at_the_same_moment() -> None:
    assert silent(SEATTLE, GLOBEX) == {"1": ("yields", "g")}
    assert covers(SEATTLE, replace(GLOBEX, order=0)) == {"1": (3, None, None), "g": (1, 3, "superseded")}
    assert covers(replace(SEATTLE, order=2), GLOBEX) == {"1": (3, None, None), "g": (1, 3, "superseded")}


def test_it_yields_to_the_last_word_for_a_value() -> None:
    again = replace(GLOBEX, id="f", order=2)
    assert silent(SEATTLE, again, GLOBEX) == {"1": ("yields", "f")}


def test_of_several_that_yielded_the_last_said_has_the_gap() -> None:
    assert facts(SEATTLE, PORTLAND, replace(GLOBEX, order=2)) == [
        ("Globex", 1, None, None),
        ("Portland", None, 1, "superseded"),
    ]


PLAN = say("p", "club coach Zoe", 2, 8, kind="plan")


@pytest.mark.parametrize(("order", "silence"), [(0, {}), (1, {"p": "begun"})])
def test_a_plan_gives_way_to_a_beginning_told_later_at_the_same_moment(order: int, silence: dict[str, str]) -> None:
    assert unheard([PLAN, say("b", "club coach Zoe", 2, 9, order=order)]) == silence


@pytest.mark.parametrize(("order", "silence"), [(0, {}), (1, {"h": "second_hand"})])
def test_second_hand_is_silenced_by_a_value_to_which_another_yielded(order: int, silence: dict[str, str]) -> None:
    own = say("o", "club coach Emeka", 5, 3, order=order)
    yielded = say("y", "club coach Zoe", 5, confidence=0.6)
    hearsay = say("h", "club coach Bram", 9, 9, second_hand=True, confidence=0.6)
    assert unheard([own, yielded, hearsay]) == silence


def test_of_two_ends_at_one_instant_the_later_said_is_named() -> None:
    first, second = end("e", "ana home Seattle", 9, confidence=0.9), end("d", "ana home Seattle", 9, order=1)
    for some in permutations((SEATTLE, first, second)):
        assert walk(some).outcomes["1"].by == "d"


def test_the_precision_of_an_end_is_that_of_the_later_said_start() -> None:
    vague = replace(tell("v", "ana home Tacoma", 9, 9, props={"atPrecision": "year"}), order=1)
    exact = replace(tell("x", "ana home Tacoma", 9, 9), confidence=0.9)
    for some in permutations((SEATTLE, vague, exact)):
        gone = next(fact for fact in derived(*some).facts if fact.object == "Seattle")
        assert gone.content["tInvalidPrecision"] == "year"


def _told(id_: str, *details: str, **fields: object) -> Statement:
    return tell(id_, "ana job Acme", 3, text=f"{id_} {' '.join(details)}", details=details or None, **fields)


def _texts(*statements: Statement) -> set[tuple[str, ...]]:
    return {
        tuple(fact.content["factText"] for fact in derived(*some).facts) for some in permutations(statements)
    }  # fmt: skip


def test_of_conflicting_sentences_the_later_said_is_told() -> None:
    assert _texts(_told("z", "cto", confidence=0.9), _told("a", "ceo", order=1)) == {("a ceo",)}


def test_a_sentence_with_an_assumed_start_yields_to_one_stated_later_at_the_same_moment() -> None:
    stated = replace(_told("a", "ceo", order=1), at=day(1), stated=True)
    assert _texts(_told("z", "cto"), stated) == {("a ceo",)}
    assert _texts(_told("z", "cto"), replace(stated, order=0)) == {("a ceo", "z cto")}


def test_of_equally_sure_plain_sentences_the_later_said_is_told() -> None:
    assert _texts(_told("a"), _told("z", order=1)) == {("z ",)}


def test_conditions_look_at_moments_and_not_into_them() -> None:
    """What is said at one moment is said together: a condition is bound to the value that comes out of it."""
    waits = say("w", "ana bus Line", 3, holds_while=(on("ana home"),))
    assert held(5, SEATTLE, waits, replace(PORTLAND, order=2)) == {"home Portland", "bus Line"}
