"""A fact that waits for a change is told with its condition, and as true from that change on."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.recall import RecallResult

QUESTION = "Who keeps the ladder of the club?"
LATER = "Jo Lund keeps the ladder of the club"


async def say(brain: Brain, at: str, relation: str, value: str, text: str, **more: object) -> None:
    told = {"subject": "the club", "relation": relation, "object": value, "text": text, "cardinality": "one", **more}
    made = await brain.remember(text, occurred_at=at, extraction={"facts": [{**told, "object_is_entity": False}]})
    assert made.success


@pytest.fixture
async def club(brain: Brain) -> Brain:
    """Ola keeps the ladder; if the groundskeeper changes, Jo will."""
    await say(brain, "2024-01-01", "groundskeeper", "Wim Bos", "Wim Bos is the groundskeeper of the club")
    await say(brain, "2024-01-02", "ladder_keeper", "Ola Vik", "Ola Vik keeps the ladder of the club")
    when = {"subject": "the club", "relation": "groundskeeper", "event": "changes"}
    await say(brain, "2024-01-03", "ladder_keeper", "Jo Lund", LATER, starts_when=when)
    return brain


def holding(found: RecallResult) -> list[str]:
    return [item.fact.object for item in found.facts if item.fact and item.fact.relation == "ladder_keeper"]


async def test_it_is_told_as_not_so_yet(club: Brain) -> None:
    found = await club.recall(QUESTION)
    assert holding(found) == ["Ola Vik"]
    assert [(one.object, one.starts_when.relation) for one in found.waiting] == [("Jo Lund", "groundskeeper")]
    assert (
        f"- if groundskeeper of the club changes: {LATER} (not so yet; said 2024-01-03)" in found.context.splitlines()
    )
    assert f"{LATER} (not so yet: if groundskeeper of the club changes: {LATER})" in found.context, (
        "the episode says so"
    )


async def test_after_the_change_it_is_told_as_true(club: Brain) -> None:
    await say(club, "2024-02-01", "groundskeeper", "Nia Fox", "Nia Fox is the groundskeeper of the club")
    found = await club.recall(QUESTION)
    assert (holding(found), found.waiting) == (["Jo Lund"], ())
    before = await club.recall(QUESTION, valid_at="2024-01-20")
    assert (holding(before), [one.object for one in before.waiting]) == (["Ola Vik"], ["Jo Lund"])


async def test_another_question_does_not_tell_it(club: Brain) -> None:
    await say(club, "2024-01-04", "membership_fee", "40 crowns a year", "A year at the club costs 40 crowns")
    found = await club.recall("What does a year at the club cost?")
    assert found.waiting == ()
