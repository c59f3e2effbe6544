"""Which message of a transcript says what: facts, entities, emotions and profiles of one answer, by message."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from graphmem.claims import ABSENT, Claim, Emotion, Extracted, Mention, Profile, Request
from graphmem.models.grounding import grounded
from graphmem.models.openai.prompts import message_text
from graphmem.models.response_shapes import ReadAnswer, without_invented_starts
from graphmem.names.normalize import fold

DATE_WORDS: Final = 2.0
"""Support of the words of a date that stand in a message as they are."""
SPEAKER: Final = 1.0
"""Support of a message whose speaker is the subject."""
_WORD: Final = re.compile(r"[^\W_]+")
_STEM, _SHORTEST = 4, 3
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


def extracted_of(
    read: ReadAnswer, requests: Sequence[Request], method: Literal["informed", "staged"]
) -> tuple[Extracted, ...]:
    """Return what each message of a transcript says, from one answer about all of them.

    Each message keeps what the transcript supports, and no start that was copied from its time of writing, as in an answer
    about one message. The warnings about the whole answer stand with the first message.
    """
    messages = [_Told.of(request) for request in requests]
    numbers, warnings = numbers_of(read, messages)
    parts = [[claim for claim, at in zip(read.claims, numbers, strict=True) if at == n] for n in range(len(messages))]
    mentions = _mentions(read.mentions, parts, messages)
    profiles, emotions = _profiles(read.profiles, parts, mentions), emotions_of(read, len(messages))
    found = []
    for n, request in enumerate(requests):
        own = ReadAnswer(mentions=mentions[n], claims=tuple(parts[n]), profiles=profiles[n])
        own = grounded(without_invented_starts(own, request), _beside(n, requests, messages))
        told = (*(() if n else read.warnings), *warnings[n], *own.warnings)
        found.append(Extracted(own.mentions, own.claims, method, emotions[n], (), told, own.profiles))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Told:
    """A message of a transcript, folded. `terms`: stems of its words; `speaker`: the stems of its speaker's name."""

    text: str
    terms: frozenset[str]
    speaker: frozenset[str]
    words: str = field(default="")

    @classmethod
    def of(cls, request: Request) -> _Told:
        text = fold(message_text(request))
        return cls(text, _terms(text), _terms(fold(request.speaker or "")), f" {' '.join(_WORD.findall(text))} ")

    def names(self, mention: Mention) -> bool:
        """Whether the message contains one of the names of a mention."""
        return any(map(self._contains, (mention.name, *mention.aliases)))

    def _contains(self, name: str) -> bool:
        folded = fold(name)
        if _UNSPACED.search(folded):
            return folded in self.text
        words = _WORD.findall(folded)
        return bool(words) and f" {' '.join(words)} " in self.words


def _beside(n: int, requests: Sequence[Request], messages: Sequence[_Told]) -> Request:
    """Return a message with the other messages of the transcript beside it: they may say who is meant."""
    first = requests[0]
    others = tuple(message_text(request) for at, request in enumerate(requests) if at != n)
    return replace(requests[n], recent_messages=(*first.recent_messages, *others), known=first.known, offer=first.offer)


# --------------------------------------------------------------------------- facts


def numbers_of(read: ReadAnswer, messages: Sequence[_Told]) -> tuple[list[int], list[list[str]]]:
    """Return the position of the message that says each claim, from 0, and the warnings of each message.

    The number of the answer counts, from 1, or from 0 if the answer counts so. A number of no message does not count, nor
    that of a message without the object if another one has every word of the claim. Without a number, the message whose
    words support the claim best says it; the last one if none does, with a warning.
    """
    given, warnings = _from_one(read.numbers, len(messages)), [list[str]() for _ in messages]
    terms = [_ClaimTerms.of(claim, messages) for claim in read.claims]
    spread = Counter(term for message in messages for term in message.terms)
    positions = []
    for claim, own, number in zip(read.claims, terms, given, strict=True):
        at, why = _position(claim, own, number, messages, spread)
        positions.append(at)
        if why:
            warnings[at].append(why)
    return positions, warnings


def _from_one(numbers: Sequence[int | None], messages: int) -> list[int | None]:
    """Return the numbers counted from 1, also those of an answer that counts from 0."""
    given = [number for number in numbers if number is not None]
    from_zero = 0 in given and max(given) < messages
    return [number + 1 if number is not None and from_zero else number for number in numbers]


