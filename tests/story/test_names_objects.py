"""One thing under one name: an object that is or becomes known as an entity, whatever was listed and in whatever order."""

from __future__ import annotations

import asyncio
from itertools import permutations
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.records import Fact
from tests.story.telling import fact


async def said(brain: Brain, *facts: dict[str, Any], listed: tuple[tuple[str, str], ...] = (), **more: Any) -> Any:
    """Remember one message that lists these entities only."""
    entities = [{"name": name, "type": type_} for name, type_ in listed]
    more = {"occurred_at": "2025-03-01"} | more
    result = await brain.remember("a message", extraction={"entities": entities, "facts": list(facts)}, **more)
    assert result.success, result.error
    assert not result.facts_skipped, result.facts_skipped
    return result


async def near(brain: Brain, name: str, hops: int) -> set[str]:
    return {one.entity.name for one in await brain.graph.neighbours(name, hops=hops) if one.entity}


async def all_facts(brain: Brain) -> list[Fact]:
    return list(await brain.facts(include_closed=True, limit=100))


USES = fact("Otto", "uses", "Figmund")
OTTO, FIGMUND = ("Otto", "person"), ("Figmund", "product")


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
async def test_a_name_is_one_thing_in_any_order(brain: Brain, order: tuple[int, ...]) -> None:
    messages = (
        {"facts": (USES,), "listed": (OTTO,)},
        {"facts": (USES,), "listed": (OTTO, FIGMUND)},
        {"facts": (fact("Figmund", "made_by", "Brightloom"),), "listed": (FIGMUND,)},
    )
    for n, position in enumerate(order):
        message = messages[position]
        result = await said(brain, *message["facts"], listed=message["listed"], occurred_at=f"2025-03-0{n + 1}")
        assert result.contradictions == ()
        assert result.facts_closed == ()
    (one,) = [f for f in await all_facts(brain) if f.relation == "uses"]
    assert (one.object_kind, one.times_stated, one.valid_until) == ("entity", 2, None)
    assert "Figmund" in await near(brain, "Otto", 2)


@pytest.mark.parametrize("listed_first", [True, False])
async def test_a_firm_that_is_listed_once_and_not_again_is_no_change(brain: Brain, listed_first: bool) -> None:
    both, neither = (("Nora", "person"), ("Premsted", "organization")), (("Nora", "person"),)
    works = fact("Nora", "works_at", "Premsted", cardinality="one")
    await said(brain, works, listed=both if listed_first else neither, occurred_at="2025-03-01")
    again = await said(brain, works, listed=neither if listed_first else both, occurred_at="2025-03-09")
    assert (again.contradictions, again.facts_closed) == ((), ())
    (one,) = await all_facts(brain)
    assert (one.object_kind, f"{one.valid_from:%F}", one.valid_until) == ("entity", "2025-03-01", None)


async def test_two_hops_find_what_hand_written_facts_say(brain: Brain) -> None:
    await brain.add_fact(subject="alva", relation="works_at", object="brightloom")
    await brain.add_fact(subject="brightloom", relation="operates_in", object="tromso")
    assert await near(brain, "alva", 1) == {"brightloom"}
    assert {one.fact.object for one in await brain.graph.neighbours("alva", hops=2)} == {"brightloom", "tromso"}


async def test_the_relation_says_what_an_unlisted_object_is(brain: Brain) -> None:
    await said(
        brain,
        fact("Nora", "works_at", "Premsted"),
        fact("Nora", "lives_in", "a small flat"),
        listed=(("Nora", "person"),),
    )
    assert {(e.name, e.type) for e in await brain.entities.list()} == {("Nora", "person"), ("Premsted", "organization")}


async def test_who_says_that_it_is_a_value_is_believed(brain: Brain) -> None:
    await said(brain, fact("Otto", "uses", "Figmund", object_is_entity=False), listed=(OTTO,))
    await said(brain, listed=(FIGMUND,))
    await said(brain, fact("Otto", "uses", "Figmund", object_is_entity=False), listed=(OTTO,))
    (one,) = await all_facts(brain)
    assert (one.object_kind, one.times_stated) == ("value", 2)


async def test_a_status_is_no_entity_of_its_name(brain: Brain) -> None:
    await said(brain, fact("Otto", "has_status", "Open"), listed=(OTTO,))
    await said(brain, listed=(("Open", "organization"),))
    await said(brain, fact("Otto", "has_status", "Open"), listed=(OTTO,))
    (one,) = await all_facts(brain)
    assert (one.object_kind, one.times_stated) == ("value", 2)


async def test_a_town_is_no_person_of_its_name(brain: Brain) -> None:
    await said(brain, fact("Otto", "lives_in", "jordan"), listed=(OTTO,))
    await said(brain, listed=(("Jordan", "person"),))
    assert [f.object_kind for f in await all_facts(brain)] == ["value"]
    await said(brain, listed=(("Jordan", "country"),))
    assert [f.object_kind for f in await all_facts(brain)] == ["value"], "a name of two links nothing"


async def test_what_was_known_before_is_told_as_it_was(brain: Brain) -> None:
    await said(brain, USES, listed=(OTTO,))
    (before,) = await all_facts(brain)
    linked = await said(brain, listed=(FIGMUND,))
    (after,) = await all_facts(brain)
    assert (before.object_kind, after.object_kind, after.id) == ("value", "entity", before.id)
    (then,) = await brain.facts(known_at=before.recorded_at)
    assert (then.object_kind, then.object_id) == ("value", before.object_id)
    assert after.recorded_at == linked.recorded_at


async def test_messages_that_arrive_at_once_agree(brain: Brain) -> None:
    value = [said(brain, fact(f"Otto {n}", "uses", "Figmund"), listed=((f"Otto {n}", "person"),)) for n in "abc"]
    await asyncio.gather(*value, said(brain, listed=(FIGMUND,)), *[
        said(brain, fact(f"Vera {n}", "uses", "Figmund"), listed=((f"Vera {n}", "person"),)) for n in "abc"
    ])  # fmt: skip
    facts = await all_facts(brain)
    assert [f.object_kind for f in facts] == ["entity"] * 6
    assert len({f.object_id for f in facts}) == 1


async def test_an_entity_by_hand_and_a_new_alias_link_what_waits_for_them(brain: Brain) -> None:
    await said(brain, USES, fact("Otto", "uses", "Fig"), listed=(OTTO,))
    await brain.entities.add(name="Figmund", type="product")
    kinds = {f.object: f.object_kind for f in await all_facts(brain)}
    assert kinds == {"Figmund": "entity", "Fig": "value"}
    await brain.entities.change("Figmund", aliases_add=["Fig"])
    (one,) = await all_facts(brain)
    assert (one.object_kind, one.times_stated) == ("entity", 2)
