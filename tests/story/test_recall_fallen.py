"""A fact that ended because what it rested on did is told as over, unless something has taken its place."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.recall import RecallResult

QUESTION = "Who keeps the spare key of the bakery?"


@pytest.fixture
async def bakery(brain: Brain) -> Brain:
    """A spare key that Lotte keeps, because she is the manager; she leaves in May 2024."""
    ground = await brain.add_fact(
        subject="the bakery", relation="manager", object="Lotte Brandt", text="Lotte Brandt manages the bakery",
        valid_from="2024-01-01", cardinality="one",
    )  # fmt: skip
    await brain.add_fact(
        subject="the bakery", relation="spare_key_keeper", object="Lotte at number 9", valid_from="2024-01-02", cardinality="one",
        text="Lotte at number 9 keeps the spare key of the bakery", object_is_entity=False, evidence_ids=[ground.id],
    )  # fmt: skip
    await brain.add_fact(
        subject="the bakery", relation="manager", object="Kofi Annor", text="Kofi Annor manages the bakery",
        valid_from="2024-05-01", cardinality="one",
    )  # fmt: skip
    return brain


def over(found: RecallResult) -> list[str]:
    return [item.fact.object for item in found.ended if item.fact]


def line_of(found: RecallResult) -> str:
    (line,) = [line for line in found.context.splitlines() if line.startswith("- Lotte at number 9")]
    return line


async def test_it_is_told_with_what_it_rested_on(bakery: Brain) -> None:
    found = await bakery.recall(QUESTION)
    assert over(found) == ["Lotte at number 9"]
    assert "Lotte at number 9" not in [item.fact.object for item in found.facts if item.fact]
    assert "no longer true: 2024-01-02 to 2024-05-01" in line_of(found)
    assert "it rested on: Lotte Brandt manages the bakery, which no longer holds" in line_of(found)


async def test_it_is_not_told_where_another_value_holds(bakery: Brain) -> None:
    await bakery.add_fact(
        subject="the bakery", relation="spare_key_keeper", object="Noor next door", valid_from="2024-06-01", cardinality="one",
        text="Noor next door keeps the spare key of the bakery", object_is_entity=False,
    )  # fmt: skip
    found = await bakery.recall(QUESTION)
    assert over(found) == []
    assert "- Lotte at number 9" not in found.context


async def test_it_holds_at_a_moment_before(bakery: Brain) -> None:
    found = await bakery.recall(QUESTION, valid_at="2024-03-01")
    assert over(found) == []
    assert "Lotte at number 9" in [item.fact.object for item in found.facts if item.fact]


async def test_a_fact_that_was_replaced_without_a_ground_is_told_on_request_only(bakery: Brain) -> None:
    found = await bakery.recall("Who manages the bakery?")
    assert "Lotte Brandt" not in over(found)
    asked = await bakery.recall("Who manages the bakery?", tell_ended=True)
    assert "Lotte Brandt" in over(asked)
