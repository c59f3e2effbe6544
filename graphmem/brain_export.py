"""Export of a brain, and loading an export."""

from __future__ import annotations

from collections.abc import AsyncIterator

from graphmem.engine import Engine
from graphmem.transfer.export import export_brain
from graphmem.transfer.load import Lines, Loaded, load_export


class BrainExport:
    """The part of `Brain` that carries it elsewhere: both timelines, exactly."""

    __slots__ = ()

    engine: Engine
    name: str

    def export(self, *, embeddings: bool = False) -> AsyncIterator[str]:
        """Everything in this brain, as lines of JSON without line ends, consistent as of one moment.

        Args:
            embeddings: export the vectors too; without them they are computed again when the lines are loaded.

        Raises:
            NotFound: nothing was ever written to it. DatabaseUnavailable: Neo4j is out of reach.
        """
        return export_brain(self.engine.store, self.engine.models.embedder, self.name, embeddings=embeddings)

    async def load_export(self, lines: Lines) -> Loaded:
        """Fill this brain, which must be empty, with an export.

        Raises:
            BrainNotEmpty: something was written to it already.
            InvalidInput: a line is not usable, or lines are missing; the error has its number, and nothing was loaded.
            ModelError: the embedder failed, and nothing was loaded.
        """
        return await load_export(self.engine.store, self.engine.models.embedder, self.name, lines)
