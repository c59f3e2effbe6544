"""Short helpers that send messages and facts to a brain."""

from __future__ import annotations

from typing import Any

from graphmem.brain import Brain
from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Fact, SuppliedEntity, SuppliedExtraction, SuppliedFact, WriteResult

PEOPLE = ("Ana", "Aninha", "Bruno", "Clara", "Lena")


def entity(name: str) -> SuppliedEntity:
    return SuppliedEntity(name=name, type="person" if name in PEOPLE else "organization")


def extraction(*facts: dict[str, Any]) -> SuppliedExtraction:
    """Return facts whose objects are entities, unless a fact says otherwise."""
    made = [SuppliedFact.model_validate(fact) for fact in facts]
    names = {f.subject for f in made} | {f.object for f in made if f.object_is_entity is not False}
    return SuppliedExtraction(entities=[entity(name) for name in sorted(names)], facts=made)


def fact(subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
    return {"subject": subject, "relation": relation, "object": object_, **more}


async def tell(brain: Brain, at: str, *facts: dict[str, Any], text: str = "", **options: Any) -> WriteResult:
    """Remember one message at a date, with its facts."""
    result = await brain.remember(text or f"message of {at}", occurred_at=at, extraction=extraction(*facts), **options)
    assert result.success
    return result


async def only(brain: Brain, subject: str, relation: str, **options: Any) -> Fact:
    """Return the one fact of a subject and a relation."""
    page = await brain.facts(subject=subject, relation=relation, **options)
    assert len(page) == 1, [f.text for f in page]
    return page[0]


async def held(brain: Brain, subject: str, relation: str, at: str | None = None, known: Any = None) -> list[str]:
    """Return what held at a moment of valid time, as believed at a moment of system time."""
    page = await brain.facts(subject=subject, relation=relation, valid_at=at, known_at=known)
    return sorted(f.object for f in page)


async def spans(brain: Brain, subject: str, relation: str) -> set[tuple[str, str | None, str | None]]:
    """Return all periods as (object, from, until)."""
    page = await brain.facts(subject=subject, relation=relation, include_closed=True)
    return {
        (f.object, f"{f.valid_from:%F}" if f.valid_from else None, f"{f.valid_until:%F}" if f.valid_until else None)
        for f in page
    }


async def left_of(brain: Brain, word: str, but: str = "") -> list[str]:
    """Return the places where a word still occurs, without the stored episodes and nodes of the label `but`."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (n {brain: $brain}) OPTIONAL MATCH (n)-[r]->() "
        "RETURN labels(n)[0] AS kind, n {.*, content: null, request: null, turn: null} AS n, properties(r) AS r",
        brain=brain.name,
    )
    return [
        row["kind"] for row in rows if row["kind"] != but and word.casefold() in f"{row['n']} {row['r']}".casefold()
    ]


def first(found: RecallResult) -> tuple[str, str]:
    """Return the subject and the object of the first recalled fact."""
    fact = found.facts[0].fact
    assert fact is not None
    return fact.subject, fact.object
