"""An error carries the model calls that led to it."""

from __future__ import annotations

from graphmem.claims import Call
from graphmem.models.calls import calls_of, with_calls
from graphmem_contract.errors import ModelTimeout

CALL = Call("informed", "gpt", "prompt", "answer", 12.0)


def test_an_error_carries_its_calls_and_stays_the_same_error() -> None:
    error, calls = ModelTimeout("late"), [CALL]
    assert with_calls(error, calls) is error
    calls.clear()
    assert calls_of(error) == (CALL,)


def test_an_error_without_calls_has_none() -> None:
    assert calls_of(ValueError("x")) == ()
