"""One entity, fact, emotion or verdict of a model's answer, validated by itself and turned into a record."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from graphmem.claims import ABSENT, Claim, Emotion, FactRelation, Mention, Profile
from graphmem.contract.records import Action, Cardinality, Category, Kind, as_utc
from graphmem.models.clean_text import (
    clean,
    is_echo,
    is_placeholder,
    said,
    shortened,
    snake_case,
    split_hint,
    without_ends,
)
from graphmem.models.response_schemas import EMOTIONS, IMPORTANCE

W = TypeVar("W", bound=str)
DEFAULT_CONFIDENCE: Final = 0.8
_ACTIONS: Final[Mapping[str, Action]] = {
    **dict.fromkeys(("end", "ends", "ended", "stops", "stopped", "delete", "retract"), "ends"),
    **dict.fromkeys(("never", "false", "denied", "denies"), "never"),
}
_SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "subject": ("s", "source", "from", "head"),
    "relation": ("p", "predicate", "relation_type", "rel_type", "relationship"),
    "object": ("o", "target", "to", "tail"),
    "text": ("fact_text", "factText", "fact"),
    "starts": ("valid_from", "since"),
    "until": ("valid_until",),
}
"""What models call the fields of a fact that were called otherwise in their prompt."""
PROFILE_CHARS: Final = 1_200
"""300 tokens."""
SENTENCE_CHARS: Final = 2_000
_ALWAYS: Final = frozenset({"always", "since always", "forever", "since ever"})
_NO_DATE: Final = frozenset(
    {"unknown", "not specified", "unspecified", "absent", "now", "ongoing", "present", "current", "currently"}
)
_MOMENT: Final = re.compile(r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_MIDNIGHT: Final = re.compile(r"^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$")


def _name(value: Any) -> str:
    text = said(value)
    if is_placeholder(text):
        raise ValueError("a placeholder, not a name")
    return text


def _share(value: Any) -> float | None:
    """A number, clamped to 0 to 1; percentages are understood, anything else is None."""
    text = clean(value)
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None
    return min(1.0, max(0.0, number)) if math.isfinite(number) else None


def _confidence(value: Any) -> float:
    share = _share(value)
    return DEFAULT_CONFIDENCE if share is None else share


def _word(value: Any, allowed: tuple[W, ...]) -> W | None:
    """The allowed word, case folded; None for any other."""
    text = snake_case(clean(value))
    return next((one for one in allowed if one == text), None)


def _action(value: Any) -> Action:
    """Unknown actions hold: nothing is ended by a word nobody knows."""
    return _ACTIONS.get(clean(value).casefold(), "holds")


def _is_alias(text: str, name: str) -> bool:
    return text.casefold() != name.casefold() and len(text) <= 1000 and not is_echo(text, name)


def _words(value: Any) -> tuple[str, ...]:
    """A list of texts, also where one text or nothing was sent."""
    listed = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(text for text in map(said, listed) if text and not is_placeholder(text)))


def _date(value: Any) -> str:
    text = said(value)
    return "" if text.casefold() in _NO_DATE else text


def _moment(text: str) -> datetime | str:
    """A full timestamp as a UTC datetime; a bare date or any words stay words, so that their precision is kept."""
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
    """`ABSENT` where the model says nothing, None for since always, else a datetime or words."""
    text = _date(value)
    if not text:
        return ABSENT
    return None if text.casefold() in _ALWAYS else _moment(text)


def until_of(value: Any) -> datetime | str | None:
    """None = open, else a datetime or words."""
    text = _date(value)
    return _moment(text) if text and text.casefold() not in _ALWAYS else None


Text = Annotated[str, BeforeValidator(clean)]
Named = Annotated[str, BeforeValidator(_name), Field(min_length=1, max_length=1000)]
Relation = Annotated[str, BeforeValidator(lambda value: snake_case(_name(value))), Field(min_length=1, max_length=200)]


class Item(BaseModel):
    """A part of an answer; fields nobody asked for are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class EntityItem(Item):
    """A name. A plain text counts as one."""

    name: Named
    type: Annotated[str, BeforeValidator(said)] = ""
    aliases: Annotated[tuple[str, ...], BeforeValidator(_words)] = ()

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value

    def mention(self) -> Mention:
        """The mention, with a relationship in brackets taken as a hint and a person."""
        name, hint = split_hint(self.name)
        kind = "person" if hint else self.type.casefold() or "other"
        aliases = tuple(one for one in self.aliases if _is_alias(one, name))
        return Mention(name=name, type=kind, aliases=aliases, hint=hint)


class FactItem(Item):
    """A fact. Unknown words of a category are taken as none; dates stay words."""

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

    @model_validator(mode="before")
    @classmethod
    def _called_otherwise(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        named = {
            name: next((value[other] for other in others if other in value), None)
            for name, others in _SYNONYMS.items()
            if name not in value and any(other in value for other in others)
        }
        return {**value, **named}

    def claim(self, names: frozenset[str]) -> Claim:
        """The claim; an object that is one of these (case-folded) names is an entity whatever the model said."""
        subject, object_ = split_hint(self.subject)[0], split_hint(self.object)[0]
        label = self.importance if isinstance(self.importance, str) else None
        return Claim(
            subject=subject,
            relation=without_ends(self.relation, object_, subject),
            object=object_,
            text=self.text,
            object_is_entity=self.object_is_entity or object_.casefold() in names,
            action=self.action,
            starts=self.starts,
            until=self._end(),
            confidence=self.confidence,
            importance=IMPORTANCE[label] if label else _number(self.importance),
            importance_category=label,
            category=self.category,
            kind=self.kind,
            cardinality=self.cardinality,
        )

    def _end(self) -> datetime | str | None:
        """An end that equals the start says nothing more: models write the day of the message into both."""
        return None if self.action == "holds" and self.until == self.starts else self.until


class ProfileItem(Item):
    """A profile; null = unchanged. Too long a text is cut after a sentence."""

    entity: Named
    text: Annotated[str, BeforeValidator(said)] = ""

    def profile(self) -> Profile:
        """The record."""
        return Profile(split_hint(self.entity)[0], shortened(self.text, PROFILE_CHARS))


class EmotionItem(Item):
    """How the message sounds; unknown words count as neutral and medium."""

    emotion: Annotated[str, BeforeValidator(lambda value: _word(value, EMOTIONS) or "neutral")] = "neutral"
    intensity: Annotated[float, BeforeValidator(lambda value: _share(value) or 0.0)] = 0.0
    energy: Annotated[
        Literal["high", "medium", "low"],
        BeforeValidator(lambda value: _word(value, ("high", "medium", "low")) or "medium"),
    ] = "medium"

    def record(self) -> Emotion:
        """The record."""
        return Emotion(self.emotion, self.intensity, self.energy)


class NameItem(Item):
    """An answer about a name: choice 0 = none of them."""

    question: int
    choice: int
    reason: Text = ""


class JudgementItem(Item):
    """An answer about a statement: known 0 = none of them; an unknown word counts as new."""

    question: int
    relation: Annotated[FactRelation, BeforeValidator(lambda value: _word(value, get_args(FactRelation)) or "new")]
    known: Annotated[int, BeforeValidator(lambda value: value or 0)] = 0
    reason: Text = ""


def _importance(value: Any) -> str | float | None:
    """One of the importance categories, or a number from 0 to 1; None for anything else."""
    return _word(value, tuple(IMPORTANCE)) or _share(value)


def _number(value: str | float | None) -> float | None:
    return value if isinstance(value, float) else None
