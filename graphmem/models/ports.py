"""Protocols of the models that the pipeline calls: extractor, judge, embedder.

Extractors: OpenAI-compatible, offline, scripted, none. Judges: OpenAI-compatible, scripted. Embedders: local
(bge-small-en-v1.5, multilingual-e5-small), OpenAI-compatible, hash of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from graphmem.claims import Claimed, Extracted, FactQuestion, Judged, Mention, NameQuestion, Request


@runtime_checkable
class Extractor(Protocol):
    """Finds mentions and claims in a text.

    An extractor with `wants_context = True` receives known facts of the entities that the message names; this costs one
    more read. An extractor with a method `configured(changes)` receives the settings of a brain or a call through it.

    Both methods raise `ModelError` or a subclass. The episode is then `failed` and can be replayed.
    """

    name: str

    async def mentions(self, request: Request) -> Extracted:
        """Stage 1: return the mentions. An informed extractor returns the claims as well."""
        ...

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Stage 3: return the claims. It is called only if stage 1 returned `claims` None."""
        ...


@runtime_checkable
class TranscriptExtractor(Extractor, Protocol):
    """An extractor that can read several messages of a session with one model call."""

    async def transcript(self, requests: Sequence[Request]) -> tuple[Extracted, ...]:
        """Return what each message says, in their order, with claims. The first one has the calls.

        Args:
            requests: the messages, in their order. The first one has the context of all: known facts, earlier turns.

        Raises:
            ModelError: the answer cannot be used. Each message is then read by itself.
        """
        ...


@runtime_checkable
class Judge(Protocol):
    """Decides what rules cannot. At most one call for names and one for facts per message."""

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        """Return the candidate that each mention refers to. After a failure it is None for all."""
        ...

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        """Return how each statement relates to similar known facts. After a failure it is "new" for all."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Maps texts to unit vectors. `name` and `dimensions` are stored with the vector indexes of the graph."""

    name: str
    dimensions: int

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector per text, in order. The same text always has the same vector.

        Raises:
            ModelError: The embedder failed.
        """
        ...
