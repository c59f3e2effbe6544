"""The changes feed: every commit is told once, in order, by ids (docs/changes.md)."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.feed.changes import prune_changes
from graphmem.memory import Memory
from graphmem_contract.errors import Gone, InvalidInput, NotFound
from graphmem_contract.feed import ChangeEvent
from tests.story.telling import fact, only, tell


async def news(brain: Brain, since: str) -> dict[str, set[str]]:
    """What happened behind a cursor: ids by kind."""
    found: dict[str, set[str]] = {}
    for event in (await brain.feed.changes(since=since, limit=1000)).changes:
        found.setdefault(event.kind, set()).update(event.ids)
    return found


async def here(brain: Brain) -> str:
    return (await brain.feed.changes(since="latest")).cursor


async def test_every_way_to_change_a_brain_is_told(brain: Brain) -> None:
    told = await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="feed")
    (first,) = await brain.facts("Ana", "works_at")
    events = (await brain.feed.changes()).changes
    assert {event.kind: set(event.ids) for event in events} == {
        "entity.added": {first.subject_id, first.object_id},
        "fact.added": {first.id},
    }
    assert {(e.revision, e.recorded_at) for e in events} == {(told.revision, told.recorded_at)}

    at = await here(brain)
    await tell(brain, "2024-02-01", fact("Ana", "works_at", "Globex"))
    second = await only(brain, "Ana", "works_at", object="Globex")
    assert await news(brain, at) == {
        "entity.added": {second.object_id}, "fact.added": {second.id}, "fact.ended": {first.id},
    }  # fmt: skip

    at = await here(brain)
    await brain.invalidate(second.id, at="2024-05-01")
    assert await news(brain, at) == {"fact.ended": {second.id}}
    at = await here(brain)
    await brain.restore(second.id)
    assert await news(brain, at) == {"fact.restored": {second.id}}
    at = await here(brain)
    await brain.invalidate(second.id, kind="corrected")
    assert await news(brain, at) == {"fact.withdrawn": {second.id}, "fact.restored": {first.id}}
    at = await here(brain)
    await brain.restore(second.id)
    assert await news(brain, at) == {"fact.restored": {second.id}, "fact.ended": {first.id}}

    at = await here(brain)
    gone = await brain.sources.retract("feed")
    told_of = {"fact.withdrawn": {first.id}, "source.retracted": {gone.retraction_id}}
    assert await news(brain, at) == {**told_of, "fact.changed": {second.id}}  # it supersedes nothing any more
    at = await here(brain)
    await brain.sources.restore("feed")
    told_of = {"fact.restored": {first.id}, "source.restored": {gone.retraction_id}}
    assert await news(brain, at) == {**told_of, "fact.changed": {second.id}}

    at = await here(brain)
    made = await brain.entities.add(name="Nana", type="person")
    assert await news(brain, at) == {"entity.added": {made.id}}
    at = await here(brain)
    await brain.entities.change(made.id, summary="a neighbour")
    assert await news(brain, at) == {"entity.changed": {made.id}}
    at = await here(brain)
    merged = await brain.entities.merge(into=first.subject_id, from_=[made.id])
    assert await news(brain, at) == {"entity.merged": {first.subject_id, made.id}}
    at = await here(brain)
    await brain.entities.unmerge(made.id, merged.merges[0].merge_id)
    assert await news(brain, at) == {"entity.unmerged": {first.subject_id, made.id}}

    at = await here(brain)
    await brain.episodes.forget(told.episode_id or "")
    found = await news(brain, at)
    assert (found["episode.forgotten"], found["fact.forgotten"]) == ({told.episode_id}, {first.id})


async def test_nothing_is_told_of_what_changes_nothing(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    at = await here(brain)
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    await brain.remember("only stored", skip_extraction=True)
    await brain.invalidate((await brain.facts("Ana", "works_at"))[0].id, dry_run=True)
    assert await news(brain, at) == {}


async def test_an_import_and_a_load_are_told(memory: Memory, brain: Brain) -> None:
    report = await brain.transfer.import_facts(
        [{"subject": f"P{n}", "relation": "likes", "object": "tea", "object_is_entity": False} for n in range(50)]
    )
    added = [event for event in (await brain.feed.changes()).changes if event.kind == "fact.added"]
    assert {id_ for event in added for id_ in event.ids} == {line.id for line in report.lines}
    copy = memory.brain(f"copy-{uuid4()}")
    await copy.transfer.load([line async for line in brain.transfer.export()])
    (event,) = (await copy.feed.changes()).changes
    assert (event.kind, event.ids) == ("brain.loaded", (copy.name,))
    await copy.add_fact(subject="Ana", relation="likes", object="rice")
    assert [one.kind for one in (await copy.feed.changes(since=event.cursor)).changes] == ["entity.added", "fact.added"]


async def test_a_procedure_in_neo4j_browser_is_told(memory: Memory, brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    one, at = await only(brain, "Ana", "works_at"), await here(brain)
    driver = memory.store.driver
    rows, _, _ = await driver.execute_query("SHOW PROCEDURES YIELD name WHERE name = 'graphmem.invalidate' RETURN name")
    if not rows:
        pytest.skip("the server has no graphmem procedures")
    await driver.execute_query("CALL graphmem.invalidate($brain, $fact)", brain=brain.name, fact=one.id)
    assert await news(brain, at) == {"fact.ended": {one.id}}


async def test_pages_have_every_event_once(brain: Brain) -> None:
    for n in range(5):
        await tell(brain, "2024-01-01", fact("Ana", "likes", f"thing {n}"))
    whole, pages, cursor = (await brain.feed.changes(limit=1000)).changes, list[ChangeEvent](), None
    while batch := await brain.feed.changes(since=cursor, limit=3):
        pages += batch.changes
        cursor = batch.cursor
        if not batch.changes:
            break
    assert pages == list(whole)
    assert len({event.id for event in pages}) == len(pages) > 5
    for event in pages:
        rest = (await brain.feed.changes(since=event.cursor, limit=1000)).changes
        assert rest == whole[pages.index(event) + 1 :]


async def test_eight_writers_and_a_reader_that_stops_and_goes_on(memory: Memory, brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    start, seen = await here(brain), list[ChangeEvent]()

    async def write(n: int) -> None:
        for i in range(6):
            await tell(brain, "2024-01-01", fact(f"Writer {n}", "likes", f"thing {n} {i}", object_is_entity=False))

    async def read(until: asyncio.Event) -> None:
        cursor = start
        while True:
            done = until.is_set()
            reader = Brain(memory.engine, brain.name)  # nothing of the last one is left
            for event in (await reader.feed.changes(since=cursor, limit=3)).changes:
                seen.append(event)
                cursor = event.cursor
            if done and not (await reader.feed.changes(since=cursor)).changes:
                return

    written = asyncio.Event()
    reading = asyncio.create_task(read(written))
    await asyncio.gather(*(write(n) for n in range(8)))
    written.set()
    await reading
    assert [event.revision for event in seen] == sorted(event.revision for event in seen)
    ids = [id_ for event in seen if event.kind == "fact.added" for id_ in event.ids]
    facts = {one.id for one in await brain.facts(limit=1000) if one.subject.startswith("Writer")}
    assert len(facts) == 48
    assert sorted(ids) == sorted(facts)


async def test_a_reader_waits_for_the_next_event(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    at = await here(brain)
    assert (await brain.feed.changes(since=at, wait=0.1)).changes == ()
    waiting = asyncio.create_task(brain.feed.changes(since=at, wait=60))
    await asyncio.sleep(0.1)
    await tell(brain, "2024-01-01", fact("Ana", "likes", "rice"))
    assert [event.kind for event in (await waiting).changes] == ["entity.added", "fact.added"]


async def test_following_goes_on_for_ever(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    kinds: list[str] = []
    async for event in brain.feed.follow():
        kinds.append(event.kind)
        if len(kinds) == 2:
            await tell(brain, "2024-01-01", fact("Ana", "likes", "rice"))
        if len(kinds) == 4:
            break
    assert kinds == ["entity.added", "fact.added"] * 2


async def test_old_events_are_removed_and_a_reader_that_missed_them_is_told(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    old = (await brain.feed.changes(limit=1)).cursor
    end = await here(brain)
    assert await prune_changes(brain.engine.store, days=1, brain=brain.name) == 0
    assert await prune_changes(brain.engine.store, days=0, brain=brain.name) == 1
    with pytest.raises(Gone):
        await brain.feed.changes(since=old)
    assert (await brain.feed.changes(since=end)).changes == ()
    assert (await brain.feed.changes()).changes == ()
    await tell(brain, "2024-01-01", fact("Ana", "likes", "rice"))
    assert [e.kind for e in (await brain.feed.changes(since=end)).changes] == ["entity.added", "fact.added"]


async def test_a_cursor_of_a_forgotten_brain_is_gone(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    at = await here(brain)
    await brain.delete()
    with pytest.raises(NotFound):
        await brain.feed.changes(since=at)
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    with pytest.raises(Gone):
        await brain.feed.changes(since=at)


@pytest.mark.parametrize("since", ["x", "W10", "WzEsMiwzXQ", "WyJhIiwiYiIsImMiXQ", "é"])
async def test_what_is_no_cursor_is_refused(brain: Brain, since: str) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    with pytest.raises(InvalidInput):
        await brain.feed.changes(since=since)


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 1001}, {"wait": -1}, {"wait": 61}, {"wait": float("nan")}])
async def test_wrong_arguments_are_refused(brain: Brain, wrong: dict[str, float]) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    with pytest.raises(InvalidInput):
        await brain.feed.changes(**wrong)  # type: ignore[arg-type]


async def test_no_text_is_in_an_event(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana Quixote", "likes", "Dulcinea", text="Ana Quixote likes Dulcinea."))
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (c:Change {brain: $brain}) RETURN properties(c) AS event", brain=brain.name
    )
    assert rows
    assert all("uixote" not in str(row["event"]) and "ulcinea" not in str(row["event"]) for row in rows)


def test_the_clock_of_an_event_is_in_utc() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    event = ChangeEvent(id="1-fact.added", revision=1, recorded_at=at, kind="fact.added", ids=("a",), cursor="c")
    assert '"recorded_at":"2026-01-01T00:00:00Z"' in event.model_dump_json()
