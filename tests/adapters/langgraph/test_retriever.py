"""The retriever: facts and episodes of a recall as documents."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda

from graphmem_client.integrations.langgraph import GraphmemRetriever
from tests.adapters.support import GLOBEX, tell


@pytest.fixture
async def told(any_brain: Any) -> Any:
    """A brain that knows where Ana works, and worked."""
    acme = {**GLOBEX, "object": "Acme", "valid_from": "2020-01-01", "cardinality": "one"}
    await tell(any_brain, acme, content="Ana works at Acme.")
    await tell(any_brain)
    return any_brain


def facts_of(documents: list[Document]) -> list[str]:
    return [document.metadata["object"] for document in documents if document.metadata["kind"] == "fact"]


async def test_facts_and_episodes_are_documents(told: Any) -> None:
    found = await GraphmemRetriever(brain=told).ainvoke("Where does Ana work?")
    assert facts_of(found) == ["Globex"]
    assert {d.page_content for d in found if d.metadata["kind"] == "episode"} == {
        "Ana works at Acme.",
        "Ana works at Globex now.",
    }
    assert all(document.id for document in found)
    metadata = json.loads(json.dumps(found[0].metadata))
    assert (metadata["relation"], metadata["valid_from"]) == ("works_at", "2024-01-01T00:00:00+00:00")


async def test_options_of_the_recall(told: Any) -> None:
    retriever = GraphmemRetriever(brain=told, options={"valid_at": "2022-01-01"}, episodes=False)
    assert facts_of(await retriever.ainvoke("Where does Ana work?")) == ["Acme"]
    assert facts_of(await retriever.ainvoke("Where does Ana work?", valid_at="2025-01-01")) == ["Globex"]
    only = await GraphmemRetriever(brain=told, facts=False, options={"k": 1}).ainvoke("Where does Ana work?")
    assert [document.metadata["kind"] for document in only] == ["episode"]


async def test_in_a_chain_and_synchronously(told: Any) -> None:
    chain = GraphmemRetriever(brain=told, episodes=False) | RunnableLambda(facts_of)
    assert await chain.ainvoke("Where does Ana work?") == ["Globex"]
    assert await asyncio.to_thread(chain.invoke, "Where does Ana work?") == ["Globex"]
    assert await chain.abatch(["Where does Ana work?"] * 2) == [["Globex"], ["Globex"]]


async def test_a_long_question_is_asked_by_its_beginning(told: Any) -> None:
    retriever = GraphmemRetriever(brain=told, options={"min_relevance": 0})
    found = await retriever.ainvoke(f"Where does Ana work? {'Think. ' * 5000}")
    assert any("Globex" in document.page_content for document in found)
