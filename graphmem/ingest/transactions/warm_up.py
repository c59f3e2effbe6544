"""Let a server that has just started plan the largest statements before the first message needs them."""

from __future__ import annotations

from typing import Any

from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.stages.commit_rows import CommitRows


async def warm_up(store: Store) -> None:
    """Send the statements of a commit with nothing to do in them; what they write is rolled back."""
    no_names: dict[str, Any] = {"brain": "", "names": [], "embeddings": [], "externalIds": [], "k": 1}
    await store.read("ingest/read_names", **no_names)
    await store.transaction(_commit_nothing, dry_run=True)
    await store.read("ingest/read_facts", brain="", keys=[], valueKeys=[], relations=[], claims=[], k=1)
    await store.write("procedures/settle", brain="", pairs=[], vectors={}, deferred=True, limits={})


async def _commit_nothing(tx: Transaction) -> None:
    await run(tx, "ingest/commit", **CommitRows.empty().parameters(), pairs=[], vectors={}, deferred=True, limits={})
