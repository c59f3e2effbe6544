"""Stage 7: change set → graph, all of it or nothing, in one write transaction. No model is asked here."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any

import numpy as np
from neo4j.vector import Vector as BoltVector

from graphmem.faults import reached
from graphmem.graph.settle import Pair, Row, Settled, Transaction, run, settle_apart
from graphmem.ingest.contradiction import ChangeSet, NewStatement, Withdrawal
from graphmem.ingest.entity_resolve import End
from graphmem.ingest.fact_dedup import Candidate
from graphmem.ingest.names import brain_token, slug
from graphmem.ingest.relations import ENTITY_TYPES, SEEDS
from graphmem.models.ports import Vector

Touched = tuple[str, str, str, int]
"""Subject, relation, object, and the number of the record."""
MOST_AT_ONCE = 200
"""So many pairs are settled with the commit; more, as imports have them, in statements of their own."""
_TICK = timedelta(microseconds=1)


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
    """What has to be true for an episode's commit to count: it is not extracted yet, and the worker's lease is still this one."""

    episode_id: str | None = None
    lease: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What one episode, or one call, has in a commit: its changes, with a vector for every text, behind its fence.

    Each of its `records` is stamped with a microsecond of its own.
    """

    changes: ChangeSet
    vectors: Mapping[str, Vector]
    fence: Fence
    records: int = 1


async def commit(
    tx: Transaction, brain: str, parts: Sequence[Part], revision: int | None = None
) -> list[Committed] | None:
    """Writes and settles the parts as if each came after the one before it; what the graph made of each.

    Parts that go together have no entity in common, and none says how many values a relation has (news.py).

    Args:
        revision: the one that the reads were made at; None = they were made under the lock.

    Returns:
        None = nothing was written: another writer was faster, or one of the episodes is extracted already.
    """
    numbered = _Numbered.of(parts)
    waves = _waves(numbered)
    at_once = waves[0] if waves and len(waves[0]) <= MOST_AT_ONCE else []
    vectors = {s.id: bolt(s.vector) for s in numbered.statements if s.vector is not None}
    written = _parameters(brain, parts, numbered, revision)
    settled_here = {"pairs": _to_settle(numbered, at_once), "vectors": vectors, "deferred": True}
    rows = await run(tx, "ingest/commit", **written, **settled_here)
    if not rows:
        return None
    row = rows[0]
    for _ in parts:
        await reached("commit_begun")
    stamp: datetime = row["recordedAt"]
    settled = await _settled(tx, brain, numbered, waves, vectors, row, row["groups"] if at_once else None)
    earlier = len(parts) - 1
    return [
        Committed(
            row["revision"] - earlier + i,
            stamp + timedelta(microseconds=numbered.firsts[i]),
            one,
            numbered.withdrawn(i, row["withdrawn"]),
        )
        for i, one in enumerate(settled)
    ]


@dataclass(frozen=True, slots=True)
class _Numbered:
    """The changes of all parts, their records numbered through; `firsts`: the number of each one's first."""

    changes: tuple[ChangeSet, ...]
    firsts: tuple[int, ...]
    records: int

    @classmethod
    def of(cls, parts: Sequence[Part]) -> _Numbered:
        firsts = tuple(accumulate((part.records for part in parts), initial=0))
        changes = tuple(part.changes.numbered_from(first) for part, first in zip(parts, firsts, strict=False))
        return cls(changes, firsts[:-1], firsts[-1])

    @property
    def begun(self) -> list[tuple[ChangeSet, int]]:
        """The changes of each part, with the number of its first record."""
        return list(zip(self.changes, self.firsts, strict=True))

    @property
    def statements(self) -> list[NewStatement]:
        return [one for changes in self.changes for one in changes.statements]

    @property
    def withdrawals(self) -> list[Withdrawal]:
        return [one for changes in self.changes for one in changes.withdrawals]

    def withdrawn(self, part: int, positions: Iterable[int]) -> frozenset[int]:
        """Of the positions of all withdrawals those of a part, counted in it."""
        first = sum(len(changes.withdrawals) for changes in self.changes[:part])
        behind = first + len(self.changes[part].withdrawals)
        return frozenset(i - first for i in positions if first <= i < behind)


async def _settled(
    tx: Transaction,
    brain: str,
    numbered: _Numbered,
    waves: Sequence[Sequence[Touched]],
    vectors: Mapping[str, Any],
    row: Row,
    at_once: Sequence[Row] | None,
) -> list[Settled]:
    """What each part came to: what was a fact as it was said, and what had to be derived.

    Args:
        at_once: what the first wave came to, where it was settled with the commit.
    """
    stamp, alone = row["recordedAt"], _settled_alone(numbered, row["settled"])
    stood = {(one["subjectId"], one["relation"], one["objectId"]) for one in alone.values()}
    pairs = [[_pair(one, stamp) for one in wave if one[:3] not in stood] for wave in waves]
    begun = [stamp + timedelta(microseconds=first) for first in numbered.firsts]
    last = stamp + timedelta(microseconds=numbered.records - 1)
    again = await _recomputed(tx, brain, row["recomputed"], last)
    if again := [*again, *_reopened(row["reopened"], [*begun[1:], last + _TICK])]:
        pairs.append(again)
    left = {id_: vector for id_, vector in vectors.items() if id_ not in alone}
    derived = await _in_order(tx, brain, pairs, begun, left, at_once)
    as_said = [tuple(alone[s.id] for s in changes.statements if s.id in alone) for changes in numbered.changes]
    return [replace(one, changes=(*said, *one.changes)) for said, one in zip(as_said, derived, strict=True)]


