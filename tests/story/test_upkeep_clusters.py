"""Topics: communities of entities with a title and a summary, stable, told again when they change, gone with their sources."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.models.digests.writer import DigestRequest
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.digest_writer import OpenAIDigestWriter
from graphmem.testing.scripted_server import ScriptedServer
from graphmem.upkeep.tick import tick
from graphmem_contract.errors import InvalidInput, ModelAnswerInvalid, ModelTimeout, NotFound
from graphmem_contract.observations import Cluster
from graphmem_contract.upkeep import JobReport
from tests.scripted_models import ScriptedDigestWriter
from tests.story.telling import fact, left_of, tell

DAY = "2026-01-01"


def writing(
    brain: Brain, script: Callable[[DigestRequest], tuple[str, str]], **settings: Any
) -> tuple[Brain, ScriptedDigestWriter]:
    """The same brain with a scripted writer."""
    writer = ScriptedDigestWriter(script)
    engine = replace(brain.engine, models=replace(brain.engine.models, digest_writer=writer))
    if settings:
        engine = replace(engine, settings=engine.settings.with_overrides(**settings))
    return Brain(engine, brain.name), writer


def in_short(request: DigestRequest) -> tuple[str, str]:
    return f"About {request.names[0]}", f"{request.names[0]} in {len(request.facts)} facts."


async def run(brain: Brain, *, days: float = 0, **options: Any) -> JobReport:
    now = datetime.now(UTC) + timedelta(days=days)
    (report,) = (await tick(brain.engine, brain.name, ["clusters"], now=now, **options)).jobs
    return report


async def firm(brain: Brain) -> list[str]:
    """Three people at Acme, the second the most important one; the ids of the facts."""
    told = [
        await tell(brain, DAY, {**fact(name, "works_at", "Acme"), "text": text, "importance": weight})
        for name, text, weight in (
            ("Ana", "Ana trabalha na Acme.", 0.5),
            ("Bruno", "Bruno leads Acme.", 0.9),
            ("Clara", "Clara works at Acme", 0.1),
        )
    ]
    return [one.facts_added[0].id or "" for one in told]


async def club(brain: Brain) -> list[str]:
    told = await tell(brain, DAY, *(fact(name, "member_of", "Larks") for name in ("Eva", "Finn", "Gus")))
    return [one.id or "" for one in told.facts_added]


async def only(brain: Brain) -> Cluster:
    (found,) = (await brain.clusters.list()).items
    return found


async def named(brain: Brain, title: str) -> Cluster:
    (found,) = [one for one in (await brain.clusters.list()).items if title in one.title]
    return found


async def test_entities_that_belong_together_are_one_topic_with_title_and_summary(brain: Brain) -> None:
    ids = await firm(brain)
    await club(brain)
    report = await run(brain)
    assert (report.done, report.model_calls, report.warnings) == (2, 0, ())
    found = await named(brain, "Acme")
    assert found.title == "Acme, Ana, Bruno", "the most connected first"
    assert found.summary == "Bruno leads Acme. Ana trabalha na Acme. Clara works at Acme."
    assert found.fact_ids == (ids[1], ids[0], ids[2]), "the most important first"
    assert (found.level, found.parent_id, found.entity_count, found.fact_count, found.stale) == (0, None, 4, 3, False)
    assert {(await brain.entities.get(id_)).name for id_ in found.entity_ids} == {"Acme", "Ana", "Bruno", "Clara"}
    assert await brain.clusters.get(found.id) == found


async def test_with_a_model_a_changed_cluster_takes_one_call(brain: Brain) -> None:
    await firm(brain)
    await club(brain)
    asked, writer = writing(brain, in_short)
    report = await run(asked)
    assert (report.done, report.model_calls) == (2, 2)
    request = next(one for one in writer.requests if "Acme" in one.names)
    assert request.names == ("Acme", "Ana", "Bruno", "Clara")
    assert request.facts[0].text == "Bruno leads Acme."
    first = await named(brain, "Acme")
    assert (first.title, first.summary) == ("About Acme", "Acme in 3 facts.")
    await tell(brain, DAY, fact("Lena", "works_at", "Acme"))
    again = await run(asked)
    assert (again.done, again.skipped, again.model_calls) == (1, 1, 1), "the other one has not changed"
    after = await named(brain, "Acme")
    assert (after.id, after.summary, after.entity_count) == (first.id, "Acme in 4 facts.", 5)


async def test_nothing_changed_means_nothing_is_written_and_no_model_is_asked(brain: Brain) -> None:
    await firm(brain)
    asked, writer = writing(brain, in_short)
    await run(asked)
    before = await only(brain)
    again = await run(asked)
    assert (again.done, again.model_calls, again.statements) == (0, 0, 1)
    tomorrow = await run(asked, days=1)
    assert (tomorrow.done, tomorrow.skipped, tomorrow.model_calls) == (0, 1, 0)
    assert len(writer.requests) == 1
    assert await only(brain) == before


async def test_a_topic_whose_facts_have_ended_is_out_of_date_and_then_gone(brain: Brain) -> None:
    ids = await firm(brain)
    await run(brain)
    await brain.invalidate(ids[0], at="2026-02-01")
    assert (await only(brain)).stale
    report = await run(brain)
    assert report.done == 1
    assert (await brain.clusters.list()).items == (), "two facts are no topic"


@pytest.mark.parametrize(("more", "same"), [(4, True), (5, False)])
async def test_a_topic_keeps_its_id_while_half_of_its_entities_stay(brain: Brain, more: int, same: bool) -> None:
    await firm(brain)
    await run(brain)
    before = await only(brain)
    await tell(brain, DAY, *(fact(f"Person {n}", "works_at", "Acme") for n in range(more)))
    await run(brain)
    after = await only(brain)
    assert after.entity_count == 4 + more
    assert (after.id == before.id) is same


@pytest.mark.parametrize("error", [ModelTimeout("slow"), ModelAnswerInvalid("nonsense")])
async def test_a_model_that_fails_leaves_the_topic_as_it_is_and_is_asked_again(brain: Brain, error: Exception) -> None:
    await firm(brain)
    asked, _ = writing(brain, in_short)
    await run(asked)
    before = await only(brain)
    await tell(brain, DAY, fact("Lena", "works_at", "Acme"))

    def broken(request: DigestRequest) -> tuple[str, str]:
        raise error

    failing, _ = writing(brain, broken)
    report = await run(failing)
    assert (report.done, len(report.warnings)) == (0, 1)
    assert (await only(brain)).summary == before.summary
    whole, _ = writing(brain, in_short)
    assert (await run(whole)).done == 1
    assert (await only(brain)).summary == "Acme in 4 facts."


async def test_an_empty_answer_is_no_topic(brain: Brain) -> None:
    await firm(brain)
    asked, _ = writing(brain, lambda _: (" ", "text"))
    report = await run(asked)
    assert (report.done, len(report.warnings)) == (0, 1)
    assert (await brain.clusters.list()).items == ()


async def test_a_run_asks_a_model_for_as_many_summaries_as_the_setting_allows(brain: Brain) -> None:
    await firm(brain)
    await club(brain)
    await tell(brain, DAY, fact("Eva", "lives_in", "Porto"))
    asked, writer = writing(brain, in_short, digests_per_run=1)
    assert (await run(asked)).done == 1
    assert [one.names[0] for one in writer.requests] == ["Larks"], "the one with most facts first"
    assert (await run(asked)).done == 1
    assert (await run(asked)).done == 0
    assert len(writer.requests) == 2


@pytest.mark.parametrize("how", ["fact", "episode", "entity"])
async def test_nothing_of_what_is_forgotten_is_left_in_a_topic(brain: Brain, how: str) -> None:
    await firm(brain)
    secret = {**fact("Bruno Reis", "works_at", "Acme"), "text": "Bruno Reis fears thunder at Acme.", "importance": 1.0}
    told = await tell(brain, DAY, secret)
    await run(brain)
    before = await only(brain)
    assert "fears thunder" in before.summary
    (one,) = told.facts_added
    subject = (await brain.fact(one.id or "")).subject_id
    forget = {"fact": brain.forget, "episode": brain.episodes.forget, "entity": brain.entities.forget}
    await forget[how]({"fact": one.id or "", "episode": told.episode_id or "", "entity": subject}[how])
    assert await left_of(brain, "fears thunder") == []
    assert await left_of(brain, one.id or "", but="Change") == []
    assert (await brain.clusters.list()).items == ()
    with pytest.raises(NotFound):
        await brain.clusters.get(before.id)
    await run(brain)
    after = await only(brain)
    assert (after.id, after.fact_count) == (before.id, 3)
    assert await left_of(brain, "fears thunder") == []


async def test_what_is_forgotten_while_the_model_writes_is_not_stored(brain: Brain) -> None:
    ids = await firm(brain)

    class Slow(ScriptedDigestWriter):
        async def write(self, request: DigestRequest) -> Any:
            if not self.requests:
                await brain.forget(ids[2])
                await tell(brain, DAY, fact("Lena", "works_at", "Acme"))
            return await super().write(request)

    models = replace(brain.engine.models, digest_writer=Slow(in_short))
    slow = Brain(replace(brain.engine, models=models), brain.name)
    assert (await run(slow)).done == 0
    assert (await brain.clusters.list()).items == ()
    assert (await run(slow)).done == 1
    assert (await only(brain)).fact_count == 3


async def test_a_rehearsal_asks_nobody_and_writes_nothing(brain: Brain) -> None:
    await firm(brain)
    asked, writer = writing(brain, in_short)
    assert (await run(asked, dry_run=True)).done == 1
    assert writer.requests == []
    assert (await brain.clusters.list()).items == ()


async def test_topics_are_listed_page_by_page_and_by_their_place(brain: Brain) -> None:
    await firm(brain)
    await club(brain)
    await tell(brain, DAY, fact("Eva", "lives_in", "Porto"))
    await run(brain)
    first = await brain.clusters.list(limit=1)
    rest = await brain.clusters.list(limit=1, cursor=first.next_cursor)
    assert [one.fact_count for one in (*first.items, *rest.items)] == [4, 3]
    assert rest.next_cursor is None
    assert len((await brain.clusters.list(level=0)).items) == 2
    assert (await brain.clusters.list(level=1)).items == ()
    assert (await brain.clusters.list(parent_id=first.items[0].id)).items == ()
    with pytest.raises(InvalidInput):
        await brain.clusters.list(limit=0)


async def test_topics_go_with_an_export_and_with_the_brain(brain: Brain) -> None:
    await firm(brain)
    await run(brain)
    before = await only(brain)
    copy = Brain(brain.engine, f"{brain.name}-copy")
    await copy.transfer.load([line async for line in brain.transfer.export()])
    assert await only(copy) == before
    assert [one.id for one in (await copy.recall("Who is at Acme?", recipe="overview")).clusters] == [before.id]
    assert (await run(copy)).done == 0
    await brain.delete()
    assert await left_of(brain, "Acme") == []


async def test_the_model_of_the_service_tells_a_topic_in_one_call(brain: Brain) -> None:
    await firm(brain)
    with ScriptedServer({"title": "The firm Acme", "text": "Three people work there."}) as server:
        values = {"openai_base_url": server.base_url, "openai_api_key": "sk-x", "model": "scripted"}
        chat = OpenAIChat.from_settings(brain.engine.settings.with_overrides(**values))
        models = replace(brain.engine.models, digest_writer=OpenAIDigestWriter(chat))
        report = await run(Brain(replace(brain.engine, models=models), brain.name))
        await chat.aclose()
    assert (report.model_calls, len(server.requests)) == (1, 1)
    assert "- Bruno leads Acme." in server.requests[0].prompt
    found = await only(brain)
    assert (found.title, found.summary) == ("The firm Acme", "Three people work there.")


# --------------------------------------------------------------------------- the recipe overview


async def test_an_overview_recalls_the_nearest_topics_with_their_facts(brain: Brain) -> None:
    await firm(brain)
    await club(brain)
    asked, _ = writing(brain, in_short)
    await run(asked)
    result = await brain.recall("Who works at Acme?", recipe="overview", k=4)
    first, second = result.clusters
    assert (first.title, first.summary, first.rank) == ("About Acme", "Acme in 3 facts.", 1)
    assert (first.score or 0) > (second.score or 0)
    assert [item.fact.object for item in result.facts if item.fact] == ["Acme", "Larks", "Acme", "Larks"], "in turn"
    assert result.facts[0].fact is not None
    assert result.facts[0].fact.text == "Bruno leads Acme."
    assert set(first.fact_ids) == {item.fact.id for item in result.facts if item.fact and item.fact.object == "Acme"}
    assert "Topics:\n- About Acme: Acme in 3 facts.\n- About Larks: Larks in 3 facts.\n" in result.context
    assert result.episodes == ()


async def test_an_overview_without_a_question_tells_the_largest_topics(brain: Brain) -> None:
    await firm(brain)
    await club(brain)
    await tell(brain, DAY, fact("Eva", "lives_in", "Porto"))
    await run(brain)
    result = await brain.recall(recipe="overview")
    assert [one.title.split(",")[0] for one in result.clusters] == ["Larks", "Acme"]
    assert result.clusters[0].score is None
    about = await brain.recall("What about her?", recipe="overview", entities=["Clara"])
    assert [one.title.split(",")[0] for one in about.clusters] == ["Acme"]
    assert [item.fact.subject for item in about.facts if item.fact] == ["Clara"]


async def test_an_overview_never_tells_a_summary_that_is_out_of_date(brain: Brain) -> None:
    ids = await firm(brain)
    await run(brain)
    before = datetime.now(UTC)
    await brain.invalidate(ids[1], at="2026-02-01")
    result = await brain.recall("Who is at Acme?", recipe="overview")
    (topic,) = result.clusters
    assert topic.summary is None
    assert ids[1] not in topic.fact_ids
    assert "leads" not in result.context
    assert "Topics:\n- Acme, Ana, Bruno\n" in result.context
    then = await brain.recall("Who is at Acme?", recipe="overview", known_at=before)
    assert ids[1] in then.clusters[0].fact_ids
    assert (
        await brain.recall("Who is at Acme?", recipe="overview", known_at=before - timedelta(days=1))
    ).clusters == ()


async def test_an_overview_can_be_explained_and_has_a_floor_only_if_one_is_given(brain: Brain) -> None:
    await firm(brain)
    await run(brain)
    explained = await brain.recall("Who is at Acme?", recipe="overview", k=1, explain=True)
    assert explained.explanation is not None
    assert explained.explanation.left_out_counts == {"rank": 2}
    below = await brain.recall("Zebras?", recipe="overview", min_relevance=1.0)
    assert (below.clusters, below.facts, below.context) == ((), (), "")
