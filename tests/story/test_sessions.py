"""Sessions are listed, summarised again after new messages, and found by their summary."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.models.summaries import OfflineSummariser, ScriptedSummariser, Summariser, SummaryRequest, first_sentence
from graphmem_contract.errors import InvalidInput, ModelError, NotFound
from graphmem_contract.records import Message
from tests.story.telling import fact, tell

TOLD = {
    "summary": "Ana and Bruno planned a trip to the lighthouse.",
    "observations": ["Ana is afraid of ferries."],
    "outcome": "They will take the train.",
}


def with_summariser(brain: Brain, summariser: Summariser) -> Brain:
    models = replace(brain.engine.models, summariser=summariser)
    return Brain(replace(brain.engine, models=models), brain.name)


async def trip(brain: Brain) -> None:
    """Send a conversation of two turns with facts."""
    said = {"session_id": "trip", "speaker": "Ana"}
    await tell(brain, "2024-05-01", fact("Ana", "knows", "Bruno"), text="Bruno asked me along. He is kind.", **said)
    await tell(brain, "2024-05-02", fact("Clara", "knows", "Bruno"), text="Clara stays at home.", **said)


async def test_a_session_is_summed_up_from_its_turns_and_facts_and_kept_as_an_episode(brain: Brain) -> None:
    scripted = ScriptedSummariser(TOLD)
    asked = with_summariser(brain, scripted)
    await trip(asked)
    told = await asked.sessions.summarise("trip")
    request = scripted.requests[0]
    assert [(t.who, t.content) for t in request.turns] == [
        ("Ana", "Bruno asked me along. He is kind."),
        ("Ana", "Clara stays at home."),
    ]
    assert set(request.facts) == {"Ana knows Bruno", "Clara knows Bruno"}
    assert (told.summary, told.observations, told.outcome) == (
        TOLD["summary"],
        ("Ana is afraid of ferries.",),
        TOLD["outcome"],
    )
    assert (told.episodes, f"{told.first:%F}", f"{told.last:%F}", told.method) == (
        2,
        "2024-05-01",
        "2024-05-02",
        "scripted",
    )
    kept = await asked.episodes.get(told.episode_id)
    assert (kept.kind, kept.session_id, kept.status) == ("summary", "trip", "stored")
    assert kept.content.splitlines() == [
        TOLD["summary"],
        "- Ana is afraid of ferries.",
        "Outcome: They will take the train.",
    ]
    assert kept.metadata["observations"] == ["Ana is afraid of ferries."]
    assert kept.recorded_at == told.recorded_at
    assert [call["purpose"] for call in (await asked.episodes.trace(told.episode_id))["calls"]] == ["summary"]


async def test_a_summary_is_recalled_and_linked_to_those_whom_it_names(brain: Brain) -> None:
    asked = with_summariser(brain, ScriptedSummariser(TOLD))
    await trip(asked)
    told = await asked.sessions.summarise("trip")
    for recipe in ("lexical", "semantic", "hybrid"):
        found = await asked.recall("trip to the lighthouse", recipe=recipe)
        assert told.episode_id in [i.episode.id for i in found.episodes if i.episode], recipe
    assert "lighthouse" in found.context
    about = {
        name: {i.episode.id for i in (await asked.recall(entities=[name], k=50)).episodes if i.episode}
        for name in ("Ana", "Bruno", "Clara")
    }
    assert {name for name, ids in about.items() if told.episode_id in ids} == {"Ana", "Bruno"}


async def test_a_new_summary_counts_in_place_of_the_former_which_stays(brain: Brain) -> None:
    answers = iter(({"summary": "They spoke of ferries."}, {"summary": "They spoke of trains."}))
    asked = with_summariser(brain, ScriptedSummariser(lambda _: next(answers)))
    await trip(asked)
    former = await asked.sessions.summarise("trip")
    await tell(asked, "2024-05-03", text="So the train it is.", session_id="trip")
    latest = await asked.sessions.summarise("trip")
    assert (latest.episodes, latest.outcome, latest.observations) == (3, None, ())
    assert (await asked.episodes.get(former.episode_id)).content == "They spoke of ferries."
    found = [
        i.episode.id for i in (await asked.recall("They spoke of ferries", recipe="episodes")).episodes if i.episode
    ]
    assert latest.episode_id in found
    assert former.episode_id not in found
    assert [(s.id, s.episodes, s.summary) for s in await asked.sessions.list()] == [
        ("trip", 3, "They spoke of trains.")
    ]


async def test_summaries_are_no_turns_nothing_is_extracted_from_them_nor_drawn_into_the_next(brain: Brain) -> None:
    scripted = ScriptedSummariser(TOLD)
    asked = with_summariser(brain, scripted)
    await trip(asked)
    told = await asked.sessions.summarise("trip")
    with pytest.raises(InvalidInput, match="summary"):
        await asked.episodes.replay(told.episode_id)
    await tell(asked, "2024-05-03", text="So the train it is.", session_id="trip")
    await asked.sessions.summarise("trip")
    assert [t.content for t in scripted.requests[1].turns][-1] == "So the train it is."
    assert not any("lighthouse" in t.content for t in scripted.requests[1].turns)
    rows, _, _ = await asked.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain}) WHERE e.kind = 'summary' RETURN sum(COUNT { (e)-[:NEXT]-() }) AS links",
        brain=asked.name,
    )
    assert rows[0]["links"] == 0


async def test_an_episode_that_a_caller_calls_a_summary_is_like_any_other(brain: Brain) -> None:
    result = await tell(brain, "2024-05-01", fact("Ana", "knows", "Bruno"), kind="summary", session_id="trip")
    assert result.status == "extracted"
    assert [(s.episodes, s.summary) for s in await brain.sessions.list()] == [(1, None)]


async def test_what_waits_is_extracted_before_a_session_is_summed_up(brain: Brain) -> None:
    asked = with_summariser(brain, ScriptedSummariser(TOLD))
    await asked.configure(extraction_threshold=9)
    await asked.remember("I prefer trains.", session_id="trip")
    await asked.sessions.summarise("trip")
    assert (await asked.overview.stats()).episodes == {"extracted": 1, "stored": 1}


async def test_a_model_that_fails_leaves_the_former_summary_as_it_is(brain: Brain) -> None:
    answers: list[Mapping[str, Any]] = [TOLD]

    def answer(_: SummaryRequest) -> Mapping[str, Any]:
        if not answers:
            raise ModelError("the model is out of order")
        return answers.pop()

    asked = with_summariser(brain, ScriptedSummariser(answer))
    await trip(asked)
    await asked.sessions.summarise("trip")
    with pytest.raises(ModelError):
        await asked.sessions.summarise("trip")
    assert [s.summary for s in await asked.sessions.list()] == [TOLD["summary"]]


async def test_a_turn_that_is_forgotten_while_the_model_writes_is_in_no_summary(brain: Brain) -> None:
    class Slow:
        """A summariser that has a turn forgotten during its first summary."""

        def __init__(self) -> None:
            self.read: list[list[str]] = []

        async def summarise(self, request: SummaryRequest) -> Any:
            self.read.append([t.content for t in request.turns])
            if len(self.read) == 1:
                page = await brain.episodes.list(session_id="trip")
                await brain.episodes.forget(page[0].id)
            return await OfflineSummariser().summarise(request)

    slow = Slow()
    await trip(brain)
    told = await with_summariser(brain, slow).sessions.summarise("trip")
    assert [len(turns) for turns in slow.read] == [2, 1]
    assert (told.episodes, (await brain.episodes.get(told.episode_id)).content.splitlines()[0]) == (
        1,
        "Ana: Bruno asked me along.",
    )


@pytest.mark.parametrize("what", ["episode", "fact", "entity"])
async def test_what_is_forgotten_takes_the_summaries_along_that_were_made_from_it(brain: Brain, what: str) -> None:
    await trip(brain)
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), text="Ana works at Acme.", session_id="other")
    told, other = await brain.sessions.summarise("trip"), await brain.sessions.summarise("other")
    if what == "episode":
        page = await brain.episodes.list(session_id="trip")
        gone = await brain.episodes.forget(next(e.id for e in page if e.kind != "summary"))
    elif what == "fact":
        gone = await brain.forget((await brain.facts(subject="Clara"))[0].id)
    else:
        gone = await brain.entities.forget((await brain.entities.get("Clara")).id)
    assert told.episode_id in gone.removed.episodes
    assert other.episode_id not in gone.removed.episodes
    assert {s.id: s.summary for s in await brain.sessions.list()} == {"other": "user: Ana works at Acme.", "trip": None}


async def test_without_a_model_a_summary_is_an_extract_and_says_so(brain: Brain) -> None:
    await trip(brain)
    told = await brain.sessions.summarise("trip")
    assert (told.summary, told.method) == ("Ana: Bruno asked me along.", "offline")
    assert set(told.observations) == {"Ana knows Bruno", "Clara knows Bruno"}
    assert "extract" in told.warnings[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two.", "One."),
        ("  \n\nOne\nTwo", "One"),
        ("短い文です。次の文です。", "短い文です。"),
        ("", ""),
        ("x" * 400, "x" * 299 + "…"),
    ],
)
def test_a_first_sentence_ends_where_it_ends(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


async def test_turns_of_a_chat_are_turns_of_the_session(brain: Brain) -> None:
    scripted = ScriptedSummariser(TOLD)
    chat = [
        Message(role="system", content="Be nice."),
        Message(role="user", name="Ana", content="Hi."),
        Message(content=" "),
    ]
    await brain.remember(messages=chat, session_id="chat")
    await with_summariser(brain, scripted).sessions.summarise("chat")
    assert [(t.who, t.role, t.content) for t in scripted.requests[0].turns] == [
        ("system", "system", "Be nice."),
        ("Ana", "user", "Hi."),
    ]


async def test_an_unknown_session_is_not_found(brain: Brain) -> None:
    with pytest.raises(NotFound):
        await brain.sessions.summarise("nobody knows this one")
    assert await brain.sessions.flush("nobody knows this one") == ()
    assert len(await brain.sessions.list()) == 0


async def test_two_summaries_at_once_leave_one_that_counts(brain: Brain) -> None:
    await trip(brain)
    told = await asyncio.gather(*(brain.sessions.summarise("trip") for _ in range(4)))
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain}) WHERE e.current RETURN collect(e.id) AS ids", brain=brain.name
    )
    assert len(rows[0]["ids"]) == 1
    assert rows[0]["ids"][0] == max(told, key=lambda one: one.recorded_at).episode_id
