"""A message asks to forget something: it is told no more, nowhere, and an undo tells it again."""

from __future__ import annotations

from typing import Any

from graphmem.brain import Brain
from graphmem.contract.records import WriteResult
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
    episodes = await brain.episodes()
    entities = await brain.entities()
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
    (listed,) = (await brain.forget_requests()).items
    assert (listed.id, listed.statements, listed.undone_at) == (outcome.request_id, 1, None)
    assert SECRET not in await everything(brain)
    changes = await brain.undo_forget_request(outcome.request_id)
    assert [one.id for one in changes.changed] == list(outcome.facts)
    after = await everything(brain)
    assert SECRET in after
    assert before.count(SECRET) <= after.count(SECRET)
    assert await left_of(brain, "hiddenBy") == []
