"""What a write did, told from the change set and from what settling made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.graph.settle import Row
from graphmem.ingest.contradiction import NewStatement
from graphmem.ingest.fact_dedup import Candidate, Skipped
from graphmem.ingest.landing import Landed
from graphmem.models.ports import Call
from graphmem.records import Contradiction, ResolvedEntity, TokensUsed, WriteResult, WrittenFact

CLOSING = frozenset({"superseded", "retracted", "contradicted", "cascade"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """A write result's lists; `effects` maps a new statement's id to what it did and to which fact."""

    added: tuple[WrittenFact, ...]
    updated: tuple[WrittenFact, ...]
    unchanged: tuple[WrittenFact, ...]
    deleted: tuple[WrittenFact, ...]
    closed: tuple[WrittenFact, ...]
    skipped: tuple[WrittenFact, ...]
    contradictions: tuple[Contradiction, ...]
    entities: tuple[ResolvedEntity, ...]
    warnings: tuple[str, ...]
    effects: Mapping[str, tuple[str, str]]


def outcome(landed: Landed) -> Outcome:
    """Reads the rows of settle.cypher for the person who wrote."""
    changes, rows = landed.plan.changes, landed.committed.settled.changes
    last = {row["factId"]: row for row in rows}
    lost = {tie["statementId"] for tie in landed.committed.settled.ties}
    effects = {s.id: _effect(s, rows, lost) for s in changes.statements}
    groups: dict[str, list[WrittenFact]] = {"added": [], "updated": [], "unchanged": []}
    told: set[str] = set()
    for statement in changes.statements:
        effect, fact_id = effects[statement.id]
        if statement.props["action"] == "holds" and effect in groups and fact_id not in told:
            told.add(fact_id)
            groups[effect].append(_written(last[fact_id], statement.dated.candidate))
    closed = [_written(r) for r in last.values() if _closed(r)]
    deleted = [
        _written(r) for r in last.values() if r["change"] == "removed" and r["reason"] not in ("joined", "cascade")
    ]
    skipped = [_skipped(s) for s in changes.skipped]
    skipped += [_not_held(s, effects[s.id][0]) for s in changes.statements if effects[s.id][0] == "tied"]
    return Outcome(
        tuple(groups["added"]),
        tuple(groups["updated"]),
        tuple(groups["unchanged"]),
        tuple(deleted),
        tuple(closed),
        tuple(skipped),
        tuple(_contradictions(last.values())),
        tuple(e.decision() for e in changes.entities),
        (*landed.plan.timed.warnings, *_unmet(changes.statements, rows)),
        effects,
    )


def _effect(statement: NewStatement, rows: Sequence[Row], lost: set[str]) -> tuple[str, str]:
    if statement.id in lost:
        return "tied", ""
    row = next((r for r in rows if statement.id in (r.get("statementIds") or ()) and r["change"] != "removed"), None)
    if row is None:
        return "none", ""
    if row["change"] in ("added", "returned"):
        return ("added" if row["factId"] == statement.id else "unchanged"), row["factId"]
    return ("updated" if row["change"] == "changed" and _says_more(row) else "unchanged"), row["factId"]


def _says_more(row: Row) -> bool:
    return bool(
        row.get("beforeText") != row["text"]
        or row.get("beforeStart") != row["tValid"]
        or row["before"] != row["tInvalid"]
    )


def _closed(row: Row) -> bool:
    if row["change"] == "removed":
        return bool(row["reason"] == "cascade")
    newly = row["tInvalid"] is not None and (row["change"] == "added" or row["before"] != row["tInvalid"])
    return newly and row["reason"] in CLOSING and row["change"] != "added"


def _contradictions(rows: Any) -> list[Contradiction]:
    return [
        Contradiction(closed=r["factId"], by=r["because"], at=r["tInvalid"])
        for r in rows
        if _closed(r) and r["reason"] in ("superseded", "contradicted")
    ]


def _unmet(statements: Sequence[NewStatement], rows: Sequence[Row]) -> list[str]:
    """Ends that closed nothing: kept, in case their start arrives later (design §3, rule 4)."""
    ended = {(r["subjectId"], r["relation"], r["objectId"]) for r in rows if r["change"] != "added"}
    return [
        f"end_without_start: {s.props['text']}"
        for s in statements
        if s.props["action"] == "ends" and (s.props["subjectId"], s.props["relation"], s.props["objectId"]) not in ended
    ]


def _written(row: Row, candidate: Candidate | None = None) -> WrittenFact:
    return WrittenFact(
        id=row["factId"],
        subject=row["subject"],
        relation=row["relation"],
        object=row["object"],
        text=row["text"],
        confidence=candidate.claim.confidence if candidate else None,
        valid_from=row["tValid"],
        valid_until=row["tInvalid"],
        reason=row["reason"],
        origin=candidate.claim.origin if candidate else None,
    )


def _skipped(one: Skipped) -> WrittenFact:
    claim = one.claim
    return WrittenFact(
        subject=claim.subject,
        relation=claim.relation,
        object=claim.object,
        text=claim.text,
        confidence=claim.confidence,
        reason=one.reason,
    )


def _not_held(statement: NewStatement, effect: str) -> WrittenFact:
    claim = statement.dated.candidate.claim
    return WrittenFact(
        subject=claim.subject,
        relation=claim.relation,
        object=claim.object,
        text=claim.text,
        confidence=claim.confidence,
        reason="another value has the same start and takes precedence" if effect == "tied" else effect,
    )


def tokens(calls: Sequence[Call]) -> TokensUsed:
    """The sum over all calls."""
    return sum((call.tokens for call in calls), TokensUsed())


def write_result(landed: Landed, calls: Sequence[Call], warnings: Sequence[str], episode_id: str | None) -> WriteResult:
    """The result of a message that landed; times and trace are put in by the pipeline."""
    told = outcome(landed)
    return WriteResult(
        episode_id=episode_id,
        status="extracted",
        facts_added=told.added,
        facts_updated=told.updated,
        facts_unchanged=told.unchanged,
        facts_deleted=told.deleted,
        facts_skipped=told.skipped,
        facts_closed=told.closed,
        entities_resolved=told.entities,
        contradictions=told.contradictions,
        warnings=(*warnings, *told.warnings),
        recorded_at=landed.committed.recorded_at,
        revision=landed.committed.revision,
        tokens_used=tokens(calls),
    )
