"""What a write did, told from the change set and from what settling made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.claims import Call, Claim
from graphmem.contract.records import Contradiction, ResolvedEntity, TokensUsed, WriteResult, WrittenFact
from graphmem.graph.transaction import Row
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import DatedClaim, NewStatement
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ontology import seed_rule

CLOSING = frozenset({"superseded", "retracted", "contradicted", "cascade"})


@dataclass(frozen=True, slots=True)
class WriteOutcome:
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


def outcome(landed: CommitResult) -> WriteOutcome:
    """Reads the rows of settle.cypher for the person who wrote."""
    changes, rows = landed.plan.changes, landed.committed.settled.changes
    last = {row["factId"]: row for row in rows}
    effects = effects_of(landed)
    replaced = _replaced(last.values())
    groups: dict[str, list[WrittenFact]] = {"added": [], "updated": [], "unchanged": []}
    told: set[str] = set()
    for statement in changes.statements:
        effect, fact_id = effects[statement.id]
        if statement.props["action"] == "holds" and effect in groups and fact_id not in told:
            told.add(fact_id)
            line = _written(last[fact_id], effect).model_copy(update={"replaced": replaced.get(fact_id, ())})
            groups[effect].append(line)
    closed = [_written(r) for r in last.values() if _closed(r)]
    deleted = [
        _written(r) for r in last.values() if r["change"] == "removed" and r["reason"] not in ("joined", "cascade")
    ]
    return WriteOutcome(
        tuple(groups["added"]),
        tuple(groups["updated"]),
        tuple(groups["unchanged"]),
        tuple(deleted),
        tuple(closed),
        tuple(_left_out(landed, effects)),
        tuple(_contradictions(last.values())),
        tuple(e.decision() for e in changes.entities),
        (*landed.plan.timed.warnings, *_ambiguous(landed), *_unmet(landed), *_undenied(landed)),
        effects,
    )


def effects_of(landed: CommitResult) -> dict[str, tuple[str, str]]:
    """What every new statement did (added, updated, unchanged, tied, none) and to which fact, by the statement's id."""
    rows = landed.committed.settled.changes
    lost = {tie["statementId"]: tie["why"] for tie in landed.committed.settled.ties}
    first: dict[str, Row] = {}
    for row in rows:
        if row["change"] != "removed":
            for id_ in row.get("statementIds") or ():
                first.setdefault(id_, row)
    return {s.id: _effect(s, first.get(s.id), lost) for s in landed.plan.changes.statements}


def _effect(statement: NewStatement, row: Row | None, lost: Mapping[str, str]) -> tuple[str, str]:
    if statement.id in lost:
        return "unheard" if lost[statement.id] == "second_hand" else "tied", ""
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


def _contradictions(rows: Iterable[Row]) -> list[Contradiction]:
    return [
        Contradiction(closed=r["factId"], by=r["because"], at=r["tInvalid"])
        for r in rows
        if _closed(r) and r["reason"] in ("superseded", "contradicted")
    ]


def _replaced(rows: Iterable[Row]) -> dict[str, tuple[str, ...]]:
    """Fact → the facts that it closed."""
    found: dict[str, tuple[str, ...]] = {}
    for one in _contradictions(rows):
        if one.by:
            found[one.by] = (*found.get(one.by, ()), one.closed)
    return found


def doubtful_ends(dated: DatedClaim) -> Iterator[tuple[str, EntityRef]]:
    """The ends of a claim, as (subject or object, entity), of which it is open who is meant: several have the name."""
    for field, end in (("subject", dated.candidate.subject), ("object", dated.candidate.object)):
        if isinstance(end, EntityRef) and end.rivals:
            yield field, end


def several(end: EntityRef) -> str:
    """Tells who else has a name, and how to say which is meant."""
    return f"Several entities are called {end.name!r}; give one of their ids: {', '.join((end.id, *end.rivals))}."


def _ambiguous(landed: CommitResult) -> list[str]:
    """Names that several have, of whom nothing said which was meant: the first of them was taken."""
    return [f"ambiguous_name: {several(e)} The first was taken." for e in landed.plan.changes.entities if e.rivals]


def value_of(landed: CommitResult, subject_id: str, relation: str, object_id: str) -> tuple[str, ...]:
    """What a subject, relation and object stand for: without direction both ways of saying it are one value."""
    rule = landed.plan.facts.rules.get(relation) or seed_rule(relation)
    return relation, *(sorted((subject_id, object_id)) if rule.symmetric else (subject_id, object_id))


def _value_of(landed: CommitResult, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The same of a row of settle.cypher, or of a statement's properties."""
    return value_of(landed, row["subjectId"], row["relation"], row["objectId"])


def _unmet(landed: CommitResult) -> list[str]:
    """Ends that closed nothing: kept, in case their start arrives later (docs/time.md, R4)."""
    ended = {_value_of(landed, r) for r in landed.committed.settled.changes if r["change"] != "added"}
    return [
        f"{'second_hand' if s.props['secondHand'] else 'end_without_start'}: {s.props['text']}"
        for s in landed.plan.changes.statements
        if s.props["action"] == "ends" and _value_of(landed, s.props) not in ended
    ]


def _undenied(landed: CommitResult) -> list[str]:
    """Denials of what nobody had said: there was nothing to withdraw, and nothing is lost."""
    met = landed.committed.withdrawn
    denied = enumerate(landed.plan.changes.withdrawals)
    return [f"nothing_to_withdraw: {w.dated.candidate.claim.text}" for i, w in denied if i not in met]


def _written(row: Row, effect: str | None = None) -> WrittenFact:
    return WrittenFact(
        id=row["factId"],
        subject=row["subject"],
        relation=row["relation"],
        object=row["object"],
        text=row["text"],
        confidence=row["confidence"],
        valid_from=row["tValid"],
        valid_until=row["tInvalid"],
        reason=row["reason"],
        origin=row["origin"],
        matched=row["factId"] if effect in ("updated", "unchanged") else None,
    )


def _left_out(landed: CommitResult, effects: Mapping[str, tuple[str, str]]) -> Iterator[WrittenFact]:
    """Claims that are no statements, and statements that hold at no time, each with its reason."""
    statements = {id(s.dated.candidate): s.id for s in landed.plan.changes.statements}
    for one in landed.plan.changes.skipped:
        kept = statements.get(id(one.twin), "") if one.twin else ""
        yield _not_told(one.claim, one.reason, effects[kept][1] if kept else "")
    for statement in landed.plan.changes.statements:
        effect, claim = effects[statement.id][0], statement.dated.candidate.claim
        if statement.props["action"] == "holds" and effect in _NOT_HELD:
            yield _not_told(claim, _NOT_HELD[effect])


_NOT_HELD = {
    "unheard": "the user said otherwise, and more surely",
    "tied": "another value has the same start and takes precedence",
    "none": "it holds at no time: what it rests on has ended, or another value stands at its start",
}


def _not_told(claim: Claim, reason: str, matched: str = "") -> WrittenFact:
    return WrittenFact(
        subject=claim.subject,
        relation=claim.relation,
        object=claim.object,
        text=claim.text,
        confidence=claim.confidence,
        reason=reason,
        origin=claim.origin,
        matched=matched or None,
    )


def tokens(calls: Sequence[Call]) -> TokensUsed:
    """The sum over all calls."""
    return sum((call.tokens for call in calls), TokensUsed())


def write_result(
    landed: CommitResult, calls: Sequence[Call], warnings: Sequence[str], episode_id: str | None
) -> WriteResult:
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
