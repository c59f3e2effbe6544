"""Map rows of the graph to records. A FACT or a FACT_WAS becomes a `Fact` only here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Literal

from graphmem.graph.transaction import Row
from graphmem_contract.errors import RevisionConflict
from graphmem_contract.reads import Episode, ToldEmotion
from graphmem_contract.records import Entity, EntityProfile, Fact, FactUsage, StatedCondition


def fact_of(row: Row, now: datetime, known_at: datetime | None = None) -> Fact:
    """Return a row of `explore/fact_row` as a fact.

    The status of a believed version is `closed` if its period ended by `now`, else `live`. The status of a version that is no
    longer believed is `corrected` if it was never true, else `closed`.

    Args:
        row: the properties of a FACT, or of a version in FACT_WAS, with the names of its ends.
        now: the moment for `holds_now` and `upcoming`, UTC.
        known_at: the system time of the query. A version counts as believed if graphmem believed it then.
    """
    _check_whole(row, "factId", "subjectId", "relation", "objectId", "factText")
    expired = row["expiredAt"]
    believed = expired is None or (known_at is not None and known_at < expired)
    started = row["tValid"] is None or row["tValid"] <= now
    ended = row["tInvalid"] is not None and row["tInvalid"] <= now
    return Fact(
        id=row["factId"],
        subject=name_then(row["subject"], row.get("subjectWas"), row.get("subjectUntil"), known_at),
        subject_id=row["subjectId"],
        relation=row["relation"],
        object=name_then(row["object"], row.get("objectWas"), row.get("objectUntil"), known_at),
        object_id=row["objectId"],
        object_kind="entity" if row["isEntity"] else "value",
        text=row["factText"],
        valid_from=row["tValid"],
        valid_until=row["tInvalid"],
        valid_from_precision=row["tValidPrecision"],
        holds_now=None if row["kind"] == "event" else believed and started and not ended and not row.get("waiting"),
        recorded_at=row["recordedAt"],
        expired_at=expired,
        confidence=row["confidence"],
        importance=row["importance"],
        category=row["category"],
        kind=row["kind"],
        origin=row["origin"],
        episode_ids=tuple(row["episodeIds"] or ()),
        evidence=_evidence(row["evidence"]),
        **_closing(row, believed),
        supersedes=row["supersedes"],
        status=_status(row, believed, ended),
        upcoming=believed and not started and not row.get("waiting"),
        strength=row.get("strength") or 0.8,
        times_stated=row.get("timesStated") or 1,
        last_confirmed_at=row.get("lastConfirmedAt"),
        **_conditions(row.get("conditions")),
    )


def _conditions(stored: Sequence[str] | None) -> dict[str, Any]:
    """Return the conditions of a fact: JSON lists of subject, relation, object, and the event that it waits for."""
    found = [json.loads(one) for one in stored or ()]
    told = [StatedCondition(subject=s, relation=r, object=o, event=event) for s, r, o, event in found]
    waits = next((one for one in told if one.event), None)
    return {"holds_while": tuple(one for one in told if one.event is None), "starts_when": waits}


def _check_whole(row: Row, *keys: str) -> None:
    """Check that a node or an edge was read before its removal: what is removed during the read loses its later properties.

    Raises:
        RevisionConflict: it was removed during the read.
    """
    if any(row[key] is None for key in keys):
        raise RevisionConflict("What was read has been removed since; send the request again.", retry_after=1.0)


def _evidence(sets: list[str] | None) -> tuple[tuple[str, ...], ...]:
    """Return evidence sets: `["a&b", "c"]` means (a and b) or c."""
    return tuple(tuple(facts.split("&")) for facts in sets or ())


def _closing(row: Row, believed: bool) -> dict[str, str | None]:
    """Return who closed a fact and why. For a version that is no longer believed, it is the reason of that."""
    if believed or row["expiredReason"] in (None, "revised"):
        return {"closed_by": row["closedBy"], "closed_reason": row["closedReason"]}
    return {"closed_by": row["expiredBy"], "closed_reason": row["expiredReason"]}


def _status(row: Row, believed: bool, ended: bool) -> Literal["live", "closed", "corrected", "pending", "waiting"]:
    if believed:
        return "closed" if ended else "waiting" if row.get("waiting") else "pending" if row.get("pending") else "live"
    return "corrected" if row["expiredReason"] == "corrected" else "closed"


def name_then(name: str, was: Sequence[str] | None, until: Sequence[datetime] | None, known_at: datetime | None) -> str:
    """Return the name of an entity at a system time: the first former name that ended later, else the name of now."""
    if known_at is None:
        return name
    former = zip(was or (), until or (), strict=True)
    return next((old for old, end in former if known_at < end), name)


def entity_of(row: Row, known_at: datetime | None = None) -> Entity:
    """Return a row of `explore/entity_row` as an entity, with its name at the system time."""
    _check_whole(row, "id", "key", "name", "type", "aliases", "firstSeenAt")
    name = name_then(row["name"], row.get("namesWas"), row.get("namesUntil"), known_at)
    return Entity(
        id=row["id"],
        key=row["key"],
        name=name,
        type=row["type"],
        aliases=tuple(dict.fromkeys(alias for alias in row["aliases"] if alias != name)),
        external_id=row["externalId"],
        summary=row["summary"],
        importance=0.5 if row.get("importance") is None else row["importance"],
        profile=_profile(row.get("profile")),
        digest=_profile(row.get("digest")),
        properties=as_map(row["properties"]),
        first_seen_at=row["firstSeenAt"],
        last_seen_at=row["lastSeenAt"],
        fact_count=row["factCount"],
        merged_into=row["mergedInto"],
    )


def _profile(row: Row | None) -> EntityProfile | None:
    if row is None:
        return None
    ids = tuple(row["factIds"] or ())
    return EntityProfile(text=row["text"], refreshed_at=row["refreshedAt"], fact_ids=ids, stale=row["stale"])


def entity_then(row: Row, known_at: datetime | None) -> Entity:
    """Return `entity_of` for a system time. A summary describes the present, so a past entity has none."""
    return entity_of(row if known_at is None else {**row, "summary": None}, known_at)


def episode_of(row: Row) -> Episode:
    """Return a row of `explore/episode_row` as an episode."""
    _check_whole(row, "id", "content", "recordedAt")
    return Episode(
        id=row["id"],
        content=row["content"],
        kind=row["kind"],
        role=row["role"],
        source=row["source"],
        speaker=row["speaker"],
        session_id=row["sessionId"],
        occurred_at=row["occurredAt"],
        recorded_at=row["recordedAt"],
        metadata=as_map(row["metadata"]),
        tags=tuple(row["tags"] or ()),
        external_id=row["externalId"],
        status=row["status"],
        error=row["error"],
        emotion=_emotion(row),
        entity_count=row["entityCount"],
        edge_count=row["edgeCount"],
        pii_kinds=tuple(row.get("piiKinds") or ()),
    )


def _emotion(row: Row) -> ToldEmotion | None:
    if row.get("emotion") is None:
        return None
    return ToldEmotion(emotion=row["emotion"], intensity=row["emotionIntensity"], energy=row["emotionEnergy"])


def usage_of(row: Row) -> FactUsage:
    """Return a row of `explore/fact_usage` as the usage of a fact."""
    return FactUsage(
        times_retrieved=row["timesRetrieved"] or 0,
        last_retrieved_at=row["lastAccessedAt"],
        stability=row["stability"],
        vitality=row["vitality"],
        tier=row["tier"],
        cold=row["cold"] is not None,
        associations=row["associations"],
    )


def snake_row(row: Row) -> Row:
    """Return a row with its property names (camelCase) as field names (snake_case)."""
    return {_snake(name): value for name, value in row.items()}


@cache
def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name)


def as_map(value: str | Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a map that a property stores as JSON text."""
    return json.loads(value) if isinstance(value, str) else dict(value or {})


def entries(metadata: Mapping[str, Any]) -> list[str]:
    """Return the entries of the metadata as JSON texts, which filters compare. Keys of nested maps are sorted."""
    return [json.dumps({key: value}, ensure_ascii=False, sort_keys=True)[1:-1] for key, value in metadata.items()]
