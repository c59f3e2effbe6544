"""`ClientBrainSync`: one isolated memory of the service, and everything that can be done with it."""

# Derived by clients/python/scripts/generate.py from _async/brain/__init__.py.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem_client._sync.brain.clusters import Clusters
from graphmem_client._sync.brain.contradictions import Contradictions
from graphmem_client._sync.brain.directives import Directives
from graphmem_client._sync.brain.entities import Entities
from graphmem_client._sync.brain.episodes import Episodes
from graphmem_client._sync.brain.feed import BrainFeed
from graphmem_client._sync.brain.forget_requests import ForgetRequests
from graphmem_client._sync.brain.graph import Graph
from graphmem_client._sync.brain.items import Items
from graphmem_client._sync.brain.observations import Observations
from graphmem_client._sync.brain.ontology import Ontology
from graphmem_client._sync.brain.overview import BrainOverview
from graphmem_client._sync.brain.proposals import Proposals
from graphmem_client._sync.brain.reextraction import Reextractions
from graphmem_client._sync.brain.retention import RetentionPolicies
from graphmem_client._sync.brain.sessions import Sessions
from graphmem_client._sync.brain.sources import Sources
from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client._sync.brain.timeline import BrainTimeline
from graphmem_client._sync.brain.transfer import Transfer
from graphmem_client._sync.brain.upkeep import Upkeep
from graphmem_client._sync.brain.webhooks import Webhooks
from graphmem_client._sync.transport import Service
from graphmem_client.calls import Again, Call, json_bytes, record_bytes, segment, time_text
from graphmem_client.given import given
from graphmem_contract.changes import Changes, Correction, Forgotten
from graphmem_contract.choices import How
from graphmem_contract.errors import NotFound
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
from graphmem_contract.service import BrainDetail, FactPage
from graphmem_contract.settings import BrainSettings
from graphmem_contract.validation import Moment, check_choice, moment, supplied_fact


