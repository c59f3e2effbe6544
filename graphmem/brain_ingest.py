"""Ingest of messages and facts into a brain, and its sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from graphmem.brain_settings import layered
from graphmem.contract.pagination import Page, checked_limit
from graphmem.contract.records import (
    Fact,
    Message,
    ResolveMode,
    SuppliedExtraction,
    SuppliedFact,
    WriteResult,
)
from graphmem.contract.sessions import Session, SessionSummary
from graphmem.contract.validation import Moment, check_choice, moment, supplied_fact
from graphmem.engine import Engine
from graphmem.errors import InvalidInput, ModelError
from graphmem.explore.explorer import Explorer
from graphmem.graph.settings_store import settings_of
from graphmem.ingest.episodes.apart import told
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.request import NOTHING_SAID, EpisodeRequest, episode_input
from graphmem.ingest.session_summaries import sessions, summarise
from graphmem.ingest.stages.id_references import check_ids
from graphmem.ingest.supplied_facts import ImportReport, add_fact, import_facts
from graphmem.ingest.verbatim import StoredEpisode, store_verbatim
from graphmem.models.configured import configured
from graphmem.settings import Settings

ImportOrigin = Literal["imported", "manual"]


class BrainIngest:
    """The part of `Brain` that takes messages and facts in."""

    __slots__ = ()

    engine: Engine
    name: str

    async def remember(
        self,
        content: str | None = None,
        *,
        messages: Sequence[Message | Mapping[str, Any]] = (),
        speaker: str | None = None,
        role: str | None = None,
        session_id: str | None = None,
        occurred_at: Moment = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        tags: Sequence[str] = (),
        recent_messages: Sequence[str] = (),
        kind: str = "message",
        external_id: str | None = None,
        extraction: SuppliedExtraction | Mapping[str, Any] | None = None,
        judge: bool = False,
        resolve: ResolveMode = "full",
        config_overrides: Mapping[str, Any] | None = None,
        valid_from_override: Moment = None,
        skip_extraction: bool = False,
        dry_run: bool = False,
        verbose: bool = False,
        wait: bool = True,
        idempotency_key: str | None = None,
    ) -> WriteResult:
        """Store a message, a document or a chat, extract its facts, and return what changed.

        Args:
            content: the text; or `messages`, the turns of a chat.
            occurred_at: when it was said; default now. Relative dates are resolved against it.
            extraction: entities and facts that the caller has extracted; no extractor is asked.
            judge: whether a judge may be asked about the facts of `extraction`.
            dry_run: write nothing; the result shows what would change.
            wait: False stores it now, for a worker to extract (`graphmem worker`, or this process: GRAPHMEM_WORKERS).

        Blank content writes nothing; the result has no episode.

        Raises:
            InvalidInput, TooLarge: the input is not usable, or `idempotency_key` is blank; nothing was stored.
            IdempotencyMismatch: the key came with another body. Gone: the episode of the key was forgotten.
            TooManyRequests: the queue is full (`wait=False`).
            DatabaseUnavailable: nothing was half-written.
        """
        request = EpisodeRequest.checked(
            content=content,
            messages=[m if isinstance(m, Message) else dict(m) for m in messages],
            speaker=speaker,
            role=role,
            session_id=session_id,
            occurred_at=moment(occurred_at, "occurred_at"),
            source=source,
            metadata=dict(metadata or {}),
            tags=list(tags),
            recent_messages=list(recent_messages),
            kind=kind,
            external_id=external_id,
            extraction=dict(extraction) if isinstance(extraction, Mapping) else extraction,
            judge=judge,
            resolve=resolve,
            config_overrides=dict(config_overrides or {}),
            valid_from_override=moment(valid_from_override, "valid_from_override"),
            skip_extraction=skip_extraction,
            dry_run=dry_run,
            verbose=verbose,
            wait=wait,
        )
        result, _ = await self.submit(request, idempotency_key)
        return result

    async def submit(self, request: EpisodeRequest, idempotency_key: str | None = None) -> tuple[WriteResult, bool]:
        """`remember` for a checked request. Returns also whether the result repeats an earlier answer."""
        if request.is_blank:
            return WriteResult(episode_id=None, warnings=(NOTHING_SAID,)), False
        episode, warnings = episode_input(request, self.name, self.engine.settings, idempotency_key)
        if request.extraction is not None:
            await check_ids(self.engine.store.read, self.name, request.extraction, request.resolve)
        lifecycle = self.engine.lifecycle
        if request.dry_run:
            result, again = await lifecycle.dry_run(episode), False
        elif not request.wait and not request.skip_extraction:
            return await self._later(episode)
        else:
            with self.engine.workers.takes_up(lifecycle, self.name):
                result, again = await lifecycle.remember(episode)
        changes: dict[str, Any] = {"warnings": (*warnings, *result.warnings)}
        return result.model_copy(update=changes if request.verbose else {**changes, "trace": None}), again

    async def _later(self, episode: EpisodeInput) -> tuple[WriteResult, bool]:
        engine = self.engine
        await self.check_queue()
        stored = await engine.lifecycle.accept(episode)
        if not stored.replayed:
            engine.workers.hand(engine.lifecycle, self.name)
        return WriteResult(episode_id=stored.id, status=stored.status), stored.replayed

    async def replay(self, episode_id: str) -> WriteResult:
        """Extract an episode that failed or was only stored, with the options that it came with.

        Raises:
            NotFound: no such episode. Gone: it was forgotten. InvalidInput: it is a session summary.
            ConflictError: it is being extracted now.
        """
        return await self.engine.lifecycle.replay_by_id(self.name, episode_id)

    async def flush(self, session_id: str) -> tuple[WriteResult, ...]:
        """Extract the messages of a session that wait for the `extraction_threshold`, in their order."""
        return await self.engine.lifecycle.flush(self.name, session_id)

    async def add_fact(self, fact: SuppliedFact | None = None, *, judge: bool = False, **fields: Any) -> Fact:
        """Add one fact by hand: the same rules, no model, confidence 1 unless given.

        Args:
            judge: whether a judge may be asked about ambiguous names and similar facts.

        Returns the fact; `matched` is true where it only confirmed a known one.

        Raises:
            InvalidInput: the fact is not usable, or several entities have the name of one of its ends. The error names their
                ids; an id may be given in place of a name.
        """
        given = fact or supplied_fact(fields)
        fact_id, matched = await add_fact(self.engine, self.name, given, await self._settings(), judge=judge)
        return (await Explorer(self.engine.store, self.name).fact(fact_id)).model_copy(update={"matched": matched})

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
            self.engine, self.name, facts, settings, resolve=resolve, size=batch, origin=origin, keys=keys, judge=judge
        )

    async def sessions(self, *, limit: int = 50, cursor: str | None = None) -> Page[Session]:
        """The sessions of this brain, by id, with their latest summaries. Raises InvalidInput."""
        return await sessions(self.engine.store, self.name, checked_limit(limit), cursor)

    async def summarise(self, session_id: str) -> SessionSummary:
        """Summarise a session by one model call, in English, and replace its previous summary.

        Waiting messages of the session are extracted first; a failure of one is a warning.

        Raises:
            NotFound: there is no such session. ModelError: the model failed; the previous summary stays.
        """
        flushed = await self.flush(session_id)
        settings = await self._settings()
        models = self.engine.models
        summariser = configured(models.summariser, self.engine.settings, settings)
        summary = await summarise(self.engine.store, summariser, models.embedder, self.name, session_id, settings)
        failed = tuple(f"{result.episode_id}: {result.error}" for result in flushed if not result.success)
        return summary.model_copy(update={"warnings": (*summary.warnings, *failed)})

    async def _settings(self) -> Settings:
        own, _ = await settings_of(self.engine.store, self.name)
        return layered(self.engine.settings, own, {})

    async def check_queue(self) -> None:
        """Raise TooManyRequests if too many episodes wait for extraction."""
        await self.engine.workers.gate.check(self.engine.store, self.engine.settings)

    async def store_verbatim(self, requests: Sequence[tuple[EpisodeRequest, str | None]]) -> list[StoredEpisode]:
        """Store episodes without extraction, in two transactions and with one embedding call.

        Args:
            requests: requests with `skip_extraction`, each with its idempotency key or None.

        Returns one outcome per request, in order: the result and whether it is an earlier answer again, or its error. A
        ModelError says that the embedder failed: the episode is stored, and a second attempt with the same key embeds it.
        """
        episodes: dict[int, EpisodeInput] = {}
        outcomes: dict[int, StoredEpisode] = {}
        for i, (request, key) in enumerate(requests):
            try:
                episodes[i] = episode_input(request, self.name, self.engine.settings, key)[0]
            except Exception as error:  # noqa: BLE001 (no episode costs the others)
                outcomes[i] = told(error)
        try:
            stored = await store_verbatim(self.engine, self.name, list(episodes.values()))
            outcomes |= dict(zip(episodes, stored, strict=True))
        except ModelError as error:
            outcomes |= dict.fromkeys(episodes, error)
        return [outcomes[i] for i in range(len(requests))]
