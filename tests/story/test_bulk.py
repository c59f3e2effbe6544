"""A bulk import leaves the same graph as its records sent one by one, in any batches, with few statements."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.bolt import counted
from tests.story.telling import fact, spans

NAMES = ("Ana", "Bruno", "Clara", "Lena", "Mia", "Acme", "Globex")
RELATIONS = ("works_at", "married_to", "friend_of", "likes", "holds_the_cup", "advises")
"""Relations: one value per subject; one in each direction; symmetric; many; one subject per object; not seeded."""
EVERYTHING = """
MATCH (n:Entity|Value|Alias|Statement|RelationType {brain: $brain})
RETURN labels(n)[0] AS kind, null AS one, null AS other, properties(n) AS props
UNION ALL
MATCH (s)-[r:FACT|FACT_WAS {brain: $brain}]->(o)
RETURN type(r) AS kind, s.key AS one, o.key AS other, properties(r) AS props
UNION ALL
MATCH (a:Alias {brain: $brain})-[r:ALIAS_OF]->(e)
RETURN 'ALIAS_OF' AS kind, a.norm AS one, e.key AS other, properties(r) AS props
"""
OF_THE_RUN = {
    "brain",
    "brainToken",
    "id",
    "recordedAt",
    "expiredAt",
    "occurredAt",
    "firstStatedAt",
    "lastConfirmedAt",
    "firstSeenAt",
    "lastSeenAt",
    "withdrawnAt",
}


async def graph(brain: Brain) -> list[str]:
    """Everything in a brain without ids and times of the run; statement ids are replaced by what the statements say."""
    rows, _, _ = await brain.engine.store.driver.execute_query(EVERYTHING, brain=brain.name)
    called = {row["props"]["id"]: _called(row["props"]) for row in rows if "id" in row["props"]}
    return sorted(str((row["kind"], row["one"], row["other"], _told(row["props"], called))) for row in rows)


def _called(props: Mapping[str, Any]) -> str:
    said = ("subjectKey", "relation", "objectKey", "action", "at", "until")
    return str(props.get("key") or props.get("norm") or props.get("name") or [str(props.get(one)) for one in said])


def _told(props: Mapping[str, Any], called: Mapping[str, str]) -> list[tuple[str, Any]]:
    """Replace each id by the thing that it names; a list of ids gets a fixed order."""

    def name(value: Any) -> Any:
        if isinstance(value, list) and value and isinstance(value[0], float):
            return round(sum(value), 3)
        return (
            sorted(called.get(x, str(x)) for x in value) if isinstance(value, list) else called.get(value, str(value))
        )

    return sorted((key, name(value)) for key, value in props.items() if key not in OF_THE_RUN)


def told(dice: random.Random, size: int) -> list[dict[str, Any]]:
    """Records with few names, so that they share entities, and with unique names; no claim occurs twice."""
    records: dict[str, dict[str, Any]] = {}
    for n in range(size):
        one, other = dice.sample(NAMES, 2) if dice.random() < 0.7 else (f"Somebody {n}", dice.choice(NAMES))
        made = fact(
            one,
            dice.choice(RELATIONS),
            other,
            object_is_entity=True,
            valid_from=f"20{dice.randrange(10, 20)}-01-{n % 28 + 1:02}",
        )
        made |= dice.choice(
            [{}, {}, {"valid_until": f"20{dice.randrange(20, 24)}-05-01"}, {"confidence": 0.6}, {"valid_from": None}]
        )
        made |= dice.choice(
            [
                {},
                {},
                {"kind": "event"},
                {"importance": 0.9, "category": "core"},
                {"object": f"tea {n % 3}", "object_is_entity": False},
            ]
        )
        if dice.random() < 0.15:
            made = {**fact(one, made["relation"], made["object"]), "object_is_entity": made["object_is_entity"], **dice.choice(
                [{"action": "never"}, {"action": "ends", "valid_until": f"2021-0{n % 9 + 1}-01"}])}  # fmt: skip
        records.setdefault(str({**made, "confidence": 0}), made)
    return list(records.values())


@pytest.mark.parametrize("seed", range(3))
async def test_a_batch_leaves_what_its_records_leave_one_by_one(memory: Memory, brain: Brain, seed: int) -> None:
    records = told(random.Random(seed), 60)
    single = memory.brain(f"{brain.name}-single")
    for one in (brain, single):
        await one.ontology.set_relation("holds_the_cup", cardinality="one", per="object")
    report = await brain.transfer.import_facts(records, resolve="exact", batch=len(records))
    alone = await single.transfer.import_facts(records, resolve="exact", batch=1)
    assert [(x.effect, x.note, x.error) for x in report.lines] == [(x.effect, x.note, x.error) for x in alone.lines]
    assert await graph(brain) == await graph(single)


async def test_a_batch_takes_the_same_few_statements_whatever_its_size(brain: Brain) -> None:
    runs = []
    for first, size in ((0, 5), (100, 80)):
        records = [fact(f"Person {first + n}", "likes", f"tea {first + n}") for n in range(size)]
        with counted() as sent:
            assert (await brain.transfer.import_facts(records, resolve="exact", batch=size)).added == size
        runs.append((sent["BEGIN"], sent["RUN"], sent["COMMIT"]))
    # The settings, the keys of earlier imports, two reads, two of the commit (of new people no group is read), and the keys again
    # under its lock.
    assert runs == [(1, 7, 1), (1, 7, 1)]


async def test_periods_that_are_joined_one_after_the_other_in_one_batch_are_one(brain: Brain) -> None:
    def said(start: int) -> dict[str, Any]:
        times = {"valid_from": f"{start}-01-01", "valid_until": f"{start + 1}-01-01"}
        return {"subject": "Ana", "relation": "nominated_for", "object": "Prize", "cardinality": "many", **times}

    await brain.transfer.import_facts([said(1991), said(1993), said(1995)], resolve="exact")
    done = await brain.transfer.import_facts([said(1994), said(1992), said(1990)], resolve="exact")
    assert done.rejected == 0
    assert await spans(brain, "Ana", "nominated_for") == {("Prize", "1990-01-01", "1996-01-01")}
