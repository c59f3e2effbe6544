"""Items of a model's answer (entity, fact, profile, emotion, verdict): each is validated alone and becomes a record."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from graphmem.claims import ABSENT, Claim, ConditionClaim, Emotion, FactRelation, Mention, Profile
from graphmem.models.clean_text import (
    clean,
    clean_value,
    is_echo,
    is_placeholder,
    shortened,
    snake_case,
    split_hint,
    without_ends,
)
from graphmem.models.response_schemas import EMOTIONS, IMPORTANCE
from graphmem.offer import EMPTY_OFFER, Offer
from graphmem_contract.records import Action, Cardinality, Category, Kind, Touch, TouchKind, TriggerEvent, as_utc

W = TypeVar("W", bound=str)
DEFAULT_CONFIDENCE: Final = 0.8
_ACTIONS: Final[Mapping[str, Action]] = {
    **dict.fromkeys(("end", "ends", "ended", "stops", "stopped", "delete", "retract"), "ends"),
    **dict.fromkeys(("never", "false", "denied", "denies"), "never"),
    **dict.fromkeys(("forget", "forgets", "forgotten"), "forget"),
}
_SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "subject": ("s", "source", "from", "head"),
    "relation": ("p", "predicate", "relation_type", "rel_type", "relationship"),
    "object": ("o", "target", "to", "tail"),
    "text": ("fact_text", "factText", "fact"),
    "starts": ("valid_from", "since"),
    "until": ("valid_until",),
}
"""Other names that models use for the fields of a fact. The prompt uses the keys."""
_EVERYTHING: Final = "everything"
_ALL: Final = frozenset({_EVERYTHING, "all", "anything", "*"})
"""Objects of a request to forget that mean every value."""
PROFILE_CHARS: Final = 1_200
"""Maximum length of a profile: about 300 tokens."""
SENTENCE_CHARS: Final = 2_000
MOST_CONDITIONS: Final = 3
"""Conditions of one fact that are read."""
MOST_TOUCHES: Final = 6
"""Known facts that one fact touches, as far as they are read."""
_ALWAYS: Final = frozenset({"always", "since always", "forever", "since ever"})
_NO_DATE: Final = frozenset(
    {"unknown", "not specified", "unspecified", "absent", "now", "ongoing", "present", "current", "currently"}
)
_DAY: Final = re.compile(r"^\d{4}-\d\d-\d\d$")
_MOMENT: Final = re.compile(r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_MIDNIGHT: Final = re.compile(r"^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$")


def _name(value: Any) -> str:
    text = clean_value(value)
    if is_placeholder(text):
        raise ValueError("a placeholder, not a name")
    return text


def _fraction(value: Any) -> float | None:
    """Return a number clamped to 0..1. "80%" is 0.8. Anything that is not a number is None."""
    text = clean(value)
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None
    return min(1.0, max(0.0, number)) if math.isfinite(number) else None


def _confidence(value: Any) -> float:
    fraction = _fraction(value)
    return DEFAULT_CONFIDENCE if fraction is None else fraction


def _word(value: Any, allowed: tuple[W, ...]) -> W | None:
    """Return the allowed word that the value matches in snake_case; None for any other word."""
    text = snake_case(clean(value))
    return next((word for word in allowed if word == text), None)


def _action(value: Any) -> Action:
    """Return the action. An unknown word means "holds", so that it never ends a fact."""
    return _ACTIONS.get(clean(value).casefold(), "holds")


def _is_alias(text: str, name: str) -> bool:
    return text.casefold() != name.casefold() and len(text) <= 1000 and not is_echo(text, name)


def _words(value: Any) -> tuple[str, ...]:
    """Return the distinct texts of a list. A single text counts as a list of one, null as an empty list."""
    listed = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(text for text in map(clean_value, listed) if text and not is_placeholder(text)))


def _date_text(value: Any) -> str:
    text = clean_value(value)
    return "" if text.casefold() in _NO_DATE else text


def _moment(text: str) -> datetime | str:
    """Return a full timestamp as a UTC datetime. A bare date or words stay text, so that they keep their precision."""
    midnight = _MIDNIGHT.match(text)
    if midnight:
        return midnight[1]
    if not _MOMENT.match(text):
        return text
    try:
        moment = as_utc(text)
    except (ValueError, OverflowError):
        return text
    return moment if isinstance(moment, datetime) else text


def starts_of(value: Any) -> datetime | str | None:
    """Return the start: `ABSENT` if the model gave none, None for since always, otherwise a UTC datetime or text."""
    text = _date_text(value)
    if not text:
        return ABSENT
    return None if text.casefold() in _ALWAYS else _moment(text)


def until_of(value: Any) -> datetime | str | None:
    """Return the end: None = open, otherwise a UTC datetime or text."""
    text = _date_text(value)
    return _moment(text) if text and text.casefold() not in _ALWAYS else None


def _renamed(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item with the other names of its fields replaced by those of the prompt."""
    renamed = {
        name: next((value[other] for other in others if other in value), None)
        for name, others in _SYNONYMS.items()
        if name not in value and any(other in value for other in others)
    }
    return {**value, **renamed}


