"""The models that a memory works with, as one record."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.models.ports import Embedder, Extractor, Judge
from graphmem.models.reranker import Reranker
from graphmem.models.summaries import OfflineSummariser, Summariser


@dataclass(frozen=True, slots=True)
class Models:
    """What the pipeline asks. Without a judge (offline, none) rules settle what is ambiguous."""

    extractor: Extractor
    judge: Judge | None
    embedder: Embedder
    summariser: Summariser = field(default_factory=OfflineSummariser)
    reranker: Reranker | None = None

    async def aclose(self) -> None:
        """Close every connection; models without any are left alone."""
        for model in (self.extractor, self.judge, self.embedder, self.summariser):
            close = getattr(model, "aclose", None)
            if close is not None:
                await close()
