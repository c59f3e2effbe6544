"""The words of a question: its language, its English gloss, and which of its words ask for something. Pure.

The words are data: `asking_words.txt` (words of questions with their gloss), `asking_function_words.txt`,
`asking_history.txt`, `asking_ahead.txt`, `asking_news.txt`, `asking_openings.txt` (words that begin a question).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

GLOSSED = ("pt", "es", "fr", "de")
"""The languages of `asking_words.txt`, in the order of its columns."""
ENGLISH = "en"
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class GlossedWord:
    """A word of a question: as it stands, in English ("" where it is a function word), and whether it asks for something."""

    plain: str
    english: str
    content: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of the word list. `others`: words that must stand in the same question."""

    word: str
    others: tuple[str, ...]
    gloss: str

    @property
    def size(self) -> int:
        return len(self.word) + sum(map(len, self.others))


def data_rows(name: str) -> Iterator[list[str]]:
    """Return the lines of a data file beside this module, split at their semicolons. Lines that begin with # are left out."""
    for line in (_FOLDER / name).read_text("utf8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield [cell.strip() for cell in line.split(";")]


@cache
def function_words() -> Mapping[str, frozenset[str]]:
    """Return the function words of each language."""
    return {language: frozenset(words.split()) for language, words in data_rows("asking_function_words.txt")}


@cache
def all_function_words() -> frozenset[str]:
    """Return the function words of all languages."""
    return frozenset().union(*function_words().values())


@cache
def _entries() -> Mapping[str, Mapping[str, tuple[_Entry, ...]]]:
    """Return the entries of each language by the first letter of their word."""
    found: dict[str, dict[str, list[_Entry]]] = {language: {} for language in GLOSSED}
    for gloss, *columns in data_rows("asking_words.txt"):
        for language, column in zip(GLOSSED, columns, strict=True):
            for entry in column.split():
                word, *others = entry.split("+")
                found[language].setdefault(word[0], []).append(_Entry(word, tuple(others), gloss))
    return {language: {letter: tuple(row) for letter, row in rows.items()} for language, rows in found.items()}


def language_of(words: Sequence[str]) -> str:
    """Return the language with most of the words among its function words.

    Where two have equally many, the one whose list of words knows more of the question. English comes first, also where
    nothing is known.
    """
    counts = {language: sum(word in known for word in words) for language, known in function_words().items()}
    most = max(counts.values())
    best = [language for language, count in counts.items() if count == most]
    if len(best) == 1:
        return best[0]
    if most and ENGLISH in best:
        return ENGLISH
    hits = {language: sum(_gloss(word, words, language) is not None for word in words) for language in best}
    found = max(best, key=lambda language: hits.get(language, 0))
    return found if hits[found] else ENGLISH


def is_question_word(word: str, language: str) -> bool:
    """Whether a word is one of the words of questions in a language: it asks, opens a question or says what is asked for."""
    if word in function_words()[language] or word in _openings():
        return True
    return word in _english() if language == ENGLISH else _gloss(word, (word,), language) is not None


@cache
def _openings() -> frozenset[str]:
    """Return the words that begin a question, in all languages."""
    return frozenset(word for _, words in data_rows("asking_openings.txt") for word in words.split())


@cache
def _english() -> frozenset[str]:
    """Return the English words of the glosses."""
    return frozenset(word for gloss, *_ in data_rows("asking_words.txt") for word in gloss.split())


def glossed(words: Sequence[str]) -> list[GlossedWord]:
    """Return the words of a question (lower case, without accents and names) with their English gloss."""
    language = language_of(words)
    known = function_words()[language]
    if language == ENGLISH:
        return [GlossedWord(word, word, word not in known) for word in words]
    made = []
    for word in words:
        gloss = _gloss(word, words, language)
        english = ("" if word in known else word) if gloss is None else gloss
        made.append(GlossedWord(word, english, word not in known and english not in function_words()[ENGLISH]))
    return made


def content_of(text: str) -> str:
    """Return an English text without its function words; the whole text where it has no others."""
    known = function_words()[ENGLISH]
    return " ".join(word for word in text.split() if word not in known) or text


def _gloss(word: str, words: Sequence[str], language: str) -> str | None:
    """Return the gloss of the longest entry that fits the word, or None."""
    if language == ENGLISH or not word:
        return None
    fitting = [
        entry
        for entry in _entries()[language].get(word[0], ())
        if _fits(entry.word, word) and all(any(_fits(other, one) for one in words) for other in entry.others)
    ]
    return max(fitting, key=lambda entry: entry.size).gloss if fitting else None


def _fits(entry: str, word: str) -> bool:
    return word.startswith(entry[:-1]) if entry.endswith("*") else word == entry


@cache
def _history(kind: str) -> re.Pattern[str]:
    """Return the words of `asking_history.txt` of a kind, in all languages."""
    words = "|".join(words for of, _, words in data_rows("asking_history.txt") if of == kind)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.I)


def asks_ahead(text: str) -> bool:
    """Whether a question asks for what is to come: plans, appointments."""
    return _ahead().search(text.replace("’", "'")) is not None


@cache
def _ahead() -> re.Pattern[str]:
    return re.compile("|".join(rf"\b(?:{pattern})" for _, pattern in data_rows("asking_ahead.txt")), re.I)


def asks_for_news(text: str) -> bool:
    """Whether a question asks for what is new, and for nothing in particular."""
    return _news().fullmatch(text.replace("’", "'").strip(" ¿?!.")) is not None


@cache
def _news() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for _, pattern in data_rows("asking_news.txt")), re.I)


def asks_for_history(text: str) -> bool:
    """Whether a question asks for the values that something has had over time, not only for the one that holds."""
    text = text.replace("’", "'")
    if _history("past").search(text):
        return True
    return bool(_history("since").search(text) and _history("all").search(text))
