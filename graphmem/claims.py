"""Claims: the records that an extractor returns for a message, and the questions and verdicts of a judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

from graphmem.names.normalize import slug
from graphmem.offer import EMPTY_OFFER, Offer
from graphmem_contract.records import (
    Action,
    Cardinality,
    Category,
    HoldsWhile,
    Kind,
    Message,
    Origin,
    ResolveMode,
    StartsWhen,
    SuppliedExtraction,
    SuppliedFact,
    TokensUsed,
    Touch,
    TriggerEvent,
)

ABSENT: Literal["absent"] = "absent"
"""A start that the text does not mention. The temporal stage assumes the time of the episode."""
NOT_GIVEN = 0.8
"""Confidence of a claim for which the extractor gives none."""
SUPPLIED_CONFIDENCE = 0.8
"""Confidence of a supplied fact that names none. Facts added by hand default to 1."""
MIRROR: Origin = "inferred_from_relation"
MIRROR_CONFIDENCE = 0.60
"""Confidence of a relation without a sentence: a weak inference, unless the extractor gives a confidence."""
SENTENCE_LENGTH = 500
"""Characters of a message that its claims carry as the sentence they stand in."""
SECOND_HAND = frozenset({"assistant", "system", "tool", "ai", "bot", "model", "function"})
"""Roles whose messages are about the user and are not the user's own words."""
SECOND_HAND_CONFIDENCE = 0.80
"""Upper limit for a second-hand claim, a strong inference: the user did not say what an assistant restates."""


# --------------------------------------------------------------------------- records: sources, mentions, claims


@dataclass(frozen=True, slots=True)
class ClaimSource:
    """The source of a claim. `n` numbers the record within its commit; `occurred_at` is UTC."""

    n: int
    episode_id: str | None
    occurred_at: datetime
    speaker: str | None = None
    sentence: str = ""
    resolve: ResolveMode = "full"
    valid_from_override: datetime | None = None
    time_zone: str | None = None
    language: str | None = None
    episode_ids: tuple[str, ...] = ()
    supplied: bool = False
    """The facts came with the call. Each is kept as it is; none is dropped for its likeness to another."""
    import_key: str | None = None
    """What identifies a record of an import (`ingest/import_keys.py`)."""
    second_hand: bool = False
    """An assistant said it about the user. It replaces nothing that the user said with a higher confidence."""
    offered: frozenset[str] = frozenset()
    """The ids of the known facts that whoever read it was shown, and could name (`Claim.touches`): the judge is not asked."""
    turns_before: int = 0
    """How many turns of its session, or lines of its import, come before it at `occurred_at`."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in the text. `hint` is a relationship that came with it ("Rafael's girlfriend").

    `guessed`: the extractor guessed the type from the look of the name; the text does not state it.
    `known`: the id of the known entity that is meant, as whoever read the message says; a caller may give a name.
    `is_new`: whoever read it says that it is none of the entities in `offered` (their ids); None: none of any.
    """

    name: str
    type: str = "other"
    aliases: tuple[str, ...] = ()
    external_id: str | None = None
    hint: str | None = None
    guessed: bool = False
    known: str | None = None
    is_new: bool = False
    offered: frozenset[str] | None = None

    def is_apart_from(self, entity_id: str) -> bool:
        """Whether whoever read the message says that it is not this known entity."""
        return self.is_new and (self.offered is None or entity_id in self.offered)


@dataclass(frozen=True, slots=True)
class ConditionClaim:
    """What a claim rests on or waits for, in the wordings of the message. `event` counts only in `Claim.starts_when`.

    Without `object` it means the value that the subject and relation have when the claim is said.
    """

    subject: str
    relation: str
    object: str | None = None
    event: TriggerEvent = "changes"


