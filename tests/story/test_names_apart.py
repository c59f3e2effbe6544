"""Names that look alike and are two: numbers, calls, and the relatives of two speakers."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact, held


async def said(
    brain: Brain, text: str, *facts: dict[str, Any], entities: tuple[tuple[str, str], ...], **more: Any
) -> Any:
    """Remember one message with its entities, given as (name, type), and its facts."""
    listed = [{"name": name, "type": type_} for name, type_ in entities]
    result = await brain.remember(text, extraction={"entities": listed, "facts": list(facts)}, **more)
    assert result.success
    assert not result.facts_skipped, result.facts_skipped
    return result


@pytest.mark.parametrize(
    ("one", "other"),
    [("gateway3", "gateway4"), ("tenant3", "tenant4"), ("order7701", "order7702"), ("Ubuntu22", "Ubuntu24"), ("v4.1", "v4.2")],
)  # fmt: skip
async def test_a_number_that_ends_a_word_makes_another_thing(brain: Brain, one: str, other: str) -> None:
    await brain.add_fact(subject=one, relation="located_in", object="Porto")
    await brain.add_fact(subject=other, relation="located_in", object="Oslo")
    assert await held(brain, one, "located_in") == ["Porto"]
    assert await held(brain, other, "located_in") == ["Oslo"]


async def test_a_call_is_no_other_name(brain: Brain) -> None:
    people = (("Vera", "person"), ("Milo", "person"))
    await said(brain, "Vera called Milo.", fact("Vera", "called", "Milo"), entities=people)
    await said(brain, "Milo lives in Oslo.", fact("Milo", "lives_in", "Oslo"), entities=people[1:])
    assert await held(brain, "Milo", "lives_in") == ["Oslo"]
    assert await held(brain, "Vera", "lives_in") == []


@pytest.mark.parametrize("word", ["Mom", "Mãe", "Mamá", "Maman", "Mutti"])
@pytest.mark.parametrize("listed", [True, False])
async def test_a_mother_who_is_called_by_no_name_is_the_speakers(brain: Brain, word: str, listed: bool) -> None:
    people = ((word, "person"),) if listed else ()
    for speaker, town in (("Rafael", "Curitiba"), ("Nora", "Bergen")):
        told = fact(word, "lives_in", town)
        await said(brain, f"{word}: {town}", told, entities=(*people, (town, "place")), speaker=speaker)
    assert await held(brain, "Rafael's mother", "lives_in") == ["Curitiba"]
    assert await held(brain, "Nora's mother", "lives_in") == ["Bergen"]
    again = await said(brain, "about her", entities=(("my mother", "person"),), speaker="Nora")
    assert not again.entities_resolved[0].is_new


async def test_a_firm_that_has_the_name_of_a_relative_stays_a_firm(brain: Brain) -> None:
    told = fact("Boss", "located_in", "Metzingen", object_is_entity=False)
    result = await said(brain, "Boss sits in Metzingen.", told, entities=(("Boss", "company"),), speaker="Nora")
    assert [(e.name, e.type) for e in result.entities_resolved] == [("Boss", "company")]
