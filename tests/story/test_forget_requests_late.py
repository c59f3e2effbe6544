"""A message arrives after a request to forget and was said before it: what it tells is hidden, in any order of arrival."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.records import WriteResult
from tests.story.reading_again import Reader
from tests.story.telling import extraction, fact, left_of
from tests.story.test_forget_requests import SECRET, everything

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
TELLING = f"The club's travel organiser is {SECRET}. The ground is Melbre Park."


def organiser(name: str = SECRET, **more: Any) -> dict[str, Any]:
    """The fact that is told and forgotten."""
    return fact("the club", "travel organiser", name, object_is_entity=False, cardinality="one", **more)


async def say(brain: Brain, text: str, hours: float, *facts: dict[str, Any], **options: Any) -> WriteResult:
    """Send a message that was said some hours after noon."""
    told: dict[str, Any] = {"role": "user", "speaker": "Ana", "session_id": "s1", **options}
    at = NOON + timedelta(hours=hours)
    return await brain.remember(text, occurred_at=at, extraction=extraction(*facts), **told)


async def request(brain: Brain, name: str = "") -> WriteResult:
    """Ask at noon to forget the organiser, or one of them."""
    return await say(brain, "Forget the travel organiser.", 0, organiser(name, action="forget"))


async def telling(brain: Brain, hours: float, **options: Any) -> WriteResult:
    """Tell the organiser and the ground."""
    ground = fact("the club", "training ground", "Melbre Park", object_is_entity=False, cardinality="one")
    return await say(brain, TELLING, hours, organiser(text=TELLING.split(". ")[0] + "."), ground, **options)


async def test_a_late_message_does_not_tell_what_was_asked_to_be_forgotten(brain: Brain) -> None:
    asked = await request(brain)
    assert [one.status for one in asked.forget_requests] == ["nothing"]
    late = await telling(brain, -1)
    assert SECRET not in late.model_dump_json()
    assert SECRET not in await everything(brain)
    assert set(await left_of(brain, SECRET)) <= {"Hidden", "ForgetRequest", "Entity"}
    assert [one.object for one in await brain.facts()] == ["Melbre Park"]
    episode = await brain.episodes.get(late.episode_id or "")
    assert episode.content == "[…] The ground is Melbre Park."


async def test_an_undo_tells_the_late_message_too(brain: Brain) -> None:
    await telling(brain, -3)
    asked = await request(brain)
    late = await say(brain, "Ruth Alder organises the travel of the club. She is kind.", -1, organiser("Ruth Alder"))
    assert len(await brain.facts(relation="travel_organiser", include_closed=True)) == 0
    first = await brain.episodes.list(limit=1000)
    assert sorted(one.content for one in first) == [
        "Forget the travel organiser.",
        "[…] She is kind.",
        "[…] The ground is Melbre Park.",
    ]
    (kept,) = (await brain.forget_requests.list()).items
    assert (kept.id, kept.statements, len(kept.episodes)) == (asked.forget_requests[0].request_id, 2, 3)
    await brain.forget_requests.undo(kept.id)
    told = await brain.facts(relation="travel_organiser", include_closed=True)
    assert sorted(one.object for one in told) == [SECRET, "Ruth Alder"]
    assert (
        await brain.episodes.get(late.episode_id or "")
    ).content == "Ruth Alder organises the travel of the club. She is kind."
    assert TELLING in [one.content for one in await brain.episodes.list(limit=1000)]
    await say(brain, "Back then Bea Ohm did it.", -2, organiser("Bea Ohm"))
    assert "Bea Ohm" in await everything(brain)


async def test_what_is_said_after_the_request_stays_though_the_request_arrives_last(brain: Brain) -> None:
    await telling(brain, -1)
    await say(brain, "Ruth Alder is the travel organiser now.", 1, organiser("Ruth Alder"))
    asked = await request(brain)
    assert [one.status for one in asked.forget_requests] == ["hidden"]
    told = await brain.facts(relation="travel_organiser", include_closed=True)
    assert [one.object for one in told] == ["Ruth Alder"]
    assert SECRET not in await everything(brain)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
async def test_every_order_of_arrival_tells_the_same(brain: Brain, order: tuple[int, ...]) -> None:
    for step in order:
        if step == 0:
            await telling(brain, -1)
        elif step == 1:
            await request(brain)
        else:
            await say(brain, "Ruth Alder is the travel organiser now.", 1, organiser("Ruth Alder"))
    told = await brain.facts(include_closed=True)
    assert sorted(one.object for one in told) == ["Melbre Park", "Ruth Alder"]
    assert [one.valid_until for one in told] == [None, None]
    assert SECRET not in await everything(brain)


@pytest.mark.parametrize(
    "options",
    [{"speaker": "Ben"}, {"role": "assistant"}],
    ids=["another speaker", "an assistant"],
)
async def test_what_others_say_late_stays(brain: Brain, options: dict[str, Any]) -> None:
    await request(brain)
    await telling(brain, -1, **options)
    assert [one.object for one in await brain.facts(relation="travel_organiser")] == [SECRET]


async def test_a_request_that_does_not_count_hides_nothing_late(brain: Brain) -> None:
    await say(brain, "Forget the travel organiser.", 0, organiser(action="forget"), kind="document")
    await telling(brain, -1)
    assert [one.object for one in await brain.facts(relation="travel_organiser")] == [SECRET]


async def test_another_value_than_the_one_that_was_named_stays(brain: Brain) -> None:
    await request(brain, SECRET)
    await say(brain, "Ruth Alder organises the travel.", -1, organiser("Ruth Alder"))
    assert [one.object for one in await brain.facts(relation="travel_organiser")] == ["Ruth Alder"]


async def test_late_messages_at_once_are_hidden_each(brain: Brain) -> None:
    await request(brain)
    names = [f"Person {letter}{letter}{letter}" for letter in "abcdef"]
    await asyncio.gather(
        *(
            say(brain, f"{name} organised the travel.", -n - 1, organiser(name), session_id=f"s{n}")
            for n, name in enumerate(names)
        )
    )
    assert len(await brain.facts(relation="travel_organiser", include_closed=True)) == 0
    assert {one.content for one in await brain.episodes.list(limit=1000)} == {"Forget the travel organiser.", "[…]"}


async def test_a_person_who_forgets_the_asking_message_ends_what_it_asked_for(brain: Brain) -> None:
    asked = await request(brain, SECRET)
    assert await left_of(brain, SECRET) == ["ForgetRequest"]
    await brain.episodes.forget(asked.episode_id or "")
    assert await left_of(brain, SECRET) == []
    await telling(brain, -1)
    assert [one.object for one in await brain.facts(relation="travel_organiser")] == [SECRET]


async def test_a_new_reading_does_not_tell_what_was_asked_to_be_forgotten(memory: Memory) -> None:
    reader = Reader(memory)
    reader.reads(TELLING, fact("the club", "training ground", "Melbre Park", object_is_entity=False))
    await reader.told(TELLING, "2026-03-03", role="user", speaker="Ana", session_id="s1")
    await request(reader.brain)
    reader.reads(TELLING, organiser(), fact("the club", "training ground", "Melbre Park", object_is_entity=False))
    report = await reader.brain.reextraction.run()
    assert SECRET not in report.model_dump_json()
    assert [one.object for one in await reader.brain.facts(include_closed=True)] == ["Melbre Park"]
    assert SECRET not in await everything(reader.brain)


async def test_what_a_request_hides_keeps_its_names_where_a_person_forgets_something_else(brain: Brain) -> None:
    await telling(brain, -1)
    asked = await request(brain)
    other = await say(brain, "I like tea.", -2, fact("Ana", "likes", "tea", object_is_entity=False))
    await brain.episodes.forget(other.episode_id or "")
    assert "ForgetRequest" in await left_of(brain, SECRET)
    await brain.forget_requests.undo(asked.forget_requests[0].request_id or "")
    assert SECRET in await everything(brain)
