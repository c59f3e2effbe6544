"""What conditions are bound to, and whether they are met."""

from __future__ import annotations

from graphmem.truth.binding import Bindings, is_met, is_triggered, watched
from graphmem.truth.component import Watch

KEY = ("club", "coach")
WHILE = Watch(0, False, KEY, None, "changes", True, "club coach")
OF_EMEKA = Watch(0, False, KEY, "Emeka", "changes", True, "club coach")
OF_MANY = Watch(0, False, KEY, "Emeka", "changes", False, "club coach")
TRIGGER = Watch(1, True, KEY, None, "changes", True, "club coach")
EMEKA = frozenset({"Emeka"})
NONE: frozenset[str] = frozenset()


def test_a_condition_of_several_values_sees_its_object_only() -> None:
    assert watched(OF_MANY, {"Emeka", "Bram"}) == EMEKA
    assert watched(OF_MANY, {"Bram"}) == NONE
    assert watched(OF_EMEKA, {"Bram"}) == {"Bram"}


def test_what_is_known_is_bound_at_once() -> None:
    bindings = Bindings()
    bindings.look((WHILE,), {KEY: EMEKA})
    assert bindings.anchor == {WHILE: EMEKA}
    assert not bindings.is_pending(WHILE)


def test_beside_a_trigger_only_the_trigger_is_bound() -> None:
    bindings = Bindings()
    bindings.look((WHILE, TRIGGER), {KEY: EMEKA})
    assert (bindings.anchor, bindings.then) == ({TRIGGER: EMEKA}, {TRIGGER: EMEKA})
    assert bindings.unbound[KEY] == {WHILE}


def test_what_is_not_known_stays_pending_until_it_is() -> None:
    bindings = Bindings()
    bindings.look((WHILE, OF_EMEKA), {})
    assert bindings.is_pending(WHILE)
    assert bindings.see(KEY, {"Bram"}) != []
    assert not bindings.is_pending(OF_EMEKA)
    bindings.bind({WHILE: EMEKA})
    assert not bindings.is_pending(WHILE)
    assert bindings.see(KEY, {"Bram"}) == []


def test_it_is_met_while_a_bound_value_is_there_or_nothing_is_known() -> None:
    assert is_met(WHILE, None, False, NONE, NONE)
    assert is_met(WHILE, EMEKA, True, {"Emeka", "Bram"}, NONE)
    assert not is_met(WHILE, EMEKA, True, {"Bram"}, NONE)


def test_with_an_object_it_is_not_met_by_another_value() -> None:
    assert is_met(OF_EMEKA, None, False, NONE, NONE)
    assert not is_met(OF_EMEKA, None, True, NONE, NONE)
    assert not is_met(OF_EMEKA, None, False, NONE, {"Bram"})
    assert is_met(OF_MANY, None, False, NONE, {"Bram"})


def test_a_change_is_a_value_that_came_or_may_not_be_there_any_more() -> None:
    assert is_triggered(TRIGGER, EMEKA, EMEKA, True, {"Bram"}, {"Bram", "Emeka"})
    assert is_triggered(TRIGGER, EMEKA, EMEKA, True, NONE, NONE)
    assert not is_triggered(TRIGGER, EMEKA, EMEKA, True, EMEKA, EMEKA)
    assert not is_triggered(TRIGGER, None, NONE, True, {"Bram"}, {"Bram"})
