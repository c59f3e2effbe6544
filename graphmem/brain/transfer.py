"""Carry a brain elsewhere, and facts into it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Literal

from graphmem.engine import BrainSubject
from graphmem.ingest.supplied_facts import import_facts
from graphmem.transfer.export import export_brain
from graphmem.transfer.load import Lines, load_export
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import ResolveMode, SuppliedFact
from graphmem_contract.reports import ImportReport, Loaded
from graphmem_contract.validation import check_choice

ImportOrigin = Literal["imported", "manual"]


class Transfer(BrainSubject):
    """Export, load and import of a brain."""

    __slots__ = ()

    def export(self, *, embeddings: bool = False) -> AsyncIterator[str]:
        """Everything in this brain, as lines of JSON without line ends, consistent as of one moment.

        Args:
            embeddings: export the vectors too; without them they are computed again when the lines are loaded.

        Raises:
            NotFound: nothing was ever written to it. DatabaseUnavailable: Neo4j is out of reach.
        """
        return export_brain(self.engine.store, self.engine.models.embedder, self.brain, embeddings=embeddings)

    async def load(self, lines: Lines) -> Loaded:
        """Fill this brain, which must be empty, with an export.

        Raises:
            BrainNotEmpty: something was written to it already.
            InvalidInput: a line is not usable, or lines are missing; the error has its number, and nothing was loaded.
            ModelError: the embedder failed, and nothing was loaded.
        """
        return await load_export(self.engine.store, self.engine.models.embedder, self.brain, lines)

    async def import_facts(
        self,
        facts: Iterable[SuppliedFact | Mapping[str, Any]],
        *,
        resolve: ResolveMode = "full",
        batch: int | None = None,
        origin: ImportOrigin = "imported",
        keys: Sequence[str] | None = None,
        judge: bool = False,
    ) -> ImportReport:
        """Import many facts, each record with a system time of its own. Unusable records are reported and skipped.

        A record that an earlier import stored is reported as `replayed` and not stored again.

        Args:
            batch: records of one commit, at least 1; default as many as take about a second.
            keys: what identifies each record; default its content, with how often the same content came before in this call.
            judge: whether a judge may be asked about ambiguous names and similar facts.

        Raises:
            InvalidInput: resolve, batch or origin is not usable; nothing was stored.
        """
        check_choice(resolve, ResolveMode, "resolve")
        check_choice(origin, ImportOrigin, "origin")
        if batch is not None and batch < 1:
            raise InvalidInput("A batch has at least one record.", field="batch")
        settings = await self._settings()
        return await import_facts(
            self.engine, self.brain, facts, settings, resolve=resolve, size=batch, origin=origin, keys=keys, judge=judge
        )
