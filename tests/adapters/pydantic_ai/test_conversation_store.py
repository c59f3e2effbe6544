"""The contract of a conversation store: the same assertions on pydantic-ai's own store in memory and on graphmem's."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from pydantic_ai import Agent, BinaryImage, DeferredToolRequests, ToolApproved
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart

from tests.adapters.pydantic_ai.scripted_model import Script, says

pytest.importorskip("pydantic_ai.conversation_store")
pytestmark = pytest.mark.newest

from pydantic_ai.conversation import Conversation  # noqa: E402
from pydantic_ai.conversation_store import (  # noqa: E402
    ConversationConflict,
    ConversationEntry,
    ConversationRecord,
    ConversationStore,
    InMemoryConversationStore,
)
from pydantic_ai.exceptions import UserError  # noqa: E402

from graphmem_client.integrations.pydantic_ai import GraphmemConversationStore  # noqa: E402


@pytest.fixture
def store(brain_or_none: Any) -> ConversationStore:
    return InMemoryConversationStore() if brain_or_none is None else GraphmemConversationStore(brain_or_none)


def said(*texts: str) -> list[ModelMessage]:
    return [ModelRequest(parts=[UserPromptPart(text)]) for text in texts]


def texts(conversation: Conversation | None) -> str:
    assert conversation is not None
    return "".join(str(message.parts[0].content) for message in conversation.messages)  # type: ignore[union-attr]


async def kept(store: ConversationStore, id: str, letters: str, **more: Any) -> Conversation:
    conversation = Conversation(conversation_id=id, messages=said(*letters))
    await store.save(conversation, **more)
    return conversation


async def test_a_conversation_comes_back_exactly(store: ConversationStore) -> None:
    assert isinstance(store, ConversationStore)
    assert await store.load("c/1") is None
    picture = BinaryImage(b"\x00\xff", media_type="image/png")
    script = Script([[TextPart("I look \U0001f41d"), ToolCallPart("weather", {"n": 1.5})], TextPart("It rains.")])
    agent = Agent(script.model)
    agent.tool_plain(lambda n: {"rain": n}, name="weather")
    first = await agent.run(["Hi\r\n e\u0301 ", picture], conversation_id="c/1")
    entries = await store.save(first)
    loaded = await store.load("c/1")
    assert loaded is not None
    assert loaded.messages == first.all_messages()
    assert (loaded.usage, loaded.revision) == (first.conversation.usage, first.conversation.revision)
    assert [entry.message for entry in entries] == loaded.messages
    assert await store.load_entries("c/1") == entries
    assert await store.read_entry(entries[1].id) == entries[1]
    with pytest.raises(LookupError):
        await store.read_entry("no such entry")
    with pytest.raises(LookupError):
        await store.read_history("no such entry")


async def test_a_run_continues_a_stored_conversation(store: ConversationStore) -> None:
    script = says("Hello Ana.", "You are Ana.")
    agent = Agent(script.model)
    await store.save(await agent.run("I am Ana.", conversation_id="c"))
    loaded = await store.load("c")
    result = await agent.run("Who am I?", conversation=loaded)
    assert len(await store.save(result)) == 2
    assert len(script.messages[1]) == 3
    again = await store.load("c")
    assert again is not None
    assert len(again.messages) == 4
    assert again.usage.requests == 2


async def test_a_run_that_waits_for_an_approval(store: ConversationStore) -> None:
    agent = Agent(says("Done.").model, output_type=[str, DeferredToolRequests])
    conversation = Conversation(conversation_id="c", messages=said("Pay Bo."))
    call = ToolCallPart("pay", {"to": "Bo"}, tool_call_id="t-1")
    conversation.messages.append(ModelResponse(parts=[call]))
    conversation.deferred_tool_requests = DeferredToolRequests(approvals=[call], metadata={"t-1": {"why": "much"}})
    await store.save(conversation)
    loaded = await store.load("c")
    assert loaded is not None
    assert loaded.deferred_tool_requests == conversation.deferred_tool_requests
    agent.tool_plain(lambda to: f"paid {to}", name="pay")
    waiting = loaded.deferred_tool_requests
    assert waiting is not None
    answered = waiting.build_results(approvals={"t-1": ToolApproved()})
    await store.save(await agent.run(conversation=loaded, deferred_tool_results=answered))
    record = await store.read_record("c")
    assert record is not None
    assert record.deferred_tool_requests is None


async def test_a_save_must_know_the_latest_revision(store: ConversationStore) -> None:
    await kept(store, "c", "ab")
    first, second = await store.load("c"), await store.load("c")
    assert first is not None
    assert second is not None
    first.messages += said("c")
    await store.save(first)
    second.messages += said("d")
    with pytest.raises(ConversationConflict):
        await store.save(second)
    with pytest.raises(ConversationConflict):
        await kept(store, "c", "x")
    assert texts(await store.load("c")) == "abc"


async def test_of_writers_at_the_same_time_one_wins(store: ConversationStore) -> None:
    await kept(store, "c", "a")
    loaded = [await store.load("c") for _ in range(4)]

    async def save(n: int, conversation: Any) -> bool:
        conversation.messages += said(str(n))
        try:
            await store.save(conversation)
        except ConversationConflict:
            return False
        return True

    won = await asyncio.gather(*(save(n, conversation) for n, conversation in enumerate(loaded)))
    assert sum(won) == 1
    assert texts(await store.load("c")) == f"a{won.index(True)}"


async def test_of_two_that_begin_a_conversation_one_wins(store: ConversationStore) -> None:
    won = await asyncio.gather(*(kept(store, "c", letter) for letter in "abcd"), return_exceptions=True)
    assert sum(isinstance(found, ConversationConflict) for found in won) == 3
    assert texts(await store.load("c")) == next(texts(found) for found in won if isinstance(found, Conversation))


async def test_the_last_messages_and_a_long_conversation(store: ConversationStore) -> None:
    await kept(store, "c", "a" * 1100 + "bcd")
    assert texts(await store.load("c")) == "a" * 1100 + "bcd"
    assert texts(await store.load("c", limit=2)) == "cd"
    assert texts(await store.load("c", limit=0)) == ""
    loaded = await store.load("c", limit=1)
    assert loaded is not None
    loaded.messages += said("e")
    await store.save(loaded)
    assert texts(await store.load("c", limit=3)) == "cde"
    record = await store.read_record("c")
    assert record is not None
    await store.delete_record("c", expected_revision=record.revision)
    with pytest.raises(LookupError):
        await store.read_history(record.head_id)


async def test_a_conversation_is_branched_and_comes_back(store: ConversationStore) -> None:
    conversation = await kept(store, "c", "abc")
    entries = await store.load_entries("c")
    assert entries is not None
    branch = await store.branch("c", at=1, expected_revision=conversation.revision)
    branch.messages += said("x")
    await store.save(branch)
    assert texts(await store.load("c")) == "ax"
    record = await store.read_record("c")
    assert record is not None
    assert record.branches == [entries[-1].id]
    back = await store.branch("c", from_entry=entries[-1].id, expected_revision=record.revision)
    assert texts(back) == texts(await store.load("c")) == "abc"
    empty = await store.branch("c", at=0, expected_revision=back.revision)
    assert texts(empty) == texts(await store.load("c")) == ""


async def test_a_fork_outlives_its_conversation(store: ConversationStore) -> None:
    await kept(store, "c", "abc")
    entries = await store.load_entries("c")
    assert entries is not None
    fork = await store.fork("c", at=2, new_conversation_id="f")
    fork.messages += said("x")
    await store.save(fork)
    await store.fork("f", new_conversation_id="g")
    with pytest.raises(ConversationConflict):
        await store.fork("c", new_conversation_id="f")
    for gone, left in (("c", {"f": "abx", "g": "abx"}), ("f", {"g": "abx"}), ("g", {})):
        await store.delete(gone)
        assert await store.load(gone) is None
        assert {
            r.conversation_id: texts(await store.load(r.conversation_id)) for r in await store.read_records()
        } == left
        with pytest.raises(LookupError):
            await store.read_entry(entries[2].id)
    for entry in entries:
        with pytest.raises(LookupError):
            await store.read_entry(entry.id)


async def test_what_was_deleted_cannot_be_saved_over_or_taken_up(store: ConversationStore) -> None:
    conversation = await kept(store, "c", "abc")
    record = await store.read_record("c")
    assert record is not None
    with pytest.raises(ConversationConflict):
        await store.delete_record("c", expected_revision="another")
    await store.delete("c")
    await store.delete("c")
    with pytest.raises(ConversationConflict):
        await store.delete_record("c", expected_revision=record.revision)
    with pytest.raises(ConversationConflict):
        await store.save(conversation)
    fork = ConversationRecord(conversation_id="f", head_id=record.head_id)
    with pytest.raises(ConversationConflict):
        await store.write_record(fork, expected_revision=None)
    assert list(await store.read_records()) == []
    await kept(store, "c", "xy")
    assert texts(await store.load("c")) == "xy"


async def test_scopes_are_apart_and_the_latest_comes_first(store: ConversationStore) -> None:
    for n, scope in enumerate(["ana", "bo", "ana", None]):
        await kept(store, f"c-{n}", "a", scope=scope)
    for conversation_id in ("c-0", "c-1"):
        loaded = await store.load(conversation_id)
        assert loaded is not None
        loaded.messages += said("b")
        await store.save(loaded)

    async def listed(**asked: Any) -> list[str]:
        return [record.conversation_id for record in await store.list_conversations(**asked)]

    assert await listed() == ["c-1", "c-0", "c-3", "c-2"]
    assert await listed(scope="ana") == ["c-0", "c-2"]
    assert await listed(scope="ana", limit=1) == ["c-0"]
    assert await listed(limit=3) == ["c-1", "c-0", "c-3"]
    assert await listed(limit=0) == []
    assert await store.load("c-0", scope="bo") is None
    await store.delete("c-0", scope="bo")
    assert texts(await store.load("c-0", scope="ana")) == "ab"
    with pytest.raises(UserError):
        await listed(limit=-1)


async def test_forks_and_a_delete_at_the_same_time(store: ConversationStore) -> None:
    """Each fork has its messages, or there is none."""
    await kept(store, "c", "abc")

    async def fork(n: int) -> bool:
        try:
            await store.fork("c", at=2, new_conversation_id=f"f-{n}")
        except UserError:
            return False
        return True

    done, *_ = await asyncio.gather(asyncio.gather(*(fork(n) for n in range(6))), store.delete("c"))
    for n, is_there in enumerate(done):
        found = await store.load(f"f-{n}")
        assert (texts(found) if found else None) == ("ab" if is_there else None)


async def test_an_entry_is_not_deleted_while_a_fork_takes_it_up(brain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork comes between what a delete reads and what it deletes."""
    store = GraphmemConversationStore(brain)
    await kept(store, "c", "abc")
    put = type(brain.items).put
    forks: list[str] = []

    async def slow(self: Any, items: Any) -> Any:
        if not forks and any(item["value"] == {"is_deleted": True} for item in items):
            forks.append("f")
            await GraphmemConversationStore(brain).fork("c", at=2, new_conversation_id="f")
        return await put(self, items)

    monkeypatch.setattr(type(brain.items), "put", slow)
    await store.delete("c")
    assert forks == ["f"]
    assert texts(await store.load("f")) == "ab"
    assert await store.load("c") is None


