"""An agent that recalls before the model is called, and remembers after its answer."""

from __future__ import annotations

import asyncio
from typing import Any, TypedDict

import pytest
from langchain.agents import create_agent
from langchain.agents.structured_output import ToolStrategy
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel

from graphmem.brain import Brain
from graphmem_client.integrations.calls import HEAD
from graphmem_client.integrations.langgraph import GraphmemMiddleware
from tests.adapters.langgraph.scripted_model import ScriptedModel
from tests.adapters.langgraph.test_retriever import told  # noqa: F401 - a fixture
from tests.adapters.support import away, episodes, fields_of, forget, recorded_recalls


@tool
def weather(city: str) -> str:
    """Return the weather of a city."""
    return f"rain in {city}"


class User(TypedDict):
    user: str


CALLS = AIMessage("I look.", tool_calls=[{"name": "weather", "args": {"city": "Porto"}, "id": "t1"}])


def asked(*texts: str) -> dict[str, Any]:
    return {"messages": [HumanMessage(text) for text in texts]}


async def test_recalled_context_in_turns_out(told: Any, brain: Brain) -> None:  # noqa: F811
    model = ScriptedModel(answers=[AIMessage("At Globex."), AIMessage("You are welcome.")])
    middleware = GraphmemMiddleware(told, speaker="Ana")
    agent = create_agent(model, system_prompt="Be kind.", middleware=[middleware], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t-1"}}
    result = await agent.ainvoke(asked("Where does Ana work?"), config)
    first = model.asked[0]
    assert isinstance(first[0], SystemMessage)
    assert str(first[0].content).startswith(f"Be kind.\n\n{HEAD}\n<memory>\n")
    assert str(first[0].content).endswith("\n</memory>")
    assert "Globex" in str(first[0].content)
    assert [message.content for message in result["messages"]] == ["Where does Ana work?", "At Globex."]
    assert "recalled" not in result
    await agent.ainvoke(asked("Thanks!"), config)
    assert [message.type for message in model.asked[1]][-3:] == ["human", "ai", "human"]
    assert (await episodes(brain, told.name))[2:] == [
        "Ana: Where does Ana work?\nassistant: At Globex.",
        "Ana: Thanks!\nassistant: You are welcome.",
    ]
    assert (await fields_of(brain, told.name, "sessionId"))[2:] == [("t-1",)] * 2


async def test_a_question_is_recalled_with_the_turns_before_it(
    told: Any,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard = recorded_recalls(told, monkeypatch)
    model = ScriptedModel(answers=[CALLS, AIMessage("It rains."), AIMessage("At Globex.")])
    agent = create_agent(model, tools=[weather], middleware=[GraphmemMiddleware(told)], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t-2"}}
    await agent.ainvoke(asked("How is it where Ana lives?"), config)
    await agent.ainvoke(asked("And where does she work?"), config)
    assert heard == [
        ("How is it where Ana lives?", {}),
        ("And where does she work?", {"recent": ["How is it where Ana lives?", "I look.", "It rains."]}),
    ]


async def test_one_agent_serves_many_speakers(any_brain: Any, brain: Brain) -> None:
    model = ScriptedModel(answers=[AIMessage("Hello."), AIMessage("Hello.")])
    middleware = GraphmemMiddleware(any_brain, speaker=lambda runtime: runtime.context["user"])
    agent = create_agent(model, middleware=[middleware], context_schema=User)
    for user in ("Ana", "Bruno"):
        await agent.ainvoke(asked("Hi!"), context={"user": user})
    assert await episodes(brain, any_brain.name) == ["Ana: Hi!\nassistant: Hello.", "Bruno: Hi!\nassistant: Hello."]


async def test_a_call_of_a_tool_is_no_answer(any_brain: Any, brain: Brain) -> None:
    model = ScriptedModel(answers=[CALLS, AIMessage("It rains.")])
    agent = create_agent(model, tools=[weather], middleware=[GraphmemMiddleware(any_brain)])
    await agent.ainvoke(asked("How is the weather in Porto?"))
    assert await episodes(brain, any_brain.name) == [
        "user: How is the weather in Porto?\nassistant: I look.\nassistant: It rains."
    ]


async def test_a_run_that_is_repeated_is_remembered_once(any_brain: Any, brain: Brain) -> None:
    model = ScriptedModel(answers=[AIMessage("Hello", id="a")] * 3)
    agent = create_agent(model, middleware=[GraphmemMiddleware(any_brain)])
    said = {"messages": [HumanMessage("I am Ana.", id="h")]}
    await agent.ainvoke(said)
    await agent.ainvoke(said)
    assert await episodes(brain, any_brain.name) == ["user: I am Ana.\nassistant: Hello"]
    await forget(brain, any_brain.name)
    await agent.ainvoke(said)  # what was forgotten stays forgotten
    assert await episodes(brain, any_brain.name) == []


async def test_an_agent_may_only_recall(told: Any, brain: Brain) -> None:  # noqa: F811
    model = ScriptedModel(answers=[AIMessage("At Acme.")])
    agent = create_agent(
        model, middleware=[GraphmemMiddleware(told, remember=False, valid_at="2022-01-01", head="Known:")]
    )
    await agent.ainvoke(asked("Where does Ana work?"))
    assert "Acme" in str(model.asked[0][0].content)
    assert str(model.asked[0][0].content).startswith("Known:\n")
    assert len(await episodes(brain, told.name)) == 2


async def test_synchronously(told: Any, brain: Brain) -> None:  # noqa: F811
    model = ScriptedModel(answers=[AIMessage("At Globex.")])
    agent = create_agent(model, middleware=[GraphmemMiddleware(told)])
    await asyncio.to_thread(agent.invoke, asked("Where does Ana work?"))
    assert "Globex" in str(model.asked[0][0].content)
    assert len(await episodes(brain, told.name)) == 3


async def test_each_run_may_have_its_brain(any_brain: Any, brain: Brain) -> None:
    model = ScriptedModel(answers=[AIMessage("Hello")])
    agent = create_agent(model, middleware=[GraphmemMiddleware(lambda runtime: any_brain)])
    await agent.ainvoke(asked("I am Ana."))
    assert len(await episodes(brain, any_brain.name)) == 1


class City(BaseModel):
    """A city."""

    name: str


@tool(return_direct=True)
def look_up(city: str) -> str:
    """Return what is known of a city."""
    return f"{city} lies at the sea."


async def test_a_structured_answer_is_remembered(any_brain: Any, brain: Brain) -> None:
    answers = [AIMessage("", tool_calls=[{"name": "City", "args": {"name": "Porto"}, "id": f"c{n}"}]) for n in (1, 2)]
    middleware = GraphmemMiddleware(any_brain, speaker="Ana")
    options: dict[str, Any] = {"response_format": ToolStrategy(City), "checkpointer": InMemorySaver()}
    agent = create_agent(ScriptedModel(answers=answers), middleware=[middleware], **options)
    config: Any = {"configurable": {"thread_id": "t-1"}}
    await agent.ainvoke(asked("I moved to Porto."), config)
    await agent.ainvoke(asked("Where do I live?"), config)
    assert await episodes(brain, any_brain.name) == [
        'Ana: I moved to Porto.\nassistant: {"name":"Porto"}',
        'Ana: Where do I live?\nassistant: {"name":"Porto"}',
    ]


async def test_the_result_of_a_tool_may_be_the_answer(any_brain: Any, brain: Brain) -> None:
    calls = AIMessage("", tool_calls=[{"name": "look_up", "args": {"city": "Porto"}, "id": "t1"}])
    agent = create_agent(ScriptedModel(answers=[calls]), tools=[look_up], middleware=[GraphmemMiddleware(any_brain)])
    await agent.ainvoke(asked("Where is Porto?"))
    assert await episodes(brain, any_brain.name) == ["user: Where is Porto?\nassistant: Porto lies at the sea."]


async def test_an_agent_goes_on_without_a_memory_that_is_away(caplog: pytest.LogCaptureFixture) -> None:
    model = ScriptedModel(answers=[AIMessage("Hello."), AIMessage("Hello.")])
    with away(caplog, "recall", "remember", "recall", "remember") as brain:
        agent = create_agent(model, middleware=[GraphmemMiddleware(brain)])
        result = await agent.ainvoke(asked("I am Ana."))
        assert result["messages"][-1].content == "Hello."
        assert (await asyncio.to_thread(agent.invoke, asked("I am Ana.")))["messages"][-1].content == "Hello."


async def test_a_long_message_asks_with_its_beginning(told: Any) -> None:  # noqa: F811
    model = ScriptedModel(answers=[AIMessage("At Globex.")])
    agent = create_agent(model, middleware=[GraphmemMiddleware(told, remember=False, min_relevance=0)])
    await agent.ainvoke(asked(f"Where does Ana work? {'Think. ' * 5000}"))
    assert "Globex" in str(model.asked[0][0].content)


async def test_a_message_without_a_text_is_no_question(told: Any) -> None:  # noqa: F811
    model = ScriptedModel(answers=[AIMessage("At Globex."), AIMessage("A cat.")])
    agent = create_agent(model, middleware=[GraphmemMiddleware(told)], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t-1"}}
    await agent.ainvoke(asked("Where does Ana work?"), config)
    picture: Any = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,"}}]
    await agent.ainvoke({"messages": [HumanMessage(picture)]}, config)
    assert isinstance(model.asked[0][0], SystemMessage)
    assert not isinstance(model.asked[1][0], SystemMessage)


@pytest.mark.newest
async def test_the_blocks_of_a_system_message_stay(told: Any) -> None:  # noqa: F811
    block = {"type": "text", "text": "Long rules.", "cache_control": {"type": "ephemeral"}}
    model = ScriptedModel(answers=[AIMessage("At Globex.")])
    agent = create_agent(model, system_prompt=SystemMessage([block]), middleware=[GraphmemMiddleware(told)])
    await agent.ainvoke(asked("Where does Ana work?"))
    first, second = model.asked[0][0].content
    assert first == block
    assert "Globex" in str(second)
