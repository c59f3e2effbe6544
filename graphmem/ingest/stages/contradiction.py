"""Stage 6: dated claims → the change set: statements to add, denials that withdraw statements, and the entities of both.

The periods are derived from the statements, and so which value supersedes which (`graphmem.truth`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from uuid_utils import uuid7

from graphmem.fault_points import reached
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.case import Case
from graphmem.ingest.stages.comparison import own_details
from graphmem.ingest.stages.evidence import StatedClaim, Wordings, evidence_of
from graphmem.ingest.stages.records import (
    ChangeSet,
    ComparedClaims,
    DatedClaim,
    DatedClaims,
    DistinctClaim,
    KnownFact,
    NewStatement,
    PlacedCondition,
    ValueEnd,
    Withdrawal,
    boosts,
)
from graphmem.ingest.stages.saying_order import SayingOrder
from graphmem.names.normalize import free_key
from graphmem.observability.stage_timer import stage
from graphmem.ontology import ends_at_death, seed_rule
from graphmem_contract.records import Category

IMPORTANCE = {
    "biographical_milestone": 0.90,
    "relationship_change": 0.85,
    "stable_preference": 0.80,
    "specific_event": 0.60,
    "routine_activity": 0.30,
    "conversational": 0.10,
}
"""Importance of a claim by its importance category. Every other category has 0.5."""


async def contradiction(case: Case, resolved: Resolved, compared: ComparedClaims, timed: DatedClaims) -> ChangeSet:
    """Return the statements to add and to withdraw."""
    with stage("contradiction"):
        taken, aliases = compared.facts.taken, compared.linked.aliases
        changes = plan_changes(timed, resolved, taken, aliases, case.settings.stability_boost)
        await asyncio.sleep(0)
    await reached("contradiction")
    return changes


def plan_changes(
    timed: DatedClaims,
    resolved: Resolved,
    taken: Iterable[str],
    aliases: Sequence[tuple[str, str, str]],
    boost: float = 0.0,
) -> ChangeSet:
    """Return the change set of dated claims. Pure.

    Args:
        taken: entity keys that are in use.
        aliases: (normalised name, wording, entity id), as stated by claims.
        boost: how much more stable the known facts become that these claims repeat or resemble; 0 = not at all.
    """
    entities = _with_free_keys(resolved.entities, set(taken))
    keys = {entity.id: entity.key for entity in entities}
    statements: list[NewStatement] = []
    withdrawals: list[Withdrawal] = []
    wordings = Wordings.of(resolved) if any(d.candidate.mirror for d in timed.dated) else Wordings({}, {}, 0)
    stated: list[StatedClaim] = []
    order = SayingOrder()
    for dated in timed.dated:
        if dated.candidate.claim.action == "never" or _calls_off(dated):
            withdrawals.append(_withdrawal(dated))
            withdrawals.extend(_withdrawal_of(known, dated) for known in dated.candidate.contradicts)
            continue
        withdrawals.extend(_withdrawals_of_plans(dated))
        withdrawals.extend(_withdrawals_of_corrected(dated))
        statement = _statement(dated, keys, evidence_of(dated, stated, wordings), order.of(dated.candidate))
        if dated.candidate.takes_back:
            withdrawals.append(replace(_withdrawal(dated), ahead=True, of_ends=True))
        stated.append((dated, dated.candidate.fact_ids(statement.id)))
        statements.append(statement)
        statements.extend(_ends_of_contradicted(dated, statement))
        statements.extend(_ends_by_death(dated, statement, timed.dated))
    used = (end for d in timed.dated for end in (d.candidate.object, *(one.object for one in d.candidate.conditions)))
    values = {v.id: v for v in used if isinstance(v, ValueEnd) and v.is_new}
    return ChangeSet(
        entities,
        tuple(values.values()),
        (*resolved.aliases, *aliases),
        tuple(statements),
        tuple(withdrawals),
        timed.skipped,
        _first_claims(timed.dated),
        _boosted_facts(timed.dated) if boost else (),
        boost,
    )


def _first_claims(dated: Sequence[DatedClaim]) -> dict[str, DistinctClaim]:
    """Return one claim for each relation: the first that states a cardinality, else the first."""
    claims: dict[str, DistinctClaim] = {}
    for claim in (d.candidate for d in dated):
        if claim.relation not in claims or (claim.claim.cardinality and not claims[claim.relation].claim.cardinality):
            claims[claim.relation] = claim
    return claims


def _boosted_facts(dated: Sequence[DatedClaim]) -> tuple[str, ...]:
    """Return the ids of the known facts that this message repeats or resembles, once each."""
    claims = [d.candidate for d in dated if boosts(d.candidate.claim, d.candidate.source)]
    return tuple(dict.fromkeys(id_ for one in claims for id_ in (*(k["factId"] for k in one.stored), *one.alike)))


def _with_free_keys(entities: Sequence[EntityRef], taken: set[str]) -> tuple[EntityRef, ...]:
    """Return the entities. A new one whose key is taken gets a free key (`~2`, `~3`, …)."""
    out = []
    for entity in entities:
        if entity.is_new:
            key = free_key(entity.key, taken)
            entity = entity if key == entity.key else replace(entity, key=key)
            taken.add(key)
        out.append(entity)
    return tuple(out)


def _wording(wording: str, end: EntityRef | ValueEnd) -> str:
    """Return the name by which the claim refers to an end. An id or a key is replaced by the entity's name."""
    return end.name if isinstance(end, EntityRef) and end.method == "id" else wording


