"""The contract of `Session`: the same assertions on the SDK's own session in memory and on graphmem's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from agents import Agent, Runner, Session, SQLiteSession
from agents.memory import OpenAIResponsesCompactionSession, SessionSettings
from agents.testing import ScriptedModel, assistant_message, function_call

from graphmem.brain import Brain
from graphmem_client.integrations.openai_agents import GraphmemSession, memory_tools
from tests.adapters.support import PutsNothing, episodes, fields_of

ITEMS: list[Any] = [
    {"role": "user", "content": "Hi,\r\n I am Ana \U0001f41d e\u0301 "},
    {"type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "hm"}], "encrypted_content": None},
    {"type": "function_call", "call_id": "c1", "name": "find", "arguments": '{"n": 1.50}', "status": "completed"},
    {
        "type": "function_call_output",
        "call_id": "c1",
        "output": [{"type": "input_text", "text": ""}],
        "z": 1,
        "a": -0.0,
    },
    {
        "type": "message",
        "role": "assistant",
        "id": "m1",
        "content": [{"type": "output_text", "text": "Hello", "annotations": [], "logprobs": []}],
    },
    {"role": "user", "content": "Hi,\r\n I am Ana \U0001f41d e\u0301 "},
]


@pytest.fixture
def session(brain_or_none: Any) -> Iterator[Session]:
    if brain_or_none is None:
        own = SQLiteSession("s/1")
        yield own
        own.close()
    else:
        yield GraphmemSession(brain_or_none, "s/1", remember=False)


def said(*texts: str) -> list[Any]:
    return [{"role": "user", "content": text} for text in texts]


async def test_items_come_back_exactly_in_their_order(session: Session) -> None:
    assert isinstance(session, Session)
    assert await session.get_items() == []
    await session.add_items(ITEMS[:2])
    await session.add_items([])
    await session.add_items(ITEMS[2:])
    assert repr(await session.get_items()) == repr(ITEMS)


async def test_a_limit_gives_the_latest_items_in_their_order(session: Session) -> None:
    await session.add_items(said(*"abcde"))
    for limit, expected in ((2, "de"), (5, "abcde"), (9, "abcde"), (0, ""), (-1, "abcde"), (None, "abcde")):
        assert await session.get_items(limit) == said(*expected), limit
    session.session_settings = SessionSettings(limit=3)
    assert await session.get_items() == said(*"cde")
    assert await session.get_items(1) == said("e")


async def test_the_latest_item_is_popped(session: Session) -> None:
    assert await session.pop_item() is None
    await session.add_items(ITEMS)
    assert await session.pop_item() == ITEMS[-1]
    assert await session.pop_item() == ITEMS[-2]
    await session.add_items(ITEMS[-1:])
    assert await session.get_items() == [*ITEMS[:-2], ITEMS[-1]]


async def test_clear(session: Session) -> None:
    await session.add_items(ITEMS)
    await session.clear_session()
    assert await session.get_items() == []
    assert await session.pop_item() is None
    await session.clear_session()
    await session.add_items(ITEMS[:1])
    assert await session.get_items() == ITEMS[:1]


async def test_an_item_is_popped_once(session: Session) -> None:
    await session.add_items(said(*"abcdef"))
    popped = await asyncio.gather(*(session.pop_item() for _ in range(4)))
    assert sorted(item["content"] for item in popped) == list("cdef")  # type: ignore[index,typeddict-item]
    assert await session.get_items() == said("a", "b")


async def test_writers_at_the_same_time_lose_nothing(session: Session) -> None:
    await asyncio.gather(*(session.add_items(said(f"{w}0", f"{w}1", f"{w}2")) for w in range(4)))
    found: list[Any] = [item["content"] for item in await session.get_items()]  # type: ignore[typeddict-item]
    assert len(found) == 12
    for writer in "0123":
        assert [text for text in found if text[0] == writer] == [f"{writer}{n}" for n in range(3)]


async def test_a_long_session_is_whole(session: Session) -> None:
    await session.add_items(said(*map(str, range(1100))))
    assert await session.get_items() == said(*map(str, range(1100)))
    assert await session.get_items(700) == said(*map(str, range(400, 1100)))


async def test_an_agent_continues_its_conversation(session: Session) -> None:
    model = ScriptedModel([[assistant_message("Hello Ana.")], [assistant_message("You are Ana.")]])
    agent = Agent("a", model=model)
    await Runner.run(agent, "I am Ana.", session=session)
    result = await Runner.run(agent, "Who am I?", session=session)
    assert result.final_output == "You are Ana."
    asked: Any = model.calls[1].input
    assert [item["content"] for item in asked if item["role"] == "user"] == ["I am Ana.", "Who am I?"]
    assert [item["role"] for item in await session.get_items()] == ["user", "assistant"] * 2  # type: ignore[typeddict-item]


async def test_an_item_that_is_too_long_for_an_episode_is_kept(brain_or_none: Any) -> None:
    items = [*said("Ana likes tea."), answer("x" * 200_001)]
    heard: list[Any] = []
    if brain_or_none is None:
        own: Any = SQLiteSession("s")
    else:
        own = GraphmemSession(brain_or_none, "s", on_error=lambda error, during: heard.append((error, during)))
    await own.add_items(items)
    assert await own.get_items() == items
    if brain_or_none is None:
        own.close()
    else:
        assert [(type(error).__name__, during) for error, during in heard] == [("TooLarge", "remember")]


async def test_an_item_that_would_not_come_back_is_refused(any_brain: Any) -> None:
    session = GraphmemSession(any_brain, "s", remember=False)
    for value in ((1, 2), float("nan"), {1: 2}):
        with pytest.raises(ValueError, match=r"JSON|finite"):
            await session.add_items([{"role": "user", "content": value}])  # type: ignore[list-item,misc]


def answer(text: str) -> Any:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


async def test_an_answer_is_remembered_with_the_messages_before_it(any_brain: Any, brain: Brain) -> None:
    session = GraphmemSession(any_brain, "s", speaker="Ana")
    await session.add_items(said("I moved to Porto."))
    await session.add_items(said("And I like tea.", " "))
    assert await episodes(brain, any_brain.name) == []
    await session.add_items([*ITEMS[1:4], answer("Nice.")])
    await session.add_items([*said("Bye."), answer("Bye."), answer("Come again."), *said("Yes.")])
    assert await episodes(brain, any_brain.name) == [
        "Ana: I moved to Porto.\nAna: And I like tea.\nassistant: Nice.",
        "Ana: Bye.\nassistant: Bye.",
        "assistant: Come again.",
    ]
    assert await fields_of(brain, any_brain.name, "sessionId") == [("s",)] * 3


async def test_what_is_added_again_after_a_failure_is_remembered_once(any_brain: Any, brain: Brain) -> None:
    session = GraphmemSession(any_brain, "s")
    await session.add_items(said("I am Ana."))
    for _ in range(2):
        with pytest.raises(ConnectionError):
            await GraphmemSession(PutsNothing(any_brain), "s").add_items([answer("Hello.")])
    await session.add_items([answer("Hello.")])
    assert await episodes(brain, any_brain.name) == ["user: I am Ana.\nassistant: Hello."]
    for _ in range(2):
        await session.add_items([*said("I am Ana."), answer("Hello.")])
    assert len(await episodes(brain, any_brain.name)) == 3, "what is said again later is remembered again"


async def test_a_compaction_remembers_nothing_again(any_brain: Any, brain: Brain) -> None:
    compaction = {"type": "compaction", "id": "k1", "encrypted_content": "abc"}
    left = [*said("I moved to Porto.", "I like tea."), compaction]

    class Responses:
        async def compact(self, **_: Any) -> Any:
            return SimpleNamespace(output=[*left, answer("Good.")], usage=None)

    own = GraphmemSession(any_brain, "s")
    client: Any = SimpleNamespace(responses=Responses())
    session = OpenAIResponsesCompactionSession("s", own, client=client, compaction_mode="input")
    await session.add_items([*said("I moved to Porto."), answer("Nice."), *said("I like tea."), answer("Good.")])
    await session.run_compaction({"force": True})
    assert await own.get_items() == [*left, answer("Good.")]
    await own.pop_item()
    await session.add_items(said("Bye."))
    await session.add_items([answer("Bye, Ana.")])
    assert await episodes(brain, any_brain.name) == [
        "user: I moved to Porto.\nassistant: Nice.",
        "user: I like tea.\nassistant: Good.",
        "user: Bye.\nassistant: Bye, Ana.",
    ]


async def test_a_compaction_by_the_service_keeps_the_message_before_it(any_brain: Any, brain: Brain) -> None:
    session = GraphmemSession(any_brain, "s")
    compaction: Any = {"type": "compaction", "id": "k1", "encrypted_content": "abc"}
    await session.add_items(said("I am Ana."))
    await session.add_items([*ITEMS[2:4], compaction])
    await session.add_items([answer("Hello.")])
    assert await episodes(brain, any_brain.name) == ["user: I am Ana.\nassistant: Hello."]


async def test_sessions_are_apart_and_may_forget(any_brain: Any, brain: Brain) -> None:
    first, other = GraphmemSession(any_brain, "s"), GraphmemSession(any_brain, "s1", forget=True)
    await first.add_items([*said("I like tea."), answer("Good.")])
    await other.add_items([*said("I like milk."), answer("Well."), *said("And ice."), answer("Fine.")])
    texts = ["user: I like tea.\nassistant: Good.", "user: I like milk.\nassistant: Well."]
    await other.pop_item()
    assert await episodes(brain, any_brain.name) == texts
    await first.pop_item()
    await first.clear_session()
    assert await first.get_items() == []
    assert len(await other.get_items()) == 3
    await other.clear_session()
    assert await episodes(brain, any_brain.name) == texts[:1]


async def test_a_call_of_a_tool_stays_with_its_result(any_brain: Any) -> None:
    call = function_call("recall", {"question": "Where does Ana live?"}, call_id="c1")
    model = ScriptedModel([[call], [assistant_message("I do not know.")], [assistant_message("Bye.")]])
    session = GraphmemSession(any_brain, "s", remember=False)
    agent = Agent("a", model=model, tools=list(memory_tools(any_brain)))
    await Runner.run(agent, "Where does Ana live?", session=session)
    await Runner.run(agent, "Bye", session=session)
    kinds = [item.get("type") for item in model.calls[2].input]  # type: ignore[union-attr]
    assert [kind for kind in kinds if kind and kind.startswith("function")] == ["function_call", "function_call_output"]
