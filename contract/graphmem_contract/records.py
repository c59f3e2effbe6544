"""Facts, entities, episodes and results."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)

from graphmem_contract.episode_state import EpisodeState

EntityId = str
FactId = str
Action = Literal["holds", "ends", "never", "forget"]
Kind = Literal["state", "event", "plan"]
Category = Literal["core", "semantic", "episodic", "procedural"]
Origin = Literal["extracted", "manual", "inferred_from_relation", "imported"]
Precision = Literal["instant", "day", "month", "year"]
Cardinality = Literal["one", "many"]
ResolveMode = Literal["full", "exact"]
TriggerEvent = Literal["changes", "begins", "ends"]
TouchKind = Literal["repeats", "refines", "replaces", "ends", "corrects", "adds_to"]


def as_utc(value: Any) -> Any:
    """Return a date, a datetime or ISO 8601 text as an aware UTC datetime; None stays None.

    Raises:
        ValueError: any other value, text that is not a time, or a time outside the years 1 to 9999 in UTC.
    """
    if isinstance(value, str):
        value = _parsed(value.strip())
    if isinstance(value, datetime):
        try:
            return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        except OverflowError:
            raise ValueError("in UTC this time lies outside the years 1 to 9999") from None
    if isinstance(value, date):
        return datetime.combine(value, time(), UTC)
    if value is not None:
        raise ValueError("a time must be RFC 3339 text, a date or a datetime")
    return value


def _parsed(text: str) -> datetime:
    try:
        if "W" in text.upper():
            raise ValueError("a week is no time")
        if len(text) == 10:
            return datetime.combine(date.fromisoformat(text), time(), UTC)
        return datetime.fromisoformat(text)
    except ValueError:
        hint = "; in an address + is written %2B" if re.search(r" \d\d:?\d\d$", text) else ""
        raise ValueError(
            f"{text[:100]!r} is no time: write RFC 3339, for example 2025-12-01 or 2025-12-01T09:30:00Z{hint}"
        ) from None


def rfc3339(value: datetime) -> str:
    """Return the moment as RFC 3339 text in UTC, with Z."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def as_json(value: dict[str, Any]) -> dict[str, Any]:
    """Return the value if it can be stored as JSON.

    Raises:
        ValueError: it has parts that JSON does not have.
    """
    try:
        json.dumps(value, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise ValueError(
            "it must be what JSON has: texts, finite numbers, true, false, null, lists and objects"
        ) from None
    return value


def not_blank(text: str) -> str:
    """Return the text if it has more than spaces.

    Raises:
        ValueError: it is blank.
    """
    if not text.strip():
        raise ValueError("it must not be blank")
    return text


Time = Annotated[
    datetime,
    BeforeValidator(as_utc),
    PlainSerializer(rfc3339, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]


Name = Annotated[str, Field(min_length=1, max_length=1000)]
Wording = Annotated[Name, AfterValidator(not_blank)]
Json = Annotated[dict[str, Any], AfterValidator(as_json)]
Properties = Annotated[dict[Name, Any], AfterValidator(as_json)]
GivenId = Annotated[FactId, Field(max_length=300)]
Aliases = Annotated[tuple[Name, ...], Field(max_length=200)]
Ids = Annotated[tuple[GivenId, ...], Field(max_length=1000)]
Share = Annotated[float, Field(ge=0, le=1)]


class Record(BaseModel):
    """A frozen record. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


MOST_PARTS = 1000
_TEXT_PARTS = ("text", "input_text", "output_text")


def text_of_parts(value: Any) -> Any:
    """Return content that comes in parts as one text: text parts joined by lines, any other part as its type in brackets."""
    if not isinstance(value, list | tuple):
        return "" if value is None else value
    if len(value) > MOST_PARTS:
        raise ValueError(f"content has {len(value)} parts; at most {MOST_PARTS} are taken")
    return "\n".join(_text_of_part(part) for part in value)


def _text_of_part(part: Any) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        raise ValueError('a part of the content must be an object with a type, such as {"type": "text", "text": "…"}')
    if kind not in _TEXT_PARTS:
        return f"[{kind}]"
    if not isinstance(part.get("text"), str):
        raise ValueError(f"a part of type {kind} must have a text")
    return str(part["text"])


_PART = {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}, "text": {"type": "string"}}}
Content = Annotated[
    str,
    BeforeValidator(text_of_parts),
    WithJsonSchema(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": _PART, "maxItems": MOST_PARTS}, {"type": "null"}]}
    ),
]


class Message(Record):
    """One turn of a chat, in the form of the chat-completions APIs.

    `content` is a text or a list of parts; only the text of the parts is kept. It may be left out where `tool_calls` are given,
    which are stored with the episode and not extracted.
    """

    role: str = "user"
    content: Content = ""
    name: str | None = None
    time: Time | None = None
    tool_calls: tuple[Json, ...] = Field((), max_length=1000)
    tool_call_id: str | None = Field(None, max_length=300)

    @model_validator(mode="after")
    def _says_something(self) -> Message:
        if "content" not in self.model_fields_set and not self.tool_calls:
            raise ValueError("content is required, unless there are tool_calls")
        return self

    @property
    def line(self) -> str:
        """The turn as one line: its speaker or role, then its text."""
        return f"{self.name or self.role}: {self.content}"


class SuppliedEntity(Record):
    """An entity that the caller supplies.

    `known`: the id or name of the known entity that is meant; null: somebody or something new, though the name is like a known
    one. Left out: the name and the rest of the message decide. `summary` and `properties` of an extraction become facts of the
    entity: `described_as`, and one relation for each property, with one value at a time unless the property is a list.
    """

    name: Name
    type: str = Field("other", max_length=300)
    aliases: Annotated[tuple[Annotated[str, Field(max_length=1000)], ...], Field(max_length=200)] = ()
    external_id: str | None = Field(None, max_length=300)
    known: str | None = Field(None, max_length=1000)
    summary: str | None = None
    properties: Properties = Field(default_factory=dict)

    @property
    def is_new(self) -> bool:
        """Whether the caller says that it is none of the known entities."""
        return self.known is None and "known" in self.model_fields_set


class HoldsWhile(Record):
    """A condition: what a subject and relation hold, or that they hold this object.

    Without `object` it means the value that holds when the fact is said; of several values, any of them.
    """

    subject: Wording
    relation: Wording
    object: Wording | None = None


class StartsWhen(HoldsWhile):
    """A change of a subject and relation: the value is replaced or ends (`changes`), one `begins`, or one `ends`."""

    event: TriggerEvent = "changes"


MOST_CONDITIONS = 8


def one_or_several(value: Any) -> Any:
    """Return one condition as a list of one, and null as an empty list."""
    if value is None:
        return ()
    return (value,) if isinstance(value, dict | HoldsWhile) else value


Conditions = Annotated[
    tuple[HoldsWhile, ...],
    Field(max_length=MOST_CONDITIONS),
    BeforeValidator(
        one_or_several,
        json_schema_input_type=HoldsWhile | Annotated[tuple[HoldsWhile, ...], Field(max_length=MOST_CONDITIONS)] | None,
    ),
]


class Touch(Record):
    """What a fact does to a known one. `fact`: its id.

    repeats: it says the same. refines: the same with more detail. replaces: the known one ends where this one begins. ends: the
    known one ends. corrects: the known one was never true. adds_to: both hold side by side.
    """

    fact: FactId
    how: TouchKind


class SuppliedFact(Record):
    """A fact that the caller supplies.

    `subject` and `object` take an entity's name, id or key. `said_at` left out = the episode's time, else now. `valid_from` left
    out = when it was said, assumed; sent as null = since always. `evidence` is a list of sets of fact ids: (a and b) or c.
    `evidence_ids` is a plain list: any one of them. `holds_while`: it ends for good when one of these no longer holds.
    `starts_when`: it waits, and begins with that change. `action` forget asks to forget it (docs/privacy.md).
    `touches`: known facts that it repeats, ends, replaces or comes beside.
    """

    subject: Name
    relation: Name
    object: str = Field(
        "", max_length=1000, description="Required, unless `action` is forget: then every value is meant"
    )
    object_is_entity: bool | None = None
    action: Action = "holds"
    text: str | None = None
    valid_from: Time | None = None
    valid_until: Time | None = None
    said_at: Time | None = None
    confidence: Share | None = None
    importance: Share | None = None
    category: Category | None = None
    kind: Kind | None = None
    cardinality: Cardinality | None = None
    evidence_ids: Ids | None = None
    evidence: Annotated[tuple[Ids, ...], Field(max_length=1000)] | None = None
    episode_ids: Ids = ()
    resolve: ResolveMode | None = None
    holds_while: Conditions = ()
    starts_when: StartsWhen | None = None
    touches: Annotated[tuple[Touch, ...], Field(max_length=20)] = ()

    @property
    def starts_given(self) -> bool:
        """Whether the caller gave `valid_from`; null counts."""
        return "valid_from" in self.model_fields_set

    @model_validator(mode="after")
    def _with_object(self) -> SuppliedFact:
        if not self.object and self.action != "forget":
            raise ValueError("object is required")
        return self

    @model_validator(mode="after")
    def _interval(self) -> SuppliedFact:
        if self.valid_from and self.valid_until and self.action == "holds" and self.valid_until <= self.valid_from:
            raise ValueError("valid_until must be after valid_from")
        return self

    @model_validator(mode="after")
    def _conditions(self) -> SuppliedFact:
        if self.action != "holds" and (self.holds_while or self.starts_when):
            field = "holds_while" if self.holds_while else "starts_when"
            raise ValueError(f"{field} needs action holds: what {self.action} neither rests on anything nor waits")
        return self

    @property
    def evidence_sets(self) -> tuple[tuple[FactId, ...], ...]:
        """The evidence as sets of fact ids. Each id of a plain list becomes a set of its own."""
        if self.evidence is not None:
            return tuple(one for one in self.evidence if one)
        return tuple((one,) for one in self.evidence_ids or ())


class SuppliedExtraction(Record):
    """Entities and facts that came with the episode. Empty lists count as supplied."""

    entities: tuple[SuppliedEntity, ...] = Field((), max_length=5000)
    facts: tuple[SuppliedFact, ...] = Field((), max_length=5000)


class AsOf(Record):
    """The two clocks of an answer. The same query with them gives the same answer."""

    valid_at: Time
    known_at: Time | None = None


class EntityProfile(Record):
    """What the memory knows of an entity: in short for the prompts of extraction, or longer for people and answers.

    `fact_ids`: the facts that it rests on; empty where a message brought it. `stale`: what it may rest on has changed since;
    prompts and answers then get the facts.
    """

    text: str
    refreshed_at: Time | None
    fact_ids: tuple[FactId, ...] = ()
    stale: bool


class Entity(Record):
    """A person or a thing with a name.

    `importance`: 0 to 1, as upkeep rated it last; .5 until then.
    `profile`, `digest`: only the read of one entity has them. `digest` is the summary that upkeep writes; `summary` is that of
    a person.
    """

    id: EntityId
    key: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    external_id: str | None = None
    summary: str | None = None
    importance: float = 0.5
    profile: EntityProfile | None = None
    digest: EntityProfile | None = None
    properties: dict[str, Any] = {}
    first_seen_at: Time | None = None
    last_seen_at: Time | None = None
    fact_count: int = 0
    merged_into: str | None = None


class StatedCondition(Record):
    """A condition of a fact, as it was said. `event` is given where the fact waits for it."""

    subject: str
    relation: str
    object: str | None = None
    event: TriggerEvent | None = None


class Association(Record):
    """Another fact that was said with a fact and is similar to it. `weight`: 0 to 1; it falls with time, and grows with use."""

    fact_id: FactId
    weight: float


class FactUsage(Record):
    """How a fact is used, and how fast it fades.

    `stability`: 0 to 1, null until it is used or repeated. `vitality`: 0 to .9, as upkeep rated it last. `tier`: the category to
    which upkeep raised it, by which it fades. `cold`: nobody used it, so a question finds it only if it asks for cold facts too.
    `associations`: strongest first, at most 50.
    """

    times_retrieved: int = 0
    last_retrieved_at: Time | None = None
    stability: float | None = None
    vitality: float | None = None
    tier: Category | None = None
    cold: bool = False
    associations: tuple[Association, ...] = ()


class Fact(Record):
    """A fact: an edge between a subject and an object, with its period (valid time) and its system time.

    `status`: `pending`: it holds, though nothing is known yet of a value that it rests on. `waiting`: it does not hold yet; it
    begins with the change in `starts_when`. `holds_now`: null for an event, which has happened or will, and never holds.
    `usage`: only the read of one fact has it.
    """

    id: FactId
    subject: str
    subject_id: EntityId
    relation: str
    object: str
    object_id: str
    object_kind: Literal["entity", "value"]
    text: str
    valid_from: Time | None
    valid_until: Time | None
    valid_from_precision: Precision | None = None
    holds_now: bool | None
    recorded_at: Time
    expired_at: Time | None = None
    confidence: float
    importance: float = 0.5
    category: Category = "semantic"
    kind: Kind = "state"
    origin: Origin = "extracted"
    episode_ids: tuple[str, ...] = ()
    evidence: tuple[tuple[FactId, ...], ...] = ()
    closed_by: str | None = None
    closed_reason: str | None = None
    supersedes: FactId | None = None
    status: Literal["live", "closed", "corrected", "pending", "waiting"] = "live"
    matched: bool | None = None
    holds_while: tuple[StatedCondition, ...] = ()
    starts_when: StatedCondition | None = None
    upcoming: bool = False
    strength: float = 0.8
    times_stated: int = 1
    last_confirmed_at: Time | None = None
    usage: FactUsage | None = None


class TokensUsed(Record):
    """Tokens of all model calls; 0 where the provider reports none."""

    input: int = 0
    output: int = 0
    total: int = 0

    def __add__(self, other: TokensUsed) -> TokensUsed:
        return TokensUsed(
            input=self.input + other.input, output=self.output + other.output, total=self.total + other.total
        )


class ResolvedEntity(Record):
    """The entity to which a mention was resolved, and the method."""

    id: EntityId
    name: str
    type: str
    method: str
    is_new: bool
    score: float | None = None


class WrittenFact(Record):
    """One line of a write result.

    `replaced`: ids of the facts that it closed. `matched`: id of the fact that it confirms, refines or repeats. `pending`: it
    holds, though nothing is known yet of a value that it rests on.
    """

    id: FactId | None = None
    subject: str
    relation: str
    object: str
    text: str
    confidence: float | None = None
    valid_from: Time | None = None
    valid_until: Time | None = None
    reason: str | None = None
    origin: Origin | None = None
    replaced: tuple[FactId, ...] = ()
    matched: FactId | None = None
    pending: bool = False


class Contradiction(Record):
    """A fact that was closed, the fact that closed it, and the end of its period."""

    closed: FactId
    by: str | None
    at: Time | None


class ForgetOutcome(Record):
    """What a request to forget came to, with ids and counts and without any text.

    `hidden`: its statements are withdrawn and its sentences are told no more; `request_id` undoes it. `proposed`: the request may
    not hide it, so a person decides (`proposal_id`). `nothing`: nothing of that kind is known. `off`: the brain ignores requests.
    """

    status: Literal["hidden", "proposed", "nothing", "off"]
    request_id: str | None = None
    facts: tuple[FactId, ...] = Field((), description="Facts of which nothing is told any more")
    statements: int = Field(0, description="How many statements are hidden")
    episodes: tuple[str, ...] = Field((), description="Episodes of which sentences are hidden")
    proposal_id: str | None = None
    reason: str | None = None


class WriteResult(Record):
    """Result of a write. `facts_waiting`: stored, and not true yet; each begins with the change that it waits for.

    `signal`: of a message that waits in its session, whether it counts towards `extraction_threshold`; null of others. `signals`:
    how many messages of the session count by now, where this one does.
    """

    episode_id: str | None
    status: EpisodeState | Literal["forgotten"] | None = None
    facts_added: tuple[WrittenFact, ...] = ()
    facts_updated: tuple[WrittenFact, ...] = ()
    facts_unchanged: tuple[WrittenFact, ...] = ()
    facts_deleted: tuple[WrittenFact, ...] = ()
    facts_skipped: tuple[WrittenFact, ...] = ()
    facts_closed: tuple[WrittenFact, ...] = ()
    facts_waiting: tuple[WrittenFact, ...] = ()
    entities_resolved: tuple[ResolvedEntity, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    forget_requests: tuple[ForgetOutcome, ...] = Field((), description="What its requests to forget came to")
    warnings: tuple[str, ...] = ()
    flushed: tuple[str, ...] = ()
    signal: bool | None = None
    signals: int | None = None
    recorded_at: Time | None = None
    revision: int | None = None
    duration_ms: float = 0.0
    tokens_used: TokensUsed = TokensUsed()
    trace: dict[str, Any] | None = None
    success: bool = True
    error: str | None = None


Vector = Sequence[float]


class DateSpan(Record):
    """A date expression found in a text, as a half-open interval `[from, until)` in UTC."""

    span: str
    from_: Annotated[Time | None, Field(alias="from")]
    until: Time | None
    precision: Precision
    how: str

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
