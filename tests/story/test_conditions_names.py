"""Whom a condition is about when its names are merged, parted, forgotten, hidden and told again (docs/time.md, R9, R12)."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact, left_of, only, spans, tell

ONE = {"cardinality": "one"}
CHEF = {"subject": "Kitchen", "relation": "chef"}
PIET = fact("Kitchen", "chef", "Piet", **ONE)
SOFIA = fact("Orders", "orders_to", "Sofia", holds_while=CHEF, **ONE)
IMRE = fact("Orders", "orders_to", "Imre", starts_when=CHEF, **ONE)
USER: dict[str, Any] = {"role": "user", "speaker": "Ana", "session_id": "s"}


def chef(name: str, since: str, where: str = "Kitchen") -> dict[str, Any]:
    return fact(where, "chef", name, valid_from=since, **ONE)


async def _merged(brain: Brain) -> tuple[str, str]:
    """Merge the kitchen into the galley; return the ids of the kitchen and of the merge."""
    await tell(brain, "2026-03-01", chef("Piet", "2026-03-01", "Galley"), fact("Kitchen", "located_in", "Porto"))
    galley, kitchen = [(await brain.entities.get(name)).id for name in ("Galley", "Kitchen")]
    return kitchen, (await brain.entities.merge(galley, kitchen)).merges[0].merge_id


async def test_a_condition_said_by_the_name_of_a_merged_entity_goes_with_it(brain: Brain) -> None:
    kitchen, merge = await _merged(brain)
    await tell(brain, "2026-03-02", SOFIA, IMRE)
    assert (await only(brain, "Orders", "orders_to")).status == "live"
    await brain.entities.unmerge(kitchen, merge)
    assert (await only(brain, "Orders", "orders_to")).status == "pending"
    await tell(brain, "2026-03-10", chef("Nour", "2026-03-08", "Galley"))
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", None)}
    await tell(brain, "2026-03-11", chef("Otto", "2026-03-11"))
    await tell(brain, "2026-03-12", chef("Rosa", "2026-03-12"))
    assert await spans(brain, "Orders", "orders_to") == {
        ("Sofia", "2026-03-02", "2026-03-12"),
        ("Imre", "2026-03-12", None),
    }


async def test_a_condition_said_by_the_name_of_the_survivor_stays_with_it(brain: Brain) -> None:
    kitchen, merge = await _merged(brain)
    await tell(brain, "2026-03-02", {**SOFIA, "holds_while": {**CHEF, "subject": "Galley"}})
    await brain.entities.unmerge(kitchen, merge)
    await tell(brain, "2026-03-10", chef("Otto", "2026-03-09"))
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", None)}
    await tell(brain, "2026-03-12", chef("Nour", "2026-03-12", "Galley"))
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", "2026-03-12")}


async def test_the_value_of_a_condition_said_by_the_name_of_a_merged_entity_goes_with_it(brain: Brain) -> None:
    await tell(brain, "2026-03-01", PIET, fact("Pieter", "located_in", "Porto"))
    piet, pieter = [(await brain.entities.get(name)).id for name in ("Piet", "Pieter")]
    merge = (await brain.entities.merge(piet, pieter)).merges[0].merge_id
    await tell(brain, "2026-03-02", {**SOFIA, "holds_while": {**CHEF, "object": "Pieter"}})
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", None)}
    await brain.entities.unmerge(pieter, merge)
    assert await spans(brain, "Orders", "orders_to") == set()


COOKS = "Piet is the chef of the Kitchen."
DEPENDS = "Orders go to Sofia while Piet is the chef of the Kitchen."


async def _said(brain: Brain, watched: dict[str, str]) -> list[str]:
    """Tell who cooks and what rests on it. Return the ids of the episodes."""
    first = await tell(brain, "2026-03-01", {**PIET, "text": COOKS}, text=COOKS, **USER)
    rests = {**SOFIA, "holds_while": watched, "text": DEPENDS}
    second = await tell(brain, "2026-03-02", rests, text=DEPENDS, **USER)
    return [first.episode_id or "", second.episode_id or ""]


async def _hide(brain: Brain, subject: str, relation: str) -> str:
    asked = {"subject": subject, "relation": relation, "action": "forget"}
    done = await brain.remember("Forget that.", occurred_at="2026-03-03", extraction={"facts": [asked]}, **USER)
    return done.forget_requests[0].request_id or ""


@pytest.mark.parametrize("watched", [CHEF, {**CHEF, "object": "Piet"}])
@pytest.mark.parametrize("way", ["erased", "hidden"])
@pytest.mark.parametrize("by", ["message", "hand"])
async def test_what_a_condition_names_is_there_when_it_is_told_again(
    brain: Brain, watched: dict[str, str], way: str, by: str
) -> None:
    first = await tell(brain, "2026-03-01", {**PIET, "text": COOKS}, text=COOKS, **USER)
    rests = {**SOFIA, "holds_while": watched, "valid_from": "2026-03-02"}
    if by == "hand":
        await brain.add_fact(**{**rests, "object_is_entity": True})
    else:
        await tell(brain, "2026-03-02", {**rests, "text": DEPENDS}, text=DEPENDS, **USER)
    if way == "erased":
        await brain.episodes.forget(first.episode_id or "")
    else:
        await _hide(brain, "Kitchen", "chef")
    assert (await only(brain, "Orders", "orders_to")).status == "pending"
    later = "2030-03-04" if by == "hand" else "2026-03-04"
    await tell(brain, later, chef("Piet", later), text="Piet cooks again.", **USER)
    assert (await only(brain, "Orders", "orders_to")).status == "live"
    await tell(brain, "2030-03-09", chef("Nour", "2030-03-09"), text="Nour cooks.", **USER)
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", "2030-03-09")}


@pytest.mark.parametrize("watched", [CHEF, {**CHEF, "object": "Piet"}])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_a_condition_that_comes_back_is_about_what_was_told_again(
    brain: Brain, watched: dict[str, str], order: tuple[int, int]
) -> None:
    await _said(brain, watched)
    requests = [await _hide(brain, *of) for of in (("Orders", "orders_to"), ("Kitchen", "chef"))]
    assert [one.name for one in await brain.entities.list()] == []
    assert "Condition" not in "".join([str(line) async for line in brain.transfer.export()])
    await tell(brain, "2026-03-04", chef("Piet", "2026-03-01"), text="Piet cooks again.", **USER)
    for index in order:
        await brain.forget_requests.undo(requests[index])
    assert (await only(brain, "Orders", "orders_to")).status == "live"
    await tell(brain, "2026-03-09", chef("Nour", "2026-03-09"), text="Nour cooks.", **USER)
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", "2026-03-09")}
    assert await spans(brain, "Kitchen", "chef") == {("Piet", "2026-03-01", "2026-03-09"), ("Nour", "2026-03-09", None)}


@pytest.mark.parametrize("watched", [CHEF, {**CHEF, "object": "Piet"}])
async def test_what_a_hidden_condition_names_comes_back_with_it(brain: Brain, watched: dict[str, str]) -> None:
    await _said(brain, watched)
    requests = [await _hide(brain, *of) for of in (("Orders", "orders_to"), ("Kitchen", "chef"))]
    await brain.forget_requests.undo(requests[0])
    await tell(brain, "2026-03-04", chef("Piet", "2026-03-01"), text="Piet cooks again.", **USER)
    await tell(brain, "2026-03-09", chef("Nour", "2026-03-09"), text="Nour cooks.", **USER)
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", "2026-03-09")}


async def test_an_erased_message_leaves_nothing_of_a_hidden_condition(brain: Brain) -> None:
    episodes = await _said(brain, CHEF)
    await _hide(brain, "Orders", "orders_to")
    for episode in episodes:
        await brain.episodes.forget(episode)
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (c:Condition {brain: $brain}) RETURN c", brain=brain.name
    )
    assert rows == []
    assert await left_of(brain, "Kitchen") == []


async def test_what_only_a_condition_named_goes_with_it(brain: Brain) -> None:
    rests = await brain.add_fact(**{**SOFIA, "object_is_entity": True})
    await brain.forget(rests.id)
    assert await left_of(brain, "Kitchen") == []


async def test_a_forgotten_entity_takes_the_conditions_on_what_was_merged_into_it_along(brain: Brain) -> None:
    await tell(brain, "2026-03-01", PIET, fact("Galley", "located_in", "Porto"))
    await tell(brain, "2026-03-02", SOFIA)
    galley, kitchen = [(await brain.entities.get(name)).id for name in ("Galley", "Kitchen")]
    await brain.entities.merge(galley, kitchen)
    await brain.entities.forget(galley)
    assert await spans(brain, "Orders", "orders_to") == set()


async def test_a_planned_start_is_not_begun_by_what_waits(brain: Brain) -> None:
    """ "It will be Nour from the 12th", and on another day "if the chef changes, it will be Nour"."""
    await tell(brain, "2026-03-09", chef("Nour", "2026-03-12"))
    await tell(brain, "2026-03-10", {**chef("Nour", "2026-03-05"), "starts_when": CHEF})
    assert await spans(brain, "Kitchen", "chef") == {("Nour", "2026-03-12", None)}


async def test_what_waits_says_nothing_against_second_hand(brain: Brain) -> None:
    await tell(brain, "2026-03-01", {**chef("Nour", "2026-03-01"), "starts_when": {**CHEF, "subject": "Bar"}})
    await tell(brain, "2026-03-02", {**chef("Piet", "2026-03-02"), "confidence": 0.5}, role="assistant")
    assert await spans(brain, "Kitchen", "chef") == {("Piet", "2026-03-02", None)}
