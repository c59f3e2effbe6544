"""The contract of `BaseChatMessageHistory`: the same assertions on LangChain's own history and on graphmem's."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.chat_history import BaseChatMessageHistory, InMemoryChatMessageHistory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from graphmem.brain import Brain
from graphmem_client.integrations.langgraph import GraphmemChatMessageHistory
from tests.adapters.support import PutsNothing, episodes, fields_of

USED: Any = {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}
MESSAGES: list[BaseMessage] = [
    SystemMessage("Be kind."),
    HumanMessage("Hi,\r\n I am Ana \U0001f41d ", name="Ana", id="1", additional_kwargs={"a": {"b": [1, None]}}),
    AIMessage("", tool_calls=[{"name": "find", "args": {"q": "tea", "n": 1.5}, "id": "t1"}], response_metadata={"m": "x"}),
    ToolMessage("found", tool_call_id="t1", artifact={"n": 1}),
    AIMessage([{"type": "text", "text": "Hello"}, "Ana"], usage_metadata=USED),
    HumanMessage("Hi,\r\n I am Ana \U0001f41d ", name="Ana"),
]  # fmt: skip


@pytest.fixture
def history(brain_or_none: Any) -> BaseChatMessageHistory:
    if brain_or_none is None:
        return InMemoryChatMessageHistory()
    return GraphmemChatMessageHistory(brain_or_none, "s/1", remember=False)


async def test_messages_come_back_exactly_in_their_order(history: BaseChatMessageHistory) -> None:
    assert await history.aget_messages() == []
    await history.aadd_messages(MESSAGES[:2])
    await history.aadd_messages(MESSAGES[2:])
    found = await history.aget_messages()
    assert found == MESSAGES
    assert [message.model_dump() for message in found] == [message.model_dump() for message in MESSAGES]
    await history.aclear()
    assert await history.aget_messages() == []
    await history.aadd_messages([])
    await history.aadd_messages(MESSAGES[:1])
    assert await history.aget_messages() == MESSAGES[:1]


async def test_synchronous_methods(history: BaseChatMessageHistory) -> None:
    def script() -> list[Any]:
        history.add_user_message("Hi")
        history.add_ai_message("Hello")
        history.add_message(SystemMessage("x"))
        history.add_messages(MESSAGES)
        found = list(history.messages)
        history.clear()
        return [*found, *history.messages]

    expected = [HumanMessage("Hi"), AIMessage("Hello"), SystemMessage("x"), *MESSAGES]
    await history.aget_messages()  # the history knows the loop of its brain
    assert await asyncio.to_thread(script) == expected


async def test_a_long_history_is_whole(any_brain: Any) -> None:
    history = GraphmemChatMessageHistory(any_brain, "s", remember=False)
    messages = [HumanMessage(str(n)) for n in range(1100)]
    for start in range(0, 1100, 400):
        await history.aadd_messages(messages[start : start + 400])
    assert await history.aget_messages() == messages


async def test_writers_at_the_same_time_lose_nothing(any_brain: Any) -> None:
    histories = [GraphmemChatMessageHistory(any_brain, "s", remember=False) for _ in range(4)]
    await asyncio.gather(
        *(history.aadd_messages([HumanMessage(f"{w} {n}") for n in range(3)]) for w, history in enumerate(histories))
    )
    found = [str(message.content) for message in await histories[0].aget_messages()]
    assert len(found) == 12
    for writer in "0123":
        assert [text for text in found if text[0] == writer] == [f"{writer} {n}" for n in range(3)]


async def test_sessions_are_apart_and_what_is_said_is_remembered(any_brain: Any, brain: Brain) -> None:
    first = GraphmemChatMessageHistory(any_brain, "s", speaker="Ana")
    other = GraphmemChatMessageHistory(any_brain, "s1", forget=True)
    await first.aadd_messages([SystemMessage("Be kind."), HumanMessage("I moved to Porto."), AIMessage("Nice.")])
    await other.aadd_messages([HumanMessage("I like tea.")])
    assert await episodes(brain, any_brain.name) == ["I moved to Porto.", "Nice.", "I like tea."]
    assert await fields_of(brain, any_brain.name, "sessionId", "role", "speaker") == [
        ("s", "user", "Ana"),
        ("s", "assistant", None),
        ("s1", "user", None),
    ]
    await first.aclear()
    assert len(await other.aget_messages()) == 1
    await other.aclear()
    assert await episodes(brain, any_brain.name) == ["I moved to Porto.", "Nice."]


async def test_what_is_added_again_after_a_failure_is_remembered_once(any_brain: Any, brain: Brain) -> None:
    for _ in range(2):
        with pytest.raises(ConnectionError):
            await GraphmemChatMessageHistory(PutsNothing(any_brain), "s").aadd_messages([HumanMessage("I am Ana.")])
    history = GraphmemChatMessageHistory(any_brain, "s")
    await history.aadd_messages([HumanMessage("I am Ana.")])
    assert await episodes(brain, any_brain.name) == ["I am Ana."]
    await history.aadd_messages([HumanMessage("I am Ana.")])
    assert await episodes(brain, any_brain.name) == ["I am Ana."] * 2
    await history.aadd_messages([long := HumanMessage("Ana likes tea. " * 20_000)])
    assert (await history.aget_messages())[-1] == long


async def test_what_is_added_again_after_it_was_cleared_is_remembered_again(any_brain: Any, brain: Brain) -> None:
    history = GraphmemChatMessageHistory(any_brain, "s", forget=True)
    for _ in range(2):
        await history.aadd_messages([HumanMessage("I am Ana.")])
        assert await episodes(brain, any_brain.name) == ["I am Ana."]
        await history.aclear()
        assert await episodes(brain, any_brain.name) == []
