"""What a directive is about, so that two that exclude each other are found: wished and forbidden, or two values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from graphmem.directives.languages import language_codes
from graphmem.directives.phrases import Phrases, folded_words, tokens_of
from graphmem.languages.language import languages

WISHED, UNWISHED = "wished", "unwished"
SAME = 0.75
"""The share of common words from which two wishes are one that was told twice."""
_DIRECTIVES = tuple(one.directives for one in languages("directives"))


def _words(field: Literal["small", "light", "answering", "answers", "shaping", "into", "no_shape"]) -> frozenset[str]:
    """Return the folded words of a kind in all languages."""
    return folded_words(" ".join(word for one in _DIRECTIVES for word in getattr(one, field)))


_SMALL = _words("small")
"""Words that say nothing about what is wished."""
_LIGHT = _words("light")
"""Verbs of wishing and of an assistant: "never suggest seafood" and "I like seafood" are both about seafood."""
_EMPTY = _SMALL | _LIGHT
_SPOKEN, _SUBJECTS_OF_LENGTH = _words("answering"), _words("answers")
_SHAPED, _INTO, _NOT_A_SHAPE = _words("shaping"), _words("into"), _words("no_shape")
_WORDS_BETWEEN = 1
"""Words that may stand between "in" and the name of a language."""
_TOPICS = {
    "short": "length",
    "long": "length",
    "formal": "address",
    "informal": "address",
    "metric": "units",
    "imperial": "units",
}
"""Value: what it is a choice of."""
_CHOICE = {
    word: (_TOPICS[value], value)
    for one in _DIRECTIVES
    for value, listed in one.choices.items()
    for word in folded_words(" ".join(listed))
}
_OVER = Phrases(phrase for one in _DIRECTIVES for phrase in one.over)
_NAMED = Phrases(phrase for one in _DIRECTIVES for phrase in one.called)
_REASONS = Phrases(phrase for one in _DIRECTIVES for phrase in one.reasons)


def topics_of(text: str, scope: str | None, likes: bool, speaker: str | None = None) -> dict[str, str]:
    """Return what a directive is about, each with its value. Two with another value of one topic exclude each other.

    Args:
        likes: False = it forbids or dislikes. speaker: a name that says nothing about the topic.
    """
    said = _without(text, scope)
    found: dict[str, str] = {}
    if words := content_words(said, speaker):
        found[" ".join(sorted(words))] = WISHED if likes else UNWISHED
    if likes:
        found.update(_values(said))
    return found


def content_words(text: str, speaker: str | None = None) -> frozenset[str]:
    """Return the words that say what is wished, in the singular."""
    names = folded_words(speaker or "")
    words = (token.word for token in tokens_of(text))
    return frozenset(_singular(word) for word in words if word not in _EMPTY and word not in names)


def alike(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the share of words that two sets have in common."""
    return len(first & second) / len(first | second) if first and second else 0.0


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def _without(text: str, scope: str | None) -> str:
    place = text.casefold().find(scope.casefold()) if scope else -1
    return text if place < 0 or scope is None else f"{text[:place]} {text[place + len(scope) :]}"


def _values(text: str) -> Iterator[tuple[str, str]]:
    tokens = tokens_of(text)
    words = [token.word for token in tokens]
    if not _SPOKEN.isdisjoint(words) and (code := _language_in(words)):
        yield "language", code
    for word in words:
        topic, value = _CHOICE.get(word, ("", ""))
        if topic and (topic != "length" or not _SUBJECTS_OF_LENGTH.isdisjoint(words)):
            yield topic, value
    for place in range(len(tokens)):
        if (step := _NAMED.length_at(tokens, place)) and words[place + step :]:
            yield "name", " ".join(words[place + step :])
        if place and (step := _OVER.length_at(tokens, place)):
            yield from _choice_of_two(words[:place], _before_reason(text, place + step))
    yield from _shape(words)


def _language_in(words: Sequence[str]) -> str | None:
    """Return the language of "answer in plain English" or "speak French"; "write about Polish food" has none."""
    codes = language_codes()
    for place, word in enumerate(words):
        near = words[max(0, place - _WORDS_BETWEEN - 1) : place]
        if word in codes and (not _INTO.isdisjoint(near) or not _SPOKEN.isdisjoint(near[-1:])):
            return codes[word]
    return None


def _before_reason(text: str, place: int) -> Sequence[str]:
    tokens = tokens_of(text)
    end = _REASONS.place_in(tokens, place + 1, len(tokens))
    return [token.word for token in tokens[place:end]]


def _choice_of_two(chosen: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pair of "I prefer tea over coffee", in order of the alphabet, with the one that is preferred."""
    first, second = (" ".join(sorted(content_words(" ".join(words)))) for words in (chosen, other))
    if first and second and first != second:
        yield " | ".join(sorted((first, second))), first


def _shape(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the thing and its form in "format dates as day-month-year"."""
    for start, word in enumerate(words):
        if word not in _SHAPED:
            continue
        into = next((at for at in range(start + 2, len(words) - 1) if words[at] in _INTO), None)
        if into is not None and words[into + 1] not in _NOT_A_SHAPE:
            thing = " ".join(sorted(content_words(" ".join(words[start + 1 : into]))))
            if thing:
                yield f"form of {thing}", " ".join(words[into + 1 :])
        return
