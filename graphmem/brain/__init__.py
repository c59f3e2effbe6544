"""`Brain`: one isolated memory, and everything that can be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from graphmem.brain.clusters import Clusters
from graphmem.brain.contradictions import Contradictions
from graphmem.brain.directives import Directives
from graphmem.brain.entities import Entities
from graphmem.brain.episodes import Episodes
from graphmem.brain.feed import BrainFeed
from graphmem.brain.forget_requests import ForgetRequests
from graphmem.brain.graph import Graph
from graphmem.brain.items import Items
from graphmem.brain.observations import Observations
from graphmem.brain.ontology import Ontology
from graphmem.brain.overview import BrainOverview
from graphmem.brain.proposals import Proposals
from graphmem.brain.reextraction import Reextractions
from graphmem.brain.retention import RetentionPolicies
from graphmem.brain.sessions import Sessions
from graphmem.brain.sources import Sources
from graphmem.brain.timeline import BrainTimeline
from graphmem.brain.transfer import Transfer
from graphmem.brain.upkeep import Upkeep
from graphmem.brain.webhooks import Webhooks
from graphmem.brain_settings import layered
from graphmem.curation.correct import correct
from graphmem.curation.forget import forget, forget_brain
from graphmem.curation.invalidate import invalidate, restore
from graphmem.curation.screening import correction, screen_change
from graphmem.engine import Engine
from graphmem.explore.explorer import Explorer
from graphmem.explore.hidden_facts import hidden_facts
from graphmem.graph.settings_store import configure, settings_of
from graphmem.ingest.supplied_facts import add_fact
from graphmem.recall.pipeline import recall
from graphmem.recall.query import RecallQuery
from graphmem.settings import Settings
from graphmem_contract.changes import Changes, Correction, Forgotten
from graphmem_contract.choices import How
from graphmem_contract.errors import invalid
from graphmem_contract.history import FactHistory
from graphmem_contract.pagination import Page
from graphmem_contract.recall import RecallResult
from graphmem_contract.recall_options import RecallOptions
from graphmem_contract.records import (
    Category,
    Fact,
    Message,
    Origin,
    ResolveMode,
    SuppliedExtraction,
    SuppliedFact,
    WriteResult,
)
from graphmem_contract.requests import EpisodeRequest
from graphmem_contract.settings import BrainSettings
from graphmem_contract.validation import Moment, check_choice, moment, supplied_fact


class Brain:
    """One isolated memory: everything written, read, matched and counted here stays here.

    Its own methods write, read and curate facts. Each attribute is another subject, with methods of its own.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        """Use `Memory.brain`."""
        self.engine = engine
        self.name = name
        self.entities = Entities(engine, name)
        """People, places and things: list, read, add, change, merge, forget."""
        self.episodes = Episodes(engine, name)
        """What was told, as it came: list, read, extract again, forget; and the queue."""
        self.sessions = Sessions(engine, name)
        """Conversations: list, extract what waits, summarise."""
        self.graph = Graph(engine, name)
        """Neighbours, paths, and what depends on what."""
        self.timeline = BrainTimeline(engine, name)
        """When facts changed, and what differs between two moments."""
        self.contradictions = Contradictions(engine, name)
        """Facts that another fact ended: list, accept."""
        self.ontology = Ontology(engine, name)
        """Types of entities and relations, and the rules of relations."""
        self.forget_requests = ForgetRequests(engine, name)
        """Requests to forget in messages: list, undo."""
        self.overview = BrainOverview(engine, name)
        """Counts, and what happened lately."""
        self.items = Items(engine, name)
        """JSON values by path and key."""
        self.sources = Sources(engine, name)
        """Sources of episodes: trust, retract, restore."""
        self.retention = RetentionPolicies(engine, name)
        """How long episodes are kept."""
        self.reextraction = Reextractions(engine, name)
        """Read episodes again by another model."""
        self.transfer = Transfer(engine, name)
        """Export, load, and import of facts."""
        self.feed = BrainFeed(engine, name)
        """What every commit changed."""
        self.webhooks = Webhooks(engine, name)
        """Receivers of the feed."""
        self.upkeep = Upkeep(engine, name)
        """Jobs between messages, and their schedule."""
        self.proposals = Proposals(engine, name)
        """What upkeep proposes: list, approve, decline, undo."""
        self.directives = Directives(engine, name)
        """Standing instructions of the user."""
        self.observations = Observations(engine, name)
        """What upkeep has noticed."""
        self.clusters = Clusters(engine, name)
        """Topics."""

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
        result, _ = await self.episodes.submit(request, idempotency_key)
        return result

    async def recall(
        self, query: str | None = None, options: RecallOptions | None = None, **fields: Any
    ) -> RecallResult:
        """Answer a question: ranked facts and episodes, and a context for a prompt.

        Args:
            options: what to look for and how; or its fields as keyword arguments. `recipe` may also be a `Recipe` with your
                own weights.

        Without a query: the context of the brain, or of `entities`. Reading changes nothing unless `reinforce` is set.

        Raises:
            InvalidInput: an option is unknown, has the wrong type or is out of range.
        """
        stated = fields if options is None else {**options.model_dump(exclude_unset=True), **fields}
        asked = RecallQuery.checked(**_of_the_service(self.engine.settings), **stated, query=query)
        models = self.engine.models
        return await recall(self.engine.store, models.embedder, self.name, asked, models.reranker)

    async def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        object: str | None = None,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        events: bool = True,
        min_confidence: float = 0.0,
        category: Category | None = None,
        origin: Origin | None = None,
        text: str | None = None,
        ended: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        hidden: bool = False,
    ) -> Page[Fact]:
        """Facts by subject, relation and object (name or id), newest recorded first, as of two moments. Raises InvalidInput.

        Args:
            events: without `valid_at`, also what has happened; an event never holds, and stays known.
            text: part of the sentence, in any case.
            ended: only facts that had ended by `valid_at`, default now.
            hidden: with `known_at`, the first page also has what requests to forget have hidden since; for an administrator.
        """
        if category is not None:
            check_choice(category, Category, "category")
        if origin is not None:
            check_choice(origin, Origin, "origin")
        page = await Explorer(self.engine.store, self.name).facts(
            subject=subject,
            relation=relation,
            object_=object,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            include_closed=include_closed,
            events=events,
            min_confidence=min_confidence,
            category=category,
            origin=origin,
            text=text,
            ended=ended,
            limit=limit,
            cursor=cursor,
        )
        known = moment(known_at, "known_at")
        if not hidden or known is None or cursor is not None:
            return page
        more = await hidden_facts(
            self.engine.store, self.name, known, valid_at=moment(valid_at, "valid_at"), include_closed=include_closed,
            subject=subject, relation=relation, object_=object,
        )  # fmt: skip
        return Page((*page.items, *more), page.next_cursor)

    async def fact(self, fact_id: str) -> Fact:
        """One fact, also a closed or corrected one. Raises NotFound."""
        return await Explorer(self.engine.store, self.name).fact(fact_id)

    async def history(
        self, fact_id: str, *, limit: int = 1000, cursor: str | None = None, hidden: bool = False
    ) -> FactHistory:
        """The history of a fact on both clocks: versions, then statements, `limit` a page. Raises NotFound, InvalidInput.

        Args:
            hidden: also what requests to forget have hidden, for an administrator.
        """
        return await Explorer(self.engine.store, self.name).history(fact_id, limit, cursor, hidden=hidden)

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
        settings = layered(self.engine.settings, await self.settings(), {})
        fact_id, matched = await add_fact(self.engine, self.name, given, settings, judge=judge)
        return (await Explorer(self.engine.store, self.name).fact(fact_id)).model_copy(update={"matched": matched})

    async def correct(self, fact_id: str, *, dry_run: bool = False, **right: Any) -> Changes:
        """Correct a fact that was stated wrongly: `object`, `relation`, `valid_from`, `valid_until` (None: always, or until
        further notice), `text`, `reason`. The old statement counts as never true; `restore` undoes the correction.

        Raises:
            NotFound: no such fact. ConflictError: it is not believed any more. InvalidInput: nothing is given, the fact states
                it already, it is impossible, or several entities have the name of the object; nothing was changed.
        """
        try:
            wanted = Correction.model_validate(right)
        except ValidationError as error:
            raise invalid(error) from None
        store, embedder = self.engine.store, self.engine.models.embedder
        wanted, kinds = await screen_change(store, self.engine.settings, self.name, wanted, correction)
        return await correct(store, embedder, self.name, fact_id, wanted, redacted=kinds, dry_run=dry_run)

    async def invalidate(
        self,
        fact_id: str,
        *,
        at: Moment = None,
        kind: How = "retracted",
        reason: str | None = None,
        superseded_by: str | None = None,
        dry_run: bool = False,
    ) -> Changes:
        """State that a fact is no longer true, or (kind="corrected") never was. Facts that rest on it fall with it.

        A fact that waits for a change (`starts_when`) is withdrawn: it does not begin any more.

        Raises:
            NotFound: no such fact. AlreadyClosed: it had ended by then. InvalidInput: `at` is before its start, or `kind` is
                neither "retracted" nor "corrected"; nothing was changed.
        """
        check_choice(kind, How, "kind")
        return await invalidate(
            self.engine.store,
            self.name,
            fact_id,
            at=moment(at, "at"),
            kind=kind,
            reason=reason,
            superseded_by=superseded_by,
            dry_run=dry_run,
        )

    async def restore(self, fact_id: str, *, dry_run: bool = False) -> Changes:
        """Undo the last retraction or correction of a fact. Facts that fell with it come back."""
        return await restore(self.engine.store, self.name, fact_id, dry_run=dry_run)

    async def settings(self) -> BrainSettings:
        """The settings of this brain; None follows the service."""
        return (await settings_of(self.engine.store, self.name))[0]

    async def configure(self, **changes: Any) -> BrainSettings:
        """Change settings of this brain, and return all of them; None resets one to the service's.

        Raises:
            InvalidInput: the setting is unknown, or the value is not usable; nothing was changed.
        """
        return (await configure(self.engine.store, self.engine.settings, self.name, changes))[0]

    async def create(self, settings: BrainSettings | None = None) -> bool:
        """Create this brain if it does not exist. `settings`, if given, replace all its settings. Returns whether it is new.

        Raises:
            InvalidInput: a setting is unknown or not usable; nothing is changed.
        """
        changes = settings.changes if settings is not None else {}
        store, service = self.engine.store, self.engine.settings
        return (await configure(store, service, self.name, changes, replace=settings is not None))[1]

    async def forget(self, fact_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove a fact and every statement of it. Raises NotFound."""
        return await forget(self.engine.store, self.engine.models.embedder, self.name, "fact", fact_id, dry_run=dry_run)

    async def delete(self) -> Forgotten:
        """Remove this brain with everything in it. Raises NotFound where nothing was ever written."""
        return await forget_brain(self.engine.store, self.name)


def _of_the_service(settings: Settings) -> dict[str, Any]:
    """Return what the settings of the service say about a recall."""
    return {
        "least_confidence": settings.min_confidence,
        "language": settings.language,
        "directive_tokens": settings.directive_tokens,
    }
