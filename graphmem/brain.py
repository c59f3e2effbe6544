"""`Brain`: one isolated memory, and all that can be done with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from graphmem.arguments import Moment, check_brain, check_choice, moment, supplied_fact
from graphmem.brain_entities import Entities
from graphmem.brain_export import Portable
from graphmem.brain_settings import BrainSettings, configure, layered, settings_of
from graphmem.brain_truth import Truth
from graphmem.errors import InvalidInput
from graphmem.graph.cursors import checked_limit
from graphmem.graph.explore import Explorer, Route
from graphmem.ingest.facts_by_hand import ImportReport, add_fact, import_facts
from graphmem.ingest.intake import Intake
from graphmem.ingest.request import NOTHING_SAID, EpisodeRequest, intake_of
from graphmem.ingest.worker import drain
from graphmem.models.configured import configured
from graphmem.page import Page
from graphmem.recall.context import Style
from graphmem.recall.pipeline import recall
from graphmem.recall.query import RecallQuery
from graphmem.recall.recipes import Recipe
from graphmem.records import (
    Category,
    Entity,
    EntityHistory,
    Episode,
    EpisodeStatus,
    Fact,
    FactHistory,
    Message,
    Neighbour,
    RecallResult,
    ResolveMode,
    Session,
    SessionSummary,
    Stats,
    SuppliedExtraction,
    SuppliedFact,
    WriteResult,
)
from graphmem.settings import Settings
from graphmem.upkeep.summaries import sessions, summarise

if TYPE_CHECKING:
    from graphmem.memory import Memory


ImportOrigin = Literal["imported", "manual"]


@dataclass(frozen=True, slots=True)
class Brain(Truth, Entities, Portable):
    """One isolated memory: everything written, read, matched and counted here stays here."""

    memory: Memory
    name: str

    # ------------------------------------------------------------------ in

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
        """Takes in a message, a document or a chat, and tells what it changed (S0-1, S1-1).

        Args:
            content: the text; or `messages`, the turns of a chat.
            occurred_at: when it was said, default now; every relative date is read against it.
            extraction: entities and facts found already; no extractor is asked then.
            dry_run: nothing is written; the result shows what would be.
            wait: False = only store now; a worker extracts it (`graphmem worker`, or this process: GRAPHMEM_WORKERS).
        Blank content writes nothing and gives a result without an episode (S0-3).

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
        intake, warnings = intake_of(request, self.name, self.memory.settings, idempotency_key)
        pipeline = self.memory.pipeline
        if request.dry_run:
            result, again = await pipeline.rehearse(intake), False
        elif not request.wait and not request.skip_extraction:
            return await self._later(intake)
        else:
            result, again = await pipeline.remember(intake)
        changes: dict[str, Any] = {"warnings": (*warnings, *result.warnings)}
        return result.model_copy(update=changes if request.verbose else {**changes, "trace": None}), again

    async def _later(self, intake: Intake) -> tuple[WriteResult, bool]:
        memory = self.memory
        await memory.workers.gate.check(memory.store, memory.settings)
        stored = await memory.pipeline.accept(intake)
        if not stored.replayed:
            memory.workers.hand(memory.pipeline, memory.settings, self.name)
        return WriteResult(episode_id=stored.id, status=stored.status), stored.replayed

    async def replay(self, episode_id: str) -> WriteResult:
        """Extracts a failed or merely stored episode, with the options that it came with (S1-12).

        Raises:
            NotFound: no such episode. Gone: it was forgotten. InvalidInput: it is a session's summary.
            ConflictError: it is being extracted at this moment.
        """
        return await self.memory.pipeline.replay_by_id(self.name, episode_id, self.memory.settings)

    async def flush(self, session_id: str) -> tuple[WriteResult, ...]:
        """Extracts the messages of a session that wait for more of them (`extraction_threshold`), in its order (S2-9)."""
        return await self.memory.pipeline.flush(self.name, session_id, self.memory.settings)

    async def add_fact(self, fact: SuppliedFact | None = None, **fields: Any) -> Fact:
        """One fact by hand: the same rules, no model, confidence 1 unless said otherwise (S3-12, S1-20).

        Gives the fact; `matched` is true where it only confirmed what was known.

        Raises:
            InvalidInput: the fact is not usable, or several entities have the name of one of its ends; it tells their ids, and
                an id may stand in place of a name.
        """
        given = fact or supplied_fact(fields)
        fact_id, matched = await add_fact(self.memory.pipeline, self.name, given, await self._settings())
        return (await self.fact(fact_id)).model_copy(update={"matched": matched})

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
            self.memory.pipeline, self.name, facts, await self._settings(), resolve=resolve, size=batch, origin=origin
        )

    # ------------------------------------------------------------------ sessions

    async def sessions(self, *, limit: int = 50, cursor: str | None = None) -> Page[Session]:
        """The sessions of this brain, by id, with what their latest summaries say. Raises InvalidInput."""
        return await sessions(self.memory.store, self.name, checked_limit(limit), cursor)

    async def summarise(self, session_id: str) -> SessionSummary:
        """Sums a session up by one model call, in English, and keeps that in place of the summary before (S2-3, S0-21).

        What waits in the session is extracted first (S2-9); a failure of that is a warning.

        Raises:
            NotFound: there is no such session. ModelError: the model failed; the summary before stays.
        """
        flushed = await self.flush(session_id)
        settings = await self._settings()
        models = self.memory.models
        summariser = configured(models.summariser, self.memory.settings, settings)
        told = await summarise(self.memory.store, summariser, models.embedder, self.name, session_id, settings)
        failed = tuple(f"{one.episode_id}: {one.error}" for one in flushed if not one.success)
        return told.model_copy(update={"warnings": (*told.warnings, *failed)})

    # ------------------------------------------------------------------ settings

    async def settings(self) -> BrainSettings:
        """What this brain does in its own way; what is None follows the service (design §7)."""
        return (await settings_of(self.memory.store, self.name))[0]

    async def configure(self, **changes: Any) -> BrainSettings:
        """Changes settings of this brain, and gives all of them; None puts one back to the service's.

        Raises:
            InvalidInput: nobody knows that setting, or the value is not usable; nothing was changed.
        """
        return (await configure(self.memory.store, self.name, changes))[0]

    async def _settings(self) -> Settings:
        return layered(self.memory.settings, await self.settings(), {})

    # ------------------------------------------------------------------ out

    async def recall(
        self,
        query: str | None = None,
        *,
        k: int = 10,
        recipe: str | Recipe = "hybrid",
        valid_at: Moment = None,
        known_at: Moment = None,
        entities: Sequence[str] = (),
        relations: Sequence[str] = (),
        categories: Sequence[Category] = (),
        session_id: str | None = None,
        speaker: str | None = None,
        role: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        min_confidence: float | None = None,
        include_closed: bool = False,
        include_provenance: bool = False,
        tell_ended: bool = False,
        diversity: float = 0.0,
        rerank: bool = False,
        context_style: Style = "grouped",
        token_budget: int = 800,
        reinforce: bool = False,
    ) -> RecallResult:
        """What the brain knows about a question: ranked facts and episodes, and a context for a prompt.

        Args:
            k: how many facts and how many episodes at most.
            valid_at: what held then; default now. known_at: what was believed then; default the latest.
            recipe: a name of `graphmem.recall.recipes`, or a `Recipe` with weights of your own.
            tell_ended: the first k of the facts that `no_longer_true` counts come along in `ended`, and in the context.
            diversity: from 0 (the best) to 1 (unlike each other).
            rerank: the best twenty are read again by the reranker (GRAPHMEM_RERANKER).
            token_budget: tokens of `context` at most.
        Without a query: the context of the brain, or of `entities`. Reading changes nothing unless `reinforce`.
        """
        asked = RecallQuery.checked(
            query=query,
            k=k,
            recipe=recipe,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            entities=entities,
            relations=relations,
            categories=categories,
            session_id=session_id,
            speaker=speaker,
            role=role,
            tags=tags,
            metadata=metadata or {},
            min_confidence=min_confidence,
            least_confidence=self.memory.settings.min_confidence,
            language=self.memory.settings.language,
            include_closed=include_closed,
            include_provenance=include_provenance,
            tell_ended=tell_ended,
            diversity=diversity,
            rerank=rerank,
            context_style=context_style,
            token_budget=token_budget,
            reinforce=reinforce,
        )
        models = self.memory.models
        return await recall(self.memory.store, models.embedder, self.name, asked, models.reranker)

    @property
    def _explorer(self) -> Explorer:
        return Explorer(self.memory.store, self.name)

    async def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        object: str | None = None,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        min_confidence: float = 0.0,
        category: Category | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Fact]:
        """Facts by subject, relation and object (name or id), newest recorded first, as of two moments. Raises InvalidInput."""
        if category is not None:
            check_choice(category, Category, "category")
        return await self._explorer.facts(
            subject=subject,
            relation=relation,
            object_=object,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            include_closed=include_closed,
            min_confidence=min_confidence,
            category=category,
            limit=limit,
            cursor=cursor,
        )

    async def fact(self, fact_id: str) -> Fact:
        """One fact, also a closed or corrected one. Raises NotFound."""
        return await self._explorer.fact(fact_id)

    async def history(self, fact_id: str, *, limit: int = 1000, cursor: str | None = None) -> FactHistory:
        """The whole life of a fact on both clocks: versions, then statements, `limit` a page. Raises NotFound, InvalidInput."""
        return await self._explorer.history(fact_id, limit, cursor)

    async def episodes(
        self,
        *,
        status: EpisodeStatus | None = None,
        session_id: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Episode]:
        """Episodes, newest recorded first. Raises InvalidInput."""
        if status is not None:
            check_choice(status, EpisodeStatus, "status")
        return await self._explorer.episodes(status=status, session_id=session_id, limit=limit, cursor=cursor)

    async def episode(self, episode_id: str) -> Episode:
        """One episode. Raises NotFound."""
        return await self._explorer.episode(episode_id)

    async def trace(self, episode_id: str) -> dict[str, Any]:
        """How an episode went through the stages. Raises NotFound."""
        return await self._explorer.trace(episode_id)

    async def entities(
        self, *, query: str | None = None, type: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Entities, newest recorded first; `query` finds by name or alias."""
        return await self._explorer.entities(query=query, type_=type, limit=limit, cursor=cursor)

    async def entity(self, ref: str, *, known_at: Moment = None) -> Entity:
        """One entity by id, key, name or alias, as it was known at a time; default the latest. Raises NotFound."""
        known = moment(known_at, "known_at")
        return await (self._explorer.entity_then(ref, known) if known else self._explorer.entity(ref))

    async def entity_history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """What was believed of an entity over system time: versions of facts, names, merges, newest first (S1-20)."""
        known = moment(known_at, "known_at")
        return await self._explorer.entity_history(ref, known_at=known, limit=limit, cursor=cursor)

    async def entity_facts(
        self,
        ref: str,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        named: bool = True,
    ) -> Page[Fact]:
        """Facts in which an entity stands at either end, or (`named`) in the sentence only (S0-52). Raises NotFound."""
        return await self._explorer.entity_facts(
            ref,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            include_closed=include_closed,
            limit=limit,
            cursor=cursor,
            named=named,
        )

    async def neighbours(
        self,
        ref: str,
        *,
        hops: int = 1,
        valid_at: Moment = None,
        known_at: Moment = None,
        limit: int = 50,
        direction: Literal["out", "in", "both"] = "both",
    ) -> tuple[Neighbour, ...]:
        """What stands around an entity, by breadth-first search, never through values. Raises NotFound."""
        return await self._explorer.neighbours(
            ref,
            hops=hops,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            limit=limit,
            direction=direction,
        )

    async def neighbours_page(
        self,
        ref: str,
        *,
        hops: int = 1,
        valid_at: Moment = None,
        known_at: Moment = None,
        limit: int = 50,
        direction: Literal["out", "in", "both"] = "both",
        cursor: str | None = None,
    ) -> Page[Neighbour]:
        """`neighbours`, a page at a time, 5,000 over all pages; at most a thousand edges of an entity are read each way.

        Raises:
            NotFound, InvalidInput: as there.
        """
        moments = {"valid_at": moment(valid_at, "valid_at"), "known_at": moment(known_at, "known_at")}
        return await self._explorer.neighbours_page(
            ref, hops, **moments, limit=limit, direction=direction, cursor=cursor
        )

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[Fact, ...]:
        """What held for an entity at a moment, as believed at another (S1-23); by pages: `entity_facts`. Raises NotFound."""
        found = await self._explorer.as_of(
            ref, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at")
        )
        return tuple(found)

    async def path(
        self, start: str, end: str, *, hops: int = 4, valid_at: Moment = None, known_at: Moment = None
    ) -> tuple[Route, ...]:
        """How two entities hang together: the shortest ways, ten at most. Raises NotFound, InvalidInput."""
        return await self._explorer.path(
            start, end, hops=hops, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at")
        )

    async def stats(self) -> Stats:
        """Counts of this brain."""
        return await self._explorer.stats()

    async def ontology(self) -> dict[str, Any]:
        """The entity and relation types of this brain, seeded and learnt."""
        return await self._explorer.ontology()


__all__ = ["Brain", "check_brain", "drain", "moment"]
