"""Stored statements are read again by the rules that read the claims of a message."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.curation.read_again import ReadAgain, may_be_read, read_again, rules_of

RULES = rules_of([])
TYPES = {"Acme": "organization", "Porto": "place", "Ramblers": "organization", "Miro": "pet"}


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def end(name: str) -> dict[str, Any]:
    return {"name": name, "type": TYPES.get(name, "person"), "isEntity": True}


def stored(subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
    """A statement as an earlier version stored it."""
    sides = {"subjectId": subject, "subjectKey": subject, "subjectSaid": subject, "subjectFrom": None}
    sides |= {"objectId": object_, "objectKey": object_, "objectSaid": object_, "objectFrom": None}
    row = {
        "id": f"{subject} {relation} {object_}", "action": "holds", "relation": relation, **sides, "at": day("2020-05-01"),
        "atPrecision": "day", "startStated": True, "dated": "stated", "until": None, "untilPrecision": None, "kind": "state",
        "text": f"{subject} {relation} {object_}", "confidence": 0.8, "origin": "extracted", "speaker": None,
        "occurredAt": day("2020-05-20"), "episodeIds": ["e"], "withdrawnAt": None, "subject": end(subject),
        "object": end(object_), "message": None, "follows": False, "rests": False,
    }  # fmt: skip
    return {**row, **more}


def of_a_day(subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
    """An event that has only its day."""
    ended = {"kind": "event", "until": day("2020-05-02"), "untilPrecision": "day"}
    return stored(subject, relation, object_, **ended, **more)


def read(*rows: dict[str, Any]) -> ReadAgain:
    told = [row for row in rows if may_be_read(row, RULES)]
    return read_again(told, rows, RULES)


def now(*rows: dict[str, Any]) -> dict[str, Any]:
    [change] = read(*rows).changes
    return {**rows[0], **change["set"]}


@pytest.mark.parametrize(
    ("relation", "object_", "expected"),
    [
        ("joined", "Acme", "works_at"),
        ("started_at", "Acme", "works_at"),
        ("married", "Bea", "married_to"),
        ("adopted", "Miro", "owns"),
        ("moved_to", "Porto", "lives_in"),
        ("wife", "Bea", "married_to"),
        ("mother", "Bea", "child_of"),
        ("employer", "Acme", "works_at"),
        ("se_mudou_para", "Porto", "lives_in"),
    ],
)
def test_a_verb_that_begins_a_state_becomes_the_state_without_the_end_of_its_day(
    relation: str, object_: str, expected: str
) -> None:
    said = now(of_a_day("Ana", relation, object_))
    assert (said["relation"], said["action"], said["at"]) == (expected, "holds", day("2020-05-01"))
    if relation not in ("wife", "mother", "employer"):
        assert (said["kind"], said["until"]) == ("state", None)


def test_a_state_told_as_an_event_of_a_day_lasts_and_keeps_its_relation() -> None:
    said = read(of_a_day("Ana", "lives_in", "Porto"))
    assert [(c["moves"], c["set"]["kind"], c["set"]["until"]) for c in said.changes] == [(False, "state", None)]


def test_an_event_whose_message_stated_its_end_stays_an_event() -> None:
    row = of_a_day("Ana", "lives_in", "Porto")
    claim = {"text": row["text"], "object": "Porto", "relation": "lives_in", "until": "2020-05-02T00:00:00Z"}
    trace = json.dumps({"stages": [{"stage": "fact_extract", "claims": [claim]}]})
    assert read({**row, "message": {"content": "", "request": None, "trace": trace}}).changes == ()


def test_a_month_keeps_its_precision() -> None:
    row = stored(
        "Ana", "joined", "Acme", kind="event", atPrecision="month", until=day("2020-06-01"), untilPrecision="month"
    )
    said = now(row)
    assert (said["at"], said["atPrecision"], said["until"]) == (day("2020-05-01"), "month", None)


def test_a_former_state_of_a_month_ends_with_its_month() -> None:
    said = now(stored("Ana", "worked_at", "Acme", atPrecision="month"))
    assert (said["relation"], said["until"], said["untilPrecision"]) == ("works_at", day("2020-06-01"), "month")


def test_a_verb_that_ends_a_state_becomes_its_end() -> None:
    said = now(of_a_day("Ana", "quit", "Acme"))
    assert (said["relation"], said["action"], said["at"], said["until"]) == (
        "works_at",
        "ends",
        day("2020-05-01"),
        None,
    )
    assert said["closedBy"] == "e"


def test_ends_change_places() -> None:
    said = now(of_a_day("Acme", "hired", "Ana", subjectFrom="tombstone"))
    assert (said["subjectId"], said["relation"], said["objectId"]) == ("Ana", "works_at", "Acme")
    assert (said["subjectFrom"], said["objectFrom"]) == (None, "tombstone")


def test_an_end_that_may_be_meant_of_several_states_ends_the_one_that_is_told() -> None:
    member = stored("Ana", "member_of", "Ramblers")
    left = of_a_day("Ana", "left", "Ramblers")
    assert now(left, member)["relation"] == "member_of"
    joined = of_a_day("Ana", "joined", "Ramblers")
    assert now(left)["relation"] == "works_at"
    assert {c["set"]["relation"] for c in read(left, joined).changes} == {"works_at"}


def test_a_plan_without_a_date_gets_the_name_of_a_plan() -> None:
    undated = {"kind": "plan", "startStated": False}
    assert now(stored("Ana", "lives_in", "Porto", **undated))["relation"] == "plans_lives_in"
    assert now(stored("Ana", "will_move_to", "Porto", **undated))["relation"] == "plans_lives_in"


def test_the_wording_of_the_message_tells_a_partner_from_a_date() -> None:
    row = stored("Ana", "dating", "Bea")
    claim = {"text": row["text"], "object": "Bea", "relation": "partner_of", "until": None}
    trace = json.dumps({"stages": [{"stage": "fact_extract", "claims": [claim]}]})
    assert now({**row, "message": {"content": "", "request": None, "trace": trace}})["relation"] == "partner_of"
    dating = json.dumps({"stages": [{"stage": "fact_extract", "claims": [{**claim, "relation": "dating"}]}]})
    assert read({**row, "message": {"content": "", "request": None, "trace": dating}}) == ReadAgain()
    assert read(row).left == {"dating": 1}


def test_a_second_reading_changes_nothing() -> None:
    rows = [
        of_a_day("Ana", "joined", "Acme"),
        of_a_day("Ana", "lives_in", "Porto"),
        of_a_day("Ana", "quit", "Acme"),
        stored("Ana", "graduated_from", "Acme"),
    ]
    first = read(*rows)
    assert len(first.changes) == 3
    assert [(end["set"]["relation"], end["set"]["action"]) for end in first.ends] == [("studies_at", "ends")]
    again = [{**row, **next((c["set"] for c in first.changes if c["id"] == row["id"]), {})} for row in rows]
    further = [{**rows[3], **end["set"], "id": end["id"]} for end in first.ends]
    second = read(*again, *further)
    assert (second.changes, second.ends) == ((), ())


def test_ends_by_a_person_follow_what_they_end() -> None:
    ended = stored("Ana", "joined", "Acme", id="end", action="ends", at=day("2021-01-01"), follows=True, episodeIds=[])
    changes = {c["id"]: c["set"] for c in read(of_a_day("Ana", "joined", "Acme"), ended).changes}
    assert (changes["end"]["relation"], changes["end"]["action"]) == ("works_at", "ends")
    assert "at" not in changes["end"]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([of_a_day("Ana", "joined", "Acme", origin="imported", episodeIds=[])], "imported"),
        ([of_a_day("Ana", "quit", "Acme", rests=True)], "evidence"),
        (
            [of_a_day("Ana", "quit", "Acme"), stored("Ana", "quit", "Acme", id="x", action="ends", follows=True)],
            "curated",
        ),
        ([of_a_day("Ana", "quit", "the job", object={"name": "the job", "type": None, "isEntity": False})], "unnamed"),
        ([of_a_day("Ana", "adopted", "Porto")], "unread"),
        ([of_a_day("Ana", "died", "2020")], "death"),
    ],
)
def test_what_cannot_be_read_safely_stays_and_is_counted(rows: list[dict[str, Any]], reason: str) -> None:
    found = read(*rows)
    assert (found.changes, found.left) == ((), {reason: 1})


def test_an_imported_state_told_as_an_event_lasts_too() -> None:
    assert now(of_a_day("Ana", "lives_in", "Porto", origin="imported", episodeIds=[]))["kind"] == "state"


def test_names_that_are_keys_are_not_read() -> None:
    exact = {"content": "", "request": json.dumps({"resolve": "exact"}), "trace": None}
    assert read(of_a_day("Ana", "joined", "Acme", message=exact)) == ReadAgain()


def test_what_a_person_set_for_the_brain_counts() -> None:
    row = {"name": "works_at", "cardinality": "one", "per": "subject", "symmetric": False, "kind": None}
    rules = rules_of([{**row, "synonyms": [], "begunBy": ["onboarded_at"], "endedBy": []}])
    told = of_a_day("Ana", "onboarded_at", "Acme")
    assert may_be_read(told, rules)
    [change] = read_again([told], [told], rules).changes
    assert (change["set"]["relation"], change["set"]["kind"]) == ("works_at", "state")
