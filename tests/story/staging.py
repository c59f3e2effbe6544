"""Brains whose models say what a test wants: a fixed reading, a scripted judge, a server that speaks the OpenAI format."""

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
    """Finds the same mentions and claims in whatever it reads; `staged` leaves the claims to a second call."""

    name = "reading"

    def __init__(self, mentions: Sequence[Mention], claims: Sequence[Claim], *, staged: bool = False) -> None:
        self._mentions, self._claims, self._staged = tuple(mentions), tuple(claims), staged

    async def mentions(self, request: Request) -> Extracted:
        claims = None if self._staged else self._claims
        return Extracted(self._mentions, claims, "staged" if self._staged else "informed", Emotion())

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        return Claimed(self._claims)


class CountingEmbedder:
    """Counts the calls and the texts that really reach the embedder."""

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
    """The same brain with other models; what is left out stays."""
    old = brain.engine
    models = Models(extractor or old.models.extractor, judge or old.models.judge, embedder or old.models.embedder)
    return Brain(replace(old, models=models, settings=settings or old.settings), brain.name)


@asynccontextmanager
async def asking(brain: Brain, server: ScriptedServer, **changes: Any) -> AsyncIterator[Brain]:
    """The same brain with extraction and judgement by a server."""
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
    """What an informed call gives: facts with the fields a test does not care about filled in."""
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
    """All that an edge carries, as Neo4j Browser shows it."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH ()-[f:FACT {brain: $brain, factId: $id}]->() RETURN properties(f) AS f", brain=brain.name, id=fact_id
    )
    return dict(rows[0]["f"])