def _reopened(rows: Sequence[Row], ended: Sequence[datetime]) -> list[Pair]:
    """What a denied fact had closed, settled at the end of the part that denied it.

    Args:
        ended: when each part was over.
    """
    over = [ended[bisect_right(ended, row["at"])] - _TICK for row in rows]
    return [Pair(r["subjectId"], r["relation"], r["objectId"], at) for r, at in zip(rows, over, strict=True)]


def _pair(touched: Touched, stamp: datetime) -> Pair:
    subject, relation, object_, n = touched
    return Pair(subject, relation, object_, stamp + timedelta(microseconds=n))


def _to_settle(numbered: _Numbered, touched: Sequence[Touched]) -> list[dict[str, Any]]:
    """Pairs that are settled with the commit, each with the statements of this commit that may be all there is of it."""
    if not touched:
        return []
    stated: dict[tuple[str, str, str], list[str]] = {}
    for one in numbered.statements:
        stated.setdefault(_touched(one), []).append(one.id)
    return [
        {"subjectId": s, "relation": r, "objectId": o, "n": n, "said": stated.get((s, r, o), [])}
        for s, r, o, n in touched
    ]


def _said(numbered: _Numbered) -> list[dict[str, Any]]:
    """By relation, the statements that are facts as they stand where they touch no other."""
    said: dict[str, list[dict[str, Any]]] = {}
    denied = {(w.relation, end) for w in numbered.withdrawals for end in (w.subject_id, w.object_id)}
    for one in numbered.statements:
        subject, relation, object_ = _touched(one)
        whole = one.props["action"] == "holds" and not one.props["evidence"] and subject != object_
        if whole and (relation, subject) not in denied and (relation, object_) not in denied:
            row = {"id": one.id, "n": one.n, "subjectId": subject, "objectId": object_}
            said.setdefault(relation, []).append(row)
    return [{"name": name, "said": rows} for name, rows in said.items()]


def _touched(one: NewStatement) -> tuple[str, str, str]:
    return one.props["subjectId"], one.props["relation"], one.props["objectId"]


def _settled_alone(numbered: _Numbered, settled: Sequence[Sequence[str]]) -> dict[str, Row]:
    """The facts that were written as they were said, each as settle.cypher would tell it."""
    by_id = {s.id: s for s in numbered.statements} if settled else {}
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
    tx: Transaction,
    brain: str,
    waves: Sequence[Sequence[Pair]],
    begun: Sequence[datetime],
    vectors: Mapping[str, Any],
    at_once: Sequence[Row] | None,
) -> list[Settled]:
    """Settles a group once for every record that touched it, in their order: each leaves its own version.

    Args:
        begun: when each part began; what became of each comes back.
        at_once: what the first wave came to, where that is known already.
    """
    found: list[list[Settled]] = [[] for _ in begun]
    for number, wave in enumerate(waves):
        sets: list[list[Pair]] = [[] for _ in begun]
        for pair in wave:
            sets[bisect_right(begun, pair.recorded_at) - 1].append(pair)
        rows = at_once if number == 0 else None
        for settled, one in zip(found, await settle_apart(tx, brain, sets, vectors, rows), strict=True):
            settled.append(one)
    return [_joined(settled) for settled in found]


def _joined(settled: Sequence[Settled]) -> Settled:
    """What became of a part in all its waves."""
    changes = tuple(row for one in settled for row in one.changes)
    depths = {id_: depth for one in settled for id_, depth in one.depths.items()}
    return Settled(changes, depths, tuple(tie for one in settled for tie in one.ties))


def _exclusive(numbered: _Numbered) -> Mapping[str, str]:
    """Relations whose values may exclude each other or be one, with what decides it."""
    rules = [rule for changes in numbered.changes for rule in changes.rules.items()]
    single = {name for name, one in rules if "one" in (one.rule.cardinality, one.claim.cardinality)}
    directed = {name: one.rule.per for name, one in rules if name in single}
    return directed | {name: "all" if name in single else "either" for name, one in rules if one.rule.symmetric}


def _waves(numbered: _Numbered) -> list[list[Touched]]:
    """What was touched, in the order of the records; what two records touched in one group goes into different waves."""
    exclusive = _exclusive(numbered)
    waves: list[list[Touched]] = []
    last: dict[tuple[str, ...], tuple[int, int]] = {}
    for one in sorted((one for changes in numbered.changes for one in changes.pairs()), key=lambda one: one[3]):
        group, n = _group(one, exclusive), one[3]
        wave, before = last.get(group, (-1, n))
        number = wave if wave >= 0 and before == n else wave + 1
        last[group] = (number, n)
        if number == len(waves):
            waves.append([])
        waves[number].append(one)
    return waves


def _group(touched: Touched, exclusive: Mapping[str, str]) -> tuple[str, ...]:
    subject, relation, object_, _ = touched
    match exclusive.get(relation):
        case "subject":
            return relation, "of", subject
        case "object":
            return relation, "to", object_
        case "all":
            return (relation,)
        case "either":
            return relation, *sorted((subject, object_))
        case _:
            return relation, subject, object_


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


def _parameters(brain: str, parts: Sequence[Part], numbered: _Numbered, revision: int | None) -> dict[str, Any]:
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


def _aliases(numbered: _Numbered) -> list[dict[str, Any]]:
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


def _rules(parts: Sequence[ChangeSet]) -> dict[str, Candidate]:
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
