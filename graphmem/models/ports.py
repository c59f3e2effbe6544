"""What the pipeline asks of models: extraction, judgement, embedding.

Each protocol has an OpenAI-compatible, an offline and a scripted implementation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from graphmem.claims import Claimed, Extracted, FactQuestion, Judged, Mention, NameQuestion, Request


@runtime_checkable
class Extractor(Protocol):
    """Finds mentions and claims in a text.

    An extractor with `wants_context = True` is told what the brain knows of those whom the message names, for one
    more read. One with `configured(changes)` is asked in the way of a brain's or a call's own settings.

    Raises (both methods): ModelError and its kin, after which the episode is `failed` and can be replayed.
    """

    name: str

    async def mentions(self, request: Request) -> Extracted:
        """Stage 1: who and what is spoken of; an informed extractor returns the claims as well."""
        ...

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Stage 3, only asked where stage 1 left `claims` open."""
        ...


@runtime_checkable
class Judge(Protocol):
    """Settles what rules cannot. At most one call for names and one for facts a message."""

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        """Which candidate, if any, each mention means. A failure gives None for all: new entities."""
        ...

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        """How each statement relates to similar known facts. A failure gives "new" for all."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Texts to vectors of unit length. `name` and `dimensions` are kept with the graph's vector indexes."""

    name: str
    dimensions: int

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order; the same text always gives the same vector.

        Raises:
            ModelError: the embedder failed.
        """
        ...
