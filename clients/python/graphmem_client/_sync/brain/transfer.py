"""Carry a brain elsewhere, and facts into it."""

# Derived by clients/python/scripts/generate.py from _async/brain/transfer.py.

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client._sync.rewind import Rewindable
from graphmem_client.answers import record_of
from graphmem_client.attempts import Attempts
from graphmem_client.calls import NDJSON, Again, Call, query_of
from graphmem_client.problems import ServiceUnreachable, error_of_line
from graphmem_client.sources import Progress, Source
from graphmem_contract.errors import GraphmemError
from graphmem_contract.records import ResolveMode, SuppliedFact
from graphmem_contract.reports import ImportLine, ImportReport, Loaded, ReportLine
from graphmem_contract.requests import EpisodeRequest
from graphmem_contract.validation import check_choice


class Transfer(BrainSubject):
    """Export, load and import of a brain."""

    __slots__ = ()

    def export(self, *, embeddings: bool = False) -> Iterator[str]:
        """Everything in this brain, as lines of JSON without line ends, consistent as of one moment.

        Args:
            embeddings: export the vectors too; without them they are computed again when the lines are loaded.

        Raises:
            NotFound: nothing was ever written to it. ServiceUnreachable: the connection broke, and lines are missing.
        """
        call = Call("exportBrain", "GET", self._at("/export"), query=query_of({"embeddings": embeddings or None}))
        attempts, has_begun = Attempts(call, self._service.retry), False
        while True:
            try:
                for line in self._service.lines(call):
                    has_begun = True
                    yield line.decode()
                return
            except GraphmemError as error:
                if has_begun:  # another export is of another moment
                    raise
                wait = attempts.wait_sec(error)
            time.sleep(wait)

    def load(self, lines: Source[str | bytes]) -> Loaded:
        """Fill this brain, which must be empty, with an export.

        Args:
            lines: the lines of an export, or the path of a file with them.

        Raises:
            BrainNotEmpty: something was written to it already.
            InvalidInput: a line is not usable, or lines are missing; the error has its number, and nothing was loaded.
            ModelError: the embedder failed, and nothing was loaded.
            ServiceUnreachable: the answer was lost; `overview.stats` tells whether the export was loaded.
        """
        call = Call("loadExport", "POST", self._at(":load-export"), Again.NEVER, media_type=NDJSON)
        with Rewindable(lines, again=self._service.retry.attempts > 1) as source:
            return (self._service.reply(call, source)).record(Loaded)

    def import_facts(
        self,
        facts: Source[SuppliedFact | Mapping[str, Any] | str | bytes],
        *,
        resolve: ResolveMode = "full",
        judge: bool = False,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Import many facts, each record with a system time of its own. Unusable records are reported and skipped.

        A record that an earlier import stored is reported as `replayed` and not stored again. The report has a line for each
        record; `stream_facts` yields the lines one by one, in constant memory.

        Args:
            facts: records, mappings or lines of JSON; or the path of a file with such lines.
            judge: whether a judge may be asked about ambiguous names and similar facts.
            progress: called from time to time with an `ImportProgress`.

        Raises:
            InvalidInput: resolve is not usable; nothing was stored. Or a record is no JSON: those before it are stored.
            GraphmemError: the import could not be finished, also by sending it again; what was stored is recognised next time.
        """
        stream = self.stream_facts(facts, resolve=resolve, judge=judge, progress=progress)
        lines = [_import_line(line) for line in stream]
        rejected = sum(1 for line in lines if line.error)
        matched = sum(1 for line in lines if line.matched)
        added = sum(1 for line in lines if line.effect == "added")
        return ImportReport(records=len(lines), added=added, matched=matched, rejected=rejected, lines=tuple(lines))

    def stream_facts(
        self,
        facts: Source[SuppliedFact | Mapping[str, Any] | str | bytes],
        *,
        resolve: ResolveMode = "full",
        judge: bool = False,
        progress: Progress | None = None,
    ) -> Iterator[ReportLine]:
        """`import_facts` for any number of records: yields the line of each record, in constant memory.

        After a cut connection all lines are sent again. The service recognises those that it has stored, and each line is
        yielded once: as `replayed` if its outcome was lost with the connection.
        """
        check_choice(resolve, ResolveMode, "resolve")
        query = query_of({"resolve": resolve, "judge": judge or None})
        call = Call("importFacts", "POST", self._at("/facts:import"), query=query, media_type=NDJSON)
        for line in self._reported(call, facts, progress):
            yield line

    def stream_episodes(
        self,
        episodes: Source[EpisodeRequest | Mapping[str, Any] | str | bytes],
        *,
        progress: Progress | None = None,
    ) -> Iterator[ReportLine]:
        """Import episodes, each with the fields of `ClientBrainSync.remember`, and yield the line of each, in constant memory.

        An import that is repeated continues where it stopped: an episode is recognised by its `external_id`, else by its content.
        """
        call = Call("importEpisodes", "POST", self._at("/episodes:import"), media_type=NDJSON)
        for line in self._reported(call, episodes, progress):
            yield line

    def _reported(self, call: Call, items: Source[Any], progress: Progress | None) -> Iterator[ReportLine]:
        """Yield each line of the report once. A line has the same number in every attempt."""
        retry = self._service.retry
        with Rewindable(items, progress, again=retry.attempts > 1) as source:
            attempts = Attempts(call, retry)
            while True:
                try:
                    for line in self._lines(call, source):
                        if line.line > source.reported:
                            source.reported = line.line
                            yield line
                    source.tell()
                    return
                except GraphmemError as error:
                    wait = attempts.wait_sec(error, source.lines + source.reported)
                time.sleep(wait)

    def _lines(self, call: Call, source: Rewindable) -> Iterator[ReportLine]:
        """Yield the lines of one attempt.

        Raises:
            GraphmemError: the service stopped the import, or lines have no outcome.
        """
        last = 0
        for data in self._service.lines(call, source):
            line = record_of(ReportLine, data, call)
            if line.aborted or line.code == "too_slow":
                raise error_of_line(line)
            last = line.line
            yield line
        if last < source.last:
            raise ServiceUnreachable(
                f"{call.operation}: the report ended before line {source.last}.", may_have_arrived=True
            )


def _import_line(line: ReportLine) -> ImportLine:
    return ImportLine(
        line=line.line,
        id=line.id,
        matched=bool(line.matched),
        replayed=line.replayed,
        effect=line.effect,
        recorded_at=line.recorded_at,
        note=line.note,
        error=line.error,
        code=line.code,
    )
