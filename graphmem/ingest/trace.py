"""The trace of an episode: input, output, decisions and duration of each stage, and the model calls."""

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
    found: ExtractedMentions, result: CommitResult, calls: Sequence[Call], timer: StageTimer
) -> dict[str, Any]:
    """Return the trace, ready for JSON: the seven stages in order, the model calls, milliseconds by stage."""
    plan, committed = result.plan, result.committed
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
            {"stage": "fact_extract", "claims": [_claim(claim) for claim in _claims(plan)]},
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
            {"stage": "commit", "revision": committed.revision, "attempts": result.attempts},
        ],
        "calls": [call_row(c) for c in calls],
        "ms": timer.stages,
    }


def _mention(mention: Any) -> dict[str, Any]:
    return {"name": mention.name, "type": mention.type, "aliases": list(mention.aliases)}


def _claims(plan: Plan) -> list[Claim]:
    """Return the claims of stage 3, each once: those that went on to stage 5 and those that were left out."""
    dated = (claim.candidate.claim for claim in plan.timed.dated)
    return list(dict.fromkeys((*dated, *(skipped.claim for skipped in plan.changes.skipped))))


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "text": claim.text,
        "subject": claim.subject,
        "relation": claim.relation,
        "object": claim.object,
        "action": claim.action,
        "starts": _time_text(claim.starts),
        "until": _time_text(claim.until),
        "confidence": claim.confidence,
    }


def _time_text(when: datetime | str | None) -> str | None:
    """Return a datetime as RFC 3339; the words of a date and None stay as they are."""
    return rfc3339(when) if isinstance(when, datetime) else when


def _decision(claim: DistinctClaim) -> dict[str, Any]:
    """Return the decision of stage 4 on a claim, with its resolved ends."""
    return {
        "text": claim.claim.text,
        "decision": claim.decision,
        "subject": claim.subject.name,
        "relation": claim.relation,
        "object": claim.object.name if isinstance(claim.object, EntityRef) else claim.object.text,
    }


def _statement(props: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": props["id"],
        "action": props["action"],
        "text": props["text"],
        "at": _time_text(props["at"]),
        "until": _time_text(props["until"]),
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
    """Return a model call, ready for JSON."""
    return {
        "purpose": call.purpose,
        "model": call.model,
        "prompt": call.prompt,
        "answer": call.answer,
        "ms": round(call.ms, 1),
        "tokens": call.tokens.model_dump(),
        "error": call.error,
    }