Text = Annotated[str, BeforeValidator(clean)]
Named = Annotated[str, BeforeValidator(_name), Field(min_length=1, max_length=1000)]
Relation = Annotated[str, BeforeValidator(lambda value: snake_case(_name(value))), Field(min_length=1, max_length=200)]


_NUMBER: Final = re.compile(r"\d{1,6}")


def _message_number(value: Any) -> int | None:
    """Return the number of a message: 2, "2", "message 2" and [2] are 2; None for anything else."""
    value = value[0] if isinstance(value, list) and value else value
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    found = _NUMBER.search(str(value))
    return int(found[0]) if found and not str(value).strip().startswith("-") else None


Numbered = Annotated[int | None, BeforeValidator(_message_number)]


class Item(BaseModel):
    """Base class of the parts of an answer. Unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class TouchItem(Item):
    """What a fact does to a known one, by its number in the prompt."""

    fact: Numbered
    how: Annotated[TouchKind, BeforeValidator(lambda value: _word(value, get_args(TouchKind)))]


def _touches(value: Any) -> tuple[TouchItem, ...]:
    """Return the valid items of a list; one item counts as a list of one."""
    found = []
    for item in value if isinstance(value, list) else [value]:
        with suppress(ValidationError):
            found.append(TouchItem.model_validate(item))
    return tuple(found)[:MOST_TOUCHES]


class EntityItem(Item):
    """A mention: name, type, aliases, and the number of the known entity in the prompt. A plain text counts as a name."""

    name: Named
    type: Annotated[str, BeforeValidator(clean_value)] = ""
    aliases: Annotated[tuple[str, ...], BeforeValidator(_words)] = ()
    known: Numbered = None
    is_new: bool = False

    @model_validator(mode="before")
    @classmethod
    def _name_only(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return {"name": value} if isinstance(value, str) else value
        return {**value, "is_new": "known" in value and value["known"] is None}

    def mention(self, offer: Offer = EMPTY_OFFER) -> Mention:
        """Return the mention. A relationship in parentheses becomes the hint, and the type is then person."""
        name, hint = split_hint(self.name)
        kind = "person" if hint else self.type.casefold() or "other"
        aliases = tuple(alias for alias in self.aliases if _is_alias(alias, name))
        meant = offer.entity(self.known) if self.known else None
        mention = Mention(name=name, type=kind, aliases=aliases, hint=hint, known=meant.id if meant else None)
        return replace(mention, is_new=True, offered=offer.entity_ids) if self.is_new and offer else mention


def _words_of_condition(value: Any) -> Any:
    """Return the fields of a condition by their own names. "" and "null" are no object."""
    if not isinstance(value, dict):
        return value
    named = _renamed(value)
    return named if clean_value(named.get("object")) else {**named, "object": None}


def _conditions(value: Any) -> tuple[Any, ...]:
    """Return one condition as a list of one, and anything that is none as an empty list."""
    listed = value if isinstance(value, list) else [value]
    return tuple(item for item in map(_words_of_condition, listed) if _is_condition(item))[:MOST_CONDITIONS]


def _is_condition(value: Any) -> bool:
    try:
        ConditionItem.model_validate(value)
    except ValidationError:
        return False
    return True


class ConditionItem(Item):
    """A condition of a fact. An unknown event means any change."""

    subject: Named
    relation: Relation
    object: Named | None = None
    event: Annotated[TriggerEvent, BeforeValidator(lambda value: _word(value, get_args(TriggerEvent)) or "changes")] = (
        "changes"
    )

    def claim(self) -> ConditionClaim:
        """Return the condition in the wordings of the answer."""
        object_ = split_hint(self.object)[0] if self.object else None
        subject = split_hint(self.subject)[0]
        return ConditionClaim(subject, without_ends(self.relation, object_ or "", subject), object_, self.event)


class FactItem(Item):
    """A fact. Unknown words of category, kind, importance and cardinality become None. Bare dates stay text."""

    subject: Named
    relation: Relation
    object: Named
    object_is_entity: Annotated[bool, BeforeValidator(lambda value: str(value).casefold() == "true")] = False
    text: Annotated[str, BeforeValidator(lambda value: shortened(clean(value), SENTENCE_CHARS))] = ""
    action: Annotated[Action, BeforeValidator(_action)] = "holds"
    starts: Annotated[datetime | str | None, BeforeValidator(starts_of)] = ABSENT
    until: Annotated[datetime | str | None, BeforeValidator(until_of)] = None
    confidence: Annotated[float, BeforeValidator(_confidence)] = DEFAULT_CONFIDENCE
    importance: Annotated[str | float | None, BeforeValidator(lambda value: _importance(value))] = None
    category: Annotated[Category | None, BeforeValidator(lambda value: _word(value, get_args(Category)))] = None
    kind: Annotated[Kind | None, BeforeValidator(lambda value: _word(value, get_args(Kind)))] = None
    cardinality: Annotated[Cardinality | None, BeforeValidator(lambda value: _word(value, ("one", "many")))] = None
    holds_while: Annotated[tuple[ConditionItem, ...], BeforeValidator(_conditions)] = ()
    starts_when: Annotated[ConditionItem | None, BeforeValidator(lambda value: _words_of_condition(value) or None)] = (
        None
    )
    message: Numbered = None
    """The number of the message that says it, in a transcript."""
    touches: Annotated[tuple[TouchItem, ...], BeforeValidator(_touches)] = ()

    @model_validator(mode="before")
    @classmethod
    def _rename_synonyms(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        value = _renamed(value)
        if _action(value.get("action")) == "forget" and not clean_value(value.get("object")):
            value["object"] = _EVERYTHING
        return value

    @model_validator(mode="after")
    def _waits(self) -> FactItem:
        if self.starts_when and self.action != "holds":
            raise ValueError("starts_when needs action holds")
        return self

    def claim(self, names: frozenset[str], offer: Offer = EMPTY_OFFER) -> Claim:
        """Return the claim. An object whose case-folded name is in `names` is an entity in any case."""
        touched = ((offer.fact(item.fact) if item.fact else None, item.how) for item in self.touches)
        subject, object_ = split_hint(self.subject)[0], split_hint(self.object)[0]
        if self.action == "forget" and object_.casefold() in _ALL:
            object_ = ""
        label = self.importance if isinstance(self.importance, str) else None
        return Claim(
            subject=subject,
            relation=without_ends(self.relation, object_, subject),
            object=object_,
            text=self.text,
            object_is_entity=self.object_is_entity or object_.casefold() in names or None,
            action=self.action,
            starts=self.starts,
            until=self._effective_end(),
            confidence=self.confidence,
            importance=IMPORTANCE[label] if label else _number(self.importance),
            importance_category=label,
            category=self.category,
            kind=self.kind,
            cardinality=self.cardinality,
            holds_while=tuple(item.claim() for item in self.holds_while) if self.action == "holds" else (),
            starts_when=self.starts_when.claim() if self.starts_when else None,
            touches=tuple(Touch(fact=known.id, how=how) for known, how in touched if known is not None),
        )

    def unknown_numbers(self, offer: Offer) -> tuple[int, ...]:
        """Return the numbers of facts that the prompt does not show."""
        return tuple(item.fact for item in self.touches if item.fact and offer.fact(item.fact) is None)

    def _effective_end(self) -> datetime | str | None:
        """Return the end; None if it is the day on which a fact that holds starts.

        Models write the day of the message into both. The words of a longer time name its start and its end: "the nineties".
        """
        is_day = not isinstance(self.until, str) or _DAY.match(self.until) is not None
        return None if self.action == "holds" and self.until == self.starts and is_day else self.until


class ProfileItem(Item):
    """A profile; null = unchanged. A text that is too long is cut after a sentence."""

    entity: Named
    text: Annotated[str, BeforeValidator(clean_value)] = ""

    def profile(self) -> Profile:
        """Return the profile."""
        return Profile(split_hint(self.entity)[0], shortened(self.text, PROFILE_CHARS))


class EmotionItem(Item):
    """The emotion of the message. An unknown emotion becomes neutral, an unknown energy medium."""

    emotion: Annotated[str, BeforeValidator(lambda value: _word(value, EMOTIONS) or "neutral")] = "neutral"
    intensity: Annotated[float, BeforeValidator(lambda value: _fraction(value) or 0.0)] = 0.0
    energy: Annotated[
        Literal["high", "medium", "low"],
        BeforeValidator(lambda value: _word(value, ("high", "medium", "low")) or "medium"),
    ] = "medium"
    message: Numbered = None

    def record(self) -> Emotion:
        """Return the emotion."""
        return Emotion(self.emotion, self.intensity, self.energy)


class NameItem(Item):
    """An answer about a name. choice: number of the candidate from 1; 0 = none of them."""

    question: int
    choice: int
    reason: Text = ""


class JudgementItem(Item):
    """An answer about a statement. known: number of the fact from 1; 0 = none. An unknown relation becomes new."""

    question: int
    relation: Annotated[FactRelation, BeforeValidator(lambda value: _word(value, get_args(FactRelation)) or "new")]
    known: Annotated[int, BeforeValidator(lambda value: value or 0)] = 0
    reason: Text = ""


def _importance(value: Any) -> str | float | None:
    """Return an importance category, or a number clamped to 0..1; None for anything else."""
    return _word(value, tuple(IMPORTANCE)) or _fraction(value)


def _number(value: str | float | None) -> float | None:
    return value if isinstance(value, float) else None
