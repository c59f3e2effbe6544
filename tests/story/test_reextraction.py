"""Episodes are read again: the new reading replaces the old one, and can be taken back (docs/reextraction.md)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem import fault_points
from graphmem.brain import Brain
from graphmem.claims import Extracted, Request
from graphmem.contract.records import SuppliedExtraction
from graphmem.errors import ConflictError, InvalidInput, ModelTimeout, NotFound, NothingToRestore
from graphmem.memory import Memory
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.offline.extractor import OfflineExtractor
from graphmem.testing.scripted import ScriptedExtractor
from graphmem.testing.scripted_server import Reply, ScriptedAnswer, ScriptedServer
from tests.conftest import altered
from tests.story.staging import answer, asking
from tests.story.telling import extraction, fact, held, left_of, only, tell

Script = dict[str, SuppliedExtraction]
FIRST = "I work at Acme and I like tea."
SECOND = "Bruno has moved to Porto."


class Slow(ScriptedExtractor):
    """An extractor during whose first call something else may happen."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.read)
        self.reader = reader

    async def mentions(self, request: Request) -> Extracted:
        meanwhile, self.reader.meanwhile = self.reader.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await super().mentions(request)


class Reader:
    """A brain whose extractor reads from a script that a test changes."""

    def __init__(self, memory: Memory) -> None:
        self.script: Script = {}
        self.meanwhile: Callable[[], Awaitable[None]] | None = None
        self.extractor = Slow(self)
        models = replace(memory.models, extractor=self.extractor)
        self.brain: Brain = altered(memory, models=models).brain(f"again-{uuid4()}")

    def read(self, request: Request) -> SuppliedExtraction:
        return self.script.get(request.content, SuppliedExtraction())

    def reads(self, text: str, *facts: dict[str, Any]) -> None:
        """What it reads in a text from now on."""
        self.script[text] = extraction(*facts)

    async def told(self, text: str, at: str, **options: Any) -> str:
        """The id of a message that is told and read."""
        result = await self.brain.remember(text, occurred_at=at, **options)
        assert result.status == "extracted"
        assert result.episode_id is not None
        return result.episode_id


@pytest.fixture
def reader(memory: Memory) -> Reader:
    return Reader(memory)


async def read_twice(reader: Reader) -> str:
    """A message about a job and tea; from now on it is read as one about the same job and Porto."""
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"))
    episode = await reader.told(FIRST, "2024-05-01")
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "lives_in", "Porto"))
    return episode


async def everything(brain: Brain) -> list[dict[str, Any]]:
    facts = await brain.facts(include_closed=True, limit=1000)
    return sorted((one.model_dump() for one in facts), key=lambda row: str(row["id"]))


async def test_the_new_reading_replaces_the_old_one_and_what_both_say_keeps_its_id(reader: Reader) -> None:
    episode = await read_twice(reader)
    job = await only(reader.brain, "Ana", "works_at")
    report = await reader.brain.reextract(by="Bo", reason="a better model")
    (one,) = report.episodes
    assert (one.episode_id, one.kept, len(one.added), len(one.withdrawn)) == (episode, 1, 1, 1)
    assert "tea" in one.withdrawn[0]
    assert "Porto" in one.added[0]
    assert (report.model_calls, report.cursor) == (1, None)
    assert (await only(reader.brain, "Ana", "works_at")).model_dump() == job.model_dump()
    assert await held(reader.brain, "Ana", "likes") == []
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]
    assert await held(reader.brain, "Ana", "likes", known=job.recorded_at) == ["tea"]
    (noted,) = await reader.brain.reextractions()
    assert (noted.episode_id, noted.by, noted.reason, noted.added, noted.withdrawn) == (
        episode,
        "Bo",
        "a better model",
        1,
        1,
    )
    assert noted.reader == report.reader


async def test_a_sample_shows_what_would_change_and_writes_nothing(reader: Reader) -> None:
    await read_twice(reader)
    before, summary = await everything(reader.brain), await reader.brain.summary()
    shown = await reader.brain.reextract(dry_run=True, limit=1)
    assert shown.episodes[0].reextraction_id is None
    assert await everything(reader.brain) == before
    assert await reader.brain.summary() == summary
    assert len(await reader.brain.reextractions()) == 0
    done = await reader.brain.reextract()
    assert (done.episodes[0].added, done.episodes[0].withdrawn) == (
        shown.episodes[0].added,
        shown.episodes[0].withdrawn,
    )


