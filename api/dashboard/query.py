"""Query parameters of the pages. A field that a form sends empty counts as left out."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator

from graphmem_contract.records import Record, Time

Search = Annotated[str | None, Field(max_length=1000)]
Cursor = Annotated[str | None, Field(max_length=2000)]


class PageQuery(Record):
    """The query of a page."""

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, values: Any) -> Any:
        if not isinstance(values, dict):
            return values
        return {name: value for name, value in values.items() if not _is_blank(value)}


class ClockQuery(PageQuery):
    """The query of a page that shows one moment of both clocks: what held then, and what was believed then."""

    valid_at: Time | None = None
    known_at: Time | None = None


def _is_blank(value: Any) -> bool:
    parts = value if isinstance(value, list | tuple) else [value]
    return all(isinstance(part, str) and not part.strip() for part in parts)
