"""The tree of errors, as REST and callers read it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphmem_contract.errors import (
    DatabaseError,
    GraphmemError,
    InvalidInput,
    ModelTimeout,
    RevisionConflict,
    TooManyRequests,
    reason_of,
)


def tree(kind: type[GraphmemError] = GraphmemError) -> Iterator[type[GraphmemError]]:
    yield kind
    for child in kind.__subclasses__():
        if child.__module__.startswith(("graphmem.", "graphmem_contract.")):
            yield from tree(child)


def test_every_error_has_a_code_a_title_and_an_http_status_of_its_kind() -> None:
    for kind in tree():
        assert kind.code.replace("_", "").isalpha(), kind
        assert kind.title, kind
        assert 400 <= kind.status <= 599, kind
        if kind.category == "caller":
            assert kind.status < 500, kind


def test_two_errors_never_share_a_code() -> None:
    codes = [kind.code for kind in tree() if "code" in vars(kind)]
    assert len(codes) == len(set(codes))


def test_the_field_stands_before_the_detail_unless_the_detail_has_it() -> None:
    assert str(InvalidInput("is no date", field="valid_from")) == "valid_from: is no date"
    assert str(InvalidInput("valid_from is no date", field="valid_from")) == "valid_from is no date"
    assert str(InvalidInput("is no object", field="body")) == "is no object"
    assert str(InvalidInput("is empty")) == "is empty"


def test_an_invalid_input_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="no date"):
        raise InvalidInput("no date")


def test_what_may_pass_can_be_tried_again() -> None:
    waits = TooManyRequests("slow down", retry_after=2.0)
    assert (waits.retryable, waits.retry_after, RevisionConflict.retryable, ModelTimeout.retryable) == (
        True,
        2.0,
        True,
        True,
    )
    assert not InvalidInput.retryable


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ModelTimeout("The model gave no answer within 2 s."), "ModelTimeout: The model gave no answer within 2 s."),
        (DatabaseError("property 'secret text' is …"), "DatabaseError: the log says more"),
        (KeyError("secret text"), "KeyError: the log says more"),
    ],
)
def test_a_reason_shows_the_text_of_own_errors_only(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason
