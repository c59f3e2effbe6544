"""The results of a recall, and their reasons."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.reranker import ScriptedReranker
from graphmem.recall.context import tokens
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import parameters, read_question
from graphmem.recall.recipes import RECIPES, FactWeights, Recipe
from graphmem_contract.errors import InvalidInput
from graphmem_contract.recall import RecallResult
from tests.conftest import altered

TICK = timedelta(microseconds=1)


async def say(brain: Brain, text: str, at: str, *facts: tuple[str, str, str] | dict[str, Any], **more: Any) -> None:
    supplied = [f if isinstance(f, dict) else {"subject": f[0], "relation": f[1], "object": f[2]} for f in facts]
    names = {
        "Ana": "person",
        "Bob": "person",
        "Acme": "organization",
        "Globex": "organization",
        "Berlin": "location",
        "Rome": "location",
    }
    used = {f[end] for f in supplied for end in ("subject", "object")} & set(names)
    entities = [{"name": name, "type": names[name]} for name in sorted(used)]
    result = await brain.remember(text, occurred_at=at, extraction={"entities": entities, "facts": supplied}, **more)
    assert result.success


@pytest.fixture
async def life(brain: Brain) -> Brain:
    """Ana left Acme for Globex, where Bob also works; she saw a concert and will go to Rome."""
    await say(brain, "I work at Acme", "2024-01-10", ("Ana", "works_at", "Acme"), speaker="Ana", session_id="one", tags=["job"],
              metadata={"channel": "mail", "n": 1})  # fmt: skip
    concert = {"subject": "Ana", "relation": "attended", "object": "jazz concert", "kind": "event", "valid_from": "2024-05-05",
               "valid_until": "2024-05-06"}  # fmt: skip
    await say(brain, "The jazz concert was wonderful", "2024-05-07", concert, speaker="Ana", session_id="two")
    moved = {"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2025-03-01"}
    await say(brain, "I moved to Globex", "2025-03-05", moved, speaker="Ana", session_id="three")
    await say(brain, "Globex sits in Berlin, and I drink tea there", "2025-04-05", ("Globex", "located_in", "Berlin"),
              ("Bob", "works_at", "Globex"), ("Bob", "likes", "green tea"), speaker="Bob", session_id="three")  # fmt: skip
    plan = {"subject": "Ana", "relation": "visits", "object": "Rome", "valid_from": "2091-01-01"}
    await say(brain, "One day I will see Rome", "2025-04-06", plan, speaker="Ana", session_id="three")
    return brain


def texts(found: RecallResult) -> list[str]:
    return [item.fact.text for item in found.facts if item.fact]


def turns(found: RecallResult) -> list[str]:
    return [item.episode.content for item in found.episodes if item.episode]


async def test_a_question_finds_the_fact_and_says_why(life: Brain) -> None:
    found = await life.recall("Where does Ana work?")
    best = found.facts[0]
    assert best.fact
    assert (best.fact.object, best.fact.holds_now, best.rank) == ("Globex", True, 1)
    assert {"vector", "text", "walk", "named"} <= set(best.why)
    assert best.path == ("Ana", "works_at", "Globex")
    assert best.hops == 1
    assert [item.rank for item in found.facts] == list(range(1, len(found.facts) + 1))
    assert "Ana works at Globex (since 2025-03-01)" in found.context
    assert found.entities[0].name == "Ana"
    assert {"question_ms", "search_ms", "rank_ms", "records_ms", "total_ms"} == set(found.timings)


async def test_episodes_are_results_beside_facts(life: Brain) -> None:
    found = await life.recall("jazz concert")
    assert turns(found)[0] == "The jazz concert was wonderful"
    assert {"text", "turn", "context", "facts"} <= set(found.episodes[0].why)
    assert "The jazz concert was wonderful" in found.context


async def test_what_ended_is_left_out_counted_and_brought_when_asked_for(life: Brain) -> None:
    now = await life.recall("Where does Ana work?")
    assert "Ana works at Acme" not in texts(now)
    assert (now.no_longer_true, now.ended) == (1, ())
    told = await life.recall("Where does Ana work?", tell_ended=True)
    assert [i.fact.text for i in told.ended if i.fact] == ["Ana works at Acme"]
    assert texts(told) == texts(now)
    assert "- Ana works at Acme" not in now.context
    assert "- Ana works at Acme (no longer true: " in told.context
    both = await life.recall("Where does Ana work?", include_closed=True)
    old = next(i.fact for i in both.facts if i.fact and i.fact.object == "Acme")
    assert (old.holds_now, old.status) == (False, "closed")
    assert both.no_longer_true == 0
    assert "no longer true" in both.context


async def test_what_holds_is_found_among_any_number_of_facts_that_ended(brain: Brain) -> None:
    """So many facts that the nearest by meaning have all ended; then facts that hold are searched for alone."""
    years = [{"valid_from": f"{year}-01-01", "valid_until": f"{year}-12-31"} for year in range(1800, 1950)]
    gone = [{"subject": "Ana", "relation": "visited", "object": f"Rome {n}"} | y for n, y in enumerate(years)]
    left = [
        {"subject": "Bob", "relation": "keeps", "object": f"bees {n}", "valid_from": "2020-01-01"} for n in range(3)
    ]
    await brain.transfer.import_facts([*gone, *left], resolve="exact")
    found = await brain.recall("Which Rome has Ana visited?", recipe="semantic")
    assert {text for text in texts(found) if "Bob" in text} == {f"Bob keeps bees {n}" for n in range(3)}
    assert not any("Rome" in text for text in texts(found))
    assert found.no_longer_true > 0


async def test_what_ended_is_found_among_any_number_of_facts_that_hold(brain: Brain) -> None:
    """So many facts that the nearest by meaning all hold; ended facts are searched for alone if they are requested."""
    holding = [{"subject": "Ana", "relation": "visited", "object": f"Rome {n}"} for n in range(150)]
    ended = {
        "subject": "Bob",
        "relation": "keeps",
        "object": "bees",
        "valid_from": "2020-01-01",
        "valid_until": "2021-01-01",
        "importance": 1.0,
    }
    await brain.transfer.import_facts([*holding, ended], resolve="exact")
    weighty = Recipe("weighty", FactWeights(text=0.0, walk=0.0, importance=50.0), None, walk=0)
    asked = "Which Rome has Ana visited?"
    assert texts(await brain.recall(asked, recipe=weighty, include_closed=True))[0] == "Bob keeps bees"
    assert "Bob keeps bees" not in texts(await brain.recall(asked, recipe=weighty))


async def test_a_date_in_the_question_ranks_and_never_filters(life: Brain) -> None:
    found = await life.recall("Where did Ana work in 2024?")
    assert texts(found)[0] == "Ana works at Acme"
    assert found.facts[0].fact
    assert not found.facts[0].fact.holds_now
    assert "date" in found.facts[0].why
    assert "Ana works at Globex" in texts(found)


async def test_an_event_stays_recallable_and_a_plan_is_so_before_its_start(life: Brain) -> None:
    facts = {i.fact.relation: i.fact for i in (await life.recall("Ana jazz concert Rome")).facts if i.fact}
    assert (facts["attended"].holds_now, facts["attended"].kind) == (None, "event")
    assert (facts["visits"].upcoming, facts["visits"].kind) == (True, "plan")


async def test_valid_at_filters_facts_and_episodes(life: Brain) -> None:
    then = await life.recall("Where does Ana work?", valid_at="2024-06-01")
    assert set(texts(then)) == {"Ana works at Acme", "Ana attended jazz concert"}
    assert texts(then)[0] == "Ana works at Acme"
    assert set(turns(then)) == {"I work at Acme", "The jazz concert was wonderful"}
    assert then.no_longer_true == 0
    assert then.as_of.valid_at.year == 2024
    assert texts(await life.recall("Ana work", valid_at="2000-01-01")) == []


async def test_known_at_gives_what_was_believed_then(life: Brain) -> None:
    globex = (await life.facts("Ana", "works_at"))[0]
    undone = await life.invalidate(globex.id, kind="corrected")
    assert undone.recorded_at
    now = texts(await life.recall("Where does Ana work?"))
    assert ("Ana works at Acme" in now, "Ana works at Globex" in now) == (True, False)
    before = await life.recall("Where does Ana work?", known_at=undone.recorded_at - TICK)
    assert texts(before)[0] == "Ana works at Globex"
    assert before.no_longer_true == 1
    assert before.as_of.known_at == undone.recorded_at - TICK
    assert "Ana works at Globex" not in texts(await life.recall("Where does Ana work?", known_at=undone.recorded_at))
    nothing = await life.recall("Where does Ana work?", known_at="2000-01-01")
    assert (nothing.facts, nothing.episodes, nothing.entities, nothing.context) == ((), (), (), "")


@pytest.mark.parametrize(
    ("options", "facts", "episodes"),
    [
        ({"relations": ["works for"]}, {"works_at"}, None),
        ({"entities": ["Bob"]}, {"works_at", "likes"}, {"Globex sits in Berlin, and I drink tea there"}),
        ({"entities": ["nobody"]}, set(), set()),
        ({"categories": ["episodic"]}, {"attended"}, None),
        ({"session_id": "two"}, {"attended"}, {"The jazz concert was wonderful"}),
        ({"speaker": "bob"}, {"works_at", "likes", "located_in"}, {"Globex sits in Berlin, and I drink tea there"}),
        ({"role": "user"}, set(), set()),
        ({"tags": ["job"]}, set(), {"I work at Acme"}),
        ({"metadata": {"n": 1}}, set(), {"I work at Acme"}),
        ({"metadata": {"n": 11}}, set(), set()),
        ({"min_confidence": 0.9}, set(), None),
    ],
)
async def test_filters(life: Brain, options: dict[str, Any], facts: set[str], episodes: set[str] | None) -> None:
    found = await life.recall("What about Ana, Bob, work, tea and the concert?", **options)
    assert {i.fact.relation for i in found.facts if i.fact} == facts
    assert episodes is None or set(turns(found)) == episodes


async def test_without_a_question_there_is_the_context_of_the_brain_or_of_entities(life: Brain) -> None:
    whole = await life.recall()
    assert {"Ana works at Globex", "Bob likes green tea"} <= set(texts(whole))
    assert turns(whole)[0] == "One day I will see Rome"
    bob = await life.recall(entities=["Bob"])
    assert set(texts(bob)) == {"Bob works at Globex", "Bob likes green tea"}
    assert bob.entities[0].name == "Bob"


@pytest.mark.parametrize(
    "question", ["", "   ", "AND OR NOT (", '+-&|!(){}[]^"~*?:\\/', "the of and", "日本", "x" * 3000]
)
async def test_any_text_is_a_question(life: Brain, question: str) -> None:
    assert (await life.recall(question)).as_of.known_at, "it is answered"
    found = await life.recall(f"{question} green tea", recipe="lexical")
    assert texts(found)[:1] == ["Bob likes green tea"], "nothing in it is syntax"


@pytest.mark.parametrize(
    "recipe", ["hybrid", "facts", "episodes", "graph", "lexical", "semantic", "conversation", "fusion"]
)
async def test_every_recipe_answers(life: Brain, recipe: str) -> None:
    found = await life.recall("Bob green tea", recipe=recipe)
    assert (recipe == "episodes") == (not found.facts)
    assert (recipe == "facts") == (not found.episodes)
    if found.facts:
        assert texts(found)[0] == "Bob likes green tea"


async def test_provenance_brings_the_sources_of_facts(life: Brain) -> None:
    found = await life.recall("green tea", k=1, recipe="facts", include_provenance=True)
    assert turns(found) == ["Globex sits in Berlin, and I drink tea there"]
    assert found.episodes[0].why == {"provenance": 1.0}


async def test_reading_changes_nothing_unless_it_shall_reinforce(life: Brain, memory: Memory) -> None:
    async def retrieved() -> list[Any]:
        rows, _, _ = await memory.store.driver.execute_query(
            "MATCH ()-[f:FACT {brain: $brain, factId: $id}]->() RETURN f.timesRetrieved AS n, f.lastAccessedAt AS at",
            brain=life.name, id=tea.id,
        )  # fmt: skip
        return [rows[0]["n"], rows[0]["at"] is not None]

    tea = (await life.facts("Bob", "likes"))[0]
    revision = (await life.overview.stats()).revision
    await life.recall("green tea")
    assert await retrieved() == [0, False]
    await life.recall("green tea", reinforce=True)
    assert await retrieved() == [1, True]
    assert (await life.overview.stats()).revision == revision
    assert (await life.facts("Bob", "likes"))[0] == tea


async def test_the_context_keeps_to_its_budget(life: Brain) -> None:
    told = {budget: (await life.recall("Ana", token_budget=budget)).context for budget in (0, 30, 60, 200)}
    assert all(tokens(text) <= budget for budget, text in told.items())
    assert told[0] == ""
    assert 0 < tokens(told[30]) < tokens(told[60]) < tokens(told[200]), "what there is room for is told"
    assert "Key facts:" in told[200]


async def test_a_recipe_of_ones_own(life: Brain) -> None:
    words_only = replace(RECIPES["facts"], name="mine", facts=FactWeights(vector=0.0, walk=0.0), walk=0)
    found = await life.recall("green tea", recipe=words_only)
    assert texts(found) == ["Bob likes green tea"]
    assert not found.episodes


async def test_diverse_results_keep_the_best_and_their_number(life: Brain) -> None:
    plain, unlike = [await life.recall("Where does Ana work?", k=3, diversity=d) for d in (0.0, 0.7)]
    assert texts(unlike)[0] == texts(plain)[0]
    assert (len(unlike.facts), len(unlike.episodes)) == (3, 3)


async def test_the_best_are_read_again_where_there_is_a_reranker(life: Brain, memory: Memory) -> None:
    with pytest.raises(InvalidInput):
        await life.recall("Globex", rerank=True)
    rule = ScriptedReranker(lambda _, text: 100.0 * ("tea" in text))
    reading = altered(memory, models=replace(memory.models, reranker=rule)).brain(life.name)
    found = await reading.recall("Globex", rerank=True, k=2)
    assert texts(found)[0] == "Bob likes green tea"
    assert found.facts[0].why["rerank"] == 100.0
    assert (len(found.facts), len(found.episodes)) == (2, 2)


async def test_the_recipe_rerank_says_what_the_reranker_refused(life: Brain, memory: Memory) -> None:
    with pytest.raises(InvalidInput):
        await life.recall("green tea", recipe="rerank")
    rule = ScriptedReranker(lambda _, text: 9.0 if "tea" in text else -9.0)
    reading = altered(memory, models=replace(memory.models, reranker=rule)).brain(life.name)
    found = await reading.recall("green tea", recipe="rerank", explain=True, min_relevance=0)
    assert found.facts
    assert all("tea" in text for text in (*texts(found), *turns(found)))
    assert {"fit", "rerank"} <= set(found.facts[0].why)
    assert found.explanation
    assert found.explanation.left_out_counts["reranker"] > 0


async def test_the_context_names_the_source_of_a_fact(life: Brain) -> None:
    assert "- Ana works at Globex (since 2025-03-01)" in (await life.recall("Globex")).context
    assert "[Ana, 2025-03-05]" in (await life.recall("Where does Ana work?")).context
    assert "Known facts:" in (await life.recall("Globex", context_style="lines")).context


async def test_k_limits_both_kinds(life: Brain) -> None:
    found = await life.recall("Ana Bob Globex", k=2)
    assert (len(found.facts), len(found.episodes)) == (2, 2)


async def test_the_same_question_gives_the_same_answer(life: Brain) -> None:
    answers = [await life.recall("Where does Ana work?", valid_at="2025-06-01") for _ in range(3)]
    assert len({tuple(texts(a)) + tuple(turns(a)) + (a.context,) for a in answers}) == 1


@pytest.mark.parametrize(
    "bad", [{"k": 0}, {"k": 101}, {"recipe": "magic"}, {"token_budget": -1}, {"min_confidence": 2.0}]
)
async def test_what_cannot_be_asked_is_refused(brain: Brain, bad: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await brain.recall("x", **bad)


async def test_an_unknown_brain_knows_nothing(brain: Brain) -> None:
    for question in ("Where does Ana work?", None):
        found = await brain.recall(question)
        assert (found.facts, found.episodes, found.entities, found.context, found.no_longer_true) == ((), (), (), "", 0)


async def test_brains_do_not_see_each_other(life: Brain, memory: Memory) -> None:
    other = memory.brain(f"{life.name}-2")
    await say(other, "Bob prefers coffee", "2025-01-01", ("Bob", "prefers", "coffee"))
    assert texts(await other.recall("Bob green tea Ana work Globex")) == ["Bob prefers coffee"]
    assert "Bob prefers coffee" not in texts(await life.recall("Bob coffee", k=50))


@pytest.mark.parametrize(("walk", "near", "far"), [(27, 6, 15), (10, 6, 4)])
async def test_the_walk_goes_on_to_a_second_hop_within_its_budget(brain: Brain, walk: int, near: int, far: int) -> None:
    friends = [f"Friend {n}" for n in range(6)]
    known = [*(("Ana", one) for one in friends), *itertools.combinations(friends, 2)]
    await brain.transfer.import_facts(
        {"subject": one, "relation": "knows", "object": other, "object_is_entity": True} for one, other in known
    )
    now = datetime.now(UTC)
    query = RecallQuery.checked(query="Ana")
    asked = parameters(brain.name, query, read_question(query.text, now), None, now)
    only_walk = {"walk": walk, "factWords": "", "episodes": False, "relations": []}
    (row,) = await brain.engine.store.plain("recall/recall", q=asked | only_walk)
    hops = [fact[3] for fact in row["facts"]]
    assert hops.count(1) == near
    assert 0 < hops.count(2) <= far
    assert walk < 27 or hops.count(2) == far
