"""The contract of a memory service: the same assertions on ADK's own service in memory and on graphmem's."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from google.adk.agents import LlmAgent
from google.adk.events import Event
from google.adk.memory import InMemoryMemoryService
from google.adk.memory.base_memory_service import BaseMemoryService
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService, Session
from google.adk.tools.preload_memory_tool import PreloadMemoryTool
from google.genai import types

from graphmem.brain import Brain
from graphmem_client import NO_RETRY, GraphmemClientSync, ServiceUnreachable
from graphmem_client.integrations.google_adk import GraphmemMemoryService
from tests.adapters.support import NOWHERE, PutsNothing, away, episodes, fields_of

AT = 1_714_000_000.0
ANA: Any = {"app_name": "app", "user_id": "ana"}


class Answers(BaseLlm):
    """Stands in for a model."""

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        yield LlmResponse(content=types.Content(role="model", parts=[types.Part(text="I do not know.")]))


@pytest.fixture
def service(brain_or_none: Any, memory: Any) -> Any:
    if brain_or_none is None:
        return InMemoryMemoryService()
    others = memory.brain(f"{brain_or_none.name}-others")
    return GraphmemMemoryService(lambda app, user: brain_or_none if (app, user) == ("app", "ana") else others)


def event(id: str, text: str | None, author: str = "user", **more: Any) -> Event:
    parts = [types.Part(text=text)] if text is not None else []
    return Event(id=id, author=author, timestamp=AT, content=types.Content(role="user", parts=parts), **more)


def session(*events: Event, id: str = "s-1") -> Session:
    return Session(id=id, app_name="app", user_id="ana", events=list(events))


async def found(service: Any, query: str, **who: str) -> list[str]:
    answer = await service.search_memory(query=query, **{**ANA, **who})
    return [str(entry.content.parts[0].text) for entry in answer.memories]


async def test_what_is_said_in_a_session_is_found(service: Any) -> None:
    assert isinstance(service, BaseMemoryService)
    assert await found(service, "Where does Ana live?") == []
    await service.add_session_to_memory(session(event("1", "Ana lives in Porto."), event("2", "Nice.", "helper")))
    answer = await service.search_memory(query="Where does Ana live? Nice.", **ANA)
    entries = {str(entry.content.parts[0].text): entry for entry in answer.memories}
    assert set(entries) == {"Ana lives in Porto.", "Nice."}
    assert entries["Ana lives in Porto."].author == "user"
    assert entries["Nice."].author == "helper"
    assert str(entries["Nice."].timestamp)[:10] == "2024-04-24"
    assert await found(service, "") == []


async def test_a_session_may_be_added_again(service: Any) -> None:
    first, second = event("1", "Ana lives in Porto."), event("2", "Ana likes tea.")
    await service.add_session_to_memory(session(first))
    await service.add_session_to_memory(session(first, second))
    await service.add_session_to_memory(session(first, second))
    assert sorted(await found(service, "Ana likes tea in Porto.")) == ["Ana likes tea.", "Ana lives in Porto."]


async def test_events_may_be_added_alone(service: Any) -> None:
    events = [event("1", "Ana lives in Porto."), event("2", None), event("3", "Ana likes tea.")]
    await service.add_events_to_memory(events=events[:1], session_id="s-1", **ANA)
    await service.add_events_to_memory(events=events, session_id="s-1", **ANA)
    await service.add_events_to_memory(events=[event("4", "Ana has a dog.")], custom_metadata={"n": 1}, **ANA)
    assert sorted(await found(service, "Ana has tea in Porto.")) == [
        "Ana has a dog.", "Ana likes tea.", "Ana lives in Porto.",
    ]  # fmt: skip


async def test_users_and_apps_are_apart(service: Any) -> None:
    await service.add_session_to_memory(session(event("1", "Ana lives in Porto.")))
    assert await found(service, "Where does Ana live in Porto?", user_id="bo") == []
    assert await found(service, "Where does Ana live in Porto?", app_name="other") == []
    assert len(await found(service, "Where does Ana live in Porto?")) == 1


@pytest.mark.newest
async def test_what_is_deleted_does_not_come_back(service: Any) -> None:
    whole = session(event("1", "Ana lives in Porto."), event("2", "Ana likes tea."))
    await service.add_session_to_memory(whole)
    answer = await service.search_memory(query="Ana Porto", **ANA)
    (gone,) = [entry.id for entry in answer.memories if "Porto" in str(entry.content.parts[0].text)]
    await service.delete_memory(memory_id=gone, **ANA)
    await service.delete_memory(memory_id="no-such-id", **ANA)
    await service.delete_memory(**ANA)
    await service.add_session_to_memory(whole)
    assert await found(service, "Ana lives in Porto. Ana likes tea.") == ["Ana likes tea."]


async def test_events_are_episodes_of_their_session(any_brain: Any, brain: Brain) -> None:
    service = GraphmemMemoryService(any_brain, speaker=lambda app, user: f"{user} of {app}")
    thought = types.Content(
        parts=[types.Part(text="hm", thought=True), types.Part(text="Nice."), types.Part(text="Bye.")]
    )
    events = [
        event("1", "I live in Porto."), event("2", "I li", partial=True), event("3", " "),
        Event(id="4", author="helper", timestamp=AT, content=thought), Event(id="5", author="helper", timestamp=AT),
    ]  # fmt: skip
    await service.add_session_to_memory(session(*events))
    assert await episodes(brain, any_brain.name) == ["I live in Porto.", "Nice.\nBye."]
    assert await fields_of(brain, any_brain.name, "sessionId", "role", "speaker", "source") == [
        ("s-1", "user", "ana of app", "google-adk"),
        ("s-1", "assistant", "helper", "google-adk"),
    ]
    assert {at.year for (at,) in await fields_of(brain, any_brain.name, "occurredAt")} == {2024}


async def test_texts_that_are_no_events(any_brain: Any, brain: Brain) -> None:
    service = GraphmemMemoryService(any_brain)
    content = types.Content(parts=[types.Part(text="Ana likes tea.")])
    entries = [
        MemoryEntry(content=content, id="m", author="Bo", timestamp="2024-05-01T00:00:00Z"),
        MemoryEntry(content=content),
    ]
    for _ in range(2):
        await service.add_memory(memories=entries, custom_metadata={"n": 1}, **ANA)
    assert await episodes(brain, any_brain.name) == ["Ana likes tea."] * 3  # the one with an id is there once
    answer = await service.search_memory(query="Ana likes tea", **ANA)
    assert {entry.author for entry in answer.memories} >= {"Bo"}


async def test_facts_are_found_and_forgotten(told: Any) -> None:
    service = GraphmemMemoryService(told)
    first = (await service.search_memory(query="Where does Ana work?", **ANA)).memories[0]
    assert first.custom_metadata == {"kind": "fact"}
    assert "Globex" in str(first.content.parts[0].text)  # type: ignore[index]
    assert str(first.timestamp).startswith("2024-01-01")
    await service.delete_memory(memory_id=first.id, **ANA)
    left = (await service.search_memory(query="Where does Ana work?", **ANA)).memories
    assert all(entry.custom_metadata["kind"] == "episode" for entry in left)


def texts_in(events: list[str], id: str = "s-1") -> Session:
    return session(*(event(f"{id}-{n}", text) for n, text in enumerate(events)), id=id)


async def test_a_text_that_is_never_taken_does_not_keep_back_the_next_ones(any_brain: Any, brain: Brain) -> None:
    heard: list[Any] = []
    service = GraphmemMemoryService(
        any_brain, on_error=lambda error, during: heard.append((type(error).__name__, during))
    )
    whole = texts_in(["Ana lives in Porto.", "Ana likes tea. " * 20_000, "Ana\0has a \ud83d dog."])
    for _ in range(2):
        await service.add_session_to_memory(whole)
    assert await episodes(brain, any_brain.name) == ["Ana lives in Porto.", "Ana has a ? dog."]
    assert heard == [("TooLarge", "remember")], "reported once, and not tried again"
    long = MemoryEntry(content=types.Content(parts=[types.Part(text="Bo likes rum. " * 20_000)]), id="m")
    short = MemoryEntry(content=types.Content(parts=[types.Part(text="Bo likes tea.")]))
    await service.add_memory(memories=[long, short, long.model_copy(update={"id": None})], **ANA)
    assert (await episodes(brain, any_brain.name))[2:] == ["Bo likes tea."]
    assert len(heard) == 3


async def test_what_may_succeed_later_is_raised_and_not_marked(any_brain: Any, brain: Brain) -> None:
    whole = texts_in(["Ana lives in Porto.", "Ana likes tea."])
    with GraphmemClientSync(NOWHERE, retry=NO_RETRY) as client, pytest.raises(ServiceUnreachable):
        await GraphmemMemoryService(client.brain("ana")).add_session_to_memory(whole)
    service = GraphmemMemoryService(any_brain)
    with pytest.raises(ValueError, match="metadata"):
        await service.add_events_to_memory(
            events=whole.events, custom_metadata={"n": float("nan")}, session_id="s-1", **ANA
        )
    await service.add_session_to_memory(whole)
    assert await episodes(brain, any_brain.name) == ["Ana lives in Porto.", "Ana likes tea."]


async def test_an_event_whose_mark_was_not_stored_is_remembered_once(any_brain: Any, brain: Brain) -> None:
    whole = texts_in(["Ana lives in Porto.", "Ana likes tea."])
    with pytest.raises(ConnectionError):
        await GraphmemMemoryService(PutsNothing(any_brain)).add_session_to_memory(whole)
    service = GraphmemMemoryService(any_brain, speaker="Ana")
    for _ in range(2):
        await service.add_events_to_memory(events=whole.events, custom_metadata={"n": 1}, session_id="s-1", **ANA)
    assert await episodes(brain, any_brain.name) == ["Ana lives in Porto.", "Ana likes tea."]


async def test_apps_and_users_that_share_a_brain_have_their_own_ids(any_brain: Any, brain: Brain) -> None:
    service = GraphmemMemoryService(lambda app, user: any_brain)
    everybody = [{"app_name": app, "user_id": user} for app in ("one", "two") for user in ("ana@example.com", "bo")]
    for who in everybody * 2:
        text = f"{who['user_id'][:2]} likes {who['app_name']}."
        content = types.Content(parts=[types.Part(text=text)])
        await service.add_memory(memories=[MemoryEntry(content=content, id="1")], **who)
        await service.add_events_to_memory(events=[event("1", f"Event: {text}")], session_id="s-1", **who)
    assert len(await episodes(brain, any_brain.name)) == 2 * len(everybody)
    paths = await Brain(brain.engine, any_brain.name).items.paths()
    assert len(paths) == 2 * len(everybody)
    assert not any("ana@example.com" in path for path in paths), "it may be personal data"


async def test_a_user_has_one_name(any_brain: Any, brain: Brain) -> None:
    entries = [MemoryEntry(content=types.Content(parts=[types.Part(text="I like tea.")]), author="user")]
    for speaker, name in (("Ana", "Ana"), (lambda app, user: f"{user} of {app}", "ana of app"), (None, None)):
        service = GraphmemMemoryService(any_brain, speaker=speaker)  # type: ignore[arg-type]
        await service.add_memory(memories=entries, **ANA)
        await service.add_events_to_memory(events=[event("1", "I live in Porto.")], session_id=f"of {name}", **ANA)
        said = await fields_of(brain, any_brain.name, "speaker")
        assert said[-2:] == [(name,)] * 2


async def test_a_long_question_asks_with_its_beginning(any_brain: Any) -> None:
    service = GraphmemMemoryService(any_brain)
    await service.add_session_to_memory(session(event("1", "Ana lives in Porto.")))
    assert await found(service, "Where in Porto does Ana live?\0" + " Tell me." * 5_000) == ["Ana lives in Porto."]


async def test_a_search_that_fails_finds_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with away(caplog, "recall") as brain:
        assert await found(GraphmemMemoryService(brain), "Where does Ana live?") == []


async def test_a_run_that_blocks_the_loop_of_its_brain_goes_on(remote: Any) -> None:
    heard: list[Any] = []
    memory = GraphmemMemoryService(
        remote, timeout_sec=0.2, on_error=lambda error, during: heard.append((type(error).__name__, during))
    )
    sessions = InMemorySessionService()
    await sessions.create_session(app_name="app", user_id="ana", session_id="s-1")
    agent = LlmAgent(name="helper", model=Answers(model="scripted"), tools=[PreloadMemoryTool()])
    runner = Runner(app_name="app", agent=agent, session_service=sessions, memory_service=memory)
    said = types.Content(role="user", parts=[types.Part(text="Where does Ana live?")])
    (answer,) = runner.run(user_id="ana", session_id="s-1", new_message=said)
    assert answer.content
    assert [part.text for part in answer.content.parts or ()] == ["I do not know."]
    assert heard == [("TimeoutError", "recall")]
