"""Sources: how far they are trusted, and what they said retracted and restored (docs/sources.md)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.errors import InvalidInput, NotFound, NothingToRestore
from graphmem_contract.records import SuppliedExtraction, WriteResult
from tests.story.telling import extraction, fact, held, spans, tell


async def poisoned(brain: Brain) -> list[WriteResult]:
    """A wiki tells where Ana works; then a feed takes it back and says something else."""
    return [
        await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="wiki"),
        await tell(brain, "2024-02-01", fact("Ana", "works_at", "Globex"), source="feed"),
        await tell(brain, "2024-03-01", fact("Ana", "lives_in", "Porto"), source="feed"),
    ]


async def test_a_poisoned_source_is_retracted_and_restored(brain: Brain) -> None:
    await poisoned(brain)
    before = await spans(brain, "Ana", "works_at")
    shown = await brain.sources.retract("feed", dry_run=True)
    assert await spans(brain, "Ana", "works_at") == before
    assert (shown.statements, shown.retraction_id) == (2, None)

    gone = await brain.sources.retract("feed")
    assert gone.statements == 2
    assert {(c.id, c.status) for c in gone.changed} == {(c.id, c.status) for c in shown.changed}
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2024-01-01", None)}
    assert await held(brain, "Ana", "lives_in") == []
    moment = gone.recorded_at - timedelta(microseconds=1) if gone.recorded_at else None
    assert await held(brain, "Ana", "works_at", at="2024-06-01", known=moment) == ["Globex"]
    assert await held(brain, "Ana", "works_at", at="2024-06-01", known=gone.recorded_at) == ["Acme"]

    back = await brain.sources.restore("feed", retraction_id=gone.retraction_id)
    assert (back.statements, back.retraction_id) == (2, gone.retraction_id)
    assert await spans(brain, "Ana", "works_at") == before
    assert await held(brain, "Ana", "lives_in") == ["Porto"]
    assert await held(brain, "Ana", "works_at", at="2024-06-01", known=gone.recorded_at) == ["Acme"]


async def test_what_another_source_said_too_stands(brain: Brain) -> None:
    for source in ("feed", "wiki"):
        await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source=source)
    gone = await brain.sources.retract("feed")
    assert gone.statements == 1
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    assert (await brain.sources.retract("wiki")).statements == 1
    assert await held(brain, "Ana", "works_at") == []


async def test_facts_that_rest_on_a_retracted_one_fall_and_return(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"), source="feed")
    (ground,) = await brain.facts("Ana", "lives_in")
    rests = await brain.add_fact(
        subject="Ana", relation="votes_in", object="Porto", valid_from="2024-01-02", evidence_ids=[ground.id]
    )
    gone = await brain.sources.retract("feed")
    assert {change.id: change.depth for change in gone.changed} == {ground.id: 0, rests.id: 1}
    assert await held(brain, "Ana", "votes_in") == []
    await brain.sources.restore("feed")
    assert await held(brain, "Ana", "votes_in") == ["Porto"]


async def test_a_denial_by_a_retracted_source_counts_no_more_until_it_is_restored(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="wiki")
    denial = await tell(brain, "2024-02-01", fact("Ana", "works_at", "Acme", action="never"), source="feed")
    assert await held(brain, "Ana", "works_at") == []
    gone = await brain.sources.retract("feed")
    assert (gone.statements, gone.denied) == (0, 1)
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    back = await brain.sources.restore("feed")
    assert (back.statements, back.denied) == (0, 1)
    assert await held(brain, "Ana", "works_at") == []
    await brain.sources.retract("feed")
    await brain.episodes.forget(denial.episode_id or "")
    (one,) = await brain.facts("Ana", "works_at")
    assert one.recorded_at < gone.recorded_at  # as if the denial had never been
    assert len((await brain.history(one.id)).versions) == 1


async def test_since_is_the_system_time_of_the_episodes(brain: Brain) -> None:
    await poisoned(brain)
    third = await tell(brain, "2020-01-01", fact("Ana", "likes", "tea"), source="feed")  # said long ago, stored last
    stored = (await brain.episodes.get(third.episode_id or "")).recorded_at
    gone = await brain.sources.retract("feed", since=stored)
    assert gone.statements == 1
    assert await held(brain, "Ana", "likes") == []
    assert await held(brain, "Ana", "lives_in") == ["Porto"]
    assert (await brain.sources.list())[0].retractions[0].since == stored


async def test_only_what_the_retraction_withdrew_returns(brain: Brain) -> None:
    """A person denied one of its facts before; another is denied, and one restored, while the retraction stands."""
    for object_ in ("tea", "rice", "jazz"):
        await tell(brain, "2024-01-01", fact("Ana", "likes", object_), source="feed")
    known = {one.object: one.id for one in await brain.facts("Ana", "likes")}
    await brain.invalidate(known["tea"], kind="corrected")
    gone = await brain.sources.retract("feed")
    assert gone.statements == 2
    await brain.restore(known["jazz"])
    assert await held(brain, "Ana", "likes") == ["jazz"]
    await brain.invalidate(known["jazz"], kind="corrected")
    await tell(brain, "2024-05-01", fact("Ana", "likes", "rain"), source="feed")
    assert (await brain.sources.restore("feed")).statements == 1
    assert await held(brain, "Ana", "likes") == ["rain", "rice"]
    await brain.restore(known["tea"])
    assert await held(brain, "Ana", "likes") == ["rain", "rice", "tea"]


async def test_a_statement_under_two_retractions_returns_with_the_last_of_them(brain: Brain) -> None:
    told = await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"), source="feed")
    stored = (await brain.episodes.get(told.episode_id or "")).recorded_at
    one = await brain.sources.retract("feed", since=stored)
    await tell(brain, "2024-01-01", fact("Ana", "likes", "rice"), source="feed")
    other = await brain.sources.retract("feed")
    assert other.statements == 1
    assert [r.retraction_id for r in (await brain.sources.list())[0].retractions] == [
        other.retraction_id,
        one.retraction_id,
    ]
    assert (await brain.sources.restore("feed", retraction_id=one.retraction_id)).statements == 0
    assert await held(brain, "Ana", "likes") == []
    assert (await brain.sources.restore("feed")).statements == 2
    assert await held(brain, "Ana", "likes") == ["rice", "tea"]
    with pytest.raises(NothingToRestore):
        await brain.sources.restore("feed")
    with pytest.raises(NothingToRestore):
        await brain.sources.restore("feed", retraction_id=one.retraction_id)


async def test_merges_forgotten_and_replayed_episodes_in_between(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="wiki")
    await tell(brain, "2024-02-01", fact("Aninha", "works_at", "Globex"), source="feed")
    doomed = await tell(brain, "2024-02-02", fact("Aninha", "likes", "tea"), source="feed")
    later = await brain.remember(
        "kept for later", occurred_at="2024-02-03", source="feed", skip_extraction=True,
        extraction=extraction(fact("Ana", "likes", "rice")),
    )  # fmt: skip
    gone = await brain.sources.retract("feed")
    assert gone.statements == 2
    merged = await brain.entities.merge(into="Ana", from_=["Aninha"])
    await brain.episodes.forget(doomed.episode_id or "")
    await brain.episodes.replay(later.episode_id or "")
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    assert await held(brain, "Ana", "likes") == ["rice"]  # extracted after the retraction
    assert (await brain.sources.restore("feed")).statements == 1
    assert await held(brain, "Ana", "works_at") == ["Globex"]
    await brain.entities.unmerge(merged.merges[0].entity_id, merged.merges[0].merge_id)
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    assert await held(brain, "Aninha", "works_at") == ["Globex"]


async def test_an_export_carries_trust_and_retractions(memory: Memory, brain: Brain) -> None:
    await poisoned(brain)
    await tell(brain, "2024-04-01", fact("Ana", "works_at", "Acme", action="never"), source="feed")
    await brain.sources.set("feed", trust=0.25)
    gone = await brain.sources.retract("feed")
    copy = memory.brain(f"copy-{uuid4()}")
    await copy.transfer.load([line async for line in brain.transfer.export()])
    assert list(await copy.sources.list()) == list(await brain.sources.list())
    assert await held(copy, "Ana", "works_at") == ["Acme"]
    back = await copy.sources.restore("feed", retraction_id=gone.retraction_id)
    assert (back.statements, back.denied) == (2, 1)
    assert await held(copy, "Ana", "works_at", at="2024-06-01") == ["Globex"]


async def test_trust_bounds_the_confidence_of_later_episodes(brain: Brain) -> None:
    async def told(object_: str, **more: float) -> float:
        await tell(brain, "2024-01-01", fact("Ana", "likes", object_, **more), source="feed")
        return {one.object: one.confidence for one in await brain.facts("Ana", "likes")}[object_]

    assert await told("tea", confidence=0.9) == 0.9
    assert (await brain.sources.set("feed", trust=0.4)).trust == 0.4
    assert await told("rice", confidence=0.9) == 0.4
    assert await told("rain", confidence=0.2) == 0.2
    assert await told("jazz") == 0.4
    assert {one.object: one.confidence for one in await brain.facts("Ana", "likes")}["tea"] == 0.9
    trial = await brain.remember(
        "trial", source="feed", extraction=extraction(fact("Ana", "likes", "snow", confidence=0.9)), dry_run=True
    )
    assert [one.confidence for one in trial.facts_added] == [0.4]
    await brain.sources.set("feed", trust=1)
    assert await told("wind", confidence=0.9) == 0.9


async def test_an_episode_keeps_the_trust_that_its_source_had_when_it_was_stored(brain: Brain) -> None:
    await brain.sources.set("feed", trust=0.4)
    told: SuppliedExtraction = extraction(fact("Ana", "likes", "tea", confidence=0.9))
    stored = await brain.remember("later", source="feed", extraction=told, skip_extraction=True)
    await brain.sources.set("feed", trust=1)
    await brain.episodes.replay(stored.episode_id or "")
    assert [one.confidence for one in await brain.facts("Ana", "likes")] == [0.4]


async def test_the_list_counts_by_source_and_has_pages(brain: Brain) -> None:
    await poisoned(brain)
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    await tell(brain, "2024-01-01", fact("Ana", "likes", "rice"), source="")
    await brain.sources.set("announced", trust=0.5)
    rows = [(one.name, one.trust, one.episodes, one.facts) for one in await brain.sources.list()]
    assert rows == [("announced", 0.5, 0, 0), ("feed", 1.0, 2, 2), ("wiki", 1.0, 1, 1)]
    first = await brain.sources.list(limit=2)
    rest = await brain.sources.list(limit=2, cursor=first.next_cursor)
    assert [one.name for one in (*first, *rest)] == ["announced", "feed", "wiki"]
    assert rest.next_cursor is None


async def test_names_are_taken_as_they_are(brain: Brain) -> None:
    names = ["slack/general", " space ", "Zoë 🙂", "a:retract", "x'); MATCH (n) DETACH DELETE n //", "%2F", "."]
    for n, name in enumerate(names):
        await tell(brain, "2024-01-01", fact("Ana", "likes", f"thing {n}", object_is_entity=False), source=name)
    assert sorted(one.name for one in await brain.sources.list()) == sorted(names)
    for name in names:
        assert (await brain.sources.retract(name)).statements == 1
    assert await held(brain, "Ana", "likes") == []


async def test_what_is_not_there_or_not_usable_is_refused(memory: Memory, brain: Brain) -> None:
    await poisoned(brain)
    other = memory.brain(f"other-{uuid4()}")
    await tell(other, "2024-01-01", fact("Ana", "likes", "tea"), source="other")
    gone = await other.sources.retract("other")
    with pytest.raises(NotFound):
        await brain.sources.retract("other")
    with pytest.raises(NotFound):
        await brain.sources.restore("feed", retraction_id=gone.retraction_id)
    with pytest.raises(NothingToRestore):
        await brain.sources.restore("feed")
    for wrong in ("", "x"):
        with pytest.raises((InvalidInput, NotFound)):
            await brain.sources.retract(wrong)
    for trust in (-0.1, 1.1, float("nan"), True, "1"):
        with pytest.raises(InvalidInput):
            await brain.sources.set("feed", trust=trust)  # type: ignore[arg-type]
    none = await brain.sources.retract("feed", since=datetime.now(UTC) + timedelta(days=1))
    assert (none.statements, none.retraction_id, none.changed) == (0, None, ())
