"""What pydantic finds is told in words for whoever sent it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

import pytest
from pydantic import ValidationError

from graphmem.recall.query import RecallQuery
from graphmem.settings import settings
from graphmem_contract.errors import InvalidInput, SetupError, invalid
from graphmem_contract.records import SuppliedFact
from graphmem_contract.validation import check, check_brain, check_choice, moment, printable, supplied_fact

KNOWS = {"subject": "Ana", "relation": "knows", "object": "Bob"}


def said_of(**fields: object) -> InvalidInput:
    with pytest.raises(ValidationError) as caught:
        SuppliedFact.model_validate({**KNOWS, **fields})
    return invalid(caught.value)


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"valid_from": "yesterday"}, "valid_from", "'yesterday' is no time: write RFC 3339, for example 2025-12-01"),
        ({"valid_from": "2025-12-01T00:00:00 02:00"}, "valid_from", "in an address + is written %2B"),
        ({"episode_ids": "e1"}, "episode_ids", "Input should be a list"),
        ({"colour": "red"}, "colour", "There is no such field here"),
    ],
)
def test_a_mistake_names_the_field_and_says_what_to_do(fields: dict[str, object], field: str, says: str) -> None:
    wrong = said_of(**fields)
    assert wrong.field == field
    assert says in wrong.detail
    assert "Value error" not in wrong.detail


def test_an_error_names_its_field_to_whoever_prints_it() -> None:
    assert str(InvalidInput("Input should be a list", field="tags")) == "tags: Input should be a list"
    assert str(InvalidInput("The tags are too many.", field="tags")) == "The tags are too many."


def test_the_field_stands_in_the_text_where_only_the_text_is_seen() -> None:
    with pytest.raises(ValidationError) as caught:
        SuppliedFact.model_validate({**KNOWS, "colour": "red"})
    assert invalid(caught.value, named=True).detail == "colour: There is no such field here"


@pytest.mark.parametrize("field", ["entities", "relations", "categories", "tags"])
def test_a_filter_that_takes_a_list_does_not_take_a_text_for_its_letters(field: str) -> None:
    with pytest.raises(InvalidInput, match="should be a list") as caught:
        RecallQuery.checked(query="x", **{field: "Marta"})
    assert caught.value.field == field


@pytest.mark.parametrize("name", [".", ".."])
def test_a_brain_has_a_name_that_an_address_can_hold(name: str) -> None:
    with pytest.raises(InvalidInput):
        check_brain(name)


def test_an_unusable_setting_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_PORT", "a-secret-that-landed-here")
    settings.cache_clear()
    try:
        with pytest.raises(SetupError, match="should be a valid integer") as caught:
            settings()
    finally:
        settings.cache_clear()
    assert caught.value.field == "GRAPHMEM_PORT"
    assert "a-secret" not in str(caught.value)


# --------------------------------------------------------------------------- values of JSON


@pytest.mark.parametrize(
    ("value", "field", "says"),
    [
        ({"a": [{"b": "x\0"}]}, "body.a.0.b", "NUL"),
        ({"a": "x\ud800"}, "body.a", "half a surrogate pair"),
        ({"a": float("inf")}, "body.a", "not JSON numbers"),
        ({"a": float("nan")}, "body.a", "not JSON numbers"),
        ({"a\0": 1}, "body", "NUL"),
        ([[[["x"]]]], "body.0.0.0.0", "nested deeper than 3 levels"),
    ],
)
def test_a_value_that_cannot_be_stored_is_refused_with_its_place(value: object, field: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=says) as refused:
        check(value, "body", deepest=3, whole="all")
    assert refused.value.field == field


def test_a_value_of_json_types_passes() -> None:
    check({"a": [1, 2.5, None, True, "ü😀"], "b": {"c": {}}}, "body", deepest=3, whole="all")


def test_a_value_without_a_name_is_called_as_a_whole() -> None:
    with pytest.raises(InvalidInput) as refused:
        check("\0", deepest=3, whole="query")
    assert refused.value.field == "query"


def test_what_cannot_be_sent_is_replaced_in_messages() -> None:
    assert printable("a\0b\ud800c") == "a\ufffdb?c"


# --------------------------------------------------------------------------- single arguments


@pytest.mark.parametrize("value", ["2024-05-01", "2024-05-01T02:00:00+02:00", datetime(2024, 5, 1)])  # noqa: DTZ001
def test_a_time_is_taken_as_utc(value: datetime | str) -> None:
    assert moment(value) == datetime(2024, 5, 1, tzinfo=UTC)


def test_no_time_is_no_time_and_a_wrong_one_names_its_field() -> None:
    assert moment(None) is None
    with pytest.raises(InvalidInput, match="'soon' is not a time") as refused:
        moment("soon", "valid_at")
    assert refused.value.field == "valid_at"


def test_a_choice_that_is_none_is_told_with_the_choices() -> None:
    check_choice("a", Literal["a", "b"], "kind")
    with pytest.raises(InvalidInput, match="'c' is not one of 'a', 'b'"):
        check_choice("c", Literal["a", "b"], "kind")


@pytest.mark.parametrize("name", ["a", "A-1_b.c~d@e", "x" * 128])
def test_a_usable_name_of_a_brain_is_given_back(name: str) -> None:
    assert check_brain(name) == name


@pytest.mark.parametrize("name", ["", "x" * 129, "a b", "a/b", "é", 7])
def test_any_other_name_of_a_brain_is_refused(name: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_brain(name)
    assert refused.value.field == "brain"


def test_loose_fields_become_a_fact_or_name_the_wrong_one() -> None:
    assert supplied_fact(KNOWS).object == "Bob"
    with pytest.raises(InvalidInput) as refused:
        supplied_fact({**KNOWS, "confidence": 2})
    assert refused.value.field == "confidence"
