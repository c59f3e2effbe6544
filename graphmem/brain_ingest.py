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
    Session,
    SessionSummary,
    SuppliedExtraction,
    SuppliedFact,
    WriteResult,
)
from graphmem.contract.validation import Moment, check_choice, moment, supplied_fact
from graphmem.engine import Engine
from graphmem.errors import InvalidInput
from graphmem.explore.explorer import Explorer
from graphmem.graph.settings_store import settings_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.request import NOTHING_SAID, EpisodeRequest, episode_input
from graphmem.ingest.session_summaries import sessions, summarise
from graphmem.ingest.supplied_facts import ImportReport, add_fact, import_facts
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
        resolve: ResolveMode = "full",
        config_overrides: Mapping[str, Any] | None = None,
        valid_from_override: Moment = None,
        skip_extraction: bool = False,
        dry_run: bool = False,
        verbose: bool = False,
        wait: bool = True,
        idempotency_key: str | None = None,
    ) -> WriteResult:
        """Takes in a message, a document or a chat, and tells what it changed.

        Args:
            content: the text; or `messages`, the turns of a chat.
            occurred_at: when it was said, default now; every relative date is read against it.
            extraction: entities and facts found already; no extractor is asked then.
            dry_run: nothing is written; the result shows what would be.
            wait: False = only store now; a worker extracts it (`graphmem worker`, or this process: GRAPHMEM_WORKERS).
        Blank content writes nothing and gives a result without an episode.

        Raises:
            InvalidInput, TooLarge: the input is not usable, or `idempotency_key` is blank; nothing was stored.
            IdempotencyMismatch: the key came with another body. Gone: what it belonged to was forgotten.
            TooManyRequests: too much waits already (`wait=False`).
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
        """The same for a ready request; tells also whether the answer is an earlier one again."""
        if request.is_blank:
            return WriteResult(episode_id=None, warnings=(NOTHING_SAID,)), False
        episode, warnings = episode_input(request, self.name, self.engine.settings, idempotency_key)
        lifecycle = self.engine.lifecycle
        if request.dry_run:
            result, again = await lifecycle.dry_run(episode), False
        elif not request.wait and not request.skip_extraction:
            return await self._later(episode)
        else:
            result, again = await lifecycle.remember(episode)
        changes: dict[str, Any] = {"warnings": (*warnings, *result.warnings)}
        return result.model_copy(update=changes if request.verbose else {**changes, "trace": None}), again

    async def _later(self, episode: EpisodeInput) -> tuple[WriteResult, bool]:
        engine = self.engine
        await engine.workers.gate.check(engine.store, engine.settings)
        stored = await engine.lifecycle.accept(episode)
        if not stored.replayed:
            engine.workers.hand(engine.lifecycle, self.name)
        return WriteResult(episode_id=stored.id, status=stored.status), stored.replayed

    async def replay(self, episode_id: str) -> WriteResult:
        """Extracts a failed or merely stored episode, with the options that it came with.

        Raises:
            NotFound: no such episode. Gone: it was forgotten. InvalidInput: it is a session's summary.
            ConflictError: it is being extracted at this moment.
        """
        return await self.engine.lifecycle.replay_by_id(self.name, episode_id)

    async def flush(self, session_id: str) -> tuple[WriteResult, ...]:
        """Extracts the messages of a session that wait for more of them (`extraction_threshold`), in its order."""
        return await self.engine.lifecycle.flush(self.name, session_id)

    async def add_fact(self, fact: SuppliedFact | None = None, **fields: Any) -> Fact:
        """One fact by hand: the same rules, no model, confidence 1 unless said otherwise.

        Gives the fact; `matched` is true where it only confirmed what was known.

        Raises:
            InvalidInput: the fact is not usable, or several entities have the name of one of its ends; it tells their ids, and
                an id may stand in place of a name.
        """
        given = fact or supplied_fact(fields)
        fact_id, matched = await add_fact(self.engine, self.name, given, await self._settings())
        return (await Explorer(self.engine.store, self.name).fact(fact_id)).model_copy(update={"matched": matched})

    async def import_facts(
        self,
        facts: Iterable[SuppliedFact | Mapping[str, Any]],
        *,
        resolve: ResolveMode = "full",
        batch: int | None = None,
        origin: ImportOrigin = "imported",
    ) -> ImportReport:
        """Many facts, each record with a system time of its own; unusable records are reported, not fatal.

        batch: records of one commit, at least 1; default as many as land in about a second.

        Raises:
            InvalidInput: resolve, batch or origin is not usable; nothing was stored.
        """
        check_choice(resolve, ResolveMode, "resolve")
        check_choice(origin, ImportOrigin, "origin")
        if batch is not None and batch < 1:
            raise InvalidInput("A batch has at least one record.", field="batch")
        return await import_facts(
            self.engine, self.name, facts, await self._settings(), resolve=resolve, size=batch, origin=origin
        )

    async def sessions(self, *, limit: int = 50, cursor: str | None = None) -> Page[Session]:
        """The sessions of this brain, by id, with what their latest summaries say. Raises InvalidInput."""
        return await sessions(self.engine.store, self.name, checked_limit(limit), cursor)

    async def summarise(self, session_id: str) -> SessionSummary:
        """Sums a session up by one model call, in English, and keeps that in place of the summary before.

        What waits in the session is extracted first; a failure of that is a warning.

        Raises:
            NotFound: there is no such session. ModelError: the model failed; the summary before stays.
        """
        flushed = await self.flush(session_id)
        settings = await self._settings()
        models = self.engine.models
        summariser = configured(models.summariser, self.engine.settings, settings)
        told = await summarise(self.engine.store, summariser, models.embedder, self.name, session_id, settings)
        failed = tuple(f"{one.episode_id}: {one.error}" for one in flushed if not one.success)
        return told.model_copy(update={"warnings": (*told.warnings, *failed)})

    async def _settings(self) -> Settings:
        own, _ = await settings_of(self.engine.store, self.name)
        return layered(self.engine.settings, own, {})
