"""What a question points back to: what the turns before it name, or ask. Rather nothing than somebody else.

"And where does she work?" after "Where does Mira live?" is searched for as "And where does Mira work?", and "And Bruno?" as
"Where does Bruno live?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from graphmem.graph.fulltext import words as search_words
from graphmem.graph.store import Store
from graphmem.names.normalize import family, fold, joined
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import Question
from graphmem.recall.question.asked_relation import longest_names
from graphmem.recall.question.asker import as_asked_by
from graphmem.recall.question.names_in import names_in
from graphmem.recall.question.question_words import data_rows, function_words, language_of
from graphmem.recall.question.said_names import open_names
from graphmem_contract.recall import SaidName

MOST_WORDS = 40
"""A longer question stands alone."""
MOST_TURNS, LONGEST_TURN = 3, 300
"""The last turns that are looked at, and the characters at the end of each."""
_PARTS = re.compile(r"(\w+)")
_SENTENCE = re.compile(r"[^.?!\n¿]+\??")


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
    """The words of a language that point back. `nobody`: words beside which those for a person mean nobody."""

    language: str
    person: frozenset[str]
    of_person: frozenset[str]
    of_thing: frozenset[str]
    owner: str
    others: frozenset[str]
    nobody: frozenset[str]


class _Asked:
    """The words of a question, and what they point to."""

    def __init__(self, question: str) -> None:
        self.text = question
        self.parts = _PARTS.split(question)
        self.words = [part.lower() for part in self.parts[1::2]]
        self.own = _table()[language_of([fold(word) for word in self.words])]
        self.opening = max((len(one) for one in _openings() if one == tuple(self.words[: len(one)])), default=0)
        self.names = open_names("".join(self.parts[2 * self.opening + 1 :]), {})
        self.is_own = as_asked_by("x", question) != question

    def pronouns(self) -> Iterator[tuple[int, str]]:
        """Yield the places of words in whose place a name may stand, and what each is: person, owner or thing."""
        if not self.own.nobody.isdisjoint(self.words):
            return
        for at, word in enumerate(self.words):
            kind = self._kind(at, word)
            if kind and not self._is_other(at) and not open_names("".join(self.parts[: 2 * at + 1]), {}):
                yield at, kind

    def _kind(self, at: int, word: str) -> str | None:
        after = fold(self.words[at + 1]) if at + 1 < len(self.words) else ""
        if after and after not in function_words()[self.own.language]:
            if word in self.own.of_person:
                return "owner"
            if word in self.own.of_thing:
                return "thing"
        return "person" if word in self.own.person else None

    def _is_other(self, at: int) -> bool:
        """Whether a word is written as another one is: "IT", or the German "Sie" to whom one speaks."""
        said = self.parts[2 * at + 1]
        return (len(said) > 1 and said.isupper()) or (self.own.language == "de" and at > 0 and said[0].isupper())

    @property
    def points_to_what_was_said(self) -> bool:
        """Whether it names nobody, and a word such as "that one" means what was said."""
        said = any(word in self.own.others and not self._is_other(at) for at, word in enumerate(self.words))
        return said and not self.names and not self.is_own

    @property
    def rest(self) -> list[str]:
        """The words behind those with which it goes on."""
        return self.words[self.opening :]

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with what was said, and asks for something of nobody that it names: "And who is the manager?"."""
        asks = len(self.rest) > 2 and fold(self.rest[0]) in function_words()[self.own.language]
        return self.opening > 0 and asks and not self.names and not self.is_own

    @property
    def beside_name(self) -> int | None:
        """Number of words beside the only name of a question that is nothing but a name: 0 or 1, "And in Faro?"; else None."""
        if not self.opening or len(self.names) != 1 or self.is_own:
            return None
        beside = len(self.rest) - len(_PARTS.findall(self.names[0].said))
        return beside if beside < 2 else None


