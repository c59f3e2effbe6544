"""Stage 7: change set → graph, all of it or nothing, in one write transaction. No model is asked here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from neo4j.vector import Vector as BoltVector

from graphmem.faults import reached
from graphmem.graph.settle import Pair, Row, Settled, Transaction, run, settle
from graphmem.ingest.contradiction import ChangeSet, NewStatement
from graphmem.ingest.entity_resolve import End
from graphmem.ingest.names import brain_token, slug
from graphmem.ingest.relations import ENTITY_TYPES, SEEDS
from graphmem.models.ports import Vector


class NotOpen(Exception):
    """The episode is extracted already, or another worker holds it: nothing is to be done."""


@dataclass(frozen=True, slots=True)
class Committed:
    """Output of stage 7. `withdrawn`: positions of the withdrawals that met a statement."""

    revision: int
    recorded_at: datetime
    settled: Settled
    withdrawn: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fence:
    """What has to be true for the commit to count: the revision that was read, the episode, the worker's lease."""

    revision: int | None
    episode_id: str | None = None
    lease: str | None = None


async def commit(
    tx: Transaction, brain: str, changes: ChangeSet, vectors: Mapping[str, Vector], fence: Fence, records: int = 1
) -> Committed | None:
    """Writes and settles. None = nothing was written: another writer was faster, or the episode is extracted already."""
    rows = await run(tx, "ingest/commit", **_parameters(brain, changes, vectors, fence, records))
    if not rows:
        return None
    await reached("commit_begun")
    stamp: datetime = rows[0]["recordedAt"]
    alone = _settled_alone(changes, rows[0]["settled"])
    touched = {(row["subjectId"], row["relation"], row["objectId"]) for row in alone.values()}
    pairs = [
        Pair(s, r, o, stamp + timedelta(microseconds=n)) for s, r, o, n in changes.pairs() if (s, r, o) not in touched
    ]
    embedded = {s.id: bolt(s.vector) for s in changes.statements if s.vector is not None and s.id not in alone}
    waves = _waves(pairs, _exclusive(changes))
    if recomputed := await _recomputed(tx, brain, rows[0]["recomputed"], stamp + timedelta(microseconds=records - 1)):
        waves.append(recomputed)
    settled = await _in_order(tx, brain, waves, embedded)
    if alone:
        settled = replace(settled, changes=(*alone.values(), *settled.changes))
    return Committed(rows[0]["revision"], stamp, settled, frozenset(rows[0]["withdrawn"]))


def _said(changes: ChangeSet) -> list[dict[str, Any]]:
    """By relation, the statements that are facts as they stand where they touch no other."""
    said: dict[str, list[dict[str, Any]]] = {}
    denied = {(w.relation, end) for w in changes.withdrawals for end in (w.subject_id, w.object_id)}
    for one in changes.statements:
        subject, relation, object_ = _touched(one)
        whole = one.props["action"] == "holds" and not one.props["evidence"] and subject != object_
        if whole and (relation, subject) not in denied and (relation, object_) not in denied:
            row = {"id": one.id, "n": one.n, "subjectId": subject, "objectId": object_, "vector": bolt(one.vector)}
            said.setdefault(relation, []).append(row)
    return [{"name": name, "said": rows} for name, rows in said.items()]


def _touched(one: NewStatement) -> tuple[str, str, str]:
    return one.props["subjectId"], one.props["relation"], one.props["objectId"]


def _settled_alone(changes: ChangeSet, settled: Sequence[Sequence[str]]) -> dict[str, Row]:
    """The facts that were written as they were said, each as settle.cypher would tell it."""
    by_id = {s.id: s for s in changes.statements} if settled else {}
    return {id_: _added(by_id[id_], subject, object_) for id_, subject, object_ in settled}


def _added(one: NewStatement, subject: str, object_: str) -> Row:
    said = one.props
    return {
        **{name: said[name] for name in ("subjectId", "relation", "objectId", "text", "confidence", "origin")},
        "factId": one.id,
        "statementIds": [one.id],
        "subject": subject,
        "object": object_,
        "change": "added",
        "confirmed": True,
        "tValid": said["at"],
        "tInvalid": said["until"],
        "before": None,
        "reason": None,
        "because": None,
        "supersedes": None,
        "stale": False,
    }


async def _in_order(
    tx: Transaction, brain: str, waves: Sequence[Sequence[Pair]], vectors: Mapping[str, Any]
) -> Settled:
    """Settles a group once for every record that touched it, in their order: each leaves its own version."""
    changes: list[dict[str, Any]] = []
    depths: dict[str, int] = {}
    ties: list[dict[str, Any]] = []
    for wave in waves:
        settled = await settle(tx, brain, wave, vectors)
        changes += settled.changes
        depths |= settled.depths
        ties += settled.ties
    return Settled(tuple(changes), depths, tuple(ties))


def _exclusive(changes: ChangeSet) -> Mapping[str, str]:
    """Relations whose values may exclude each other or be one, with what decides it."""
    rules = changes.rules.items()
    single = {name for name, one in rules if "one" in (one.rule.cardinality, one.claim.cardinality)}
    directed = {name: one.rule.per for name, one in rules if name in single}
    return directed | {name: "all" if name in single else "either" for name, one in rules if one.rule.symmetric}


