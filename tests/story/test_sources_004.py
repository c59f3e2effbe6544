"""The cognitive memory of document 004 in graphmem's terms; numbers S4-… in tests/coverage.md."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, Mention, Request
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.openai.prompts import informed_prompt
from graphmem.testing.scripted_server import ScriptedServer
from tests.story.staging import CountingEmbedder, Reading, answer, asking, properties, with_models
from tests.story.telling import fact, held, only, tell

PIA = Mention("Pia", "person")


async def test_a_conversation_becomes_classified_weighted_and_embedded_facts(brain: Brain) -> None:
    told = answer(
        {"subject": "Pia", "relation": "is_a", "object": "beekeeper", "category": "core", "importance": "0.95"},
        {"subject": "Pia", "relation": "visited", "object": "a fair", "category": "episodic", "kind": "event",
         "starts": "2024-03-02"},
        {"subject": "Pia", "relation": "wraps_hives_in", "object": "wool", "category": "procedural"},
        {"subject": "Pia", "relation": "likes", "object": "mead", "category": "splendid"},
        entities=[("Pia", "person")],
    )  # fmt: skip
    with ScriptedServer(told) as server:
        async with asking(brain, server) as reader:
            turns = [
                {"role": "user", "name": "Pia", "content": "I keep bees"},
                {"role": "assistant", "content": "Lovely"},
            ]
            await reader.remember(messages=turns, occurred_at="2024-03-03")
    facts = {f.relation: f for f in await brain.facts(subject="Pia", include_closed=True)}
    assert {name: f.category for name, f in facts.items()} == {
        "is_a": "core", "visited": "episodic", "wraps_hives_in": "procedural", "likes": "semantic"
    }  # fmt: skip
    assert facts["is_a"].importance == 0.95
    for one in facts.values():
        assert len((await properties(brain, one.id))["embedding"]) == brain.engine.models.embedder.dimensions


def test_the_moment_of_the_conversation_stands_in_the_prompt() -> None:
    prompt = informed_prompt(
        Request("We met last Friday", datetime(2019, 11, 6, 8, 30, tzinfo=UTC), time_zone="Asia/Tokyo")
    )
    assert "Written: Wednesday 2019-11-06 17:30 (Asia/Tokyo)" in prompt.user


async def test_a_relative_date_is_counted_from_the_conversation_and_not_from_today(brain: Brain) -> None:
    said = [Claim("Pia", "keeps", "bees", "Pia keeps bees", starts="last April")]
    reader = with_models(brain, extractor=Reading([PIA], said))
    await reader.remember("Since last April I keep bees", occurred_at="2011-06-20", speaker="Pia")
    one = await only(brain, "Pia", "keeps")
    assert (f"{one.valid_from:%F}", one.valid_from_precision) == ("2011-04-01", "month")


@pytest.mark.parametrize(("importance", "stability"), [(0.0, 0.1), (0.5, 0.25), (1.0, 0.4)])
async def test_what_matters_starts_out_more_stable(brain: Brain, importance: float, stability: float) -> None:
    one = await brain.add_fact(subject="Pia", relation="keeps", object="bees", importance=importance)
    assert (await properties(brain, one.id))["stability"] == pytest.approx(stability)


async def test_nonsense_from_the_model_becomes_no_fact_but_the_words_stay_findable(brain: Brain) -> None:
    """The whole message is stored, can be found and replayed; its first characters are not a fact."""
    text = "Pia wraps her hives in wool when it snows"
    with ScriptedServer("[{broken") as server:
        async with asking(brain, server) as reader:
            result = await reader.remember(text, occurred_at="2024-01-10")
    assert (result.status, (await brain.overview.stats()).facts) == ("failed", 0)
    found = await brain.recall("hives wool snow", recipe="lexical")
    assert [i.episode.content for i in found.episodes if i.episode] == [text]


async def test_a_message_is_embedded_in_one_call_however_many_facts_it_has(brain: Brain) -> None:
    embedder = CountingEmbedder(HashEmbedder())
    told = with_models(brain, embedder=embedder)
    await tell(told, "2024-01-01", *(fact("Ana", "likes", f"tea {n}", object_is_entity=False) for n in range(12)))
    assert len(embedder.asked) == 1
    assert {f"Ana likes tea {n}" for n in range(12)} <= set(embedder.asked[0])


async def test_a_fact_can_be_added_without_a_model_with_category_and_weight(brain: Brain) -> None:
    with ScriptedServer(answer()) as server:
        async with asking(brain, server) as reader:
            await reader.add_fact(
                subject="Pia", relation="is_allergic_to", object="walnuts", category="core", importance=0.9
            )
        assert server.calls == 0
    one = await only(brain, "Pia", "is_allergic_to")
    assert (one.category, one.importance) == ("core", 0.9)
    assert [f.object for f in await brain.facts(category="core")] == ["walnuts"]


async def test_a_conversation_in_a_session_is_kept_turn_by_turn_in_the_caller_s_words(brain: Brain) -> None:
    for minute, turn in enumerate(("I keep bees", "How many?", "Three hives")):
        said = f"2024-01-01T10:0{minute}:00Z"
        await brain.remember(turn, occurred_at=said, session_id="s", skip_extraction=True)
    page = await brain.episodes.list(session_id="s")
    assert [e.content for e in page] == ["Three hives", "How many?", "I keep bees"]
    assert (await brain.overview.stats()).facts == 0


async def test_history_comes_in_bulk_and_needs_no_upkeep_in_between(brain: Brain) -> None:
    lines = [
        {"subject": "Pia", "relation": "lives_in", "object": f"Town {n}", "valid_from": f"20{n:02}-01-01"}
        for n in reversed(range(10, 20))
    ]
    report = await brain.transfer.import_facts(lines, batch=3)
    assert (report.records, report.added, report.rejected) == (10, 10, 0)
    assert await held(brain, "Pia", "lives_in") == ["Town 19"]
    assert await held(brain, "Pia", "lives_in", at="2013-07-01") == ["Town 13"]


async def test_what_was_contradicted_is_no_longer_recalled_and_says_by_what(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Pia", "married_to", "Ana", category="core", importance=1.0))
    result = await tell(brain, "2024-01-01", fact("Pia", "married_to", "Clara"))
    found = await brain.recall("Who is Pia married to?", recipe="facts")
    assert [i.fact.object for i in found.facts if i.fact] == ["Clara"]
    assert found.no_longer_true == 1
    (contradiction,) = result.contradictions
    old = await brain.fact(contradiction.closed)
    assert (old.object, old.category, old.closed_by) == ("Ana", "core", result.facts_added[0].id)


async def test_facts_of_one_message_do_not_make_each_other_more_stable(brain: Brain) -> None:
    """Three nearly equal sentences: a later fourth sentence strengthens them; they do not strengthen each other."""
    alike = [
        fact("Ana", "likes", f"tea number {n}", text=f"Ana likes tea number {n}", object_is_entity=False)
        for n in range(3)
    ]
    result = await tell(brain, "2024-01-01", *alike)
    ids = [f.id or "" for f in result.facts_added]
    assert [(await properties(brain, one))["stability"] for one in ids] == pytest.approx([0.25] * 3)
    later = fact("Bruno", "likes", "tea number 7", text="Ana likes tea number 7", object_is_entity=False)
    await tell(brain, "2024-01-02", later)
    grown = [(await properties(brain, one))["stability"] for one in ids]
    assert sorted(grown)[-1] == pytest.approx(0.30)


async def test_what_later_strengthens_a_memory_is_kept_from_the_start(brain: Brain) -> None:
    one = await brain.add_fact(subject="Pia", relation="keeps", object="bees")
    before = await properties(brain, one.id)
    assert (before["timesRetrieved"], before.get("lastAccessedAt")) == (0, None)
    await brain.recall("Does Pia keep bees?", recipe="facts", reinforce=True)
    after = await properties(brain, one.id)
    assert (after["timesRetrieved"], after["lastAccessedAt"] is not None) == (1, True)
    assert after["recordedAt"] == before["recordedAt"]
