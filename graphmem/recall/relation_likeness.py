"""How well the relation of each fact fits the question: the question's words beside the names of the relations, by embedding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.models.embedder_scale import EmbedderScale, scale_of
from graphmem.models.ports import Embedder
from graphmem.names.normalize import joined
from graphmem.ontology import SEEDS, SYNONYMS
from graphmem.recall.question.asked_relation import AskedRelation, longest_names, read_asked
from graphmem.recall.question.question_words import content_of, data_rows
from graphmem.recall.ranking import FactCandidate

LEAST_FIT, FULL_FIT = 0.25, 0.65
"""Shares of the embedder's scale: a relation that is less like the question does not fit; from the second it fits fully."""
STEP = 0.30
"""Share of the scale by which a relation may be less like the question than the best one, and still count a little."""
DIRECTION = 0.08
"""Share of the scale that the direction of a fact is worth: whether the named entity is its subject, as is usual."""
MOST_ENTITIES = 5


@dataclass(frozen=True, slots=True)
class BrainRelation:
    """What a brain says about a relation of its own."""

    description: str = ""
    synonyms: tuple[str, ...] = ()


class _Role(NamedTuple):
    """A relation as seen from one of its ends."""

    relation: str
    outgoing: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """A fact with the end from which it is reached, and the other end."""

    fact: FactCandidate
    role: _Role
    far: str


@dataclass(frozen=True, slots=True)
class Naming:
    """What the question names. `names`: normalised name → ids. `only`: the entities to which the recall is restricted."""

    names: Mapping[str, Iterable[str]]
    only: Sequence[str] = ()
    relations: Mapping[str, BrainRelation] = field(default_factory=dict)


NOTHING_NAMED = Naming({})


async def relation_likeness(
    embedder: Embedder, text: str, naming: Naming, facts: Iterable[FactCandidate], at: int
) -> dict[str, float]:
    """Return by fact id how well its relation fits the question, above 0 up to 1. Facts that do not fit are left out.

    Only facts at the entities that the question names count, and for a question of two hops the facts one step further.
    At most one call of the embedder; the vectors of relations are in its cache after the first question.

    Args:
        at: valid time, in milliseconds since 1970. A step in between has to hold then.

    Raises:
        ModelError: the embedder failed.
    """
    parts = [part for part in joined(text).split("_") if part]
    spans = longest_names(parts, naming.names)
    named = list(dict.fromkeys(id_ for ids in spans.values() for id_ in sorted(ids))) or list(naming.only)
    asked = read_asked(parts, spans) if named else None
    if asked is None:
        return {}
    reach = _Reach(facts, frozenset(named[:MOST_ENTITIES]), at)
    near, far = reach.near(), reach.far() if asked.ways else []
    scale = scale_of(embedder.name)
    phrases = _Phrases(naming.relations, {step.role for step in near} | {b.role for _, b in far})
    vectors = await _embedded(embedder, phrases.texts, asked, only_content=scale.compares_words)
    likeness = _Likeness(phrases, vectors, scale, asked)
    best: dict[str, float] = {}
    for step in near:
        best[step.fact.id] = max(best.get(step.fact.id, -1.0), likeness.one(asked.whole, step.role))
    for first, second in far:
        both = max(0.5 * (likeness.one(w.via, first.role) + likeness.one(w.asked, second.role)) for w in asked.ways)
        best[second.fact.id] = max(best.get(second.fact.id, -1.0), both)
    return _fitting(best, scale)


def _fitting(best: Mapping[str, float], scale: EmbedderScale) -> dict[str, float]:
    """Return the likeness as a share: 1 for the best fit, less for the others, all less where even the best hardly fits."""
    top = max(best.values(), default=-1.0)
    least, full = scale.cosine(LEAST_FIT), scale.cosine(FULL_FIT)
    sure = min(1.0, (top - least) / (full - least))
    step = STEP * (scale.same - scale.unrelated)
    shares = {id_: sure * (1.0 - (top - value) / step) for id_, value in best.items()}
    return {id_: share for id_, share in shares.items() if share > 0} if sure > 0 else {}


