"""What a question points back to: what the turns before it name, or ask.

"And where does she work?" after "Where does Mira live?" is searched for as "And where does Mira work?", and "And Bruno?" as
"Where does Bruno live?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from graphmem.graph.store import Store
from graphmem.graph.time_parameters import FUTURE, asked
from graphmem.names.normalize import fold, joined
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import norms
from graphmem.recall.question.asked_relation import longest_names
from graphmem.recall.question.likely_names import meant_names
from graphmem.recall.question.question_words import data_rows, language_of
from graphmem.recall.question.said_names import open_names
from graphmem_contract.recall import SaidName

LONGEST_BEFORE = 300
"""Characters of a turn before the question that are searched for with it."""
_PARTS = re.compile(r"(\w+)")


@dataclass(frozen=True, slots=True)
class NamedBefore:
    """Whom and what the turns before a question name last."""

    person: SaidName | None = None
    thing: SaidName | None = None


@dataclass(frozen=True, slots=True)
class StandingAlone:
    """A question as it is searched for, and what its words were taken for."""

    text: str
    said: tuple[SaidName, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pointing:
    """The words of a language that point back."""

    person: frozenset[str]
    thing: frozenset[str]
    of_person: frozenset[str]
    of_thing: frozenset[str]
    owner: str
    others: frozenset[str]
    openings: tuple[tuple[str, ...], ...]

    def opening(self, words: Sequence[str]) -> int:
        """Return the number of words with which a question goes on with the one before."""
        return max((len(one) for one in self.openings if one == tuple(words[: len(one)])), default=0)

    def is_possessive(self, words: Sequence[str], at: int) -> bool:
        """Whether the word at a place says who has what follows: "her" in "her home", not in "who knows her"."""
        return words[at] in self.of_person | self.of_thing and at + 1 < len(words)

    def named(self, word: str, named: NamedBefore) -> SaidName | None:
        """Return what a word points back to."""
        return named.thing if word in self.thing | self.of_thing else named.person or named.thing

    def replaced(self, words: Sequence[str]) -> list[int]:
        """Return the places of the words in whose place a name may stand."""
        names = self.person | self.thing | self.of_person | self.of_thing
        return [at for at, word in enumerate(words) if word in names]


async def standing_alone(store: Store, brain: str, query: RecallQuery) -> tuple[RecallQuery, tuple[SaidName, ...]]:
    """Return the query with what its question points back to in the turns before it, and what its words were taken for.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    if not query.recent or not points_back(query.text):
        return query, ()
    alone = with_recent(query.text, query.recent, await _named_before(store, brain, query))
    return query.model_copy(update={"query": alone.text}), alone.said


def points_back(question: str) -> bool:
    """Whether a question points back to what was said before it, or goes on with it."""
    words = [one.lower() for one in _PARTS.findall(question)]
    own = _pointing(words)
    return own.opening(words) > 0 or own.replaced(words) != [] or not own.others.isdisjoint(words)


def with_recent(question: str, recent: Sequence[str], named: NamedBefore) -> StandingAlone:
    """Return the question as it is searched for.

    The name of what a word points back to stands in its place. Where that is not known, the turn before is searched for too. A
    question that only names somebody is the one before it, asked for them. One that goes on and names nobody is about the person
    named last.
    """
    parts = _PARTS.split(question)
    words = [part.lower() for part in parts[1::2]]
    own, said = _pointing(words), list[SaidName]()
    for at in own.replaced(words):
        if meant := own.named(words[at], named):
            said.append(meant.model_copy(update={"said": parts[2 * at + 1]}))
            _replace(parts, 2 * at + 1, meant.name, own.owner if own.is_possessive(words, at) else "")
    if said:
        return StandingAlone("".join(parts), tuple(said))
    if own.opening(words) and _only_names(question, words):
        return StandingAlone(_asked_again(question, recent, named))
    if not own.others.isdisjoint(words) or own.replaced(words):
        return StandingAlone(f"{recent[-1][:LONGEST_BEFORE]} {question}")
    about = named.person or named.thing
    if about is None or open_names(question, {}):
        return StandingAlone(question)
    return StandingAlone(f"{question.rstrip(' ?')} {about.name}?", (about.model_copy(update={"said": ""}),))


