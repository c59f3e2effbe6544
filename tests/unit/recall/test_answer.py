"""What of a search fits the question well enough to be told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphmem.graph.row_mapping import fact_of
from graphmem.models.embedder_scale import EmbedderScale, scale_of
from graphmem.recall.answer import answer_of
from graphmem.recall.order import rank
from graphmem.recall.relevance import floor_among
from graphmem.recall.results import RecallOutcome, Records
from tests.unit.graph.rows import DAY, fact_row
from tests.unit.recall.candidates import fact, searched

SCALE = scale_of("bge-small-en-v1.5")


def records(*ids: str) -> Records:
    """The records of some facts."""
    rows = (fact_row(id_, factText=f"Text {id_}", tValid=DAY, recordedAt=DAY) for id_ in ids)
    return Records({row["factId"]: fact_of(row, DAY, None) for row in rows}, {}, (), {}, {})


def answered(near: float, scale: EmbedderScale = SCALE, **fields: Any) -> RecallOutcome:
    """The answer to a question for which one fact was found."""
    search, understood = searched(fact("f", vector=near), **{"query": "Where is the ferry?", **fields})
    return answer_of(search, understood, rank(search, understood), records("f"), scale)


def test_what_is_below_the_floor_is_not_told() -> None:
    far, near = answered(0.8), answered(0.99)
    assert far.relevance is not None
    assert far.relevance < far.floor == floor_among(1, SCALE)
    assert (far.returned.facts, far.result.facts) == ((), ())
    assert (len(near.result.facts), near.result.relevance) == (1, 1.0)


@pytest.mark.parametrize(("number", "share"), [(0, 0.8), (1, 0.8), (10, 0.9), (100, 1.0), (5000, 1.0)])
def test_the_nearest_of_few_results_needs_to_be_less_near(number: int, share: float) -> None:
    assert floor_among(number, SCALE) == pytest.approx(share * SCALE.relevance)


@pytest.mark.parametrize(
    ("fields", "floor"), [({"min_relevance": 0.3}, 0.3), ({"query": "What is coming up next week?"}, 0.0)]
)
def test_the_floor_is_that_of_the_query_and_none_for_plans(fields: dict[str, Any], floor: float) -> None:
    assert answered(0.8, **fields).floor == floor


def test_without_a_question_or_vectors_nothing_is_judged() -> None:
    for fields in ({"query": None}, {"recipe": "lexical"}):
        answer = answered(0.8, **fields)
        assert (answer.relevance, dict(answer.final.fits), len(answer.result.facts)) == (None, {}, 1)


def test_warnings_of_the_question_are_told() -> None:
    search, understood = searched(fact("f", vector=0.99))
    warned = replace(understood, warnings=("The embedder failed.",))
    answer = answer_of(search, warned, rank(search, warned), records("f"), SCALE)
    assert answer.result.warnings == ("The embedder failed.",)
