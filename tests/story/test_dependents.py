"""The graph of what rests on a fact and what waits for it: every kind of link, any depth, cycles, what conditions mean."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import NotFound
from graphmem_contract.history import Dependents
from tests.story.telling import fact, tell
from tests.story.test_rehearsal import CHEF, ONE, kitchen

Links = set[tuple[str, str, str, int]]


def links(found: Dependents) -> Links:
    """Return the edges by the objects of their facts: dependent, ground, kind, depth."""
    names = {node.id: node.object for node in found.nodes}
    return {(names[edge.dependent], names[edge.ground], edge.kind, edge.depth) for edge in found.edges}


CHAIN: Links = {
    ("Sofia", "Piet", "holds_while", 1),
    ("Imre", "Piet", "starts_when", 1),
    ("Vera", "Piet", "holds_while", 1),
    ("Olsen", "Imre", "starts_when", 2),
    ("Harbour", "Olsen", "starts_when", 3),
}


async def test_what_rests_and_waits_is_followed_to_any_depth(brain: Brain) -> None:
    ids = await kitchen(brain)
    found = await brain.graph.dependents(ids["Piet"])
    assert links(found) == CHAIN
    assert (found.nodes[0].id, found.fact.id, found.truncated) == (ids["Piet"], ids["Piet"], False)
    assert {node.object: node.status for node in found.nodes} == {
        "Piet": "live", "Sofia": "live", "Vera": "live", "Imre": "waiting", "Olsen": "waiting", "Harbour": "waiting",
    }  # fmt: skip
    vera = next(edge for edge in found.edges if edge.dependent == ids["Vera"])
    assert vera.condition is not None
    assert (vera.condition.subject, vera.condition.relation, vera.condition.object) == ("Kitchen", "chef", "Piet")


async def test_after_the_change_it_is_known_what_began_with_it(brain: Brain) -> None:
    ids = await kitchen(brain)
    await tell(brain, "2026-03-17", fact("Kitchen", "chef", "Nour", valid_from="2026-03-09", **ONE))
    (nour,) = await brain.facts(subject="Kitchen", relation="chef")
    assert links(await brain.graph.dependents(ids["Piet"])) == CHAIN
    assert links(await brain.graph.dependents(nour.id)) == {
        ("Imre", "Nour", "starts_when", 1), ("Olsen", "Imre", "starts_when", 2), ("Harbour", "Olsen", "starts_when", 3),
    }  # fmt: skip


async def test_a_condition_without_a_value_names_the_value_of_then(brain: Brain) -> None:
    await kitchen(brain)
    await tell(brain, "2026-03-17", fact("Kitchen", "chef", "Nour", valid_from="2026-03-09", **ONE))
    await tell(brain, "2026-03-18", fact("Menu", "cook", "Kofi", holds_while=CHEF, **ONE))
    (nour,) = await brain.facts(subject="Kitchen", relation="chef")
    assert ("Kofi", "Nour", "holds_while", 1) in links(await brain.graph.dependents(nour.id))


async def test_what_is_pending_rests_on_the_first_value_that_becomes_known(brain: Brain) -> None:
    await tell(brain, "2026-03-01", fact("Menu", "cook", "Kofi", holds_while=CHEF, **ONE))
    await tell(brain, "2026-03-05", fact("Kitchen", "chef", "Piet", **ONE))
    await tell(brain, "2026-03-09", fact("Kitchen", "chef", "Nour", **ONE))
    piet, nour = sorted(
        await brain.facts(subject="Kitchen", include_closed=True), key=lambda one: one.object, reverse=True
    )
    assert links(await brain.graph.dependents(piet.id)) == {("Kofi", "Piet", "holds_while", 1)}
    assert links(await brain.graph.dependents(nour.id)) == set()


async def test_evidence_and_conditions_are_one_graph_and_cycles_end(brain: Brain) -> None:
    ids = await kitchen(brain)
    loaf = await brain.add_fact(subject="Shop", relation="sells", object="loaves", evidence_ids=[ids["Vera"]])
    back = {"subject": "Shop", "relation": "sells", "object": "loaves"}
    await brain.add_fact(subject="Bread", relation="eaten_by", object="Tam", holds_while=back)
    again = {"subject": "Bread", "relation": "eaten_by", "object": "Tam"}
    await brain.add_fact(subject="Shop", relation="sells", object="loaves", holds_while=again)
    found = links(await brain.graph.dependents(ids["Vera"]))
    assert {("loaves", "Vera", "evidence", 1), ("Tam", "loaves", "holds_while", 2)} <= found
    assert ("loaves", "Tam", "holds_while", 3) in found
    assert ("Tam", "loaves", "holds_while", 1) in links(await brain.graph.dependents(loaf.id))


async def test_nothing_rests_on_a_plain_fact_and_an_unknown_one_is_refused(brain: Brain) -> None:
    tea = await brain.add_fact(subject="Ana", relation="likes", object="tea")
    found = await brain.graph.dependents(tea.id)
    assert (len(found.nodes), found.edges) == (1, ())
    with pytest.raises(NotFound):
        await brain.graph.dependents("none")


async def test_a_forgotten_dependent_is_not_told(brain: Brain) -> None:
    ids = await kitchen(brain)
    await brain.forget(ids["Sofia"])
    assert "Sofia" not in {node.object for node in (await brain.graph.dependents(ids["Piet"])).nodes}


async def test_a_condition_follows_a_merge(brain: Brain) -> None:
    ids = await kitchen(brain)
    await tell(brain, "2026-03-07", fact("Galley", "open_on", "Monday", object_is_entity=False))
    await tell(
        brain, "2026-03-08", fact("Pots", "washed_by", "Tam", holds_while={"subject": "Galley", "relation": "chef"})
    )
    await brain.entities.merge("Kitchen", ["Galley"])
    assert "Tam" in {node.object for node in (await brain.graph.dependents(ids["Piet"])).nodes}


async def called(brain: Brain, id_: str) -> list[dict[str, Any]]:
    text = "CALL graphmem.dependents($brain, $id) YIELD factId, restsOn, kind, depth, path"
    return list((await brain.graph.call(text, {"id": id_})).rows)


async def test_a_call_over_rest_gives_the_same_links(brain: Brain) -> None:
    ids = await kitchen(brain)
    rows = await called(brain, ids["Piet"])
    names = {id_: name for name, id_ in ids.items()}
    assert {(names[r["factId"]], names[r["restsOn"]], r["kind"], r["depth"]) for r in rows} == CHAIN
    assert all(len(row["path"]["nodes"]) == 2 for row in rows)


async def test_what_waits_is_listed_until_it_begins(brain: Brain) -> None:
    ids = await kitchen(brain)
    assert [one.object for one in await brain.graph.waiting()] == ["Harbour", "Olsen", "Imre"]
    (imre,) = await brain.graph.waiting("Orders")
    assert (imre.id, imre.status, imre.starts_when and imre.starts_when.event) == (ids["Imre"], "waiting", "changes")
    assert [one.object for one in await brain.graph.waiting(limit=1)] == ["Harbour"]
    await brain.invalidate(ids["Piet"], at="2026-03-10")
    assert await brain.graph.waiting() == ()
    await brain.restore(ids["Piet"])
    assert len(await brain.graph.waiting()) == 3
    with pytest.raises(NotFound):
        await brain.graph.waiting("nobody")
