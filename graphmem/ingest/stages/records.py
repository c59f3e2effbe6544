"""The frozen records that stages 3 to 7 pass on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from graphmem.claims import MIRROR, Call, Claim, ClaimSource, ConditionClaim
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.resolution.linked_condition import LinkedCondition
from graphmem.ontology import RelationRule
from graphmem_contract.choices import VerbEffect
from graphmem_contract.records import Kind, Precision, Vector


@dataclass(frozen=True, slots=True)
class Sourced:
    """Output of stage 3: claims with their sources, and the model calls for them."""

    claims: tuple[tuple[Claim, ClaimSource], ...]
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewStatement:
    """A statement to add. `props` are the node's properties; `vector` is the embedding of its text.

    `because`: for the end of a contradicted fact, the id of the contradicting statement.
    """

    id: str
    n: int
    episode_id: str | None
    props: Mapping[str, Any]
    vector: Vector | None
    dated: DatedClaim
    because: str | None = None
    conditions: tuple[PlacedCondition, ...] = ()

    @property
    def triple(self) -> tuple[str, str, str]:
        """Subject id, relation, object id."""
        return self.props["subjectId"], self.props["relation"], self.props["objectId"]


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A denial. It withdraws every `holds` statement of a subject, relation and object.

    `ahead`: it withdraws only what was said before and lies after the message. `of_ends`: it withdraws `ends` statements.
    """

    subject_id: str
    relation: str
    object_id: str
    by: str
    n: int
    dated: DatedClaim
    ahead: bool = False
    of_ends: bool = False


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Output of stage 6: everything that the commit writes.

    `rules`: for each relation, the claim that gives its cardinality. `boosted`: ids of known facts whose stability grows
    by `boost`.
    """

    entities: tuple[EntityRef, ...]
    values: tuple[ValueEnd, ...]
    aliases: tuple[tuple[str, ...], ...]
    statements: tuple[NewStatement, ...]
    withdrawals: tuple[Withdrawal, ...]
    skipped: tuple[Skipped, ...]
    rules: Mapping[str, DistinctClaim]
    boosted: tuple[str, ...] = ()
    boost: float = 0.0

    def pairs(self) -> tuple[tuple[str, str, str, int], ...]:
        """Return what the change set touches: (subject id, relation, object id, number of the record), once each."""
        stated = ((s.props["subjectId"], s.props["relation"], s.props["objectId"], s.n) for s in self.statements)
        denied = ((w.subject_id, w.relation, w.object_id, w.n) for w in self.withdrawals)
        return tuple(dict.fromkeys((*stated, *denied)))

    def numbered_from(self, first: int) -> ChangeSet:
        """Return the change set with its record numbers raised by `first`, the number of records before it in the commit."""
        if not first:
            return self
        return replace(
            self,
            entities=tuple(replace(entity, n=entity.n + first) for entity in self.entities),
            statements=tuple(replace(statement, n=statement.n + first) for statement in self.statements),
            withdrawals=tuple(replace(withdrawal, n=withdrawal.n + first) for withdrawal in self.withdrawals),
        )


KnownFact = Mapping[str, Any]
"""A fact of the graph, as `ingest/read_facts.cypher` returns it."""


@dataclass(frozen=True, slots=True)
class ValueEnd:
    """A value as the object of a claim: a literal, not an entity."""

    id: str
    key: str
    text: str
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class PlacedCondition:
    """A condition of a claim as it is stored. Without `object` it means any change of the subject and relation."""

    claim: ConditionClaim
    waits: bool
    subject: EntityRef
    relation: str
    object: EntityRef | ValueEnd | None


@dataclass(frozen=True, slots=True)
class DistinctClaim:
    """A claim with resolved ends, compared with the known facts. No other claim of its record says the same.

    `stored`: known facts with the same ends and relation, which the claim confirms or continues. `contradicts`: known facts
    that the judge found contradicted. `alike`: ids of known facts whose similarity is strictly above `boost_threshold`.
    `past`: the state is told for a former time, so it has an end. `takes_back`: it takes back the ends that lie ahead.
    `put_off`: the known plans of the same subject and relation, which it puts off.
    `ended`: for a death, the known states that it ends. `death`: the known death of the subject, which ends this state.
    `told`: the claim as it was told, where its verb was read as another claim.
    `verdict`: a judge's verdict on its sentence, *same* or *refines*, then the details of the sentence that is told now.
    `corrects`: the known facts that were never true, because this claim is. `adds`: it comes beside the other values.
    `may_end`: its verb changes something, and the tables do not say what. `notes`: what of the answer was overruled, and why.
    """

    claim: Claim
    source: ClaimSource
    subject: EntityRef
    relation: str
    rule: RelationRule
    object: EntityRef | ValueEnd
    vector: Vector | None
    decision: str = "new"
    stored: tuple[KnownFact, ...] = ()
    contradicts: tuple[KnownFact, ...] = ()
    alike: tuple[str, ...] = ()
    past: bool = False
    takes_back: bool = False
    put_off: tuple[KnownFact, ...] = ()
    ended: tuple[KnownFact, ...] | None = None
    death: KnownFact | None = None
    told: Claim | None = None
    verdict: tuple[str, ...] | None = None
    conditions: tuple[PlacedCondition, ...] = ()
    corrects: tuple[KnownFact, ...] = ()
    adds: bool = False
    may_end: bool = False
    notes: tuple[str, ...] = ()
    dates: Mapping[datetime, DateDecision] = field(default_factory=dict)
    """How dates of the claim were decided before, for a statement that is read again; the others are decided now."""

    @property
    def mirror(self) -> bool:
        """Whether it comes from a relation without a sentence."""
        return self.claim.origin == MIRROR

    @property
    def swapped(self) -> bool:
        """Whether subject and object changed places when its verb was read."""
        told, claim = self.told, self.claim
        return told is not None and (told.subject, told.object) == (claim.object, claim.subject)

    def fact_ids(self, own: str) -> tuple[str, ...]:
        """Return the ids under which its fact may be stored after the commit.

        This is the id of the open known fact, if there is one. Otherwise it is any of the known ones or `own`.
        """
        live = tuple(known["factId"] for known in self.stored if known["open"])
        return live[:1] or (*(known["factId"] for known in self.stored), own)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A claim that was skipped, with the reason. `twin` is the claim that says the same, if this is the reason."""

    claim: Claim
    source: ClaimSource
    reason: str
    twin: DistinctClaim | None = None


