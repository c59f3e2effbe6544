"""Numbers about an episode that no interface shows."""

from __future__ import annotations

from graphmem.brain import Brain


async def attempts_of(brain: Brain, episode: str) -> int:
    """How often an episode was claimed."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain, id: $id}) RETURN e.attempts AS n", brain=brain.name, id=episode
    )
    return int(rows[0]["n"])
