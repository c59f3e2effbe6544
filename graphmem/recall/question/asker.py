"""Who asks: "I", "me" and "my" in a question mean the asker.

The question is searched for as if it named the asker: "Where do I live?" of Ana as "Where do Ana live?".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from graphmem.graph.store import Store
from graphmem.graph.time_parameters import FUTURE, asked
from graphmem.names.normalize import fold, slug
from graphmem.recall.query import RecallQuery
from graphmem.recall.question.question_words import data_rows, function_words

_PARTS = re.compile(r"(\w+)")
_CONTRACTED = frozenset(("m", "ve", "d", "ll"))
"""What may follow "I" behind an apostrophe."""
SHORTEST_VERB = 3


@dataclass(frozen=True, slots=True)
class Asker:
    """The entities that an asker may be, and their name."""

    ids: tuple[str, ...]
    name: str

    @property
    def norm(self) -> str:
        """The name in normal form."""
        return slug(self.name)


@dataclass(frozen=True, slots=True)
class _FirstPerson:
    """The words of the first person in a language."""

    pronouns: frozenset[str]
    possessives: frozenset[str] = frozenset()
    owner: str = ""
    before_verb: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()

    def is_verb(self, word: str) -> bool:
        """Whether a word is a verb that needs no pronoun."""
        return word in self.verbs or (len(word) >= SHORTEST_VERB and f"*{word[-1]}" in self.verbs)


async def asker_of(store: Store, brain: str, query: RecallQuery) -> Asker | None:
    """Return who asks, where the question speaks of them. Somebody whom the brain does not know is no entity of it.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    name = (query.asker or "").strip()
    if not name or as_asked_by(name, query.text) == query.text:
        return None
    only, known = list(dict.fromkeys((name, slug(name)))), asked(query.known_at or FUTURE)
    rows = await store.read("recall/asker", q={"brain": brain, "only": only, "known": known})
    return Asker(tuple(row["id"] for row in rows), rows[0]["name"] if rows else name)


def as_asked_by(name: str, question: str) -> str:
    """Return a question with a name in place of the words of the first person. Without such words it stays as it is."""
    parts = _PARTS.split(question)
    words = [fold(part) for part in parts]
    own = _first_person(words[1::2])
    for at in range(1, len(parts), 2):
        if words[at] in own.pronouns:
            parts[at] = _in_place_of_pronoun(name, parts, at)
        elif words[at] in own.possessives:
            _own(name, parts, at, own.owner)
        elif at >= 3 and words[at - 2] in own.before_verb and own.is_verb(words[at]):
            parts[at] = f"{parts[at]} {name}"
    return "".join(parts)


def _in_place_of_pronoun(name: str, parts: list[str], at: int) -> str:
    """Return the name, apart from a word that an apostrophe joins to the pronoun: "j'habite", "I've"."""
    if parts[at + 1] in ("'", "’"):
        parts[at + 1] = " "
        if fold(parts[at]) == "i" and parts[at + 2] in _CONTRACTED:
            parts[at + 2] = ""
    return name


def _own(name: str, parts: list[str], at: int, owner: str) -> None:
    """Make "my home" the home of the name: "Ana's home", "casa de Ana"."""
    if owner == "'s" or at + 2 >= len(parts):
        parts[at] = f"{name}{owner}" if owner == "'s" else name
    else:
        parts[at], parts[at + 1] = "", ""
        parts[at + 2] = f"{parts[at + 2]} {owner} {name}"


def _first_person(words: list[str]) -> _FirstPerson:
    """Return the words of the question's language; where it may be several, those of all of them that are certain."""
    counts = {language: sum(word in known for word in words) for language, known in function_words().items()}
    best = [language for language, count in counts.items() if count == max(counts.values())]
    if len(best) == 1:
        return _table(certain=True)[best[0]]
    of_best = [_table(certain=False)[language] for language in best]
    owner = next((one.owner for one in of_best if one.possessives.intersection(words)), "")
    return _FirstPerson(
        frozenset().union(*(one.pronouns for one in of_best)),
        frozenset().union(*(one.possessives for one in of_best)),
        owner,
    )


@cache
def _table(*, certain: bool) -> Mapping[str, _FirstPerson]:
    """Return the words of each language; without those that need a certain language, unless it is."""
    found = {}
    for language, pronouns, possessives, owner, before, verbs in data_rows("asking_first_person.txt"):
        words = (cell.split() for cell in (pronouns, possessives, before, verbs))
        sets = [frozenset(word.rstrip("?") for word in row if certain or not word.endswith("?")) for row in words]
        found[language] = _FirstPerson(sets[0], sets[1], owner, sets[2], sets[3])
    return found


__all__ = ["Asker", "as_asked_by", "asker_of"]
