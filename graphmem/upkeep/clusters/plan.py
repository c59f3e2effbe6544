"""The clusters that a brain should have, beside those that it has: what is new, what has changed, what is gone. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from uuid_utils import uuid7

from graphmem.graph.transaction import Row
from graphmem.upkeep.clusters.communities import Pair, communities
from graphmem.upkeep.clusters.matching import matched

LEAST_FACTS = 3
"""Facts from which a community is a cluster."""
MOST_NAMES = 20
"""Entities of a cluster whose names a writer gets, the most connected ones."""


@dataclass(frozen=True, slots=True)
class ClusteredFact:
    """A fact as clusters need it: its entities with their names, and the µs since 1970 at which its version was recorded.

    `object_id` None = its object is a value.
    """

    id: str
    subject_id: str
    subject: str
    object_id: str | None
    object: str | None
    recorded: int

    @classmethod
    def of(cls, row: Sequence[str | int | None]) -> ClusteredFact:
        """Return a row of upkeep/cluster_facts. The object of a value has no name there."""
        id_, subject_id, subject, object_id, object_, recorded = row
        is_entity = object_ is not None
        return cls(
            str(id_),
            str(subject_id),
            str(subject),
            str(object_id) if is_entity else None,
            str(object_) if is_entity else None,
            int(recorded or 0),
        )

    @property
    def ends(self) -> tuple[str, ...]:
        """The entities at its ends."""
        other = self.object_id
        return (self.subject_id,) if other is None or other == self.subject_id else (self.subject_id, other)


@dataclass(frozen=True, slots=True)
class PlannedCluster:
    """A cluster that a brain should have.

    `entity_ids`: the most connected first. `facts`: the most important first. `basis`: a hash of all that it is made from.
    `known`: the stored row that it continues; None = it is new.
    """

    id: str
    level: int
    parent_id: str | None
    entity_ids: tuple[str, ...]
    names: tuple[str, ...]
    facts: tuple[ClusteredFact, ...]
    basis: str
    known: Row | None = None

    @property
    def is_told(self) -> bool:
        """Whether its title and its summary tell what it is made from now."""
        return self.known is not None and self.known["basis"] == self.basis

    @property
    def is_stored(self) -> bool:
        """Whether nothing of it has to be written."""
        return self.is_told and self.known is not None and self.known["parentId"] == self.parent_id


@dataclass(frozen=True, slots=True)
class ClusterPlan:
    """The clusters that a brain should have, wholes before parts and large before small; and the ids of those that are gone."""

    clusters: tuple[PlannedCluster, ...]
    gone: tuple[str, ...]


def plan_clusters(rows: Iterable[Sequence[str | int | None]], known: Sequence[Row]) -> ClusterPlan:
    """Return the plan.

    Args:
        rows: of upkeep/cluster_facts, the most important first. known: of upkeep/known_clusters.
    """
    facts = [ClusteredFact.of(row) for row in rows]
    found = communities(_weights(facts), (fact.subject_id for fact in facts))
    members = absorbed([one.members for one in found], facts)
    wholes = list(_planned(members, facts, [row for row in known if row["level"] == 0], 0, {}))
    ids = {member: one.id for one in wholes for member in one.entity_ids}
    parts = _planned(
        [part for one in found for part in one.parts], facts, [row for row in known if row["level"] == 1], 1, ids
    )
    planned = (*wholes, *parts)
    kept = {one.id for one in planned}
    return ClusterPlan(planned, tuple(row["id"] for row in known if row["id"] not in kept))


def _weights(facts: Iterable[ClusteredFact]) -> Mapping[Pair, float]:
    """Return how strongly two entities are joined: the number of facts between them."""
    weights: Counter[Pair] = Counter()
    for fact in facts:
        if len(fact.ends) == 2:
            weights[min(fact.ends), max(fact.ends)] += 1
    return {pair: float(count) for pair, count in weights.items()}


def absorbed(members: Sequence[frozenset[str]], facts: Iterable[ClusteredFact]) -> list[frozenset[str]]:
    """Return the communities after those with too few facts have joined the one with which they share most."""
    home = {one: position for position, some in enumerate(members) for one in some}
    sizes: Counter[int] = Counter()
    ties: dict[int, Counter[int]] = defaultdict(Counter)
    for fact in facts:
        places = {home[end] for end in fact.ends}
        sizes.update(places)
        for one in places:
            ties[one].update(places - {one})
    joined = list(members)
    for one in sorted(sizes, key=lambda p: (sizes[p], min(members[p]))):
        if sizes[one] < LEAST_FACTS and ties[one]:
            other = min(ties[one], key=lambda p: (-ties[one][p], min(members[p])))
            _join(one, other, joined, sizes, ties)
    return [some for some in joined if some]


def _join(
    one: int, other: int, members: list[frozenset[str]], sizes: Counter[int], ties: Mapping[int, Counter[int]]
) -> None:
    """Move everything of one community to another."""
    members[one], members[other] = frozenset(), members[one] | members[other]
    sizes[other] += sizes[one] - ties[one][other]
    for third, shared in ties[one].items():
        del ties[third][one]
        if third != other:
            ties[third][other] += shared
            ties[other][third] += shared


def _planned(
    members: Sequence[frozenset[str]],
    facts: Sequence[ClusteredFact],
    known: Sequence[Row],
    level: int,
    parents: Mapping[str, str],
) -> Iterator[PlannedCluster]:
    """Yield the clusters of some communities, those with most facts first. A fact belongs to the communities of both its ends."""
    home = {one: position for position, some in enumerate(members) for one in some}
    about: dict[int, list[ClusteredFact]] = defaultdict(list)
    for fact in facts:
        for position in {home[end] for end in fact.ends if end in home}:
            about[position].append(fact)
    kept = sorted((p for p in about if len(about[p]) >= LEAST_FACTS), key=lambda p: (-len(about[p]), min(members[p])))
    rows = {row["id"]: row for row in known}
    continued = matched([members[p] for p in kept], {id_: row["entityIds"] for id_, row in rows.items()})
    for number, position in enumerate(kept):
        row = rows.get(continued.get(number, ""))
        yield _cluster(members[position], about[position], row, level, parents)


def _cluster(
    members: frozenset[str], facts: Sequence[ClusteredFact], known: Row | None, level: int, parents: Mapping[str, str]
) -> PlannedCluster:
    names = {fact.subject_id: fact.subject for fact in facts}
    names |= {fact.object_id: fact.object for fact in facts if fact.object_id and fact.object}
    degrees = Counter(end for fact in facts for end in fact.ends)
    ordered = sorted(members, key=lambda one: (-degrees[one], one))
    return PlannedCluster(
        known["id"] if known else str(uuid7()),
        level,
        parents.get(ordered[0]),
        tuple(ordered),
        tuple(names[one] for one in ordered[:MOST_NAMES]),
        tuple(facts),
        _basis([(one, names[one]) for one in ordered], facts),
        known,
    )


def _basis(named: Iterable[tuple[str, str]], facts: Iterable[ClusteredFact]) -> str:
    """Return a hash of the entities with their names and of the versions of the facts."""
    lines = [f"{id_} {name}" for id_, name in sorted(named)]
    lines += sorted(f"{fact.id} {fact.recorded}" for fact in facts)
    return sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
