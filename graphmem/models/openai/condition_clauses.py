"""The clauses of a message that can state a condition, in five languages.

A clause begins at a word of condition and reaches to the next break. It can state one only if its verb says that something is
so, goes on, or changes, in the present: "as long as Ann is our lead", "once she leaves". "If you see Ann", "because she was
ill" and "even if she is our lead" state none. What ties by itself, or names another one, needs no verb: "depends on our lead",
"with another lead".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.languages.condition_words import ConditionWords
from graphmem.languages.language import languages
from graphmem.languages.small_words import alternatives
from graphmem.names.normalize import fold

_BREAK: Final = re.compile(r"[;:!?()…—–\n]|\s-\s|\.(?=\s|$)")
_LANGUAGES: Final = tuple(one.conditions for one in languages("conditions"))
OPENINGS: Final = tuple(
    re.compile(rf" (?:(?P<none>{w.concedes})|(?P<tie>{w.ties})|(?P<goes_on>{w.goes_on})|(?P<changes>{w.changes}))(?= )")
    for w in _LANGUAGES
)
ANOTHER: Final = re.compile(" (?:" + "|".join(w.another for w in _LANGUAGES) + r")(?= )")
_ABBREVIATIONS: Final = alternatives(word for one in languages("words") for word in one.words.abbreviations)
_ABBREVIATION: Final = re.compile(rf"\b({_ABBREVIATIONS})\.(?=\s)", re.IGNORECASE)
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|«[^»\n]{1,200}»|„[^“”\n]{1,200}[“”]|(?<!\w)'[^'\n]{4,200}'(?!\w)|‘[^’\n]{4,200}’(?!\w)"
)
_SHORT_BE: Final = re.compile(
    r"\b(it|she|he|who|that|there|they|we|you|i)['’](?:s|re|m)\b(?! (?:been|known|had))", re.IGNORECASE
)
_IS_STILL: Final = re.compile(r"['’]s(?= (?:no longer|not|still|the|our|my|your|a|an|gone|out|in charge)\b)")
_E_ACUTE: Final = re.compile(r"(?<!\w)[éÉ](?!\w)")
_SEPARABLE: Final = re.compile(r" hangt (?P<what>.{1,80}) ab ")
_THAT_IS: Final = re.compile(r" (?:that is|it is|is|das ist|c est|es|sao) ")
_PAST: Final = re.compile(
    r" (?:had|was|were|did|would|hatten?|war|waren|avait|avais|etait|hubiera|fuera|tivesse|fosse) "
)
_PERFECT: Final = re.compile(r" (?:i|we|you|they) (?:have|ve) (?!left|changed|resigned|retired)\w+ ")


@dataclass(frozen=True, slots=True)
class ConditionClause:
    """The words of a clause, folded, between spaces. `says_where`: only where somebody is. `turns`: that something changes."""

    text: str
    says_where: bool = False
    turns: bool = False


MOST_WORDS_BEFORE: Final = 3
"""Words of a clause that may stand before its comma."""


def condition_clauses(text: str) -> tuple[ConditionClause, ...]:
    """Return the clauses that can state a condition."""
    text = text.replace("so lange, wie", "so lange wie")
    plain = _SHORT_BE.sub(r"\1 is", _QUOTED.sub(" ", text))
    plain = _ABBREVIATION.sub(r"\1", _E_ACUTE.sub("sao", _IS_STILL.sub(" is", plain)))
    return tuple(dict.fromkeys(_clauses(plain)))


def condition_openings(text: str) -> bool:
    """Whether a text has a word of condition."""
    words = folded(text)
    return _SEPARABLE.search(words) is not None or any(opening.search(words) for opening in OPENINGS)


def names_another(clause: str) -> bool:
    """Whether a clause says that somebody or something else takes a place."""
    return ANOTHER.search(clause) is not None


def _clauses(text: str) -> Iterator[ConditionClause]:
    for sentence in _BREAK.split(text):
        parts = [folded(part) for part in sentence.split(",")]
        for number, words in enumerate(parts):
            if found := _SEPARABLE.search(words):
                yield ConditionClause(f" {found['what']} ", turns=True)
            after = parts[number + 1] if number + 1 < len(parts) else " "
            for language, opening in zip(_LANGUAGES, OPENINGS, strict=True):
                yield from _opened(words, after, opening, language)


def _opened(words: str, after: str, opening: re.Pattern[str], language: ConditionWords) -> Iterator[ConditionClause]:
    """Yield the clauses of one language. One of few words goes on behind its comma: "because my lead, that is Ann"."""
    for found in opening.finditer(words):
        if found["none"]:
            continue
        text = words[found.end() :]
        verbs = language.lasting | (language.turning if found["changes"] else frozenset())
        if found["tie"] or (found["changes"] and names_another(text) and not _PAST.search(text)):
            yield ConditionClause(text, turns=True)
        elif not _PERFECT.search(text) and (said := list(_said(text, verbs, language))):
            turns = bool(found["changes"]) and not language.turning.isdisjoint(text.split())
            yield ConditionClause(text, says_where=all(said), turns=turns)
        elif len(text.split()) <= MOST_WORDS_BEFORE and _THAT_IS.match(after):
            yield ConditionClause(f"{text}{after[1:]}")


def _said(clause: str, verbs: frozenset[str], language: ConditionWords) -> Iterator[bool]:
    """Yield for each of some verbs in a clause whether it only says where somebody is."""
    words = clause.split()
    for number, word in enumerate(words):
        if word in verbs:
            yield re.match(language.places + r"\b", " ".join(words[number + 1 :])) is not None


def folded(text: str) -> str:
    """Return the words of a text between spaces, folded."""
    return " " + " ".join(re.findall(r"[^\W_]+", fold(text).replace("œ", "oe"))) + " "
