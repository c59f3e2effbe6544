"""Analyse a question: its words, names and dates, and the parameters of the recall statement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from graphmem.brain_settings import folds
from graphmem.dates.parser import find_dates
from graphmem.dates.vocabulary import MONTHS, WEEKDAYS
from graphmem.graph.fulltext import fulltext, words
from graphmem.graph.row_mapping import entries
from graphmem.graph.time_parameters import FUTURE, asked
from graphmem.graph.vectors.bolt import bolt
from graphmem.names.normalize import brain_token, joined, slug
from graphmem.recall.query import RecallQuery
from graphmem.recall.question.asked_relation import may_take_two_hops
from graphmem.recall.question.asker import Asker, as_asked_by
from graphmem.recall.question.question_words import asks_ahead, asks_for_history
from graphmem.recall.question.said_names import MeantName, in_full
from graphmem_contract.recall import SaidName
from graphmem_contract.records import DateSpan, Vector

MOST_NAME_WORDS = 4
MOST_NORMS = 1000
LONGEST_WITHOUT_GENITIVE = 3
ENDED_REACH = 20
"""Number of ended facts (past events included) that the vector search returns. It is higher where more results are asked for."""
_WHEN = re.compile(
    r"\b(?:when|how long|how often|what (?:day|date|month|year|time)|which (?:day|date|month|year)|since|"
    r"quando|há quanto|cuándo|desde|wann|quand|depuis|seit)\b",
    re.I,
)
TIME_WORDS = (
    r"(?is).*\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week(?:s|end|ends)?|months?|years?|days?|since|recently|soon|"
    r"morning|evening|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|"
    r"september|october|november|december|ontem|hoje|amanhã|semana|mês|ano|ayer|hoy|mañana|gestern|heute|morgen|"
    r"(?:19|20)\d\d)\b.*"
)
"""Matches a whole turn that has a word of time. The syntax is that of Java, since Neo4j evaluates it."""
_DAY_BEFORE, _DAY_AFTER, _MONTH = timedelta(days=2), timedelta(days=14), timedelta(days=45)


@dataclass(frozen=True, slots=True)
class Window:
    """A period that the question names: `[start, end)` in milliseconds since 1970."""

    start: int
    end: int


MOST_READ = 2_000
"""Characters of a question in which dates are read, while other requests wait."""


@dataclass(frozen=True, slots=True)
class Question:
    """The analysed question.

    `words`: lower-case. `asks_when`: it asks for a time. `windows`: the periods in which turns about the named dates may occur.
    `named`: the named dates themselves. `asks_history`: it asks for all values that something has had over time.
    `asks_ahead`: it asks for what is to come. `asker`: who asks, where the question speaks of them.
    `said`: whom the question names by words that are no known name. `continues`: it points back to the
    turns before it.
    """

    words: frozenset[str]
    asks_when: bool = False
    windows: tuple[Window, ...] = ()
    named: tuple[Window, ...] = ()
    asks_history: bool = False
    asks_ahead: bool = False
    asker: Asker | None = None
    said: tuple[SaidName, ...] = ()
    continues: bool = False


def read_question(text: str, now: datetime) -> Question:
    """Return the analysed question. Relative dates such as "last March" count from `now`."""
    spans = find_dates(text[:MOST_READ], now) if text else []
    return Question(
        frozenset(words(text)),
        _WHEN.search(text) is not None,
        tuple(_around(span) for span in spans),
        tuple(_window(span.from_, span.until) for span in spans),
        asks_for_history(text[:MOST_READ]),
        asks_ahead(text[:MOST_READ]),
    )


def asked_by(asker: Asker | None, query: RecallQuery, now: datetime) -> tuple[RecallQuery, Question]:
    """Return the query as if it named who asks, and its analysis. The dates are those of the words as they stand."""
    question = read_question(query.text, query.valid_at or now)
    if asker is None:
        return query, question
    text = as_asked_by(asker.name, query.text)
    return query.model_copy(update={"query": text}), replace(question, words=frozenset(words(text)), asker=asker)


def without_names(question: Question) -> frozenset[str]:
    """Return the words that are no names in a question: those of dates, where it names one, and the name of who asks."""
    asker = question.asker.norm.split("_") if question.asker else ()
    return frozenset(asker) | (MONTHS.keys() | WEEKDAYS.keys() if question.named else frozenset())


def naming(meant: Sequence[MeantName], query: RecallQuery, question: Question) -> tuple[RecallQuery, Question]:
    """Return the query as if it named in full whom it means, and its analysis. The dates are those of the words as they stand."""
    text = in_full(meant, query.text)
    said = (*question.said, *(one.record for one in meant))
    return query.model_copy(update={"query": text}), replace(question, words=frozenset(words(text)), said=said)


def _around(span: DateSpan) -> Window:
    """Return the period in which people talk about a date.

    A day: two days before to two weeks after. A month: until the middle of the next one. A year: the year itself.
    """
    if span.from_ is None or span.until is None or span.precision == "year":
        return _window(span.from_, span.until)
    if span.precision == "month":
        return _window(span.from_, max(span.until, span.from_ + _MONTH))
    return _window(span.from_ - _DAY_BEFORE, span.from_ + _DAY_AFTER)


def _window(start: datetime | None, end: datetime | None) -> Window:
    return Window(ms(start) if start else -(2**62), ms(end) if end else 2**62)


def ms(moment: datetime) -> int:
    """Return a moment in milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