@dataclass(frozen=True, slots=True)
class Claim:
    """A subject, a relation and an object with a period. An empty `text` marks a relation without a sentence.

    `subject` and `object` are wordings (names of mentions, or a value's text). `starts` is one of four things:
    `"absent"` where the text gives no start; None for since always; a UTC datetime; or the words of the date
    ("last March", "2019"), which the temporal stage resolves against the episode's time. `until` takes the same
    values, except that None means open.
    `object_is_entity` True = an entity; False = a value, whatever has its name; None = nobody said: an entity if the graph
    has one of that name or the relation has a type of objects (`ontology.OBJECT_TYPES`), else a value.
    `action`: holds | ends (it stopped being true, at `until`) | never (it was never true) | forget (a request to forget it; the
    object may be empty).
    `evidence` holds sets of fact ids: (a and b) or c.
    `holds_while`: it ends for good when one of these no longer holds. `starts_when`: it waits, and begins with that change.
    Only claims that hold have conditions.
    `second_hand`: an assistant, a system or a tool states it, though the message may have turns of its user too.
    `touches`: what it does to known facts. `adds`: the words say that it comes beside what is known (also, too, besides).
    """

    subject: str
    relation: str
    object: str
    text: str
    object_is_entity: bool | None = None
    action: Action = "holds"
    starts: datetime | str | None = ABSENT
    until: datetime | str | None = None
    confidence: float = NOT_GIVEN
    importance: float | None = None
    importance_category: str | None = None
    category: Category | None = None
    kind: Kind | None = None
    cardinality: Cardinality | None = None
    origin: Origin = "extracted"
    evidence: tuple[tuple[str, ...], ...] = ()
    holds_while: tuple[ConditionClaim, ...] = ()
    starts_when: ConditionClaim | None = None
    second_hand: bool = False
    touches: tuple[Touch, ...] = ()
    adds: bool = False

    @property
    def conditions(self) -> tuple[ConditionClaim, ...]:
        """What it rests on, and last what it waits for."""
        return (*self.holds_while, *((self.starts_when,) if self.starts_when else ()))


@dataclass(frozen=True, slots=True)
class Emotion:
    """The emotion that a message expresses."""

    emotion: str = "neutral"
    intensity: float = 0.0
    energy: Literal["high", "medium", "low"] = "medium"


@dataclass(frozen=True, slots=True)
class Profile:
    """The lasting traits of an entity, in 100 to 300 tokens of English. `entity` is a wording."""

    entity: str
    text: str


# --------------------------------------------------------------------------- records: what an extractor gets and returns


@dataclass(frozen=True, slots=True)
class Call:
    """One model call, for the trace. `undecided`: which of its questions were decided without its answer, and why."""

    purpose: str
    model: str
    prompt: str
    answer: str
    ms: float
    tokens: TokensUsed = field(default_factory=TokensUsed)
    error: str | None = None
    undecided: str = ""


@dataclass(frozen=True, slots=True)
class KnownAttribute:
    """A fact of a relation with one value at a time, as it is known: the head coach of the club is Ana."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True)
class KnownAttributes:
    """What the brain knows of the roles that a message names. `owners` have roles; the session speaks of `session_owners`."""

    roles: tuple[KnownAttribute, ...] = ()
    owners: tuple[str, ...] = ()
    session_owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedRoles:
    """What a message may say of roles, before anything is known of them: what to look up in the brain.

    `holders` fill roles that the message does not name ("if Ana leaves, …"). `owners`: names of groups that may be meant
    where the message names a role without an owner.
    """

    roles: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """The input of an extractor.

    `offer` holds the known entities and facts that the message may mean, by number; `known` what else is known, one a line.
    `ontology` holds the names of types and relations by kind.
    `recent_messages` holds the turns before this message, oldest first. `brain` says whose text it is: extractors that share
    processes let the brains take turns.
    """

    content: str
    occurred_at: datetime
    speaker: str | None = None
    role: str | None = None
    messages: tuple[Message, ...] = ()
    recent_messages: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    offer: Offer = EMPTY_OFFER
    ontology: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    instructions: str | None = None
    language: str | None = None
    time_zone: str | None = None
    brain: str = ""
    attributes: KnownAttributes = KnownAttributes()

    def local(self, at: datetime) -> datetime:
        """The moment in the time zone of the message; unchanged (UTC) where the zone is unknown."""
        return at.astimezone(ZoneInfo(self.time_zone)) if self.time_zone else at

    @property
    def days(self) -> frozenset[str]:
        """The local days of the message and of its turns, as YYYY-MM-DD."""
        moments = (self.occurred_at, *(turn.time for turn in self.messages if turn.time))
        return frozenset(f"{self.local(at):%Y-%m-%d}" for at in moments)


@dataclass(frozen=True, slots=True)
class Transcript:
    """Where a message stood in a transcript: several messages of a session that one model call read.

    `message` is its number, from 1, of `messages`. `episodes` are the ids of all of them, in the trace that has the call;
    `call_in` is the id of the episode with that trace. `read_alone` says why the message was read by itself after all.
    """

    message: int
    messages: int
    call_in: str | None = None
    episodes: tuple[str, ...] = ()
    read_alone: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Output of an extractor in stage 1: mentions, and claims unless a second call finds them.

    `claims` is None for staged extraction: stage 3 asks for them.
    """

    mentions: tuple[Mention, ...]
    claims: tuple[Claim, ...] | None
    method: Literal["supplied", "offline", "informed", "staged", "none"]
    emotion: Emotion = Emotion()
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()
    profiles: tuple[Profile, ...] = ()
    """Initial profiles. An entity that has a profile keeps it."""
    transcript: Transcript | None = None
    """Set if the message was read together with others of its session."""
    offer: Offer = EMPTY_OFFER
    """The known entities and facts that the model was shown."""


