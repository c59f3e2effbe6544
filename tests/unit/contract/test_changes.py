"""What a correction takes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from graphmem_contract.changes import Changes, Correction, Forgotten, Removed

MAY = datetime(2024, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize("until", [MAY, MAY - timedelta(days=1)])
def test_an_end_that_is_not_after_the_start_is_refused(until: datetime) -> None:
    with pytest.raises(ValidationError, match="valid_until must be after valid_from"):
        Correction(valid_from=MAY, valid_until=until)


def test_an_open_end_or_start_fits_every_period() -> None:
    assert Correction(valid_from=MAY, valid_until=None).model_fields_set == {"valid_from", "valid_until"}
    assert Correction(valid_from=None, valid_until=MAY).valid_until == MAY


@pytest.mark.parametrize("fields", [{"object": ""}, {"text": ""}, {"reason": "x" * 2001}, {"subject": "Ana"}])
def test_a_blank_or_unknown_field_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Correction(**fields)


def test_what_was_forgotten_goes_through_json() -> None:
    forgotten = Forgotten(removed=Removed(what="fact", id="f1", facts=("f1",)), recorded_at=MAY)
    assert Forgotten.model_validate_json(forgotten.model_dump_json()) == forgotten


def test_changes_without_a_time_are_allowed() -> None:
    assert Changes(changed=(), recorded_at=None).recorded_at is None