def norms(text: str) -> list[str]:
    """Return every sequence of one to four words in the normal form of names, for an exact lookup of names in the question."""
    parts = [part for part in joined(text).split("_") if part]
    groups = (
        "_".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, min(i + MOST_NAME_WORDS, len(parts)) + 1)
    )
    return list(dict.fromkeys(norm for group in groups for norm in (group, *_without_genitive(group))))[:MOST_NORMS]


def _without_genitive(group: str) -> list[str]:
    """Return the name in a genitive such as "Noras", which German and other languages write without an apostrophe."""
    return [group[:-1]] if group.endswith("s") and len(group.rpartition("_")[2]) > LONGEST_WITHOUT_GENITIVE else []


def parameters(
    brain: str, query: RecallQuery, question: Question, vector: Vector | None, now: datetime
) -> dict[str, Any]:
    """Return the parameters of recall/recall and recall/overview."""
    asker = question.asker
    token, text, recipe = brain_token(brain), query.text if query.chosen.lexical else "", query.chosen
    wide = 4 if query.filters_episodes or query.entities or query.relations or query.categories else 1
    fact_reach = max(recipe.fact_reach, query.most) * wide
    return {
        "brain": brain,
        "vector": bolt(vector),
        "at": asked(query.valid_at or now),
        "past": query.known_at is not None,
        "folded": None,
        "foldedElse": folds(query.language) or False,
        "factWords": fulltext(token, ("factText",), text) if recipe.facts else "",
        "episodeWords": fulltext(token, ("searchText",), text) if recipe.episodes else "",
        "nameWords": fulltext(token, ("name", "norm"), text) if recipe.walk else "",
        "norms": list(dict.fromkeys([*([asker.norm] if asker else []), *norms(query.text)])),
        "askerNorm": asker.norm if asker else "",
        "askers": list(asker.ids) if asker else [],
        "only": _references(query.entities),
        "episodes": recipe.episodes is not None,
        "reach": max(recipe.reach, query.most) * wide,
        "factReach": fact_reach,
        "factWide": wide_reach(fact_reach),
        "endedReach": max(ENDED_REACH, query.most),
        "closed": query.include_closed or bool(question.named) or question.asks_history,
        "deep": bool(recipe.walk and recipe.by_relation) and may_take_two_hops(joined(text).split("_")),
        "walk": recipe.walk or (recipe.fact_reach if query.known_at and text else 0),
        "timeWords": TIME_WORDS if question.asks_when else None,
        "scoped": query.filters_episodes or bool(query.entities),
        "categories": list(query.categories),
        "minConfidence": query.min_confidence,
        "leastConfidence": query.least_confidence,
        "cold": query.deep,
        "spread": query.spreads,
        "topics": recipe.topics,
        "filtered": query.filters_episodes,
        **wanted_episodes(query),
    }


def wide_reach(facts: int) -> int:
    """Return how many nearest neighbours to search for a number of facts: half as many again, since some have ended."""
    return facts * 3 // 2


def _references(names: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(ref for name in names for ref in (name, slug(name))))


def wanted_episodes(query: RecallQuery) -> dict[str, Any]:
    """Return the parameters of recall/visible_episode."""
    return {
        "known": asked(query.known_at or FUTURE),
        "before": asked(query.valid_at or FUTURE),
        "session": query.session_id or None,
        "speaker": query.speaker.strip().lower() if query.speaker else None,
        "role": query.role or None,
        "tags": list(query.tags),
        "metadata": entries(query.metadata),
    }
