"""`Call`: one request of the service, and whether it may be sent twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

from graphmem_client.problems import ServiceUnreachable
from graphmem_contract.errors import GraphmemError, InvalidInput
from graphmem_contract.records import as_utc, rfc3339
from graphmem_contract.validation import Moment, moment

JSON = "application/json"
NDJSON = "application/x-ndjson"
KEY_HEADER = "Idempotency-Key"
LONGEST_KEY = 255
NO_UNICODE = "The text is no valid Unicode: it has half a surrogate pair."
GATEWAY = frozenset((502, 504))
"""Statuses of a proxy that did not reach the service. The service answers them too, for a failed model, with a code."""


class Again(Enum):
    """Whether a call that may have arrived can be sent again."""

    SAFE = "it changes nothing, or the second time changes nothing more"
    BY_KEY = "it has an idempotency key"
    NEVER = "it might be carried out twice, or answer otherwise the second time"


@dataclass(frozen=True, slots=True)
class Call:
    """One request: its operation in the OpenAPI document, address and content. Every attempt sends the same bytes."""

    operation: str
    method: str
    path: str
    again: Again = Again.SAFE
    query: Mapping[str, Any] = field(default_factory=dict)
    content: bytes | None = None
    media_type: str = JSON
    key: str | None = None
    waits: bool = True
    """Whether a refusal for too many requests (429) is waited out."""

    def may_follow(self, error: GraphmemError) -> bool:
        """Return whether the call may be sent again after an error."""
        if isinstance(error, ServiceUnreachable):
            return self.again is not Again.NEVER or not error.may_have_arrived
        if error.status == 429:
            return self.waits
        if self.again is Again.NEVER:
            return False
        if error.status in GATEWAY:
            return error.code == "gateway"
        return error.code == "still_running" or (error.retryable and error.status in (408, 503))


def checked_key(key: str) -> str:
    """Return an idempotency key if the service takes it. Raises InvalidInput."""
    if not (key.strip() and len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise InvalidInput(
            f"An idempotency key has 1 to {LONGEST_KEY} printable ASCII characters and is not blank.",
            field="idempotency_key",
        )
    return key


def segment(text: str) -> str:
    """Return an id or a name as one part of an address.

    Raises:
        InvalidInput: it is empty, "." or "..", which no part of an address can be.
    """
    if text in ("", ".", ".."):
        raise InvalidInput(f"{text!r} cannot stand in an address; give the id.", field="id")
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        raise InvalidInput(NO_UNICODE, field="id") from None


def time_text(value: Moment, field: str) -> str | None:
    """Return a moment as RFC 3339 text in UTC; None stays None. Raises InvalidInput."""
    found = moment(value, field)
    return None if found is None else rfc3339(found)


def query_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a query: those that are not None, with the texts of truth values."""
    return {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in fields.items()
        if value is not None
    }


def record_bytes(record: BaseModel) -> bytes:
    """Return a record as JSON, with the fields that were given. Raises InvalidInput."""
    try:
        return record.model_dump_json(by_alias=True, exclude_unset=True).encode()
    except PydanticSerializationError:
        raise InvalidInput(NO_UNICODE, field="body") from None


def json_bytes(value: Any, field: str = "body") -> bytes:
    """Return a value as JSON. Times become RFC 3339, records the fields that were given.

    Raises:
        InvalidInput: the value has parts that JSON does not have.
    """
    try:
        return json.dumps(value, default=_as_json, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        raise InvalidInput(NO_UNICODE, field=field) from None
    except (TypeError, ValueError, RecursionError):
        raise InvalidInput(
            "It must be what JSON has: texts, finite numbers, true, false, null, lists and objects.", field=field
        ) from None


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return rfc3339(as_utc(value))
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)


def line_bytes(number: int, item: Any) -> bytes:
    """Return one line of an import, without its end.

    Args:
        number: its number, from 1, for errors.
        item: a record, a mapping, or a line of JSON as text or bytes.

    Raises:
        InvalidInput: the item is none of these, or a text of several lines.
    """
    if isinstance(item, str | bytes):
        line = (item.encode("utf8", "replace") if isinstance(item, str) else item).rstrip(b"\r\n")
        if b"\n" in line:
            raise InvalidInput(f"Line {number}: it has a line break; give each line by itself.", field="body")
        return line
    if isinstance(item, BaseModel | Mapping):
        try:
            return record_bytes(item) if isinstance(item, BaseModel) else json_bytes(item)
        except InvalidInput as error:
            raise InvalidInput(f"Line {number}: {error.detail}", field="body") from None
    raise InvalidInput(f"Line {number}: it is a {type(item).__name__}, and no record, mapping or text.", field="body")
