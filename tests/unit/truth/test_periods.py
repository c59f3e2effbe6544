"""Covers that overlap or touch are one period (R2); what yielded is told for the gap before what it yielded to (R3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import permutations
from typing import Any

import pytest

from graphmem.truth.periods import Cover, Cut, Lost, Period, periods_of
from graphmem.truth.statement import FUTURE, PAST, Statement
from tests.unit.truth.saying import day, end, on, say


def cover(id_: str, start: float, stop: float | None, value: str = "Acme", why: str | None = None) -> Cover:
    return Cover(say(id_, f"ana job {value}", start, start), day(start), Cut(day(stop) if stop else FUTURE, why))


def spans(found: list[Period]) -> list[tuple[str, datetime, datetime]]:
    return [(period.value[1], period.at, period.cut.at) for period in found]


def of(*covers: Cover, ends: tuple[Statement, ...] = (), lost: tuple[Lost, ...] = ()) -> list[Period]:
    return periods_of(covers, lost, ends)


# -- joining (R2)


def test_covers_that_overlap_are_one_period() -> None:
    (period,) = of(cover("1", 1, 5), cover("2", 3, 9))
    assert (period.at, period.cut.at, [m.said.id for m in period.members]) == (day(1), day(9), ["1", "2"])


def test_covers_that_touch_are_one_period() -> None:
    assert spans(of(cover("1", 1, 5), cover("2", 5, 9))) == [("Acme", day(1), day(9))]


def test_covers_with_a_gap_are_two_periods() -> None:
    assert spans(of(cover("1", 1, 5), cover("2", 6, 9))) == [("Acme", day(1), day(5)), ("Acme", day(6), day(9))]


def test_a_stated_end_at_the_seam_parts_what_touches() -> None:
    touching = cover("1", 1, 5), cover("2", 5, 9)
    assert len(of(*touching, ends=(end("e", "ana job Acme", 5),))) == 2
    assert len(of(*touching, ends=(end("e", "ana job Globex", 5),))) == 1
    assert len(of(*touching, ends=(end("e", "ana job Acme", 4),))) == 1


def test_a_stated_end_parts_nothing_that_overlaps() -> None:
    assert len(of(cover("1", 1, 6), cover("2", 5, 9), ends=(end("e", "ana job Acme", 5),))) == 1


def test_a_cover_within_another_does_not_shorten_it() -> None:
    (period,) = of(cover("1", 1, 9, why="ended"), cover("2", 3, 5, why="cascade"))
    assert period.cut == Cut(day(9), "ended")


def test_other_values_have_periods_of_their_own() -> None:
    assert spans(of(cover("1", 1, 5), cover("2", 5, None, "Globex"))) == [
        ("Acme", day(1), day(5)), ("Globex", day(5), FUTURE),
    ]  # fmt: skip


def test_the_order_of_covers_does_not_matter() -> None:
    covers = (
        cover("1", 1, 5),
        cover("2", 5, 9, why="ended"),
        cover("3", 2, 9),
        cover("4", 12, None),
        cover("5", 1, 3, "Globex"),
    )
    outcomes = [of(*some) for some in permutations(covers)]
    assert all(one == outcomes[0] for one in outcomes)


def test_a_statement_whose_evidence_is_gone_names_the_period_in_which_it_starts() -> None:
    fallen = say("f", "ana job Acme", 4)
    (period,) = of(cover("1", 1, 9), lost=(Lost(fallen, "unsupported"),))
    assert [said.id for _, said in period.named] == ["1", "f"]
    (period,) = of(cover("1", 1, 4), lost=(Lost(fallen, "unsupported"),))
    assert [said.id for _, said in period.named] == ["1"]
    (period,) = of(cover("1", 1, 9), lost=(Lost(fallen, "waiting"),))
    assert [said.id for _, said in period.named] == ["1"]


# -- what yielded (R3)

GLOBEX = replace(cover("g", 8, None, "Globex"), said=say("g", "ana job Globex", 20, 8, props={"atPrecision": "month"}))


def yielded(id_: str = "y", occurred: float = 10, **fields: Any) -> Lost:
    return Lost(say(id_, "ana job Acme", occurred, **fields), "yields", GLOBEX.said)


def test_what_yielded_holds_some_time_before_what_it_yielded_to() -> None:
    _, period = of(GLOBEX, lost=(yielded(),))
    assert (period.value[1], period.at, period.yielded) == ("Acme", PAST, True)
    assert period.cut == Cut(day(8), "superseded", "Globex", "month")
    assert [m.said.id for m in period.members] == ["y"]


def test_the_gap_begins_where_what_is_known_before_ends() -> None:
    older = cover("o", 1, 4, "Initech"), cover("p", 2, 5, "Hooli")
    assert spans(of(*older, GLOBEX, lost=(yielded(),)))[-1] == ("Acme", day(5), day(8))


def test_without_a_gap_there_is_no_period() -> None:
    before = cover("o", 1, 8, "Initech", "superseded")
    assert spans(of(before, GLOBEX, lost=(yielded(),))) == [("Globex", day(8), FUTURE), ("Initech", day(1), day(8))]


def test_what_does_not_exclude_it_bounds_no_gap() -> None:
    visit = cover("v", 1, 8, "Initech")
    visit = replace(visit, said=replace(visit.said, ends=frozenset()))
    assert ("Acme", PAST, day(8)) in spans(of(visit, GLOBEX, lost=(yielded(),)))


def test_of_several_that_yielded_the_last_said_is_told() -> None:
    for lost in permutations((yielded("x", 9), yielded("y", 11), yielded("z", 10))):
        *_, period = of(GLOBEX, lost=lost)
        assert [m.said.id for m in period.members] == ["y"]
        assert len(of(GLOBEX, lost=lost)) == 2


@pytest.mark.parametrize(
    "rests", [{"evidence": (("g",),)}, {"holds_while": (on("ana lead"),)}, {"starts_when": on("ana lead")}]
)
def test_what_rests_on_something_is_told_for_no_gap(rests: dict[str, Any]) -> None:
    assert len(of(GLOBEX, lost=(yielded(**rests),))) == 1


def test_what_lost_otherwise_is_told_for_no_gap() -> None:
    assert len(of(GLOBEX, lost=(Lost(yielded().said, "equal_start", GLOBEX.said),))) == 1