class ClientBrainSync(BrainSubject):
    """One isolated memory of the service: everything written, read, matched and counted here stays here.

    It has the methods and the subjects of `graphmem.Brain`, with the same names, arguments and records.
    """

    def __init__(self, service: Service, name: str) -> None:
        """Use `GraphmemClientSync.brain`."""
        super().__init__(service, name)
        self.entities = Entities(service, name)
        """People, places and things: list, read, add, change, merge, forget."""
        self.episodes = Episodes(service, name)
        """What was told, as it came: list, read, extract again, forget; and the queue."""
        self.sessions = Sessions(service, name)
        """Conversations: list, extract what waits, summarise."""
        self.graph = Graph(service, name)
        """Neighbours, paths, and what depends on what."""
        self.timeline = BrainTimeline(service, name)
        """When facts changed, and what differs between two moments."""
        self.contradictions = Contradictions(service, name)
        """Facts that another fact ended: list, accept."""
        self.ontology = Ontology(service, name)
        """Types of entities and relations, and the rules of relations."""
        self.forget_requests = ForgetRequests(service, name)
        """Requests to forget in messages: list, undo."""
        self.overview = BrainOverview(service, name)
        """Counts, and what happened lately."""
        self.items = Items(service, name)
        """JSON values by path and key."""
        self.sources = Sources(service, name)
        """Sources of episodes: trust, retract, restore."""
        self.retention = RetentionPolicies(service, name)
        """How long episodes are kept."""
        self.reextraction = Reextractions(service, name)
        """Read episodes again by another model."""
        self.transfer = Transfer(service, name)
        """Export, load, and import of facts."""
        self.feed = BrainFeed(service, name)
        """What every commit changed."""
        self.webhooks = Webhooks(service, name)
        """Receivers of the feed."""
        self.upkeep = Upkeep(service, name)
        """Jobs between messages, and their schedule."""
        self.proposals = Proposals(service, name)
        """What upkeep proposes: list, approve, decline, undo."""
        self.directives = Directives(service, name)
        """Standing instructions of the user."""
        self.observations = Observations(service, name)
        """What upkeep has noticed."""
        self.clusters = Clusters(service, name)
        """Topics."""

    @property
    def name(self) -> str:
        """The name of the brain."""
        return self._name

    def remember(
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
            wait: False stores it now, for a worker to extract; the result has only `episode_id` and `status`.
            idempotency_key: the same key and arguments are carried out once; default a new key for each call.

        Blank content writes nothing; the result has no episode.

        Raises:
            InvalidInput, TooLarge: the input is not usable, or `idempotency_key` is blank; nothing was stored.
            IdempotencyMismatch: the key came with another body. Gone: the episode of the key was forgotten.
            TooManyRequests: the queue is full (`wait=False`).
            DatabaseUnavailable: nothing was half-written.
        """
        fields: dict[str, Any] = {
            "content": content,
            "messages": [m if isinstance(m, Message) else dict(m) for m in messages],
            "speaker": speaker,
            "role": role,
            "session_id": session_id,
            "occurred_at": moment(occurred_at, "occurred_at"),
            "source": source,
            "metadata": dict(metadata or {}),
            "tags": list(tags),
            "recent_messages": list(recent_messages),
            "kind": kind,
            "external_id": external_id,
            "extraction": dict(extraction) if isinstance(extraction, Mapping) else extraction,
            "judge": judge,
            "resolve": resolve,
            "config_overrides": dict(config_overrides or {}),
            "valid_from_override": moment(valid_from_override, "valid_from_override"),
            "skip_extraction": skip_extraction,
            "dry_run": dry_run,
            "verbose": verbose,
            "wait": wait,
        }
        request = given(EpisodeRequest, {name: value for name, value in fields.items() if _is_told(name, value)})
        result, _ = self.episodes.submit(request, idempotency_key)
        return result

    def recall(self, query: str | None = None, options: RecallOptions | None = None, **fields: Any) -> RecallResult:
        """Answer a question: ranked facts and episodes, and a context for a prompt.

        Args:
            options: what to look for and how; or its fields as keyword arguments.

        Without a query: the context of the brain, or of `entities`. Reading changes nothing unless `reinforce` is set; then the
        call is not sent again after it may have arrived.

        Raises:
            InvalidInput: an option is unknown, has the wrong type or is out of range; nothing was sent.
        """
        stated = {} if options is None else options.model_dump(exclude_unset=True)
        asked = given(RecallOptions, {**stated, **fields})
        again = Again.NEVER if asked.reinforce else Again.SAFE
        content = json_bytes({"query": query, **asked.model_dump(mode="json", exclude_unset=True)})
        call = Call("recall", "POST", self._at("/recall"), again, content=content)
        return (self._service.reply(call)).record(RecallResult)

    def facts(
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
    ) -> Page[Fact]:
        """Facts by subject, relation and object (name or id), newest recorded first, as of two moments. Raises InvalidInput.

        Args:
            events: without `valid_at`, also what has happened; an event never holds, and stays known.
            text: part of the sentence, in any case.
            ended: only facts that had ended by `valid_at`, default now.
        """
        if category is not None:
            check_choice(category, Category, "category")
        if origin is not None:
            check_choice(origin, Origin, "origin")
        page = self._get(
            "listFacts",
            "/facts",
            FactPage,
            subject=subject,
            relation=relation,
            object=object,
            valid_at=time_text(valid_at, "valid_at"),
            known_at=time_text(known_at, "known_at"),
            include_closed=include_closed,
            events=events,
            min_confidence=min_confidence,
            category=category,
            origin=origin,
            text=text,
            ended=ended or None,
            limit=limit,
            cursor=cursor,
        )
        return Page(page.facts, page.next_cursor)

    def fact(self, fact_id: str) -> Fact:
        """One fact, also a closed or corrected one. Raises NotFound."""
        return self._get("getFact", f"/facts/{segment(fact_id)}", Fact)

    def history(self, fact_id: str, *, limit: int = 1000, cursor: str | None = None) -> FactHistory:
        """The history of a fact on both clocks: versions, then statements, `limit` a page. Raises NotFound, InvalidInput."""
        rest = f"/facts/{segment(fact_id)}/history"
        return self._get("getFactHistory", rest, FactHistory, limit=limit, cursor=cursor)

    def add_fact(self, fact: SuppliedFact | None = None, *, judge: bool = False, **fields: Any) -> Fact:
        """Add one fact by hand: the same rules, no model, confidence 1 unless given.

        Args:
            judge: whether a judge may be asked about ambiguous names and similar facts.

        Returns the fact; `matched` is true where it only confirmed a known one.

        Raises:
            InvalidInput: the fact is not usable, or several entities have the name of one of its ends. The error names their
                ids; an id may be given in place of a name.
        """
        stated = (fact or supplied_fact(fields)).model_dump(mode="json", exclude_unset=True)
        reply = self._write("addFact", "/facts", json_bytes({**stated, "judge": judge}))
        return reply.record(Fact)

    def correct(self, fact_id: str, *, dry_run: bool = False, **right: Any) -> Changes:
        """Correct a fact that was stated wrongly: `object`, `relation`, `valid_from`, `valid_until` (None: always, or until
        further notice), `text`, `reason`. The old statement counts as never true; `restore` undoes the correction.

        Raises:
            NotFound: no such fact. ConflictError: it is not believed any more. InvalidInput: nothing is given, the fact states
                it already, it is impossible, or several entities have the name of the object; nothing was changed.
        """
        wanted = given(Correction, right).model_dump(mode="json", exclude_unset=True)
        rest, content = f"/facts/{segment(fact_id)}:correct", json_bytes({**wanted, "dry_run": dry_run})
        return (self._write("correctFact", rest, content, dry_run=dry_run)).record(Changes)

    def invalidate(
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

        Raises:
            NotFound: no such fact. AlreadyClosed: it had ended by then. InvalidInput: `at` is before its start, or `kind` is
                neither "retracted" nor "corrected"; nothing was changed.
        """
        check_choice(kind, How, "kind")
        asked = {
            "at": time_text(at, "at"),
            "kind": kind,
            "reason": reason,
            "superseded_by": superseded_by,
            "dry_run": dry_run,
        }
        rest = f"/facts/{segment(fact_id)}:invalidate"
        return (self._write("invalidateFact", rest, json_bytes(asked), dry_run=dry_run)).record(Changes)

    def restore(self, fact_id: str, *, dry_run: bool = False) -> Changes:
        """Undo the last retraction or correction of a fact. Facts that fell with it come back."""
        rest, content = f"/facts/{segment(fact_id)}:restore", json_bytes({"dry_run": dry_run})
        return (self._write("restoreFact", rest, content, dry_run=dry_run)).record(Changes)

    def settings(self) -> BrainSettings:
        """The settings of this brain; None follows the service."""
        try:
            return (self.overview.detail()).settings
        except NotFound:
            return BrainSettings()

    def configure(self, **changes: Any) -> BrainSettings:
        """Change settings of this brain, and return all of them; None resets one to the service's.

        Raises:
            InvalidInput: the setting is unknown, or the value is not usable; nothing was changed.
        """
        wanted = record_bytes(BrainSettings.checked(changes))
        return (self._write("configureBrain", "", wanted, method="PATCH")).record(BrainDetail).settings

    def create(self, settings: BrainSettings | None = None) -> bool:
        """Create this brain if it does not exist. `settings`, if given, replace all its settings. Returns whether it is new.

        If the answer is lost and the call sent again, a brain that it has made counts as not new.

        Raises:
            InvalidInput: a setting is unknown or not usable; nothing is changed.
        """
        content = None if settings is None else record_bytes(settings)
        return (
            self._service.reply(Call("createBrain", "PUT", self._at(""), Again.SAFE, content=content))
        ).status == 201

    def forget(self, fact_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove a fact and every statement of it. Raises NotFound."""
        return self._delete("forgetFact", f"/facts/{segment(fact_id)}", Forgotten, dry_run=dry_run)

    def delete(self) -> Forgotten:
        """Remove this brain with everything in it. Raises NotFound where nothing was ever written."""
        return self._delete("forgetBrain", "", Forgotten)


def _is_told(name: str, value: Any) -> bool:
    """Return whether an argument differs from its default. An empty extraction does: it says that there is nothing."""
    return value is not None and (name in ("extraction", "wait") or value not in ([], {}, False))
