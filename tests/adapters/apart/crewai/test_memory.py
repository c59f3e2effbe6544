"""The memory of CrewAI over the storage, and the tools of an agent."""

from __future__ import annotations

from typing import Any

from crewai import BaseLLM, Memory

from graphmem_client import ClientBrainSync
from graphmem_client.integrations.crewai import GraphmemStorage, memory_tools
from tests.adapters.apart.conftest import told

WHERE: Any = {"categories": ["home"], "importance": 0.5}


class NoModel(BaseLLM):
    """Fails the test where a model is asked."""

    def call(self, messages: Any, *arguments: Any, **options: Any) -> str:
        raise AssertionError(messages)


def memory(brain: ClientBrainSync, **options: Any) -> Memory:
    storage = GraphmemStorage(brain)
    return Memory(
        storage=storage, embedder=storage.embedder, llm=NoModel(model="none"), exploration_budget=0, **options
    )


def test_a_memory_finds_what_another_keeps(brain: ClientBrainSync) -> None:
    first = memory(brain)
    first.remember_many(["Ana lives in Porto.", "Bo likes tea.", "Bo likes tea."], scope="/people", **WHERE)
    first.remember("The office is in Lisbon.", scope="/company", **WHERE)
    first.close()
    second = memory(brain)
    for depth in ("shallow", "deep"):
        found = second.recall("Where does Ana live in Porto?", limit=2, depth=depth)  # type: ignore[arg-type]
        assert found[0].record.content == "Ana lives in Porto."
    assert {match.record.content for match in second.recall("Ana lives", scope="/company")} == {
        "The office is in Lisbon."
    }
    assert second.tree() == "/ (3 records)\n  /company (1 records)\n  /people (2 records)"
    assert told(brain) == ["Ana lives in Porto.", "Bo likes tea.", "The office is in Lisbon."]


def test_a_record_is_changed_and_forgotten(brain: ClientBrainSync) -> None:
    scoped = memory(brain, root_scope="/crew")
    record = scoped.remember("Ana lives in Porto.", scope="/people", **WHERE)
    assert record is not None
    assert record.scope == "/crew/people"
    scoped.update(record.id, content="Ana lives in Lisbon.")
    assert [match.record.content for match in scoped.recall("Ana Lisbon", depth="shallow")] == ["Ana lives in Lisbon."]
    assert scoped.forget(record_ids=[record.id]) == 1
    assert told(brain) == []


def test_a_private_record_is_found_by_its_source_only(brain: ClientBrainSync) -> None:
    own = memory(brain)
    own.remember("Ana has a secret.", scope="/people", source="ana", private=True, **WHERE)
    assert own.recall("Ana has a secret.", depth="shallow") == []
    assert len(own.recall("Ana has a secret.", depth="shallow", source="ana")) == 1


def test_an_agent_has_tools(brain: ClientBrainSync) -> None:
    recall, remember = memory_tools(brain, k=3)
    assert (recall.name, remember.name) == ("recall", "remember")
    assert recall.run(question="Where does Ana live?") == "Nothing is known about this."
    assert remember.run(text="Ana lives in Porto.") == "Kept."
    assert "Ana lives in Porto." in recall.run(question="Where does Ana live?")
    assert recall.args_schema.model_json_schema()["required"] == ["question"]
