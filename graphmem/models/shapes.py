"""What each call must answer, and how the answer becomes records: item by item, a bad one never spoils the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from graphmem.models import schemas
from graphmem.models.answers import Shape, Unfit
from graphmem.models.items import EmotionItem, EntityItem, FactItem, Item, JudgementItem, NameItem
from graphmem.models.ports import ABSENT, Claim, Emotion, Mention, Request

NO_ENTITIES: Final = frozenset({"date", "time", "number", "pronoun", "verb", "adjective", "relation"})
"""What small models list among the entities although they were told not to."""
ONE_MINUTE: Final = timedelta(minutes=1)
NEUTRAL: Final = Emotion()
ItemT = TypeVar("ItemT", bound=Item)


@dataclass(frozen=True, slots=True)
class Read:
    """An extraction as read: mentions, claims, emotion, and a warning for each item that was dropped (S0-20)."""

    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    emotion: Emotion = NEUTRAL
    warnings: tuple[str, ...] = ()


def _read_informed(value: Any) -> Read:
    answer = _answer_with(value, "facts")
    if "entities" not in answer and answer["facts"]:
        answer = {**answer, "entities": []}
    found, said = _read_mentions(answer), _read_claims(answer, _entity_names(answer))
    return replace(found, claims=said.claims, warnings=found.warnings + said.warnings)


def _read_mentions(value: Any) -> Read:
    answer = _answer_with(value, "entities")
    items, warnings = _items(answer["entities"], EntityItem, "entity")
    return Read(
        mentions=merge_mentions(one for one in (item.mention() for item in items) if one.type not in NO_ENTITIES),
        emotion=_emotion(answer.get("emotion")),
        warnings=warnings,
    )


def _read_claims(value: Any, names: frozenset[str] = frozenset()) -> Read:
    items, warnings = _items(_answer_with(value, "facts")["facts"], FactItem, "fact")
    return Read(claims=tuple(item.claim(names) for item in items), warnings=warnings)


def _read_names(value: Any) -> tuple[NameItem, ...]:
    return _items(_answer_with(value, "answers")["answers"], NameItem, "answer")[0]


def _read_judgements(value: Any) -> tuple[JudgementItem, ...]:
    return _items(_answer_with(value, "answers")["answers"], JudgementItem, "answer")[0]


NAMES: Final = Shape("names", schemas.NAMES, _read_names)
JUDGEMENTS: Final = Shape("judgements", schemas.JUDGEMENTS, _read_judgements)


def informed_shape(text: str) -> Shape[Read]:
    """The shape of the informed call about a text."""
    return Shape("extraction", schemas.informed(schemas.limit_for(text)), _read_informed)


def mentions_shape(text: str) -> Shape[Read]:
    """The shape of the first staged call."""
    return Shape("entities", schemas.mentions(schemas.limit_for(text)), _read_mentions)


def claims_shape(text: str, mentions: Sequence[Mention]) -> Shape[Read]:
    """The shape of the second staged call; an object named like one of the mentions is an entity."""
    names = mention_names(mentions)
    return Shape("facts", schemas.claims(schemas.limit_for(text)), lambda value: _read_claims(value, names))


def without_invented_starts(read: Read, request: Request) -> Read:
    """Models like to copy the day of writing into `starts`; unless the message has that date, nobody said it."""
    day = f"{request.occurred_at:%Y-%m-%d}"
    if day in request.content or any(day in turn.content for turn in request.messages):
        return read
    return replace(read, claims=tuple(_undated(one, request.occurred_at, day) for one in read.claims))


def _undated(claim: Claim, written: datetime, day: str) -> Claim:
    copied = claim.starts == day or (isinstance(claim.starts, datetime) and abs(claim.starts - written) < ONE_MINUTE)
    return replace(claim, starts=ABSENT) if copied else claim


def mention_names(mentions: Iterable[Mention]) -> frozenset[str]:
    """Names and aliases, case folded."""
    return frozenset(name.casefold() for one in mentions for name in (one.name, *one.aliases))


def merge_mentions(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """One mention a name (case folded); aliases, a type and a hint that came later are kept."""
    merged: dict[str, Mention] = {}
    for one in mentions:
        first = merged.setdefault(one.name.casefold(), one)
        merged[one.name.casefold()] = replace(
            first,
            type=one.type if first.type == "other" else first.type,
            aliases=tuple(dict.fromkeys((*first.aliases, *one.aliases))),
            hint=first.hint or one.hint,
        )
    return tuple(merged.values())


def _entity_names(answer: Mapping[str, Any]) -> frozenset[str]:
    return mention_names(_read_mentions(answer).mentions)


def _answer_with(value: Any, field: str) -> dict[str, Any]:
    """The answer as an object that has the field as a list; null is an empty list, a bare list is the field itself.

    Raises:
        Unfit: something else, such as the schema itself.
    """
    if isinstance(value, list) and all(isinstance(one, dict) for one in value):
        value = {field: value}
    if not isinstance(value, dict):
        raise Unfit("the answer is not a JSON object")
    if field not in value:
        raise Unfit(f"the object has no field {field!r}" + (" (it is the schema)" if "properties" in value else ""))
    listed = value[field] if value[field] is not None else []
    if not isinstance(listed, list):
        raise Unfit(f"the field {field!r} is not a list")
    return {**value, field: listed}


def _items(listed: Iterable[Any], kind: type[ItemT], word: str) -> tuple[tuple[ItemT, ...], tuple[str, ...]]:
    """The valid items, and a warning for each other one.

    Raises:
        Unfit: none of them even looks like one.
    """
    listed = list(listed)
    items, warnings = [], []
    for number, one in enumerate(listed, 1):
        try:
            items.append(kind.model_validate(one))
        except ValidationError as error:
            warnings.append(f"{word} {number} of the model's answer was dropped: {_problem(error)}")
    if listed and not items and not any(_looks_like(one, kind) for one in listed):
        raise Unfit(warnings[0])
    return tuple(items), tuple(warnings)


def _looks_like(value: Any, kind: type[Item]) -> bool:
    """Whether all required fields are there, whatever is in them."""
    needed = (name for name, field in kind.model_fields.items() if field.is_required())
    return isinstance(value, dict) and all(name in value for name in needed)


def _problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")


def _emotion(value: Any) -> Emotion:
    """Neutral where the model sent none or nonsense: a failure is silent (S0-6)."""
    try:
        return EmotionItem.model_validate(value).record()
    except ValidationError:
        return NEUTRAL
