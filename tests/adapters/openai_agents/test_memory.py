"""Instructions that recall, and the tools of a model."""

from __future__ import annotations

from typing import Any

import pytest
from agents import Agent, Runner
from agents.testing import ScriptedModel, assistant_message, function_call

from graphmem.brain import Brain
from graphmem_client.integrations.calls import HEAD
from graphmem_client.integrations.openai_agents import GraphmemSession, memory_tools, recalling
from graphmem_client.integrations.tools import FAILED
from tests.adapters.support import away, episodes


def answers(*texts: str) -> ScriptedModel:
    return ScriptedModel([[assistant_message(text)] for text in texts])


async def test_instructions_have_what_is_known_about_the_message(told: Any) -> None:
    model = answers("Globex.", "Globex.")
    agent = Agent("a", model=model, instructions=recalling(told, "Be kind."))
    session = GraphmemSession(told, "s", remember=False)
    await Runner.run(agent, "Hello", session=session)
    await Runner.run(agent, "Where does Ana work?", session=session)
    instructions = str(model.calls[1].system_instructions)
    assert instructions.startswith(f"Be kind.\n\n{HEAD}\n<memory>\n")
    assert instructions.endswith("\n</memory>")
    assert "Globex" in instructions


async def test_a_message_is_not_recalled_as_an_answer_to_itself(any_brain: Any) -> None:
    model = answers("Hm.", "Hm.")
    agent = Agent("a", model=model, instructions=recalling(any_brain))
    session = GraphmemSession(any_brain, "s")
    await Runner.run(agent, "Where does Ana work?", session=session)
    await Runner.run(agent, "Where does Bo work?", session=session)
    assert not model.calls[0].system_instructions
    assert "Where does Bo" not in str(model.calls[1].system_instructions)


async def test_an_agent_goes_on_without_a_memory_that_is_away(caplog: pytest.LogCaptureFixture) -> None:
    model = answers("Hello.")
    with away(caplog, "recall") as brain:
        result = await Runner.run(Agent("a", model=model, instructions=recalling(brain, "Be kind.")), "I am Ana.")
    assert result.final_output == "Hello."
    assert model.calls[0].system_instructions == "Be kind."


async def test_what_fails_may_end_the_run(caplog: pytest.LogCaptureFixture) -> None:
    def stop(error: Exception, during: str) -> None:
        raise LookupError(during) from error

    with away(caplog) as brain, pytest.raises(LookupError, match="recall"):
        await Runner.run(Agent("a", model=answers("Hello."), instructions=recalling(brain, on_error=stop)), "Hi")


async def test_a_long_message_asks_with_its_beginning(told: Any) -> None:
    model = answers("At Globex.")
    agent = Agent("a", model=model, instructions=recalling(told, min_relevance=0))
    await Runner.run(agent, f"Where does Ana work? {'Think. ' * 5000}")
    assert "Globex" in str(model.calls[0].system_instructions)


PICTURE: Any = {"role": "user", "content": [{"type": "input_image", "image_url": "https://a.example/b.png"}]}


async def test_a_picture_after_a_question_is_no_question(told: Any) -> None:
    model = answers("Globex.", "A cat.")
    agent = Agent("a", model=model, instructions=recalling(told))
    session = GraphmemSession(told, "s", remember=False)
    await Runner.run(agent, "Where does Ana work?", session=session)
    await Runner.run(agent, [PICTURE], session=session)
    assert "Globex" in str(model.calls[0].system_instructions)
    assert not model.calls[1].system_instructions


async def test_a_run_that_goes_on_recalls_for_the_latest_message(told: Any) -> None:
    call = {"type": "function_call", "call_id": "c1", "name": "find", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "c1", "output": "nothing"}
    items: Any = [PICTURE, {"role": "user", "content": "Where does Ana work?"}, call, output]
    model = answers("At Globex.")
    await Runner.run(Agent("a", model=model, instructions=recalling(told)), items)
    assert "Globex" in str(model.calls[0].system_instructions)


