"""What episodes of one transaction have written, and whether that concerns the ones after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from graphmem.graph.settle_result import Settled
from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.entity_ref import AliasRow, CandidateRow, EntityRef
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.resolution.scoring import score_candidate
from graphmem.ingest.stages.records import ChangeSet, FactReads
from graphmem.ingest.transactions.read_set import ReadSet
from graphmem.names.normalize import slug, value_key
from graphmem.settings import Settings


@dataclass(slots=True)
class WriteSet:
    """What has been written since something was read, as far as it could have been read.

    It would rather see something where there is nothing: what concerns an episode is only read again.
    """

    norms: set[str] = field(default_factory=set)
    """Names that were written, normalised."""
    ids: set[str] = field(default_factory=set)
    """Entities that were met, and ends of what was said."""
    keys: set[str] = field(default_factory=set)
    """Keys of entities and values, ids that others gave, names of relations: whatever is sought exactly."""
    named: list[Candidate] = field(default_factory=list)
    """Entities that are new or have got a name."""
    told: set[str] = field(default_factory=set)
    """Entities of which something changed that would be read with their facts."""
    ends: set[str] = field(default_factory=set)
    """Both ends of every fact that changed."""

    def add(self, changes: ChangeSet, resolved: Resolved, facts: FactReads) -> None:
        """What an episode writes."""
        self.norms |= {norm for norm, *_ in changes.aliases} | {slug(e.name) for e in changes.entities if e.is_new}
        self.ids |= {e.id for e in changes.entities}
        self.ids |= {end for subject, _, object_, _ in changes.pairs() for end in (subject, object_)}
        self.keys |= {e.key for e in (*changes.entities, *resolved.entities) if e.is_new}
        self.keys |= {v.key for v in changes.values}
        self.keys |= {e.external_id for e in changes.entities if e.external_id}
        self.keys |= _rules_changed(changes, facts)
        self.named += names_of(resolved, changes.aliases)

    def settled(self, changes: ChangeSet, settled: Settled) -> None:
        """What has become of it."""
        for row in settled.changes:
            subject, object_ = row["subjectId"], row["objectId"]
            self.ends |= {subject, object_}
            said = changes.rules.get(row["relation"])
            self.told |= {subject} if said and not said.rule.symmetric else {subject, object_}

    def conflicts_with(self, seen: ReadSet, settings: Settings) -> bool:
        """Whether an episode might read something else now."""
        unsure, subjects = set(_unsure(seen)), {p.subject.id for p in seen.linked.placed}
        return (
            not self.ids.isdisjoint(unsure | subjects | set(_sure(seen)))
            or not self.ends.isdisjoint(unsure)
            or not self.told.isdisjoint(subjects)
            or not self.norms.isdisjoint(_norms(seen.mentions))
            or not self.keys.isdisjoint(_keys(seen))
            or is_like_any(seen.resolved, self.named, settings)
        )


def must_commit_alone(changes: ChangeSet, facts: FactReads) -> bool:
    """Whether what an episode says may change facts of others than those it speaks of, or be changed by them: how many values a
    relation has, who is joined through one that joins just two, what rests on other facts."""
    joins = any(one.rule.symmetric and one.rule.cardinality == "one" for one in changes.rules.values())
    rests = any(one.props["evidence"] for one in changes.statements)
    return joins or rests or bool(_rules_changed(changes, facts))


def _rules_changed(changes: ChangeSet, facts: FactReads) -> set[str]:
    """Relations that are new, or of which it is said anew how many values they have."""
    said = {name: one.claim.cardinality for name, one in changes.rules.items()}
    known = {name: rule.cardinality for name, rule in facts.rules.items()}
    return {name for name, stated in said.items() if name not in known or stated not in (None, known[name])}


def _sure(seen: ReadSet) -> Iterable[str]:
    """Whom the names mean where just one entity has exactly the name."""
    return (exact[0] for exact in map(_exact, seen.names.near) if len(exact) == 1)


def _unsure(seen: ReadSet) -> Iterable[str]:
    """Of whom names and facts were read and counted, because it takes more than the name to tell whom it means."""
    for near in seen.names.near:
        if len(_exact(near)) != 1:
            yield from (c["id"] for c in near)
    yield from (row["id"] for row in chain.from_iterable(seen.names.about))


def _exact(near: Sequence[CandidateRow]) -> list[str]:
    return [c["id"] for c in near if c["how"] == "alias"]


def _norms(wanted: Sequence[EntityMention]) -> Iterable[str]:
    for one in wanted:
        yield one.norm
        yield from (norm for _, norm in one.other_norms)
        yield from (tie.norm for tie in one.ties)


def _keys(seen: ReadSet) -> Iterable[str]:
    yield from (w.mention.external_id for w in seen.mentions if w.mention.external_id)
    yield from (e.key for e in seen.resolved.entities if e.is_new)
    for one in seen.linked.placed:
        yield from (one.relation, one.said)
        if one.object is None:
            yield value_key(one.claim.object)


def new_entities(resolved: Resolved) -> list[Candidate]:
    """The entities that are new, with all their names."""
    names: dict[str, list[str]] = {}
    for _, name, id_, *_ in resolved.aliases:
        names.setdefault(id_, []).append(name)
    return [Candidate.of_batch(e, tuple(names.get(e.id, ()))) for e in resolved.entities if e.is_new]


def may_resolve_to(resolved: Resolved, others: Sequence[Candidate], settings: Settings) -> bool:
    """Whether a name that is new, or was resolved by likeness, might have been taken for one of the others."""
    if not others:
        return False
    ends = {e.id: e for e in resolved.entities}
    unsure = [(name, id_) for _, name, id_, *guess in resolved.aliases if guess or ends[id_].is_new]
    return _any_like(unsure, ends, others, settings)


def names_of(resolved: Resolved, aliases: Iterable[AliasRow]) -> list[Candidate]:
    """The entities that are new or may have got a name besides their own by these aliases, with all of them."""
    ends = {e.id: e for e in resolved.entities}
    names: dict[str, list[str]] = {e.id: [] for e in ends.values() if e.is_new or e.rename}
    for norm, name, id_, *_ in aliases:
        if id_ in ends and (ends[id_].is_new or norm != slug(ends[id_].name)):
            names.setdefault(id_, []).append(name)
    return [Candidate.of_batch(ends[id_], tuple(said)) for id_, said in names.items()]


def is_like_any(resolved: Resolved, others: Sequence[Candidate], settings: Settings) -> bool:
    """Whether any name might be taken for one of the others, or for one of several that it fits."""
    if not others:
        return False
    ends = {e.id: e for e in resolved.entities}
    return _any_like([(name, id_) for _, name, id_, *_ in resolved.aliases], ends, others, settings)


def _any_like(
    names: Iterable[tuple[str, str]], ends: Mapping[str, EntityRef], others: Sequence[Candidate], settings: Settings
) -> bool:
    weighed = (
        score_candidate(name, ends[id_].type, other) for name, id_ in names for other in others if other.id != id_
    )
    least = min(settings.candidate_threshold, settings.fuzzy_threshold)
    return any(one.part or one.score >= least for one in weighed)
