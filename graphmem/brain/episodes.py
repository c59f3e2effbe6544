"""Episodes: the messages and documents of a brain, as they came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.curation.forget import forget
from graphmem.engine import BrainSubject
from graphmem.explore.episode_changes import episode_changes
from graphmem.explore.episode_list import EpisodeFilter, episodes_by_ids, list_episodes
from graphmem.explore.explorer import Explorer
from graphmem.graph.row_mapping import entries
from graphmem.ingest.episodes.apart import told
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.request import NOTHING_SAID, episode_input
from graphmem.ingest.process import EpisodeProcessor, replay
from graphmem.ingest.stages.id_references import check_ids
from graphmem.ingest.submit import accept, dry_run, remember
from graphmem.ingest.verbatim import StoredEpisode, store_verbatim
from graphmem_contract.brains import QueueState
from graphmem_contract.changes import Forgotten
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.history import EpisodeChanges
from graphmem_contract.pagination import Page
from graphmem_contract.reads import Episode
from graphmem_contract.records import WriteResult
from graphmem_contract.requests import EpisodeRequest
from graphmem_contract.validation import Moment, check_choice, moment


class Episodes(BrainSubject):
    """The episodes of a brain, and the queue of those that wait for extraction."""

    __slots__ = ()

    async def list(
        self,
        *,
        status: str | None = None,
        session_id: str | None = None,
        source: str | None = None,
        speaker: str | None = None,
        text: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        since: Moment = None,
        until: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Episode]:
        """Episodes, newest recorded first. Raises InvalidInput.

        Args:
            text: part of the content, in any case. tags, metadata: the episode has all of them.
            since, until: when it was said (`occurred_at`), from `since` to before `until`.
        """
        if status is not None:
            check_choice(status, EpisodeState, "status")
        span = moment(since, "since"), moment(until, "until")
        wanted = EpisodeFilter(status, session_id, source, tags, entries(metadata or {}), *span, speaker, text)
        return await list_episodes(self.engine.store, self.brain, wanted, limit=limit, cursor=cursor)

    async def get(self, episode_id: str) -> Episode:
        """One episode. Raises NotFound."""
        return await Explorer(self.engine.store, self.brain).episode(episode_id)

    async def by_ids(self, ids: Iterable[str]) -> dict[str, Episode]:
        """Episodes by their ids. An unknown id is left out."""
        return await episodes_by_ids(self.engine.store, self.brain, ids)

    async def changes(self, episode_id: str) -> EpisodeChanges:
        """What an episode changed: each fact before and after it. Empty until it is extracted. Raises NotFound, Gone."""
        return await episode_changes(self.engine.store, self.brain, episode_id)

    async def trace(self, episode_id: str) -> dict[str, Any]:
        """The trace of an episode: input, output, decisions and cost of every stage. Raises NotFound."""
        return await Explorer(self.engine.store, self.brain).trace(episode_id)

    async def submit(self, request: EpisodeRequest, idempotency_key: str | None = None) -> tuple[WriteResult, bool]:
        """`Brain.remember` for a checked request. Returns also whether the result repeats an earlier answer."""
        if request.is_blank:
            return WriteResult(episode_id=None, warnings=(NOTHING_SAID,)), False
        episode, warnings = episode_input(request, self.brain, self.engine.settings, idempotency_key)
        if request.extraction is not None:
            await check_ids(self.engine.store.read, self.brain, request.extraction, request.resolve)
        processor = EpisodeProcessor(self.engine)
        if request.dry_run:
            result, again = await dry_run(processor, episode), False
        elif not request.wait and not request.skip_extraction:
            return await self._later(episode)
        else:
            with self.engine.workers.takes_up(processor, self.brain):
                result, again = await remember(processor, episode)
        changes: dict[str, Any] = {"warnings": (*warnings, *result.warnings)}
        return result.model_copy(update=changes if request.verbose else {**changes, "trace": None}), again

    async def store_verbatim(self, requests: Sequence[tuple[EpisodeRequest, str | None]]) -> Sequence[StoredEpisode]:
        """Store episodes without extraction, in two transactions and with one embedding call.

        Args:
            requests: requests with `skip_extraction`, each with its idempotency key or None.

        Returns one outcome per request, in order: the result and whether it is an earlier answer again, or its error.
        """
        episodes: dict[int, EpisodeInput] = {}
        outcomes: dict[int, StoredEpisode] = {}
        for i, (request, key) in enumerate(requests):
            try:
                episodes[i] = episode_input(request, self.brain, self.engine.settings, key)[0]
            except Exception as error:  # noqa: BLE001 (no episode costs the others)
                outcomes[i] = told(error)
        stored = await store_verbatim(self.engine, self.brain, list(episodes.values()))
        outcomes |= dict(zip(episodes, stored, strict=True))
        return [outcomes[i] for i in range(len(requests))]

    async def replay(self, episode_id: str) -> WriteResult:
        """Extract an episode that failed or was only stored, with the options that it came with.

        Raises:
            NotFound: no such episode. Gone: it was forgotten. InvalidInput: it is a session summary.
            ConflictError: it is being extracted now.
        """
        return await replay(EpisodeProcessor(self.engine), self.brain, episode_id)

    async def forget(self, episode_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an episode with its statements from both histories. Facts that they had closed are open again.

        Raises:
            NotFound: no such episode. Gone: it was forgotten before.
        """
        return await forget(
            self.engine.store, self.engine.models.embedder, self.brain, "episode", episode_id, dry_run=dry_run
        )

    async def queue(self) -> QueueState:
        """How many episodes wait for extraction, are being extracted, and failed in the queue."""
        rows = {row["status"]: row for row in await self.engine.store.read("queue/states", brain=self.brain)}
        counts = {name: rows[name]["episodes"] for name in ("pending", "extracting", "failed")}
        return QueueState(**counts, oldest_sec=rows["pending"]["seconds"])

    async def check_queue(self) -> None:
        """Raise TooManyRequests if too many episodes wait for extraction."""
        await self.engine.workers.gate.check(self.engine.store, self.engine.settings)

    async def _later(self, episode: EpisodeInput) -> tuple[WriteResult, bool]:
        engine = self.engine
        await self.check_queue()
        stored = await accept(EpisodeProcessor(engine), episode)
        if not stored.replayed:
            engine.workers.hand(EpisodeProcessor(engine), self.brain)
        return WriteResult(episode_id=stored.id, status=stored.status), stored.replayed
