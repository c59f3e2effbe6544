"""What an extractor says of a message: mentions, claims, questions to a judge and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

from graphmem.contract.records import (
    Action,
    Cardinality,
    Category,
    Kind,
    Message,
    Origin,
    ResolveMode,
    SuppliedExtraction,
    SuppliedFact,
    TokensUsed,
)
from graphmem.names.normalize import slug

MIRROR: Origin = "inferred_from_relation"
MIRROR_CONFIDENCE = 0.60
"""A relation that nobody put into words is a weak inference, unless its confidence is given."""
NOT_GIVEN = 0.8
"""The confidence of a claim of which an extractor says nothing."""
SECOND_HAND = frozenset({"assistant", "system", "tool", "ai", "bot", "model", "function"})
"""Roles whose words are about the user, and not the user's own."""
SECOND_HAND_CONFIDENCE = 0.80
"""At most a strong inference: what an assistant restates, the user has not said."""


def sentenced(claim: Claim) -> Claim:
    """The claim with a sentence: its own, or one made of its words; between two entities that makes it a mirror fact."""
    if claim.text.strip():
        return claim
    text = f"{claim.subject} {claim.relation.replace('_', ' ')} {claim.object}"
    if claim.action != "holds" or not claim.object_is_entity:
        return replace(claim, text=text)
    confidence = MIRROR_CONFIDENCE if claim.confidence == NOT_GIVEN else claim.confidence
    return replace(claim, text=text, origin=MIRROR, confidence=confidence)


def second_hand(role: str | None) -> bool:
    """Whether a role speaks about the user, and not for itself."""
    return role is not None and role.strip().casefold() in SECOND_HAND


def as_said(claim: Claim, role: str | None) -> Claim:
    """An extracted claim with its sentence and the confidence that the role of its speaker allows."""
    claim = sentenced(claim)
    if second_hand(role) and claim.confidence > SECOND_HAND_CONFIDENCE:
        return replace(claim, confidence=SECOND_HAND_CONFIDENCE)
    return claim


SUPPLIED_CONFIDENCE = 0.8
"""Confidence of a supplied fact that names none; facts by hand default to 1."""


@dataclass(frozen=True, slots=True)
class ClaimSource:
    """Where a claim comes from. `n` numbers the record in its commit; `occurred_at` is UTC."""

    n: int
    episode_id: str | None
    occurred_at: datetime
    speaker: str | None = None
    sentence: str = ""
    resolve: ResolveMode = "full"
    valid_from_override: datetime | None = None
    time_zone: str | None = None
    episode_ids: tuple[str, ...] = ()
    supplied: bool = False
    """The facts came with the call: each is meant as it is, none is dropped for being like another."""
    second_hand: bool = False
    """Said by an assistant about the user: it takes nothing from what the user said more surely."""


@dataclass(frozen=True, slots=True)
class ExtractedMentions:
    """Output of stage 1: what one source speaks of."""

    source: ClaimSource
    extracted: Extracted


def supplied(extraction: SuppliedExtraction) -> Extracted:
    """Mentions and claims that came with the episode."""
    listed = {slug(name) for one in extraction.entities for name in (one.name, *one.aliases) if name.strip()}
    mentions = tuple(Mention(e.name, e.type, e.aliases, e.external_id) for e in extraction.entities)
    claims = tuple(claim_of(fact, is_entity=slug(fact.object) in listed) for fact in extraction.facts)
    return Extracted(mentions, claims, "supplied")


def claim_of(
    fact: SuppliedFact, *, is_entity: bool | None, confidence: float = SUPPLIED_CONFIDENCE, origin: Origin = "extracted"
) -> Claim:
    """A supplied fact as a claim; `is_entity` is the default where the caller did not say."""
    return Claim(
        subject=fact.subject,
        relation=fact.relation,
        object=fact.object,
        text=fact.text or sentence(fact.subject, fact.relation, fact.object),
        object_is_entity=is_entity if fact.object_is_entity is None else fact.object_is_entity,
        action=fact.action,
        starts=fact.valid_from if fact.starts_given else ABSENT,
        until=fact.valid_until,
        confidence=confidence if fact.confidence is None else fact.confidence,
        importance=fact.importance,
        category=fact.category,
        kind=fact.kind,
        cardinality=fact.cardinality,
        origin=origin,
        evidence=fact.evidence_sets,
    )


