"""Many writers at once: no duplicate entity, no two current values, no lost update."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.graph.store import Store
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact

NAMES = (
    "Ana Souza", "São Paulo", "João Pereira", "Acme Corp", "Globex", "Zoë Müller", "Łukasz Nowak", "Søren Kierkegaard",
    "Renée Dupont", "Iñaki Etxeberria", "Málaga", "Ünal Şahin", "Đorđe Petrović", "Çelik Holding", "Ågot Hansen",
    "Brontë House", "Nuñez", "Pokémon Center", "Œuvre Studio",
)  # fmt: skip
WRITERS = 8


def variant(name: str, dice: random.Random) -> str:
    """Another spelling of the same name: case, accents, spaces."""
    plain = name.translate(str.maketrans("ãáéëêíïñõóöúüçşŠÁÉÍÑÓÚÜÇŞ", "aaeeeiinooouucsSAEINOUUCS"))
    return dice.choice([name, name.upper(), name.lower(), plain, f"  {name} ", plain.upper()])


def apart(brain: Brain) -> Brain:
    """The same brain as in another process: its writers do not share a write queue with the others."""
    engine = brain.engine
    store = Store(engine.store.driver, engine.store.database, engine.store.timeout)
    return Brain(replace(engine, store=store), brain.name)


async def writer(brain: Brain, number: int, episodes: int) -> None:
    dice = random.Random(number)
    for n in range(episodes):
        one, other = (variant(name, dice) for name in dice.sample(NAMES, 2))
        day = f"20{dice.randrange(10, 24)}-0{dice.randrange(1, 9)}-01"
        result = await brain.remember(
            f"{number}/{n}: {one} and {other}",
            occurred_at=day,
            resolve="exact",
            extraction=SuppliedExtraction(
                entities=[SuppliedEntity(name=one, type="thing"), SuppliedEntity(name=other, type="thing")],
                facts=[SuppliedFact(subject=one, relation="lives_in", object=other)],
            ),
        )
        assert result.status == "extracted", result.error


@pytest.mark.parametrize("where", ["in one process", "apart"])
async def test_eight_writers_on_nineteen_names_make_nineteen_entities(brain: Brain, where: str) -> None:
    await asyncio.gather(*(writer(apart(brain) if where == "apart" else brain, n, 10) for n in range(WRITERS)))
    stats = await brain.overview.stats()
    assert stats.entities == len(NAMES)
    assert stats.episodes == {"extracted": WRITERS * 10}
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Entity {brain: $brain})-[f:FACT {relation: 'lives_in'}]->() WHERE e.key IS NOT NULL "
        "WITH e, f ORDER BY f.tStart WITH e, collect(f) AS fs UNWIND range(0, size(fs) - 2) AS i "
        "WITH fs[i] AS one, fs[i + 1] AS next WHERE one.tEnd > next.tStart RETURN count(*) AS overlaps",
        brain=brain.name,
    )
    assert rows[0]["overlaps"] == 0


async def test_revision_counts_every_commit_once(brain: Brain) -> None:
    await asyncio.gather(*(writer(apart(brain), n, 5) for n in range(WRITERS)))
    assert (await brain.overview.stats()).revision == WRITERS * 5


async def test_the_same_idempotency_key_at_once_is_one_episode(brain: Brain) -> None:
    extraction = SuppliedExtraction(entities=[SuppliedEntity(name="Ana", type="person")], facts=[])
    sent = [
        brain.remember("hello", occurred_at="2024-01-01", extraction=extraction, idempotency_key="one")
        for _ in range(6)
    ]
    results = await asyncio.gather(*sent)
    assert len({r.episode_id for r in results}) == 1
    assert (await brain.overview.stats()).episodes == {"extracted": 1}


@pytest.mark.parametrize("late", ["names", "names and keys"])
async def test_names_that_come_late_into_the_index_are_not_made_again(
    brain: Brain, late: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The revision of another writer's commit is visible before its names are."""
    told = SuppliedExtraction(
        entities=[SuppliedEntity(name="Bruno", type="person")],
        facts=[SuppliedFact(subject="Bruno", relation="likes", object="coffee", object_is_entity=False)],
    )
    first = await brain.remember("Bruno likes coffee.", extraction=told)
    read = Store.read

    async def behind(self: Store, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        rows = await read(self, name, **parameters)
        if name == "ingest/read_names":
            return [{**rows[0], "mentions": [{**one, "candidates": []} for one in rows[0]["mentions"]]}]
        if name == "ingest/read_facts" and late == "names and keys":
            return [{**rows[0], "taken": []}]
        return rows

    monkeypatch.setattr(Store, "read", behind)
    second = await brain.remember("Bruno still likes coffee.", extraction=told)
    assert [e.id for e in second.entities_resolved] == [e.id for e in first.entities_resolved]
    assert (await brain.overview.stats()).entities == 1
    assert [f.id for f in second.facts_unchanged] == [f.id for f in first.facts_added]
