"""What a record takes, and what it gives as JSON."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from pydantic import ValidationError

from graphmem_contract.changes import EntityChange, NewEntity
from graphmem_contract.errors import invalid
from graphmem_contract.records import (
    AsOf,
    DateSpan,
    HoldsWhile,
    Message,
    StartsWhen,
    SuppliedFact,
    TokensUsed,
    as_json,
    as_utc,
    rfc3339,
)

MAY = datetime(2024, 5, 1, tzinfo=UTC)
TRIPLE = {"subject": "Ana", "relation": "works_at", "object": "Acme"}


# --------------------------------------------------------------------------- times


@pytest.mark.parametrize(
    "value",
    [
        " 2024-05-01 ",
        "2024-05-01T00:00:00Z",
        "2024-05-01T02:00:00+02:00",
        date(2024, 5, 1),
        datetime(2024, 5, 1),  # noqa: DTZ001
        datetime(2024, 5, 1, 2, tzinfo=timezone(timedelta(hours=2))),
    ],
)
def test_every_way_to_write_a_moment_is_the_same_moment(value: Any) -> None:
    assert as_utc(value) == MAY
    assert as_utc(value).tzinfo is UTC


@pytest.mark.parametrize("value", ["", "May", "2024-13-01", "2024-05", 1714521600, True])
def test_what_is_no_moment_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        as_utc(value)


def test_a_moment_outside_the_years_of_utc_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 9999"):
        as_utc("0001-01-01T00:00:00+01:00")


def test_times_go_out_in_utc_with_a_z() -> None:
    assert rfc3339(datetime(2024, 5, 1, 2, tzinfo=timezone(timedelta(hours=2)))) == "2024-05-01T00:00:00Z"
    assert AsOf(valid_at=MAY).model_dump(mode="json") == {"valid_at": "2024-05-01T00:00:00Z", "known_at": None}


# --------------------------------------------------------------------------- supplied facts


def test_an_end_equal_to_its_start_is_refused() -> None:
    with pytest.raises(ValidationError, match="valid_until must be after valid_from"):
        SuppliedFact(**TRIPLE, valid_from=MAY, valid_until=MAY)


def test_an_end_that_is_reported_may_equal_the_start() -> None:
    assert SuppliedFact(**TRIPLE, valid_from=MAY, valid_until=MAY, action="ends").valid_until == MAY


def test_a_start_of_null_is_given_and_one_left_out_is_not() -> None:
    assert (SuppliedFact(**TRIPLE, valid_from=None).starts_given, SuppliedFact(**TRIPLE).starts_given) == (True, False)


@pytest.mark.parametrize(
    ("fields", "sets"),
    [
        ({}, ()),
        ({"evidence_ids": ["a", "b"]}, (("a",), ("b",))),
        ({"evidence": [["a", "b"], [], ["c"]]}, (("a", "b"), ("c",))),
        ({"evidence": [], "evidence_ids": ["a"]}, ()),
    ],
    ids=["none", "any of them", "sets", "sets go before ids"],
)
def test_evidence_is_sets_of_ids(fields: dict[str, Any], sets: tuple[tuple[str, ...], ...]) -> None:
    assert SuppliedFact(**TRIPLE, **fields).evidence_sets == sets


@pytest.mark.parametrize("fields", [{"confidence": 1.1}, {"subject": ""}, {"object": "x" * 1001}, {"colour": "red"}])
def test_a_field_out_of_range_or_unknown_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SuppliedFact(**{**TRIPLE, **fields})


# --------------------------------------------------------------------------- entities and messages


def test_what_json_has_not_is_no_property() -> None:
    assert as_json({"a": [1, None]}) == {"a": [1, None]}
    for value in ({"a": MAY}, {"a": float("nan")}, {"a": {1, 2}}):
        with pytest.raises(ValidationError):
            NewEntity(name="Ana", properties=value)


def test_a_change_knows_which_fields_were_sent() -> None:
    assert EntityChange(summary=None).model_fields_set == {"summary"}


def test_a_line_of_a_chat_has_the_name_else_the_role() -> None:
    assert (Message(content="Hi", name="Ana").line, Message(content="Hi").line) == ("Ana: Hi", "user: Hi")


def test_a_record_does_not_change() -> None:
    with pytest.raises(ValidationError):
        Message(content="Hi").content = "Ho"


def test_tokens_add_up() -> None:
    total = sum([TokensUsed(input=1, output=2, total=3), TokensUsed(input=10, total=10)], TokensUsed())
    assert total == TokensUsed(input=11, output=2, total=13)


def test_the_start_of_a_date_is_called_from() -> None:
    span = DateSpan.model_validate({"span": "May", "from": MAY, "until": None, "precision": "month", "how": "name"})
    assert span.model_dump(mode="json", by_alias=True)["from"] == "2024-05-01T00:00:00Z"


LEAD = {"subject": "Team", "relation": "team_lead"}


def test_one_condition_is_a_list_of_one() -> None:
    one, several = (SuppliedFact(**TRIPLE, holds_while=given) for given in (LEAD, [LEAD]))
    assert one == several
    assert one.holds_while == (HoldsWhile(subject="Team", relation="team_lead"),)
    assert SuppliedFact(**TRIPLE, holds_while=None).holds_while == ()


def test_a_fact_waits_for_any_change_unless_an_event_is_named() -> None:
    waiting = SuppliedFact(**TRIPLE, starts_when=LEAD)
    assert waiting.starts_when == StartsWhen(subject="Team", relation="team_lead", object=None, event="changes")


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"holds_while": {"subject": "Team"}}, "holds_while.0.relation: Field required"),
        ({"holds_while": [LEAD] * 9}, "holds_while: List should have at most 8 items"),
        ({"holds_while": "Team"}, "holds_while: Input should be a list"),
        ({"holds_while": {**LEAD, "event": "begins"}}, "holds_while.0.event: There is no such field here"),
        (
            {"starts_when": {**LEAD, "event": "dies"}},
            "starts_when.event: Input should be 'changes', 'begins' or 'ends'",
        ),
        ({"starts_when": {**LEAD, "subject": " "}}, "starts_when.subject: it must not be blank"),
        ({"starts_when": {**LEAD, "object": "x" * 1001}}, "starts_when.object: String should have at most 1000"),
        ({"starts_when": [LEAD]}, "starts_when: "),
        ({"starts_when": LEAD, "action": "ends"}, "starts_when needs action holds"),
        ({"holds_while": LEAD, "action": "never"}, "holds_while needs action holds"),
    ],
)
def test_a_condition_that_cannot_be_meant_is_refused(fields: dict[str, Any], where: str) -> None:
    with pytest.raises(ValidationError) as refused:
        SuppliedFact(**{**TRIPLE, **fields})
    assert where in invalid(refused.value, named=True).detail
