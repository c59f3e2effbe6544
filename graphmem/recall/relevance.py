"""Whether a recall has found anything that fits the question. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from graphmem.graph.fulltext import words
from graphmem.models.embedder_scale import EmbedderScale
from graphmem.names.normalize import fold, word_set
from graphmem.names.pronouns import is_pronoun
from graphmem.recall.question.question_words import function_words
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, stem

NAMED = 0.31
"""What it adds to the relevance that the question names something known: its nearest hit needs to be less like it."""
_MINE = word_set("""
    my our me us meu minha meus minhas nosso nossa mi mis nuestro nuestra mon ma mes notre nos mein meine meinen meinem meiner
    unser unsere""")
_WORD = re.compile(r"[^\W_][\w'’-]*|[.!?]")
_PLAIN = re.compile(r"[^\W_]+")
FITTING = 0.5
"""A relation that fits the question at least this well makes the answer relevant."""


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
    something known (an entity, or a name of several words that stands in a result) or speaks of the speaker. It is 1 where the
    relation of a fact fits the question, or where one result has all the words of the question that ask for something.

    Args:
        texts: the texts of the results.
        named: whether the question names an entity, or is restricted by a filter.
        asked: by fact id, how well its relation fits.
        topics: the similarities of the topics.
    """
    if max(asked.values(), default=0.0) >= FITTING or _has_all_words(text, texts):
        return 1.0
    near = [one.vector for one in facts if one.vector is not None] + [e.turn for e in episodes if e.turn is not None]
    near += topics
    if not near:
        return 0.0
    known = named or any(is_pronoun(word) or word in _MINE for word in words(fold(text))) or _has_a_name(text, texts)
    place = (2.0 * max(near) - 1.0 - scale.unrelated) / (scale.same - scale.unrelated)
    return round(min(1.0, max(0.0, place + (NAMED if known else 0.0))), 4)


def _has_all_words(text: str, texts: Iterable[str]) -> bool:
    """Whether one text has all the words of the question that ask for something, compared by stem."""
    asked = {stem(word) for word in words(fold(text)) if len(word) > 1 and word not in _said()}
    return bool(asked) and any(asked <= {stem(word) for word in words(fold(one))} for one in texts)


def _has_a_name(text: str, texts: Iterable[str]) -> bool:
    """Whether a name of several words in the question ("Quiet Harbour") stands in one text. One capital proves no name."""
    runs: list[list[str]] = [[]]
    for word in _WORD.findall(text):
        if word[0].isupper() and fold(word) not in _said():
            runs[-1].append(word)
        else:
            runs.append([])
    names = [_spaced(" ".join(run)) for run in runs if len(run) > 1]
    return bool(names) and any(name in said for said in map(_spaced, texts) for name in names)


def _spaced(text: str) -> str:
    return f" {' '.join(_PLAIN.findall(fold(text)))} "


@cache
def _said() -> frozenset[str]:
    return frozenset().union(*function_words().values())
