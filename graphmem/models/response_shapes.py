"""The shape of each call's answer. Each item of an answer is read alone: an invalid one does not affect the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from graphmem.claims import ABSENT, Claim, Emotion, Mention, Profile, Request
from graphmem.dates.parser import find_dates
from graphmem.models import response_schemas as schemas
from graphmem.models.json_answers import Shape, Unfit
from graphmem.models.response_validation import (
    EmotionItem,
    EntityItem,
    FactItem,
    Item,
    JudgementItem,
    NameItem,
    ProfileItem,
)
from graphmem.offer import EMPTY_OFFER, Offer
from graphmem_contract.errors import invalid

NO_ENTITIES: Final = frozenset({"date", "time", "number", "pronoun", "verb", "adjective", "relation"})
"""Types that are no entities. Small models list them although the prompt forbids it."""
ONE_MINUTE: Final = timedelta(minutes=1)
NEUTRAL: Final = Emotion()
RELATIONS: Final = ("relations", "relationships")
"""Names under which models send edges in addition to the facts."""
ANSWERS_MOST: Final = 100
ItemT = TypeVar("ItemT", bound=Item)


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """A parsed extraction: mentions, claims, emotion, profiles, and a warning for each dropped item.

    Of a transcript: `numbers` has the number of the message that each claim names, and `emotions` has emotions with such
    numbers. A number is None where the answer names none.
    """

    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    emotion: Emotion = NEUTRAL
    profiles: tuple[Profile, ...] = ()
    warnings: tuple[str, ...] = ()
    numbers: tuple[int | None, ...] = ()
    emotions: tuple[tuple[int | None, Emotion], ...] = ()


def _says_nothing(read: ReadAnswer) -> bool:
    return not (read.mentions or read.claims or read.profiles)


def _read_informed(value: Any, most: int, offer: Offer) -> ReadAnswer:
    answer = _answer_with(_with_facts(value), "facts")
    if "entities" not in answer and answer["facts"]:
        answer = {**answer, "entities": []}
    first = _read_mentions(answer, most, offer)
    second = _read_claims(answer, most, mention_names(first.mentions), offer)
    profiles, dropped = _read_profiles(answer.get("profiles"))
    warnings = (*first.warnings, *second.warnings, *dropped)
    return replace(first, claims=second.claims, numbers=second.numbers, profiles=profiles, warnings=warnings)


def _with_facts(value: Any) -> Any:
    """Return the answer with an empty list of facts if it has relations but no field "facts"."""
    only_relations = (
        isinstance(value, dict) and "facts" not in value and any(_as_list(value.get(key)) for key in RELATIONS)
    )
    return {**value, "facts": []} if only_relations else value


def _read_mentions(value: Any, most: int, offer: Offer = EMPTY_OFFER) -> ReadAnswer:
    answer = _answer_with(value, "entities")
    items, warnings = _items(answer["entities"], EntityItem, "entity", most)
    unknown = (f"e{item.known}" for item in items if item.known and offer.entity(item.known) is None)
    return ReadAnswer(
        mentions=merge_mentions(m for m in (item.mention(offer) for item in items) if m.type not in NO_ENTITIES),
        emotion=_emotion(answer.get("emotion")),
        emotions=tuple(_emotions(answer)),
        warnings=(*warnings, *_unknown(unknown)),
    )


def _unknown(numbers: Iterable[str]) -> tuple[str, ...]:
    """Return a warning for each number that the prompt does not show."""
    return tuple(f"the model's answer named {number}, which the prompt does not show" for number in numbers)


def _read_claims(value: Any, most: int, names: frozenset[str] = frozenset(), offer: Offer = EMPTY_OFFER) -> ReadAnswer:
    answer = _answer_with(_with_facts(value), "facts")
    items, warnings = _items(answer["facts"], FactItem, "fact", most)
    edges, dropped = _read_relations(answer, most)
    known = {(item.subject.casefold(), item.relation, item.object.casefold()) for item in items}
    edges = tuple(e for e in edges if (e.subject.casefold(), e.relation, e.object.casefold()) not in known)
    claims = (
        *(item.claim(names, offer) for item in items),
        *(replace(e.claim(names, offer), object_is_entity=True) for e in edges),
    )
    unknown = _unknown(f"f{number}" for item in items for number in item.unknown_numbers(offer))
    return ReadAnswer(
        claims=claims, warnings=(*warnings, *dropped, *unknown), numbers=tuple(i.message for i in (*items, *edges))
    )


def _read_relations(answer: Mapping[str, Any], most: int) -> tuple[tuple[FactItem, ...], tuple[str, ...]]:
    """Read the edges that a model sends in addition to the facts. They need no sentence."""
    listed = [edge for key in RELATIONS for edge in _as_list(answer.get(key))]
    try:
        return _items(listed, FactItem, "relation", most)
    except Unfit as problem:
        return (), (str(problem),)


def _read_profiles(value: Any) -> tuple[tuple[Profile, ...], tuple[str, ...]]:
    """Read the profiles, each alone. A profile that is null, or whose text is null, stays unchanged."""
    listed = [{"entity": name, "text": text} for name, text in value.items()] if isinstance(value, dict) else value
    try:
        items, warnings = _items(_as_list(listed), ProfileItem, "profile", schemas.PROFILES_MOST)
    except Unfit as problem:
        return (), (str(problem),)
    return tuple(item.profile() for item in items if item.text), warnings


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _read_names(value: Any) -> tuple[NameItem, ...]:
    return _items(_answer_with(value, "answers")["answers"], NameItem, "answer", ANSWERS_MOST)[0]


def _read_judgements(value: Any) -> tuple[JudgementItem, ...]:
    return _items(_answer_with(value, "answers")["answers"], JudgementItem, "answer", ANSWERS_MOST)[0]


NAMES: Final = Shape("names", schemas.NAMES, _read_names)
JUDGEMENTS: Final = Shape("judgements", schemas.JUDGEMENTS, _read_judgements)


def informed_shape(
    text: str,
    messages: int | None = None,
    *,
    profiles: bool = False,
    conditions: bool = False,
    offer: Offer = EMPTY_OFFER,
) -> Shape[ReadAnswer]:
    """Return the shape of the informed call about a text.

    Args:
        messages: the text is a transcript of so many messages. offer: the known entities and facts of the prompt.
    """
    most = schemas.limit_for(text)
    schema = schemas.informed(most, messages, profiles=profiles, conditions=conditions, known=bool(offer))
    return Shape("extraction", schema, lambda value: _read_informed(value, most, offer), _says_nothing)


def mentions_shape(text: str, messages: int | None = None) -> Shape[ReadAnswer]:
    """Return the shape of the first staged call, also about a transcript of so many messages."""
    most = schemas.limit_for(text)
    schema = schemas.mentions(most, messages)
    return Shape("entities", schema, lambda value: _read_mentions(value, most), _says_nothing)


def transcript_claims_shape(
    text: str, mentions: Sequence[Mention], *, conditions: bool = False, offer: Offer = EMPTY_OFFER
) -> Shape[ReadAnswer]:
    """Return the shape of the second staged call about a transcript."""
    names, most = mention_names(mentions), schemas.limit_for(text)
    schema = schemas.claims(most, told=True, conditions=conditions, known=bool(offer))
    return Shape("facts", schema, lambda value: _read_claims(value, most, names, offer))


def claims_shape(
    text: str, mentions: Sequence[Mention], *, conditions: bool = False, offer: Offer = EMPTY_OFFER
) -> Shape[ReadAnswer]:
    """Return the shape of the second staged call. An object with the name of a mention is an entity."""
    names, most = mention_names(mentions), schemas.limit_for(text)
    schema = schemas.claims(most, conditions=conditions, known=bool(offer))
    return Shape("facts", schema, lambda value: _read_claims(value, most, names, offer), _says_nothing)


def without_invented_starts(read: ReadAnswer, request: Request) -> ReadAnswer:
    """Return the answer without starts that the model copied from the time of writing.

    A start on the day of writing stays only if the message names that day, as a date or in words ("today", "this morning").
    """
    text = "\n".join((request.content, *(turn.content for turn in request.messages)))
    days = frozenset(day for day in request.days if day not in text)
    if not days or not any(claim.starts in days or isinstance(claim.starts, datetime) for claim in read.claims):
        return read
    dates = find_dates(text, request.occurred_at, request.time_zone)
    named = [f"{request.local(span.from_):%F}" for span in dates if span.from_]
    if not (days := days.difference(named)):
        return read
    return replace(read, claims=tuple(_without_copied_start(claim, request.occurred_at, days) for claim in read.claims))


def _without_copied_start(claim: Claim, written: datetime, days: frozenset[str]) -> Claim:
    copied = claim.starts in days or (isinstance(claim.starts, datetime) and abs(claim.starts - written) < ONE_MINUTE)
    return replace(claim, starts=ABSENT) if copied else claim


def mention_names(mentions: Iterable[Mention]) -> frozenset[str]:
    """Return the names and aliases of the mentions, case-folded."""
    return frozenset(name.casefold() for mention in mentions for name in (mention.name, *mention.aliases))


def merge_mentions(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Merge mentions with the same case-folded name. Aliases are joined; the first known type and hint win."""
    merged: dict[str, Mention] = {}
    for mention in mentions:
        first = merged.setdefault(mention.name.casefold(), mention)
        merged[mention.name.casefold()] = replace(
            first,
            type=mention.type if first.type == "other" else first.type,
            aliases=tuple(dict.fromkeys((*first.aliases, *mention.aliases))),
            hint=first.hint or mention.hint,
            known=first.known or mention.known,
            is_new=first.is_new and mention.is_new,
        )
    return tuple(merged.values())


