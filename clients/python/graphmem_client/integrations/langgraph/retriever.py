"""`GraphmemRetriever`: a LangChain `BaseRetriever` over the recall of a brain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field, PrivateAttr

from graphmem_client.integrations.bridge import Bridge
from graphmem_client.integrations.calls import question_from
from graphmem_client.protocol import BrainLike
from graphmem_contract.reads import Episode
from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Fact

OF_FACT = ("subject", "relation", "object", "valid_from", "valid_until", "recorded_at", "confidence")
OF_EPISODE = ("speaker", "role", "session_id", "source", "occurred_at", "recorded_at")
"""What the metadata of a document have of a fact, and of an episode."""


class GraphmemRetriever(BaseRetriever):
    """Facts and episodes as documents: the facts first, each kind in the order of the recall.

    `brain`: the brain. `options`: what `recall` takes beside the question (`k`, `valid_at`, `speaker`, …); a call may give more:
    `retriever.invoke("Where does Ana live?", valid_at="2024-05-01")`.
    """

    brain: Any
    options: dict[str, Any] = Field({})
    facts: bool = True
    episodes: bool = True
    _bridge: Bridge = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Make the bridge, in the event loop of the brain."""
        super().model_post_init(context)
        self._bridge = Bridge(self.brain)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **options: Any
    ) -> list[Document]:
        return self._bridge.wait(partial(self._recall, query, options))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **options: Any
    ) -> list[Document]:
        return await self._bridge.run(partial(self._recall, query, options))

    async def _recall(self, query: str, options: dict[str, Any], brain: BrainLike) -> list[Document]:
        return list(self._documents(await brain.recall(question_from(query), **{**self.options, **options})))

    def _documents(self, found: RecallResult) -> Iterator[Document]:
        for item in found.facts if self.facts else ():
            if item.fact is not None:
                yield _document("fact", item.fact, item.fact.text, item, OF_FACT)
        for item in found.episodes if self.episodes else ():
            if item.episode is not None:
                yield _document("episode", item.episode, item.passage or item.episode.content, item, OF_EPISODE)


def _document(kind: str, record: Fact | Episode, text: str, item: Any, names: tuple[str, ...]) -> Document:
    """Return a record as a document. Its metadata are JSON: times are RFC 3339 texts."""
    told = {name: getattr(record, name) for name in names}
    plain = {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in told.items()}
    return Document(
        page_content=text, id=record.id, metadata={"kind": kind, "score": item.score, "rank": item.rank, **plain}
    )
