"""Outcomes as parameters of procedures/settle."""

from __future__ import annotations

from graphmem.conditions.records import Outcome
from tests.unit.conditions.saying import day, on


def test_an_end_by_a_statement_has_the_reason_and_cause_of_that_one() -> None:
    outcome = Outcome(day(1), day(9), "ended", "e", cause=("retracted", "someone"))
    assert outcome.row() == {
        "at": day(1), "until": day(9), "why": "retracted", "by": "someone", "silent": None, "to": None,
    }  # fmt: skip


def test_other_ends_have_their_own_reason() -> None:
    assert Outcome(day(1), day(9), "superseded", "Bram").row()["by"] == "Bram"
    assert Outcome(day(1), day(9), "ended", "e").row()["why"] == "ended"
    assert Outcome(silent="yields", to="2").row()["to"] == "2"


def test_a_condition_in_words_names_its_subject_and_relation() -> None:
    assert on("club coach", "Emeka").words == "club coach"