async def test_a_second_run_asks_no_model_and_an_equal_reading_writes_nothing(reader: Reader) -> None:
    await read_twice(reader)
    await reader.brain.reextract()
    asked, revision = len(reader.extractor.requests), (await reader.brain.summary()).revision
    again = await reader.brain.reextract()
    assert (again.episodes, again.model_calls, len(reader.extractor.requests)) == ((), 0, asked)
    same = await reader.brain.reextract(again=True)
    assert (same.episodes[0].added, same.episodes[0].withdrawn, same.episodes[0].kept) == ((), (), 2)
    assert (await reader.brain.summary()).revision == revision


async def test_it_is_taken_back_at_one_system_time(reader: Reader) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)
    done = (await reader.brain.reextract()).episodes[0]
    assert done.reextraction_id is not None
    shown = await reader.brain.undo_reextraction(done.reextraction_id, dry_run=True)
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]
    back = await reader.brain.undo_reextraction(done.reextraction_id)
    assert (back.statements, back.withdrawn) == (shown.statements, shown.withdrawn) == (1, 1)
    assert await held(reader.brain, "Ana", "likes") == ["tea"]
    assert await held(reader.brain, "Ana", "lives_in") == []
    assert await held(reader.brain, "Ana", "lives_in", known=done.recorded_at) == ["Porto"]
    after = await everything(reader.brain)
    assert [(row["id"], row["object"]) for row in after] == [(row["id"], row["object"]) for row in before]
    with pytest.raises(NothingToRestore):
        await reader.brain.undo_reextraction(done.reextraction_id)
    with pytest.raises(NotFound):
        await reader.brain.undo_reextraction("nothing")


async def test_only_the_latest_of_an_episode_can_be_taken_back_and_then_the_one_before(reader: Reader) -> None:
    await read_twice(reader)
    first = (await reader.brain.reextract()).episodes[0].reextraction_id
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"))
    second = (await reader.brain.reextract(again=True)).episodes[0]
    assert len(second.restored) == 1  # the former statement holds again
    assert await held(reader.brain, "Ana", "likes") == ["tea"]
    assert first is not None
    assert second.reextraction_id is not None
    with pytest.raises(ConflictError, match="later"):
        await reader.brain.undo_reextraction(first)
    await reader.brain.undo_reextraction(second.reextraction_id)
    assert await held(reader.brain, "Ana", "likes") == []
    await reader.brain.undo_reextraction(first)
    assert await held(reader.brain, "Ana", "likes") == ["tea"]
    assert await held(reader.brain, "Ana", "lives_in") == []


async def test_what_a_person_has_corrected_stays_corrected(reader: Reader) -> None:
    await read_twice(reader)
    tea = await only(reader.brain, "Ana", "likes")
    await reader.brain.correct(tea.id, object="coffee")
    reader.reads(FIRST, fact("Ana", "likes", "tea"), fact("Ana", "lives_in", "Porto"))
    await reader.brain.reextract()
    assert await held(reader.brain, "Ana", "likes") == ["coffee"]
    assert await held(reader.brain, "Ana", "works_at") == []
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]


async def test_an_end_that_a_person_has_set_stays(reader: Reader) -> None:
    await read_twice(reader)
    await reader.brain.invalidate((await only(reader.brain, "Ana", "works_at")).id, at="2025-01-01")
    await reader.brain.reextract()
    assert await held(reader.brain, "Ana", "works_at", at="2024-06-01") == ["Acme"]
    assert await held(reader.brain, "Ana", "works_at", at="2025-06-01") == []


async def test_what_another_episode_said_too_stands(reader: Reader) -> None:
    await read_twice(reader)
    await tell(reader.brain, "2024-06-01", fact("Ana", "likes", "tea"))
    await reader.brain.reextract()
    assert await held(reader.brain, "Ana", "likes") == ["tea"]


