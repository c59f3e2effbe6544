"""The result of a write, from its change set and from the rows of the settlement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphmem.claims import Call, Claim
from graphmem.graph.transaction import Row
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import DatedClaim
from graphmem.ingest.transactions.records import CommitResult, effects_of
from graphmem.ontology import seed_rule
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.records import Contradiction, TokensUsed, WriteResult, WrittenFact

CLOSING = frozenset({"superseded", "retracted", "contradicted", "cascade"})
"""Reasons for which a fact counts as closed."""


def write_result(
    result: CommitResult, calls: Sequence[Call], warnings: Sequence[str], episode_id: str | None
) -> WriteResult:
    """Return the result of a committed message, without what its requests to forget have hidden.

    `ReadEpisode.result` adds its duration and its trace.
    """
    hidden, effects = result.forgetting.gone, effects_of(result)
    rows = {row["factId"]: row for row in result.committed.settled.changes}  # the last one of each fact
    shown = {
        f"facts_{name}": tuple(fact for fact in facts if fact.id not in hidden and fact.matched not in hidden)
        for name, facts in _fact_lists(result, effects, rows).items()
    }
    entities = (entity.decision() for entity in result.plan.changes.entities)
    return WriteResult(
        episode_id=episode_id,
        status=EpisodeState.EXTRACTED,
        **shown,
        entities_resolved=tuple(entity for entity in entities if entity.id not in hidden),
        forget_requests=tuple(result.forgetting.outcomes),
        contradictions=tuple(_contradictions(rows.values())),
        warnings=(
            *warnings,
            *_without_judge(calls),
            *result.plan.timed.warnings,
            *_ambiguous_names(result),
            *_ends_without_start(result),
            *_denials_without_statement(result),
        ),
        recorded_at=result.committed.recorded_at,
        revision=result.committed.revision,
        tokens_used=tokens(calls),
    )


def _fact_lists(
    result: CommitResult, effects: Mapping[str, tuple[str, str]], rows: Mapping[str, Row]
) -> dict[str, list[WrittenFact]]:
    """Return the lists of facts by what became of them. `rows`: the last row of each fact that settling changed."""
    last, replaced = rows.values(), _replaced(rows.values())
    lists: dict[str, list[WrittenFact]] = {"added": [], "updated": [], "unchanged": []}
    listed: set[str] = set()
    for statement in result.plan.changes.statements:
        effect, fact_id = effects[statement.id]
        if statement.props["action"] == "holds" and effect in lists and fact_id not in listed:
            listed.add(fact_id)
            line = _written_fact(rows[fact_id], effect).model_copy(update={"replaced": replaced.get(fact_id, ())})
            lists[effect].append(line)
    denied = (row for row in last if row["change"] == "removed" and row["reason"] not in ("joined", "cascade"))
    return lists | {
        "closed": [_written_fact(row) for row in last if _was_closed(row)],
        "deleted": [_written_fact(row) for row in denied],
        "skipped": [*_skipped_facts(result, effects)],
        "waiting": [*_waiting_facts(result, effects)],
    }


def _was_closed(row: Row) -> bool:
    """Whether this write ended a fact, for one of the reasons in CLOSING; a fact that it added does not count."""
    if row["change"] == "removed":
        return bool(row["reason"] == "cascade")
    newly = row["tInvalid"] is not None and (row["change"] == "added" or row["before"] != row["tInvalid"])
    return newly and row["reason"] in CLOSING and row["change"] != "added"


def _contradictions(rows: Iterable[Row]) -> list[Contradiction]:
    return [
        Contradiction(closed=row["factId"], by=row["because"], at=row["tInvalid"])
        for row in rows
        if _was_closed(row) and row["reason"] in ("superseded", "contradicted")
    ]


def _replaced(rows: Iterable[Row]) -> dict[str, tuple[str, ...]]:
    """Return the ids of the facts that each fact closed, by its id."""
    replaced: dict[str, tuple[str, ...]] = {}
    for contradiction in _contradictions(rows):
        if contradiction.by:
            replaced[contradiction.by] = (*replaced.get(contradiction.by, ()), contradiction.closed)
    return replaced


def doubtful_ends(dated: DatedClaim) -> Iterator[tuple[str, EntityRef]]:
    """Yield the ends of a claim whose name several entities have, as (subject or object, the entity that was taken).

    "Acme employs Ana" is stored as Ana works at Acme; the subject is Acme nevertheless, as in the words of the caller.
    """
    candidate = dated.candidate
    ends = (candidate.object, candidate.subject) if candidate.swapped else (candidate.subject, candidate.object)
    for field, end in zip(("subject", "object"), ends, strict=True):
        if isinstance(end, EntityRef) and end.rivals:
            yield field, end


def several(end: EntityRef) -> str:
    """Return the message for a name that several entities have, with their ids."""
    return f"Several entities are called {end.said!r}; give one of their ids: {', '.join((end.id, *end.rivals))}."


def _ambiguous_names(result: CommitResult) -> list[str]:
    """Return a warning for each name that several entities have: resolution took the first of them."""
    entities = result.plan.changes.entities
    return [f"ambiguous_name: {several(entity)} The first was taken." for entity in entities if entity.rivals]


def value_of(result: CommitResult, subject_id: str, relation: str, object_id: str) -> tuple[str, ...]:
    """Return relation, subject and object as a key. A symmetric relation has the same key in both directions."""
    rule = result.plan.facts.rules.get(relation) or seed_rule(relation)
    return relation, *(sorted((subject_id, object_id)) if rule.symmetric else (subject_id, object_id))


def _value_of(result: CommitResult, row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the key (`value_of`) of a row of `Settled.changes`, or of a statement's properties."""
    return value_of(result, row["subjectId"], row["relation"], row["objectId"])


