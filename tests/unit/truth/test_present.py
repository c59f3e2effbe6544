"""What holds between two instants."""

from __future__ import annotations

from dataclasses import replace

from graphmem.truth.component import PresentState
from graphmem.truth.statement import FUTURE
from tests.unit.truth.saying import component, day, on, say

EMEKA = say("1", "club coach Emeka", 1)
ORLOV = say("5", "club physio Orlov", 5, holds_while=(on("club coach"),))


def present(*statements: object) -> PresentState:
    made = PresentState(component(*statements))  # type: ignore[arg-type]
    for i, said in enumerate(made.component.said):
        made.start(i, said.at, made.new_spell(), said.until)
    return made


def test_a_value_is_seen_once_however_many_statements_carry_it() -> None:
    made = present(EMEKA, replace(EMEKA, id="2"), ORLOV)
    assert made.objects["club", "coach"] == {"Emeka": 1}
    made.stop(0)
    assert made.objects["club", "coach"] == {"Emeka": 1}
    made.stop(1)
    assert made.objects["club", "coach"] == {}
    assert made.held[made.component.group[0]] == set()


def test_one_statement_stands_for_all_alike() -> None:
    stated = replace(EMEKA, id="2", stated=True)
    event, hearsay = replace(EMEKA, id="3", kind="event"), replace(EMEKA, id="4", second_hand=True, confidence=0.6)
    made = present(EMEKA, stated, replace(stated, id="6", occurred=day(3)), event, hearsay)
    value = made.component.value[0]
    assert sorted(made.representatives(value, ())) == [2, 3, 4]
    assert sorted(made.representatives(value, {4})) == [1, 2, 3]
    assert made.bundle_of(4, {1}) == [0, 4]
    made.stop(4)
    assert sorted(made.representatives(value, {1})) == [0, 2, 3]


def test_the_first_own_end_of_a_value_is_that_of_what_still_holds() -> None:
    made = present(EMEKA, replace(EMEKA, id="2", until=day(7)), replace(EMEKA, id="3", until=day(9)))
    value = made.component.value[0]
    assert made.first_end(value) == day(7)
    made.stop(1)
    assert made.first_end(value) == day(9)
    made.stop(2)
    assert made.first_end(value) == FUTURE


def test_dependents_are_those_that_can_still_change() -> None:
    resting = say("6", "club hall North", 5, evidence=(("1",),))
    made = present(EMEKA, ORLOV, resting)
    value = made.component.value[0]
    assert sorted(made.dependents(value)) == [1, 2]
    made.stop(1)
    assert list(made.dependents(value)) == [2]