@dataclass(frozen=True, slots=True)
class FactReads:
    """What the graph knows about the subjects of claims, read at `revision`.

    `taken`: entity keys in use. `values`: key of a value → its id. `rules`: relation → its rule. By position of the claim:
    `held` are facts of the same subject and relation; `similar` are facts of the same subject with a similar meaning, for a
    judge; `alike` are facts of the brain with a similar meaning, for the stability boost.
    """

    revision: int
    taken: frozenset[str]
    values: Mapping[str, str]
    rules: Mapping[str, RelationRule]
    held: tuple[tuple[KnownFact, ...], ...]
    similar: tuple[tuple[KnownFact, ...], ...]
    alike: tuple[tuple[KnownFact, ...], ...] = ()
    states: tuple[tuple[KnownFact, ...], ...] = ()
    """By position of a claim that tells a death, an end or an opposite: the open facts of its subject, in both directions of
    symmetric relations."""
    touched: Mapping[str, KnownFact] = field(default_factory=dict)
    """By id: the known facts that the claims say they touch."""
    deaths: tuple[KnownFact | None, ...] = ()
    """By position of the claim: the known death of its subject."""
    learnt: Mapping[str, str] = field(default_factory=dict)
    """Synonyms that a person stated: relation of a claim → relation under which it is stored."""
    effects: Mapping[str, VerbEffect] = field(default_factory=dict)
    """Verbs that a person stated: relation of a claim → whether it begins or ends the relation under which it is stored."""