async def test_what_an_episode_does_not_deny_any_more_holds_again(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "lives_in", "Porto"))
    reader.reads(SECOND, fact("Bruno", "lives_in", "Porto", action="never"))
    episode = await reader.told(SECOND, "2024-02-01")
    assert await held(reader.brain, "Bruno", "lives_in") == []
    reader.reads(SECOND, fact("Bruno", "likes", "chess"))
    done = (await reader.brain.reextract(episode_ids=[episode])).episodes[0]
    assert await held(reader.brain, "Bruno", "lives_in") == ["Porto"]
    assert done.reextraction_id is not None
    await reader.brain.undo_reextraction(done.reextraction_id)
    assert await held(reader.brain, "Bruno", "lives_in") == []


async def test_a_denial_that_both_readings_have_stays(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "lives_in", "Porto"))
    reader.reads(SECOND, fact("Bruno", "lives_in", "Porto", action="never"))
    await reader.told(SECOND, "2024-02-01")
    reader.reads(SECOND, fact("Bruno", "lives_in", "Porto", action="never"), fact("Bruno", "likes", "chess"))
    await reader.brain.reextract()
    assert await held(reader.brain, "Bruno", "lives_in") == []
    assert await held(reader.brain, "Bruno", "likes") == ["chess"]


async def test_what_only_the_new_reading_denies_is_withdrawn(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "lives_in", "Porto"))
    reader.reads(SECOND, fact("Bruno", "likes", "chess"))
    await reader.told(SECOND, "2024-02-01")
    reader.reads(SECOND, fact("Bruno", "likes", "chess"), fact("Bruno", "lives_in", "Porto", action="never"))
    done = (await reader.brain.reextract()).episodes[0]
    assert (done.kept, done.added) == (1, ())
    assert await held(reader.brain, "Bruno", "lives_in") == []
    before = (await reader.brain.summary()).revision
    assert (await reader.brain.reextract(again=True)).episodes[0].reextraction_id is None
    assert (await reader.brain.summary()).revision == before
    assert done.reextraction_id is not None
    await reader.brain.undo_reextraction(done.reextraction_id)
    assert await held(reader.brain, "Bruno", "lives_in") == ["Porto"]


async def test_a_new_reading_that_says_nothing_replaces_nothing(reader: Reader) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)
    reader.reads(FIRST)
    report = await reader.brain.reextract()
    assert (report.episodes, report.model_calls) == ((), 1)
    assert "says nothing" in report.skipped[0].reason
    assert await everything(reader.brain) == before
    assert (await reader.brain.reextract()).model_calls == 0


async def test_without_an_extractor_nothing_is_read(reader: Reader, memory: Memory) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)
    nothing = altered(memory, models=replace(memory.models, extractor=NoneExtractor())).brain(reader.brain.name)
    with pytest.raises(InvalidInput, match="GRAPHMEM_EXTRACTOR"):
        await nothing.reextract()
    with pytest.raises(InvalidInput, match="GRAPHMEM_EXTRACTOR"):
        await nothing.estimate_reextraction()
    assert await everything(reader.brain) == before


@pytest.mark.needs_spacy
async def test_the_rules_read_again_what_a_model_had_read(reader: Reader, memory: Memory) -> None:
    text = "Ana works at Acme."
    reader.reads(text, fact("Ana", "likes", "tea"))
    await reader.told(text, "2024-05-01")
    offline = altered(memory, models=replace(memory.models, extractor=OfflineExtractor())).brain(reader.brain.name)
    report = await offline.reextract()
    assert (report.model_calls, len(report.episodes)) == (0, 1)
    assert await held(reader.brain, "Ana", "works_at") == ["Acme"]
    assert await held(reader.brain, "Ana", "likes") == []
    assert (await offline.reextract()).episodes == ()


async def test_an_end_that_both_readings_have_is_kept(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "works_at", "Acme", valid_from="2020-01-01"))
    reader.reads(SECOND, fact("Bruno", "works_at", "Acme", action="ends"))
    await reader.told(SECOND, "2024-02-01")
    done = (await reader.brain.reextract()).episodes[0]
    assert (done.kept, done.added, done.withdrawn) == (1, (), ())
    reader.reads(SECOND, fact("Bruno", "works_at", "Acme", action="ends"), fact("Bruno", "likes", "chess"))
    done = (await reader.brain.reextract(again=True)).episodes[0]
    assert (done.kept, len(done.added), done.withdrawn) == (1, 1, ())
    assert await held(reader.brain, "Bruno", "works_at", at="2024-03-01") == []


