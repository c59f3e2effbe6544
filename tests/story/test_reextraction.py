"""Episodes are read again: the new reading replaces the old one, and can be taken back (docs/reextraction.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.memory import Memory
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.errors import ConflictError, InvalidInput, NotFound, NothingToRestore
from graphmem_offline.extractor import OfflineExtractor
from tests.conftest import altered
from tests.story.reading_again import FIRST, SECOND, Reader, everything, read_twice
from tests.story.telling import fact, held, only, tell


@pytest.fixture
def reader(memory: Memory) -> Reader:
    return Reader(memory)


async def test_the_new_reading_replaces_the_old_one_and_what_both_say_keeps_its_id(reader: Reader) -> None:
    episode = await read_twice(reader)
    job = await only(reader.brain, "Ana", "works_at")
    report = await reader.brain.reextraction.run(by="Bo", reason="a better model")
    (one,) = report.episodes
    assert (one.episode_id, one.kept, len(one.added), len(one.withdrawn)) == (episode, 1, 1, 1)
    assert "tea" in one.withdrawn[0]
    assert "Porto" in one.added[0]
    assert (report.model_calls, report.cursor) == (1, None)
    assert (await only(reader.brain, "Ana", "works_at")).model_dump() == job.model_dump()
    assert await held(reader.brain, "Ana", "likes") == []
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]
    assert await held(reader.brain, "Ana", "likes", known=job.recorded_at) == ["tea"]
    (noted,) = await reader.brain.reextraction.list()
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
    before, summary = await everything(reader.brain), await reader.brain.overview.summary()
    shown = await reader.brain.reextraction.run(dry_run=True, limit=1)
    assert shown.episodes[0].reextraction_id is None
    assert await everything(reader.brain) == before
    assert await reader.brain.overview.summary() == summary
    assert len(await reader.brain.reextraction.list()) == 0
    done = await reader.brain.reextraction.run()
    assert (done.episodes[0].added, done.episodes[0].withdrawn) == (
        shown.episodes[0].added,
        shown.episodes[0].withdrawn,
    )


async def test_a_second_run_asks_no_model_and_an_equal_reading_writes_nothing(reader: Reader) -> None:
    await read_twice(reader)
    await reader.brain.reextraction.run()
    asked, revision = len(reader.extractor.requests), (await reader.brain.overview.summary()).revision
    again = await reader.brain.reextraction.run()
    assert (again.episodes, again.model_calls, len(reader.extractor.requests)) == ((), 0, asked)
    same = await reader.brain.reextraction.run(again=True)
    assert (same.episodes[0].added, same.episodes[0].withdrawn, same.episodes[0].kept) == ((), (), 2)
    assert (await reader.brain.overview.summary()).revision == revision


async def test_it_is_taken_back_at_one_system_time(reader: Reader) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)
    done = (await reader.brain.reextraction.run()).episodes[0]
    assert done.reextraction_id is not None
    shown = await reader.brain.reextraction.undo(done.reextraction_id, dry_run=True)
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]
    back = await reader.brain.reextraction.undo(done.reextraction_id)
    assert (back.statements, back.withdrawn) == (shown.statements, shown.withdrawn) == (1, 1)
    assert await held(reader.brain, "Ana", "likes") == ["tea"]
    assert await held(reader.brain, "Ana", "lives_in") == []
    assert await held(reader.brain, "Ana", "lives_in", known=done.recorded_at) == ["Porto"]
    after = await everything(reader.brain)
    assert [(row["id"], row["object"]) for row in after] == [(row["id"], row["object"]) for row in before]
    with pytest.raises(NothingToRestore):
        await reader.brain.reextraction.undo(done.reextraction_id)
    with pytest.raises(NotFound):
        await reader.brain.reextraction.undo("nothing")


async def test_only_the_latest_of_an_episode_can_be_taken_back_and_then_the_one_before(reader: Reader) -> None:
    await read_twice(reader)
    first = (await reader.brain.reextraction.run()).episodes[0].reextraction_id
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"))
    second = (await reader.brain.reextraction.run(again=True)).episodes[0]
    assert len(second.restored) == 1  # the former statement holds again
    assert await held(reader.brain, "Ana", "likes") == ["tea"]
    assert first is not None
    assert second.reextraction_id is not None
    with pytest.raises(ConflictError, match="later"):
        await reader.brain.reextraction.undo(first)
    await reader.brain.reextraction.undo(second.reextraction_id)
    assert await held(reader.brain, "Ana", "likes") == []
    await reader.brain.reextraction.undo(first)
    assert await held(reader.brain, "Ana", "likes") == ["tea"]
    assert await held(reader.brain, "Ana", "lives_in") == []


async def test_what_a_person_has_corrected_stays_corrected(reader: Reader) -> None:
    await read_twice(reader)
    tea = await only(reader.brain, "Ana", "likes")
    await reader.brain.correct(tea.id, object="coffee")
    reader.reads(FIRST, fact("Ana", "likes", "tea"), fact("Ana", "lives_in", "Porto"))
    await reader.brain.reextraction.run()
    assert await held(reader.brain, "Ana", "likes") == ["coffee"]
    assert await held(reader.brain, "Ana", "works_at") == []
    assert await held(reader.brain, "Ana", "lives_in") == ["Porto"]


async def test_an_end_that_a_person_has_set_stays(reader: Reader) -> None:
    await read_twice(reader)
    await reader.brain.invalidate((await only(reader.brain, "Ana", "works_at")).id, at="2025-01-01")
    await reader.brain.reextraction.run()
    assert await held(reader.brain, "Ana", "works_at", at="2024-06-01") == ["Acme"]
    assert await held(reader.brain, "Ana", "works_at", at="2025-06-01") == []


async def test_what_another_episode_said_too_stands(reader: Reader) -> None:
    await read_twice(reader)
    await tell(reader.brain, "2024-06-01", fact("Ana", "likes", "tea"))
    await reader.brain.reextraction.run()
    assert await held(reader.brain, "Ana", "likes") == ["tea"]


async def test_what_an_episode_does_not_deny_any_more_holds_again(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "lives_in", "Porto"))
    reader.reads(SECOND, fact("Bruno", "lives_in", "Porto", action="never"))
    episode = await reader.told(SECOND, "2024-02-01")
    assert await held(reader.brain, "Bruno", "lives_in") == []
    reader.reads(SECOND, fact("Bruno", "likes", "chess"))
    done = (await reader.brain.reextraction.run(episode_ids=[episode])).episodes[0]
    assert await held(reader.brain, "Bruno", "lives_in") == ["Porto"]
    assert done.reextraction_id is not None
    await reader.brain.reextraction.undo(done.reextraction_id)
    assert await held(reader.brain, "Bruno", "lives_in") == []


async def test_a_denial_that_both_readings_have_stays(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "lives_in", "Porto"))
    reader.reads(SECOND, fact("Bruno", "lives_in", "Porto", action="never"))
    await reader.told(SECOND, "2024-02-01")
    reader.reads(SECOND, fact("Bruno", "lives_in", "Porto", action="never"), fact("Bruno", "likes", "chess"))
    await reader.brain.reextraction.run()
    assert await held(reader.brain, "Bruno", "lives_in") == []
    assert await held(reader.brain, "Bruno", "likes") == ["chess"]


async def test_what_only_the_new_reading_denies_is_withdrawn(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "lives_in", "Porto"))
    reader.reads(SECOND, fact("Bruno", "likes", "chess"))
    await reader.told(SECOND, "2024-02-01")
    reader.reads(SECOND, fact("Bruno", "likes", "chess"), fact("Bruno", "lives_in", "Porto", action="never"))
    done = (await reader.brain.reextraction.run()).episodes[0]
    assert (done.kept, done.added) == (1, ())
    assert await held(reader.brain, "Bruno", "lives_in") == []
    before = (await reader.brain.overview.summary()).revision
    assert (await reader.brain.reextraction.run(again=True)).episodes[0].reextraction_id is None
    assert (await reader.brain.overview.summary()).revision == before
    assert done.reextraction_id is not None
    await reader.brain.reextraction.undo(done.reextraction_id)
    assert await held(reader.brain, "Bruno", "lives_in") == ["Porto"]


async def test_a_new_reading_that_says_nothing_replaces_nothing(reader: Reader) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)
    reader.reads(FIRST)
    report = await reader.brain.reextraction.run()
    assert (report.episodes, report.model_calls) == ((), 1)
    assert "says nothing" in report.skipped[0].reason
    assert await everything(reader.brain) == before
    assert (await reader.brain.reextraction.run()).model_calls == 0


async def test_without_an_extractor_nothing_is_read(reader: Reader, memory: Memory) -> None:
    await read_twice(reader)
    before = await everything(reader.brain)
    nothing = altered(memory, models=replace(memory.models, extractor=NoneExtractor())).brain(reader.brain.name)
    with pytest.raises(InvalidInput, match="GRAPHMEM_EXTRACTOR"):
        await nothing.reextraction.run()
    with pytest.raises(InvalidInput, match="GRAPHMEM_EXTRACTOR"):
        await nothing.reextraction.estimate()
    assert await everything(reader.brain) == before


@pytest.mark.needs_spacy
async def test_the_rules_read_again_what_a_model_had_read(reader: Reader, memory: Memory) -> None:
    text = "Ana works at Acme."
    reader.reads(text, fact("Ana", "likes", "tea"))
    await reader.told(text, "2024-05-01")
    offline = altered(memory, models=replace(memory.models, extractor=OfflineExtractor())).brain(reader.brain.name)
    report = await offline.reextraction.run()
    assert (report.model_calls, len(report.episodes)) == (0, 1)
    assert await held(reader.brain, "Ana", "works_at") == ["Acme"]
    assert await held(reader.brain, "Ana", "likes") == []
    assert (await offline.reextraction.run()).episodes == ()


async def test_an_end_that_both_readings_have_is_kept(reader: Reader) -> None:
    await tell(reader.brain, "2024-01-01", fact("Bruno", "works_at", "Acme", valid_from="2020-01-01"))
    reader.reads(SECOND, fact("Bruno", "works_at", "Acme", action="ends"))
    await reader.told(SECOND, "2024-02-01")
    done = (await reader.brain.reextraction.run()).episodes[0]
    assert (done.kept, done.added, done.withdrawn) == (1, (), ())
    reader.reads(SECOND, fact("Bruno", "works_at", "Acme", action="ends"), fact("Bruno", "likes", "chess"))
    done = (await reader.brain.reextraction.run(again=True)).episodes[0]
    assert (done.kept, len(done.added), done.withdrawn) == (1, 1, ())
    assert await held(reader.brain, "Bruno", "works_at", at="2024-03-01") == []


async def test_facts_that_rest_on_what_is_withdrawn_fall_and_return(reader: Reader) -> None:
    await read_twice(reader)
    tea = await only(reader.brain, "Ana", "likes")
    await reader.brain.add_fact(subject="Ana", relation="owns", object="kettle", evidence_ids=[tea.id])
    done = (await reader.brain.reextraction.run()).episodes[0]
    assert await held(reader.brain, "Ana", "owns") == []
    assert done.reextraction_id is not None
    await reader.brain.reextraction.undo(done.reextraction_id)
    assert await held(reader.brain, "Ana", "owns") == ["kettle"]
