"""A message asks to forget something: it is told no more, nowhere, and an undo tells it again."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import NotFound, NothingToRestore
from graphmem_contract.records import WriteResult
from tests.story.telling import extraction, fact, left_of

SECRET = "Priya Teixeira"


def organiser(**more: Any) -> dict[str, Any]:
    """The fact that is told and forgotten."""
    return fact("the club", "travel organiser", SECRET, object_is_entity=False, cardinality="one", **more)


async def ask(brain: Brain, text: str, *facts: dict[str, Any], **options: Any) -> WriteResult:
    """Send a message of a user with its facts."""
    told: dict[str, Any] = {"role": "user", "speaker": "Ana", "session_id": "s1", **options}
    return await brain.remember(text, extraction=extraction(*facts) if facts else None, **told)


async def told_of(brain: Brain) -> WriteResult:
    """Tell the organiser and another fact in one sentence, and a sentence of its own."""
    return await ask(
        brain,
        f"The club's travel organiser is {SECRET} and its ground is Melbre Park. It has worked well so far.",
        organiser(text=f"The club's travel organiser is {SECRET} and its ground is Melbre Park."),
        fact(
            "the club", "training ground", "Melbre Park", object_is_entity=False, cardinality="one",
            text=f"The club's travel organiser is {SECRET} and its ground is Melbre Park.",
        ),
    )  # fmt: skip


async def everything(brain: Brain, known: Any = None) -> str:
    """Return all that the brain tells about the club: facts, recall with episodes and contexts, entities, exports."""
    recalled = await brain.recall(f"Who is the travel organiser of the club, {SECRET}?", known_at=known, k=20)
    facts = await brain.facts(include_closed=True, known_at=known)
    episodes = await brain.episodes.list()
    entities = await brain.entities.list()
    parts = [
        recalled.model_dump_json(exclude={"query"}),
        *(one.model_dump_json() for one in (*facts, *episodes, *entities)),
    ]
    return "\n".join(parts)


async def test_a_user_asks_to_forget_what_was_told_in_a_sentence_with_other_facts(brain: Brain) -> None:
    await told_of(brain)
    assert SECRET in await everything(brain)
    result = await ask(
        brain, f"The travel organiser is {SECRET}. Please delete that. Any tips?", organiser(action="forget")
    )
    (outcome,) = result.forget_requests
    assert (outcome.status, outcome.statements, len(outcome.facts), len(outcome.episodes)) == ("hidden", 1, 1, 2)
    assert SECRET not in result.model_dump_json()
    told = await everything(brain)
    assert SECRET not in told
    assert "Melbre Park" in told
    assert "Any tips?" in told
    assert "It has worked well so far." in told
    assert set(await left_of(brain, SECRET)) <= {"Hidden", "ForgetRequest", "Entity"}


async def test_an_undo_tells_it_again(brain: Brain) -> None:
    await told_of(brain)
    before = await everything(brain)
    result = await ask(brain, "Forget what I told you about the travel organiser.", organiser(action="forget"))
    (outcome,) = result.forget_requests
    assert outcome.request_id is not None
    (listed,) = (await brain.forget_requests.list()).items
    assert (listed.id, listed.statements, listed.undone_at) == (outcome.request_id, 1, None)
    assert SECRET not in await everything(brain)
    changes = await brain.forget_requests.undo(outcome.request_id)
    assert [one.id for one in changes.changed] == list(outcome.facts)
    after = await everything(brain)
    assert SECRET in after
    assert before.count(SECRET) <= after.count(SECRET)
    assert await left_of(brain, "hiddenBy") == []


async def test_a_person_who_forgets_the_messages_erases_what_was_hidden(brain: Brain) -> None:
    told = await told_of(brain)
    result = await ask(brain, "Forget what I told you about the travel organiser.", organiser(action="forget"))
    request_id = result.forget_requests[0].request_id or ""
    await brain.episodes.forget(told.episode_id or "")
    left = await left_of(brain, SECRET)
    assert set(left) <= {"Hidden", "ForgetRequest"}
    await brain.episodes.forget(result.episode_id or "")
    assert await left_of(brain, SECRET) == []
    with pytest.raises(NothingToRestore):
        await brain.forget_requests.undo(request_id)


async def test_a_second_request_finds_nothing(brain: Brain) -> None:
    await told_of(brain)
    await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    again = await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    assert [one.status for one in again.forget_requests] == ["nothing"]
    assert len((await brain.forget_requests.list()).items) == 1


async def test_without_an_object_every_value_goes_and_one_thing_may_be_meant_by_its_relation(brain: Brain) -> None:
    await told_of(brain)
    asked = {"subject": "it", "relation": "travel organiser", "action": "forget", "object_is_entity": False}
    result = await ask(brain, "Forget the travel organiser.", asked)
    assert [one.status for one in result.forget_requests] == ["hidden"]
    assert SECRET not in await everything(brain)


async def test_what_is_said_and_taken_back_in_one_message_never_shows(brain: Brain) -> None:
    text = f"The club's travel organiser is {SECRET}. Please don't keep that."
    result = await ask(brain, text, organiser(), organiser(action="forget"))
    assert [one.status for one in result.forget_requests] == ["hidden"]
    assert SECRET not in result.model_dump_json()
    assert SECRET not in await everything(brain)
    (message,) = await brain.episodes.list()
    assert message.content == "[…] Please don't keep that."


async def test_a_moment_before_the_request_shows_it_to_administrators_only(brain: Brain) -> None:
    told = await told_of(brain)
    (fact,) = await brain.facts(relation="travel organiser")
    await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    known = told.recorded_at
    assert SECRET not in await everything(brain, known)
    (shown,) = [one for one in await brain.facts(known_at=known, hidden=True) if one.relation == "travel_organiser"]
    assert (shown.id, shown.object) == (fact.id, SECRET)
    with pytest.raises(NotFound):
        await brain.history(fact.id)
    history = await brain.history(fact.id, hidden=True)
    assert [one.closed_reason for one in history.versions] == ["forgotten_on_request"]
    assert [one["withdrawn_reason"] for one in history.statements] == ["forgotten_on_request"]


async def test_before_others_said_it_too_only_administrators_see_it(brain: Brain) -> None:
    told = await told_of(brain)
    await ask(brain, f"The club's travel organiser is {SECRET}.", organiser(), speaker="Bo")
    (before,) = await brain.facts(relation="travel organiser")
    result = await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    assert [one.status for one in result.forget_requests] == ["hidden"]

    async def organisers(**options: Any) -> list[str]:
        page = await brain.facts(known_at=told.recorded_at, **options)
        return [one.object for one in page if one.relation == "travel_organiser"]

    assert [one.object for one in await brain.facts(relation="travel organiser")] == [before.object]
    assert await organisers() == []
    assert await organisers(hidden=True) == [SECRET]
    await brain.forget_requests.undo(result.forget_requests[0].request_id or "")
    assert await organisers() == [SECRET]


async def test_an_export_does_not_have_it(brain: Brain) -> None:
    await told_of(brain)
    await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    lines = [line async for line in brain.transfer.export()]
    assert SECRET not in "".join(map(str, lines))


async def test_two_requests_in_one_text_come_back_one_by_one(brain: Brain) -> None:
    await told_of(brain)
    ground = fact("the club", "training ground", "Melbre Park", object_is_entity=False, action="forget")
    first = await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    second = await ask(brain, "Forget the ground.", ground)
    assert [one.status for one in second.forget_requests] == ["hidden"]
    told = await everything(brain)
    assert SECRET not in told
    assert "Melbre Park" not in told
    await brain.forget_requests.undo(first.forget_requests[0].request_id or "")
    told = await everything(brain)
    assert SECRET in told
    assert "Melbre Park" not in told
    await brain.forget_requests.undo(second.forget_requests[0].request_id or "")
    told = await everything(brain)
    assert SECRET in told
    assert "Melbre Park" in told
    assert "It has worked well so far." in told
    assert await left_of(brain, "hiddenBy") == []


async def test_a_value_that_is_told_again_is_there_and_an_undo_joins_it(brain: Brain) -> None:
    await told_of(brain)
    result = await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    await ask(brain, f"The club's travel organiser is {SECRET} after all.", organiser())
    assert SECRET in await everything(brain)
    await brain.forget_requests.undo(result.forget_requests[0].request_id or "")
    (one,) = await brain.facts(relation="travel organiser")
    assert (one.object, one.times_stated) == (SECRET, 2)
