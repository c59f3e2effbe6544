"""The parameters of `ingest/commit.cypher`, made from a change set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.contract.records import Vector
from graphmem.graph.vectors import bolt
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.commit_parts import CommitPart, NumberedParts
from graphmem.ingest.stages.records import ChangeSet, DistinctClaim, NewStatement, Withdrawal
from graphmem.names.normalize import brain_token, slug
from graphmem.ontology import ENTITY_TYPES, SEEDS


def _said(numbered: NumberedParts) -> list[dict[str, Any]]:
    """By relation, the statements that are facts as they stand where they touch no other."""
    said: dict[str, list[dict[str, Any]]] = {}
    denied = {(w.relation, end) for w in numbered.withdrawals for end in (w.subject_id, w.object_id)}
    for one in numbered.statements:
        subject, relation, object_ = one.triple
        whole = one.props["action"] == "holds" and not one.props["evidence"] and subject != object_
        if whole and (relation, subject) not in denied and (relation, object_) not in denied:
            row = {"id": one.id, "n": one.n, "subjectId": subject, "objectId": object_}
            said.setdefault(relation, []).append(row)
    return [{"name": name, "said": rows} for name, rows in said.items()]


def _parameters(
    brain: str, parts: Sequence[CommitPart], numbered: NumberedParts, revision: int | None
) -> dict[str, Any]:
    both = list(zip(parts, numbered.changes, strict=True))
    entities = [(e, part.vectors) for part, changes in both for e in changes.entities]
    return {
        "brain": brain,
        "token": brain_token(brain),
        "revision": revision,
        "commits": len(parts),
        "episodes": [{"id": one.fence.episode_id, "lease": one.fence.lease} for one in parts if one.fence.episode_id],
        "records": numbered.records,
        "entities": [_entity(brain, end, vectors) for end, vectors in entities if end.is_new],
        "seen": [
            {"id": e.id, "occurredAt": _text(e.occurred_at), "externalId": e.external_id, "name": e.rename, "n": e.n}
            for e, _ in entities
            if not e.is_new or e.rename
        ],
        "aliases": _aliases(numbered),
        "values": [_value(brain, v, n) for changes, n in numbered.begun for v in changes.values],
        "types": _counted(e.type for e, _ in entities if e.type),
        "relations": _relations(numbered.changes),
        "mentioned": [row for part, changes in both for row in _mentioned(changes, part.fence.episode_id)],
        "withdrawals": [row for i, w in enumerate(numbered.withdrawals) for row in _withdrawal(i, w)],
        "said": _said(numbered),
        "boosted": [{"id": id_, "by": changes.boost} for changes in numbered.changes for id_ in changes.boosted],
        "statements": [_statement(s) for s in numbered.statements],
    }


def _entity(brain: str, end: EntityRef, vectors: Mapping[str, Vector]) -> dict[str, Any]:
    create = {
        "brain": brain,
        "id": end.id,
        "key": end.key,
        "name": end.name,
        "type": end.type,
        "externalId": end.external_id,
        "brainToken": brain_token(brain),
        "importance": 0.5,
    }
    vector = bolt(vectors.get(end.name))
    return {"key": end.key, "create": create, "at": _text(end.occurred_at), "vector": vector, "n": end.n}


def _withdrawal(i: int, one: Withdrawal) -> list[dict[str, Any]]:
    """What a denial takes back: of a relation without direction both ways of saying it."""
    candidate, ways = one.dated.candidate, [(one.subject_id, one.object_id)]
    if candidate.rule.symmetric:
        ways.append((one.object_id, one.subject_id))
    return [
        {
            "subjectId": subject,
            "relation": one.relation,
            "objectId": object_,
            "by": one.by,
            "reason": "corrected",
            "n": one.n,
            "i": i,
            "secondHand": candidate.source.second_hand,
            "confidence": candidate.claim.confidence,
        }
        for subject, object_ in ways
    ]


def _statement(one: NewStatement) -> dict[str, Any]:
    times = {name: _text(one.props[name]) for name in ("at", "until", "occurredAt")}
    props = {name: value for name, value in one.props.items() if value is not None and name not in times}
    return {"n": one.n, "episodeId": one.episode_id, "props": props, "because": one.because, **times}


def _text(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _aliases(numbered: NumberedParts) -> list[dict[str, Any]]:
    own = [
        _alias(e.n, slug(e.name), e.name, e.id) for changes in numbered.changes for e in changes.entities if e.is_new
    ]
    led = [_alias(n, *row) for changes, n in numbered.begun for row in changes.aliases]
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in (*own, *led):
        key = row["norm"], row["entityId"]
        found[key] = {**row, "n": min(row["n"], found.get(key, row)["n"])}
    return list(found.values())


def _alias(n: int, norm: str, name: str, entity_id: str, guess: str | None = None) -> dict[str, Any]:
    return {"norm": norm, "name": name[:300], "entityId": entity_id, "id": norm, "guess": guess, "n": n}


def _value(brain: str, value: Any, n: int) -> dict[str, Any]:
    create = {"brain": brain, "id": value.id, "key": value.key, "text": value.text, "kind": "text"}
    return {"key": value.key, "create": create, "n": n}


def _counted(names: Any) -> list[dict[str, Any]]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [{"name": name, "create": {"id": name, **_type(name)}, "count": count} for name, count in counts.items()]


def _type(name: str) -> dict[str, Any]:
    if name in ENTITY_TYPES:
        return {"source": "seed", "description": ENTITY_TYPES[name]}
    return {"source": "llm_proposed"}


def _relations(parts: Sequence[ChangeSet]) -> list[dict[str, Any]]:
    rows, uses = [], Counter(s.props["relation"] for changes in parts for s in changes.statements)
    for name, one in _rules(parts).items():
        seed = SEEDS.get(name)
        stated = one.claim.cardinality if seed is None else None
        by = "caller" if one.source.supplied else "model"
        create: dict[str, Any] = {"id": name, "source": "seed" if seed else "llm_proposed"}
        if seed:
            create |= {
                "cardinality": seed.cardinality,
                "per": seed.per,
                "symmetric": seed.symmetric,
                "description": seed.description,
                "cardinalitySource": "seed",
            }
        rows.append(
            {"name": name, "create": create, "cardinality": stated, "cardinalitySource": by, "count": uses[name]}
        )
    return rows


def _rules(parts: Sequence[ChangeSet]) -> dict[str, DistinctClaim]:
    """Of what the parts say of a relation the first word, one that says how many values it has before one that does not, a
    caller's before a model's."""
    said = sorted(
        (item for changes in parts for item in changes.rules.items()),
        key=lambda item: (item[1].claim.cardinality is None, not item[1].source.supplied),
    )
    return dict(reversed(said))


def _mentioned(changes: ChangeSet, episode_id: str | None) -> list[dict[str, Any]]:
    """What an episode speaks of; where many records share a commit, the ends of what each states."""
    if episode_id:
        return [{"episodeId": episode_id, "entityId": end.id} for end in changes.entities]
    known = {e.id for e in changes.entities}
    stated = (
        (s.episode_id, s.props[end]) for s in changes.statements if s.episode_id for end in ("subjectId", "objectId")
    )
    return [{"episodeId": episode, "entityId": id_} for episode, id_ in dict.fromkeys(stated) if id_ in known]
