"""Spreading at recall: associated facts are brought in over two links, if that is asked for."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.recall.recipes import FactWeights, Recipe
from graphmem_contract.recall import RecallResult
from tests.story.telling import fact, tell

QUESTION = "Does Ana keep bees?"


async def chain(brain: Brain) -> list[str]:
    """Facts that nothing but associations joins: each is linked with the next one."""
    ids = []
    for name, relation, thing in (
        ("Ana", "keeps", "bees"), ("Bruno", "repairs", "violins"), ("Clara", "grows", "orchids"), ("Lena", "sails", "boats"),
    ):  # fmt: skip
        ids.append(
            (await tell(brain, "2024-01-01", fact(name, relation, thing, object_is_entity=False))).facts_added[0].id
            or ""
        )
    for one, other in pairwise(ids):
        await brain.engine.store.driver.execute_query(
            "MERGE (a:FactRef {brain: $brain, factId: $one}) MERGE (b:FactRef {brain: $brain, factId: $other}) "
            "MERGE (a)-[r:ASSOCIATED]->(b) SET r.weight = 0.8",
            brain=brain.name, one=one, other=other,
        )  # fmt: skip
    return ids


async def crowd(brain: Brain, count: int = 80) -> None:
    """Facts that are nearer to the question than those of the chain, so that no list finds these."""
    await brain.transfer.import_facts(
        [
            {"subject": f"Ana {n}", "relation": "keeps", "object": f"bees in hive {n}", "text": f"Ana {n} keeps bees."}
            for n in range(count)
        ]
    )


def near(*, spread: bool) -> Recipe:
    """A recipe that looks at few facts, and lets those that are associated come first."""
    return Recipe("near", FactWeights(spread=10.0), episodes=None, fact_reach=10, walk=0, spread=spread)


@pytest.mark.parametrize("spread", [False, True])
async def test_a_fact_is_found_over_two_associations_if_spreading_is_asked_for(brain: Brain, spread: bool) -> None:
    ids = await chain(brain)
    await crowd(brain)
    result = await brain.recall(QUESTION, recipe=near(spread=spread), min_relevance=0)
    found = {item.fact.id: item.why.get("spread") for item in result.facts if item.fact}
    reached = {id_: value for id_, value in found.items() if value}
    if spread:
        assert reached == {ids[1]: pytest.approx(4.0), ids[2]: pytest.approx(1.6)}, (
            "half of each link, two links at most"
        )
    else:
        assert reached == {}
        assert not set(ids[1:]) & set(found)
    asked = await brain.recall(QUESTION, recipe=near(spread=False), spread=True, min_relevance=0)
    assert {ids[1], ids[2]} <= {item.fact.id for item in asked.facts if item.fact}, "by request as well"


async def test_spreading_passes_the_filters_and_is_explained(brain: Brain) -> None:
    ids = await chain(brain)
    await crowd(brain)
    result = await brain.recall(
        QUESTION, recipe="facts", k=100, min_relevance=0, spread=True, relations=["keeps", "grows"], explain=True
    )
    assert ids[1] not in {item.fact.id for item in result.facts if item.fact}
    assert result.explanation is not None
    assert result.explanation.contributions[ids[2]]["spread"] == pytest.approx(0.16)


async def test_spreading_changes_nothing_where_nothing_is_associated(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "keeps", "bees", object_is_entity=False))
    plain, spread = [await brain.recall(QUESTION, spread=one) for one in (False, True)]
    past = await brain.recall(QUESTION, spread=True, known_at="2100-01-01")
    assert alike(plain) == alike(spread) == alike(past) != []


def alike(result: RecallResult) -> list[dict[str, Any]]:
    """Its facts without the score of the words: Lucene weighs these by the texts of all brains, which other tests write."""
    found = [item.model_dump() for item in result.facts]
    for item in found:
        del item["why"]["text"], item["score"]
    return found


async def test_one_fact_tells_how_it_is_used_and_what_was_said_with_it(brain: Brain) -> None:
    ids = await chain(brain)
    before = (await brain.fact(ids[1])).usage
    assert before
    assert (before.times_retrieved, before.last_retrieved_at, before.cold) == (0, None, False)
    assert {(one.fact_id, one.weight) for one in before.associations} == {(ids[0], 0.8), (ids[2], 0.8)}
    await brain.recall("Who repairs violins?", reinforce=True)
    await brain.invalidate(ids[0])
    after = (await brain.fact(ids[1])).usage
    assert after
    assert after.last_retrieved_at
    assert (after.times_retrieved, after.stability) == (1, pytest.approx(0.45))