def _statement(
    dated: DatedClaim, keys: Mapping[str, str], evidence: tuple[tuple[str, ...], ...], order: int
) -> NewStatement:
    candidate, id_ = dated.candidate, str(uuid7())
    claim, source = candidate.claim, candidate.source
    episodes = tuple(dict.fromkeys((*((source.episode_id,) if source.episode_id else ()), *source.episode_ids)))
    props = {
        "id": id_,
        "factId": id_,
        **reading_of(dated, keys),
        "objectLiteral": True if claim.object_is_entity is False else None,
        "text": claim.text,
        "verdict": list(candidate.verdict) if candidate.verdict and claim.action != "ends" else None,
        "confidence": float(claim.confidence),
        **_importance(candidate),
        "category": _category(dated),
        "origin": claim.origin,
        "speaker": source.speaker,
        "secondHand": True if source.second_hand else None,
        "occurredAt": source.occurred_at,
        "order": order or None,
        "episodeIds": list(episodes),
        "evidence": ["&".join(fact_ids) for fact_ids in evidence] or None,
        "importKey": source.import_key,
        "conditions": [condition_text(one) for one in candidate.conditions] or None,
        "waits": True if claim.starts_when else None,
        "adds": True if candidate.adds else None,
        **_of_corrected(dated),
    }
    conditions = candidate.conditions
    return NewStatement(id_, source.n, source.episode_id, props, candidate.vector, dated, conditions=conditions)


def _of_corrected(dated: DatedClaim) -> dict[str, Any]:
    """Return the start of a claim that corrects a known fact and states none: it was so all along, and is no news."""
    if dated.start.stated or not dated.candidate.corrects:
        return {"firstSaidAt": None}
    wrong = dated.candidate.corrects[0]
    start = {"at": wrong["tValid"], "atPrecision": wrong["tValidPrecision"], "startStated": wrong["startStated"]}
    return {**start, "dated": "of the fact that it corrects", "firstSaidAt": wrong["firstStatedAt"]}


def condition_text(condition: PlacedCondition) -> str:
    """Return a condition in the words of its claim, as JSON: subject, relation, object, and the event that it waits for."""
    claim = condition.claim
    event = claim.event if condition.waits else None
    return json.dumps([claim.subject, condition.relation, claim.object, event], ensure_ascii=False)


def reading_of(dated: DatedClaim, keys: Mapping[str, str]) -> dict[str, Any]:
    """Return what a statement says as its claim is read: its ends, its relation, its action, its period and its kind.

    Args:
        keys: keys of new entities by their ids, where they differ from the requested ones.
    """
    candidate, claim = dated.candidate, dated.candidate.claim
    ends = claim.action == "ends"
    return {
        "action": claim.action,
        "relation": candidate.relation,
        "subjectId": candidate.subject.id,
        "subjectKey": keys.get(candidate.subject.id, candidate.subject.key),
        "subjectSaid": _wording(claim.subject, candidate.subject),
        "objectId": candidate.object.id,
        "objectKey": keys.get(candidate.object.id, candidate.object.key),
        "objectSaid": _wording(claim.object, candidate.object),
        "at": dated.start.at,
        "atPrecision": dated.start.precision,
        "startStated": dated.start.stated,
        "dated": dated.start.how,
        "until": dated.end.at,
        "untilPrecision": dated.end.precision,
        "reason": "retracted" if ends else None,
        "closedBy": candidate.source.episode_id if ends else None,
        "details": None if ends else own_details(candidate) or None,
        "kind": dated.kind,
    }


def _importance(candidate: DistinctClaim) -> dict[str, Any]:
    """Return the importance as stated, else by category. A contradicted fact is a lower limit."""
    claim = candidate.claim
    stated = claim.importance if claim.importance is not None else IMPORTANCE.get(claim.importance_category or "", 0.5)
    importance = max(float(stated), *(float(known.get("importance") or 0) for known in candidate.contradicts), 0.0)
    return {"importance": importance, "importanceCategory": claim.importance_category}


def _category(dated: DatedClaim) -> Category:
    candidate = dated.candidate
    if any(known.get("category") == "core" for known in candidate.contradicts):
        return "core"
    return candidate.claim.category or ("episodic" if dated.kind == "event" else "semantic")


def _ends_of_contradicted(dated: DatedClaim, by: NewStatement) -> list[NewStatement]:
    """Return an `ends` statement for each fact that the judge found contradicted (docs/time.md, R5).

    Its comment is the reason of the judge. It has the text of the contradicting statement, because the text of the contradicted
    fact is of another episode. It is withdrawn together with the contradicting statement.
    """
    why = dated.candidate.decision.partition(": ")[2] or None
    begun = (known for known in dated.candidate.contradicts if not _lies_ahead(known, dated.candidate))
    return [_end_of(known, dated, by, "contradicted", why) for known in begun]


