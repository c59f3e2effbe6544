"""The results of imports, calls, walks and loads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import ConfigDict, Field

from graphmem_contract.records import Fact, Record, Time


class ImportLine(Record):
    """Result of one record. `line` counts from 1.

    `replayed`: an earlier import stored this record, and nothing was stored now. `error`: why the record was left out.
    `note`: why it was stored but does not hold (another value has its start, a tie, or its evidence has ended); or that it
    is an alias and not a fact (`effect` is "alias", there is no `id`); or that several entities have one of its names; or that
    the embedder failed.
    `code`: the kind of `error` for programs.
    """

    line: int
    id: str | None = None
    matched: bool = False
    replayed: bool | None = None
    effect: str | None = None
    recorded_at: Time | None = None
    note: str | None = None
    error: str | None = None
    code: str | None = None


class ImportReport(Record):
    """Result of an import: counts, and one line per record."""

    records: int
    added: int
    matched: int
    rejected: int
    lines: tuple[ImportLine, ...]


class CallResult(Record):
    """The rows of a call.

    A node is `{labels, properties}`, an edge `{type, properties}`, a path `{nodes, relationships}`. Times are RFC 3339.
    `truncated`: the call has more rows than the 1,000 that are returned.
    """

    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    truncated: bool = False


class Route(Record):
    """A path between two entities: the names along it, and the facts that connect them."""

    names: tuple[str, ...]
    facts: tuple[Fact, ...]


class Loaded(Record):
    """The result of a load. `counts`: nodes and edges by kind. `embedded`: vectors that the load made itself."""

    brain: str
    revision: int
    last_recorded_at: datetime
    counts: dict[str, int]
    embedded: int


class ReportLine(Record):
    """Result of one line of an import: an `id`, or an `error` with `code` and `field`. An alias has neither.

    What does not apply is left out.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    line: int = Field(description="Line number, counted from 1, including blank lines")
    id: str | None = Field(None, description="Id of the fact or the episode")
    matched: bool | None = Field(None, description="Whether it only confirmed a known fact")
    effect: str | None = Field(None, description="Effect on the fact")
    status: str | None = Field(None, description="Status of the episode")
    replayed: bool | None = Field(None, description="Whether an earlier import stored this record")
    recorded_at: Time | None = None
    note: str | None = Field(
        None,
        description="Why it was stored but does not hold (a tie, or its evidence has ended), that it is an alias, that several "
        "entities have one of its names, or why there was nothing to store",
    )
    error: str | None = None
    code: str | None = None
    field: str | None = None
    aborted: bool | None = Field(
        None, description="The import stopped here: this line and all lines after it were not stored"
    )
