"""When a statement is known, in system time, and what it says of its start."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.truth.saying import day, on, say

SAID = replace(say("1", "ana job Acme", 1, 1), recorded=day(3), withdrawn=day(9))


def test_it_is_known_from_its_storing_to_its_withdrawal() -> None:
    assert [SAID.is_known(day(n)) for n in (2, 3, 8, 9)] == [False, True, True, False]


def test_it_is_not_known_while_it_was_withdrawn_and_is_again_afterwards() -> None:
    restored = replace(SAID, withdrawn=day(20), away=(day(4), day(5), day(7), day(8)))
    assert [n for n in range(3, 10) if not restored.is_known(day(n))] == [4, 7]


def test_a_relation_of_an_entity_with_itself_is_never_known() -> None:
    assert not replace(SAID, object="ana").is_known(day(5))


def test_the_start_of_what_waits_is_only_foreseen() -> None:
    assert SAID.start_stated
    assert not replace(SAID, starts_when=on("club coach")).start_stated
    assert not replace(SAID, stated=False).start_stated


def test_a_condition_makes_it_conditional_and_evidence_does_not() -> None:
    assert replace(SAID, starts_when=on("club coach")).conditional
    assert replace(SAID, holds_while=(on("club coach"),)).conditional
    assert not replace(SAID, evidence=(("2",),)).conditional
