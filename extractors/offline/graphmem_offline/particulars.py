"""Lists of the speaker's particulars: "About me: - City: Ulm - Employer: Acme", "City: Ulm; Job: nurse"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.languages.language import languages
from graphmem.languages.small_words import alternatives
from graphmem_offline.quoting.marks import blanks

_LANGUAGES: Final = languages("particulars")
_OWN: Final = (
    alternatives({*one.words.i, *one.words.we, *one.words.own, *one.words.me} - {"user"}) for one in _LANGUAGES
)
_ME: Final = re.compile(rf"(?<!\w)(?:{'|'.join(_OWN)})(?!\w)", re.I)
_KEYS: Final = tuple(
    (
        relation,
        re.compile(
            rf"(?:{'|'.join(pattern for one in _LANGUAGES if (pattern := one.particulars.keys.get(relation)))})", re.I
        ),
    )
    for relation in dict.fromkeys(relation for one in _LANGUAGES for relation in one.particulars.keys)
)
_NAME: Final = re.compile("|".join(one.particulars.name for one in _LANGUAGES), re.I)
_NONE: Final = re.compile("|".join(one.particulars.none for one in _LANGUAGES), re.I)
_AND: Final = re.compile(r"\s{0,4}[,/&]\s{0,4}|\s(?:and|und|et|y|e|ed)\s")
_ENTRY: Final = re.compile(
    r"(?:[-*•–][ \t]{1,4}|\d{1,2}[.)][ \t]{1,4})?"
    r"\*{0,2}(?P<key>[^\W\d_][^\n:;|*]{0,30}?)\*{0,2}[ ]?:\*{0,2}[ \t]{1,8}(?P<value>[^\n;|]{1,80})"
)
_NAMES: Final = {
    "lives_in": "place",
    "works_at": "organization",
    "married_to": "person",
    "comes_from": "place",
    "studies_at": "organization",
}
_LISTS: Final = frozenset(("allergic_to", "speaks", "likes", "dislikes", "hobby"))
_PERSONAL: Final = frozenset(("lives_in", "age", "birthday", "allergic_to", "diet", "hobby", "married_to"))
"""Relations of which a list without a line before it has one at least; else it may describe a firm or a post."""
_LEAST: Final = 2
_MOST_WORDS: Final = 6


@dataclass(frozen=True, slots=True)
class Particular:
    """An entry of a list: a relation of the speaker and its object. `type` is that of an entity, "" for a value."""

    relation: str
    object: str
    type: str = ""


def relation_of(key: str) -> str | None:
    """Return the relation of a key ("City" → lives_in); None for other words."""
    return next((relation for relation, pattern in _KEYS if pattern.fullmatch(key.strip())), None)


def is_key(words: str) -> bool:
    """Whether words before a colon are a key of a list of particulars."""
    return relation_of(words) is not None or _NAME.fullmatch(words.strip()) is not None


def particulars_in(text: str, speaker: str) -> tuple[list[Particular], str]:
    """Return the entries of lists about the speaker, and the text without the lists.

    A list has two entries at least. A line that announces it speaks of the speaker ("about me"); a name in it is theirs.
    """
    found: list[Particular] = []
    for block in re.finditer(r"(?:[^\n]+\n?)+", text):
        entries = [match for match in _entries(block[0]) if is_key(match["key"])]
        known = [match for match in entries if relation_of(match["key"])]
        if not known:
            continue
        before = block[0][: entries[0].start()] or _line_before(text, block.start())
        start, stop = block.start() + entries[0].start(), block.start() + entries[-1].end()
        if (len(entries) >= _LEAST or _ME.search(before)) and _is_own(before, entries, speaker):
            found += [one for match in known for one in _read(match)]
        text = f"{text[:start]}{blanks(text[start:stop])}{text[stop:]}"
    return found, text


def _entries(block: str) -> Iterator[re.Match[str]]:
    place = 0
    while (at := re.compile(r"(?:^|[\n;|])[ \t]*", re.M).search(block, place)) is not None:
        match = _ENTRY.match(block, at.end())
        if match:
            yield match
        place = match.end() if match else at.end() + (at.end() == at.start())
        if place >= len(block):
            return


def _line_before(text: str, place: int) -> str:
    """Return the line before an empty line, if a colon ends it."""
    before = text[:place].rstrip()
    line = before.rpartition("\n")[2]
    return line if line.endswith(":") else ""


def _is_own(before: str, entries: list[re.Match[str]], speaker: str) -> bool:
    """Whether a list is about the speaker: nothing before it speaks of somebody else, and a name in it is the speaker's."""
    names = [
        match["value"].split()[0].strip(",.").lower() for match in entries if _NAME.fullmatch(match["key"].strip())
    ]
    own = speaker.lower().split()
    if any(name not in own for name in names) and speaker != "user":
        return False
    words = before.strip(" \t\n:-*•–.!")
    personal = names or any(relation_of(match["key"]) in _PERSONAL for match in entries)
    return _ME.search(words) is not None if words else bool(personal)


def _read(match: re.Match[str]) -> Iterator[Particular]:
    relation, value = str(relation_of(match["key"])), match["value"].strip(" \t.*_")
    if not value or _NONE.fullmatch(value) or len(value.split()) > _MOST_WORDS * 2 or value.endswith("?"):
        return
    for part in _AND.split(value) if relation in _LISTS else [value]:
        part = part.strip(" .")
        if not part or len(part.split()) > _MOST_WORDS or _ME.search(part):
            continue
        type_ = _NAMES.get(relation, "")
        if not type_ or part[:1].isupper():
            yield Particular(relation, part, type_)