def _waves(pairs: Sequence[Pair], exclusive: Mapping[str, str]) -> list[list[Pair]]:
    """Pairs of one group go into different waves where their times differ."""
    waves: list[list[Pair]] = []
    last: dict[tuple[str | None, ...], tuple[int, datetime]] = {}
    for pair in sorted(pairs, key=lambda p: p.recorded_at):
        group = _group(pair, exclusive)
        wave, at = last.get(group, (-1, pair.recorded_at))
        number = wave if wave >= 0 and at == pair.recorded_at else wave + 1
        last[group] = (number, pair.recorded_at)
        if number == len(waves):
            waves.append([])
        waves[number].append(pair)
    return waves


def _group(pair: Pair, exclusive: Mapping[str, str]) -> tuple[str | None, ...]:
    match exclusive.get(pair.relation):
        case "subject":
            return (pair.relation, pair.subject_id)
        case "object":
            return (pair.relation, None, pair.object_id)
        case "all":
            return (pair.relation,)
        case "either":
            return (pair.relation, *sorted((pair.subject_id, pair.object_id or "")))
        case _:
            return (pair.relation, pair.subject_id, pair.object_id)


async def _recomputed(tx: Transaction, brain: str, relations: Sequence[str], stamp: datetime) -> list[Pair]:
    """Every group of a relation whose cardinality has just been stated (design §3, rule 5)."""
    if not relations:
        return []
    rows = await run(tx, "ingest/groups_of_relations", brain=brain, relations=list(relations))
    groups = dict.fromkeys((row["subjectId"], row["relation"]) for row in rows)
    return [Pair(subject, relation, None, stamp) for subject, relation in groups]


def bolt(vector: Vector | None) -> Any:
    """A vector as the driver sends it fastest."""
    return None if vector is None else BoltVector(np.asarray(vector, dtype=">f4").tobytes(), "f32")


def _parameters(
    brain: str, changes: ChangeSet, vectors: Mapping[str, Vector], fence: Fence, records: int
) -> dict[str, Any]:
    return {
        "brain": brain,
        "token": brain_token(brain),
        "revision": fence.revision,
        "episode": fence.episode_id,
        "lease": fence.lease,
        "records": records,
        "entities": [_entity(brain, end, vectors) for end in changes.entities if end.is_new],
        "seen": [
            {"id": e.id, "occurredAt": _text(e.occurred_at), "externalId": e.external_id, "name": e.rename}
            for e in changes.entities
            if not e.is_new or e.rename
        ],
        "aliases": _aliases(changes),
        "values": [_value(brain, v) for v in changes.values],
        "types": _counted(e.type for e in changes.entities if e.type),
        "relations": _relations(changes),
        "mentioned": _mentioned(changes, fence.episode_id),
        "withdrawals": [
            {
                "subjectId": w.subject_id,
                "relation": w.relation,
                "objectId": w.object_id,
                "by": w.by,
                "reason": "corrected",
                "n": w.n,
                "i": i,
                "secondHand": w.dated.candidate.source.second_hand,
                "confidence": w.dated.candidate.claim.confidence,
            }
            for i, w in enumerate(changes.withdrawals)
        ],
        "said": _said(changes),
        "boosted": list(changes.boosted),
        "boost": changes.boost,
        "statements": [_statement(s) for s in changes.statements],
    }


def _entity(brain: str, end: End, vectors: Mapping[str, Vector]) -> dict[str, Any]:
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


def _statement(one: NewStatement) -> dict[str, Any]:
    times = {name: _text(one.props[name]) for name in ("at", "until", "occurredAt")}
    props = {name: value for name, value in one.props.items() if value is not None and name not in times}
    return {"n": one.n, "episodeId": one.episode_id, "props": props, **times}


def _text(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _aliases(changes: ChangeSet) -> list[dict[str, Any]]:
    own = [(slug(e.name), e.name, e.id) for e in changes.entities if e.is_new]
    rows = [_alias(*row) for row in (*own, *changes.aliases)]
    return list({(row["norm"], row["entityId"]): row for row in rows}.values())


def _alias(norm: str, name: str, entity_id: str, guess: str | None = None) -> dict[str, Any]:
    return {"norm": norm[:300], "name": name[:300], "entityId": entity_id, "id": norm[:300], "guess": guess}


def _value(brain: str, value: Any) -> dict[str, Any]:
    create = {"brain": brain, "id": value.id, "key": value.key, "text": value.text, "kind": "text"}
    return {"key": value.key, "create": create}


def _counted(names: Any) -> list[dict[str, Any]]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [{"name": name, "create": {"id": name, **_type(name)}, "count": count} for name, count in counts.items()]


def _type(name: str) -> dict[str, Any]:
    if name in ENTITY_TYPES:
        return {"source": "seed", "description": ENTITY_TYPES[name]}
    return {"source": "llm_proposed"}


def _relations(changes: ChangeSet) -> list[dict[str, Any]]:
    rows, uses = [], Counter(s.props["relation"] for s in changes.statements)
    for name, one in changes.rules.items():
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


def _mentioned(changes: ChangeSet, episode_id: str | None) -> list[dict[str, Any]]:
    """What an episode speaks of; where many records share a commit, the ends of what each states."""
    if episode_id:
        return [{"episodeId": episode_id, "entityId": end.id} for end in changes.entities]
    known = {e.id for e in changes.entities}
    stated = (
        (s.episode_id, s.props[end]) for s in changes.statements if s.episode_id for end in ("subjectId", "objectId")
    )
    return [{"episodeId": episode, "entityId": id_} for episode, id_ in dict.fromkeys(stated) if id_ in known]
