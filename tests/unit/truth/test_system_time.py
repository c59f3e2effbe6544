"""Moments of system time: each derives what it may change, and what is apart may be written at once."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime

from graphmem.truth.derive import Moments
from graphmem.truth.statement import Statement
from tests.unit.truth.saying import day, say

ROOT = replace(say("0", "club coach Emeka", 1, 1), recorded=day(1))
LEAVES = [
    replace(say(str(n), f"gym{n} hall North", 1, 1, evidence=(("0",),)), recorded=day(10 + n)) for n in range(1, 6)
]


class Counted(Statement):
    """A statement that counts how often it is looked at."""

    def is_known(self, at: datetime) -> bool:
        LOOKED.append(self.id)
        return super().is_known(at)


LOOKED: list[str] = []


def test_what_rests_on_one_fact_is_derived_without_its_siblings() -> None:
    told = [Counted(**{one.name: getattr(said, one.name) for one in fields(said)}) for said in (ROOT, *LEAVES)]
    found = Moments(told, (), {day(1): ["club coach"], **{one.recorded: [one.group] for one in LEAVES}})
    LOOKED.clear()
    differences = found.differences()
    assert len(LOOKED) == len(told) + 2 * len(LEAVES)
    assert {one.step for one in differences[1:]} == {1}
    assert len(found.facts) == 1 + len(LEAVES)


def test_moments_of_one_group_are_written_one_after_the_other() -> None:
    again = replace(say("9", "gym1 hall South", 5, 5), recorded=day(20))
    touched = {one.recorded: [one.group] for one in (LEAVES[0], again)}
    assert [one.step for one in Moments([ROOT, LEAVES[0], again], (), touched).differences()] == [0, 1]


def test_what_is_touched_at_one_moment_is_told_in_the_order_in_which_it_was_touched() -> None:
    told = [replace(say(n, f"{name} job Acme", 1, 1), recorded=day(1)) for n, name in (("1", "zoe"), ("2", "ana"))]
    differences = Moments(told, (), {day(1): [one.group for one in told]}).differences()
    assert [fact.subject for one in differences for fact in one.added] == ["zoe", "ana"]


def test_groups_that_a_third_connects_are_derived_together() -> None:
    both = replace(say("3", "fee due ten", 1, 1, evidence=(("1", "2"),)), recorded=day(1))
    told = [replace(say(n, f"{name} job Acme", 1, 1), recorded=day(1)) for n, name in (("1", "zoe"), ("2", "ana"))]
    (only,) = Moments([*told, both], (), {day(1): [one.group for one in told]}).differences()
    assert {fact.subject for fact in only.added} == {"zoe", "ana", "fee"}


def test_a_group_without_statements_and_facts_changes_nothing() -> None:
    found = Moments([ROOT], (), {day(1): ["nobody here"]})
    assert (found.differences(), found.facts) == ([], [])
