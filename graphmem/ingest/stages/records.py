"""The frozen records between stages 4, 5, 6 and 7."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from graphmem.claims import MIRROR, Claim, ClaimSource
from graphmem.contract.records import Kind, Precision, Vector
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ontology import RelationRule


@dataclass(frozen=True, slots=True)
class NewStatement:
    """A statement to add. `props` are the node's properties; `vector` embeds its text.

    `because`: the statement that an end rests on which a judge has found.
    """

    id: str
    n: int
    episode_id: str | None
    props: Mapping[str, Any]
    vector: Vector | None
    dated: DatedClaim
    because: str | None = None

    @property
    def triple(self) -> tuple[str, str, str]:
        """Subject id, relation, object id."""
        return self.props["subjectId"], self.props["relation"], self.props["objectId"]


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What a denial takes back: every `holds` of a subject, relation and object."""

    subject_id: str
    relation: str
    object_id: str
    by: str
    n: int
    dated: DatedClaim


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Output of stage 6: all that the commit will write. `boosted`: known facts that grow more stable by `boost`."""

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
        """What was touched: (subject id, relation, object id, number of the record)."""
        stated = ((s.props["subjectId"], s.props["relation"], s.props["objectId"], s.n) for s in self.statements)
        denied = ((w.subject_id, w.relation, w.object_id, w.n) for w in self.withdrawals)
        return tuple(dict.fromkeys((*stated, *denied)))

    def numbered_from(self, first: int) -> ChangeSet:
        """The same with the numbers of its records that much higher, for a commit in which others come before."""
        if not first:
            return self
        return replace(
            self,
            entities=tuple(replace(one, n=one.n + first) for one in self.entities),
            statements=tuple(replace(one, n=one.n + first) for one in self.statements),
            withdrawals=tuple(replace(one, n=one.n + first) for one in self.withdrawals),
        )


KnownFact = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ValueEnd:
    """A far end that names no entity."""

    id: str
    key: str
    text: str
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class DistinctClaim:
    """A claim between resolved ends.

    `stored`: known facts with these ends and this relation, which it confirms or continues; `contradicts`: known facts which
    a judge found it to end; `alike`: ids of known facts that say something similar, strictly above `boost_threshold`.
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

    @property
    def mirror(self) -> bool:
        """Whether it was made of a relation that nobody put into words."""
        return self.claim.origin == MIRROR

    def fact_ids(self, own: str) -> tuple[str, ...]:
        """The ids under which its fact may be found after the commit: the live known one's, else any of these."""
        live = tuple(known["factId"] for known in self.stored if known["open"])
        return live[:1] or (*(known["factId"] for known in self.stored), own)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A claim that was left out, and why; `twin` is the one that says the same."""

    claim: Claim
    source: ClaimSource
    reason: str
    twin: DistinctClaim | None = None


@dataclass(frozen=True, slots=True)
class FactReads:
    """What the graph knows about the claims' subjects, read at `revision`."""

    revision: int
    taken: frozenset[str]
    values: Mapping[str, str]
    rules: Mapping[str, RelationRule]
    held: tuple[tuple[KnownFact, ...], ...]
    similar: tuple[tuple[KnownFact, ...], ...]
    alike: tuple[tuple[KnownFact, ...], ...] = ()
    learnt: Mapping[str, str] = field(default_factory=dict)
    """Synonyms that a person stated for a relation: what is said → what it is stored under."""


@dataclass(frozen=True, slots=True)
class LinkedClaim:
    """A claim whose ends and relation are known, before it is compared: what the reads of stages 4 to 6 are asked for.

    `said` is the relation's name as it was said, in snake_case; `relation` what it is usually stored under.
    """

    claim: Claim
    source: ClaimSource
    subject: EntityRef
    relation: str
    object: EntityRef | None
    vector: Vector | None
    said: str = ""

    def stored_under(self, learnt: Mapping[str, str]) -> str:
        """The relation's name: what a person stated for it, else the usual one."""
        if self.source.resolve == "exact":
            return self.relation
        return learnt.get(self.said) or learnt.get(self.relation) or self.relation


@dataclass(frozen=True, slots=True)
class LinkedClaims:
    """Claims with their ends, those left out, and the aliases (normalised name, wording, entity id) that claims state."""

    placed: tuple[LinkedClaim, ...]
    unplaced: tuple[Skipped, ...]
    aliases: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class DateDecision:
    """A date and how sure it is. `at` None = open: since always, or until further notice.

    `until`: where the day, month, year or span ends that was said.
    """

    at: datetime | None
    precision: Precision | None
    stated: bool
    how: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class DatedClaim:
    """A claim with its interval `[start, end)` in UTC; for `ends`, `start` is when it ended."""

    candidate: DistinctClaim
    start: DateDecision
    end: DateDecision
    kind: Kind


@dataclass(frozen=True, slots=True)
class DatedClaims:
    """Output of stage 5."""

    dated: tuple[DatedClaim, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[str, ...]


def boosts(claim: Claim, source: ClaimSource) -> bool:
    """Whether a claim makes known facts more stable: an import repeats nothing to anybody."""
    return claim.action == "holds" and source.resolve == "full" and claim.origin != "imported"