async def test_instructions_alone_where_nothing_is_asked_or_known(any_brain: Any) -> None:
    model = answers("Hm.", "Hm.", "Hm.")
    await Runner.run(Agent("a", model=model, instructions=recalling(any_brain, "Be kind.")), "Where does Ana work?")
    await Runner.run(Agent("a", model=model, instructions=recalling(any_brain, "Be kind.")), [PICTURE])
    await Runner.run(Agent("a", model=model, instructions=recalling(any_brain)), "Where does Ana work?")
    assert [call.system_instructions or None for call in model.calls] == ["Be kind.", "Be kind.", None]


async def test_options_of_the_recall_and_the_brain_of_a_run(told: Any) -> None:
    model = answers("Hm.", "Globex.")
    wanted = recalling(lambda run: run.context["brain"], head="Known:", valid_at="2020-01-01")
    await Runner.run(Agent("a", model=model, instructions=wanted), "Where does Ana work?", context={"brain": told})
    now = recalling(lambda run: run.context["brain"], head="Known:")
    await Runner.run(Agent("a", model=model, instructions=now), "Where does Ana work?", context={"brain": told})
    first, second = (str(call.system_instructions) for call in model.calls)
    assert "works at Globex" not in first.replace("_", " ").partition("[")[0]
    assert second.startswith("Known:\n")
    assert "Globex" in second


async def test_tools_search_and_keep(told: Any, brain: Brain) -> None:
    steps: list[Any] = [
        [function_call("recall", {"question": "Where does Ana work?"}, call_id="c1")],
        [function_call("remember", {"text": "Ana likes tea."}, call_id="c2")],
        [function_call("recall", {"question": " "}, call_id="c3")],
        [function_call("remember", {"text": " "}, call_id="c4")],
        [assistant_message("Done.")],
    ]
    model = ScriptedModel(steps)
    tools = memory_tools(lambda run: run.context, speaker="Ana")
    await Runner.run(Agent("a", model=model, tools=list(tools)), "Go", context=told)
    last: Any = model.calls[-1].input
    outputs = [item["output"] for item in last if item.get("type") == "function_call_output"]
    assert "Globex" in outputs[0]
    assert outputs[1:] == ["Kept.", "Nothing is known about this.", "Kept."]
    assert (await episodes(brain, told.name))[1:] == ["Ana likes tea."]


def calls_both() -> ScriptedModel:
    """Return a model that searches, keeps, and ends."""
    recall = function_call("recall", {"question": "Where does Ana work?"}, call_id="c1")
    remember = function_call("remember", {"text": "I like tea."}, call_id="c2")
    return ScriptedModel([[recall], [remember], [assistant_message("Done.")]])


async def test_a_model_is_told_that_the_memory_failed(caplog: pytest.LogCaptureFixture) -> None:
    model = calls_both()
    with away(caplog, "recall", "remember") as brain:
        result = await Runner.run(Agent("a", model=model, tools=list(memory_tools(brain))), "Go")
    last: Any = model.calls[-1].input
    outputs = [item["output"] for item in last if item.get("type") == "function_call_output"]
    assert [output.startswith(FAILED) for output in outputs] == [True, True]
    assert result.final_output == "Done."


async def test_each_run_may_have_its_speaker(any_brain: Any) -> None:
    tools = memory_tools(any_brain, speaker=lambda run: run.context)
    await Runner.run(Agent("a", model=calls_both(), tools=list(tools)), "Go", context="Ana")
    again = calls_both()
    await Runner.run(Agent("a", model=again, tools=list(tools)), "Go", context="Bo")
    last: Any = again.calls[1].input
    assert "Ana: I like tea." in str(last)


def test_a_model_reads_what_the_tools_are_for() -> None:
    recall, remember = memory_tools(lambda run: run.context)
    assert (recall.name, remember.name) == ("recall", "remember")
    assert "long-term memory" in recall.description
    assert "long-term memory" in remember.description
    assert recall.params_json_schema["properties"]["question"]["description"].startswith("What to search for")
    assert recall.params_json_schema["required"] == ["question"]
    assert remember.params_json_schema["properties"]["text"]["type"] == "string"
