"""The prompt context of an extractor: known facts and profiles of the named entities, and the brain's vocabulary."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Request
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.judge import OpenAIJudge
from graphmem.testing.scripted import ScriptedExtractor
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.records import EntityProfile, SuppliedExtraction
from tests.bolt import counted
from tests.story.telling import fact, tell

NOTHING = SuppliedExtraction()


class CountingEmbedder(HashEmbedder):
    """An embedder that counts its texts and caches none."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.update(texts)
        return await super().embed(texts)


def listening(brain: Brain, extractor: Any, embedder: HashEmbedder | None = None, **settings: Any) -> Brain:
    """Return the same brain with another extractor and other settings."""
    memory = brain.engine
    models = replace(memory.models, extractor=extractor, embedder=embedder or memory.models.embedder)
    chosen = memory.settings.with_overrides(**settings) if settings else memory.settings
    return Brain(replace(memory, models=models, settings=chosen), brain.name)


async def told(brain: Brain, content: str, settings: dict[str, Any] | None = None, **options: Any) -> Request:
    """An extractor that records its requests."""
    extractor = ScriptedExtractor(lambda asked: NOTHING)
    await listening(brain, extractor, **(settings or {})).remember(content, **options)
    return extractor.requests[-1]


def facts_in(asked: Request) -> list[str]:
    """The sentences of the known facts that a request offers."""
    return [fact.text for fact in asked.offer.facts]


def named_in(asked: Request) -> list[str]:
    """The known entities that the message names, as a request offers them."""
    return [entity.name for entity in asked.offer.entities if entity.named]


async def test_known_facts_of_the_named_and_of_the_speaker_stand_in_the_request(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Globex"))
    asked = await told(brain, "I met the people of Acme", speaker="Ana")
    assert asked.offer.lines == (
        "e1: Ana (person) — works at Acme",
        "e2: Acme (organization)",
        "f1: Ana | works_at | Acme | since ? | Ana works at Acme",
    )
    about_acme = await told(brain, "I like ACME's coffee", speaker="Clara")
    assert (named_in(about_acme), facts_in(about_acme)) == (["Acme"], ["Ana works at Acme"])


async def test_a_name_that_is_written_nearly_so_is_offered(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Jonas Weber", "works_at", "Acme"))
    asked = await told(brain, "I met Jonas Webber.", speaker="Ana")
    assert "Jonas Weber" in named_in(asked)


async def test_facts_of_a_similar_meaning_are_offered_though_nobody_is_named(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "owns", "a red delivery van", object_is_entity=False))
    asked = await told(brain, "The owns a red delivery van", speaker="Clara")
    assert facts_in(asked) == ["Ana owns a red delivery van"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("São Paulo", "voltei de SAO PAULO ontem"),
        ("Sao Paulo", "voltei de São Paulo ontem"),
        ("João", "I saw JOÃO today"),
        ("O'Brien & Sons", "the o'brien & sons shop"),
        ("上海", "我昨天去了上海工作"),
    ],
)
async def test_a_name_is_recognised_whatever_its_case_and_accents(brain: Brain, name: str, said: str) -> None:
    await tell(brain, "2024-01-01", fact(name, "has_status", "busy", object_is_entity=False))
    asked = await told(brain, said)
    assert (named_in(asked), facts_in(asked)) == ([name], [f"{name} has status busy"])


@pytest.mark.parametrize("said", ["Anabel came by", "the banana was good", "al", "an a"])
async def test_a_part_of_a_word_is_no_name_nor_are_two_letters(brain: Brain, said: str) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "Al"), fact("Al", "likes", "Ana"))
    assert named_in(await told(brain, said)) == []


