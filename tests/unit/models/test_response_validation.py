"""Single items of a model's answer become records."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from graphmem.claims import ABSENT, ConditionClaim, Mention
from graphmem.models.response_validation import (
    DEFAULT_CONFIDENCE,
    PROFILE_CHARS,
    EmotionItem,
    EntityItem,
    FactItem,
    JudgementItem,
    ProfileItem,
    starts_of,
    until_of,
)

FACT = {"subject": "Ana", "relation": "works at", "object": "Acme", "text": "Ana works at Acme."}


def claim(**fields: Any) -> Any:
    return FactItem.model_validate({**FACT, **fields}).claim(frozenset({"acme"}))


@pytest.mark.parametrize(
    ("value", "number"),
    [(2, 2), ("2", 2), ("message 2", 2), (2.0, 2), ([2, 3], 2), (0, 0), (None, None), (True, None), ("two", None),
     (-1, None), ({}, None), ([], None), (float("inf"), None), ("9" * 400, 999_999)],
)  # fmt: skip
def test_the_number_of_a_message_is_read_as_models_write_it(value: Any, number: int | None) -> None:
    assert FactItem.model_validate({**FACT, "message": value}).message == number
    assert EmotionItem.model_validate({"emotion": "joy", "message": value}).message == number


def test_a_plain_text_is_an_entity() -> None:
    assert EntityItem.model_validate("Ana").mention() == Mention("Ana", "other")


def test_a_relationship_in_parentheses_makes_a_person() -> None:
    mention = EntityItem.model_validate({"name": "Carol (Rafael's girlfriend)", "type": "thing"}).mention()
    assert mention == Mention("Carol", "person", hint="Rafael's girlfriend")


def test_an_alias_is_another_name() -> None:
    item = {"name": "Ana", "type": "Person", "aliases": ["ana", "Aninha", "Ana Ana", "null"]}
    assert EntityItem.model_validate(item).mention() == Mention("Ana", "person", ("Aninha",))


def test_an_object_with_the_name_of_a_mention_is_an_entity() -> None:
    assert claim(object="ACME", object_is_entity=False).object_is_entity
    assert not claim(object="tea").object_is_entity


def test_fields_with_other_names_are_understood() -> None:
    sent = {"source": "Ana", "predicate": "worksAt", "target": "Acme", "since": "2023", "valid_until": "2024"}
    made = FactItem.model_validate(sent).claim(frozenset())
    assert (made.subject, made.relation, made.object, made.starts, made.until) == (
        "Ana", "works_at", "Acme", "2023", "2024",
    )  # fmt: skip


LEAD = {"subject": "team", "predicate": "team lead", "object": "null"}


def test_conditions_are_read_as_models_write_them() -> None:
    made = claim(holds_while=LEAD, starts_when={**LEAD, "object": "Kim", "event": "BEGINS"})
    assert made.holds_while == (ConditionClaim("team", "team_lead"),)
    assert made.starts_when == ConditionClaim("team", "team_lead", "Kim", "begins")
    assert claim(starts_when={**LEAD, "event": "explodes"}).starts_when.event == "changes"
    assert claim(holds_while=None, starts_when=None).conditions == ()


@pytest.mark.parametrize(
    "broken", ["rain", 7, [], [[]], {"subject": "team"}, [{"relation": "team_lead"}], [None, LEAD][:1]]
)
def test_a_fact_stays_without_a_condition_that_cannot_be_read(broken: Any) -> None:
    assert claim(holds_while=broken).holds_while == ()


@pytest.mark.parametrize("broken", ["if it rains", 7, {"subject": "team"}])
def test_a_fact_that_waits_for_something_unreadable_is_not_told_as_true(broken: Any) -> None:
    with pytest.raises(ValidationError):
        claim(starts_when=broken)


def test_only_what_holds_has_conditions() -> None:
    assert claim(action="ends", holds_while=[LEAD]).holds_while == ()
    with pytest.raises(ValidationError):
        claim(action="ends", starts_when=LEAD)


def test_the_proper_name_of_a_field_comes_before_another() -> None:
    assert claim(source="Bia").subject == "Ana"


@pytest.mark.parametrize(
    ("sent", "read"), [("80%", 0.8), (7, 1.0), (-1, 0.0), ("0.4", 0.4), ("high", 0.8), (None, 0.8), ("nan", 0.8)]
)
def test_a_confidence_is_between_0_and_1(sent: Any, read: float) -> None:
    assert claim(confidence=sent).confidence == pytest.approx(read)
    assert DEFAULT_CONFIDENCE == 0.8


@pytest.mark.parametrize(("object_", "read"), [("", ""), (None, ""), ("Everything", ""), ("Acme", "Acme")])
def test_a_request_to_forget_may_name_no_object(object_: str | None, read: str) -> None:
    found = claim(action="forget", object=object_)
    assert (found.action, found.object) == ("forget", read)


@pytest.mark.parametrize(("word", "action"), [("Ended", "ends"), ("denied", "never"), ("explodes", "holds")])
def test_an_unknown_action_ends_nothing(word: str, action: str) -> None:
    assert claim(action=word).action == action


def test_an_importance_is_a_category_or_a_number() -> None:
    named, number, neither = claim(importance="stable preference"), claim(importance=0.3), claim(importance="huge")
    assert (named.importance, named.importance_category) == (0.8, "stable_preference")
    assert (number.importance, number.importance_category) == (0.3, None)
    assert (neither.importance, neither.importance_category) == (None, None)


@pytest.mark.parametrize(
    ("sent", "start", "end"),
    [
        (None, ABSENT, None),
        ("unknown", ABSENT, None),
        ("always", None, None),
        ("last March", "last March", "last March"),
        ("2024-05-01", "2024-05-01", "2024-05-01"),
        ("2024-05-01T00:00:00Z", "2024-05-01", "2024-05-01"),
        (
            "2024-05-01T12:30:00+02:00",
            datetime(2024, 5, 1, 10, 30, tzinfo=UTC),
            datetime(2024, 5, 1, 10, 30, tzinfo=UTC),
        ),
        ("2024-05-01T99:99", "2024-05-01T99:99", "2024-05-01T99:99"),
    ],
)
def test_a_date_keeps_its_precision(sent: Any, start: Any, end: Any) -> None:
    assert (starts_of(sent), until_of(sent)) == (start, end)


def test_an_end_that_equals_the_start_of_what_holds_is_none() -> None:
    assert claim(starts="2024-03-01", until="2024-03-01").until is None
    assert claim(starts="2024-03-01", until="2024-03-01", action="ends").until == "2024-03-01"
    assert claim(starts="the nineties", until="the nineties").until == "the nineties", "stage 5 reads how long that is"


@pytest.mark.parametrize("field", ["subject", "relation", "object"])
def test_a_fact_needs_its_three_parts(field: str) -> None:
    for value in ("", "null", "string"):
        with pytest.raises(ValidationError):
            claim(**{field: value})


def test_a_long_profile_is_cut_after_a_sentence() -> None:
    text = ProfileItem(entity="Ana", text="Ana is a doctor. " * 100).profile().text
    assert PROFILE_CHARS / 2 < len(text) <= PROFILE_CHARS
    assert text.endswith("doctor.")


def test_unknown_feelings_are_neutral_and_of_medium_energy() -> None:
    emotion = EmotionItem.model_validate({"emotion": "meh", "intensity": "strong", "energy": "wild"}).record()
    assert (emotion.emotion, emotion.intensity, emotion.energy) == ("neutral", 0.0, "medium")


def test_an_unknown_verdict_is_new() -> None:
    item = JudgementItem.model_validate({"question": 1, "relation": "resembles", "known": None})
    assert (item.relation, item.known) == ("new", 0)
