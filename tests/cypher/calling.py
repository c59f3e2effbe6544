"""Calls of procedures in a server that has them."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j import READ_ACCESS

from graphmem.brain import Brain
from graphmem.serving.settling import settle_left


async def call(brain: Brain, text: str, **parameters: Any) -> list[dict[str, Any]]:
    """Run a statement with `$brain`, and return its rows as plain values."""
    rows, _, _ = await brain.engine.store.driver.execute_query(text, {"brain": brain.name, **parameters})  # type: ignore[arg-type]
    return [row.data() for row in rows]


async def read(brain: Brain, text: str, **parameters: Any) -> list[dict[str, Any]]:
    """Run a statement with `$brain` in a session that must not write, and return its rows as the driver has them."""
    async with brain.engine.store.driver.session(default_access_mode=READ_ACCESS) as session:
        found = await session.run(text, {"brain": brain.name, **parameters})  # type: ignore[arg-type]
        return [dict(row.items()) async for row in found]


async def with_procedures(brain: Brain) -> Brain:
    """Return the brain, or skip the test where its server has no procedures."""
    if not await call(brain, "SHOW PROCEDURES YIELD name WHERE name STARTS WITH 'graphmem.' RETURN name LIMIT 1"):
        pytest.skip("the server behind NEO4J_URI has no graphmem procedures")
    return brain


async def settled(brain: Brain) -> int:
    """Settle what calls have left, as a serving process does; return the number of brains with something left."""
    return await settle_left(brain.engine.store, brain.engine.models.embedder)
