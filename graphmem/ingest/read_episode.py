"""What is read in an episode (stages 1 and 3), and what a commit of it tells: its caller, and the episode itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.claims import Call, ExtractedMentions
from graphmem.ingest.associations import links_of, seeds_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.records import Sourced
from graphmem.ingest.trace import trace_of
from graphmem.ingest.transactions.finish import extracted_row
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ingest.vectors import warnings_of
from graphmem.ingest.write_result import write_result
from graphmem.models.ports import Judge
from graphmem.observability.stage_timer import StageTimer
from graphmem_contract.records import WriteResult


@dataclass(frozen=True, slots=True)
class ReadEpisode:
    """What stages 1 and 3 read in an episode, with the vectors of its texts. `judge`: who may be asked about it."""

    episode: EpisodeInput
    mentions: ExtractedMentions
    claims: Sourced
    batch: Batch
    searchable: dict[str, Any]
    judge: Judge | None
    timer: StageTimer

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls of the extractor."""
        return (*self.mentions.extracted.calls, *self.claims.calls)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the extractor could not read, and whether the embedder failed."""
        return (*self.mentions.extracted.warnings, *self.claims.warnings, *warnings_of(self.batch.unembedded))

    def result(self, committed: CommitResult) -> WriteResult:
        """Return what the caller is told of a commit."""
        calls = (*self.calls, *committed.calls)
        result = write_result(committed, calls, self.warnings, self.episode.episode_id)
        if committed.forgetting.hidings:  # its own trace would tell what it asks to forget
            told = [{"purpose": call.purpose, "model": call.model, "ms": call.ms} for call in calls]
            trace: dict[str, Any] = {"stages": [], "hidden": True, "calls": told, "ms": self.timer.stages}
        else:
            trace = trace_of(self.mentions, committed, calls, self.timer)
        return result.model_copy(update={"duration_ms": self.timer.total, "trace": trace})

    def row(self, committed: CommitResult, kept: Sequence[str] = ()) -> dict[str, Any]:
        """Return the row that ends the episode as extracted.

        Args:
            kept: texts of statements that it had before. It is found by them and by those of its new statements.
        """
        episode, result = self.episode, self.result(committed)
        profiles = {"profiles": seeds_of(self.mentions, committed.plan.resolved)}
        links = {**self.searchable, **links_of(committed, episode.settings), **profiles}
        emotion = self.mentions.extracted.emotion
        texts = [*kept, *(statement.props["text"] for statement in committed.plan.changes.statements)]
        return extracted_row(episode.episode_id, episode.lease, result, emotion, links, texts)
