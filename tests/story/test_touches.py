"""What a caller says that a fact does to known facts, and whom a name means: it is done to exactly these."""

from __future__ import annotations

from typing import Any

from graphmem.brain import Brain
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact, TouchKind
from tests.story.telling import fact, held, only, tell

VALUE = {"object_is_entity": False}


async def known(brain: Brain, relation: str, object_: str, **more: Any) -> str:
    """Tell a fact of Ana in January, and return its id."""
    await tell(brain, "2026-01-10", fact("Ana", relation, object_, **VALUE, **more))
    page = await brain.facts("Ana", relation, object_)
    return page.items[0].id


async def say(brain: Brain, touched: str, how: TouchKind, relation: str, object_: str, **more: Any) -> None:
    told = fact("Ana", relation, object_, touches=[{"fact": touched, "how": how}], **VALUE, **more)
    await tell(brain, "2026-05-10", told)


async def test_an_end_in_other_words_ends_exactly_the_touched_fact(brain: Brain) -> None:
    race = await known(brain, "prepares_for", "Lisbon triathlon")
    await known(brain, "prepares_for", "school play")
    await say(brain, race, "ends", "trains_for", "the race", action="ends")
    assert await held(brain, "Ana", "prepares_for") == ["school play"]
    assert await held(brain, "Ana", "prepares_for", at="2026-03-01") == ["Lisbon triathlon", "school play"]


async def test_a_replaced_fact_of_another_relation_ends_where_the_new_one_begins(brain: Brain) -> None:
    best = await known(brain, "lap_record", "1:43.3")
    await say(brain, best, "replaces", "best_lap_time", "1:41.2")
    assert await held(brain, "Ana", "lap_record") == []
    assert await held(brain, "Ana", "best_lap_time") == ["1:41.2"]
    assert await held(brain, "Ana", "lap_record", at="2026-03-01") == ["1:43.3"]


async def test_a_corrected_fact_was_never_true_and_the_right_one_was_so_all_along(brain: Brain) -> None:
    wrong = await known(brain, "keeps", "bees")
    await say(brain, wrong, "corrects", "keeps", "hens")
    assert await held(brain, "Ana", "keeps", at="2026-03-01") == ["hens"]


async def test_an_added_value_stands_beside_the_known_one_and_stays_when_that_changes(brain: Brain) -> None:
    nurse = await known(brain, "has_role", "nurse")
    await say(brain, nurse, "adds_to", "has_role", "treasurer")
    assert await held(brain, "Ana", "has_role") == ["nurse", "treasurer"]
    await tell(brain, "2026-08-10", fact("Ana", "has_role", "doctor", **VALUE))
    assert await held(brain, "Ana", "has_role") == ["doctor", "treasurer"]


async def test_a_repetition_in_other_words_leaves_the_fact_as_it_was_told(brain: Brain) -> None:
    tea = await known(brain, "drinks", "tea", text="Ana drinks tea.")
    await say(brain, tea, "repeats", "enjoys_drink", "green leaf", text="A cup is never far from Ana.")
    found = await only(brain, "Ana", "drinks")
    assert (found.id, found.text, found.times_stated) == (tea, "Ana drinks tea.", 2)


async def test_a_fact_of_somebody_else_is_left_alone_with_a_warning(brain: Brain) -> None:
    await tell(brain, "2026-01-10", fact("Bruno", "likes", "rye", **VALUE))
    rye = (await only(brain, "Bruno", "likes")).id
    touches = [{"fact": rye, "how": "ends"}]
    told = await tell(brain, "2026-05-10", fact("Ana", "likes", "tea", touches=touches, **VALUE))
    assert [warning.partition(":")[0] for warning in told.warnings] == ["touches_another"]
    assert await held(brain, "Bruno", "likes") == ["rye"]


async def test_a_caller_may_say_whom_a_name_means(brain: Brain) -> None:
    await known(brain, "has_role", "nurse")
    for name, who, liked in (("Nina Reis", "Ana", "tea"), ("Ana", None, "rye")):
        named = SuppliedEntity(name=name, type="person", known=who)
        told = SuppliedFact(subject=name, relation="likes", object=liked, object_is_entity=False)
        await brain.remember(liked, extraction=SuppliedExtraction(entities=(named,), facts=(told,)))
    assert await held(brain, "Nina Reis", "has_role") == ["nurse"]
    page = await brain.entities.list(query="Ana")
    assert {entity.key for entity in page} == {"person:ana", "person:ana~2"}
