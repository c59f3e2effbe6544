"""Facts that wait for a change: which of them a question asks for, and their lines in the context. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphmem.explore.passage import plain
from graphmem.graph.fulltext import words
from graphmem.graph.time_parameters import from_micros
from graphmem.graph.transaction import Row
from graphmem.recall.ranking import stem
from graphmem_contract.history import words_of
from graphmem_contract.recall import WaitingFact
from graphmem_contract.records import Fact, StatedCondition

MOST_WAITING = 3
"""Facts at most that a recall tells as waiting."""
SHARED = 0.5
"""Least share of the question's words in a sentence that is told without such a fact."""


def waiting_facts(rows: Iterable[Row], facts: Sequence[Fact], question: str) -> tuple[WaitingFact, ...]:
    """Return the waiting facts that a question asks for, those that were said last first.

    Such a fact has the subject and relation of a fact that the question asks for, or shares half of its words.

    Args:
        rows: `waiting` of recall/conditional, the newest first.
        facts: the best one, and those that are told as over.
    """
    groups = {(fact.subject_id, fact.relation) for fact in facts}
    asked = {stem(word) for word in words(question)}
    found = [
        row for row in rows if (row["subjectId"], row["relation"]) in groups or _share(row["text"], asked) >= SHARED
    ]
    return tuple(map(_fact, found[:MOST_WAITING]))


def waiting_lines(waiting: Iterable[WaitingFact]) -> list[str]:
    """Return one line for each waiting fact: its condition, its sentence, and when it was said."""
    return [
        f"- {plain(words_of(one.starts_when))}: {plain(one.text)} (not so yet; said {one.said_at.date().isoformat()})"
        for one in waiting
    ]


def waiting_marks(rows: Iterable[Row]) -> dict[str, str]:
    """Return, by the id of an episode, what it says that is not so yet."""
    marks: dict[str, str] = {}
    for row in rows:
        told = f"{plain(words_of(StatedCondition(**row['when'])))}: {plain(row['text'])}"
        for id_ in row["episodeIds"]:
            marks[id_] = f"{marks[id_]}; {told}" if id_ in marks else told
    return marks


def _share(text: str, asked: set[str]) -> float:
    return len(asked & {stem(word) for word in words(text)}) / len(asked) if asked else 0.0


def _fact(row: Row) -> WaitingFact:
    when: dict[str, Any] = dict(row["when"])
    said_at = from_micros(row["saidAt"])
    assert said_at is not None
    return WaitingFact(
        id=row["id"], subject=row["subject"], relation=row["relation"], object=row["object"], text=row["text"],
        starts_when=StatedCondition(**when), said_at=said_at,
    )  # fmt: skip
