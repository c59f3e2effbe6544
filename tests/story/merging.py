"""Two entities that are one person, and read-outs of everything known about them."""

from __future__ import annotations

from typing import Any

from graphmem.brain import Brain
from tests.story.telling import fact, tell

NOT_COMPARED = {"recorded_at", "expired_at"}
MOMENTS = (None, "2019-06-01", "2021-06-01", "2023-06-01")


async def id_of(brain: Brain, name: str) -> str:
    return (await brain.entities.get(name)).id


def told(facts: Any) -> set[tuple[Any, ...]]:
    """Everything visible of some facts, without the times at which they were recorded."""
    return {
        tuple(
            f.model_copy(update={"episode_ids": tuple(sorted(f.episode_ids))}).model_dump(exclude=NOT_COMPARED).items()
        )
        for f in facts
    }


async def everything(brain: Brain, known: Any = None) -> dict[Any, set[tuple[Any, ...]]]:
    """Read all facts of a brain at several moments of valid time, as believed at one moment of system time."""
    out: dict[Any, set[tuple[Any, ...]]] = {
        at: told(await brain.facts(valid_at=at, known_at=known, limit=1000)) for at in MOMENTS
    }
    out["all"] = told(await brain.facts(include_closed=True, known_at=known, limit=1000))
    for name in ("Ana", "Lena"):
        for at in MOMENTS:
            out[name, at] = told(await brain.facts(name, valid_at=at, known_at=known, limit=1000))
            out[name, at, "entity"] = told(await brain.entities.facts(name, valid_at=at, known_at=known, limit=1000))
            out[name, at, "as of"] = told(await brain.graph.as_of(name, valid_at=at, known_at=known))
            out[name, at, "as object"] = told(await brain.facts(object=name, valid_at=at, known_at=known))
    return out


async def last_change(brain: Brain) -> Any:
    """Return the system time of the last write."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (b:Brain {id: $brain}) RETURN b.lastRecordedAt AS at", brain=brain.name
    )
    return rows[0]["at"].to_native()


async def two_of_one(brain: Brain) -> None:
    """Store messages about Ana and Lena, who are one person."""
    await tell(brain, "2019-01-01", fact("Ana", "works_at", "Acme"), fact("Ana", "lives_in", "Recife"))
    await tell(
        brain,
        "2020-01-01",
        fact("Lena", "works_at", "Globex"),
        fact("Lena", "plays", "chess", object_is_entity=False),
    )
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Initech"), fact("Bruno", "trusts", "Lena"))
    await tell(brain, "2022-01-01", fact("Lena", "lives_in", "Olinda"), fact("Ana", "trusts", "Lena"))
    await tell(
        brain, "2022-06-01", fact("Ana", "plays", "chess", object_is_entity=False), fact("Bruno", "trusts", "Ana")
    )
