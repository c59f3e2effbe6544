"""Answers of the service as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from graphmem_client.calls import Call
from graphmem_client.problems import UnexpectedAnswer

R = TypeVar("R", bound=BaseModel)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reply:
    """A successful answer."""

    call: Call
    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def is_replayed(self) -> bool:
        """Whether it is the answer of an earlier request with the same idempotency key."""
        return self.headers.get("idempotency-replayed") == "true"

    def record(self, kind: type[R]) -> R:
        """Return the answer as a record. Fields that this client does not know are left out. Raises UnexpectedAnswer."""
        return record_of(kind, self.content, self.call)

    def value(self, kind: TypeAdapter[T]) -> T:
        """Return the answer as a value that is no record. Raises UnexpectedAnswer."""
        try:
            return kind.validate_json(self.content, extra="ignore")
        except ValidationError as error:
            raise _unexpected(self.call, error) from None


def record_of(kind: type[R], content: bytes, call: Call) -> R:
    """Return JSON as a record. Raises UnexpectedAnswer."""
    try:
        return kind.model_validate_json(content, extra="ignore")
    except ValidationError as error:
        raise _unexpected(call, error) from None


def _unexpected(call: Call, error: ValidationError) -> UnexpectedAnswer:
    first: Any = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(map(str, first["loc"])) or "the whole"
    return UnexpectedAnswer(f"The answer of {call.operation} is not understood: {place}: {first['msg']}")


OBJECT: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])
"""An answer that is a JSON object of any content."""
