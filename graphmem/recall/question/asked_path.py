"""Which path of facts a question asks for: "Who leads the firm that Ana works for?" asks for two, one after the other. Pure.

The words of a path are those of its sentences and relations. The path that has most of the question's words answers it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from graphmem.graph.fulltext import words
from graphmem.names.normalize import fold
from graphmem.recall.question.asked_relation import SHARES, asks_who_shares
from graphmem.recall.question.question_words import ENGLISH, all_function_words, data_rows, glossed, language_of
from graphmem.recall.ranking import stem

MOST_PATHS = 30
"""Paths that go on at each step, and facts of one node among them."""
LEAST_WORDS = 0.6
"""Share of the question's words that a path needs, of those that any path has."""
LEAST_SAID = 0.3
"""Share of the words of a sentence that a question has, which means its fact."""
A_STEP = 0.1
"""What each further fact of a path costs, as such a share: of two paths with the same words the shorter one answers."""
BACKWARDS = 0.08
"""What a fact costs that is walked from its object."""
NEARLY = 0.01
"""Paths that differ by less are equally good."""
SHORTEST = 3
"""Letters of a word that counts."""
ON_THE_WAY = 0.5
"""How well the facts before the last one of a path fit the question."""
THE_END = 1.5
"""How well the last one fits: more than a relation alone can, so that it comes before those that lead to it."""


class AskedStep(NamedTuple):
    """A fact of a path.

    `sentence`, `named`: the stems of its sentence without names, and of its relation's name. `roles`: those of what a question
    calls the end to which it leads. `end`: those of the name of that end. `outgoing`: whether it is walked from its subject.
    """

    id: str
    sentence: frozenset[str]
    named: frozenset[str]
    roles: frozenset[str]
    end: frozenset[str]
    relation: str
    outgoing: bool

    def met(self, asked: PathWords) -> dict[str, float]:
        """Return which words it has, each with how sure it is that the fact is meant: less, the more else it says.

        It has none where the question has less than `LEAST_SAID` of its sentence, and neither its relation nor a role of it.
        """
        sentence, end = ({word for word in stems if word in asked.counts} for stems in (self.sentence, self.end))
        named, roles = self.named & asked.english, self.roles & asked.english
        sure = 1.0 if roles or named == self.named else len(sentence) / (len(self.sentence) or 1)
        return dict.fromkeys(sentence | named | roles | end, sure) if sure >= LEAST_SAID else {}


