"""A question that presumes what has ended is told that it is over."""

from __future__ import annotations

from graphmem.brain import Brain
from graphmem_contract.recall import RecallResult
from tests.story.telling import fact, tell


def over(found: RecallResult) -> list[str]:
    return [item.fact.text for item in found.ended if item.fact]


async def test_an_ended_fact_with_both_ends_in_the_question_is_told_as_over(brain: Brain) -> None:
    await tell(brain, "2024-01-10", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Acme"))
    assert over(await brain.recall("Does Ana still work at Acme?")) == []
    await tell(brain, "2025-03-01", fact("Ana", "works_at", "Globex"))
    found = await brain.recall("Does Ana still work at Acme?")
    assert over(found) == ["Ana works at Acme"]
    assert "- Ana works at Acme (no longer true: 2024-01-10 to 2025-03-01)" in found.context
    assert over(await brain.recall("Where does Ana work?")) == [], "nothing is presumed"
    assert over(await brain.recall("Does Ana still work at Acme?", valid_at="2024-06-01")) == []


async def test_what_holds_again_is_not_told_as_over(brain: Brain) -> None:
    for day, firm in (("2024-01-10", "Acme"), ("2024-06-10", "Globex"), ("2025-03-01", "Acme")):
        await tell(brain, day, fact("Ana", "works_at", firm))
    found = await brain.recall("Does Ana still work at Acme?")
    assert over(found) == []
    assert [item.fact.object for item in found.facts if item.fact][:1] == ["Acme"]
