"""Sentences as words with single spaces, so that a pattern has one way to read a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from graphmem.languages.language import languages

LONGEST = 400
"""Characters of a sentence that is read; a longer one is left out."""
Span = tuple[int, int]
_QUOTED = re.compile(r"[\"“”«»„][^\"“”«»„]{40,400}[\"“”«»„]")
_CHUNK = re.compile(r"\S+")
_MARKS = ",;:?!"
_DASHES = frozenset(("-", "--", "–", "—", "―"))
_ENDS = frozenset(".!?…")
_QUOTES = str.maketrans(dict.fromkeys('"“”«»„*`', "") | {"’": "'", "‘": "'"})


def sentences_of(text: str) -> Iterator[tuple[Span, str]]:
    """Yield the sentences of a text and where they stand; a long quotation counts as empty."""
    plain = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)
    start, last = -1, 0
    for chunk in _CHUNK.finditer(plain):
        if start >= 0 and "\n" in plain[last : chunk.start()]:
            yield (start, last), plain[start:last]
            start = -1
        start, last = (chunk.start() if start < 0 else start), chunk.end()
        word = chunk[0].rstrip("\"'”’»)*")
        if word and word[-1] in _ENDS and not _is_abbreviated(word):
            yield (start, last), plain[start:last]
            start = -1
    if start >= 0:
        yield (start, last), plain[start:last]


@cache
def abbreviations() -> frozenset[str]:
    """Return the words of all languages that end with a full stop."""
    return frozenset().union(*(one.words.abbreviations for one in languages("words")))


def _is_abbreviated(word: str) -> bool:
    return word[-1] == "." and (word[:-1].lower() in abbreviations() or (len(word) == 2 and word[0].isupper()))


def spaced(sentence: str, contractions: Mapping[str, str]) -> str:
    """Return a sentence with its marks as words of their own, dashes as "—", and contractions written out.

    The sign at its end is left out, but for a question mark. Too long a sentence gives "".
    """
    if len(sentence) > LONGEST:
        return ""
    words: list[str] = []
    for word in sentence.translate(_QUOTES).replace("—", " — ").split():
        if word in _DASHES:
            words.append("—")
            continue
        core = word.lstrip("([")
        if len(core) < len(word) and words:
            words.append("—")
        plain = core.rstrip(_MARKS + ".…)]")
        marks = core[len(plain) :]
        if plain.lower() in abbreviations() or (len(plain) == 1 and plain.isupper() and marks == "."):
            plain, marks = plain + ("." if "." in marks else ""), marks.strip(".")
        marks = marks.replace(")", "—").replace("]", "—")
        words += [*_written_out(plain, contractions), *(mark for mark in marks if mark in _MARKS + "—")]
    while words and words[-1] in (",", ";", ":", "!", "—"):
        words.pop()
    return " ".join(words).rstrip(".")


def _written_out(word: str, contractions: Mapping[str, str]) -> list[str]:
    whole = contractions.get(word.lower())
    if whole is not None:
        parts = whole.split()
        return [parts[0].capitalize() if word[:1].isupper() else parts[0], *parts[1:]]
    start, sign, rest = word.partition("'")
    elided = contractions.get(f"{start.lower()}'") if sign and rest else None
    return [*elided.split(), rest] if elided is not None else [word] if word else []
