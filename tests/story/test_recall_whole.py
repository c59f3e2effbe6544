"""A recall returns all that was requested: `k` results, plans in any wording, sources that match."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.errors import InvalidInput
from graphmem_contract.recall import RecallResult
from tests.story.telling import extraction, fact, tell


def texts(found: RecallResult) -> set[str]:
    return {item.fact.text for item in found.facts if item.fact}


def turns(found: RecallResult) -> list[str]:
    return [item.episode.content for item in found.episodes if item.episode]


async def many(brain: Brain, size: int, **more: Any) -> None:
    """A number of facts, each about another person."""
    rows = [{"subject": f"Guest {n}", "relation": "visited", "object": f"Room {n}", **more} for n in range(size)]
    report = await brain.transfer.import_facts(rows, resolve="exact")
    assert report.rejected == 0


@pytest.mark.parametrize("query", ["What will Ana see?", None, "tags"], ids=["question", "none", "filter"])
async def test_a_plan_that_is_told_again_was_known_from_its_first_telling(brain: Brain, query: str | None) -> None:
    told: dict[str, Any] = {"tags": ["trip"]} if query == "tags" else {}
    plan = fact("Ana", "visits", "Rome", valid_from="2091-01-01")
    await tell(brain, "2025-01-10", plan, **told)
    before = await brain.recall(query, valid_at="2025-03-01", **told)
    await tell(brain, "2025-06-10", plan, **told)
    after = await brain.recall(query, valid_at="2025-03-01", **told)
    again = await brain.recall(query, valid_at="2025-03-01", known_at=before.as_of.known_at, **told)
    assert texts(before) == texts(after) == texts(again) == {"Ana visits Rome"}
    assert texts(await brain.recall(query, valid_at="2025-01-01", **told)) == set(), "nobody had told of it"


@pytest.mark.parametrize("recipe", ["semantic", "hybrid"])
async def test_as_many_facts_come_as_were_asked_for(brain: Brain, recipe: str) -> None:
    await many(brain, 90, valid_from="2024-01-01")
    assert len((await brain.recall("anything", k=80, recipe=recipe)).facts) == 80


async def test_as_many_facts_unlike_each_other_come_as_were_asked_for(brain: Brain) -> None:
    await many(brain, 90, valid_from="2024-01-01")
    assert len((await brain.recall("anything", k=70, recipe="semantic", diversity=0.5)).facts) == 70


@pytest.mark.parametrize("asked", [{}, {"include_closed": True}], ids=["events", "what has ended"])
async def test_what_is_over_comes_as_often_as_was_asked_for(brain: Brain, asked: dict[str, bool]) -> None:
    over = {"valid_from": "2020-01-01", "valid_until": "2020-01-02"}
    await many(brain, 40, **over, kind="state" if asked else "event")
    assert len((await brain.recall("anything", k=30, recipe="semantic", **asked)).facts) == 30


async def test_what_is_retrieved_grows_stable_by_the_weeks_since_it_was_used(brain: Brain, memory: Memory) -> None:
    async def stability() -> float:
        rows, _, _ = await memory.store.driver.execute_query(
            "MATCH ()-[f:FACT {brain: $brain}]->() RETURN f.stability AS s", brain=brain.name
        )
        return float(rows[0]["s"])

    async def used(days: float) -> None:
        await memory.store.driver.execute_query(
            "MATCH ()-[f:FACT {brain: $brain}]->() SET f.lastAccessedAt = datetime.realtime() - duration({seconds: $s})",
            brain=brain.name, s=int(days * 86_400),
        )  # fmt: skip

    await tell(brain, "2024-01-01", fact("Pia", "keeps", "bees", object_is_entity=False, importance=0.5))
    grown = [await stability()]
    for days in (None, 0, 3.5, 100, 100, 100, 100, 100):
        if days is not None:
            await used(days)
        await brain.recall("Does Pia keep bees?", recipe="facts", reinforce=True)
        grown.append(await stability())
    assert grown == pytest.approx([0.25, 0.45, 0.45, 0.5, 0.7, 0.9, 1.0, 1.0, 1.0], abs=1e-3)


async def test_sources_are_only_those_that_a_filter_admits_also_in_the_context(brain: Brain) -> None:
    home = fact("Ana", "lives_in", "Porto")
    await tell(brain, "2024-01-01", home, text="Ana says so", speaker="Ana", session_id="one")
    await tell(brain, "2024-02-01", home, text="nobody in particular", session_id="two")
    chat = [{"role": "user", "name": "Bo", "content": "Ana is a Porto girl"}]
    await brain.remember(messages=chat, occurred_at="2024-03-01", session_id="three", extraction=extraction(home))
    for narrowed in ({"speaker": "Ana"}, {"session_id": "one"}):
        found = await brain.recall("Where does Ana live?", include_provenance=True, recipe="facts", **narrowed)
        assert turns(found) == ["Ana says so"]
        assert "(since 2024-01-01) [Ana]" in found.context
    bo = await brain.recall("Where does Ana live?", include_provenance=True, recipe="facts", role="user", speaker="bo")
    assert len(bo.episodes) == 1
    assert "Porto girl" in turns(bo)[0]


async def test_metadata_is_compared_entry_by_entry(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"), metadata={"user": {"id": 1}, "all": [{"n": 2}]})
    for other in ({"id": 1}, {"n": 2}, {"user": {}}):
        found = await brain.recall("Where does Ana live?", metadata=other, include_provenance=True)
        assert (found.facts, found.episodes) == ((), ()), other
    for same in ({"user": {"id": 1}}, {"all": [{"n": 2}]}):
        found = await brain.recall("Where does Ana live?", metadata=same)
        assert (len(found.facts), len(found.episodes)) == (1, 1), same


async def test_a_name_late_in_a_long_question_is_found(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Tomás Araújo", "lives_in", "Recife"), fact("Bob", "lives_in", "Porto"))
    talk = (
        "Bob and I talked for an hour about the weather, the garden, the neighbours and what there is to eat today. "
        * 4
    )
    found = await brain.recall(f"{talk} Where does Tomas Araujo live?", recipe="graph")
    assert {item.fact.subject for item in found.facts if item.fact and "named" in item.why} == {"Tomás Araújo", "Bob"}


async def test_relations_are_looked_up_together_and_are_no_more_than_a_thousand(
    brain: Brain, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"), fact("Ana", "crochets_with", "Lena"))
    real, asked = memory.store.read, list[str]()

    async def read(name: str, **given: Any) -> Any:
        asked.append(name)
        return await real(name, **given)

    monkeypatch.setattr(memory.store, "read", read)
    wanted = ["lives_in", "crochets_with", *(f"relation_{n}" for n in range(50))]
    assert len((await brain.recall("Ana", relations=wanted)).facts) == 2
    assert asked.count("explore/relation_names") == 1
    for field in ("relations", "entities", "tags"):
        with pytest.raises(InvalidInput) as refused:
            await brain.recall("Ana", **{field: ["x"] * 1001})  # type: ignore[arg-type]
        assert refused.value.field == field


async def test_every_episode_says_why_it_is_there(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"), session_id="one", text="Ana, of Porto")
    (recent,) = (await brain.recall()).episodes
    assert recent.why == {"recent": 1.0}
    (admitted,) = (await brain.recall("zzz", recipe="lexical", session_id="one")).episodes
    assert admitted.why == {"scope": 1.0}


async def test_a_speaker_is_named_whatever_the_accents(brain: Brain) -> None:
    for name in ("Tomás", "Rui"):
        await tell(brain, "2024-01-01", text="I like the sea", speaker=name, session_id=name)
    found = await brain.recall("What did Tomas say?", recipe="episodes")
    assert {item.episode.speaker for item in found.episodes if item.episode and "speaker" in item.why} == {"Tomás"}


async def test_a_relation_without_direction_is_listed_from_either_end(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "married_to", "Bruno"))
    before = (await brain.facts()).items[0].recorded_at
    for asked in ({"subject": "Ana"}, {"subject": "Bruno"}, {"object": "Ana"}, {"object": "Bruno"}):
        assert len(await brain.facts(**asked, relation="married_to")) == 1, asked
        assert len(await brain.facts(**asked, known_at=before)) == 1, asked
    ended = (await brain.facts(subject="Ana")).items[0]
    await brain.invalidate(ended.id, at="2024-06-01")
    assert len(await brain.facts(object="Ana", valid_at="2024-02-01", known_at=before)) == 1, "it is read from the past"


async def test_all_that_bear_a_word_in_their_names_are_listed_page_by_page(brain: Brain) -> None:
    rows = [
        {"subject": f"Person {n}", "relation": "likes", "object": "tea", "object_is_entity": False} for n in range(1100)
    ]
    assert (await brain.transfer.import_facts(rows, resolve="exact")).rejected == 0
    seen, cursor = set[str](), None
    while True:
        page = await brain.entities.list(query="person", limit=200, cursor=cursor)
        seen |= {one.name for one in page}
        if (cursor := page.next_cursor) is None:
            break
    assert len(seen) == 1100


@pytest.mark.parametrize(("language", "found"), [("pt", 1), ("pt-BR", 1), ("en", 0), (None, 0)])
async def test_words_are_found_without_their_accents_where_the_language_is_another(
    brain: Brain, language: str | None, found: int
) -> None:
    await brain.configure(language=language)
    told = fact("Inês", "bought", "pão", text="Inês comprou pão", object_is_entity=False)
    await tell(brain, "2024-01-01", told, text="A Inês comprou pão")
    for more in ({}, {"known_at": (await brain.facts()).items[0].recorded_at}):
        answer = await brain.recall("pao", recipe="lexical", **more)
        assert (len(answer.facts), len(answer.episodes)) == (found, found), more
