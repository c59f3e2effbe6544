"""`DateSpan`: a date that stands in a text."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from graphmem.contract.records import Precision, Record, Time


class DateSpan(Record):
    """A date expression found in a text, as a half-open interval `[from, until)` in UTC."""

    span: str
    from_: Annotated[Time | None, Field(alias="from")]
    until: Time | None
    precision: Precision
    how: str

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