@dataclass(frozen=True, slots=True)
class _ClaimTerms:
    """The stems of a claim's words without the names of the speakers, those of its object, and its words of dates."""

    all: frozenset[str]
    object: frozenset[str]
    subject: frozenset[str]
    dates: tuple[str, ...]

    @classmethod
    def of(cls, claim: Claim, messages: Sequence[_Told]) -> _ClaimTerms:
        speakers = frozenset().union(*(message.speaker for message in messages))
        dates = tuple(fold(date) for date in (claim.starts, claim.until) if isinstance(date, str) and date != ABSENT)
        words = "\n".join((claim.subject, claim.relation, claim.object, claim.text, *dates))
        subject = _terms(fold(claim.subject))
        return cls(_terms(fold(words)) - speakers, _terms(fold(claim.object)) - speakers, subject, dates)

    def speaks_in(self, message: _Told) -> bool:
        """Whether the subject of the claim is the speaker of a message."""
        return bool(self.subject) and self.subject <= message.speaker


def _position(
    claim: Claim, own: _ClaimTerms, number: int | None, messages: Sequence[_Told], spread: Mapping[str, int]
) -> tuple[int, str]:
    """Return the position of the message that says a claim, and a warning, or ""."""
    if number is not None and 1 <= number <= len(messages) and not _elsewhere(claim, own, number - 1, messages):
        return number - 1, ""
    support = [_support(own, message, spread) for message in messages]
    if max(support) > 0:
        order = range(len(messages)) if claim.action == "holds" else reversed(range(len(messages)))
        at = max(order, key=lambda n: support[n])
        if number is None:
            return at, ""
        return at, f"message {number} of {len(messages)} does not say it, message {at + 1} does: {claim.text}"
    by_speaker = [n for n, message in enumerate(messages) if own.speaks_in(message)]
    at = by_speaker[-1] if by_speaker else len(messages) - 1
    return at, f"no message of the transcript has the words of it; it is taken for message {at + 1}: {claim.text}"


def _elsewhere(claim: Claim, own: _ClaimTerms, at: int, messages: Sequence[_Told]) -> bool:
    """Whether the message does not have the object, and another one has every word of a claim that holds."""
    if claim.action != "holds" or not own.object or own.object & messages[at].terms:
        return False
    return any(own.all <= message.terms for message in messages)


def _support(own: _ClaimTerms, message: _Told, spread: Mapping[str, int]) -> float:
    """Return how well a message supports a claim: its words in the message, the more the fewer messages have them.

    A message with one of its words gets SPEAKER more if its speaker is the subject: people mostly speak of themselves.
    """
    dates = sum(DATE_WORDS for date in own.dates if date in message.text)
    words = dates + sum(1 / spread[term] for term in own.all & message.terms)
    return words + (SPEAKER if words and own.speaks_in(message) else 0)


def _terms(folded: str) -> frozenset[str]:
    """Return the stems of the words of a folded text; the pairs of letters in scripts without spaces between words."""
    terms = set[str]()
    for word in _WORD.findall(folded):
        if _UNSPACED.search(word):
            terms.update(word[at : at + 2] for at in range(max(len(word) - 1, 1)))
        elif len(word) >= _SHORTEST or word.isdigit():
            terms.add(word[:_STEM].rstrip("s") or word)
    return frozenset(terms)


# --------------------------------------------------------------------------- entities, profiles, emotions


def _mentions(
    found: Sequence[Mention], parts: Sequence[Sequence[Claim]], messages: Sequence[_Told]
) -> list[tuple[Mention, ...]]:
    """Return the mentions of each message: those that it names, and the ends of its claims. The last one gets the rest."""
    ends = [{end.casefold() for claim in part for end in (claim.subject, claim.object)} for part in parts]
    own = [[m for m in found if message.names(m) or _names(m) & ends[n]] for n, message in enumerate(messages)]
    placed = {id(mention) for mentions in own for mention in mentions}
    own[-1] += [mention for mention in found if id(mention) not in placed]
    return [tuple(mentions) for mentions in own]


def _profiles(
    found: Sequence[Profile], parts: Sequence[Sequence[Claim]], mentions: Sequence[Sequence[Mention]]
) -> list[tuple[Profile, ...]]:
    """Return the profiles of each message. A profile belongs to the last message that says something of its entity."""
    placed: list[list[Profile]] = [[] for _ in parts]
    for profile in found:
        name = profile.entity.casefold()
        said = [n for n, part in enumerate(parts) if any(name in _ends(claim) for claim in part)]
        named = [n for n, own in enumerate(mentions) if any(name in _names(mention) for mention in own)]
        placed[max(said or named or [len(parts) - 1])].append(profile)
    return [tuple(profiles) for profiles in placed]


def _ends(claim: Claim) -> tuple[str, str]:
    return claim.subject.casefold(), claim.object.casefold()


def _names(mention: Mention) -> set[str]:
    return {name.casefold() for name in (mention.name, *mention.aliases)}


def emotions_of(read: ReadAnswer, messages: int) -> list[Emotion]:
    """Return the emotion of each message; neutral where the answer has none. One without a number counts for all."""
    numbers = _from_one([number for number, _ in read.emotions], messages)
    found = dict(zip(numbers, (emotion for _, emotion in read.emotions), strict=True))
    return [found.get(n, found.get(None, Emotion())) for n in range(1, messages + 1)]
