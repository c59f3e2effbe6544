"""The summary and the properties of a supplied entity: dated facts, which fall with the message that states them."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import InvalidInput
from tests.story.telling import held, spans


async def told(brain: Brain, at: str, **details: Any) -> str:
    """Tell of a mill with a summary or properties, and return the id of the message."""
    entity = {"name": "Veldt Mill", "type": "organization", **details}
    result = await brain.remember(f"message of {at}", occurred_at=at, extraction={"entities": [entity]})
    assert result.success
    assert result.episode_id
    return result.episode_id


async def test_they_are_facts_with_dates(brain: Brain) -> None:
    await told(brain, "2026-01-05", summary="A mill that grinds rye.", properties={"sluices": 3, "open": True})
    await told(brain, "2026-04-05", summary="A mill that grinds spelt.", properties={"sluices": 4})
    assert await held(brain, "Veldt Mill", "described_as") == ["A mill that grinds spelt."]
    assert await held(brain, "Veldt Mill", "described_as", at="2026-02-01") == ["A mill that grinds rye."]
    assert await spans(brain, "Veldt Mill", "sluices") == {("3", "2026-01-05", "2026-04-05"), ("4", "2026-04-05", None)}
    assert await held(brain, "Veldt Mill", "open") == ["true"]


async def test_a_list_states_each_of_its_values_and_null_states_none(brain: Brain) -> None:
    await told(brain, "2026-01-05", properties={"grinds": ["rye", "spelt"], "owner": None, "hours": {"sat": "9-12"}})
    await told(brain, "2026-04-05", properties={"grinds": ["oats"]})
    assert await held(brain, "Veldt Mill", "grinds") == ["oats", "rye", "spelt"]
    assert await held(brain, "Veldt Mill", "hours") == ['{"sat": "9-12"}']
    assert await held(brain, "Veldt Mill", "owner") == []


async def test_they_are_found_by_their_words_and_fall_with_their_message(brain: Brain) -> None:
    await told(brain, "2026-01-05", summary="A mill that grinds rye.", properties={"miller": "Odile"})
    second = await told(brain, "2026-04-05", summary="A mill that is now a museum.")
    found = await brain.recall("Which mill is a museum?")
    assert "A mill that is now a museum." in {item.fact.text for item in found.facts if item.fact}
    await brain.episodes.forget(second)
    assert await held(brain, "Veldt Mill", "described_as") == ["A mill that grinds rye."]
    assert await held(brain, "Veldt Mill", "miller") == ["Odile"]


async def test_a_long_summary_stands_whole_in_its_sentence(brain: Brain) -> None:
    summary = "It grinds rye. " * 200
    await told(brain, "2026-01-05", summary=summary)
    (known,) = await brain.facts(subject="Veldt Mill")
    assert known.text.strip() == summary.strip()


async def test_personal_data_in_them_is_redacted(brain: Brain) -> None:
    await brain.configure(pii="redact")
    await told(brain, "2026-01-05", summary="Write to odile@veldt.example.", properties={"mail": "odile@veldt.example"})
    texts = [f"{fact.object} {fact.text}" for fact in await brain.facts(subject="Veldt Mill")]
    assert texts
    assert not any("odile@" in text for text in texts)


@pytest.mark.parametrize("properties", [{"": "x"}, {"a": float("nan")}, ["a"]])
async def test_what_is_no_property_is_refused_with_its_place(brain: Brain, properties: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        await told(brain, "2026-01-05", properties=properties)
    assert "entities.0.properties" in (refused.value.field or "")
