"""The bi-temporal facts of document 003 in graphmem's terms; numbers S3-… in tests/coverage.md."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, Mention
from graphmem.ingest.worker import drain
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.testing.scripted_server import Reply, ScriptedServer
from graphmem_contract.errors import InvalidInput
from tests.story.staging import CountingEmbedder, Reading, answer, asking, with_models
from tests.story.telling import fact, held, only, spans, tell


async def test_a_run_is_over_before_its_facts_are_and_none_of_its_errors_reach_it(brain: Brain) -> None:
    with ScriptedServer(Reply("out of order", status=400)) as server:
        async with asking(brain, server) as reader:
            accepted = await reader.remember("Sol moved to Porto", occurred_at="2024-01-01", wait=False)
            assert accepted.success
            await drain(30)
    kept = await brain.episodes.get(accepted.episode_id or "")
    assert (kept.status, kept.content) == ("failed", "Sol moved to Porto")
    assert "400" in (kept.error or "")


async def test_an_extraction_gives_typed_facts_dated_by_the_message(brain: Brain) -> None:
    told = answer(
        {"subject": "Sol", "relation": "livesIn", "object": "Porto", "confidence": 1.7},
        {"subject": "Sol", "relation": "drinks", "object": "coffee", "confidence": "rather sure"},
        entities=[("Sol", "person"), ("Porto", "place")],
    )
    told["facts"].append({"subject": "Sol", "relation": "sings"})
    with ScriptedServer(told) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember("Sol lives in Porto and drinks coffee", occurred_at="2024-01-01")
    facts = {f.relation: f for f in await brain.facts(subject="Sol")}
    assert {name: f.confidence for name, f in facts.items()} == {"lives_in": 1.0, "drinks": 0.8}
    assert {f"{f.valid_from:%F}" for f in facts.values()} == {"2024-01-01"}
    assert {f.episode_ids for f in facts.values()} == {(result.episode_id,)}
    assert any("fact 3" in warning for warning in result.warnings)


# --------------------------------------------------------------------------- the brain of a fact


@pytest.mark.parametrize("name", [None, "", 7, b"ana", "a b", "x" * 129])
async def test_there_is_no_bucket_without_a_name(brain: Brain, name: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        Memory(brain.engine).brain(name)
    assert refused.value.field == "brain"


async def test_the_same_names_in_two_brains_never_meet(brain: Brain) -> None:
    other = Brain(brain.engine, f"{brain.name}-other")
    mine = await brain.add_fact(subject="Sol", relation="lives_in", object="Porto")
    await other.add_fact(subject="Sol", relation="lives_in", object="Faro")
    assert (await held(brain, "Sol", "lives_in"), await held(other, "Sol", "lives_in")) == (["Porto"], ["Faro"])
    assert [i.fact.object for i in (await other.recall("Where does Sol live?")).facts if i.fact] == ["Faro"]
    assert (await other.entities.get("Sol")).id != (await brain.entities.get("Sol")).id
    assert mine.id not in {f.id for f in await other.facts(include_closed=True)}


# --------------------------------------------------------------------------- two clocks


async def test_a_move_is_asked_about_before_and_after_it(brain: Brain) -> None:
    await tell(brain, "2025-02-10", fact("Sol", "lives_in", "Porto", valid_from="2025-02-10"))
    await tell(brain, "2025-09-30", fact("Sol", "lives_in", "Gdańsk", valid_from="2025-09-15"))
    assert await held(brain, "Sol", "lives_in") == ["Gdańsk"]
    assert await held(brain, "Sol", "lives_in", at="2025-05-01") == ["Porto"]
    assert await held(brain, "Sol", "lives_in", at="2025-09-15") == ["Gdańsk"]
    assert await held(brain, "Sol", "lives_in", at="2025-01-01") == []


async def test_without_a_moment_only_what_holds_now_is_listed(brain: Brain) -> None:
    await tell(brain, "2025-02-10", fact("Sol", "lives_in", "Porto"))
    await tell(brain, "2025-09-30", fact("Sol", "lives_in", "Gdańsk"))
    assert [f.object for f in await brain.facts(subject="Sol")] == ["Gdańsk"]
    assert len(await brain.facts(subject="Sol", include_closed=True)) == 2


async def test_what_was_believed_then_can_be_asked_for_after_it_was_overwritten(brain: Brain) -> None:
    first = await tell(brain, "2025-02-10", fact("Sol", "lives_in", "Porto"))
    await tell(brain, "2025-09-30", fact("Sol", "lives_in", "Gdańsk", valid_from="2025-01-01"))
    assert await held(brain, "Sol", "lives_in", at="2025-01-15") == ["Gdańsk"]
    assert await held(brain, "Sol", "lives_in", at="2025-01-15", known=first.recorded_at) == []
    assert await held(brain, "Sol", "lives_in", at="2025-08-01", known=first.recorded_at) == ["Porto"]


async def test_a_naive_time_is_utc_and_another_zone_is_the_same_moment(brain: Brain) -> None:
    one = await brain.add_fact(subject="Sol", relation="lives_in", object="Porto", valid_from="2025-02-10T12:00:00")
    assert one.valid_from == datetime(2025, 2, 10, 12, tzinfo=UTC)
    east = datetime(2025, 2, 10, 13, 59, tzinfo=timezone(timedelta(hours=2)))
    found = await brain.facts(subject="Sol", valid_at=east)
    assert len(found) == 0
    assert len(await brain.facts(subject="Sol", valid_at=east + timedelta(minutes=1))) == 1


# --------------------------------------------------------------------------- facts by hand


async def test_a_trusted_source_changes_a_plan_without_a_model(brain: Brain) -> None:
    reader = with_models(brain, extractor=Reading([Mention("Never")], [Claim("Never", "is", "asked", "Never")]))
    await reader.add_fact(subject="Sol", relation="subscription_plan", object="starter", valid_from="2025-01-01")
    new = await reader.add_fact(subject="Sol", relation="subscription_plan", object="team", valid_from="2025-06-01")
    assert (new.confidence, new.origin, new.episode_ids) == (1.0, "manual", ())
    assert await spans(brain, "Sol", "subscription_plan") == {
        ("starter", "2025-01-01", "2025-06-01"), ("team", "2025-06-01", None)
    }  # fmt: skip
    assert (await brain.overview.stats()).episodes == {}
    assert [e.name for e in await brain.entities.list()] == ["Sol"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"source_episode_id": "e1"}, "source_episode_id"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": -0.1}, "confidence"),
        ({"subject": ""}, "subject"),
    ],
)
async def test_a_field_nobody_knows_or_a_value_out_of_range_is_refused(
    brain: Brain, wrong: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await brain.add_fact(**{"subject": "Sol", "relation": "likes", "object": "tea", **wrong})
    assert refused.value.field == field
    assert (await brain.overview.stats()).facts == 0


async def test_the_episode_a_fact_comes_from_is_kept_with_it(brain: Brain) -> None:
    result = await brain.remember("a letter from the landlord", skip_extraction=True)
    await brain.add_fact(subject="Sol", relation="rents", object="a flat", episode_ids=(result.episode_id,))
    assert (await only(brain, "Sol", "rents")).episode_ids == (result.episode_id,)


async def test_names_meet_whatever_their_case_and_predicates_whatever_their_spelling(brain: Brain) -> None:
    await brain.add_fact(subject="Sol", relation="usesHTTPServer", object="Caddy")
    again = await brain.add_fact(subject="SOL", relation="uses http-server", object="caddy")
    assert (again.matched, again.relation) == (True, "uses_http_server")


async def test_many_facts_are_embedded_in_one_call(brain: Brain) -> None:
    embedder = CountingEmbedder(HashEmbedder())
    many = [{"subject": f"Person {n}", "relation": "likes", "object": f"tea number {n}"} for n in range(50)]
    report = await with_models(brain, embedder=embedder).transfer.import_facts(many)
    assert (report.added, report.rejected) == (50, 0)
    assert len(embedder.asked) == 1
    assert len(set(embedder.asked[0])) == len(embedder.asked[0])
    assert (await brain.overview.stats()).facts == 50


# --------------------------------------------------------------------------- recall


async def test_recall_by_words_knows_the_moment(brain: Brain) -> None:
    await tell(brain, "2025-02-10", fact("Sol", "lives_in", "Porto"))
    await tell(brain, "2025-09-30", fact("Sol", "lives_in", "Gdańsk"))
    for recipe in ("facts", "lexical", "semantic"):
        then = await brain.recall("Where does Sol live?", recipe=recipe, valid_at="2025-05-01", k=5)
        assert [i.fact.object for i in then.facts if i.fact] == ["Porto"]


async def test_a_question_reaches_what_stands_two_steps_away(brain: Brain) -> None:
    await tell(brain, "2025-01-01", fact("Ana", "works_at", "Acme"), fact("Acme", "located_in", "Globex"))
    found = await brain.recall("What about Ana?", recipe="graph")
    assert {i.fact.text for i in found.facts if i.fact} == {"Ana works at Acme", "Acme located in Globex"}
    assert {i.hops for i in found.facts} <= {1, 2}
    far = (await brain.graph.neighbours("Ana", hops=2))[-1]
    assert (far.fact.text, far.hops) == ("Acme located in Globex", 2)
    assert [n.hops for n in await brain.graph.neighbours("Ana", hops=2, valid_at="2024-01-01")] == []


async def test_a_prompt_is_told_how_sure_a_fact_is_and_until_when_it_holds(brain: Brain) -> None:
    await brain.add_fact(
        subject="Sol",
        relation="rents",
        object="a flat",
        valid_from="2025-01-01",
        valid_until="2091-01-01",
        confidence=0.7,
    )
    context = (await brain.recall("What does Sol rent?")).context
    assert "- Sol rents a flat (since 2025-01-01 until 2091-01-01) (confidence: 0.70)" in context
