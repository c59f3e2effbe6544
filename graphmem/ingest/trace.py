"""The trace of an episode: what every stage got, gave, decided and cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.claims import Call, Claim, ExtractedMentions
from graphmem.contract.records import rfc3339
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import DistinctClaim
from graphmem.ingest.transactions.records import CommitResult, Plan
from graphmem.observability.stage_timer import StageTimer


def trace_of(
    found: ExtractedMentions, landed: CommitResult, calls: Sequence[Call], timer: StageTimer
) -> dict[str, Any]:
    """JSON-ready: the seven stages in order, the model's calls, milliseconds."""
    plan, committed = landed.plan, landed.committed
    return {
        "method": found.extracted.method,
        "stages": [
            {"stage": "entity_extract", "mentions": [_mention(m) for m in found.extracted.mentions]},
            {
                "stage": "entity_resolve",
                "decisions": [
                    {**e.decision().model_dump(mode="json"), "reason": e.reason} for e in plan.changes.entities
                ],
            },
            {"stage": "fact_extract", "claims": [_claim(one) for one in _claims(plan)]},
            {
                "stage": "fact_dedup",
                "decisions": [_decision(d.candidate) for d in plan.timed.dated],
                "skipped": [{"text": s.claim.text, "reason": s.reason} for s in plan.changes.skipped],
            },
            {"stage": "temporal", "dates": [_dates(d) for d in plan.timed.dated]},
            {
                "stage": "contradiction",
                "statements": [_statement(s.props) for s in plan.changes.statements],
                "withdrawals": len(plan.changes.withdrawals),
                "periods": [_change(c) for c in committed.settled.changes],
            },
            {"stage": "commit", "revision": committed.revision, "attempts": landed.attempts},
        ],
        "calls": [call_row(c) for c in calls],
        "ms": timer.stages,
    }


def _mention(mention: Any) -> dict[str, Any]:
    return {"name": mention.name, "type": mention.type, "aliases": list(mention.aliases)}


def _claims(plan: Plan) -> list[Claim]:
    """What stage 3 found: the claims that went on and those that were left out, each once."""
    kept = (dated.candidate.claim for dated in plan.timed.dated)
    return list(dict.fromkeys((*kept, *(one.claim for one in plan.changes.skipped))))


def _claim(claim: Claim) -> dict[str, Any]:
    said = {"text": claim.text, "subject": claim.subject, "relation": claim.relation, "object": claim.object}
    return {
        **said,
        "action": claim.action,
        "starts": _said(claim.starts),
        "until": _said(claim.until),
        "confidence": claim.confidence,
    }


def _said(when: datetime | str | None) -> str | None:
    return rfc3339(when) if isinstance(when, datetime) else when


def _decision(one: DistinctClaim) -> dict[str, Any]:
    """What a claim turned out to be, and between which ends."""
    far = one.object.name if isinstance(one.object, EntityRef) else one.object.text
    ends = {"subject": one.subject.name, "relation": one.relation, "object": far}
    return {"text": one.claim.text, "decision": one.decision, **ends}


def _statement(props: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": props["id"],
        "action": props["action"],
        "text": props["text"],
        "at": _said(props["at"]),
        "until": _said(props["until"]),
        "reason": props["reason"],
    }


def _dates(dated: Any) -> dict[str, Any]:
    return {
        "text": dated.candidate.claim.text,
        "kind": dated.kind,
        "start": rfc3339(dated.start.at) if dated.start.at else None,
        "start_how": dated.start.how,
        "end": rfc3339(dated.end.at) if dated.end.at else None,
        "end_how": dated.end.how,
        "start_stated": dated.start.stated,
    }


def _change(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "fact_id": row["factId"],
        "change": row["change"],
        "text": row["text"],
        "reason": row["reason"],
        "because": row["because"],
        "valid_from": rfc3339(row["tValid"]) if row["tValid"] else None,
        "valid_until": rfc3339(row["tInvalid"]) if row["tInvalid"] else None,
    }


def call_row(call: Call) -> dict[str, Any]:
    """One call to a model, JSON-ready."""
    return {
        "purpose": call.purpose,
        "model": call.model,
        "prompt": call.prompt,
        "answer": call.answer,
        "ms": round(call.ms, 1),
        "tokens": call.tokens.model_dump(),
        "error": call.error,
    }
