"""The walk of one component."""

from __future__ import annotations

import pytest

from graphmem.truth.statement import PAST
from graphmem.truth.walk import Timeline, as_stated, complete
from tests.unit.truth.saying import component, day, end, on, say

EMEKA = say("1", "club coach Emeka", 1)
BRAM = say("2", "club coach Bram", 9)
ORLOV = say("3", "club physio Orlov", 5, holds_while=(on("club coach"),))


def test_it_can_stop_before_a_moment_and_go_on() -> None:
    walk = Timeline(component(EMEKA, BRAM, ORLOV), {})
    for said in (EMEKA, ORLOV, BRAM):
        assert walk.admit(said)
    walk.run(day(9))
    assert walk.present.objects["club", "coach"] == {"Emeka": 1}
    assert walk.peek(day(9), ("club", "coach")) == {"Bram"}
    assert walk.present.objects["club", "coach"] == {"Emeka": 1}
    walk.run()
    assert walk.present.objects["club", "coach"] == {"Bram": 1}


def test_it_tells_whether_a_statement_concerns_what_it_has_passed() -> None:
    late, stop = say("4", "club coach Zoe", 9, 3), end("5", "club coach Emeka", 5)
    walk = Timeline(component(EMEKA, BRAM, ORLOV, late, stop), {})
    walk.admit(EMEKA)
    walk.admit(ORLOV)
    walk.run(day(9))
    assert walk.admit(BRAM)
    assert not walk.admit(late)
    assert not walk.admit(stop)


@pytest.mark.parametrize("kind", ["state", "event", "plan"])
@pytest.mark.parametrize("at", [None, PAST, 3, 9])
@pytest.mark.parametrize("until", [None, 5])
@pytest.mark.parametrize("second_hand", [True, False])
def test_what_nothing_concerns_is_as_the_walk_would_have_it(
    kind: str, at: object, until: int | None, second_hand: bool
) -> None:
    fields = {} if until is None else {"until": until}
    said = say("1", "club coach Emeka", 4, at, kind=kind, second_hand=second_hand, **fields)  # type: ignore[arg-type]
    assert as_stated(said) == complete(component(said), {}).outcomes()["1"]


def test_what_rests_on_something_or_ends_something_is_walked() -> None:
    assert as_stated(ORLOV) is None
    assert as_stated(say("6", "club coach Emeka", 1, evidence=(("2",),))) is None
    assert as_stated(end("5", "club coach Emeka", 5)) is None
