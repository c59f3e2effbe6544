"""Conditions in English: what rests on a role, and what waits for its change."""

from __future__ import annotations

import pytest

from graphmem.claims import ConditionClaim
from tests.unit.offline.attributes.hearing import conditions, heard

CHOIR = ("the choir", "conductor", "Ole Dahl")
RESTS = ConditionClaim("the choir", "conductor")


@pytest.mark.parametrize(
    "text",
    [
        "The accompanist is Dana Reyes, but only as long as Ole Dahl is conductor.",
        "As long as Ole Dahl is the conductor, the accompanist is Dana Reyes.",
        "The accompanist is Dana Reyes because Ole Dahl is conductor and would change with him.",
        "The accompanist is Dana Reyes until the conductor changes.",
        "Unless the conductor changes, the accompanist stays Dana Reyes.",
        "The accompanist is Dana Reyes. That depends on the conductor.",
        "The accompanist is Dana Reyes — Ole Dahl chose her; if the conductor changes, this would change.",
        "The accompanist is Dana Reyes; she was picked by Ole Dahl, and if that changes this would change too.",
        "Ole Dahl picked Dana Reyes as accompanist, so with another conductor that would no longer hold.",
        "The accompanist depends on the conductor; right now it is Dana Reyes.",
        "The accompanist hinges on the conductor: at the moment that's Dana Reyes.",
        "With Ole Dahl as conductor, the accompanist is Dana Reyes.",
        "The accompanist is Dana Reyes, which depends on who the conductor is.",
        "The accompanist is Dana Reyes (chosen by Ole Dahl; would change if we get a new conductor).",
        "Dana Reyes is accompanist for as long as Ole Dahl stays on as conductor.",
        "The accompanist is Dana Reyes, while we have Ole Dahl as conductor.",
    ],
)
def test_a_role_rests_on_another_one(text: str) -> None:
    assert conditions(text, CHOIR) == [("while", RESTS)]
    assert [claim.object for claim in heard(text, CHOIR)] == ["Dana Reyes"]


@pytest.mark.parametrize(
    ("text", "event", "holder"),
    [
        ("If the conductor changes, the accompanist will be Dana Reyes.", "changes", None),
        ("Once Ole Dahl is no longer conductor, Dana Reyes will be our accompanist.", "changes", None),
        ("Should we ever get another conductor, Dana Reyes becomes the accompanist.", "changes", None),
        ("The accompanist will be Dana Reyes as soon as there is a new conductor.", "changes", None),
        ("In case Ole Dahl leaves, we'll have Dana Reyes as accompanist.", "changes", None),
        ("If we ever change conductors, the accompanist will be Dana Reyes.", "changes", None),
        ("In the event of a new conductor, Dana Reyes becomes accompanist.", "changes", None),
        ("Once Ida Bell is conductor, the accompanist will be Dana Reyes.", "begins", "Ida Bell"),
        ("When Ida Bell takes over as conductor, the accompanist changes to Dana Reyes.", "begins", "Ida Bell"),
    ],
)
def test_a_role_waits_for_another_one(text: str, event: str, holder: str | None) -> None:
    assert conditions(text, CHOIR) == [("when", ConditionClaim("the choir", "conductor", holder, event))]  # type: ignore[arg-type]


def test_a_holder_that_is_not_the_known_one_is_named_in_the_condition() -> None:
    text = "The accompanist is Dana Reyes as long as Ida Bell is conductor."
    assert conditions(text, CHOIR) == [("while", ConditionClaim("the choir", "conductor", "Ida Bell"))]
    later = "Once Ida Bell is no longer conductor, the accompanist will be Dana Reyes."
    assert conditions(later, CHOIR) == [("when", ConditionClaim("the choir", "conductor", "Ida Bell", "ends"))]


@pytest.mark.parametrize(
    "text",
    [
        "The accompanist is Dana Reyes because it rained.",
        "If you have time, the accompanist is Dana Reyes.",
        "I stayed because Ole Dahl is the conductor.",
        "Call me once the conductor is here.",
        "If the weather changes, the concert will be in Hall Nine.",
        "The hall is cold as long as the windows are open.",
        "Ole Dahl chose it. If the price changes, I would buy it.",
        "When Ole Dahl left as conductor, Dana Reyes was sad.",
    ],
)
def test_other_reasons_and_conditions_are_none(text: str) -> None:
    assert conditions(text, CHOIR) == []


def test_a_role_does_not_rest_on_itself() -> None:
    assert conditions("The conductor is Ole Dahl until the conductor changes.", CHOIR) == []
