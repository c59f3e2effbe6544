"""A question about history is answered with all values, those that have ended too, the earliest first."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact, tell

ROOMS = (("2024-02-01", "Tannery Hall"), ("2024-06-01", "Cellar Nine"), ("2025-01-10", "Mill Loft"))


@pytest.fixture
async def band(brain: Brain) -> Brain:
    """A band that has moved twice, told out of order, among other facts of it and of a choir."""
    for at, room in (ROOMS[1], ROOMS[2], ROOMS[0]):
        await tell(brain, at, fact("the band", "rehearsal_room", room, object_is_entity=False, cardinality="one"))
    for relation, value in (("drummer", "Iva Moll"), ("booking_contact", "Odd Berg"), ("van_driver", "Pia Lunde")):
        await tell(brain, "2024-03-01", fact("the band", relation, value, object_is_entity=False, cardinality="one"))
    await tell(
        brain, "2024-03-02", fact("the choir", "rehearsal_room", "Chapel", object_is_entity=False, cardinality="one")
    )
    return brain


def objects(found: object) -> list[str]:
    return [item.fact.object for item in found.facts if item.fact]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "question",
    [
        "List all that the band's rehearsal room has been over time, earliest first.",
        "What were the previous rehearsal rooms of the band?",
    ],
)
async def test_all_values_are_told_in_the_order_of_time(band: Brain, question: str) -> None:
    found = await band.recall(question)
    told = [one for one in objects(found) if one in dict(map(reversed, ROOMS))]  # type: ignore[arg-type]
    assert told == [room for _, room in ROOMS]
    lines = [line for line in found.context.splitlines() if any(room in line for _, room in ROOMS[:2])]
    assert lines
    assert all("no longer true" in line for line in lines), "an old value never stands unmarked"


async def test_a_question_for_the_present_tells_only_what_holds(band: Brain) -> None:
    assert set(objects(await band.recall("What is the band's rehearsal room?"))).isdisjoint(
        {"Tannery Hall", "Cellar Nine"}
    )


async def test_the_history_is_that_of_the_moment_asked_for(band: Brain) -> None:
    question = "List all that the band's rehearsal room has been over time, earliest first."
    told = objects(await band.recall(question, valid_at="2024-07-01"))
    assert [one for one in told if one in {room for _, room in ROOMS}][:2] == ["Tannery Hall", "Cellar Nine"]
    assert "Mill Loft" not in told


async def test_few_results_are_the_values_that_are_asked_for(band: Brain) -> None:
    found = await band.recall("List all that the band's rehearsal room has been over time.", k=3)
    assert objects(found) == [room for _, room in ROOMS]
