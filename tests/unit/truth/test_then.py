"""What held when a condition was said, by what had been said by then."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from graphmem.truth import walk as walking
from graphmem.truth.component import Component
from graphmem.truth.statement import Statement
from graphmem.truth.then import said_by
from tests.unit.truth.saying import component, day, end, on, say, timeline

COACH = on("club coach")
EMEKA = say("1", "club coach Emeka", 1)
ORLOV = say("5", "club physio Orlov", 5, holds_while=(COACH,))
NORTH = on("club hall", "North", "begins")
KEY = ("club", "coach")


def then(*statements: Statement) -> frozenset[str]:
    """What the condition of statement 5 found when it was said."""
    return timeline(*statements).told["5"][KEY]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ([], {"Emeka"}),
        ([say("2", "club coach Bram", 4)], {"Bram"}),
        ([say("2", "club coach Bram", 5)], {"Bram"}),
        ([say("2", "club coach Bram", 6)], {"Emeka"}),
        ([say("2", "club coach Bram", 6, 3)], {"Emeka"}),
        ([end("2", "club coach Emeka", 4)], set()),
        ([end("2", "club coach Emeka", 4, 6)], {"Emeka"}),
        ([say("2", "club coach Bram", 5, starts_when=NORTH), say("3", "club hall North", 5)], {"Emeka"}),
        ([say("2", "club coach Bram", 4, starts_when=NORTH), say("3", "club hall North", 5)], {"Bram"}),
        ([say("2", "club coach Bram", 5, holds_while=(on("club hall", "South"),)), say("3", "club hall North", 1)], {"Bram"}),
        ([say("2", "club coach Bram", 4, holds_while=(on("club hall", "South"),)), say("3", "club hall North", 1)], {"Emeka"}),
        ([say("2", "club coach Bram", 4, evidence=(("3",),)), say("3", "club hall North", 6, 1)], {"Emeka"}),
        ([say("2", "club coach Bram", 4, evidence=(("3",),)), say("3", "club hall North", 6, 9)], {"Emeka"}),
        ([say("2", "club coach Bram", 3, 2, kind="plan"), say("3", "club coach Bram", 9, 9)], {"Bram"}),
        ([say("2", "club coach Bram", 3, 3, second_hand=True, confidence=0.6)], {"Emeka"}),
    ],
)  # fmt: skip
def test_it_is_what_had_been_said_by_then(more: list[Statement], found: set[str]) -> None:
    assert then(EMEKA, *more, ORLOV) == found


def test_an_earlier_word_that_was_said_between_two_conditions_counts_for_the_second() -> None:
    late = say("2", "club coach Bram", 6, 3)
    second = replace(ORLOV, id="7", occurred=day(7), value="Lim", object="Lim")
    later = say("8", "club coach Zoe", 12, 2)
    told = timeline(EMEKA, late, ORLOV, second, later).told
    assert (told["5"][KEY], told["7"][KEY]) == ({"Emeka"}, {"Bram"})


SECOND = replace(ORLOV, id="7", occurred=day(7), value="Lim", object="Lim")
MUCH_LATER = say("8", "club coach Emeka", 12, 2)


def test_a_late_word_about_what_was_passed_is_told_in_its_place() -> None:
    zoe, late = say("2", "club coach Zoe", 4, 4), say("3", "club coach Bram", 6, 3)
    told = timeline(EMEKA, zoe, late, ORLOV, SECOND, MUCH_LATER).told
    assert (told["5"][KEY], told["7"][KEY]) == ({"Zoe"}, {"Zoe"})


def test_evidence_that_was_said_later_changes_what_was_passed() -> None:
    resting = say("2", "club coach Bram", 4, evidence=(("3",),))
    ground = say("3", "club hall North", 6, 9)
    told = timeline(EMEKA, resting, ground, ORLOV, SECOND, MUCH_LATER).told
    assert (told["5"][KEY], told["7"][KEY]) == ({"Emeka"}, {"Bram"})


def test_only_late_words_about_what_is_asked_for_are_walked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[datetime] = []
    before = walking.Timeline._by_then
    monkeypatch.setattr(walking.Timeline, "_by_then", lambda self, t, key: asked.append(t) or before(self, t, key))
    timeline(EMEKA, ORLOV, say("2", "club coach Bram", 9), say("3", "club hall North", 9, 3))
    assert asked == []
    timeline(EMEKA, ORLOV, say("2", "club coach Bram", 9, 3))
    assert asked == [day(5)]


def test_said_by_a_moment_is_what_was_said_of_some_groups() -> None:
    found: Component = component(EMEKA, ORLOV, say("2", "club coach Bram", 6, 3), end("e", "club coach Emeka", 4))
    assert [s.id for s in said_by(found, day(5), found.upstream(KEY))] == ["1", "e"]
