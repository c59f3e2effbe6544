"""Times between Python and the graph as texts: the driver takes about 80 µs to convert one, a text takes one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

Props = Mapping[str, Any]


def parted(props: Props) -> dict[str, dict[str, Any]]:
    """Return `set`, the properties that are no times, and `times`, the others as RFC 3339 texts."""
    times = {name: value.isoformat() for name, value in props.items() if isinstance(value, datetime)}
    return {"set": {name: value for name, value in props.items() if name not in times}, "times": times}


def with_times(row: Props, names: Iterable[str]) -> dict[str, Any]:
    """Return a row in which the named properties, texts that Cypher's `toString` made, are times in UTC.

    A server may add the name of its zone, "2024-05-06T07:08+02:00[Europe/Berlin]".
    """
    times = {name: row[name] for name in names if row.get(name) is not None}
    return {
        **row,
        **{name: datetime.fromisoformat(text.partition("[")[0]).astimezone(UTC) for name, text in times.items()},
    }
