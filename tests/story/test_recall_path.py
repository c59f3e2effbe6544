"""A question of several steps is answered by the facts that lead to the answer."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact, tell

QUESTION = "Where was the teacher of the painter of The Grey Mill born?"
WAY = ("The Grey Mill", "painted_by", "Ida Moss", "taught_by", "Jon Ek", "born_in", "Turku")


@pytest.fixture
async def mill(brain: Brain) -> Brain:
    """A brain that knows who painted a picture, who taught the painter, and where the teacher was born."""
    await tell(
        brain,
        "2024-01-01",
        fact("The Grey Mill", "painted_by", "Ida Moss", text="Ida Moss is the painter of The Grey Mill"),
        fact("Ida Moss", "taught_by", "Jon Ek", text="The teacher of Ida Moss was Jon Ek"),
        fact("Ida Moss", "lives_in", "Lund", text="Ida Moss lives in Lund"),
        fact("Jon Ek", "born_in", "Turku", text="Jon Ek was born in Turku"),
        fact("Jon Ek", "likes", "rowing", object_is_entity=False, text="Jon Ek likes rowing"),
    )
    return brain


async def test_three_steps_lead_to_the_answer_and_are_told(mill: Brain) -> None:
    found = await mill.recall(QUESTION)
    assert (found.facts[0].path, found.facts[0].hops) == (WAY, 3)
    assert {item.fact.object for item in found.facts[:3] if item.fact} == {"Ida Moss", "Jon Ek", "Turku"}


@pytest.mark.parametrize(
    "filters",
    [
        {"relations": ["born_in", "taught_by"]},
        {"relations": ["painted_by"]},
        {"min_confidence": 1.0},
        {"entities": ["Jon Ek"]},
        {"categories": ["procedural"]},
        {"valid_at": "2020-01-01"},
        {"known_at": "2020-01-01"},
    ],
)
async def test_a_path_over_a_fact_that_a_filter_excludes_is_none(mill: Brain, filters: dict[str, Any]) -> None:
    found = await mill.recall(QUESTION, **filters)
    assert WAY not in [item.path for item in found.facts]
    if relations := filters.get("relations"):
        assert {item.fact.relation for item in found.facts if item.fact} <= set(relations)


async def test_who_has_the_same_employer_is_found_over_it(brain: Brain) -> None:
    await tell(
        brain,
        "2024-01-01",
        fact("Ana Holm", "works_at", "Sol Print", text="Ana Holm is on the payroll of Sol Print"),
        fact("Bo Lind", "works_at", "Sol Print", text="Sol Print pays Bo Lind"),
        fact("Cy Dahl", "works_at", "Nord Kork", text="Cy Dahl works at Nord Kork"),
        fact("Di Ruud", "owns", "Sol Print", text="Di Ruud owns Sol Print"),
        fact("Ana Holm", "lives_in", "Lund", text="Ana Holm lives in Lund"),
    )
    for question in ("Who works at the same company as Ana Holm?", "Wer teilt sich einen Arbeitgeber mit Ana Holm?"):
        found = await brain.recall(question)
        assert found.facts[0].fact is not None
        assert found.facts[0].fact.subject == "Bo Lind", question
        assert found.facts[0].path == ("Ana Holm", "works_at", "Sol Print", "works_at", "Bo Lind")
