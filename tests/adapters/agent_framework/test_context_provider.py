"""An agent that recalls before its runs, and remembers after them."""

from __future__ import annotations

from typing import Any

import pytest
from agent_framework import Agent, AgentSession, Content, ContextProvider, Message

from graphmem.brain import Brain
from graphmem_client.integrations.agent_framework import (
    GraphmemContextProvider,
    GraphmemHistoryProvider,
    memory_tools,
)
from graphmem_client.integrations.agent_framework.turns import question_of
from graphmem_client.integrations.calls import HEAD
from tests.adapters.agent_framework.scripted_client import ScriptedClient, call
from tests.adapters.support import SlowMemory, away, episodes, fields_of, forget, impatient, recorded_recalls

QUESTION = "Where does Ana work?"


async def test_recalled_context_in_turns_out(told: Any, brain: Brain) -> None:
    client = ScriptedClient("At Globex.", "You are welcome.")
    memory = GraphmemContextProvider(told, speaker="Ana")
    assert isinstance(memory, ContextProvider)
    agent = Agent(client, "Be kind.", context_providers=[memory])
    session = agent.create_session(session_id="s-1")
    await agent.run(QUESTION, session=session)
    known = str(client.instructions[0])
    assert known.startswith(f"Be kind.\n{HEAD}\n<memory>\n")
    assert known.endswith("\n</memory>")
    assert "Globex" in known
    await agent.run("Thanks!", session=session)
    assert (await episodes(brain, told.name))[1:] == [
        f"Ana: {QUESTION}\nassistant: At Globex.",
        "Ana: Thanks!\nassistant: You are welcome.",
    ]
    assert (await fields_of(brain, told.name, "sessionId", "source"))[1:] == [("s-1", "agent-framework")] * 2