@dataclass(frozen=True, slots=True)
class LinkedClaim:
    """A claim with its entities and its relation, before it is compared with known facts. The reads of stages 4–6 take it.

    `object` is None if the object is a value. `said` is the relation of the claim in snake_case. `relation` is the name
    under which the seeds store it. `past`: the relation is worded for a former time ("worked_at").
    `takes_back`: it takes back the ends of the fact that lie ahead ("I'm staying after all"). `is_death`: it ends every
    state of its subject. `otherwise`: the other states that its verb ends, if one of them is known of the same ends.
    `may_end`: see DistinctClaim.
    """

    claim: Claim
    source: ClaimSource
    subject: EntityRef
    relation: str
    object: EntityRef | None
    vector: Vector | None
    said: str = ""
    past: bool = False
    takes_back: bool = False
    is_death: bool = False
    otherwise: tuple[str, ...] = ()
    may_end: bool = False
    conditions: tuple[LinkedCondition, ...] = ()
    told: Claim | None = None
    """The claim as it was told, where its verb was read as another claim."""

    @property
    def values(self) -> tuple[str, ...]:
        """The texts of its object and of the objects of its conditions, as far as these are values."""
        texts = (self.claim.object if self.object is None else None, *(one.value for one in self.conditions))
        return tuple(text for text in texts if text is not None)

    @property
    def relations(self) -> tuple[str, ...]:
        """The names of its relation and of those of its conditions."""
        return (self.relation, self.said, *(name for one in self.conditions for name in (one.relation, one.said)))

    def stored_under(self, learnt: Mapping[str, str]) -> str:
        """Return the name under which the relation is stored: the one that a person stated, else the one of the seeds."""
        if self.source.resolve == "exact":
            return self.relation
        return learnt.get(self.said) or learnt.get(self.relation) or self.relation


@dataclass(frozen=True, slots=True)
class LinkedClaims:
    """Claims with their ends, skipped claims, and the aliases that claims state: (normalised name, wording, entity id)."""

    placed: tuple[LinkedClaim, ...]
    unplaced: tuple[Skipped, ...]
    aliases: tuple[tuple[str, str, str], ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedClaims:
    """Output of stage 4: the claims with their ends, what is known of them, the distinct ones, and those that repeat another."""

    linked: LinkedClaims
    facts: FactReads
    distinct: tuple[DistinctClaim, ...]
    twins: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class DateDecision:
    """A start or an end, with its precision and how it was decided.

    `at` None = open: since always, or until further notice. `stated` False = the date was assumed. `until`: the end of the
    stated day, month, year or span.
    """

    at: datetime | None
    precision: Precision | None
    stated: bool
    how: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class DatedClaim:
    """A claim with its period `[start, end)` in UTC. For an `ends` claim, `start` is when the fact ended."""

    candidate: DistinctClaim
    start: DateDecision
    end: DateDecision
    kind: Kind


@dataclass(frozen=True, slots=True)
class DatedClaims:
    """Output of stage 5: dated claims, skipped claims, and warnings about dates."""

    dated: tuple[DatedClaim, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[str, ...]


def boosts(claim: Claim, source: ClaimSource) -> bool:
    """Whether a claim makes the known facts that it repeats more stable. Imports and names that are keys do not."""
    return claim.action == "holds" and source.resolve == "full" and claim.origin != "imported"


def object_of(known: KnownFact) -> EntityRef | ValueEnd:
    """Return the object of a known fact."""
    if known["isEntity"]:
        return EntityRef(known["objectId"], known["objectKey"], known["object"], "", "known")
    return ValueEnd(known["objectId"], known["objectKey"], known["object"], is_new=False)
