"""A request means statements of its own speaker, or of its own session where nobody is named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.ingest.forgetting.matching import (
    Meant,
    is_object,
    is_own,
    meant,
    meant_one,
    norms_of,
    relations_of,
    statements_meant,
)
from graphmem.ingest.forgetting.records import ForgetAsk

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
ASK = ForgetAsk(0, "the club", "travel organiser", "Priya", False, "e9", "s1", "ana")
EPISODE = {"id": "e1", "role": "user", "speaker": "Ana", "speakers": None, "sessionId": "s1"}


def row(**changes: Any) -> dict[str, Any]:
    """A statement as it is read, of Ana."""
    told = {
        "id": "st1", "subjectId": "club", "relation": "travel_organiser", "speaker": "Ana", "occurredAt": NOON,
        "secondHand": None, "otherId": "v1", "otherKey": "priya#1",
        "otherSaid": "Priya", "otherName": "Priya Teixeira", "otherNames": [], "episodes": [EPISODE],
    }  # fmt: skip
    return {**told, **changes}


def ask(**changes: Any) -> ForgetAsk:
    """A request of Ana."""
    fields = {name: getattr(ASK, name) for name in ForgetAsk.__slots__}
    return ForgetAsk(**{**fields, **changes})


@pytest.mark.parametrize(
    ("changes", "own"),
    [
        ({}, True),
        ({"speaker": " ANA"}, True),
        ({"speaker": "Bruno"}, False),
        ({"secondHand": True, "episodes": [{**EPISODE, "role": None}]}, False),
        ({"secondHand": True, "episodes": [{**EPISODE, "role": None, "roles": ["assistant"]}]}, False),
        ({"secondHand": True, "episodes": [{**EPISODE, "role": None, "roles": ["assistant", "user"]}]}, True),
        ({"episodes": []}, False),
        ({"episodes": [{**EPISODE, "role": "assistant"}]}, False),
        ({"speaker": None, "episodes": [{**EPISODE, "speaker": None}]}, False),
        ({"speaker": None, "episodes": [{**EPISODE, "speaker": None, "speakers": ["ana"]}]}, True),
        ({"speaker": None, "episodes": [{**EPISODE, "speaker": None, "speakers": ["ana", "bo"]}]}, False),
        ({"speaker": None, "episodes": [EPISODE, {**EPISODE, "speaker": "Bruno"}]}, False),
        ({"speaker": "Bruno", "episodes": [{**EPISODE, "id": "e9"}]}, True),
    ],
)
def test_what_a_speaker_said_is_the_speakers(changes: dict[str, Any], own: bool) -> None:
    assert is_own(ASK, row(**changes)) is own


@pytest.mark.parametrize(
    ("asked", "told", "own"),
    [
        ({}, {}, True),
        ({"session_id": "s2"}, {}, False),
        ({"session_id": None}, {"sessionId": None}, False),
        ({"session_id": None, "episode_id": None}, {}, False),
        ({}, {"speaker": "Ana"}, False),
        ({}, {"speakers": ["ana"]}, False),
    ],
)
def test_without_a_name_the_session_counts(asked: dict[str, Any], told: dict[str, Any], own: bool) -> None:
    nameless = row(speaker=None, episodes=[{**EPISODE, "speaker": None, **told}])
    assert is_own(ask(speaker=None, **asked), nameless) is own


@pytest.mark.parametrize("name", ["Priya", "priya", "the Priya", "v1", "priya#1", "Priya Teixeira"])
def test_an_object_is_found_by_each_of_its_names(name: str) -> None:
    assert is_object(name, row())


def test_another_object_is_not_meant() -> None:
    assert not is_object("Pria", row())
    assert is_object(None, row())


def test_own_and_others_are_told_apart() -> None:
    rows = [
        row(),
        row(id="st2", speaker="Bruno"),
        row(id="st3", otherSaid="Bo", otherName="Bo", otherId="v2", otherKey="bo#"),
    ]
    found = meant(ASK, rows)
    assert (found.own, found.others) == (("st1",), ("st2",))
    barred = meant(ask(barred="a document"), rows)
    assert (barred.own, barred.others) == ((), ("st1", "st2"))
    assert meant(ask(object="nobody"), rows).is_nothing


def test_elsewhere_it_counts_only_if_it_is_one_thing() -> None:
    other, foreign = row(id="st2", relation="friend_of"), row(id="st3", subjectId="lab", speaker="Bruno")
    assert meant_one(ASK, [row(), row(id="st4")]).own == ("st1", "st4")
    assert meant_one(ASK, [row(), other]).is_nothing
    assert meant_one(ASK, [row(), foreign]) == Meant(("st1",), thing=("club", "travel_organiser"))
    assert meant_one(ASK, [foreign]) == Meant((), ("st3",), ("lab", "travel_organiser"))
    assert meant_one(ASK, [foreign, {**foreign, "id": "st5", "subjectId": "club"}]).is_nothing


def test_names_and_relations_have_their_stored_forms() -> None:
    assert norms_of("The Club")[:2] == ["the_club", "club"]
    assert relations_of(ask(relation="works for")) == ["works_at", "works_for"]


@pytest.mark.parametrize(("hours", "own"), [(-1, True), (0, True), (1, False)])
def test_a_request_means_what_was_said_before_it_or_with_it(hours: int, own: bool) -> None:
    asked = ask(occurred_at=NOON)
    found = meant(asked, [row(occurredAt=NOON + timedelta(hours=hours))])
    assert found == (Meant(("st1",)) if own else Meant())


CLUB, TEAM = ("club", "organiser"), ("team", "organiser")


@pytest.mark.parametrize(
    ("found", "things", "meant"),
    [
        (Meant(("st1", "st2")), [], ["st2"]),
        (Meant(("st1",)), [], []),
        (Meant((), ("st2",)), [], []),
        (Meant(("st2",)), [list(TEAM)], ["st2"]),
        (Meant(("st2",), thing=CLUB), [], ["st2"]),
        (Meant(("st2",), thing=CLUB), [list(CLUB)], ["st2"]),
        (Meant(("st2",), thing=CLUB), [list(TEAM)], []),
    ],
)
def test_a_request_means_its_own_statements_of_the_message_and_no_second_thing(
    found: Meant, things: list[list[str]], meant: list[str]
) -> None:
    assert statements_meant(found, things, ["st2", "st3"]) == meant