async def test_a_question_is_recalled_with_the_turns_before_it(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = recorded_recalls(told, monkeypatch)
    providers = [GraphmemHistoryProvider(told), GraphmemContextProvider(told)]
    agent = Agent(ScriptedClient("At Globex.", "In Porto."), context_providers=providers)
    session = agent.create_session(session_id="s-2")
    await agent.run(QUESTION, session=session)
    await agent.run("And where does she live?", session=session)
    assert heard == [(QUESTION, {}), ("And where does she live?", {"recent": [QUESTION, "At Globex."]})]


async def test_a_run_that_streams(told: Any, brain: Brain) -> None:
    client = ScriptedClient(["At ", "Globex."])
    agent = Agent(client, context_providers=[GraphmemContextProvider(told)])
    updates = [update.text async for update in agent.run(QUESTION, stream=True)]
    assert updates == ["At ", "Globex."]
    assert "Globex" in str(client.instructions[0])
    assert (await episodes(brain, told.name))[1:] == [f"user: {QUESTION}\nassistant: At Globex."]


async def test_what_is_called_and_thought_is_not_remembered(told: Any, brain: Brain) -> None:
    client = ScriptedClient(
        [Content.from_text_reasoning(text="hm"), "I look.", call("weather", city="Porto")], "It rains."
    )
    asked: list[Any] = []

    def weather(city: str) -> str:
        """Say what the weather is."""
        asked.append(city)
        return f"rain in {city}"

    await Agent(client, tools=[weather], context_providers=[GraphmemContextProvider(told)]).run(QUESTION)
    assert asked == ["Porto"]
    assert client.instructions[0] == client.instructions[1]
    assert "Globex" in str(client.instructions[0])
    assert (await episodes(brain, told.name))[1:] == [f"user: {QUESTION}\nassistant: I look.\nassistant: It rains."]


async def test_what_the_user_says_beside_pictures(told: Any, brain: Brain) -> None:
    client = ScriptedClient("A house.", "Again.")
    agent = Agent(client, context_providers=[GraphmemContextProvider(told)])
    picture = Content.from_uri("https://a.example/b.png", media_type="image/png")
    await agent.run([Message("user", [picture])])
    await agent.run([Message("system", ["Be kind."]), Message("user", ["Look:", picture, QUESTION])])
    assert not client.instructions[0]
    assert "Globex" in str(client.instructions[1])
    assert (await episodes(brain, told.name))[1:] == [
        "assistant: A house.",
        f"user: Look:\n{QUESTION}\nassistant: Again.",
    ]


async def test_a_run_without_a_message_recalls_for_the_latest_one(told: Any, brain: Brain) -> None:
    client = ScriptedClient("At Globex.")
    history, memory = GraphmemHistoryProvider(told), GraphmemContextProvider(told)
    await history.save_messages("s-1", [Message("user", [QUESTION])])
    agent = Agent(client, context_providers=[history, memory])
    await agent.run(session=AgentSession(session_id="s-1"))
    assert "Globex" in str(client.instructions[0])
    assert (await episodes(brain, told.name))[1:] == ["assistant: At Globex."]


def test_the_latest_text_of_the_user_is_the_question() -> None:
    def told(*said: tuple[str, str]) -> list[Message]:
        return [Message(role, [text]) for role, text in said]

    said = told(("user", "Hello"), ("user", QUESTION), ("user", " "), ("assistant", "Hm."), ("system", "Be kind."))
    older = told(("user", "Who am I?"), ("assistant", "Ana."))
    assert question_of(said, older) == QUESTION
    assert question_of(told(("system", "Be kind.")), older) == "Who am I?"
    assert question_of(told(("user", " ")), older) == ""
    assert question_of([], told(("user", "Who am I?"), ("user", " "))) == ""
    assert question_of([]) == ""


async def test_a_picture_does_not_ask_an_older_question(told: Any) -> None:
    client = ScriptedClient("At Globex.", "A house.")
    agent = Agent(client, context_providers=[GraphmemHistoryProvider(told), GraphmemContextProvider(told)])
    session = AgentSession(session_id="s-1")
    await agent.run(QUESTION, session=session)
    await agent.run(
        [Message("user", [Content.from_uri("https://a.example/b.png", media_type="image/png")])], session=session
    )
    assert "Globex" in str(client.instructions[0])
    assert len(client.messages[1]) == 3
    assert not client.instructions[1]


async def test_a_run_that_an_approval_continues_recalls_for_its_question(told: Any) -> None:
    client = ScriptedClient("At Globex.")
    history, memory = GraphmemHistoryProvider(told), GraphmemContextProvider(told, remember=False)
    await history.save_messages("s-1", [Message("user", [QUESTION])])
    result = Content.from_function_result(call_id="c-1", result="yes")
    await Agent(client, context_providers=[history, memory]).run(
        [Message("user", [result])], session=AgentSession(session_id="s-1")
    )
    assert "Globex" in str(client.instructions[0])


async def test_an_agent_may_only_recall_with_options(told: Any, brain: Brain) -> None:
    client = ScriptedClient("Hm.", "Hm.")
    memory = GraphmemContextProvider(told, remember=False, head="Known:", context_style="lines")
    await Agent(client, context_providers=[memory]).run(QUESTION)
    await Agent(client, context_providers=[GraphmemContextProvider(told, remember=False, head="Known:")]).run(QUESTION)
    first, second = map(str, client.instructions)
    assert first.startswith("Known:\n")
    assert "Globex" in first
    assert first != second
    assert len(await episodes(brain, told.name)) == 1


async def test_nothing_stands_in_the_instructions_where_nothing_is_known(any_brain: Any) -> None:
    client = ScriptedClient("Hm.", "Hm.")
    await Agent(client, "Be kind.", context_providers=[GraphmemContextProvider(any_brain)]).run(QUESTION)
    await Agent(client, context_providers=[GraphmemContextProvider(any_brain, remember=False)]).run([])
    assert [text or None for text in client.instructions] == ["Be kind.", None]


async def test_each_session_may_have_its_brain(told: Any, brain: Brain) -> None:
    client = ScriptedClient(call("recall", question=QUESTION), "At Globex.")
    memory = GraphmemContextProvider(lambda session: session.state["brain"], tools=True)
    agent = Agent(client, context_providers=[memory])
    session = AgentSession()
    session.state["brain"] = told
    await agent.run(QUESTION, session=session)
    assert "Globex" in str(client.instructions[0])
    assert client.tools[0] == ["recall", "remember"]
    assert "Globex" in str(client.messages[1][-1].contents[0].result)
    assert len(await episodes(brain, told.name)) == 2


@pytest.mark.newest
@pytest.mark.filterwarnings("ignore:.*experimental")
async def test_what_a_loop_tells_its_agent_is_not_remembered(any_brain: Any, brain: Brain) -> None:
    from agent_framework import AgentLoopMiddleware

    client = ScriptedClient("One.", "Two.")
    loop = AgentLoopMiddleware(lambda iteration, **_: iteration < 2, next_message=lambda **_: "Go on.")
    agent = Agent(client, middleware=[loop], context_providers=[GraphmemContextProvider(any_brain)])
    await agent.run("Count.", session=agent.create_session(session_id="s-1"))
    assert [message.text for message in client.messages[1]][-1] == "Go on."
    assert await episodes(brain, any_brain.name) == ["user: Count.\nassistant: One.\nassistant: Two."]
    assert await fields_of(brain, any_brain.name, "sessionId") == [("s-1",)]


async def test_each_session_may_have_its_speaker(any_brain: Any, brain: Brain) -> None:
    client = ScriptedClient(call("remember", text="I like tea."), "Kept.", "Hello.")
    memory = GraphmemContextProvider(any_brain, speaker=lambda session: session.session_id, tools=True)
    agent = Agent(client, context_providers=[memory])
    for name in ("Ana", "Bruno"):
        await agent.run("Hi!", session=AgentSession(session_id=name))
    assert await episodes(brain, any_brain.name) == [
        "I like tea.",
        "Ana: Hi!\nassistant: Kept.",
        "Bruno: Hi!\nassistant: Hello.",
    ]
    assert (await fields_of(brain, any_brain.name, "speaker"))[0] == ("Ana",)


async def test_an_agent_goes_on_and_keeps_its_history_without_a_memory_that_is_away(
    any_brain: Any, caplog: pytest.LogCaptureFixture
) -> None:
    client, history = ScriptedClient("Hello."), GraphmemHistoryProvider(any_brain)
    with away(caplog, "recall", "remember") as brain:
        agent = Agent(client, context_providers=[history, GraphmemContextProvider(brain)])
        answer = await agent.run("I am Ana.", session=AgentSession(session_id="s-1"))
    assert answer.text == "Hello."
    assert [message.text for message in await history.get_messages("s-1")] == ["I am Ana.", "Hello."]


async def test_a_slow_memory_is_given_up_and_told_to_the_program(brain: Brain) -> None:
    heard: list[Any] = []
    options = impatient(heard)
    for wait in (False, True):
        memory = GraphmemContextProvider(SlowMemory(brain), wait=wait, **options)  # type: ignore[arg-type]
        answer = await Agent(ScriptedClient("Hello."), context_providers=[memory]).run("I am Ana.")
        assert answer.text == "Hello."
    assert heard == [(TimeoutError, "recall"), (TimeoutError, "remember"), (TimeoutError, "recall")]
    assert await episodes(brain, brain.name) == ["user: I am Ana.\nassistant: Hello."]


async def test_a_long_message_asks_with_its_beginning(told: Any) -> None:
    client = ScriptedClient("At Globex.")
    memory = GraphmemContextProvider(told, remember=False, min_relevance=0)
    await Agent(client, context_providers=[memory]).run(f"{QUESTION} {'Think. ' * 5000}")
    assert "Globex" in str(client.instructions[0])


async def test_a_run_that_is_repeated_is_remembered_once(any_brain: Any, brain: Brain) -> None:
    memory = GraphmemContextProvider(any_brain)
    for _ in range(2):
        agent = Agent(ScriptedClient("Hello."), context_providers=[memory])
        await agent.run([Message("user", ["I am Ana."], message_id="m-1")], session=AgentSession(session_id="s-1"))
    assert await episodes(brain, any_brain.name) == ["user: I am Ana.\nassistant: Hello."]
    await forget(brain, any_brain.name)
    agent = Agent(ScriptedClient("Hello.", "Hello."), context_providers=[memory])
    await agent.run([Message("user", ["I am Ana."], message_id="m-1")], session=AgentSession(session_id="s-1"))
    assert await episodes(brain, any_brain.name) == []
    for _ in range(2):  # messages without an id are said again
        agent = Agent(ScriptedClient("Hello."), context_providers=[memory])
        await agent.run("I am Ana.", session=AgentSession(session_id="s-1"))
    assert len(await episodes(brain, any_brain.name)) == 2


async def test_tools_search_and_keep(told: Any, brain: Brain) -> None:
    client = ScriptedClient(
        call("recall", "c-1", question=QUESTION),
        call("remember", "c-2", text="Ana likes tea."),
        call("recall", "c-3", question=" "),
        call("remember", "c-4", text=" "),
        "Done.",
    )
    await Agent(client, tools=memory_tools(told, speaker="Ana")).run("Go")
    results = [
        str(content.result)
        for message in client.messages[-1]
        for content in message.contents
        if content.type == "function_result"
    ]
    assert "Globex" in results[0]
    assert results[1:] == ["Kept.", "Nothing is known about this.", "Kept."]
    assert (await episodes(brain, told.name))[1:] == ["Ana likes tea."]


def test_a_model_reads_what_the_tools_are_for() -> None:
    recall, remember = memory_tools(lambda session: session)
    assert (recall.name, remember.name) == ("recall", "remember")
    assert "long-term memory" in recall.description
    assert "long-term memory" in remember.description
    schema = recall.parameters()
    assert schema["properties"]["question"]["description"].startswith("What to search for")
    assert (list(schema["properties"]), schema["required"]) == (["question"], ["question"])
