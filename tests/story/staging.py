"""Brains with scripted models: a fixed extractor, a scripted judge, a server that speaks the OpenAI format."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from graphmem.brain import Brain
from graphmem.claims import Claim, Claimed, Emotion, Extracted, Mention, Request
from graphmem.models.model_set import Models
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.judge import OpenAIJudge
from graphmem.models.ports import Embedder, Extractor, Judge
from graphmem.settings import Settings
from graphmem.testing.scripted_server import ScriptedServer


class Reading:
    """An extractor that returns the same mentions and claims for every text; with `staged` the claims come in a second call."""

    name = "reading"

    def __init__(self, mentions: Sequence[Mention], claims: Sequence[Claim], *, staged: bool = False) -> None:
        self._mentions, self._claims, self._staged = tuple(mentions), tuple(claims), staged

    async def mentions(self, request: Request) -> Extracted:
        claims = None if self._staged else self._claims
        return Extracted(self._mentions, claims, "staged" if self._staged else "informed", Emotion())

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        return Claimed(self._claims)


class CountingEmbedder:
    """An embedder that counts calls and texts."""

    def __init__(self, inner: Embedder) -> None:
        self.name, self.dimensions = inner.name, inner.dimensions
        self.asked: list[tuple[str, ...]] = []
        self._inner = inner

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(tuple(texts))
        return await self._inner.embed(texts)


def with_models(
    brain: Brain,
    *,
    extractor: Extractor | None = None,
    judge: Judge | None = None,
    embedder: Embedder | None = None,
    settings: Settings | None = None,
) -> Brain:
    """Return the same brain with other models; a model that is not given stays."""
    old = brain.engine
    models = Models(extractor or old.models.extractor, judge or old.models.judge, embedder or old.models.embedder)
    return Brain(replace(old, models=models, settings=settings or old.settings), brain.name)


@asynccontextmanager
async def asking(brain: Brain, server: ScriptedServer, **changes: Any) -> AsyncIterator[Brain]:
    """Return the same brain, with extraction and judging by a server."""
    values = {"extractor": "openai", "openai_base_url": server.base_url, "openai_api_key": "sk-test", **changes}
    settings = brain.engine.settings.with_overrides(**values)
    chat = OpenAIChat.from_settings(settings)
    extractor = OpenAIExtractor.from_settings(settings, chat)
    try:
        yield with_models(
            brain, extractor=extractor, judge=OpenAIJudge.from_settings(settings, chat), settings=settings
        )
    finally:
        await extractor.aclose()


def answer(*facts: Mapping[str, Any], entities: Sequence[tuple[str, str]] = (), **more: Any) -> dict[str, Any]:
    """Return the answer of an informed call; facts get defaults for the fields that a test does not name."""
    return {
        "entities": [{"name": name, "type": kind, "aliases": []} for name, kind in entities],
        "facts": [_fact(**one) for one in facts],
        "emotion": {"emotion": "neutral", "intensity": 0.0, "energy": "medium"},
        **more,
    }


def _fact(subject: str, relation: str, object: str, **more: Any) -> dict[str, Any]:
    text = f"{subject} {relation.replace('_', ' ')} {object}."
    rest = {"action": "holds", "starts": None, "until": None, "confidence": 0.95, "importance": "specific_event"}
    kinds = {"category": "semantic", "kind": "state", "cardinality": "many"}
    return {"subject": subject, "relation": relation, "object": object, "text": text, **rest, **kinds, **more}


async def properties(brain: Brain, fact_id: str) -> dict[str, Any]:
    """Return all properties of an edge, as Neo4j Browser shows them."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH ()-[f:FACT {brain: $brain, factId: $id}]->() RETURN properties(f) AS f", brain=brain.name, id=fact_id
    )
    return dict(rows[0]["f"])