@dataclass(frozen=True, slots=True)
class PathWords:
    """The words of a question beside its names: their stems, with how often each stands there.

    `english`: those that are English. Relations and their roles have English names, and a stem of another language may be that
    of another word there: "sistema", "sister". `shared`: the question asks who has the same as somebody it names. `sharing`: the
    words that say so.
    """

    counts: Counter[str]
    english: frozenset[str]
    shared: bool = False
    sharing: frozenset[str] = frozenset()

    @classmethod
    def of(cls, parts: Sequence[str], spans: Iterable[tuple[int, int]]) -> PathWords:
        """Return the words of a question that ask for something, as they stand and in English."""
        spans = list(spans)
        named = {at for start, end in spans for at in range(start, end)}
        words = [part for at, part in enumerate(parts) if at not in named]
        asked = [word for word in glossed(words) if word.content]
        is_english = language_of(words) == ENGLISH
        english = [word.english for word in asked if is_english or word.english != word.plain]
        stems = [_long_stems(f"{word.plain} {word.english}") for word in asked]
        counts = Counter(one for some in stems for one in some)
        sharing = frozenset(_stem(part) for part in parts if part in SHARES)
        return cls(counts, frozenset().union(*map(_long_stems, english)), asks_who_shares(parts, spans), sharing)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of recall/asked_step."""
        again = [word for word, count in self.counts.items() if count > 1 or self.shared]
        return {"words": list(self.counts), "again": again, "fitting": self._fitting(), "most": MOST_PATHS}

    def _fitting(self) -> list[str]:
        """Return the relations with a role that has one of the words."""
        return [
            relation for relation, sides in _roles().items() if any(not self.english.isdisjoint(side) for side in sides)
        ]


def path_step(row: Sequence[Any]) -> AskedStep:
    """Return a fact of a path from its row: id, sentence, relation, names of its ends, whether it is walked from its subject."""
    id_, text, relation, subject, object_, outgoing = row
    names = _words(f"{subject or ''} {object_ or ''}")
    sentence = frozenset(map(_stem, _words(text) - names))
    roles = _roles().get(relation, ((), ()))[0 if outgoing else 1]
    named, end = _stems(relation.replace("_", " ")), _stems((object_ if outgoing else subject) or "")
    return AskedStep(id_, sentence, named, frozenset(roles), end, relation, outgoing)


def path_fits(rows: Iterable[Sequence[Sequence[Any]]], asked: PathWords) -> tuple[dict[str, float], list[list[str]]]:
    """Return by fact id how well the facts of the best paths fit the question, and those paths; nothing where one fact does.

    Args:
        rows: the paths that recall/asked_path found.
    """
    every = [tuple(map(path_step, row)) for row in rows]
    if asked.shared and any(asked.sharing & step.sentence for path in every for step in path):
        return {}, []  # "Bo shared the report with Ana": one fact says it
    paths = [path for path in every if (_is_shared(path) if asked.shared else all(step.met(asked) for step in path))]
    weights = _weights(paths, asked)
    whole = sum(weights[word] * count for word, count in asked.counts.items() if word in weights)
    if not whole:
        return {}, []
    scores = [_share(path, asked, weights) / whole for path in paths]
    worth = [
        score - A_STEP * len(path) - BACKWARDS * sum(not one.outgoing for one in path)
        for path, score in zip(paths, scores, strict=True)
    ]
    top = max(worth)
    best = [
        path
        for path, score, value in zip(paths, scores, worth, strict=True)
        if value > top - NEARLY and score >= LEAST_WORDS
    ]
    if not best or any(len(path) == 1 for path in best):
        return {}, []
    fits = {one.id: ON_THE_WAY for path in best for one in path[:-1]} | {path[-1].id: THE_END for path in best}
    return fits, [[one.id for one in path] for path in best]


def _weights(paths: Iterable[Sequence[AskedStep]], asked: PathWords) -> Mapping[str, float]:
    """Return what each word of the question is worth: less, the more relations have it."""
    relations: dict[str, set[str]] = {}
    for step in {one for path in paths for one in path}:
        for word in step.met(asked):
            relations.setdefault(word, set()).add(step.relation)
    return {word: 1.0 / len(found) for word, found in relations.items()}


def _is_shared(path: Sequence[AskedStep]) -> bool:
    """Whether a path leads to what somebody has, and from there to another who has the same."""
    return len(path) == 2 and path[0].relation == path[1].relation and path[0].outgoing != path[1].outgoing


def _share(path: Sequence[AskedStep], asked: PathWords, weights: Mapping[str, float]) -> float:
    """Return the weight of the question's words that a path has. A word counts as often as both have it.

    Where two share something, the words say what: those of the first fact count.
    """
    sure: dict[str, list[float]] = {}
    for step in path[:1] if asked.shared else path:
        for word, value in step.met(asked).items():
            sure.setdefault(word, []).append(value)
    best = {word: sorted(values, reverse=True)[: asked.counts[word]] for word, values in sure.items()}
    return sum(weights[word] * sum(values) for word, values in best.items())


@cache
def _roles() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Return by relation the stems of what a question calls its object, and of what it calls its subject."""
    return {name: (_stems(out), _stems(back)) for name, out, back in data_rows("relation_roles.txt")}


def _long_stems(text: str) -> frozenset[str]:
    """Return the stems of the words that are long enough to count."""
    return frozenset(_stem(word) for word in text.split() if len(word) >= SHORTEST)


def _stems(phrases: str) -> frozenset[str]:
    return frozenset(map(_stem, _words(phrases)))


def _words(text: str) -> set[str]:
    """Return the words of a text that say something."""
    return {word for word in words(fold(text)) if len(word) >= SHORTEST and word not in all_function_words()}


def _stem(word: str) -> str:
    """Return the stem of a word, the same for "lie" and "lies"."""
    return stem(word.removesuffix("s") if len(word) > SHORTEST else word)
