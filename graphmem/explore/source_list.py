"""The sources of a brain, with their trust and their counts."""

from __future__ import annotations

from graphmem.graph.pagination import checked_limit, page_by
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem_contract.errors import NotFound
from graphmem_contract.pagination import Page
from graphmem_contract.sources import EpisodeSource, SourceRetraction


async def list_sources(store: Store, brain: str, *, limit: int = 50, cursor: str | None = None) -> Page[EpisodeSource]:
    """Return the sources of a brain, sorted by name. Raises InvalidInput: limit is not 1 to 1000.

    Args:
        cursor: the last name of the previous page.
    """
    rows = await store.read("sources/list", brain=brain, after=cursor or "", limit=checked_limit(limit) + 1)
    return page_by("name", [_source(row) for row in rows], limit)


async def read_source(store: Store, brain: str, name: str) -> EpisodeSource:
    """Return one source. Raises NotFound: no episode has it, and it has no trust."""
    rows = await store.read("sources/one", brain=brain, source=name)
    if not rows:
        raise NotFound("No episode of this brain has this source.")
    return _source(rows[0])


async def trust_of(store: Store, brain: str, source: str | None) -> float:
    """Return the trust that an episode of this source would get now; 1 where none is set."""
    rows = await store.read("sources/trust", brain=brain, source=source) if source else []
    return float(rows[0]["trust"]) if rows else 1.0


def _source(row: Row) -> EpisodeSource:
    retractions = tuple(SourceRetraction(**one) for one in row["retractions"])
    return EpisodeSource(**{**row, "retractions": retractions})
