"""The contract of a history provider: the same assertions on the framework's own in memory and on graphmem's."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from agent_framework import Agent, AgentSession, Content, HistoryProvider, InMemoryHistoryProvider, Message

from graphmem.brain import Brain
from graphmem_client.integrations.agent_framework import GraphmemContextProvider, GraphmemHistoryProvider
from tests.adapters.agent_framework.scripted_client import ScriptedClient, call
from tests.adapters.support import PutsNothing, episodes

MESSAGES = [
    Message("user", ["Hi,\r\n I am Ana \U0001f41d e\u0301 "], additional_properties={"n": [1, 1.5, None]}),
    Message("assistant", [Content.from_text_reasoning(text="hm"), call("find", n=1.5)], message_id="m-1"),
    Message("tool", [Content.from_function_result(call_id="c-1", result="found")]),
    Message("assistant", ["Hello", Content.from_data(b"\x00\xff", "image/png")], author_name="helper"),
    Message("user", ["Hi,\r\n I am Ana \U0001f41d e\u0301 "]),
]


class History:
    """A history with the state of its sessions."""

    def __init__(self, provider: HistoryProvider) -> None:
        self.provider = provider
        self.sessions: dict[str, AgentSession] = {}

    def session(self, id: str) -> AgentSession:
        return self.sessions.setdefault(id, AgentSession(session_id=id))

    def _state(self, id: str) -> dict[str, Any]:
        state: dict[str, Any] = self.session(id).state.setdefault(self.provider.source_id, {})
        return state

    async def save(self, id: str, *messages: Message) -> None:
        await self.provider.save_messages(id, messages, state=self._state(id))

    async def read(self, id: str) -> list[Message]:
        return await self.provider.get_messages(id, state=self._state(id))


@pytest.fixture
def history(brain_or_none: Any) -> History:
    own = brain_or_none is None
    return History(InMemoryHistoryProvider("own") if own else GraphmemHistoryProvider(brain_or_none, source_id="own"))


def dicts(messages: list[Message]) -> list[dict[str, Any]]:
    return [message.to_dict() for message in messages]


def user(text: str) -> Message:
    return Message("user", [text])


async def texts(history: History, id: str) -> list[str]:
    return [message.text for message in await history.read(id)]


async def test_messages_come_back_exactly_in_their_order(history: History) -> None:
    assert isinstance(history.provider, HistoryProvider)
    assert await history.read("s/1") == []
    await history.save("s/1", *MESSAGES[:2])
    await history.save("s/1")
    await history.save("s/1", *MESSAGES[2:])
    assert repr(dicts(await history.read("s/1"))) == repr(dicts(MESSAGES))
    assert all(isinstance(message, Message) for message in await history.read("s/1"))


async def test_sessions_are_apart(history: History) -> None:
    await history.save("s", user("a"))
    await history.save("s1", user("b"))
    assert await texts(history, "s") == ["a"]
    assert await texts(history, "s1") == ["b"]


async def test_a_long_history_is_whole(history: History) -> None:
    numbers = [str(n) for n in range(1100)]
    await history.save("s", *map(user, numbers[:600]))
    await history.save("s", *map(user, numbers[600:]))
    assert await texts(history, "s") == numbers


async def test_the_user_may_say_the_same_again(history: History) -> None:
    for _ in range(2):
        await history.save("s", user("Hi"))
    assert await texts(history, "s") == ["Hi", "Hi"]


@pytest.mark.newest
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("abcde", "abcde"),
        ("cde", "abcde"),
        ("xabcde", "abcde"),
        ("abc", "abc"),
        ("d", "abcd"),
        ("bd", "abcbd"),
        ("ca", "abca"),
        ("B", "abcB"),
        ("bcB", "abcB"),
    ],
)
async def test_of_a_conversation_that_is_given_again_only_what_is_new(
    history: History, given: str, expected: str
) -> None:
    """A capital letter is a message of the user without an id."""

    def told(letters: str) -> list[Message]:
        return [user(a) if a.isupper() else Message("assistant", [a], message_id=a) for a in letters]

    await history.save("s", *told("abc"))
    await history.save("s", *told(given))
    assert "".join(await texts(history, "s")) == expected


@pytest.mark.newest
async def test_one_message_of_the_user_is_found_in_a_conversation_by_its_id(history: History) -> None:
    await history.save("s", user("a"))
    await history.save("s", user("a"), Message("assistant", ["b"]))
    await history.save("s", user("a"), Message("assistant", ["b"]), user("c"))
    assert await texts(history, "s") == ["a", "a", "b", "c"]
    await history.save("t", Message("user", ["a"], message_id="1"))
    await history.save("t", Message("user", ["a"], message_id="1"), Message("assistant", ["b"]))
    assert await texts(history, "t") == ["a", "b"]


async def test_an_agent_continues_its_conversation(history: History) -> None:
    client = ScriptedClient("Hello Ana.", "You are Ana.", "Who are you?")
    agent = Agent(client, context_providers=[history.provider])
    session = history.session("s")
    await agent.run("I am Ana.", session=session)
    answer = await agent.run("Who am I?", session=session)
    assert answer.text == "You are Ana."
    assert [message.text for message in client.messages[1]] == ["I am Ana.", "Hello Ana.", "Who am I?"]
    await agent.run("Who am I?", session=history.session("t"))
    assert [message.text for message in client.messages[2]] == ["Who am I?"]
    assert [message.role for message in await history.read("s")] == ["user", "assistant"] * 2


async def test_a_call_of_a_tool_stays_with_its_result(history: History) -> None:
    client = ScriptedClient(call("weather", city="Porto"), "It rains.", "Bye.")

    def weather(city: str) -> str:
        """Say what the weather is."""
        return f"rain in {city}"

    agent = Agent(client, tools=[weather], context_providers=[history.provider])
    await agent.run("What is the weather?", session=history.session("s"))
    await agent.run("Bye", session=history.session("s"))
    types = [content.type for message in client.messages[2] for content in message.contents]
    assert types == ["text", "function_call", "function_result", "text", "text"]


async def test_each_call_of_the_model_may_be_kept_at_once(history: History) -> None:
    client = ScriptedClient(call("weather", city="Porto"), "It rains.")
    kept: list[list[str]] = []

    async def weather(city: str) -> str:
        """Say what the weather is."""
        kept.append([message.role for message in await history.read("s")])
        return f"rain in {city}"

    agent = Agent(
        client, tools=[weather], context_providers=[history.provider], require_per_service_call_history_persistence=True
    )
    await agent.run("What is the weather?", session=history.session("s"))
    assert kept == [["user", "assistant"]]
    assert [message.role for message in await history.read("s")] == ["user", "assistant", "tool", "assistant"]


async def test_options_of_a_history(any_brain: Any) -> None:
    client = ScriptedClient("Hello.", "Bye.")
    history = GraphmemHistoryProvider(any_brain, load_messages=False, store_inputs=False)
    agent = Agent(client, context_providers=[history], default_options={"store": True})
    for text in ("Hi", "Bye"):
        await agent.run(text, session=AgentSession(session_id="s"))
    assert [message.text for message in client.messages[1]] == ["Bye"]
    assert [message.text for message in await history.get_messages("s")] == ["Hello.", "Bye."]


async def test_each_session_may_have_its_brain(any_brain: Any) -> None:
    asked: list[Any] = []

    def of(session_id: Any) -> Any:
        asked.append(session_id)
        return any_brain

    history = GraphmemHistoryProvider(of)
    await history.save_messages("s", MESSAGES)
    assert len(await history.get_messages("s")) == len(MESSAGES)
    assert set(asked) == {"s"}


async def test_a_history_may_be_cleared(any_brain: Any) -> None:
    one, other = GraphmemHistoryProvider(any_brain), GraphmemHistoryProvider(any_brain, source_id="other")
    for history, name in ((one, "s"), (one, "t"), (other, "s")):
        await history.save_messages(name, MESSAGES)
    await one.clear("s")
    found = [len(await history.get_messages(name)) for history, name in ((one, "s"), (one, "t"), (other, "s"))]
    assert found == [0, 5, 5]
    await one.save_messages("s", MESSAGES[:1])
    assert len(await one.get_messages("s")) == 1


async def test_a_history_is_of_a_session(any_brain: Any) -> None:
    history = GraphmemHistoryProvider(any_brain)
    for name in (None, ""):
        with pytest.raises(ValueError, match="id of a session"):
            await history.get_messages(name)
        with pytest.raises(ValueError, match="id of a session"):
            await history.save_messages(name, MESSAGES)
        with pytest.raises(ValueError, match="id of a session"):
            await history.clear(name)


async def test_writers_at_the_same_time_lose_nothing(any_brain: Any) -> None:
    history = GraphmemHistoryProvider(any_brain)
    await asyncio.gather(*(history.save_messages("s", [user(f"{w}{n}") for n in range(3)]) for w in range(4)))
    found = [message.text for message in await history.get_messages("s")]
    assert len(found) == 12
    for writer in "0123":
        assert [text for text in found if text[0] == writer] == [f"{writer}{n}" for n in range(3)]


async def test_the_same_messages_from_two_writers_at_once_are_kept_once(any_brain: Any) -> None:
    numbers = [Message("assistant", [str(n)], message_id=f"m-{n}") for n in range(1100)]
    for name, messages in (("s", [user("Hi"), Message("assistant", ["Hello"])]), ("t", numbers)):
        histories = [GraphmemHistoryProvider(any_brain) for _ in range(3)]
        await asyncio.gather(*(history.save_messages(name, messages) for history in histories))
        assert dicts(await histories[0].get_messages(name)) == dicts(messages)


async def test_writers_of_pages_lose_nothing(any_brain: Any) -> None:
    history = GraphmemHistoryProvider(any_brain)
    await asyncio.gather(*(history.save_messages("s", [user(f"{w}{n}") for n in range(700)]) for w in range(2)))
    found = [message.text for message in await history.get_messages("s")]
    assert len(found) == 1400
    for writer in "01":
        assert [text for text in found if text[0] == writer] == [f"{writer}{n}" for n in range(700)]


async def test_an_error_of_the_history_is_raised(any_brain: Any) -> None:
    with pytest.raises(ConnectionError):
        await GraphmemHistoryProvider(PutsNothing(any_brain)).save_messages("s", MESSAGES)


async def test_facts_are_drawn_beside_it(any_brain: Any, brain: Brain) -> None:
    client = ScriptedClient("Noted.", "In Porto.")
    providers = [GraphmemHistoryProvider(any_brain), GraphmemContextProvider(any_brain, speaker="Ana")]
    agent = Agent(client, context_providers=providers)
    session = AgentSession(session_id="s")
    await agent.run("I moved to Porto.", session=session)
    assert await episodes(brain, any_brain.name) == ["Ana: I moved to Porto.\nassistant: Noted."]
    await agent.run("Where do I live?", session=session)
    assert "Porto" in str(client.instructions[1])
    assert [message.text for message in client.messages[1]] == ["I moved to Porto.", "Noted.", "Where do I live?"]
