"""A committed batch, as stages 2 to 7 leave it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from graphmem.ingest.resolution.entity_ref import AliasRow, EntityRef
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.commit_parts import Committed
from graphmem.ingest.stages.records import ChangeSet, DatedClaim, DatedClaims, FactReads, NewStatement, Skipped
from graphmem.ingest.transactions.records import CommitResult, Plan
from graphmem.names.normalize import slug
from graphmem.ontology import RelationRule
from graphmem.settling.settle_result import Settled
from tests.unit.ingest.building import MOMENT, statement

RECORDED = datetime(2025, 1, 1, tzinfo=UTC)


def row(fact: str, subject: str, relation: str, object_: str, change: str = "added", **fields: Any) -> dict[str, Any]:
    """A row of `fact_writer`: a fact and what became of it."""
    text = f"{subject} {relation} {object_}."
    return {
        "factId": fact, "change": change, "statementIds": [fact], "subject": subject, "relation": relation, "object": object_,
        "subjectId": subject, "objectId": object_, "text": text, "beforeText": text, "confidence": 0.8, "origin": "extracted",
        "tValid": MOMENT, "beforeStart": MOMENT, "tInvalid": None, "before": None, "reason": None, "because": None, **fields,
    }  # fmt: skip


def said(id_: str, subject: str, relation: str, object_: str, **props: Any) -> NewStatement:
    """A statement with all properties that a write result reads."""
    return statement(id_, subject, relation, object_, **{"secondHand": False, "reason": None, "id": id_, **props})


def committed(
    changes: ChangeSet,
    rows: Iterable[dict[str, Any]] = (),
    *,
    ties: Iterable[dict[str, Any]] = (),
    withdrawn: Iterable[int] = (),
    rules: Iterable[RelationRule] = (),
    dated: Sequence[DatedClaim] | None = None,
    warnings: tuple[str, ...] = (),
    aliases: tuple[AliasRow, ...] = (),
    skipped: tuple[Skipped, ...] = (),
) -> CommitResult:
    """What was planned, and what settling made of it."""
    ends: dict[str, tuple[EntityRef, ...]] = {slug(entity.name): (entity,) for entity in changes.entities}
    facts = FactReads(1, frozenset(), {}, {rule.name: rule for rule in rules}, (), ())
    claims = tuple(s.dated for s in changes.statements) if dated is None else tuple(dated)
    plan = Plan(1, Resolved(ends, aliases, {}), facts, DatedClaims(claims, skipped, warnings), changes)
    settled = Settled(tuple(rows), tuple(ties))
    return CommitResult(plan, Committed(2, RECORDED, settled, frozenset(withdrawn)), 1, ())
