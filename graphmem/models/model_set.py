"""The models of a memory, as one record."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.models.digests.writer import DigestWriter, OfflineDigestWriter
from graphmem.models.directives.reader import DirectiveReader, OfflineDirectiveReader
from graphmem.models.observations.observer import Observer
from graphmem.models.observations.rules import CountingObserver
from graphmem.models.ports import Embedder, Extractor, Judge
from graphmem.models.profiles.writer import OfflineProfileWriter, ProfileWriter
from graphmem.models.reranker import Reranker
from graphmem.models.summaries import OfflineSummariser, Summariser


@dataclass(frozen=True, slots=True)
class Models:
    """The models that the pipeline calls. Without a judge (offline, none), rules decide ambiguous cases."""

    extractor: Extractor
    judge: Judge | None
    embedder: Embedder
    summariser: Summariser = field(default_factory=OfflineSummariser)
    reranker: Reranker | None = None
    profile_writer: ProfileWriter = field(default_factory=OfflineProfileWriter)
    observer: Observer = field(default_factory=CountingObserver)
    directive_reader: DirectiveReader = field(default_factory=OfflineDirectiveReader)
    digest_writer: DigestWriter = field(default_factory=OfflineDigestWriter)

    async def aclose(self) -> None:
        """Close the connections of all models that have an `aclose` method."""
        writers = (self.summariser, self.profile_writer, self.observer, self.directive_reader, self.digest_writer)
        for model in (self.extractor, self.judge, self.embedder, *writers):
            close = getattr(model, "aclose", None)
            if close is not None:
                await close()
