"""`Offer`: the known entities and facts that a prompt shows by number, so that an answer can say which of them it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

_LENGTHS: Final[dict[str | None, int]] = {"year": 4, "month": 7}
_MOST_ALIASES: Final = 4
_LONGEST: Final = 240
"""Characters of one text of a line."""


@dataclass(frozen=True, slots=True)
class OfferedEntity:
    """A known entity. `about`: a few words that tell it apart from others of its name.

    `named`: the message names it, or a name that is written nearly so; others stand here because a fact names them.
    """

    number: int
    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    about: str = ""
    named: bool = False

    @property
    def line(self) -> str:
        """Its line in a prompt: e3: Ana Souza (person; also Ana, Aninha) — works at Acme."""
        also = ", ".join(_one_line(alias) for alias in self.aliases[:_MOST_ALIASES])
        told = f"; also {also}" if also else ""
        about = f" — {_one_line(self.about)}" if self.about else ""
        return f"e{self.number}: {_one_line(self.name)} ({_one_line(self.type)}{told}){about}"


@dataclass(frozen=True, slots=True)
class OfferedFact:
    """A known fact. `since`, `until`: in the words of the line, as precise as they are known.

    `ends`: the ids of its subject and, if it is an entity, of its object.
    """

    number: int
    id: str
    subject: str
    relation: str
    object: str
    since: str
    text: str
    until: str = ""
    ends: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """Its line in a prompt: f7: Ana Souza | works_at | Acme | since 2024-05-01 | Ana works at Acme."""
        period = f"since {self.since}" + (f", until {self.until}" if self.until else "")
        parts = (self.subject, self.relation, self.object, period, self.text)
        return f"f{self.number}: {' | '.join(map(_cell, parts))}"


@dataclass(frozen=True, slots=True)
class Offer:
    """The entities and facts that a prompt shows, in the order of their lines; the more telling ones first."""

    entities: tuple[OfferedEntity, ...] = ()
    facts: tuple[OfferedFact, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.entities or self.facts)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the prompt: the entities, then the facts."""
        return (*(entity.line for entity in self.entities), *(fact.line for fact in self.facts))

    @property
    def texts(self) -> tuple[str, ...]:
        """The names and sentences in them."""
        names = (name for entity in self.entities for name in (entity.name, *entity.aliases))
        return (*names, *(fact.text for fact in self.facts), *(fact.object for fact in self.facts))

    @property
    def entity_ids(self) -> frozenset[str]:
        """The ids of the entities."""
        return frozenset(entity.id for entity in self.entities)

    def entity(self, number: int) -> OfferedEntity | None:
        """Return the entity with a number."""
        return next((entity for entity in self.entities if entity.number == number), None)

    def fact(self, number: int) -> OfferedFact | None:
        """Return the fact with a number."""
        return next((fact for fact in self.facts if fact.number == number), None)

    def within(self, room: int) -> Offer:
        """Return what fits into so many characters: the named entities, then each fact with the entities that it names."""
        entities: set[str] = set()
        facts: list[OfferedFact] = []
        by_id = {entity.id: entity for entity in self.entities}
        for entity in self.entities:
            if entity.named and len(entity.line) < room:
                room -= len(entity.line) + 1
                entities.add(entity.id)
        for fact in self.facts:
            beside = [by_id[end] for end in fact.ends if end in by_id and end not in entities]
            size = len(fact.line) + 1 + sum(len(entity.line) + 1 for entity in beside)
            if size <= room:
                room -= size
                facts.append(fact)
                entities |= {entity.id for entity in beside}
        return Offer(tuple(entity for entity in self.entities if entity.id in entities), tuple(facts))


EMPTY_OFFER: Final = Offer()


def numbered(entities: Iterable[OfferedEntity], facts: Iterable[OfferedFact]) -> Offer:
    """Return the offer of these entities and facts, each once, numbered from 1."""
    once = {entity.id: entity for entity in entities}
    told = {fact.id: fact for fact in facts}
    return Offer(
        tuple(replace(entity, number=n) for n, entity in enumerate(once.values(), 1)),
        tuple(replace(fact, number=n) for n, fact in enumerate(told.values(), 1)),
    )


def united(offers: Iterable[Offer]) -> Offer:
    """Return what several offers of one numbering show, each once."""
    every = tuple(offers)
    entities = {entity.id: entity for offer in every for entity in offer.entities}
    facts = {fact.id: fact for offer in every for fact in offer.facts}
    return Offer(tuple(entities.values()), tuple(facts.values()))


def joined(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield the offers with the numbers that their entities and facts have in all of them together."""
    every = tuple(offers)
    both = united(every)
    whole = numbered(both.entities, both.facts)
    entities, facts = {e.id: e for e in whole.entities}, {f.id: f for f in whole.facts}
    for offer in every:
        yield Offer(tuple(entities[e.id] for e in offer.entities), tuple(facts[f.id] for f in offer.facts))


def date_words(at: datetime | None, precision: str | None, *, stated: bool = True) -> str:
    """Return a date as precise as it is known: 2024, 2024-05 or 2024-05-01; `always` for None, `?` for an assumed one."""
    if at is None:
        return "always"
    return f"{at:%Y-%m-%d}"[: _LENGTHS.get(precision, 10)] if stated else "?"


def _one_line(text: str) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _cell(text: str) -> str:
    return _one_line(text).replace("|", "¦")
