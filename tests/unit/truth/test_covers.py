"""What statements cover, and of what cause; why others cover nothing (R16)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.truth.covers import Causes, covers_of
from graphmem.truth.periods import Cover, Cut, Lost
from graphmem.truth.statement import FUTURE, Statement, Walked
from graphmem.truth.walk import walk
from tests.unit.truth.saying import day, end, on, say

ACME, GLOBEX = say("1", "ana job Acme", 1, 1), say("2", "ana job Globex", 9, 9)


def of(*statements: Statement) -> tuple[dict[str, Cover], dict[str, Lost]]:
    """Return the covers and the losses of all groups, by the id of the statement."""
    walked = walk(statements)
    covers: list[Cover] = []
    lost: list[Lost] = []
    for group in dict.fromkeys(said.group for said in statements):
        members = [said for said in statements if said.group == group]
        holds, ends = ([said for said in members if said.action == action] for action in ("holds", "ends"))
        some, silent = covers_of(holds, ends, walked, Causes(statements, walked))
        covers += some
        lost += silent
    return {one.said.id: one for one in covers}, {one.said.id: one for one in lost}


def cut(id_: str, *statements: Statement) -> Cut:
    return of(*statements)[0][id_].cut


# -- ends


def test_an_end_is_told_with_what_superseded_it_and_how_precisely_that_start_is_known() -> None:
    globex = replace(GLOBEX, props={"atPrecision": "month"})
    assert cut("1", ACME, globex) == Cut(day(9), "superseded", "Globex", "month")


def test_a_stated_end_is_told_with_its_own_cause_and_precision() -> None:
    left = end("e", "ana job Acme", 5, cause=("retracted", "episode"), props={"atPrecision": "year"})
    assert cut("1", ACME, left) == Cut(day(5), "retracted", "episode", "year")
    assert cut("1", ACME, replace(left, cause=None)) == Cut(day(5), "ended", "e", "year")


def test_an_own_end_has_no_cause_and_the_precision_of_the_statement_that_stated_it() -> None:
    bounded = replace(ACME, until=day(5), props={"untilPrecision": "day"})
    assert cut("1", bounded) == Cut(day(5), None, None, "day")
    again = say("3", "ana job Acme", 3)
    assert cut("3", bounded, again) == Cut(day(5), None, None, "day")


def test_what_loses_its_evidence_ends_because_of_it() -> None:
    resting = say("r", "ana boss Bo", 2, evidence=(("1",),))
    assert cut("r", ACME, GLOBEX, resting) == Cut(day(9), "cascade", "1")


def test_what_loses_its_condition_ends_because_of_the_first_stored_statement_about_the_value() -> None:
    again = replace(say("0", "ana job Acme", 3, 3), recorded=day(3))
    first, resting = replace(ACME, recorded=day(1)), say("r", "ana boss Bo", 4, holds_while=(on("ana job"),))
    assert cut("r", first, again, GLOBEX, resting) == Cut(day(9), "cascade", "1")
    assert cut("r", first, replace(again, recorded=day(1)), GLOBEX, resting).by == "0"


def test_a_condition_on_a_symmetric_value_finds_its_cause_at_either_end() -> None:
    married = replace(say("m", "bo many_spouse ana", 1, 1, until=9), symmetric=True)
    resting = say("r", "ana boss Bo", 4, holds_while=(on("ana many_spouse"),))
    assert cut("r", married, resting) == Cut(day(9), "cascade", "m")


def test_what_ends_in_a_cycle_says_so() -> None:
    ring = [
        say("1", "club a x", 5, evidence=(("2",), ("9",))),
        say("2", "club b y", 5, evidence=(("1",),)),
        say("9", "club c z", 1, 1, until=8),
    ]
    assert (cut("1", *ring), cut("2", *ring)) == (Cut(day(8), "cycle"), Cut(day(8), "cycle"))


def test_what_does_not_end_is_open() -> None:
    assert cut("2", ACME, GLOBEX) == Cut(FUTURE)


def test_a_condition_of_which_nothing_is_known_is_pending() -> None:
    resting = say("r", "ana boss Bo", 4, holds_while=(on("ana job"),))
    assert of(resting)[0]["r"].pending
    assert not of(ACME, resting)[0]["r"].pending


# -- losses

HEARSAY = say("x", "ana job Acme", 9, second_hand=True, confidence=0.5)


@pytest.mark.parametrize(
    ("said", "others", "lost"),
    [
        (say("x", "ana job Acme", 8, 9), [GLOBEX], ("equal_start", "2", None)),
        (say("x", "ana job Acme", 8), [say("2", "ana job Globex", 9, 7)], ("yields", "2", None)),
        (say("x", "ana job Acme", 8, evidence=(("gone",),)), [], ("unsupported", None, "gone")),
        (say("x", "ana job Acme", 8, starts_when=on("ana lead")), [], ("waiting", None, None)),
        (say("x", "ana job Acme", 8, evidence=(("x",),)), [], ("cycle", None, None)),
        (HEARSAY, [replace(GLOBEX, at=day(7))], ("second_hand", None, None)),
    ],
    ids=["equal start", "yields", "unsupported", "waiting", "cycle", "second hand"],
)  # fmt: skip
def test_what_covers_nothing_says_why(
    said: Statement, others: list[Statement], lost: tuple[str, str | None, str | None]
) -> None:
    covers, silent = of(said, *others)
    found = silent["x"]
    assert "x" not in covers
    assert (found.why, found.to.id if found.to else None, found.because) == lost


def test_a_plan_that_has_begun_is_left_out() -> None:
    plan = say("p", "ana job Acme", 2, 8, kind="plan")
    covers, silent = of(plan, say("2", "ana job Acme", 9, 9))
    assert (list(covers), silent) == (["2"], {})


def test_what_holds_at_no_time_covers_nothing() -> None:
    assert of(say("x", "ana job Acme", 5, 5, until=5))[0] == {}


def test_without_outcomes_no_condition_has_a_cause() -> None:
    resting = say("r", "ana boss Bo", 4, holds_while=(on("ana job"),))
    assert Causes([ACME], Walked({}, frozenset(), frozenset())).of(resting, "ana job", day(9)) is None
