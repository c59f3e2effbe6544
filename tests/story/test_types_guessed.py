"""A type that an extractor only guessed splits no name; stated types keep namesakes apart (docs/resolution.md)."""

from __future__ import annotations

from itertools import permutations

from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.claims import Claim, Mention
from graphmem.memory import Memory
from tests.story.staging import Reading, with_models

Message = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str, str], ...]]
"""The names with their guessed types, and the claims."""
WORKS: Message = ((("Mila", "person"), ("Nordlicht", "organization")), (("Mila", "works_at", "Nordlicht"),))
MET: Message = ((("Nordlicht", "place"),), ())
WITH: Message = ((("Jonas", "organization"), ("Mila", "organization")), (("Jonas", "works_with", "Mila"),))
FOUNDED: Message = ((("Jonas", "organization"), ("Nordlicht", "organization")), (("Jonas", "founded", "Nordlicht"),))


async def tell(brain: Brain, message: Message) -> None:
    names, claims = message
    mentions = [Mention(name, type_, guessed=True) for name, type_ in names]
    found = [Claim(s, r, o, f"{s} {r} {o}", object_is_entity=True) for s, r, o in claims]
    told = await with_models(brain, extractor=Reading(mentions, found)).remember(f"{names} {claims}")
    assert told.success, told.error


async def types(brain: Brain) -> list[tuple[str, str]]:
    return sorted((one.name, one.type) for one in await brain.entities.list(limit=100))


async def test_a_name_with_guessed_types_is_one_entity_of_the_type_that_a_relation_states(memory: Memory) -> None:
    for order in permutations((WORKS, MET, WITH, FOUNDED)):
        brain = memory.brain(f"types-{uuid4()}")
        for message in order:
            await tell(brain, message)
        assert await types(brain) == [("Jonas", "person"), ("Mila", "person"), ("Nordlicht", "organization")], order


async def test_namesakes_with_evidence_for_both_types_stay_two(memory: Memory) -> None:
    person: Message = ((("Jordan", "place"), ("Acme", "organization")), (("Jordan", "works_at", "Acme"),))
    country: Message = ((("Ana", "person"), ("Jordan", "person")), (("Ana", "lives_in", "Jordan"),))
    for order in permutations((person, country)):
        brain = memory.brain(f"namesakes-{uuid4()}")
        for message in order:
            await tell(brain, message)
        assert [one for one in await types(brain) if one[0] == "Jordan"] == [("Jordan", "person"), ("Jordan", "place")]


async def test_types_that_a_caller_lists_are_stated(brain: Brain) -> None:
    for type_ in ("organization", "place"):
        entities = [{"name": "Nordlicht", "type": type_}]
        assert (await brain.remember(f"a {type_}", extraction={"entities": entities, "facts": []})).success
    assert await types(brain) == [("Nordlicht", "organization"), ("Nordlicht", "place")]


async def test_a_type_that_a_person_sets_is_stated(brain: Brain) -> None:
    await tell(brain, MET)
    await brain.entities.change("Nordlicht", type="place")
    await tell(brain, WORKS)
    assert [one for one in await types(brain) if one[0] == "Nordlicht"] == [
        ("Nordlicht", "organization"),
        ("Nordlicht", "place"),
    ]