def sentence(subject: str, relation: str, object_: str) -> str:
    """What a fact says that came without a text."""
    return f"{subject} {relation.replace('_', ' ')} {object_}"


ABSENT: Literal["absent"] = "absent"
"""A start nobody spoke of; the temporal stage assumes the episode's time."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in the text. `hint` is a relationship that came with it ("Rafael's girlfriend")."""

    name: str
    type: str = "other"
    aliases: tuple[str, ...] = ()
    external_id: str | None = None
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What the text says: subject, relation, object, since when, until when; `text` "" = a relation without a sentence.

    `subject` and `object` are wordings (names of mentions, or a value's text). `starts` is `"absent"` where the text
    says nothing, None for since always, a UTC datetime, or the words of the date ("last March", "2019"), which the
    temporal stage resolves against the episode's time; `until` likewise, None = open.
    `object_is_entity` None = an entity if the graph knows one of that name, else a value.
    `action`: holds | ends (it stopped being true, at `until`) | never (it was never true).
    `evidence` is (a and b) or c, by fact id.
    """

    subject: str
    relation: str
    object: str
    text: str
    object_is_entity: bool | None = False
    action: Action = "holds"
    starts: datetime | str | None = ABSENT
    until: datetime | str | None = None
    confidence: float = 0.8
    importance: float | None = None
    importance_category: str | None = None
    category: Category | None = None
    kind: Kind | None = None
    cardinality: Cardinality | None = None
    origin: Origin = "extracted"
    evidence: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """One call to a model, for the trace."""

    purpose: str
    model: str
    prompt: str
    answer: str
    ms: float
    tokens: TokensUsed = field(default_factory=TokensUsed)
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Emotion:
    """How the message sounds."""

    emotion: str = "neutral"
    intensity: float = 0.0
    energy: Literal["high", "medium", "low"] = "medium"


@dataclass(frozen=True, slots=True)
class Profile:
    """What is lasting about an entity, in 100 to 300 tokens of English; `entity` is a wording."""

    entity: str
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """What an extractor gets to see. `known` holds profiles and known facts by the line, `ontology` names of types and
    relations by kind, `recent_messages` the turns before it, oldest first."""

    content: str
    occurred_at: datetime
    speaker: str | None = None
    role: str | None = None
    messages: tuple[Message, ...] = ()
    recent_messages: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    ontology: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    instructions: str | None = None
    language: str | None = None
    time_zone: str | None = None

    def local(self, at: datetime) -> datetime:
        """The moment as clocks show it where the message was written; in UTC where nobody knows."""
        return at.astimezone(ZoneInfo(self.time_zone)) if self.time_zone else at

    @property
    def days(self) -> frozenset[str]:
        """The local days on which it was written, or turns of it were, as YYYY-MM-DD."""
        moments = (self.occurred_at, *(turn.time for turn in self.messages if turn.time))
        return frozenset(f"{self.local(at):%Y-%m-%d}" for at in moments)


@dataclass(frozen=True, slots=True)
class Extracted:
    """Stage 1: mentions; `claims` is None where a second call has to find them (staged), else already there."""

    mentions: tuple[Mention, ...]
    claims: tuple[Claim, ...] | None
    method: Literal["supplied", "offline", "informed", "staged", "none"]
    emotion: Emotion = Emotion()
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()
    profiles: tuple[Profile, ...] = ()
    """They only seed: an entity that has a profile keeps it."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Stage 3: claims."""

    claims: tuple[Claim, ...]
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """Is this mention one of these candidates? Candidates: {id, name, type, aliases, facts}."""

    name: str
    type: str
    sentence: str
    candidates: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class NameVerdict:
    """`choice` is the index of a candidate, None = none of them."""

    choice: int | None
    reason: str = ""


FactRelation = Literal["new", "same", "refines", "contradicts"]


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """How does this new statement relate to these known facts? Known: {id, text, relation, valid_from, valid_until}."""

    text: str
    known: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """`relation` to the known fact with index `choice`; choice None only for "new"."""

    relation: FactRelation
    choice: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """Answers in the order of the questions, with the calls they took."""

    names: tuple[NameVerdict, ...] = ()
    facts: tuple[FactVerdict, ...] = ()
    calls: tuple[Call, ...] = ()