async def test_a_fork_does_not_bring_back_what_is_deleted(brain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A delete comes between what a fork reads and what it stores."""
    store = GraphmemConversationStore(brain)
    await kept(store, "c", "abc")
    put = type(brain.items).put
    deleted: list[str] = []

    async def slow(self: Any, items: Any) -> Any:
        if not deleted and any(item["key"] == "f" for item in items):
            deleted.append("c")
            await GraphmemConversationStore(brain).delete("c")
        return await put(self, items)

    monkeypatch.setattr(type(brain.items), "put", slow)
    with pytest.raises(ConversationConflict):
        await store.fork("c", at=2, new_conversation_id="f")
    assert deleted == ["c"]
    assert list(await store.read_records()) == []


async def test_a_conflict_leaves_nothing_of_a_long_save(brain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another begins the conversation between the calls of a save."""
    store = GraphmemConversationStore(brain)
    put = type(brain.items).put
    others: list[str] = []

    async def slow(self: Any, items: Any) -> Any:
        if not others and any(item["key"] == "c" for item in items):
            others.append("c")
            await kept(GraphmemConversationStore(brain), "c", "x")
        return await put(self, items)

    monkeypatch.setattr(type(brain.items), "put", slow)
    with pytest.raises(ConversationConflict):
        await kept(store, "c", "a" * 600)
    assert texts(await store.load("c")) == "x"
    assert len(await brain.items.search(("pydantic-ai",), limit=1000)) == 3


@pytest.mark.parametrize("length", [1, 600])
async def test_a_save_whose_answer_is_lost_is_a_save(brain: Any, monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    """The client sends the call again, which conflicts with the one that it repeats."""
    store = GraphmemConversationStore(brain)
    put = type(brain.items).put

    async def twice(self: Any, items: Any) -> Any:
        await put(self, items)
        return await put(self, items)

    monkeypatch.setattr(type(brain.items), "put", twice)
    await kept(store, "c", "a" * length)
    assert texts(await store.load("c")) == "a" * length


async def test_entries_are_marked_before_their_parents(brain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork of an entry that is not yet marked has all entries before it."""
    store = GraphmemConversationStore(brain)
    conversation = await kept(store, "c", "a" * 600)
    branch = await store.branch("c", at=300, expected_revision=conversation.revision)
    branch.messages += said("x")
    await store.save(branch)
    entries = await brain.items.search(("pydantic-ai", "messages"), limit=1000)
    parent_of = {entry.key: entry.value["parent_id"] for entry in entries}
    put = type(brain.items).put
    marked: list[str] = []

    async def noted(self: Any, items: Any) -> Any:
        marked.extend(item["key"] for item in items)
        return await put(self, items)

    monkeypatch.setattr(type(brain.items), "put", noted)
    await store.delete("c")
    assert len(marked) == 602
    position = {key: i for i, key in enumerate(marked)}
    assert all(position[key] < position[parent] for key, parent in parent_of.items() if parent)
    assert position["c"] == 601


async def test_nothing_of_a_conversation_is_left(any_brain: Any, brain: Any) -> None:
    store = GraphmemConversationStore(any_brain)
    await kept(store, "c", "abc")
    mine = type(brain)(brain.engine, any_brain.name)
    assert len(await mine.items.search(("pydantic-ai",), limit=100)) == 7
    await store.delete("c")
    (mark,) = await mine.items.search(("pydantic-ai",), limit=100)
    assert mark.value == {"is_deleted": True}
    assert mark.expires_at is not None
    await kept(store, "c", "xy")
    (record,) = await mine.items.search(("pydantic-ai", "conversations"))
    assert record.expires_at is None


async def test_a_writer_that_goes_on_from_the_same_entry_does_not_disturb(any_brain: Any) -> None:
    store = GraphmemConversationStore(any_brain)
    await kept(store, "c", "ab")
    await asyncio.gather(*(store.fork("c", new_conversation_id=f"f-{n}") for n in range(5)))
    assert {texts(await store.load(f"f-{n}")) for n in range(5)} == {"ab"}
    entry = ConversationEntry(parent_id="no such entry", message=said("x")[0])
    record = ConversationRecord(conversation_id="x", head_id=entry.id)
    with pytest.raises(ConversationConflict):
        await store.write_record(record, new_entries=[entry], expected_revision=None)
    stored = await store.read_record("c")
    assert stored is not None
    assert replace(stored) == await store.read_record("c")
