"""Records from what a caller gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from graphmem_contract.errors import invalid

R = TypeVar("R", bound=BaseModel)


def given(kind: type[R], fields: Mapping[str, Any]) -> R:
    """Return a record of the fields.

    Raises:
        InvalidInput: a field is unknown or not usable. The error names it.
    """
    try:
        return kind.model_validate(dict(fields))
    except ValidationError as error:
        raise invalid(error) from None
