"""What the graph says of an episode that no surface shows."""

from __future__ import annotations

from graphmem.memory import Brain


async def attempts_of(brain: Brain, episode: str) -> int:
    """How often somebody has taken it."""
    rows, _, _ = await brain.memory.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain, id: $id}) RETURN e.attempts AS n", brain=brain.name, id=episode
    )
    return int(rows[0]["n"])
