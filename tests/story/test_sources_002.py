"""The agent memory of document 002 in graphmem's terms; numbers S2-… in tests/coverage.md."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.testing.scripted_server import ScriptedServer
from tests.conftest import Server
from tests.story.staging import answer, asking
from tests.story.telling import entity, fact, held, only, tell


async def words_find(brain: Brain, question: str) -> list[str]:
    """The facts that full-text search alone finds."""
    found = await brain.recall(question, recipe="lexical", include_closed=True)
    return sorted(i.fact.text for i in found.facts if i.fact)


async def test_what_was_said_outlives_the_connection(brain: Brain, server: Server, test_settings: Settings) -> None:
    await tell(brain, "2024-01-01", fact("Clara", "prefers", "dark chocolate", object_is_entity=False))
    login = (server.user, server.password)
    async with Memory.open(server.uri, auth=login, settings=test_settings, models=brain.engine.models) as again:
        assert await held(again.brain(brain.name), "Clara", "prefers") == ["dark chocolate"]


async def test_an_agent_is_a_brain_and_a_session_is_a_thread_in_it(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Clara", "works_on", "Loom"), text="first day", session_id="monday")
    await tell(brain, "2024-01-02", fact("Clara", "works_on", "Kiln"), text="second day", session_id="tuesday")
    assert [e.content for e in await brain.episodes.list(session_id="monday")] == ["first day"]
    assert await held(brain, "Clara", "works_on") == ["Kiln", "Loom"]


# --------------------------------------------------------------------------- ontology


async def test_types_and_relations_are_seeded_described_and_counted(brain: Brain) -> None:
    await tell(
        brain, "2024-01-01", fact("Clara", "prefers", "tea", object_is_entity=False), fact("Clara", "hums_at", "Acme")
    )
    ontology = await brain.ontology.get()
    types = {one["name"]: one for one in ontology["entity_types"]}
    assert {"person", "organization", "project", "technology", "concept", "location", "artifact", "event"} <= set(types)
    assert (types["person"]["source"], types["person"]["usage_count"], types["artifact"]["usage_count"]) == (
        "seed",
        1,
        0,
    )
    assert types["person"]["description"]
    relations = {one["name"]: one for one in ontology["relations"]}
    seeds = {"prefers", "works_on", "depends_on", "created", "relates_to"}
    seeds |= {"occurred_at", "caused_by", "resolved_by", "knows", "part_of"}
    assert {relations[name]["source"] for name in seeds} == {"seed"}
    assert all(relations[name]["description"] for name in seeds)
    assert (relations["prefers"]["usage_count"], relations["knows"]["usage_count"]) == (1, 0)
    assert relations["hums_at"]["source"] == "llm_proposed"


async def test_a_type_has_one_name_whatever_its_case_and_is_counted_by_use(brain: Brain) -> None:
    for number, kind in enumerate(("Lighthouse", "LIGHTHOUSE", "lighthouse")):
        name = f"Point {number}"
        said = {"entities": [{"name": name, "type": kind}], "facts": [fact(name, "shines_on", "rocks")]}
        await brain.remember(name, extraction=said)
    types = {one["name"]: one for one in (await brain.ontology.get())["entity_types"]}
    assert (types["lighthouse"]["source"], types["lighthouse"]["usage_count"]) == ("llm_proposed", 3)
    assert "Lighthouse" not in types


async def test_a_person_s_own_rule_is_marked_as_theirs(brain: Brain) -> None:
    await brain.ontology.set_relation("moored_at", cardinality="one")
    relations = {one["name"]: one for one in (await brain.ontology.get())["relations"]}
    assert (relations["moored_at"]["source"], relations["moored_at"]["cardinality"]) == ("user_defined", "one")


async def test_counts_of_entities_of_facts_that_hold_and_of_episodes(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Clara", "works_at", "Acme"))
    await tell(brain, "2024-01-01", fact("Clara", "works_at", "Globex"))
    stats = await brain.overview.stats()
    assert (stats.entities, stats.facts - stats.facts_closed, stats.episodes) == (3, 1, {"extracted": 2})


# --------------------------------------------------------------------------- resolution and relations


async def test_a_known_entity_keeps_its_spelling_its_type_and_its_first_day(brain: Brain) -> None:
    await brain.remember("x", occurred_at="2023-01-01", extraction={"entities": [entity("Clara")], "facts": []})
    shouted = {"entities": [{"name": "CLARA", "type": "person"}], "facts": []}
    result = await brain.remember("y", occurred_at="2024-01-01", extraction=shouted)
    (clara,) = await brain.entities.list()
    assert [e.is_new for e in result.entities_resolved] == [False]
    assert (clara.name, clara.type, f"{clara.first_seen_at:%F}", f"{clara.last_seen_at:%F}") == (
        "Clara", "person", "2023-01-01", "2024-01-01"
    )  # fmt: skip


async def test_a_relation_to_somebody_nobody_listed_is_not_lost(brain: Brain) -> None:
    said = {"entities": [entity("Clara")], "facts": [fact("Clara", "reports_to", "Ines", object_is_entity=True)]}
    await brain.remember("Clara reports to Ines", extraction=said)
    one = await only(brain, "Clara", "reports_to")
    assert (one.object, one.object_kind) == ("Ines", "entity")


async def test_a_relation_without_a_far_end_is_reported_and_not_silently_dropped(brain: Brain) -> None:
    said = {"entities": [entity("Clara")], "facts": [fact("Clara", "knows", "   "), fact("Clara", "likes", "tea")]}
    result = await brain.remember("x", extraction=said)
    assert [(f.relation, f.reason) for f in result.facts_skipped] == [("knows", "an end of it has no name")]
    assert await held(brain, "Clara", "likes") == ["tea"]


async def test_an_attribute_is_a_value_and_not_an_edge_from_somebody_to_themselves(brain: Brain) -> None:
    await brain.add_fact(subject="Clara", relation="plays", object="the cello")
    one = await only(brain, "Clara", "plays")
    assert (one.object_kind, one.subject_id != one.object_id) == ("value", True)
    assert [e.name for e in await brain.entities.list()] == ["Clara"]


async def test_saying_it_again_does_not_store_it_again(brain: Brain) -> None:
    for day in (1, 2, 3):
        await tell(brain, f"2024-01-0{day}", fact("Clara", "works_on", "Loom"))
    assert (await brain.overview.stats()).facts == 1
    assert (await brain.overview.stats()).statements == 3
    assert len((await only(brain, "Clara", "works_on")).episode_ids) == 3


async def test_a_fact_with_an_end_ahead_still_holds_and_counts(brain: Brain) -> None:
    one = await brain.add_fact(
        subject="Clara", relation="rents", object="a studio", valid_from="2024-01-01", valid_until="2091-01-01"
    )
    assert one.holds_now
    assert await held(brain, "Clara", "rents") == ["a studio"]
    assert (await brain.overview.stats()).facts_closed == 0
    assert await held(brain, "Clara", "rents", at="2091-01-01") == []


# --------------------------------------------------------------------------- search


async def test_any_word_finds_and_more_words_rank_higher(brain: Brain) -> None:
    for thing in ("red kites", "red wine", "green hills"):
        await tell(brain, "2024-01-01", fact("Clara", "likes", thing, object_is_entity=False))
    found = await brain.recall("kites AND red -green", recipe="lexical", k=3)
    texts = [i.fact.text for i in found.facts if i.fact]
    assert texts[0] == "Clara likes red kites"
    assert set(texts) == {"Clara likes red kites", "Clara likes red wine", "Clara likes green hills"}


async def test_words_that_a_fact_no_longer_has_do_not_find_it(brain: Brain) -> None:
    told = fact("Clara", "keeps", "bees", object_is_entity=False)
    await tell(brain, "2024-01-01", {**told, "text": "Clara keeps bees on the balcony"})
    assert await words_find(brain, "balcony") == ["Clara keeps bees on the balcony"]
    await tell(brain, "2024-02-01", {**told, "text": "Clara keeps bees in the orchard", "confidence": 0.95})
    assert not (await brain.recall("balcony", recipe="lexical")).facts, "the sentence of then is over"
    assert await words_find(brain, "balcony") == ["Clara keeps bees on the balcony"]
    assert await words_find(brain, "orchard") == ["Clara keeps bees in the orchard"]


async def test_words_of_a_fact_that_was_never_true_find_nothing(brain: Brain) -> None:
    one = await brain.add_fact(subject="Clara", relation="keeps", object="an ostrich")
    assert await words_find(brain, "ostrich") == ["Clara keeps an ostrich"]
    undone = await brain.invalidate(one.id, kind="corrected")
    assert await words_find(brain, "ostrich") == []
    assert undone.recorded_at
    before = await brain.recall("ostrich", known_at=undone.recorded_at - timedelta(microseconds=1))
    assert [i.fact.text for i in before.facts if i.fact] == ["Clara keeps an ostrich"]


async def test_the_block_for_a_prompt_has_names_facts_and_turns_that_fit_the_question(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Clara", "prefers", "rye bread", object_is_entity=False, confidence=0.9),
               text="I'd rather have rye", speaker="Clara")  # fmt: skip
    block = (await brain.recall("Which bread does Clara prefer?", context_style="block")).context.splitlines()
    assert block == [
        "[Agent Memory]",
        "Known entities: Clara (person)",
        "Key facts:",
        "- Clara prefers rye bread (confidence: 0.90)",
        "Recent episodes:",
        "- [2024-01-01] Clara: I'd rather have rye",
    ]
    assert (await Brain(brain.engine, f"{brain.name}-empty").recall("bread")).context == ""


# --------------------------------------------------------------------------- failure


@pytest.mark.parametrize("broken", ["no JSON at all", '{"entities": 7}', ""])
async def test_a_model_that_talks_nonsense_loses_no_message(brain: Brain, broken: str) -> None:
    with ScriptedServer(broken) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember("Clara keeps bees", occurred_at="2024-01-01")
    assert (result.success, result.status) == (False, "failed")
    waiting = await brain.episodes.list(status="failed")
    assert [e.content for e in waiting] == ["Clara keeps bees"]
    told = answer({"subject": "Clara", "relation": "keeps", "object": "bees"}, entities=[("Clara", "person")])
    with ScriptedServer(told) as server:
        async with asking(brain, server) as reader:
            assert (await reader.episodes.replay(waiting[0].id)).status == "extracted"
    assert await held(brain, "Clara", "keeps") == ["bees"]
