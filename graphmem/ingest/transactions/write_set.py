"""The write set: what the earlier episodes of a transaction write, and whether it conflicts with what a later one has read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.entity_ref import AliasRow, CandidateRow, EntityRef
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.resolution.scoring import score_candidate
from graphmem.ingest.stages.case import ReadSet
from graphmem.ingest.stages.records import ChangeSet, FactReads
from graphmem.names.normalize import slug, value_key
from graphmem.settings import Settings
from graphmem.settling.settle_result import Settled


@dataclass(slots=True)
class WriteSet:
    """What was written since something was read, as far as a read could have seen it.

    It reports a conflict in doubt: an episode with a conflict is only read for again.
    """

    norms: set[str] = field(default_factory=set)
    """Normalised names that were written."""
    ids: set[str] = field(default_factory=set)
    """Ids of entities that were met, and of the ends of statements."""
    keys: set[str] = field(default_factory=set)
    """Keys of entities and values, external ids, names of relations: what is looked up exactly."""
    values: set[str] = field(default_factory=set)
    """Normalised texts of values that were stated. A later episode that makes one an entity links it."""
    named: list[Candidate] = field(default_factory=list)
    """Entities that are new or got another name."""
    with_facts: set[str] = field(default_factory=set)
    """Ids of entities whose facts changed, at the end where facts are read."""
    ends: set[str] = field(default_factory=set)
    """Ids of both ends of every fact that changed."""

    def add(self, changes: ChangeSet, resolved: Resolved, facts: FactReads) -> None:
        """Add what an episode writes."""
        self.norms |= {norm for norm, *_ in changes.aliases} | {slug(e.name) for e in changes.entities if e.is_new}
        self.ids |= {e.id for e in changes.entities}
        self.ids |= {end for subject, _, object_, _ in changes.pairs() for end in (subject, object_)}
        self.keys |= {e.key for e in (*changes.entities, *resolved.entities) if e.is_new}
        self.keys |= {v.key for v in changes.values}
        self.values |= {slug(str(statement.props.get("objectSaid", ""))) for statement in changes.statements}
        self.keys |= {e.external_id for e in changes.entities if e.external_id}
        self.keys |= _changed_rules(changes, facts)
        self.named += renamed(resolved, changes.aliases)

    def settled(self, changes: ChangeSet, settled: Settled) -> None:
        """Add the facts that settling changed."""
        for row in settled.changes:
            subject, object_ = row["subjectId"], row["objectId"]
            self.ends |= {subject, object_}
            claim = changes.rules.get(row["relation"])
            self.with_facts |= {subject} if claim and not claim.rule.symmetric else {subject, object_}

    def conflicts_with(self, reads: ReadSet, settings: Settings) -> bool:
        """Whether the reads of an episode might be different now."""
        ambiguous, subjects = set(_ambiguous(reads)), {claim.subject.id for claim in reads.linked.placed}
        return (
            not self.ids.isdisjoint(ambiguous | subjects | set(_exact_ids(reads)))
            or not self.ends.isdisjoint(ambiguous)
            or not self.with_facts.isdisjoint(subjects)
            or not self.norms.isdisjoint(_norms(reads.mentions))
            or not self.keys.isdisjoint(_keys(reads))
            or not self.values.isdisjoint(norm for norm, *_ in reads.resolved.aliases)
            or is_similar_to_any(reads.resolved, self.named, settings)
        )


def must_commit_alone(changes: ChangeSet, facts: FactReads) -> bool:
    """Whether an episode may change facts of entities that it does not name, or its facts may change by others.

    That is so where it states a relation's cardinality, a symmetric relation of one, evidence, or a condition.
    """
    joins = any(claim.rule.symmetric and claim.rule.cardinality == "one" for claim in changes.rules.values())
    rests = any(statement.props["evidence"] or statement.conditions for statement in changes.statements)
    return joins or rests or bool(_changed_rules(changes, facts))


def _changed_rules(changes: ChangeSet, facts: FactReads) -> set[str]:
    """Relations that are new, or whose cardinality is stated otherwise than it is known."""
    stated = {name: claim.claim.cardinality for name, claim in changes.rules.items()}
    known = {name: rule.cardinality for name, rule in facts.rules.items()}
    return {name for name, value in stated.items() if name not in known or value not in (None, known[name])}


def _exact_ids(reads: ReadSet) -> Iterable[str]:
    """The entities of the names that exactly one entity has."""
    return (exact[0] for exact in map(_exact, reads.names.near) if len(exact) == 1)


def _ambiguous(reads: ReadSet) -> Iterable[str]:
    """The candidates of the other names, and the entities whose facts were read to choose between them."""
    for near in reads.names.near:
        if len(_exact(near)) != 1:
            yield from (candidate["id"] for candidate in near)
    yield from (row["id"] for row in chain.from_iterable(reads.names.about))


def _exact(near: Sequence[CandidateRow]) -> list[str]:
    return [candidate["id"] for candidate in near if candidate["how"] == "alias"]


def _norms(mentions: Sequence[EntityMention]) -> Iterable[str]:
    for mention in mentions:
        yield mention.norm
        yield from (norm for _, norm in mention.other_norms)
        yield from (tie.norm for tie in mention.ties)


def _keys(reads: ReadSet) -> Iterable[str]:
    yield from (m.mention.external_id for m in reads.mentions if m.mention.external_id)
    yield from (e.key for e in reads.resolved.entities if e.is_new)
    for claim in reads.linked.placed:
        yield from claim.relations
        yield from map(value_key, claim.values)


def new_entities(resolved: Resolved) -> list[Candidate]:
    """The entities that a batch creates, with all their names."""
    names: dict[str, list[str]] = {}
    for _, name, id_, *_ in resolved.aliases:
        names.setdefault(id_, []).append(name)
    return [Candidate.of_batch(e, tuple(names.get(e.id, ()))) for e in resolved.entities if e.is_new]


def may_resolve_to(resolved: Resolved, others: Sequence[Candidate], settings: Settings) -> bool:
    """Whether a name that is new, or was resolved by similarity, might have resolved to one of the others."""
    if not others:
        return False
    entities = {e.id: e for e in resolved.entities}
    unsure = [(name, id_) for _, name, id_, *guess in resolved.aliases if guess or entities[id_].is_new]
    return _any_similar(unsure, entities, others, settings)


def renamed(resolved: Resolved, aliases: Iterable[AliasRow]) -> list[Candidate]:
    """The entities that are new, or that these aliases give another name, with all these names."""
    entities = {e.id: e for e in resolved.entities}
    names: dict[str, list[str]] = {e.id: [] for e in entities.values() if e.is_new or e.rename}
    for norm, name, id_, *_ in aliases:
        if id_ in entities and (entities[id_].is_new or norm != slug(entities[id_].name)):
            names.setdefault(id_, []).append(name)
    return [Candidate.of_batch(entities[id_], tuple(aliases_of)) for id_, aliases_of in names.items()]


def is_similar_to_any(resolved: Resolved, others: Sequence[Candidate], settings: Settings) -> bool:
    """Whether any name of a batch might resolve to one of the others."""
    if not others:
        return False
    entities = {e.id: e for e in resolved.entities}
    return _any_similar([(name, id_) for _, name, id_, *_ in resolved.aliases], entities, others, settings)


def _any_similar(
    names: Iterable[tuple[str, str]],
    entities: Mapping[str, EntityRef],
    others: Sequence[Candidate],
    settings: Settings,
) -> bool:
    scores = (
        score_candidate(name, entities[id_].type, other) for name, id_ in names for other in others if other.id != id_
    )
    least = min(settings.candidate_threshold, settings.fuzzy_threshold)
    return any(score.part or score.score >= least for score in scores)
