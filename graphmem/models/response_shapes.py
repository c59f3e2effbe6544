"""What each call must answer, and how the answer becomes records: item by item, a bad one never spoils the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from graphmem.claims import ABSENT, Claim, Emotion, Mention, Profile, Request
from graphmem.contract.validation import invalid
from graphmem.models import response_schemas as schemas
from graphmem.models.json_answers import Shape, Unfit
from graphmem.models.response_items import EmotionItem, EntityItem, FactItem, Item, JudgementItem, NameItem, ProfileItem

NO_ENTITIES: Final = frozenset({"date", "time", "number", "pronoun", "verb", "adjective", "relation"})
"""What small models list among the entities although they were told not to."""
ONE_MINUTE: Final = timedelta(minutes=1)
NEUTRAL: Final = Emotion()
RELATIONS: Final = ("relations", "relationships")
"""What models call edges that stand beside the facts."""
ANSWERS_MOST: Final = 100
ItemT = TypeVar("ItemT", bound=Item)


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An extraction as read: mentions, claims, profiles, emotion, and a warning for each item that was dropped."""

    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    emotion: Emotion = NEUTRAL
    profiles: tuple[Profile, ...] = ()
    warnings: tuple[str, ...] = ()


def _read_informed(value: Any, most: int) -> ReadAnswer:
    answer = _answer_with(_with_facts(value), "facts")
    if "entities" not in answer and answer["facts"]:
        answer = {**answer, "entities": []}
    found = _read_mentions(answer, most)
    said = _read_claims(answer, most, mention_names(found.mentions))
    profiles, warnings = _read_profiles(answer.get("profiles"))
    return replace(found, claims=said.claims, profiles=profiles, warnings=(*found.warnings, *said.warnings, *warnings))


def _with_facts(value: Any) -> Any:
    """An answer that has only relations has facts enough."""
    is_bare = isinstance(value, dict) and "facts" not in value and any(_listed(value.get(key)) for key in RELATIONS)
    return {**value, "facts": []} if is_bare else value


def _read_mentions(value: Any, most: int) -> ReadAnswer:
    answer = _answer_with(value, "entities")
    items, warnings = _items(answer["entities"], EntityItem, "entity", most)
    return ReadAnswer(
        mentions=merge_mentions(one for one in (item.mention() for item in items) if one.type not in NO_ENTITIES),
        emotion=_emotion(answer.get("emotion")),
        warnings=warnings,
    )


def _read_claims(value: Any, most: int, names: frozenset[str] = frozenset()) -> ReadAnswer:
    answer = _answer_with(_with_facts(value), "facts")
    items, warnings = _items(answer["facts"], FactItem, "fact", most)
    edges, more = _relations(answer, most)
    told = {(one.subject.casefold(), one.relation, one.object.casefold()) for one in items}
    edges = tuple(e for e in edges if (e.subject.casefold(), e.relation, e.object.casefold()) not in told)
    claims = (*(item.claim(names) for item in items), *(replace(e.claim(names), object_is_entity=True) for e in edges))
    return ReadAnswer(claims=claims, warnings=(*warnings, *more))


def _relations(answer: Mapping[str, Any], most: int) -> tuple[tuple[FactItem, ...], tuple[str, ...]]:
    """Edges that came beside the facts: what they say has a sentence already, or needs none."""
    listed = [one for key in RELATIONS for one in _listed(answer.get(key))]
    try:
        return _items(listed, FactItem, "relation", most)
    except Unfit as problem:
        return (), (str(problem),)


def _read_profiles(value: Any) -> tuple[tuple[Profile, ...], tuple[str, ...]]:
    """Profiles, each for itself; null, or a text that is null, leaves one as it is."""
    listed = [{"entity": name, "text": text} for name, text in value.items()] if isinstance(value, dict) else value
    try:
        items, warnings = _items(_listed(listed), ProfileItem, "profile", schemas.PROFILES_MOST)
    except Unfit as problem:
        return (), (str(problem),)
    return tuple(one.profile() for one in items if one.text), warnings


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _read_names(value: Any) -> tuple[NameItem, ...]:
    return _items(_answer_with(value, "answers")["answers"], NameItem, "answer", ANSWERS_MOST)[0]


def _read_judgements(value: Any) -> tuple[JudgementItem, ...]:
    return _items(_answer_with(value, "answers")["answers"], JudgementItem, "answer", ANSWERS_MOST)[0]


NAMES: Final = Shape("names", schemas.NAMES, _read_names)
JUDGEMENTS: Final = Shape("judgements", schemas.JUDGEMENTS, _read_judgements)


def informed_shape(text: str, *, profiles: bool = False) -> Shape[ReadAnswer]:
    """The shape of the informed call about a text."""
    most = schemas.limit_for(text)
    schema = schemas.informed(most, profiles=profiles)
    return Shape("extraction", schema, lambda value: _read_informed(value, most))


def mentions_shape(text: str) -> Shape[ReadAnswer]:
    """The shape of the first staged call."""
    most = schemas.limit_for(text)
    return Shape("entities", schemas.mentions(most), lambda value: _read_mentions(value, most))


def claims_shape(text: str, mentions: Sequence[Mention]) -> Shape[ReadAnswer]:
    """The shape of the second staged call; an object named like one of the mentions is an entity."""
    names, most = mention_names(mentions), schemas.limit_for(text)
    return Shape("facts", schemas.claims(most), lambda value: _read_claims(value, most, names))


def without_invented_starts(read: ReadAnswer, request: Request) -> ReadAnswer:
    """Models like to copy the day of writing into `starts`; unless the message has that date, nobody said it."""
    said = "\n".join((request.content, *(turn.content for turn in request.messages)))
    days = frozenset(day for day in request.days if day not in said)
    if not days:
        return read
    return replace(read, claims=tuple(_undated(one, request.occurred_at, days) for one in read.claims))


def _undated(claim: Claim, written: datetime, days: frozenset[str]) -> Claim:
    copied = claim.starts in days or (isinstance(claim.starts, datetime) and abs(claim.starts - written) < ONE_MINUTE)
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


def _items(listed: Sequence[Any], kind: type[ItemT], word: str, most: int) -> tuple[tuple[ItemT, ...], tuple[str, ...]]:
    """The valid items, and a warning for each other one; of more than `most` the rest is left out.

    Raises:
        Unfit: none of them even looks like one.
    """
    over = len(listed) - most
    items, warnings = [], [f"{over} of {len(listed)} in the model's answer were left out ({word})"] if over > 0 else []
    listed = listed[:most]
    for number, one in enumerate(listed, 1):
        try:
            items.append(kind.model_validate(one))
        except ValidationError as error:
            warnings.append(f"{word} {number} of the model's answer was dropped: {invalid(error, named=True).detail}")
    if listed and not items and not any(_looks_like(one, kind) for one in listed):
        raise Unfit(warnings[0])
    return tuple(items), tuple(warnings)


def _looks_like(value: Any, kind: type[Item]) -> bool:
    """Whether all required fields are there, whatever is in them."""
    needed = (name for name, field in kind.model_fields.items() if field.is_required())
    return isinstance(value, dict) and all(name in value for name in needed)


def _emotion(value: Any) -> Emotion:
    """Neutral where the model sent none or nonsense: a failure is silent."""
    try:
        return EmotionItem.model_validate(value).record()
    except ValidationError:
        return NEUTRAL
