"""The contract of a memory service: the same assertions on ADK's own service in memory and on graphmem's."""

from __future__ import annotations

from typing import Any

import pytest
from google.adk.events import Event
from google.adk.memory import InMemoryMemoryService
from google.adk.memory.base_memory_service import BaseMemoryService
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions import Session
from google.genai import types

from graphmem.brain import Brain
from graphmem_client.integrations.google_adk import GraphmemMemoryService
from tests.adapters.support import episodes, fields_of

AT = 1_714_000_000.0
ANA: Any = {"app_name": "app", "user_id": "ana"}


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