def _asked_again(question: str, recent: Sequence[str], named: NamedBefore) -> str:
    """Return the last question of the turns, asked for what the new one names; both, where it is not clear in whose place."""
    before = next((one for one in reversed(recent) if one.rstrip().endswith("?")), recent[-1])[-LONGEST_BEFORE:]
    new = open_names(question, {})
    places = {
        name
        for one in (named.person, named.thing)
        if one
        and (
            name := next((n for n in (one.name, one.name.split()[0]) if re.search(rf"\b{re.escape(n)}\b", before)), "")
        )
    }
    if len(new) == 1 and len(places) == 1:
        return re.sub(rf"\b{re.escape(places.pop())}\b", lambda _: new[0].said, before)
    return f"{before} {question}"


def _only_names(question: str, words: Sequence[str]) -> bool:
    """Whether a question has, beside the words with which it goes on, a name and at most one word more: "And in Faro?"."""
    names = [part.lower() for one in open_names(question, {}) for part in _PARTS.findall(one.said)]
    rest = [word for word in words[_pointing(words).opening(words) :] if word not in names]
    return names != [] and len(rest) <= 1


def _replace(parts: list[str], at: int, name: str, owner: str) -> None:
    """Put a name in the place of a word: "her home" is "Mira's home", "sa maison" is "maison de Mira"."""
    if owner in ("", "'s"):
        parts[at] = f"{name}{owner}"
    else:
        parts[at], parts[at + 1] = "", ""
        parts[at + 2] = f"{parts[at + 2]} {owner} {name}"


async def _named_before(store: Store, brain: str, query: RecallQuery) -> NamedBefore:
    """Read whom and what the turns before a question name last."""
    text = "\n".join(one[-LONGEST_BEFORE:] for one in query.recent)
    q = {"brain": brain, "norms": norms(text), "known": asked(query.known_at or FUTURE)}
    rows = await store.read("recall/named_before", q=q)
    known: dict[str, list[str]] = {}
    for row in rows:
        known.setdefault(row["norm"], []).append(row["id"])
    entities = {row["id"]: row for row in rows}
    spans = longest_names([part for part in joined(text).split("_") if part], known)
    places = [(start, entities[id_]) for (start, _), ids in spans.items() for id_ in ids if len(ids) == 1]
    for one in await meant_names(store, brain, text, known, ()):
        found = {"id": one.entity_id, "name": one.name, "type": "person"}
        places.append((len(_PARTS.findall(text[: one.open.start])), found))
    return _last(places)


def _last(places: Iterable[tuple[int, Mapping[str, str]]]) -> NamedBefore:
    """Return who and what is named last."""
    last: dict[bool, SaidName] = {}
    for _, row in sorted(places, key=lambda place: place[0]):
        last[row["type"] == "person"] = SaidName(said="", entity_id=row["id"], name=row["name"], rule="named_before")
    return NamedBefore(last.get(True), last.get(False))


def _pointing(words: Sequence[str]) -> _Pointing:
    return _table()[language_of([fold(word) for word in words])]


@cache
def _table() -> Mapping[str, _Pointing]:
    """Return the words of each language."""
    found = {}
    for language, *cells in data_rows("asking_third_person.txt"):
        person, thing, of_person, of_thing, _, others = (frozenset(cell.split()) for cell in cells[:6])
        openings = tuple(tuple(one.split()) for one in cells[6].split(","))
        found[language] = _Pointing(person, thing, of_person, of_thing, cells[4], others, openings)
    return found


__all__ = ["NamedBefore", "StandingAlone", "points_back", "standing_alone", "with_recent"]