def _answer_with(value: Any, field: str) -> dict[str, Any]:
    """Return the answer as an object whose `field` is a list. Null becomes an empty list, a bare list the field.

    Raises:
        Unfit: The value is something else, for example the schema itself.
    """
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
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
    """Return the valid items, and a warning for each invalid one. Items beyond `most` are left out, with one warning.

    Raises:
        Unfit: No item has the required fields.
    """
    over = len(listed) - most
    items, warnings = [], [f"{over} of {len(listed)} in the model's answer were left out ({word})"] if over > 0 else []
    listed = listed[:most]
    for number, value in enumerate(listed, 1):
        try:
            items.append(kind.model_validate(value))
        except ValidationError as error:
            warnings.append(f"{word} {number} of the model's answer was dropped: {invalid(error, named=True).detail}")
    if listed and not items and not any(_has_required_fields(value, kind) for value in listed):
        raise Unfit(warnings[0])
    return tuple(items), tuple(warnings)


def _has_required_fields(value: Any, kind: type[Item]) -> bool:
    """Whether all required fields are present, with any values."""
    required = (name for name, field in kind.model_fields.items() if field.is_required())
    return isinstance(value, dict) and all(name in value for name in required)


def _emotion(value: Any) -> Emotion:
    """Return the emotion; neutral if the model sent none or an invalid one. There is no warning."""
    try:
        return EmotionItem.model_validate(value).record()
    except ValidationError:
        return NEUTRAL


def _emotions(answer: Mapping[str, Any]) -> Iterator[tuple[int | None, Emotion]]:
    """Yield the emotions of a transcript with the numbers of their messages. An invalid one is left out."""
    single = answer.get("emotion")
    for value in (*_as_list(answer.get("emotions")), *((single,) if isinstance(single, dict) else ())):
        with suppress(ValidationError):
            item = EmotionItem.model_validate(value)
            yield item.message, item.record()