async def test_the_longest_name_counts(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Paulo", "likes", "tea", object_is_entity=False))
    await tell(brain, "2024-01-01", fact("São Paulo", "has_status", "hot", object_is_entity=False))
    asked = await told(brain, "I live in São Paulo")
    assert facts_in(asked)[0] == "São Paulo has status hot"
    both = await told(brain, "I live in São Paulo and know Paulo")
    assert [entity.name for entity in both.offer.entities] == ["São Paulo", "Paulo"]


async def test_what_is_over_comes_after_what_holds(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2024-06-01", fact("Ana", "works_at", "Globex"))
    asked = await told(brain, "hello, is Acme still there?", speaker="Ana")
    assert facts_in(asked) == ["Ana works at Globex", "Ana works at Acme"]
    assert asked.offer.facts[1].until == "2024-06-01"


async def test_nothing_of_another_brain_is_told(brain: Brain, memory: Memory) -> None:
    await tell(memory.brain(f"{brain.name}-other"), "2024-01-01", fact("Ana", "secretly_likes", "Bruno"))
    asked = await told(brain, "Ana and Bruno say hello", speaker="Ana")
    assert not asked.offer
    assert "secretly_likes" not in asked.ontology["relations"]


async def test_the_facts_most_like_the_message_come_first_and_are_as_many_as_the_setting_says(brain: Brain) -> None:
    foods = ("tea", "jazz records", "old maps", "long walks", "green bicycles")
    await tell(brain, "2024-01-01", *[fact("Ana", "likes", food, object_is_entity=False) for food in foods])
    asked = await told(brain, "green bicycles again!", {"informed_extraction_topk": 2}, speaker="Ana")
    assert facts_in(asked)[0] == "Ana likes green bicycles"
    assert len(asked.offer.facts) == 2
    assert facts_in(await told(brain, "hi", {"informed_extraction_topk": 0}, speaker="Ana")) == []


async def test_more_than_two_named_share_the_budget(brain: Brain) -> None:
    names = ("Ana", "Bruno", "Clara")
    claims = [fact(name, "likes", f"thing {n}", object_is_entity=False) for name in names for n in range(9)]
    await tell(brain, "2024-01-01", *claims)
    two = await told(brain, "Ana met Bruno", {"informed_extraction_context_budget_tokens": 300})
    three = await told(brain, "Ana met Bruno and Clara", {"informed_extraction_context_budget_tokens": 300})
    assert len(two.offer.facts) > len(three.offer.facts) == 3 * 4, "300 tokens // 3 // 25 = 4 of each"


async def test_the_budget_of_tokens_is_kept(brain: Brain) -> None:
    claims = [fact("Ana", "likes", f"a rather long thing of number {n}", object_is_entity=False) for n in range(9)]
    await tell(brain, "2024-01-01", *claims)
    asked = await told(brain, "hi", {"informed_extraction_context_budget_tokens": 50}, speaker="Ana")
    assert len(asked.offer.facts) >= 1
    assert sum(len(line) + 1 for line in asked.offer.lines) <= 50 * 4
    assert not (await told(brain, "hi", {"informed_extraction_context_budget_tokens": 0}, speaker="Ana")).offer


async def test_what_the_brain_uses_most_stands_first_among_types_and_relations(brain: Brain) -> None:
    fresh = await told(brain, "hello")
    assert {"person", "organization", "project", "event"} <= set(fresh.ontology["entity types"])
    assert len(fresh.ontology["relations"]) == 20
    for n in range(3):
        await tell(brain, "2024-01-01", fact("Ana", "juggles", f"ball {n}", object_is_entity=False))
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    asked = await told(brain, "hello")
    assert asked.ontology["relations"][:2] == ("juggles", "works_at")
    assert asked.ontology["entity types"][:2] == ("person", "organization")
    assert len(asked.ontology["relations"]) == 20, "20 names of a kind"


async def test_settings_reach_the_request(brain: Brain) -> None:
    chosen = {"instructions": "Only note food.", "language": "pt", "time_zone": "America/Sao_Paulo"}
    asked = await told(brain, "oi", chosen)
    assert (asked.instructions, asked.language, asked.time_zone) == ("Only note food.", "pt", "America/Sao_Paulo")
    once = await told(brain, "oi", config_overrides={"instructions": "Only note tea."})
    assert once.instructions == "Only note tea."


async def test_the_turns_before_are_told_unless_the_caller_sends_its_own(brain: Brain) -> None:
    for text in ("one", "two", "three"):
        await told(brain, text, speaker="Ana", session_id="s", occurred_at="2024-01-01")
    asked = await told(brain, "four", speaker="Ana", session_id="s", occurred_at="2024-01-02")
    assert asked.recent_messages == ("Ana: two", "Ana: three")
    dry = await told(brain, "or four", speaker="Ana", session_id="s", occurred_at="2024-01-01T12:00:00Z", dry_run=True)
    assert dry.recent_messages == ("Ana: two", "Ana: three"), "a dry run is told the same"
    own = await told(brain, "five", session_id="s", recent_messages=["Bruno: and you?"], occurred_at="2024-01-03")
    assert own.recent_messages == ("Bruno: and you?",)


async def test_every_chunk_of_a_long_text_is_told_what_it_speaks_of_in_one_read(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Globex"))
    extractor = ScriptedExtractor(lambda asked: NOTHING)
    text = "Ana came first. " + "Nothing else happened. " * 20 + "Bruno came last."
    with counted() as sent:
        await listening(brain, extractor, chunk_chars=300).remember(text)
    first, last = extractor.requests[0], extractor.requests[-1]
    assert "Ana works at Acme" in facts_in(first)
    assert "Bruno works at Globex" in facts_in(last)
    numbers = {fact.text: fact.number for one in extractor.requests for fact in one.offer.facts}
    assert len(set(numbers.values())) == len(numbers), "one numbering for all pieces"
    assert len(extractor.requests) > 1
    with counted() as short:
        await listening(brain, extractor).remember("Ana came.")
    assert sent["RUN"] == short["RUN"], "one read, however long the text"


async def test_supplied_and_silent_extraction_read_no_context(brain: Brain) -> None:
    asked = ScriptedExtractor(lambda asked: NOTHING)
    with counted() as with_model:
        await listening(brain, asked).remember("hello", speaker="Ana")
    with counted() as without:
        await brain.remember("hello", speaker="Ana")
    with counted() as supplied:
        await listening(brain, asked).remember("hello", speaker="Ana", extraction=NOTHING)
    assert (with_model["RUN"] - without["RUN"], with_model["RUN"] - supplied["RUN"]) == (1, 1)
    assert with_model["BEGIN"] == without["BEGIN"]


async def test_a_text_is_embedded_once_a_message(brain: Brain) -> None:
    embedder = CountingEmbedder()
    script = SuppliedExtraction.model_validate(
        {"entities": [{"name": "Ana"}, {"name": "Acme"}], "facts": [fact("Ana", "works_at", "Acme")]}
    )
    extractor = ScriptedExtractor(lambda asked: script)
    await listening(brain, extractor, embedder).remember("I work at Acme", speaker="Ana", session_id="s")
    assert embedder.asked.keys() >= {"Ana", "Acme", "Ana works at Acme", "Ana: I work at Acme"}
    assert set(embedder.asked.values()) == {1}


# ------------------------------------------------------------------ over HTTP

ANA = {"name": "Ana", "type": "person", "aliases": []}
ACME = {"name": "Acme", "type": "organization", "aliases": []}
WORKS = {"subject": "Ana", "relation": "works_at", "object": "Acme", "text": "Ana works at Acme.", "confidence": 0.95}
GOOD = {"entities": [ANA, ACME], "facts": [WORKS], "profiles": [{"entity": "Ana", "text": "Ana works at Acme."}]}


@asynccontextmanager
async def over_http(brain: Brain, server: ScriptedServer, **settings: Any) -> AsyncIterator[Brain]:
    """Return the same brain with an extractor and a judge that ask the scripted server."""
    values = {"openai_base_url": server.base_url, "openai_api_key": "sk-x", "model": "scripted", **settings}
    chosen = brain.engine.settings.with_overrides(**values)
    chat = OpenAIChat.from_settings(chosen)
    judge = OpenAIJudge.from_settings(chosen, chat)
    models = replace(brain.engine.models, extractor=OpenAIExtractor.from_settings(chosen, chat), judge=judge)
    try:
        yield Brain(replace(brain.engine, models=models, settings=chosen), brain.name)
    finally:
        await chat.aclose()


async def profile_of(brain: Brain, name: str) -> tuple[str | None, Any]:
    """The profile and its time of refresh, as the graph stores them."""
    entity = await brain.entities.get(name)
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Entity {brain: $brain, id: $id}) RETURN e.profile AS text, e.profileRefreshedAt AS refreshed",
        {"brain": brain.name, "id": entity.id},
    )
    return rows[0]["text"], rows[0]["refreshed"]


async def test_a_profile_is_seeded_once_and_then_stands_in_the_prompt_beside_the_facts(brain: Brain) -> None:
    second = {**GOOD, "profiles": [{"entity": "Ana", "text": "Another text."}, {"entity": "Acme", "text": None}]}
    with ScriptedServer([GOOD, second]) as server:
        async with over_http(brain, server) as asked:
            told = await asked.remember("I work at Acme.", speaker="Ana")
            text, refreshed = await profile_of(brain, "Ana")
            assert text == "Ana works at Acme."
            recorded = (await brain.episodes.get(told.episode_id or "")).recorded_at
            assert refreshed.to_native() > recorded, "with the time of the statements of its message"
            await asked.remember("I still work there, at Acme.", speaker="Ana")
    assert await profile_of(brain, "Ana") == (text, refreshed), "only seeded, never written over"
    assert await profile_of(brain, "Acme") == (None, None), "null = unchanged"
    first, again = (one.prompt for one in server.requests)
    assert '"profiles": for an entity' in first
    assert "Profile of Ana: Ana works at Acme." in again
    assert "f1: Ana | works_at | Acme | since ? | Ana works at Acme." in again
    assert server.largest_prompt <= 8_000


async def test_a_profile_is_outdated_by_a_fact_that_names_its_entity_only_in_its_sentence(brain: Brain) -> None:
    hired = {"subject": "Bruno", "relation": "works_at", "object": "Acme", "confidence": 0.95}
    bruno = {"name": "Bruno", "type": "person", "aliases": []}
    plain = {"entities": [bruno, ACME], "facts": [{**hired, "text": "Bruno works at Acme."}]}
    named = {
        "entities": [bruno, ANA, ACME],
        "facts": [{**hired, "text": "Bruno works at Acme in place of Ana, who quit."}],
    }
    with ScriptedServer([GOOD, {**plain, "facts": []}, named, GOOD]) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("I work at Acme.", speaker="Ana")
            await asked.remember("Ana was here.", speaker="Bruno")
            await asked.remember("I work at Acme in place of Ana, who quit.", speaker="Bruno")
            await asked.remember("What now?", speaker="Ana")
    prompts = [one.prompt for one in server.requests if "Message:" in one.prompt]
    assert "Profile of Ana: Ana works at Acme." in prompts[1]
    assert "Profile of Ana" not in prompts[-1]


async def test_a_profile_is_no_fact_and_is_not_recalled(brain: Brain) -> None:
    told = {**GOOD, "facts": [], "profiles": [{"entity": "Ana", "text": "Ana juggles chainsaws."}]}
    with ScriptedServer(told) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("I work at Acme.", speaker="Ana")
    assert (await profile_of(brain, "Ana"))[0] == "Ana juggles chainsaws."
    found = await brain.recall("What does Ana juggle?")
    assert "chainsaws" not in found.context
    assert not found.facts


async def test_a_dry_run_seeds_no_profile(brain: Brain) -> None:
    with ScriptedServer([{**GOOD, "profiles": []}, GOOD]) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("I work at Acme.", speaker="Ana")
            await asked.remember("I work at Acme, you know.", speaker="Ana", dry_run=True)
    assert await profile_of(brain, "Ana") == (None, None)


async def test_without_a_budget_no_profile_is_asked_for(brain: Brain) -> None:
    with ScriptedServer(GOOD) as server:
        async with over_http(brain, server, informed_extraction_context_budget_tokens=0) as asked:
            await asked.remember("I work at Acme.", speaker="Ana")
    assert "profiles" not in server.requests[0].prompt
    assert "profiles" not in server.requests[0].body["response_format"]["json_schema"]["schema"]["properties"]


async def test_each_stage_asks_its_own_model_and_the_trace_says_which(brain: Brain) -> None:
    def script(asked: RecordedRequest) -> Any:
        return {"facts": [WORKS]} if "facts" in str(asked.body["response_format"]) else {"entities": [ANA, ACME]}

    models = {"mentions": "small", "claims": "large"}
    with ScriptedServer(script) as server:
        async with over_http(brain, server, models=models, extraction="staged") as asked:
            result = await asked.remember("I work at Acme.", speaker="Ana", verbose=True)
    assert [one.body["model"] for one in server.requests] == ["small", "large"]
    assert result.trace is not None
    assert [(c["purpose"], c["model"]) for c in result.trace["calls"]] == [("mentions", "small"), ("claims", "large")]


async def test_a_call_may_choose_mode_and_models_on_the_same_connections(brain: Brain) -> None:
    def script(asked: RecordedRequest) -> Any:
        name = asked.body["response_format"]["json_schema"]["name"]
        return {"extraction": GOOD, "facts": {"facts": [WORKS]}}.get(name, {"entities": [ANA, ACME]})

    with ScriptedServer(script) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("I work at Acme.", speaker="Ana", config_overrides={"models": {"informed": "special"}})
            await asked.remember("At Acme.", speaker="Ana", config_overrides={"extraction": "staged", "model": "other"})
            await asked.remember("At Acme again.", speaker="Ana")
    assert [one.body["model"] for one in server.requests] == ["special", "other", "other", "scripted"]


async def test_a_call_may_set_its_own_time_limit(brain: Brain) -> None:
    with ScriptedServer(Reply(delay=5)) as server:
        async with over_http(brain, server) as asked:
            result = await asked.remember("I work at Acme.", config_overrides={"extraction_timeout_sec": 0.05})
    assert (result.status, result.success) == ("failed", False)
    assert "0.05" in (result.error or "")


async def test_an_episode_whose_models_all_fail_is_kept_and_can_be_replayed(brain: Brain) -> None:
    with ScriptedServer("I am not JSON") as broken:
        async with over_http(brain, broken) as asked:
            result = await asked.remember("I work at Acme.", speaker="Ana")
    assert (result.success, result.status) == (False, "failed")
    assert result.episode_id is not None
    assert not (await brain.facts()).items, "an answer that cannot be read leaves no memory of itself"
    trace = await brain.episodes.trace(result.episode_id)
    assert [call["purpose"] for call in trace["calls"]] == [
        "informed",
        "informed.repair",
        "mentions",
        "mentions.repair",
    ]
    with ScriptedServer(GOOD) as mended:
        async with over_http(brain, mended) as asked:
            again = await asked.episodes.replay(result.episode_id)
    assert again.status == "extracted"
    assert [fact.text for fact in (await brain.facts()).items] == ["Ana works at Acme."]


async def test_an_informed_call_that_fails_leads_through_staged_calls_to_the_same_facts(brain: Brain) -> None:
    def script(asked: RecordedRequest) -> Any:
        name = asked.body["response_format"]["json_schema"]["name"]
        return {"extraction": Reply(status=400), "facts": {"facts": [WORKS]}}.get(name, {"entities": [ANA, ACME]})

    with ScriptedServer(script) as server:
        async with over_http(brain, server) as asked:
            result = await asked.remember("I work at Acme.", speaker="Ana")
    assert [one.text for one in result.facts_added] == ["Ana works at Acme."]
    assert "staged calls instead" in result.warnings[0]
    assert "Ana (person); Acme (organization)" in server.requests[-1].prompt


async def test_a_relation_without_a_sentence_becomes_a_weak_fact(brain: Brain) -> None:
    told = {**GOOD, "facts": [], "relations": [{"source": "Ana", "relation": "works at", "target": "Acme"}]}
    with ScriptedServer(told) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("I work at Acme.", speaker="Ana")
    (only,) = (await brain.facts()).items
    assert (only.text, only.origin, only.confidence) == ("Ana works at Acme", "inferred_from_relation", 0.6)


async def test_a_judge_that_fails_leaves_what_was_said_as_new(brain: Brain) -> None:
    likes = {**WORKS, "relation": "likes", "object": "tea", "text": "Ana likes tea."}
    more = {**likes, "object": "strong tea", "text": "Ana likes strong tea."}

    def script(asked: RecordedRequest) -> Any:
        if "compare new statements" in asked.prompt:
            return Reply(status=404)
        return {"entities": [ANA], "facts": [more if "strong tea" in asked.prompt else likes]}

    with ScriptedServer(script) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("I like tea.", speaker="Ana")
            result = await asked.remember("I like strong tea.", speaker="Ana")
    assert result.success
    assert any("compare new statements" in one.prompt for one in server.requests), "there was something to judge"
    assert {one.text for one in (await brain.facts()).items} == {"Ana likes tea.", "Ana likes strong tea."}


async def known_of_ana(brain: Brain) -> str:
    """What the next prompt is told about Ana."""
    with ScriptedServer({"entities": [ANA], "facts": [], "profiles": []}) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("Ana waves.", speaker="Bruno")
    return server.requests[0].prompt


async def written(brain: Brain) -> EntityProfile:
    """The profile of Ana."""
    found = (await brain.entities.get("Ana")).profile
    assert found is not None
    return found


async def profiled(brain: Brain, **fact: Any) -> None:
    with ScriptedServer({**GOOD, "facts": [{**WORKS, **fact}]}) as server:
        async with over_http(brain, server) as asked:
            await asked.remember("I work at Acme.", speaker="Ana")
    assert (await written(brain)).text == "Ana works at Acme."


async def refresh_profile(brain: Brain, name: str) -> None:
    """Take the profile as written now."""
    await brain.engine.store.driver.execute_query(
        "MATCH (b:Brain {id: $brain}) MATCH (e:Entity {brain: $brain, name: $name}) SET e.profileRefreshedAt = b.lastRecordedAt",
        brain=brain.name,
        name=name,
    )


async def test_a_profile_yields_to_facts_that_are_newer(brain: Brain) -> None:
    await profiled(brain)
    assert not (await written(brain)).stale
    assert "Profile of Ana" in await known_of_ana(brain)
    await brain.add_fact(subject="Ana", relation="works_at", object="Globex", valid_from="2020-01-01")
    told = await known_of_ana(brain)
    assert "Profile of Ana" not in told
    assert "Globex" in told
    ana = await written(brain)
    assert (ana.text, ana.stale) == ("Ana works at Acme.", True)


async def test_a_profile_yields_to_imported_facts_and_to_messages_that_list_nobody(brain: Brain) -> None:
    async def imported() -> None:
        report = await brain.transfer.import_facts([{"subject": "Bruno", "relation": "sibling_of", "object": "Ana"}])
        assert report.added == 1

    async def told() -> None:
        said = {"subject": "Clara", "relation": "reports_to", "object": "Ana"}
        assert (await brain.remember("Clara reports to her.", extraction={"entities": [], "facts": [said]})).success

    await profiled(brain)
    for write in (imported, told):
        await refresh_profile(brain, "Ana")
        assert not (await written(brain)).stale
        await write()
        assert (await written(brain)).stale


@pytest.mark.parametrize("how", ["retracted", "corrected"])
async def test_a_profile_yields_where_a_fact_has_ended_or_was_never_true(brain: Brain, how: Any) -> None:
    await profiled(brain)
    page = await brain.facts(subject="Ana", relation="works_at")
    await brain.invalidate(page.items[0].id, kind=how)
    assert "Profile of Ana" not in await known_of_ana(brain)


async def test_a_profile_yields_when_the_end_of_a_fact_has_come(brain: Brain) -> None:
    soon = (datetime.now(UTC) + timedelta(seconds=6)).isoformat()
    await profiled(brain, valid_until=soon)
    assert not (await written(brain)).stale
    await asyncio.sleep(6.2)
    assert (await written(brain)).stale


async def test_a_profile_is_read_with_its_entity_and_nowhere_in_a_recall(brain: Brain) -> None:
    await profiled(brain)
    found = await brain.recall("Where does Ana work?")
    assert {entity.profile for entity in found.entities} == {None}
    then = await brain.entities.get("Ana", known_at=datetime.now(UTC))
    assert then.profile is None
