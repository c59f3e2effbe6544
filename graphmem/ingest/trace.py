"""The trace of an episode: input, output, decisions and duration of each stage, and the model calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from graphmem.claims import Call, Claim, ClaimSource, ExtractedMentions, Mention, Transcript
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import DatedClaim, Sourced
from graphmem.ingest.transactions.records import CommitResult, Plan, effects_of
from graphmem.models.calls import calls_of, with_calls
from graphmem.observability.stage_timer import StageTimer
from graphmem.offer import Offer
from graphmem_contract.records import rfc3339

KNOWN_ALREADY = {"unchanged": "known already", "updated": "updated: more about a known fact"}
"""The decision on a claim that a known fact took in, by the effect of its statement."""


@dataclass(slots=True)
class IngestProgress:
    """What the first stages of an episode gave so far, for the trace of a failure."""

    mentions: ExtractedMentions | None = None
    claims: Sourced | None = None

    @property
    def calls(self) -> tuple[Call, ...]:
        """The model calls of these stages."""
        return (
            *(self.mentions.extracted.calls if self.mentions else ()),
            *(self.claims.calls if self.claims else ()),
        )


def with_progress(error: Exception, source: ClaimSource, progress: IngestProgress) -> None:
    """Attach to an error what the stages before it gave, and their calls."""
    mentions, claims = progress.mentions, progress.claims
    stages = [_entity_extract(mentions)] if mentions else [{"stage": "entity_extract", "input": _text(source)}]
    if mentions:
        stages.append(_fact_extract(mentions, [claim for claim, _ in claims.claims] if claims else None))
    vars(error)["stages"] = stages
    with_calls(error, (*progress.calls, *calls_of(error)))


def failed_trace(error: Exception, why: str, timer: StageTimer) -> dict[str, Any]:
    """Return the trace of a failed episode: the stages that it reached, the calls, and the stage of the failure."""
    return {
        "stages": list(vars(error).get("stages", ())),
        "failed_stage": timer.last,
        "calls": [call_row(call) for call in calls_of(error)],
        "ms": timer.stages,
        "error": why,
    }


def trace_of(
    found: ExtractedMentions, result: CommitResult, calls: Sequence[Call], timer: StageTimer
) -> dict[str, Any]:
    """Return the trace, ready for JSON: the seven stages in order, the model calls, milliseconds by stage."""
    plan, committed = result.plan, result.committed
    changes, dated, claims = plan.changes, plan.timed.dated, _claims(plan)
    return {
        "method": found.extracted.method,
        "stages": [
            _entity_extract(found),
            {
                "stage": "entity_resolve",
                "input": {"names": _names(found, claims)},
                "decisions": [{**e.decision().model_dump(mode="json"), "reason": e.reason} for e in changes.entities],
                **_candidates(plan),
            },
            _fact_extract(found, claims),
            {
                "stage": "fact_dedup",
                "input": {"claims": [claim.text for claim in claims]},
                "decisions": _decisions(result),
                "skipped": [{"text": s.claim.text, "reason": s.reason} for s in changes.skipped],
            },
            {
                "stage": "temporal",
                "input": {"said_at": rfc3339(found.source.occurred_at), "claims": [_words(d) for d in dated]},
                "dates": [_dates(d) for d in dated],
            },
            {
                "stage": "contradiction",
                "input": {"claims": [d.candidate.claim.text for d in dated]},
                "statements": [_statement(s.props) for s in changes.statements],
                "withdrawals": len(changes.withdrawals),
                "periods": [_change(c) for c in committed.settled.changes],
            },
            {
                "stage": "commit",
                "input": {"statements": len(changes.statements), "read_at_revision": plan.revision},
                "revision": committed.revision,
                "attempts": result.attempts,
            },
        ],
        "calls": [call_row(c) for c in calls],
        "ms": timer.stages,
    }


def _candidates(plan: Plan) -> dict[str, Any]:
    """Return the known entities that the mentions were compared with, if there are any."""
    rows = [asdict(one) for one in plan.resolved.considered]
    return {"candidates": rows} if rows else {}


def _text(source: ClaimSource) -> dict[str, Any]:
    """Return the beginning of the text, who said it, and when."""
    return {"text": source.sentence, "speaker": source.speaker, "said_at": rfc3339(source.occurred_at)}


def _entity_extract(found: ExtractedMentions) -> dict[str, Any]:
    mentions = [_mention(m) for m in found.extracted.mentions]
    transcript = found.extracted.transcript
    place = {} if transcript is None else {"transcript": _transcript(transcript)}
    given = {**_text(found.source), **_offer(found.extracted.offer)}
    return {"stage": "entity_extract", "input": given, **place, "mentions": mentions}


def _offer(offer: Offer) -> dict[str, Any]:
    """Return the known entities and facts that the prompt showed by number, with their ids; nothing where there were none."""
    shown = [(f"e{one.number}", one.id, one.line) for one in offer.entities]
    shown += [(f"f{one.number}", one.id, one.line) for one in offer.facts]
    return {"known": [{"number": number, "id": id_, "line": line} for number, id_, line in shown]} if shown else {}


def _transcript(place: Transcript) -> dict[str, Any]:
    """Return the place of a message in a transcript, without what is empty."""
    listed = {**asdict(place), "episodes": list(place.episodes)}
    return {name: value for name, value in listed.items() if value}


def _fact_extract(found: ExtractedMentions, claims: Iterable[Claim] | None) -> dict[str, Any]:
    """Return stage 3; without claims it did not end."""
    given = {**_text(found.source), "mentions": [m.name for m in found.extracted.mentions]}
    told = {} if claims is None else {"claims": [_claim(claim) for claim in claims]}
    return {"stage": "fact_extract", "input": given, **told}


def _names(found: ExtractedMentions, claims: Iterable[Claim]) -> list[str]:
    """Return the names that stage 2 resolves, each once: of mentions, and of the ends of claims."""
    ends = (end for c in claims for end in (c.subject, *((c.object,) if c.object_is_entity else ())))
    return list(dict.fromkeys((*(m.name for m in found.extracted.mentions), *ends)))


def _mention(mention: Mention) -> dict[str, Any]:
    """Return a mention, and which known entity whoever read the message says it is; null: none of them."""
    meant = {"known": mention.known} if mention.known or mention.is_new else {}
    return {"name": mention.name, "type": mention.type, "aliases": list(mention.aliases), **meant}


def _claims(plan: Plan) -> list[Claim]:
    """Return the claims of stage 3, each once: those that went on to stage 5 and those that were left out."""
    dated = (claim.candidate.told or claim.candidate.claim for claim in plan.timed.dated)
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
        **({"touches": [touch.model_dump() for touch in claim.touches]} if claim.touches else {}),
    }


def _time_text(when: datetime | str | None) -> str | None:
    """Return a datetime as RFC 3339; the words of a date and None stay as they are."""
    return rfc3339(when) if isinstance(when, datetime) else when


def _decisions(result: CommitResult) -> list[dict[str, Any]]:
    """Return the decisions of stage 4, with what the commit showed: a claim that a known fact took in is not new."""
    effects, statements = effects_of(result), result.plan.changes.statements
    held = {id(s.dated.candidate): effects[s.id][0] for s in statements if s.props["action"] == "holds"}
    return [_decision(dated, held.get(id(dated.candidate), "")) for dated in result.plan.timed.dated]


def _decision(dated: DatedClaim, effect: str) -> dict[str, Any]:
    """Return the decision of stage 4 on a claim, with its resolved ends."""
    claim = dated.candidate
    return {
        "text": claim.claim.text,
        "decision": KNOWN_ALREADY.get(effect, "new") if claim.decision == "new" else claim.decision,
        "subject": claim.subject.name,
        "relation": claim.relation,
        "object": claim.object.name if isinstance(claim.object, EntityRef) else claim.object.text,
        **({"overruled": list(claim.notes)} if claim.notes else {}),
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


def _words(dated: DatedClaim) -> dict[str, Any]:
    """Return a claim with the words of its dates."""
    claim = dated.candidate.claim
    return {"text": claim.text, "starts": _time_text(claim.starts), "until": _time_text(claim.until)}


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
