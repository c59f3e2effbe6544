"""The query that draws the same graph in Neo4j Browser, and the address that opens it there. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import quote

from graphmem_contract.records import rfc3339


def walk_query(
    brain: str, start: Sequence[str], hops: int, valid_at: datetime | None, known_at: datetime | None, limit: int
) -> str:
    """Return a command that sets the parameters, and the call that reads the graph around some entities."""
    parameters = {
        "brain": brain,
        "start": list(start),
        "hops": hops,
        "validAt": rfc3339(valid_at) if valid_at else None,
        "knownAt": rfc3339(known_at) if known_at else None,
        "limit": limit,
    }
    # A text in JSON is a text in Cypher too, and the name of a parameter needs no quotes.
    given = ", ".join(f"{name}: {json.dumps(value)}" for name, value in parameters.items())
    return (
        f":params {{{given}}};\n"
        "CALL graphmem.bfs($brain, $start, $hops, $validAt, $knownAt, $limit) YIELD path RETURN path;"
    )


def browser_link(browser: str, query: str) -> str:
    """Return the address that opens Neo4j Browser with a query in its editor. Nothing runs before a person says so."""
    return f"{browser.rstrip('/')}/?cmd=edit&arg={quote(query, safe='')}"