class _Reach:
    """The facts at the named entities and the facts one step further."""

    def __init__(self, facts: Iterable[FactCandidate], named: frozenset[str], at: int) -> None:
        self._named, self._at = named, at
        self._by_end: dict[str, list[_Step]] = {}
        for fact in facts:
            if fact.relation:
                self._add(fact.subject_id, _Step(fact, _Role(fact.relation, True), fact.object_id))
                self._add(fact.object_id, _Step(fact, _Role(fact.relation, False), fact.subject_id))

    def _add(self, end: str, step: _Step) -> None:
        self._by_end.setdefault(end, []).append(step)

    def near(self) -> list[_Step]:
        """Return the facts at the named entities."""
        return [step for end in self._named for step in self._by_end.get(end, ())]

    def far(self) -> list[tuple[_Step, _Step]]:
        """Return the pairs of facts that lead from a named entity over another. The first of them holds."""
        return [
            (first, second)
            for first in self.near()
            if first.fact.state(self._at) in ("holds", "event") and first.far not in self._named
            for second in self._by_end.get(first.far, ())
            if second.fact.id != first.fact.id and second.far not in self._named
        ]


class _Phrases:
    """The phrases of some relations, and where each relation has its own."""

    def __init__(self, relations: Mapping[str, BrainRelation], roles: Iterable[_Role]) -> None:
        self.texts: list[str] = []
        self.places: dict[_Role, list[int]] = {}
        known: dict[str, int] = {}
        for role in sorted(roles):
            for phrase in _phrases(role, relations.get(role.relation, BrainRelation())):
                place = known.setdefault(phrase, len(known))
                self.places.setdefault(role, []).append(place)
        self.texts = list(known)


@cache
def _roles() -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return by relation what its object is to its subject, and the reverse."""
    rows = data_rows("relation_roles.txt")
    return {name: (_listed(out), _listed(back)) for name, out, back in rows}


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in cell.split(","))


@cache
def _synonyms() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for synonym, name in SYNONYMS.items():
        found[name] = (*found.get(name, ()), synonym.replace("_", " "))
    return found


def _phrases(role: _Role, own: BrainRelation) -> tuple[str, ...]:
    """Return what a question may call a relation: the roles in the list, else its name, synonyms and description."""
    spoken = role.relation.replace("_", " ")
    described = own.description or (SEEDS[role.relation].description if role.relation in SEEDS else "")
    synonyms = tuple(synonym.replace("_", " ") for synonym in own.synonyms)
    if role.relation in _roles():
        return (*_roles()[role.relation][0 if role.outgoing else 1], *(synonyms if role.outgoing else ()))
    return (spoken, *synonyms, *_synonyms().get(role.relation, ()), *((described,) if described else ()))


Vectors = NDArray[np.float32]


async def _embedded(
    embedder: Embedder, phrases: Sequence[str], asked: AskedRelation, *, only_content: bool
) -> dict[str, Vectors]:
    texts = list(dict.fromkeys([asked.whole, *(t for way in asked.ways for t in (way.via, way.asked))]))
    compared = [content_of(text) if only_content else text for text in (*phrases, *texts)]
    vectors = np.asarray(await embedder.embed(compared), dtype=np.float32)
    own = vectors[: len(phrases)]
    return {text: own @ vector for text, vector in zip(texts, vectors[len(phrases) :], strict=True)}


class _Likeness:
    """The likeness of a text of the question to a relation, as a cosine."""

    def __init__(
        self, phrases: _Phrases, cosines: Mapping[str, Vectors], scale: EmbedderScale, asked: AskedRelation
    ) -> None:
        self._phrases, self._cosines, self._asked = phrases, cosines, asked
        self._direction = DIRECTION * (scale.same - scale.unrelated)

    def one(self, text: str, role: _Role) -> float:
        cosines = self._cosines[text]
        near = max(float(cosines[place]) for place in self._phrases.places[role])
        return near if self._expected(text, role) else near - self._direction

    def _expected(self, text: str, role: _Role) -> bool:
        """Whether the named entity is at the end of the fact at which the question puts it."""
        if role.relation in SEEDS and SEEDS[role.relation].symmetric:
            return True
        reverse = self._asked.of_object and text == self._asked.whole and not role.relation.endswith("_by")
        return role.outgoing is not reverse
