"""How well results fit the question, each by itself and the best of them. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.graph.fulltext import words
from graphmem.models.embedder_scale import EmbedderScale
from graphmem.names.normalize import fold, word_set
from graphmem.names.pronouns import is_pronoun
from graphmem.recall.question.question_words import all_function_words
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, nearest_facts, stem

NAMED = 0.31
"""What it adds to the relevance that the question names something known: its nearest hit needs to be less like it."""
_MINE = word_set("""
    my our me us meu minha meus minhas nosso nossa mi mis nuestro nuestra mon ma mes notre nos mein meine meinen meinem meiner
    unser unsere""")
_WORD = re.compile(r"[^\W_][\w'’-]*|[.!?]")
_PLAIN = re.compile(r"[^\W_]+")
_IDENTIFIER = re.compile(r"(?<![\w-])(?=\w*\d|\w*[A-Z]\w*[A-Z]|\w+[-_]\w)[^\W\d_][\w-]+")
"""A word that names one thing by its form: "SLA", "q4b", "blue-green"."""
FITTING = 0.5
"""A relation that fits the question at least this well makes the answer relevant."""

MANY = 100
"""Results among which the nearest has to reach the whole floor."""
EASED = 0.1
"""The share of the floor that is let off for each power of ten fewer: of few unlike texts the nearest is less near."""


class Fit(NamedTuple):
    """How well a result fits a question, from 0 to 1. `near`: by its place on the scale of the embedder alone."""

    fit: float
    near: float


def relevance_of(
    text: str,
    facts: Iterable[FactCandidate],
    episodes: Iterable[EpisodeCandidate],
    texts: Sequence[str],
    scale: EmbedderScale,
    *,
    named: bool,
    asked: Mapping[str, float],
    topics: Iterable[float] = (),
) -> float:
    """Return how well the best result fits the question, from 0 to 1.

    It is the place of the nearest fact or turn on the scale of the embedder. It is more by `NAMED` where the question names
    something known (an entity, or a name of several words or an identifier that stands in a result) or speaks of the speaker.
    It is 1 where the relation of a fact fits the question, or where one result has all the words of the question that ask for
    something.

    Args:
        texts: the texts of the results.
        named: whether the question names an entity, or is limited to some.
        asked: by fact id, how well its relation fits.
        topics: the similarities of the topics.
    """
    if max(asked.values(), default=0.0) >= FITTING or _has_all_words(text, texts):
        return 1.0
    near = [one.vector for one in facts if one.vector is not None] + [e.turn for e in episodes if e.turn is not None]
    near += topics
    if not near:
        return 0.0
    names = _names_of(text)
    known = (
        named
        or any(is_pronoun(word) or word in _MINE for word in words(fold(text)))
        or any(_has_one(names, said) for said in texts)
    )
    return round(min(1.0, max(0.0, _place(max(near), scale) + (NAMED if known else 0.0))), 4)


def floor_among(number: int, scale: EmbedderScale) -> float:
    """Return the least relevance of an answer that has the nearest of so many results."""
    return round(scale.relevance * (1 - EASED * max(0.0, math.log10(MANY / max(1, number)))), 4)


def fits_of(
    text: str,
    facts: Iterable[FactCandidate],
    episodes: Iterable[EpisodeCandidate],
    texts: Mapping[str, str],
    scale: EmbedderScale,
    *,
    asked: Mapping[str, float],
) -> dict[str, Fit]:
    """Return by id how well each result fits the question, facts and episodes on one scale.

    The fit is 1 where the relation of the fact fits, or where the result has all the words of the question that ask for
    something. Else it is the place of the result on the scale of the embedder, and more by `NAMED` where the question names an
    end of the fact, or something that stands in the result. An episode has the place of its turn, of what was said around it,
    or of the nearest fact from it. A result without a vector has the share of the question's words that it has.

    Args:
        texts: by id, the texts of the results. asked: by fact id, how well its relation fits.
    """
    facts = list(facts)
    nearest, names = nearest_facts(facts), _names_of(text)
    cosines: dict[str, float | None] = {one.id: one.vector for one in facts}
    for episode in episodes:
        all_near = (episode.turn, episode.context, nearest.get(episode.id))
        cosines[episode.id] = max((value for value in all_near if value is not None), default=None)
    named = {one.id for one in facts if one.named}
    fits, asks = {}, _asking_words(text)
    for id_, said in texts.items():
        similarity, words_met = cosines.get(id_), _share_of_words(asks, said)
        near = words_met if similarity is None else min(1.0, max(0.0, _place(similarity, scale)))
        more = NAMED if id_ in named or _has_one(names, said) else 0.0
        is_met = words_met == 1.0 or asked.get(id_, 0.0) >= FITTING
        fits[id_] = Fit(1.0 if is_met else min(1.0, near + more), near)
    return fits


def _place(similarity: float, scale: EmbedderScale) -> float:
    """Return the place of a similarity, (1 + cosine) / 2, on the scale of the embedder."""
    return (2.0 * similarity - 1.0 - scale.unrelated) / (scale.same - scale.unrelated)


def _has_all_words(text: str, texts: Iterable[str]) -> bool:
    """Whether one text has all the words of the question that ask for something."""
    asks = _asking_words(text)
    return any(_share_of_words(asks, one) == 1.0 for one in texts)


def _asking_words(text: str) -> frozenset[str]:
    """Return the stems of the words of a question that ask for something."""
    return frozenset(stem(word) for word in words(fold(text)) if len(word) > 1 and word not in all_function_words())


def _share_of_words(asks: frozenset[str], said: str) -> float:
    """Return the share of some stems that a text has."""
    return len(asks & {stem(word) for word in words(fold(said))}) / len(asks) if asks else 0.0


def _names_of(text: str) -> list[str]:
    """Return the names of several words in a question ("Quiet Harbour") and its identifiers. One capital proves no name."""
    runs: list[list[str]] = [[]]
    for word in _WORD.findall(text):
        if word[0].isupper() and fold(word) not in all_function_words():
            runs[-1].append(word)
        else:
            runs.append([])
    names = [" ".join(run) for run in runs if len(run) > 1]
    return [spaced(name) for name in (*names, *_IDENTIFIER.findall(text)) if fold(name) not in all_function_words()]


def _has_one(names: Sequence[str], said: str) -> bool:
    """Whether a text has one of some names."""
    return bool(names) and any(name in spaced(said) for name in names)


def spaced(text: str) -> str:
    """Return the folded words of a text with a space before and after each, so that a name is found as whole words."""
    return f" {' '.join(_PLAIN.findall(fold(text)))} "
