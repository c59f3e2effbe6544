"""What pydantic finds is told in words for whoever sent it."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from graphmem.contract.records import SuppliedFact
from graphmem.contract.validation import check_brain, invalid
from graphmem.errors import InvalidInput, SetupError
from graphmem.recall.query import RecallQuery
from graphmem.settings import settings

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
