"""Properties survive an export exactly, and nothing else is read."""

from __future__ import annotations

import base64
from datetime import UTC, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from neo4j.time import Date, DateTime

from graphmem.graph.wire import from_json, later, parameter, to_json, vector_from_json, vector_to_json
from graphmem_contract.errors import DatabaseError, InvalidInput

NANOS = DateTime(2026, 3, 1, 9, 30, 5, 123_456_789, tzinfo=UTC)
WHOLE = DateTime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "value", ["", "日本", True, False, 0, -(2**63), 2**63 - 1, 0.1, ["a", "b"], [], NANOS, WHOLE, [WHOLE]]
)
def test_a_property_comes_back_as_it_was(value: Any) -> None:
    back = from_json(to_json(value))
    assert back == value
    assert type(back) is type(value)


def test_a_time_is_written_in_utc_with_no_more_digits_than_it_has() -> None:
    assert to_json(NANOS) == {"t": "2026-03-01T09:30:05.123456789Z"}
    assert to_json(WHOLE) == {"t": "2026-03-01T00:00:00Z"}
    elsewhere = DateTime(2026, 3, 1, 11, 0, 0, 500_000_000, tzinfo=timezone(timedelta(hours=2)))
    assert to_json(elsewhere) == {"t": "2026-03-01T09:00:00.5Z"}


def test_a_property_that_graphmem_never_writes_is_not_exported() -> None:
    for value in (Date(2026, 3, 1), b"x", None):
        with pytest.raises(DatabaseError, match="cannot be exported"):
            to_json(value)


@pytest.mark.parametrize(
    "value",
    [
        None, 2**63, float("nan"), float("inf"), [["a"]], {"t": 5}, {"t": "2026-03-01"}, {"t": "2026-13-01T00:00:00Z"},
        {"t": "2026-03-01T00:00:00+02:00"}, {"t": "2026-03-01T00:00:00Z", "x": 1}, {"x": 1}, "half \ud800", ["\udfff"],
    ],
)  # fmt: skip
def test_what_no_export_holds_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInput):
        from_json(value)


def test_a_vector_of_float32_is_written_as_its_bytes_and_any_other_as_numbers() -> None:
    short = [float(np.float32(0.1)), -0.5]
    assert vector_to_json(short) == {"v": base64.b64encode(np.array(short, dtype="<f4").tobytes()).decode()}
    assert vector_to_json([0.1]) == [0.1]
    for vector in (short, [0.1, -0.3]):
        assert vector_from_json(vector_to_json(vector)) == vector


@pytest.mark.parametrize(
    "value",
    [
        None, "AAAA", {"v": 5}, {"v": "not base64!"}, {"v": "AAA="}, {"v": "AAAAAAA="}, {"v": "AADAfw=="}, {"w": "AAAA"},
        ["1"], [float("nan")],
    ],
)  # fmt: skip
def test_what_is_no_vector_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInput):
        vector_from_json(value)


def test_a_parameter_never_changes_a_value() -> None:
    assert list(parameter([0.5, -2.0]).to_native()) == [0.5, -2.0]
    assert parameter([0.1]) == [0.1]
    assert parameter(None) is None


def test_only_times_are_compared() -> None:
    assert later(NANOS, WHOLE)
    assert not later(WHOLE, NANOS)
    assert not later(WHOLE, WHOLE)
    assert not later("2999", WHOLE)
    assert not later(NANOS, None)


@pytest.mark.parametrize("number", [10**400, -(10**400), float("nan"), float("inf"), True, "1"])
def test_a_vector_with_a_number_that_no_float_holds_is_refused(number: object) -> None:
    with pytest.raises(InvalidInput, match="is no vector"):
        vector_from_json([0.5, number])
