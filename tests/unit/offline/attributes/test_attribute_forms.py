"""Forms that say who or what fills a role, in English."""

from __future__ import annotations

import pytest

from tests.unit.offline.attributes.hearing import told

CHOIR = ("the choir", "conductor", "Ole Dahl")


@pytest.mark.parametrize(
    ("text", "role", "value"),
    [
        ("The choir's accompanist is Dana Reyes.", "accompanist", "Dana Reyes"),
        ("By the way, the accompanist is now Dana Reyes.", "accompanist", "Dana Reyes"),
        ("Dana Reyes is our new accompanist.", "accompanist", "Dana Reyes"),
        ("Ole Dahl has left; Dana Reyes is the conductor now.", "conductor", "Dana Reyes"),
        ("The choir has a new accompanist: Dana Reyes.", "accompanist", "Dana Reyes"),
        ("We have Hall Nine as rehearsal room.", "rehearsal_room", "Hall Nine"),
        ("We've moved to Tessel for the score archive.", "score_archive", "Tessel"),
        ("Dana Reyes took over as section leader.", "section_leader", "Dana Reyes"),
        ("Dana Reyes replaced Tom Fry as stage manager.", "stage_manager", "Dana Reyes"),
        ("The rehearsal room has changed to Hall Nine.", "rehearsal_room", "Hall Nine"),
        ("The rehearsal room has changed again, it is Hall Nine these days.", "rehearsal_room", "Hall Nine"),
        ("The rehearsal time is no longer Mondays, it's Tuesdays at 19:00.", "rehearsal_time", "Tuesdays at 19:00"),
        ("Update: we switched. The door code is 4471 now.", "door_code", "4471"),
        ("Ole Dahl picked Tessel as score archive.", "score_archive", "Tessel"),
        ("Our ticket portal? That's tix.aria.example/hall.", "ticket_portal", "tix.aria.example/hall"),
        ("Who is the accompanist? It's Dana Reyes.", "accompanist", "Dana Reyes"),
        ("The choir's treasurer: Dana Reyes.", "treasurer", "Dana Reyes"),
        ("Small change: the rehearsal venue is now Hall B.", "rehearsal_venue", "Hall B"),
        ("Meet our new stage manager: Dana Reyes.", "stage_manager", "Dana Reyes"),
        ("The treasurer is no longer Tom Fry but Dana Reyes.", "treasurer", "Dana Reyes"),
        ("Dana Reyes is taking over from Tom Fry as accompanist.", "accompanist", "Dana Reyes"),
        ("The choir uses Tessel as its score archive.", "score_archive", "Tessel"),
        ("The stage manager's name is Dana Reyes.", "stage_manager", "Dana Reyes"),
    ],
)
def test_a_role_and_its_value(text: str, role: str, value: str) -> None:
    assert told(text, CHOIR) == [("the choir", role, value)]


@pytest.mark.parametrize(
    "text",
    [
        "The soup is great.",
        "Is the accompanist Dana Reyes?",
        "Who is the accompanist?",
        "The main character is Harry.",
        "My favorite composer is Bach.",
        "Weddings are indeed special.",
        "My sister is Clara.",
        "The weather is Siberian.",
        "Dana Reyes is a careful conductor.",
        "I'd like to know if the accompanist is Dana Reyes.",
        "Paris is the best.",
        "Confidence is important in business.",
    ],
)
def test_other_sentences_say_nothing_of_a_role(text: str) -> None:
    assert told(text, CHOIR) == []


def test_an_answer_counts_only_in_the_sentence_after_the_question() -> None:
    assert told("Our accompanist? I forgot. It's Dana Reyes.", CHOIR) == []
