"""A correction takes the place of what it corrects: it was so all along, and nothing has changed (R16)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from graphmem.truth.heard import unheard
from graphmem.truth.statement import Event, Statement
from tests.unit.truth.saying import covers, day, derived, facts, on, say, silent, tell

LISBON, PORTO = say("1", "ana home Lisbon", 1, 1), say("2", "ana home Porto", 3, 3)
BRAGA = say("3", "ana home Braga", 3, 3, corrected=day(10), confidence=1.0)
NO_CORRECTION = replace(BRAGA, occurred=day(10), corrected=None)
FARO = say("4", "ana home Faro", 12, 12)
HOME = on("ana home")
EVENTS: tuple[tuple[Event, str | None], ...] = (
    ("changes", None), ("changes", "Porto"), ("changes", "Braga"), ("begins", None), ("ends", None), ("ends", "Porto")
)  # fmt: skip


def waits(event: Event = "changes", object_: str | None = None) -> Statement:
    return say("w", "ana bus Line", 5, starts_when=on("ana home", object_, event))


@pytest.mark.parametrize(("event", "object_"), EVENTS)
@pytest.mark.parametrize("before", [(), (LISBON,)], ids=["nothing before", "another before"])
def test_it_starts_nothing_that_waits_for_a_change(
    event: Event, object_: str | None, before: tuple[Statement, ...]
) -> None:
    for some in permutations((*before, BRAGA, waits(event, object_))):
        assert silent(*some) == {"w": ("waiting", None)}


def test_a_late_message_does_and_a_change_after_it_does() -> None:
    assert covers(LISBON, NO_CORRECTION, waits())["w"] == (5, None, None)
    for object_ in (None, "Braga"):
        assert covers(LISBON, BRAGA, FARO, waits("changes", object_))["w"] == (12, None, None)


def test_what_was_started_by_the_corrected_value_stays_started() -> None:
    early = say("w", "ana bus Line", 2, starts_when=HOME)
    assert covers(LISBON, PORTO, early)["w"] == covers(LISBON, BRAGA, early)["w"] == (3, None, None)


def test_what_rests_on_the_value_rests_on_the_right_one() -> None:
    rests = say("r", "ana bus Line", 5, holds_while=(HOME,))
    assert covers(LISBON, BRAGA, rests)["r"] == (5, None, None)
    assert covers(LISBON, BRAGA, FARO, rests)["r"] == (5, 12, "cascade")


def test_an_assumed_start_that_was_said_later_goes_on() -> None:
    assumed = say("5", "ana home Faro", 5)
    assert covers(BRAGA, assumed) == {"3": (3, 5, "superseded"), "5": (5, None, None)}
    assert silent(NO_CORRECTION, assumed) == {"5": ("yields", "3")}


def test_what_a_trigger_has_started_goes_on() -> None:
    lead = (say("a", "club coach Emeka", 1), say("b", "club coach Bram", 6))
    foreseen = say("w", "ana home Faro", 2, starts_when=on("club coach"))
    assert covers(*lead, foreseen, BRAGA)["3"] == (3, 6, "superseded")
    assert silent(*lead, foreseen, NO_CORRECTION) == {"w": ("yields", "3")}


def test_of_equal_starts_the_correction_is_said_last() -> None:
    between = say("5", "ana home Faro", 5, 3)
    for some in permutations((between, BRAGA)):
        assert silent(*some) == {"5": ("equal_start", "3")}


def test_a_corrected_plan_gives_way_to_the_beginning_that_it_gave_way_to() -> None:
    plan = say("p", "club coach Zoe", 2, 8, kind="plan", corrected=day(12))
    assert unheard([plan, say("b", "club coach Zoe", 9, 9)]) == {"p": "begun"}


def test_a_corrected_sentence_is_told_in_the_place_of_the_wrong_one() -> None:
    def sentence(id_: str, details: str, occurred: float, at: float | None, **fields: object) -> Statement:
        return tell(id_, "ana job Acme", occurred, at, text=details, details=(details,), **fields)

    right, assumed = sentence("1", "cto", 3, 3, corrected=day(10)), sentence("2", "ceo", 5, None)
    assert facts(right, assumed) == [("Acme", 3, 5, "reworded"), ("Acme", 5, None, None)]


def test_of_conflicting_sentences_of_one_start_and_of_plain_ones_the_correction_is_told() -> None:
    for details in (("ceo",), None):
        given = {"text": "z", "details": ("cto",) if details else None}
        wrong = tell("1", "ana job Acme", 5, 3, **given)
        right = tell("2", "ana job Acme", 3, 3, text="a", details=details, corrected=day(10))
        for some in permutations((wrong, right)):
            assert [fact.content["factText"] for fact in derived(*some).facts] == ["a"]


def test_a_fact_was_stated_first_and_confirmed_last_when_it_was_corrected() -> None:
    (fact,) = derived(replace(BRAGA, fact_id="3")).facts
    assert (fact.rest["firstStatedAt"], fact.rest["lastConfirmedAt"]) == (day(10), day(10))
