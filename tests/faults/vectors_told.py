"""What a graph has vectors of, for the tests of another embedder."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from graphmem.brain import Brain
from graphmem.graph.vectors.slot import in_slot
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.transfer.lines import carried
from tests.story.telling import fact, tell


async def filled(brain: Brain) -> Brain:
    """Tell a brain about Ana, over two years and in several ways."""
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), session_id="s")
    await tell(brain, "2025-06-01", fact("Ana", "works_at", "Globex"), session_id="s")
    await brain.transfer.import_facts(
        [{"subject": f"Person {n % 7}", "relation": "likes", "object": f"thing {n}"} for n in range(300)]
    )
    wrong = await brain.add_fact(subject="Ana", relation="likes", object="tea")
    await brain.invalidate(wrong.id)
    return brain


async def rows(memory: Memory, text: str) -> list[dict[str, Any]]:
    found, _, _ = await memory.store.driver.execute_query(text)
    return [row.data() for row in found]


async def wrong_vectors(brain: Brain) -> list[str]:
    """The texts whose vectors are not those of the embedder of the brain's process, or are missing."""
    before = await missing_vectors(brain)
    embedder, wrong, seen = HashEmbedder(brain.engine.models.embedder.dimensions), [], 0
    async for line in brain.transfer.export(embeddings=True):
        value = json.loads(line)
        if "kind" not in value or not value.get("embed"):
            continue
        item = carried(value, brain.name)
        for name, text in (item.embed or {}).items():
            seen += 1
            (vector,) = await embedder.embed([text])
            stored = (item.vectors or {}).get(name)
            if stored is None or len(stored) != len(vector) or not np.allclose(stored, vector, atol=1e-5):
                wrong.append(text)
    assert seen > 300
    return [*before, *wrong]


async def missing_vectors(brain: Brain) -> list[str]:
    """The facts, entities and episodes without a vector in the slot of the brain's process. Only summaries may have none."""
    name = in_slot("embedding", brain.engine.store.slot)
    text = (
        f"MATCH ()-[f:FACT {{brain: $brain}}]->() WHERE f.{name} IS NULL RETURN f.factText AS text UNION ALL "
        f"MATCH (n:Entity|Episode {{brain: $brain}}) WHERE n.{name} IS NULL RETURN coalesce(n.name, n.turn) AS text"
    )
    found, _, _ = await brain.engine.store.driver.execute_query(text, brain=brain.name)
    return [row["text"] for row in found]


async def found(brain: Brain) -> list[str]:
    """The first fact that a question recalls."""
    return [item.fact.id for item in (await brain.recall("Where does Ana work?")).facts[:1] if item.fact]


async def marker(memory: Memory) -> tuple[str, str | None]:
    (row,) = await memory.store.read("setup/read_schema")
    return row["embedder"], row["beside"]