async def test_facts_that_rest_on_what_is_withdrawn_fall_and_return(reader: Reader) -> None:
    await read_twice(reader)
    tea = await only(reader.brain, "Ana", "likes")
    await reader.brain.add_fact(subject="Ana", relation="owns", object="kettle", evidence_ids=[tea.id])
    done = (await reader.brain.reextract()).episodes[0]
    assert await held(reader.brain, "Ana", "owns") == []
    assert done.reextraction_id is not None
    await reader.brain.undo_reextraction(done.reextraction_id)
    assert await held(reader.brain, "Ana", "owns") == ["kettle"]


async def test_an_episode_whose_extraction_was_supplied_is_left_out(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "likes", "tea"))
    report = await reader.brain.reextract()
    assert (report.episodes, report.model_calls) == ((), 0)
    assert "supplied" in report.skipped[0].reason
    assert await held(reader.brain, "Bruno", "likes") == ["tea"]


async def test_an_episode_of_a_retracted_source_is_not_read(reader: Reader) -> None:
    reader.reads(FIRST, fact("Ana", "likes", "tea"))
    await reader.told(FIRST, "2024-05-01", source="feed")
    await reader.brain.retract_source("feed")
    assert (await reader.brain.reextract()).model_calls == 0
    assert await held(reader.brain, "Ana", "likes") == []


async def test_a_model_that_fails_changes_nothing_and_the_next_run_reads_it(reader: Reader, memory: Memory) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)

    def fails(_: Request) -> SuppliedExtraction:
        raise ModelTimeout("no answer")

    failing = replace(memory.models, extractor=ScriptedExtractor(fails))
    report = await altered(memory, models=failing).brain(reader.brain.name).reextract()
    assert "no answer" in report.failed[0].reason
    assert await everything(reader.brain) == before
    assert len((await reader.brain.reextract()).episodes) == 1


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
            await reader.brain.reextract()
    finally:
        fault_points.install(None)
    assert await everything(reader.brain) == before
    assert len((await reader.brain.reextract()).episodes) == 1


async def test_the_filters_choose_episodes_and_a_run_goes_on_by_its_cursor(reader: Reader) -> None:
    for n in range(4):
        reader.reads(f"turn {n}", fact("Ana", "likes", f"thing {n}"))
        await reader.told(f"turn {n}", f"2024-0{n + 1}-01", session_id=f"s{n % 2}", source=f"feed{n}", tags=[f"t{n}"])

    async def read(**chosen: Any) -> int:
        return (await reader.brain.estimate_reextraction(**chosen)).episodes

    assert [await read(), await read(session_id="s1"), await read(source="feed2"), await read(tags=["t3"])] == [
        4,
        2,
        1,
        1,
    ]
    assert [await read(since="2024-02-01"), await read(until="2024-02-01"), await read(episode_ids=[])] == [3, 1, 0]
    first = await reader.brain.reextract(limit=3)
    assert len(first.episodes) == 3
    rest = await reader.brain.reextract(limit=3, cursor=first.cursor)
    assert (len(rest.episodes), rest.cursor) == (1, None)
    assert await read() == 0
    assert await read(again=True) == 4


async def test_an_estimate_asks_no_model(reader: Reader) -> None:
    await read_twice(reader)
    asked = len(reader.extractor.requests)
    found = await reader.brain.estimate_reextraction()
    assert (found.episodes, found.model_calls, len(reader.extractor.requests)) == (1, 1, asked)
    assert found.tokens > 0


async def test_nothing_of_a_forgotten_episode_is_left_though_it_was_read_again(reader: Reader) -> None:
    episode = await read_twice(reader)
    await reader.brain.reextract()
    await reader.brain.forget_episode(episode)
    assert await left_of(reader.brain, "tea") == []
    assert await left_of(reader.brain, "Porto") == []
    assert len(await reader.brain.reextractions()) == 0


async def test_an_export_carries_it_and_it_can_be_taken_back_in_the_other_brain(reader: Reader, memory: Memory) -> None:
    await read_twice(reader)
    done = (await reader.brain.reextract()).episodes[0]
    other = memory.brain(f"again-{uuid4()}")
    await other.load_export([line async for line in reader.brain.export()])
    assert done.reextraction_id is not None
    await other.undo_reextraction(done.reextraction_id)
    assert await held(other, "Ana", "likes") == ["tea"]
    assert await held(other, "Ana", "lives_in") == []