def _ends_by_death(dated: DatedClaim, by: NewStatement, batch: Sequence[DatedClaim]) -> list[NewStatement]:
    """Return the ends that a death brings: of the known states of its subject, of those in its message, or of this state.

    They are the same whether the death or the state arrives first (docs/time.md, verbs of change). They are withdrawn
    together with the death.
    """
    candidate, at = dated.candidate, dated.start.at
    if candidate.ended is not None:
        told = [_as_known(other.candidate) for other in batch if _is_state_of(other.candidate, candidate)]
        known = [k for k in candidate.ended if ends_at_death(k["relation"], seed_rule(k["relation"]))]
        open_ = [k for k in (*known, *told) if k["tValid"] is None or at is None or k["tValid"] < at]
        return [_end_of(k, dated, by, "retracted") for k in open_]
    death = candidate.death
    if death is None or death["tValid"] is None or (dated.start.at and dated.start.at >= death["tValid"]):
        return []
    end = _end_of(_as_known(candidate), dated, by, "retracted")
    props = {**end.props, "at": death["tValid"], "startStated": True, "closedBy": death["factId"]}
    return [replace(end, props=props, because=death["factId"])]


def _is_state_of(other: DistinctClaim, death: DistinctClaim) -> bool:
    same = other.subject.id == death.subject.id and other.claim.action == "holds"
    return same and ends_at_death(other.relation, other.rule)


def _as_known(candidate: DistinctClaim) -> KnownFact:
    """Return the fact of a claim as if it were known."""
    object_ = candidate.object
    name = object_.name if isinstance(object_, EntityRef) else object_.text
    return {
        "relation": candidate.relation,
        "objectId": object_.id,
        "objectKey": object_.key,
        "object": name,
        "tValid": None,
    }


def _end_of(
    known: KnownFact, dated: DatedClaim, by: NewStatement, reason: str, comment: str | None = None
) -> NewStatement:
    id_ = str(uuid7())
    props = {
        **by.props,
        "id": id_,
        "factId": id_,
        "action": "ends",
        "subjectId": known.get("subjectId") or by.props["subjectId"],
        "subjectKey": known.get("subjectKey") or by.props["subjectKey"],
        "relation": known["relation"],
        "objectId": known["objectId"],
        "objectKey": known["objectKey"],
        "objectSaid": known["object"],
        "until": None,
        "untilPrecision": None,
        "reason": reason,
        "comment": comment,
        "closedBy": dated.candidate.fact_ids(by.id)[0],
        "evidence": None,
        "conditions": None,
        "waits": None,
        "adds": None,
        "firstSaidAt": None,
    }
    return NewStatement(id_, by.n, by.episode_id, props, None, dated, because=by.id)


def _calls_off(dated: DatedClaim) -> bool:
    """Whether an end without a date of its own meets only facts that lie ahead: "the trip is off". Nothing has begun yet."""
    candidate, at = dated.candidate, dated.start.at
    starts = [known.get("tValid") for known in candidate.stored if known["open"]]
    undated = candidate.claim.action == "ends" and not dated.start.stated and at is not None
    return undated and bool(starts) and all(start is not None and start > at for start in starts)


def _withdrawals_of_plans(dated: DatedClaim) -> list[Withdrawal]:
    """Return the withdrawals of the plans that a claim puts off; also of its own value, if it was planned for another day.

    What it contradicts and lies ahead is put off too: it has not begun, so it cannot end.
    """
    candidate = dated.candidate
    own = replace(_withdrawal(dated), ahead=True)
    moved = (known for known in candidate.put_off if known["tValid"] != dated.start.at)
    others = (_withdrawal_of(known, dated) for known in candidate.contradicts if _lies_ahead(known, candidate))
    return [
        *(replace(own, object_id=object_id) for object_id in dict.fromkeys(k["objectId"] for k in moved)),
        *(replace(one, ahead=True) for one in others),
    ]


def _lies_ahead(known: KnownFact, candidate: DistinctClaim) -> bool:
    return known.get("tValid") is not None and bool(known["tValid"] > candidate.source.occurred_at)


def _withdrawals_of_corrected(dated: DatedClaim) -> list[Withdrawal]:
    """Return the withdrawals of the facts that were never true, because the claim is."""
    return [_withdrawal_of(known, dated) for known in dated.candidate.corrects]


def _withdrawal_of(known: KnownFact, dated: DatedClaim) -> Withdrawal:
    by, subject = _withdrawal(dated), known.get("subjectId") or dated.candidate.subject.id
    return replace(by, subject_id=subject, relation=known["relation"], object_id=known["objectId"])


def _withdrawal(dated: DatedClaim) -> Withdrawal:
    candidate, source = dated.candidate, dated.candidate.source
    return Withdrawal(
        candidate.subject.id, candidate.relation, candidate.object.id, source.episode_id or "manual", source.n, dated
    )
