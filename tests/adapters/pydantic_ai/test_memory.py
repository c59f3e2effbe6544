"""An agent that recalls before its requests, and remembers after its run."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ImageUrl, NativeOutput
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import CallDeferred
from pydantic_ai.messages import TextPart, ThinkingPart, ToolCallPart, ToolReturnPart

from graphmem.brain import Brain
from graphmem_client.integrations.calls import HEAD
from graphmem_client.integrations.pydantic_ai import GraphmemMemory, memory_toolset
from graphmem_client.integrations.pydantic_ai.turns import question_of
from graphmem_client.integrations.tools import FAILED
from tests.adapters.pydantic_ai.scripted_model import Script, says
from tests.adapters.support import away, episodes, fields_of, forget, recorded_recalls

QUESTION = "Where does Ana work?"


async def test_recalled_context_in_turns_out(told: Any, brain: Brain) -> None:
    script = says("At Globex.", "You are welcome.")
    memory = GraphmemMemory(told, speaker="Ana")
    assert isinstance(memory, AbstractCapability)
    agent = Agent(script.model, instructions="Be kind.", capabilities=[memory])
    first = await agent.run(QUESTION, conversation_id="c-1")
    known = str(script.instructions[0])
    assert known.startswith("Be kind.")
    assert f"{HEAD}\n<memory>\n" in known
    assert known.endswith("\n</memory>")
    assert "Globex" in known
    await agent.run("Thanks!", message_history=first.all_messages())
    assert (await episodes(brain, told.name))[1:] == [
        f"Ana: {QUESTION}\nassistant: At Globex.",
        "Ana: Thanks!\nassistant: You are welcome.",
    ]
    assert (await fields_of(brain, told.name, "sessionId", "source"))[1:] == [("c-1", "pydantic-ai")] * 2


async def test_a_question_is_recalled_with_the_turns_before_it(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = recorded_recalls(told, monkeypatch)
    agent = Agent(says("At Globex.", "In Porto.").model, capabilities=[GraphmemMemory(told)])
    first = await agent.run(QUESTION)
    await agent.run("And where does she live?", message_history=first.all_messages())
    assert heard == [(QUESTION, {}), ("And where does she live?", {"recent": [QUESTION, "At Globex."]})]


async def test_a_run_recalls_once_and_its_tools_are_not_remembered(told: Any, brain: Brain) -> None:
    call = [ThinkingPart("hm"), TextPart("I look."), ToolCallPart("weather", {"city": "Porto"})]
    script = Script([call, TextPart("It rains.")])
    memory = GraphmemMemory(told)
    agent = Agent(script.model, capabilities=[memory])
    asked: list[Any] = []

    @agent.tool_plain
    def weather(city: str) -> str:
        asked.append(city)
        return f"rain in {city}"

    await agent.run(QUESTION)
    assert asked == ["Porto"]
    assert script.instructions[0] == script.instructions[1]
    assert "Globex" in str(script.instructions[0])
    assert memory._recalled == {}  # what a run recalled is not kept for others
    assert (await episodes(brain, told.name))[1:] == [f"user: {QUESTION}\nassistant: I look.\nassistant: It rains."]


async def test_what_the_user_says_beside_pictures(told: Any, brain: Brain) -> None:
    script = says("A house.", "Again.", "Globex.")
    agent = Agent(script.model, capabilities=[GraphmemMemory(told)])
    picture = ImageUrl("https://a.example/b.png")
    await agent.run([picture])
    await agent.run(["Look:", picture, QUESTION])
    assert not script.instructions[0]
    assert "Globex" in str(script.instructions[1])
    assert (await episodes(brain, told.name))[1:] == [
        "assistant: A house.",
        f"user: Look:\n{QUESTION}\nassistant: Again.",
    ]


async def test_a_run_without_a_prompt_recalls_for_the_latest_message(told: Any, brain: Brain) -> None:
    script = says("Hm.", "At Globex.")
    first = await Agent(script.model).run(QUESTION)
    history = first.all_messages()[:1]
    await Agent(script.model, capabilities=[GraphmemMemory(told)]).run(message_history=history)
    assert "Globex" in str(script.instructions[1])
    assert (await episodes(brain, told.name))[1:] == [f"user: {QUESTION}\nassistant: At Globex."]


async def test_a_picture_after_a_question_is_no_question(told: Any, brain: Brain) -> None:
    script = says("At Globex.", "A house.", "A garden.")
    agent = Agent(script.model, capabilities=[GraphmemMemory(told)])
    first = await agent.run(QUESTION)
    picture = ImageUrl("https://a.example/b.png")
    second = await agent.run([picture], message_history=first.all_messages())
    assert not script.instructions[1]
    history = [*first.all_messages(), second.new_messages()[0]]
    assert question_of(None, history) is None
    await agent.run(message_history=history)  # it goes on from the picture
    assert not script.instructions[2]
    assert (await episodes(brain, told.name))[2:] == ["assistant: A house.", "assistant: A garden."]


async def test_an_agent_goes_on_without_a_memory_that_is_away(caplog: pytest.LogCaptureFixture) -> None:
    call = [ToolCallPart("weather", {"city": "Porto"})]
    script = Script([call, TextPart("It rains.")])
    with away(caplog, "recall", "remember") as brain:
        agent = Agent(script.model, instructions="Be kind.", capabilities=[GraphmemMemory(brain)])
        agent.tool_plain(lambda city: f"rain in {city}", name="weather")
        assert (await agent.run("Does it rain?")).output == "It rains."
    assert script.instructions == ["Be kind."] * 2


async def test_errors_are_given_to_the_program(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[tuple[str, str]] = []
    with away(caplog) as brain:
        memory = GraphmemMemory(brain, on_error=lambda error, during: heard.append((type(error).__name__, during)))
        await Agent(says("Hello.").model, capabilities=[memory]).run("I am Ana.")
    assert heard == [("ServiceUnreachable", "recall"), ("ServiceUnreachable", "remember")]


async def test_a_long_message_asks_with_its_beginning(told: Any) -> None:
    script = says("At Globex.")
    memory = GraphmemMemory(told, remember=False, min_relevance=0)
    await Agent(script.model, capabilities=[memory]).run(f"{QUESTION} {'Think. ' * 5000}")
    assert "Globex" in str(script.instructions[0])


class City(BaseModel):
    """A city."""

    name: str


async def test_a_structured_output_is_the_answer(any_brain: Any, brain: Brain) -> None:
    output = ToolCallPart("final_result", {"name": "Porto"})
    script = Script([output, [TextPart("I look."), output], TextPart('{"name": "Porto"}')])
    history: Any = None
    for kind in (City, City, NativeOutput(City)):
        agent: Any = Agent(script.model, output_type=kind, capabilities=[GraphmemMemory(any_brain)])  # type: ignore[call-overload]
        result = await agent.run("Where do I live?", message_history=history)
        history = result.all_messages()
        assert result.output == City(name="Porto")
    assert await episodes(brain, any_brain.name) == [
        'user: Where do I live?\nassistant: {"name":"Porto"}',
        'user: Where do I live?\nassistant: I look.\nassistant: {"name":"Porto"}',
        'user: Where do I live?\nassistant: {"name": "Porto"}',
    ]


async def test_a_run_that_waits_for_a_tool_is_remembered_with_its_answer(any_brain: Any, brain: Brain) -> None:
    script = Script([ToolCallPart("pay", {"to": "Bo"}, tool_call_id="t-1"), TextPart("Done."), TextPart("Bye.")])
    kinds: Any = [str, DeferredToolRequests]
    agent: Any = Agent(script.model, output_type=kinds, capabilities=[GraphmemMemory(any_brain)])

    def pay(to: str) -> str:
        raise CallDeferred

    agent.tool_plain(pay)
    waiting = await agent.run("Pay Bo.")
    assert isinstance(waiting.output, DeferredToolRequests)
    assert await episodes(brain, any_brain.name) == []
    results = DeferredToolResults(calls={"t-1": "paid"})
    done = await agent.run(message_history=waiting.all_messages(), deferred_tool_results=results)
    await agent.run("Thanks.", message_history=done.all_messages())
    assert await episodes(brain, any_brain.name) == [
        "user: Pay Bo.\nassistant: Done.",
        "user: Thanks.\nassistant: Bye.",
    ]


async def test_an_agent_may_only_recall(told: Any, brain: Brain) -> None:
    script = says("Hm.", "Hm.")
    memory = GraphmemMemory(told, remember=False, head="Known:")
    await Agent(script.model, capabilities=[memory]).run(QUESTION)
    assert str(script.instructions[0]).startswith("Known:\n")
    assert len(await episodes(brain, told.name)) == 1


async def test_nothing_stands_in_the_instructions_where_nothing_is_known(any_brain: Any) -> None:
    script = says("Hm.")
    await Agent(script.model, instructions="Be kind.", capabilities=[GraphmemMemory(any_brain)]).run(QUESTION)
    assert script.instructions == ["Be kind."]


async def test_a_run_that_is_repeated_is_remembered_once(any_brain: Any, brain: Brain) -> None:
    memory = GraphmemMemory(any_brain)
    result = await Agent(says("Hello.").model).run("I am Ana.")

    class Run:
        run_id, conversation_id = "r\u00e9" * 200, "c"

    for _ in range(2):
        await memory.after_run(Run(), result=result)  # type: ignore[arg-type]
    assert await episodes(brain, any_brain.name) == ["user: I am Ana.\nassistant: Hello."]
    await forget(brain, any_brain.name)
    await memory.after_run(Run(), result=result)  # type: ignore[arg-type] # what was forgotten stays forgotten
    assert await episodes(brain, any_brain.name) == []


async def test_each_run_may_have_its_brain(told: Any, brain: Brain) -> None:
    script = says("At Globex.")
    memory = GraphmemMemory(lambda run: run.deps["brain"], speaker=lambda run: run.deps["user"], tools=True)
    deps = {"brain": told, "user": "Ana"}
    await Agent(script.model, deps_type=dict, capabilities=[memory]).run(QUESTION, deps=deps)
    assert "Globex" in str(script.instructions[0])
    assert script.tools == [["recall", "remember"]]
    assert (await episodes(brain, told.name))[1:] == [f"Ana: {QUESTION}\nassistant: At Globex."]


async def test_a_synchronous_run(told: Any, brain: Brain) -> None:
    script = says("At Globex.")
    agent = Agent(script.model, capabilities=[GraphmemMemory(told)])

    def run() -> None:
        with closing(asyncio.new_event_loop()) as loop:  # `run_sync` would leave its own open
            asyncio.set_event_loop(loop)
            agent.run_sync(QUESTION)

    await asyncio.to_thread(run)
    assert "Globex" in str(script.instructions[0])
    assert len(await episodes(brain, told.name)) == 2


async def test_tools_search_and_keep(told: Any, brain: Brain) -> None:
    calls = [
        ToolCallPart("recall", {"question": QUESTION}),
        ToolCallPart("remember", {"text": "Ana likes tea."}),
        ToolCallPart("recall", {"question": " "}),
        ToolCallPart("remember", {"text": " "}),
    ]
    script = Script([*([call] for call in calls), TextPart("Done.")])
    tools = memory_toolset(lambda run: run.deps, speaker=lambda run: f"Ana of {len(run.deps.name)}")
    await Agent(script.model, deps_type=object, toolsets=[tools]).run("Go", deps=told, conversation_id="c-1")
    returned = [
        part.content for message in script.messages[-1] for part in message.parts if isinstance(part, ToolReturnPart)
    ]
    assert "Globex" in str(returned[0])
    assert returned[1:] == ["Kept.", "Nothing is known about this.", "Kept."]
    assert (await episodes(brain, told.name))[1:] == ["Ana likes tea."]
    fields = await fields_of(brain, told.name, "sessionId", "speaker")
    assert fields[1:] == [("c-1", f"Ana of {len(told.name)}")]


async def test_a_model_is_told_that_the_memory_failed(caplog: pytest.LogCaptureFixture) -> None:
    calls = [ToolCallPart("recall", {"question": QUESTION}), ToolCallPart("remember", {"text": "Ana likes tea."})]
    script = Script([*([call] for call in calls), TextPart("Done.")])
    with away(caplog, "recall", "remember") as brain:
        result = await Agent(script.model, toolsets=[memory_toolset(brain)]).run("Go")
    parts = [part for message in script.messages[-1] for part in message.parts if isinstance(part, ToolReturnPart)]
    assert [str(part.content).startswith(FAILED) for part in parts] == [True, True]
    assert result.output == "Done."


async def test_a_model_reads_what_the_tools_are_for(any_brain: Any) -> None:
    tools = memory_toolset(any_brain).tools
    assert list(tools) == ["recall", "remember"]
    assert "long-term memory" in str(tools["recall"].description)
    assert "long-term memory" in str(tools["remember"].description)
    schema: Any = tools["recall"].function_schema.json_schema
    assert schema["properties"]["question"]["description"].startswith("What to search for")
    assert schema["required"] == ["question"]