async def test_it_is_found_by_its_new_sentences_and_not_by_the_old_ones(reader: Reader) -> None:
    await read_twice(reader)
    await reader.brain.reextract()
    text = "MATCH (ep:Episode {brain: $brain}) RETURN ep.searchText AS text"
    rows, _, _ = await reader.brain.engine.store.driver.execute_query(text, brain=reader.brain.name)
    assert "Porto" in rows[0]["text"]
    assert "likes tea" not in rows[0]["text"].replace(FIRST, "")


async def test_what_was_forgotten_of_an_episode_does_not_come_back(reader: Reader) -> None:
    episode = await read_twice(reader)
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"), fact("Ana", "lives_in", "Porto"))
    await reader.brain.forget_fact((await only(reader.brain, "Ana", "likes")).id)
    asked = len(reader.extractor.requests)
    report = await reader.brain.reextract(episode_ids=[episode])
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
            await reader.brain.forget_fact(tea.id)
        elif what == "episode":
            await reader.brain.forget_episode(episode)
        else:
            await reader.brain.retract_source("feed")

    reader.meanwhile = meanwhile
    report = await reader.brain.reextract()
    assert (report.episodes, report.model_calls) == ((), 1)
    assert reason in report.skipped[0].reason
    assert await held(reader.brain, "Ana", "likes") == []
    assert await held(reader.brain, "Ana", "lives_in") == []
    assert len(await reader.brain.reextractions()) == 0


async def test_a_retracted_source_stays_away_when_a_new_extraction_is_taken_back(reader: Reader) -> None:
    reader.reads(FIRST, fact("Ana", "likes", "tea"))
    await reader.told(FIRST, "2024-05-01", source="feed")
    reader.reads(FIRST, fact("Ana", "likes", "coffee"))
    id_ = (await reader.brain.reextract()).episodes[0].reextraction_id
    assert id_ is not None
    await reader.brain.retract_source("feed")
    assert await held(reader.brain, "Ana", "likes") == []
    with pytest.raises(ConflictError, match="retracted"):
        await reader.brain.undo_reextraction(id_)
    assert await held(reader.brain, "Ana", "likes") == []
    await reader.brain.restore_source("feed")
    assert await held(reader.brain, "Ana", "likes") == ["coffee"]
    await reader.brain.undo_reextraction(id_)
    assert await held(reader.brain, "Ana", "likes") == ["tea"]


async def test_a_policy_about_personal_data_holds_for_episodes_from_before_it(reader: Reader) -> None:
    text = "My mail is ana@example.com and I like tea."
    reader.reads(text, fact("Ana", "likes", "tea"))
    await reader.told(text, "2024-05-01")
    await read_twice(reader)
    await reader.brain.configure(pii="redact")
    asked = len(reader.extractor.requests)
    report = await reader.brain.reextract()
    assert len(report.episodes) == len(reader.extractor.requests) - asked == 1
    assert "personal data" in report.skipped[0].reason
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]


async def test_a_reading_that_only_denies_leaves_no_old_sentence_in_what_it_is_found_by(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    reader.reads(SECOND, fact("Ana", "likes", "tea"))
    await reader.told(SECOND, "2024-02-01")
    reader.reads(SECOND, fact("Ana", "works_at", "Acme", action="never"))
    await reader.brain.reextract()
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
    before = (await reader.brain.changes(limit=1000)).cursor
    done = (await reader.brain.reextract()).episodes[0]
    between = await reader.brain.changes(since=before)
    assert {one.kind for one in between.changes} == {"entity.added", "fact.added", "fact.withdrawn"}
    assert done.reextraction_id is not None
    await reader.brain.undo_reextraction(done.reextraction_id)
    after = await reader.brain.changes(since=between.cursor)
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
            report = await asked.reextract()
            assert report.episodes == ()
            assert [*report.failed, *report.skipped]
            assert await everything(asked) == before
            said.append(answer(fact("Ana", "likes", "coffee"), entities=[("Ana", "person")]))
            assert len((await asked.reextract(again=True)).episodes) == 1
            assert await held(asked, "Ana", "likes") == ["coffee"]