def _without_judge(calls: Sequence[Call]) -> list[str]:
    """Return a warning for each call of the judge whose questions were decided without its answer."""
    return [f"judge_failed: {call.undecided}" for call in calls if call.undecided]


def _ends_without_start(result: CommitResult) -> list[str]:
    """Return a warning for each end that closed no fact. It is stored: its start may arrive later (docs/time.md, R4)."""
    ended = {_value_of(result, row) for row in result.committed.settled.changes if row["change"] != "added"}
    return [
        f"{'second_hand' if s.props['secondHand'] else 'end_without_start'}: {s.props['text']}"
        for s in result.plan.changes.statements
        if s.props["action"] == "ends" and _value_of(result, s.props) not in ended
    ]


def _denials_without_statement(result: CommitResult) -> list[str]:
    """Return a warning for each denial that met no statement to withdraw."""
    met = result.committed.withdrawn
    denials = enumerate(result.plan.changes.withdrawals)
    return [
        f"nothing_to_withdraw: {denial.dated.candidate.claim.text}"
        for i, denial in denials
        if i not in met and not denial.ahead
    ]


def _written_fact(row: Row, effect: str | None = None) -> WrittenFact:
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
        pending=bool(row.get("pending")),
    )


def _waiting_facts(result: CommitResult, effects: Mapping[str, tuple[str, str]]) -> Iterator[WrittenFact]:
    """Yield the statements that wait for a change."""
    for statement in result.plan.changes.statements:
        if effects[statement.id][0] == "waiting":
            claim = statement.dated.candidate.claim
            yield _skipped_fact(claim, "it waits for a change").model_copy(update={"id": statement.id})


def _skipped_facts(result: CommitResult, effects: Mapping[str, tuple[str, str]]) -> Iterator[WrittenFact]:
    """Yield the claims that became no statement, and the statements that hold at no time, each with its reason."""
    statements = {id(s.dated.candidate): s.id for s in result.plan.changes.statements}
    for skipped in result.plan.changes.skipped:
        twin = statements.get(id(skipped.twin), "") if skipped.twin else ""
        yield _skipped_fact(skipped.claim, skipped.reason, effects[twin][1] if twin else "")
    for statement in result.plan.changes.statements:
        effect, claim = effects[statement.id][0], statement.dated.candidate.claim
        if statement.props["action"] == "holds" and effect in _NOT_HELD:
            yield _skipped_fact(claim, _NOT_HELD[effect])


_NOT_HELD = {
    "unheard": "the user said otherwise, and more surely",
    "tied": "another value has the same start and takes precedence",
    "yielded": "its start was only assumed; another value is stated to hold then, and was said later",
    "none": "it holds at no time: what it rests on has ended, or another value stands at its start",
    "cycle": "it rests on itself, or would undo its own ground",
}


def _skipped_fact(claim: Claim, reason: str, matched: str = "") -> WrittenFact:
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
    """Return the tokens of all calls together."""
    return sum((call.tokens for call in calls), TokensUsed())
