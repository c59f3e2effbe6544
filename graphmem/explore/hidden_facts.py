"""What requests to forget have hidden, for an administrator: the facts that were believed before, and their histories."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.graph.row_mapping import fact_of
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import asked
from graphmem.names.normalize import slug
from graphmem.ontology import relation_name
from graphmem_contract.records import Fact

MOST = 1000
"""Hidden facts of one answer."""


async def hidden_facts(
    store: Store,
    brain: str,
    known_at: datetime,
    *,
    valid_at: datetime | None = None,
    include_closed: bool = False,
    subject: str | None = None,
    relation: str | None = None,
    object_: str | None = None,
) -> tuple[Fact, ...]:
    """Return the hidden facts that were believed at a system time, newest recorded first."""
    rows = await store.read(
        "forgetting/hidden_facts",
        brain=brain,
        known=asked(known_at),
        at=asked(valid_at or (None if include_closed else datetime.now(UTC))),
        includeClosed=include_closed,
        relations=None if relation is None else [relation_name(relation), relation_name(relation, synonyms=False)],
        limit=MOST,
    )
    now = datetime.now(UTC)
    facts = (fact_of(row["row"], now, known_at) for row in rows)
    return tuple(
        fact
        for fact in facts
        if _is_end(subject, fact.subject, fact.subject_id) and _is_end(object_, fact.object, fact.object_id)
    )


def _is_end(asked_for: str | None, name: str, id_: str) -> bool:
    return asked_for is None or asked_for == id_ or slug(asked_for) == slug(name)


async def hidden_history(store: Store, brain: str, fact_id: str) -> list[dict[str, Any]]:
    """Return the hidden versions of a fact, then its hidden statements, as rows of a history."""
    rows: list[dict[str, Any]] = (await store.read("forgetting/hidden_history", brain=brain, factId=fact_id))[0]["rows"]
    return rows
