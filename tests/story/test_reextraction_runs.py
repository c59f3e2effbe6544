"""Which episodes are read again, and what fails, stops or forgets in between (docs/reextraction.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem import fault_points
from graphmem.brain import Brain
from graphmem.claims import Request
from graphmem.memory import Memory
from graphmem.testing.scripted import ScriptedExtractor
from graphmem.testing.scripted_server import Reply, ScriptedAnswer, ScriptedServer
from graphmem_contract.errors import ConflictError, ModelTimeout
from graphmem_contract.records import SuppliedExtraction
from tests.conftest import altered
from tests.story.reading_again import FIRST, SECOND, Reader, everything, read_twice
from tests.story.staging import answer, asking
from tests.story.telling import fact, held, left_of, only, tell


@pytest.fixture
def reader(memory: Memory) -> Reader:
    return Reader(memory)


async def test_an_episode_whose_extraction_was_supplied_is_left_out(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "likes", "tea"))
    report = await reader.brain.reextraction.run()
    assert (report.episodes, report.model_calls) == ((), 0)
    assert "supplied" in report.skipped[0].reason
    assert await held(reader.brain, "Bruno", "likes") == ["tea"]


async def test_an_episode_of_a_retracted_source_is_not_read(reader: Reader) -> None:
    reader.reads(FIRST, fact("Ana", "likes", "tea"))
    await reader.told(FIRST, "2024-05-01", source="feed")
    await reader.brain.sources.retract("feed")
    assert (await reader.brain.reextraction.run()).model_calls == 0
    assert await held(reader.brain, "Ana", "likes") == []


async def test_a_model_that_fails_changes_nothing_and_the_next_run_reads_it(reader: Reader, memory: Memory) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)

    def fails(_: Request) -> SuppliedExtraction:
        raise ModelTimeout("no answer")

    failing = replace(memory.models, extractor=ScriptedExtractor(fails))
    report = await altered(memory, models=failing).brain(reader.brain.name).reextraction.run()
    assert "no answer" in report.failed[0].reason
    assert await everything(reader.brain) == before
    assert len((await reader.brain.reextraction.run()).episodes) == 1


class _Stopped(Exception):
    pass


class _StopsAtTheEnd:
    """Stops the process at the last point inside the transaction."""

    async def reached(self, point: str) -> None:
        if point == "upkeep_written":
            raise _Stopped

    def before_commit(self, transaction: object) -> None:
        pass


async def test_an_interrupted_replacement_leaves_nothing_half_written(reader: Reader) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)
    fault_points.install(_StopsAtTheEnd())
    try:
        with pytest.raises(_Stopped):
            await reader.brain.reextraction.run()
    finally:
        fault_points.install(None)
    assert await everything(reader.brain) == before
    assert len((await reader.brain.reextraction.run()).episodes) == 1


async def test_the_filters_choose_episodes_and_a_run_goes_on_by_its_cursor(reader: Reader) -> None:
    for n in range(4):
        reader.reads(f"turn {n}", fact("Ana", "likes", f"thing {n}"))
        await reader.told(f"turn {n}", f"2024-0{n + 1}-01", session_id=f"s{n % 2}", source=f"feed{n}", tags=[f"t{n}"])

    async def read(**chosen: Any) -> int:
        return (await reader.brain.reextraction.estimate(**chosen)).episodes

    assert [await read(), await read(session_id="s1"), await read(source="feed2"), await read(tags=["t3"])] == [
        4,
        2,
        1,
        1,
    ]
    assert [await read(since="2024-02-01"), await read(until="2024-02-01"), await read(episode_ids=[])] == [3, 1, 0]
    first = await reader.brain.reextraction.run(limit=3)
    assert len(first.episodes) == 3
    rest = await reader.brain.reextraction.run(limit=3, cursor=first.cursor)
    assert (len(rest.episodes), rest.cursor) == (1, None)
    assert await read() == 0
    assert await read(again=True) == 4


async def test_an_estimate_asks_no_model(reader: Reader) -> None:
    await read_twice(reader)
    asked = len(reader.extractor.requests)
    found = await reader.brain.reextraction.estimate()
    assert (found.episodes, found.model_calls, len(reader.extractor.requests)) == (1, 1, asked)
    assert found.tokens > 0


async def test_nothing_of_a_forgotten_episode_is_left_though_it_was_read_again(reader: Reader) -> None:
    episode = await read_twice(reader)
    await reader.brain.reextraction.run()
    await reader.brain.episodes.forget(episode)
    assert await left_of(reader.brain, "tea") == []
    assert await left_of(reader.brain, "Porto") == []
    assert len(await reader.brain.reextraction.list()) == 0


async def test_an_export_carries_it_and_it_can_be_taken_back_in_the_other_brain(reader: Reader, memory: Memory) -> None:
    await read_twice(reader)
    done = (await reader.brain.reextraction.run()).episodes[0]
    other = memory.brain(f"again-{uuid4()}")
    await other.transfer.load([line async for line in reader.brain.transfer.export()])
    assert done.reextraction_id is not None
    await other.reextraction.undo(done.reextraction_id)
    assert await held(other, "Ana", "likes") == ["tea"]
    assert await held(other, "Ana", "lives_in") == []


async def test_it_is_found_by_its_new_sentences_and_not_by_the_old_ones(reader: Reader) -> None:
    await read_twice(reader)
    await reader.brain.reextraction.run()
    text = "MATCH (ep:Episode {brain: $brain}) RETURN ep.searchText AS text"
    rows, _, _ = await reader.brain.engine.store.driver.execute_query(text, brain=reader.brain.name)
    assert "Porto" in rows[0]["text"]
    assert "likes tea" not in rows[0]["text"].replace(FIRST, "")


async def test_what_was_forgotten_of_an_episode_does_not_come_back(reader: Reader) -> None:
    episode = await read_twice(reader)
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"), fact("Ana", "lives_in", "Porto"))
    await reader.brain.forget((await only(reader.brain, "Ana", "likes")).id)
    asked = len(reader.extractor.requests)
    report = await reader.brain.reextraction.run(episode_ids=[episode])
    assert (report.episodes, report.model_calls, len(reader.extractor.requests)) == ((), 0, asked)
    assert "forgotten" in report.skipped[0].reason
    assert await held(reader.brain, "Ana", "likes") == []
    assert await left_of(reader.brain, "likes tea") == []


@pytest.mark.parametrize(("what", "reason"), [("fact", "forgotten"), ("episode", "forgotten"), ("source", "retracted")])
async def test_what_is_forgotten_or_retracted_while_the_model_reads_stays_away(
    reader: Reader, what: str, reason: str
) -> None:
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"))
    episode = await reader.told(FIRST, "2024-05-01", source="feed")
    tea = await only(reader.brain, "Ana", "likes")
    reader.reads(FIRST, fact("Ana", "likes", "tea"), fact("Ana", "lives_in", "Porto"))

    async def meanwhile() -> None:
        if what == "fact":
            await reader.brain.forget(tea.id)
        elif what == "episode":
            await reader.brain.episodes.forget(episode)
        else:
            await reader.brain.sources.retract("feed")

    reader.meanwhile = meanwhile
    report = await reader.brain.reextraction.run()
    assert (report.episodes, report.model_calls) == ((), 1)
    assert reason in report.skipped[0].reason
    assert await held(reader.brain, "Ana", "likes") == []
    assert await held(reader.brain, "Ana", "lives_in") == []
    assert len(await reader.brain.reextraction.list()) == 0


async def test_a_retracted_source_stays_away_when_a_new_extraction_is_taken_back(reader: Reader) -> None:
    reader.reads(FIRST, fact("Ana", "likes", "tea"))
    await reader.told(FIRST, "2024-05-01", source="feed")
    reader.reads(FIRST, fact("Ana", "likes", "coffee"))
    id_ = (await reader.brain.reextraction.run()).episodes[0].reextraction_id
    assert id_ is not None
    await reader.brain.sources.retract("feed")
    assert await held(reader.brain, "Ana", "likes") == []
    with pytest.raises(ConflictError, match="retracted"):
        await reader.brain.reextraction.undo(id_)
    assert await held(reader.brain, "Ana", "likes") == []
    await reader.brain.sources.restore("feed")
    assert await held(reader.brain, "Ana", "likes") == ["coffee"]
    await reader.brain.reextraction.undo(id_)
    assert await held(reader.brain, "Ana", "likes") == ["tea"]


async def test_a_policy_about_personal_data_holds_for_episodes_from_before_it(reader: Reader) -> None:
    text = "My mail is ana@example.com and I like tea."
    reader.reads(text, fact("Ana", "likes", "tea"))
    await reader.told(text, "2024-05-01")
    await read_twice(reader)
    await reader.brain.configure(pii="redact")
    asked = len(reader.extractor.requests)
    report = await reader.brain.reextraction.run()
    assert len(report.episodes) == len(reader.extractor.requests) - asked == 1
    assert "personal data" in report.skipped[0].reason
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]


async def test_a_reading_that_only_denies_leaves_no_old_sentence_in_what_it_is_found_by(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    reader.reads(SECOND, fact("Ana", "likes", "tea"))
    await reader.told(SECOND, "2024-02-01")
    reader.reads(SECOND, fact("Ana", "works_at", "Acme", action="never"))
    await reader.brain.reextraction.run()
    assert await held(reader.brain, "Ana", "likes") == []
    assert await held(reader.brain, "Ana", "works_at") == []
    text = (
        "MATCH (ep:Episode {brain: $brain, content: $said}) RETURN ep.searchText AS text, ep.embedding IS NULL AS bare"
    )
    rows, _, _ = await reader.brain.engine.store.driver.execute_query(text, brain=reader.brain.name, said=SECOND)
    assert "tea" not in rows[0]["text"]
    assert not rows[0]["bare"]


async def test_the_feed_tells_what_a_new_extraction_changed(reader: Reader) -> None:
    await read_twice(reader)
    before = (await reader.brain.feed.changes(limit=1000)).cursor
    done = (await reader.brain.reextraction.run()).episodes[0]
    between = await reader.brain.feed.changes(since=before)
    assert {one.kind for one in between.changes} == {"entity.added", "fact.added", "fact.withdrawn"}
    assert done.reextraction_id is not None
    await reader.brain.reextraction.undo(done.reextraction_id)
    after = await reader.brain.feed.changes(since=between.cursor)
    assert {one.kind for one in after.changes} == {"fact.restored", "fact.withdrawn"}


@pytest.mark.parametrize(
    "bad", [Reply(drop=True), Reply("out of order", status=500), "no JSON at all", Reply(raw=b"\x00\xff<html>"), "{}"]
)
async def test_a_model_that_talks_nonsense_changes_nothing(brain: Brain, bad: ScriptedAnswer) -> None:
    said: list[ScriptedAnswer] = [answer(fact("Ana", "likes", "tea"), entities=[("Ana", "person")])]
    with ScriptedServer(lambda _: said[-1]) as server:
        async with asking(brain, server, queue_attempts=1) as asked:
            await asked.remember("Ana likes tea.", occurred_at="2024-05-01")
            before = await everything(asked)
            assert before
            said.append(bad)
            report = await asked.reextraction.run()
            assert report.episodes == ()
            assert [*report.failed, *report.skipped]
            assert await everything(asked) == before
            said.append(answer(fact("Ana", "likes", "coffee"), entities=[("Ana", "person")]))
            assert len((await asked.reextraction.run(again=True)).episodes) == 1
            assert await held(asked, "Ana", "likes") == ["coffee"]
