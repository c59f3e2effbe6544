"""Emotional trends: off until a brain wants them, told with their messages, retired without support, gone with their sources."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.brain import Brain
from graphmem.upkeep.tick import tick
from graphmem_contract.errors import InvalidInput, ModelTimeout
from graphmem_contract.observations import Observation
from graphmem_contract.upkeep import JobReport
from tests.scripted_models import ScriptedObserver
from tests.story.feeling import NOW, Feeling, say, turned
from tests.story.staging import with_models
from tests.story.telling import fact, left_of, tell


@pytest.fixture
async def felt(brain: Brain) -> Brain:
    """The same brain, which hears emotions and wants trends."""
    await brain.configure(emotional_trends=True)
    return with_models(brain, extractor=Feeling())


async def run(brain: Brain, *, days: float = 0, **options: object) -> JobReport:
    """Run the job as if some days had passed."""
    now = datetime.now(UTC) + timedelta(days=days)
    (report,) = (await tick(brain.engine, brain.name, ["observations"], now=now, **options)).jobs  # type: ignore[arg-type]
    return report


async def trends(brain: Brain, status: str | None = "active") -> tuple[Observation, ...]:
    return (await brain.observations.list(kind="emotional_trend", status=status)).items  # type: ignore[arg-type]


async def only(brain: Brain) -> Observation:
    (found,) = await trends(brain, None)
    return found


async def test_more_sadness_than_before_is_told_with_its_numbers_and_messages(felt: Brain) -> None:
    ids = await turned(felt)
    report = await run(felt)
    assert (report.done, report.model_calls, report.warnings) == (1, 0, ())
    found = await only(felt)
    assert (found.status, found.times_seen, found.fact_ids) == ("active", 1, ())
    assert found.episode_ids == tuple(reversed(ids))
    assert found.entity_ids == ((await felt.entities.get("Ana")).id,)
    assert found.title == "More sadness when Bruno mentions Ana: in 5 of 5 messages"
    assert found.text == (
        "Sadness in 5 of the last 5 emotional messages of Bruno that mention Ana; "
        "before that joy in 5 of 5, and sadness in none. The mean intensity of the sadness is 0.80, mostly with low energy."
    )
    assert (found.confidence, found.importance) == (0.5, 0.8)


async def test_nothing_is_written_until_a_brain_wants_it(brain: Brain) -> None:
    silent = with_models(brain, extractor=Feeling())
    await turned(silent)
    assert (await run(silent)).done == 0
    assert await trends(brain, None) == ()
    await brain.configure(emotional_trends=True)
    assert (await run(silent)).done == 1, "also on the same day, without a new message"


async def test_nothing_changed_means_nothing_is_written(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    before = await only(felt)
    again = await run(felt)
    assert (again.done, again.statements) == (0, 1)
    next_day = await run(felt, days=1)
    assert (next_day.done, next_day.skipped) == (0, 1)
    assert await only(felt) == before


async def test_a_trend_that_is_found_again_with_more_messages_is_brought_up_to_date(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    first = await only(felt)
    await say(felt, "sad", start=10)
    assert (await run(felt)).done == 1
    found = await only(felt)
    assert (found.id, found.times_seen, len(found.episode_ids), found.confidence) == (first.id, 2, 11, 0.52)
    assert found.first_seen_at == first.first_seen_at < found.last_seen_at
    assert "Sadness in 6 of the last 6" not in first.text
    assert "Sadness in 6 of the last 6" in found.text


async def test_a_trend_that_the_rule_no_longer_finds_is_retired_and_comes_back(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    await say(felt, *["glad"] * 5, start=10)
    assert (await run(felt)).done == 1
    assert (await only(felt)).status == "retired"
    await say(felt, *["sad"] * 15, start=15)
    await run(felt)
    found = await only(felt)
    assert (found.status, found.times_seen) == ("active", 2)


async def test_a_trend_ends_when_its_messages_are_too_old(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    assert (await run(felt, days=15)).done == 1
    assert (await only(felt)).status == "retired"


async def test_the_setting_retires_all_trends_at_once_when_it_is_turned_off(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    await felt.configure(emotional_trends=False)
    assert (await only(felt)).status == "retired"
    off = await run(felt)
    assert off.done == 0
    await felt.configure(emotional_trends=True)
    assert (await run(felt)).done == 1
    assert (await only(felt)).status == "active"


async def test_a_run_without_the_setting_retires_what_another_service_has_written(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    await felt.engine.store.write("api/store_settings", brain=felt.name, settings=None, minConfidence=None, folded=None)
    assert (await run(felt)).done == 1
    assert (await only(felt)).status == "retired"


@pytest.mark.parametrize("emotion", ["calm", "glad"])
async def test_nothing_is_written_of_neutral_messages_or_of_one_lasting_emotion(felt: Brain, emotion: str) -> None:
    await say(felt, *[emotion] * 12)
    assert (await run(felt)).done == 0
    assert await trends(felt, None) == ()


async def test_neutral_messages_and_messages_without_an_emotion_count_on_neither_side(felt: Brain) -> None:
    await say(felt, *["glad"] * 5, *["calm"] * 5, *["sad"] * 5)
    for number in range(5):
        extraction = {"entities": [{"name": "Ana", "type": "person"}], "facts": []}
        await felt.remember(f"supplied {number}", extraction=extraction)  # type: ignore[arg-type]
    await run(felt)
    assert "Sadness in 5 of the last 5 emotional messages" in (await only(felt)).text


async def test_speakers_are_never_compared_with_each_other(felt: Brain) -> None:
    await say(felt, *["glad"] * 6, speaker="Clara")
    await say(felt, *["sad"] * 6, start=6, speaker="Bruno")
    assert (await run(felt)).done == 0


async def test_documents_conversations_of_several_people_and_old_messages_do_not_count(felt: Brain) -> None:
    await turned(felt, kind="document")
    for number in range(10):
        emotion = "sad" if number > 4 else "glad"
        await felt.remember(
            messages=[
                {"role": "user", "name": "Bruno", "content": f"{emotion}: Ana {number}"},
                {"role": "assistant", "content": "I see."},
            ],  # type: ignore[arg-type]
            occurred_at=NOW - timedelta(hours=20 - number),
        )
    for number in range(10):
        emotion = "sad" if number > 4 else "glad"
        said = NOW - timedelta(days=400) + timedelta(hours=number)
        await felt.remember(f"{emotion}: Ana {number}", occurred_at=said, speaker="Bruno")
    assert (await run(felt)).done == 0


async def test_messages_of_a_retracted_source_do_not_count(felt: Brain) -> None:
    await turned(felt, source="chat")
    await tell(felt, "2024-01-01", fact("Ana", "likes", "tea"), source="chat")
    await run(felt)
    await felt.sources.retract("chat")
    await run(felt)
    assert (await only(felt)).status == "retired"
    await felt.sources.restore("chat")
    await run(felt)
    assert (await only(felt)).status == "active"


async def test_nothing_of_a_forgotten_message_is_left(felt: Brain) -> None:
    ids = await turned(felt)
    await run(felt)
    await felt.episodes.forget(ids[0])
    assert await trends(felt, None) == ()
    assert await left_of(felt, ids[0], but="Change") == ["Forgotten"]
    assert (await run(felt)).done == 0, "nine messages are too few"


async def test_nothing_of_a_forgotten_entity_is_left(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    ana = (await felt.entities.get("Ana")).id
    await felt.entities.forget(ana)
    assert await trends(felt, None) == ()
    assert (await run(felt)).done == 0
    assert await left_of(felt, ana, but="Change") == []


async def test_a_trend_follows_a_merge(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    lena = await felt.entities.add(name="Helena Maria", type="person")
    await felt.entities.merge(lena.id, "Ana")
    await run(felt)
    (found,) = await trends(felt)
    assert found.entity_ids == (lena.id,)
    assert "mention Helena Maria" in found.text
    assert [one.status for one in await trends(felt, None)].count("retired") == 1


async def test_what_is_forgotten_while_the_job_runs_is_not_stored(felt: Brain) -> None:
    ids = await turned(felt)
    store = felt.engine.store

    class Late:
        """A store that forgets a message after the messages were read."""

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

        async def read(self, name: str, /, **parameters: object) -> list[dict[str, object]]:
            rows = await store.read(name, **parameters)
            if name == "upkeep/emotional_messages":
                await felt.episodes.forget(ids[-1])
            return rows

    late = Brain(replace(felt.engine, store=Late()), felt.name)  # type: ignore[arg-type]
    assert (await run(late)).done == 0
    assert await trends(felt, None) == ()


async def test_a_model_that_fails_to_observe_facts_does_not_keep_trends_from_being_written(felt: Brain) -> None:
    await turned(felt)
    await felt.add_fact(subject="Ana", relation="likes", object="tea")

    class Broken(ScriptedObserver):
        async def observe(self, request: object) -> object:  # type: ignore[override]
            raise ModelTimeout("slow")

    models = replace(felt.engine.models, observer=Broken(lambda _: ()))
    report = await run(Brain(replace(felt.engine, models=models), felt.name))
    assert (report.done, len(report.warnings)) == (1, 1)


async def test_a_model_is_not_told_of_trends(felt: Brain) -> None:
    await turned(felt)
    await felt.add_fact(subject="Ana", relation="likes", object="tea")
    await run(felt)
    await felt.add_fact(subject="Ana", relation="likes", object="rum")
    observer = ScriptedObserver(lambda _: ())
    models = replace(felt.engine.models, observer=observer)
    await run(Brain(replace(felt.engine, models=models), felt.name))
    assert [request.known for request in observer.requests] == [()]


async def test_a_rehearsal_writes_nothing(felt: Brain) -> None:
    await turned(felt)
    assert (await run(felt, dry_run=True)).done == 1
    assert await trends(felt, None) == ()


async def test_trends_go_with_an_export(felt: Brain) -> None:
    await turned(felt)
    await run(felt)
    copy = Brain(felt.engine, f"{felt.name}-copy")
    await copy.transfer.load([line async for line in felt.transfer.export()])
    assert await only(copy) == await only(felt)
    assert (await run(copy)).done == 0


async def test_a_call_cannot_turn_trends_on_and_a_wrong_value_is_refused(brain: Brain) -> None:
    told = await brain.remember("Hello.", config_overrides={"emotional_trends": True}, extraction={"facts": []})  # type: ignore[arg-type]
    assert any("emotional_trends" in warning for warning in told.warnings)
    with pytest.raises(InvalidInput):
        await brain.configure(emotional_trends="yes")
