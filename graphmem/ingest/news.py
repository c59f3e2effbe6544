"""What episodes of one transaction have written, and whether that concerns the ones after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from graphmem.graph.settle import Settled
from graphmem.ingest.acquaintance import Acquaintance
from graphmem.ingest.contradiction import ChangeSet
from graphmem.ingest.entity_resolve import Alias, End, Resolved, Wanted
from graphmem.ingest.fact_dedup import FactReads
from graphmem.ingest.foresight import Foreseen
from graphmem.ingest.names import slug, value_key
from graphmem.ingest.weighing import weigh
from graphmem.settings import Settings


@dataclass(slots=True)
class News:
    """What has been written since something was read, as far as it could have been read.

    It would rather see something where there is nothing: what concerns an episode is only read again.
    """

    norms: set[str] = field(default_factory=set)
    """Names that were written, normalised."""
    ids: set[str] = field(default_factory=set)
    """Entities that were met, and ends of facts that changed."""
    keys: set[str] = field(default_factory=set)
    """Keys of entities and values, ids that others gave, names of relations: whatever is sought exactly."""
    named: list[Acquaintance] = field(default_factory=list)
    """Entities that are new or have got a name."""

    def add(self, changes: ChangeSet, resolved: Resolved, facts: FactReads, settled: Settled) -> None:
        """What an episode has written."""
        self.norms |= {norm for norm, *_ in changes.aliases} | {slug(e.name) for e in changes.entities if e.is_new}
        self.ids |= {e.id for e in changes.entities}
        self.ids |= {row[end] for row in settled.changes for end in ("subjectId", "objectId")}
        self.ids |= {end for subject, _, object_, _ in changes.pairs() for end in (subject, object_)}
        self.keys |= {e.key for e in changes.entities if e.is_new} | {v.key for v in changes.values}
        self.keys |= {e.external_id for e in changes.entities if e.external_id}
        self.keys |= {
            name for name, one in changes.rules.items() if name not in facts.rules or one.claim.cardinality is not None
        }
        self.named += names_of(resolved, changes.aliases)

    def concern(self, seen: Foreseen, settings: Settings) -> bool:
        """Whether an episode might read something else now."""
        return (
            not self.ids.isdisjoint(_ids(seen))
            or not self.norms.isdisjoint(_norms(seen.wanted))
            or not self.keys.isdisjoint(_keys(seen))
            or is_like_any(seen.resolved, self.named, settings)
        )


def _ids(seen: Foreseen) -> Iterable[str]:
    """Whose facts and names were read and counted: the claims' subjects, and the candidates of a name that one is not sure of."""
    for near in seen.names.near:
        exact = [c["id"] for c in near if c["how"] == "alias"]
        yield from exact if len(exact) == 1 else (c["id"] for c in near)
    about = chain.from_iterable(seen.names.about)
    yield from (row["id"] for row in about)
    yield from (p.subject.id for p in seen.placement.placed)


def _norms(wanted: Sequence[Wanted]) -> Iterable[str]:
    for one in wanted:
        yield one.norm
        yield from (norm for _, norm in one.other_norms)
        yield from (tie.norm for tie in one.ties)


def _keys(seen: Foreseen) -> Iterable[str]:
    yield from (w.mention.external_id for w in seen.wanted if w.mention.external_id)
    yield from (e.key for e in seen.resolved.entities if e.is_new)
    for one in seen.placement.placed:
        yield from (one.relation, one.said)
        if one.object is None:
            yield value_key(one.claim.object)


def brought(resolved: Resolved) -> list[Acquaintance]:
    """The entities that are new, with all their names."""
    names: dict[str, list[str]] = {}
    for _, name, id_, *_ in resolved.aliases:
        names.setdefault(id_, []).append(name)
    return [Acquaintance.of_batch(e, tuple(names.get(e.id, ()))) for e in resolved.entities if e.is_new]


def may_mean(resolved: Resolved, others: Sequence[Acquaintance], settings: Settings) -> bool:
    """Whether a name that is new, or was resolved by likeness, might have been taken for one of the others."""
    if not others:
        return False
    ends = {e.id: e for e in resolved.entities}
    unsure = [(name, id_) for _, name, id_, *guess in resolved.aliases if guess or ends[id_].is_new]
    return _any_like(unsure, ends, others, settings)


def names_of(resolved: Resolved, aliases: Iterable[Alias]) -> list[Acquaintance]:
    """The entities that are new or may have got a name besides their own by these aliases, with all of them."""
    ends = {e.id: e for e in resolved.entities}
    names: dict[str, list[str]] = {e.id: [] for e in ends.values() if e.is_new or e.rename}
    for norm, name, id_, *_ in aliases:
        if id_ in ends and (ends[id_].is_new or norm != slug(ends[id_].name)):
            names.setdefault(id_, []).append(name)
    return [Acquaintance.of_batch(ends[id_], tuple(said)) for id_, said in names.items()]


def is_like_any(resolved: Resolved, others: Sequence[Acquaintance], settings: Settings) -> bool:
    """Whether any name might be taken for one of the others, or for one of several that it fits."""
    if not others:
        return False
    ends = {e.id: e for e in resolved.entities}
    return _any_like([(name, id_) for _, name, id_, *_ in resolved.aliases], ends, others, settings)


def _any_like(
    names: Iterable[tuple[str, str]], ends: Mapping[str, End], others: Sequence[Acquaintance], settings: Settings
) -> bool:
    weighed = (weigh(name, ends[id_].type, other) for name, id_ in names for other in others if other.id != id_)
    return any(one.part or one.score >= settings.candidate_threshold for one in weighed)


__all__ = ["News", "brought", "may_mean"]
