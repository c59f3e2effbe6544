"""What the pipeline asks of models: extraction, judgement, embedding.

Each protocol has an OpenAI-compatible, an offline and a scripted implementation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from graphmem.records import Action, Cardinality, Category, Kind, Message, Origin, TokensUsed

Vector = Sequence[float]
ABSENT: Literal["absent"] = "absent"
"""A start nobody spoke of; the temporal stage assumes the episode's time."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in the text. `hint` is a relationship that came with it ("Rafael's girlfriend", S0-41)."""

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
    """How the message sounds (S0-6)."""

    emotion: str = "neutral"
    intensity: float = 0.0
    energy: Literal["high", "medium", "low"] = "medium"


@dataclass(frozen=True, slots=True)
class Profile:
    """What is lasting about an entity, in 100 to 300 tokens of English (S0-29); `entity` is a wording."""

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
    """They only seed: an entity that has a profile keeps it (S0-31)."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Stage 3: claims."""

    claims: tuple[Claim, ...]
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()


@runtime_checkable
class Extractor(Protocol):
    """Finds mentions and claims in a text.

    An extractor with `wants_context = True` is told what the brain knows of those whom the message names (S0-8), for one
    more read. One with `configured(changes)` is asked in the way of a brain's or a call's own settings.

    Raises (both methods): ModelError and its kin, after which the episode is `failed` and can be replayed.
    """

    name: str

    async def mentions(self, request: Request) -> Extracted:
        """Stage 1: who and what is spoken of; an informed extractor returns the claims as well."""
        ...

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Stage 3, only asked where stage 1 left `claims` open."""
        ...


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


@runtime_checkable
class Judge(Protocol):
    """Settles what rules cannot. At most one call for names and one for facts a message."""

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        """Which candidate, if any, each mention means (S0-37, S1-5). A failure gives None for all: new entities."""
        ...

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        """How each statement relates to similar known facts (S0-46, S1-7). A failure gives "new" for all (S0-49)."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Texts to vectors of unit length. `name` and `dimensions` are kept with the graph's vector indexes."""

    name: str
    dimensions: int

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order; the same text always gives the same vector.

        Raises:
            ModelError: the embedder failed.
        """
        ...
