"""Instructions that recall, and the tools of a model."""

from __future__ import annotations

from typing import Any

from agents import Agent, Runner
from agents.testing import ScriptedModel, assistant_message, function_call

from graphmem.brain import Brain
from graphmem_client.integrations.openai_agents import GraphmemSession, memory_tools, recalling
from tests.adapters.support import episodes


def answers(*texts: str) -> ScriptedModel:
    return ScriptedModel([[assistant_message(text)] for text in texts])


async def test_instructions_have_what_is_known_about_the_message(told: Any) -> None:
    model = answers("Globex.", "Globex.")
    agent = Agent("a", model=model, instructions=recalling(told, "Be kind."))
    session = GraphmemSession(told, "s", remember=False)
    await Runner.run(agent, "Hello", session=session)
    await Runner.run(agent, "Where does Ana work?", session=session)
    instructions = str(model.calls[1].system_instructions)
    assert instructions.startswith("Be kind.\n\nWhat you remember about this:\n")
    assert "Globex" in instructions


async def test_a_message_is_not_recalled_as_an_answer_to_itself(any_brain: Any) -> None:
    model = answers("Hm.", "Hm.")
    agent = Agent("a", model=model, instructions=recalling(any_brain))
    session = GraphmemSession(any_brain, "s")
    await Runner.run(agent, "Where does Ana work?", session=session)
    await Runner.run(agent, "Where does Bo work?", session=session)
    assert not model.calls[0].system_instructions
    assert "Where does Bo" not in str(model.calls[1].system_instructions)


async def test_instructions_alone_where_nothing_is_asked_or_known(any_brain: Any) -> None:
    model = answers("Hm.", "Hm.", "Hm.")
    await Runner.run(Agent("a", model=model, instructions=recalling(any_brain, "Be kind.")), "Where does Ana work?")
    picture: Any = [{"role": "user", "content": [{"type": "input_image", "image_url": "https://a.example/b.png"}]}]
    await Runner.run(Agent("a", model=model, instructions=recalling(any_brain, "Be kind.")), picture)
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


def test_a_model_reads_what_the_tools_are_for() -> None:
    recall, remember = memory_tools(lambda run: run.context)
    assert (recall.name, remember.name) == ("recall", "remember")
    assert "long-term memory" in recall.description
    assert "long-term memory" in remember.description
    assert recall.params_json_schema["properties"]["question"]["description"].startswith("What to search for")
    assert recall.params_json_schema["required"] == ["question"]
    assert remember.params_json_schema["properties"]["text"]["type"] == "string"