@dataclass(frozen=True, slots=True)
class ExtractedMentions:
    """Output of stage 1: the extraction of one source."""

    source: ClaimSource
    extracted: Extracted


@dataclass(frozen=True, slots=True)
class Claimed:
    """Output of an extractor in stage 3: claims."""

    claims: tuple[Claim, ...]
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()
    offer: Offer = EMPTY_OFFER


# --------------------------------------------------------------------------- records: questions and verdicts of a judge


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """Does this mention refer to one of these candidates? Each candidate: {id, name, type, aliases, facts}."""

    name: str
    type: str
    sentence: str
    candidates: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class NameVerdict:
    """`choice` is the index of a candidate; None = none of them. Not `decided`: the judge failed, as `reason` says."""

    choice: int | None
    reason: str = ""
    decided: bool = True


FactRelation = Literal["new", "same", "refines", "contradicts"]


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """How does this claim relate to these known facts? Each fact: {id, text, relation, valid_from, valid_until}."""

    text: str
    known: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """`relation` to the known fact with index `choice`. `choice` is None only for "new".

    Not `decided`: the judge failed, as `reason` says.
    """

    relation: FactRelation
    choice: int | None = None
    reason: str = ""
    decided: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """Verdicts in the order of the questions, with the model calls they took."""

    names: tuple[NameVerdict, ...] = ()
    facts: tuple[FactVerdict, ...] = ()
    calls: tuple[Call, ...] = ()


# --------------------------------------------------------------------------- functions


def supplied(extraction: SuppliedExtraction) -> Extracted:
    """Return the mentions and claims that came with the episode."""
    listed = {slug(name) for entity in extraction.entities for name in (entity.name, *entity.aliases) if name.strip()}
    mentions = tuple(
        Mention(e.name, e.type, e.aliases, e.external_id, known=e.known, is_new=e.is_new) for e in extraction.entities
    )
    claims = tuple(claim_of(fact, is_entity=slug(fact.object) in listed or None) for fact in extraction.facts)
    return Extracted(mentions, claims, "supplied")


def claim_of(
    fact: SuppliedFact, *, is_entity: bool | None, confidence: float = SUPPLIED_CONFIDENCE, origin: Origin = "extracted"
) -> Claim:
    """Return a supplied fact as a claim.

    Args:
        is_entity: default of `object_is_entity` where the caller gave none.
        confidence: default of the confidence where the caller gave none.
    """
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
        holds_while=tuple(_condition(condition) for condition in fact.holds_while),
        starts_when=_condition(fact.starts_when) if fact.starts_when else None,
        touches=fact.touches,
    )


def _condition(given: HoldsWhile) -> ConditionClaim:
    event = given.event if isinstance(given, StartsWhen) else "changes"
    return ConditionClaim(given.subject, given.relation, given.object, event)


def sentence(subject: str, relation: str, object_: str) -> str:
    """Return the sentence of a fact that came without a text."""
    return f"{subject} {relation.replace('_', ' ')} {object_}"


def second_hand(role: str | None) -> bool:
    """Whether messages of a role are about the user and are not the user's own words."""
    return role is not None and role.strip().casefold() in SECOND_HAND


def sentenced(claim: Claim) -> Claim:
    """Return the claim with a sentence: its own, or one made of its subject, relation and object.

    A claim between two entities that needed a made sentence becomes a mirror fact: its origin is MIRROR, and its
    confidence MIRROR_CONFIDENCE unless the extractor gave another one.
    """
    if claim.text.strip():
        return claim
    text = sentence(claim.subject, claim.relation, claim.object)
    if claim.action != "holds" or not claim.object_is_entity:
        return replace(claim, text=text)
    confidence = MIRROR_CONFIDENCE if claim.confidence == NOT_GIVEN else claim.confidence
    return replace(claim, text=text, origin=MIRROR, confidence=confidence)


def as_said(claim: Claim, role: str | None) -> Claim:
    """Return an extracted claim with its sentence, and with the confidence that the role of its speaker allows."""
    claim = sentenced(claim)
    if second_hand(role) and claim.confidence > SECOND_HAND_CONFIDENCE:
        return replace(claim, confidence=SECOND_HAND_CONFIDENCE)
    return claim
