"""Conditions when something is merged, forgotten, imported, exported or told late (docs/time.md, R12 to R16)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.errors import NotFound
from tests.bolt import counted
from tests.story.telling import fact, held, left_of, only, spans, tell

ONE = {"cardinality": "one"}
CHEF = {"subject": "Kitchen", "relation": "chef"}
PIET = fact("Kitchen", "chef", "Piet", **ONE)
NOUR = fact("Kitchen", "chef", "Nour", valid_from="2026-03-09", **ONE)
SOFIA = fact("Orders", "orders_to", "Sofia", holds_while=CHEF, **ONE)
IMRE = fact("Orders", "orders_to", "Imre", starts_when=CHEF, **ONE)


async def test_what_waits_is_listed_kept_and_told_with_its_condition(brain: Brain) -> None:
    await tell(brain, "2026-03-01", PIET)
    result = await tell(brain, "2026-03-03", IMRE)
    (waiting,) = result.facts_waiting
    assert (result.facts_added, result.facts_skipped, waiting.object) == ((), (), "Imre")
    assert waiting.id is not None
    stored = await brain.fact(waiting.id)
    assert (stored.status, stored.holds_now, stored.valid_from) == ("waiting", False, None)
    assert stored.starts_when is not None
    assert (stored.starts_when.subject, stored.starts_when.relation, stored.starts_when.event) == (
        "Kitchen",
        "chef",
        "changes",
    )
    await tell(brain, "2026-03-17", NOUR)
    begun = await brain.fact(waiting.id)
    assert (begun.status, begun.object, f"{begun.valid_from:%F}") == ("live", "Imre", "2026-03-09")


async def test_a_fact_by_hand_may_wait(brain: Brain) -> None:
    waiting = await brain.add_fact(**{**IMRE, "object_is_entity": True})
    assert waiting.status == "waiting"
    report = await brain.transfer.import_facts([{**IMRE, "object": "Lena"}])
    assert (report.rejected, report.lines[0].effect, report.lines[0].note) == (
        0,
        "waiting",
        "it waits for a change, and does not hold yet",
    )


async def test_a_condition_on_what_nobody_knows_is_pending_until_it_is_known(brain: Brain) -> None:
    result = await tell(brain, "2026-03-02", SOFIA)
    assert [line.pending for line in result.facts_added] == [True]
    sofia = await only(brain, "Orders", "orders_to")
    assert (sofia.status, sofia.holds_now) == ("pending", True)
    assert [(c.subject, c.relation, c.object) for c in sofia.holds_while] == [("Kitchen", "chef", None)]
    await tell(brain, "2026-03-04", PIET)
    assert (await only(brain, "Orders", "orders_to")).status == "live"
    await tell(brain, "2026-03-17", NOUR)
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", "2026-03-09")}


async def test_a_chain_runs_through_at_one_moment(brain: Brain) -> None:
    chain = [
        fact("Menu", "written_by", "Rosa", starts_when=CHEF, **ONE),
        fact(
            "Wine",
            "chosen_by",
            "Otto",
            starts_when={"subject": "Menu", "relation": "written_by", "object": "Rosa", "event": "begins"},
            **ONE,
        ),
        fact("Bread", "baked_by", "Vera", holds_while={"subject": "Wine", "relation": "chosen_by"}, **ONE),
    ]
    await tell(brain, "2026-03-01", PIET, fact("Wine", "chosen_by", "Ines", **ONE))
    await tell(brain, "2026-03-02", *chain)
    assert await held(brain, "Bread", "baked_by") == ["Vera"]
    await tell(brain, "2026-03-17", NOUR)
    assert await spans(brain, "Wine", "chosen_by") == {
        ("Ines", "2026-03-01", "2026-03-09"),
        ("Otto", "2026-03-09", None),
    }
    assert await spans(brain, "Bread", "baked_by") == {("Vera", "2026-03-02", "2026-03-09")}


async def test_a_merge_brings_a_condition_to_the_entity_that_stays(brain: Brain) -> None:
    await tell(brain, "2026-03-01", fact("Galley", "chef", "Piet", **ONE), fact("Kitchen", "located_in", "Porto"))
    await tell(brain, "2026-03-02", SOFIA)
    assert (await only(brain, "Orders", "orders_to")).status == "pending"
    galley, kitchen = [(await brain.entities.get(name)).id for name in ("Galley", "Kitchen")]
    merge = (await brain.entities.merge(galley, kitchen)).merges[0]
    assert (await only(brain, "Orders", "orders_to")).status == "live"
    await tell(brain, "2026-03-17", fact("Galley", "chef", "Nour", valid_from="2026-03-09", **ONE))
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", "2026-03-09")}
    await brain.entities.unmerge(kitchen, merge.merge_id)
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", None)}


async def test_a_forgotten_change_has_never_been(brain: Brain) -> None:
    await tell(brain, "2026-03-01", PIET)
    await tell(brain, "2026-03-02", SOFIA, IMRE)
    change = await tell(brain, "2026-03-17", NOUR)
    assert await held(brain, "Orders", "orders_to") == ["Imre"]
    assert change.episode_id is not None
    await brain.episodes.forget(change.episode_id)
    assert await spans(brain, "Orders", "orders_to") == {("Sofia", "2026-03-02", None)}


async def test_a_forgotten_entity_leaves_no_condition_behind(brain: Brain) -> None:
    await tell(brain, "2026-03-01", PIET, text="Somebody cooks.")
    waiting = (await tell(brain, "2026-03-02", IMRE, text="It depends.")).facts_waiting[0]
    kitchen = await brain.entities.get("Kitchen")
    await brain.entities.forget(kitchen.id)
    assert await left_of(brain, "Kitchen", but="Episode") == []
    with pytest.raises(NotFound):
        await brain.fact(waiting.id or "")


async def test_an_import_in_any_order_gives_one_graph(memory: Memory) -> None:
    facts: list[dict[str, Any]] = [
        {**PIET, "valid_from": "2026-03-01"},
        fact("Kitchen", "chef", "Nour", valid_from="2030-03-09", **ONE),
        {**SOFIA, "valid_from": "2026-03-02"},
        {**IMRE, "valid_from": "2026-03-02"},
        fact("Bread", "baked_by", "Vera", holds_while={**CHEF, "object": "Piet"}, valid_from="2026-03-02", **ONE),
    ]
    found = []
    for seed in range(4):
        order = facts[:]
        random.Random(seed).shuffle(order)
        brain = memory.brain(f"test-{uuid4()}")
        await brain.transfer.import_facts(order, resolve="exact")
        found.append(await spans(brain, "Orders", "orders_to") | await spans(brain, "Bread", "baked_by"))
    assert found[0] == {
        ("Sofia", "2026-03-02", "2030-03-09"),
        ("Imre", "2030-03-09", None),
        ("Vera", "2026-03-02", "2030-03-09"),
    }
    assert found[1:] == found[:1] * 3


async def test_a_record_that_changes_what_a_later_one_rests_on_leaves_that_one_known(brain: Brain) -> None:
    bread = fact("Bread", "baked_by", "Vera", holds_while=CHEF, valid_from="2026-03-02", **ONE)
    first = {**PIET, "valid_from": "2026-03-01"}
    await brain.transfer.import_facts([first, {**NOUR, "valid_from": "2030-01-01"}, bread], resolve="exact", batch=50)
    assert await spans(brain, "Bread", "baked_by") == {("Vera", "2026-03-02", "2030-01-01")}


async def test_an_export_carries_conditions(brain: Brain, memory: Memory) -> None:
    await tell(brain, "2026-03-01", PIET)
    await tell(brain, "2026-03-02", SOFIA, IMRE)
    copy = memory.brain(f"test-{uuid4()}")
    await copy.transfer.load([line async for line in brain.transfer.export()])
    await tell(copy, "2026-03-17", NOUR)
    assert await spans(copy, "Orders", "orders_to") == {
        ("Sofia", "2026-03-02", "2026-03-09"),
        ("Imre", "2026-03-09", None),
    }


async def test_an_episode_without_conditions_costs_no_statement_more(brain: Brain) -> None:
    await tell(brain, "2026-03-01", PIET)
    await tell(brain, "2026-03-02", SOFIA, IMRE)
    await tell(brain, "2026-03-03", fact("Ana", "works_at", "Acme"))
    with counted() as sent:
        await tell(brain, "2026-03-04", fact("Ana", "works_at", "Globex"), fact("Kitchen", "located_in", "Porto"))
    assert sent["RUN"] == 1 + 7