async def standing_alone(
    store: Store, brain: str, query: RecallQuery, question: Question
) -> tuple[RecallQuery, Question]:
    """Return the query with what its question points back to in the turns before it, and its analysis.

    A question that stands alone stays as it is. The dates are those of the words as they stand.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    recent = [one for one in query.recent if one.strip()]
    if not recent or not points_back(query.text):
        return query, question
    alone = with_recent(query.text, recent, await _named_before(store, brain, query, recent))
    known = frozenset(search_words(alone.text))
    return query.model_copy(update={"query": alone.text}), replace(
        question, words=known, said=alone.said, continues=True
    )


def points_back(question: str) -> bool:
    """Whether a question points back to what was said before it, or goes on with it."""
    one = _Asked(question)
    if not one.words or len(one.words) > MOST_WORDS:
        return False
    return any(one.pronouns()) or one.points_to_what_was_said or one.goes_on or one.beside_name is not None


def with_recent(question: str, recent: Sequence[str], named: NamedBefore) -> StandingAlone:
    """Return the question as it is searched for.

    The name of what a word points back to stands in its place. A question that only names somebody is the one before it, asked
    for them. One that goes on and names nobody is about the person named last. Where nothing known is meant, the turn before is
    searched for too.
    """
    one, said = _Asked(question), list[SaidName]()
    parts = list(one.parts)
    for at, kind in one.pronouns():
        if meant := named.thing if kind == "thing" else named.person:
            said.append(meant.model_copy(update={"said": parts[2 * at + 1]}))
            _replace(parts, 2 * at + 1, meant.name, one.own.owner, is_owner=kind != "person")
    if said:
        return StandingAlone("".join(parts), tuple(said))
    if one.beside_name is not None:
        return StandingAlone(_asked_again(one, recent, named))
    if named.person and one.goes_on and not one.points_to_what_was_said:
        about = named.person
        return StandingAlone(f"{question.rstrip(' ?')} {about.name}?", (about.model_copy(update={"said": ""}),))
    return StandingAlone(f"{recent[-1][-LONGEST_TURN:]} {question}")


def _asked_again(one: _Asked, recent: Sequence[str], named: NamedBefore) -> str:
    """Return the last question of the turns that names somebody, asked for the new name; else the turn before with the new one.

    A name alone stands in the place of a person, one behind another word ("in Faro") in the place of a thing.
    """
    before, new = named.thing if one.beside_name or not named.person else named.person, one.names[0].said
    sentences = (sentence for turn in reversed(recent) for sentence in reversed(_SENTENCE.findall(turn)))
    for asked_before in (sentence for sentence in sentences if sentence.endswith("?")):
        for name in (before.name, before.name.partition(" ")[0]) if before else ():
            place = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
            if name and place.search(asked_before):
                return place.sub(lambda _: new, asked_before.strip())
    return f"{recent[-1][-LONGEST_TURN:]} {one.text}"


def _replace(parts: list[str], at: int, name: str, owner: str, *, is_owner: bool) -> None:
    """Put a name in the place of a word: "her home" is "Mira's home", "sa maison" is "maison de Mira", "dela" is "de Mira"."""
    if owner == "'s" or not is_owner:
        of = f"{owner} " if parts[at].lower().startswith(owner) else ""
        parts[at] = f"{of}{name}{owner if is_owner else ''}"
    else:
        parts[at], parts[at + 1] = "", ""
        parts[at + 2] = f"{parts[at + 2]} {owner} {name}"


async def _named_before(store: Store, brain: str, query: RecallQuery, recent: Sequence[str]) -> NamedBefore:
    """Read whom and what the last turns before a question name last."""
    text = "\n".join(one[-LONGEST_TURN:] for one in recent[-MOST_TURNS:])
    names = await names_in(store, brain, text, query.known_at)
    spans = longest_names([part for part in joined(text).split("_") if part], names.known)
    places = [(start, names.entities[id_]) for (start, _), ids in spans.items() for id_ in ids if len(ids) == 1]
    for one in names.meant:
        found = {"id": one.entity_id, "name": one.name, "type": "person"}
        places.append((len(_PARTS.findall(text[: one.open.start])), found))
    return _last(places)


def _last(places: Iterable[tuple[int, Mapping[str, str]]]) -> NamedBefore:
    """Return who and what is named last."""
    last: dict[bool, SaidName] = {}
    for _, row in sorted(places, key=lambda place: place[0]):
        last[family(row["type"]) == "person"] = SaidName(
            said="", entity_id=row["id"], name=row["name"], rule="named_before"
        )
    return NamedBefore(last.get(True), last.get(False))


@cache
def _table() -> Mapping[str, _Pointing]:
    """Return the words of each language."""
    found = {}
    for language, person, of_person, of_thing, owner, others, nobody, _ in data_rows("asking_third_person.txt"):
        people, theirs, its, said, no = (
            frozenset(cell.split()) for cell in (person, of_person, of_thing, others, nobody)
        )
        found[language] = _Pointing(language, people, theirs, its, owner, said, no)
    return found


@cache
def _openings() -> Sequence[tuple[str, ...]]:
    """Return the words with which a question goes on, of all languages: too few to tell the language by."""
    rows = data_rows("asking_third_person.txt")
    return tuple(tuple(one.split()) for row in rows for one in row[-1].split(","))


__all__ = ["NamedBefore", "StandingAlone", "points_back", "standing_alone", "with_recent"]
