"""Statements, numbered and indexed."""

from __future__ import annotations

from dataclasses import replace

from graphmem.truth.dependence import needs_of, parts_of
from tests.unit.truth.saying import component, end, on, say

COACH = on("club coach")
EMEKA = say("1", "club coach Emeka", 1)
BRAM = say("2", "club coach Bram", 9)
ORLOV = say("3", "club physio Orlov", 5, holds_while=(COACH,))


def test_values_of_a_group_exclude_each_other() -> None:
    found = component(EMEKA, BRAM, ORLOV, replace(EMEKA, id="4"), replace(BRAM, id="5", kind="event"))
    assert found.excludes(0, 1)
    assert not found.excludes(0, 3)
    assert not found.excludes(0, 4)


def test_of_symmetric_values_those_exclude_each_other_that_share_an_end() -> None:
    pairs = [replace(EMEKA, id=pair, value=pair, ends=frozenset(pair.split("|"))) for pair in ("a|b", "b|c", "c|d")]
    found = component(*pairs)
    assert found.excludes(0, 1)
    assert not found.excludes(0, 2)


def test_a_group_needs_the_groups_that_it_watches_and_rests_on() -> None:
    deputy = say("4", "club deputy Sanna", 5, evidence=(("3", "gone"),))
    found = component(EMEKA, ORLOV, deputy)
    number = found.groups
    assert found.inputs[number["club physio"]] == {number["club coach"]}
    assert found.inputs[number["club deputy"]] == {number["club physio"]}
    assert found.upstream(("club", "deputy")) == set(number.values())
    layers = [found.layers[number[name]] for name in ("club coach", "club physio", "club deputy")]
    assert layers == sorted(layers)
    assert found.loops == {}


def test_a_group_that_watches_itself_is_a_loop() -> None:
    found = component(EMEKA, replace(BRAM, starts_when=COACH))
    assert list(found.loops.values()) == [[1]]


def test_a_condition_on_itself_is_left_out() -> None:
    assert component(replace(EMEKA, holds_while=(COACH,))).watches == [()]
    assert component(replace(EMEKA, holds_while=(on("club coach", "Bram"),))).watches != [()]


def test_evidence_that_is_not_known_or_not_heard_has_no_number() -> None:
    plan = say("2", "club a y", 1, kind="plan")
    found = component(say("1", "club a x", 1, evidence=(("gone", "2"), ("1",))), plan, say("3", "club a y", 2, 2))
    assert found.evidence == [((-1, -1), (0,)), ()]


def test_the_trigger_comes_last_even_if_it_is_also_a_condition_to_hold() -> None:
    found = component(EMEKA, replace(ORLOV, starts_when=COACH))
    assert [watch.trigger for watch in found.watches[1]] == [False, True]


def test_parts_are_what_conditions_and_evidence_connect() -> None:
    apart = say("4", "gym coach Zoe", 1)
    resting = say("5", "gym hall North", 1, evidence=(("4",),))
    likes = [say(n, f"club many_likes {n}", 1) for n in "67"]
    told = [resting, ORLOV, BRAM, EMEKA, apart, *likes, end("e", "club physio Orlov", 9)]
    parts = parts_of(told, needs_of(told))
    assert sorted(sorted(s.id for s in part) for part in parts) == [["1", "2", "3", "e"], ["4", "5"], ["6"], ["7"]]
