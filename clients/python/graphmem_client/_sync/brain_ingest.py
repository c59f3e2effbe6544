"""Ingest of messages and facts into a brain, and its sessions."""

# Derived by clients/python/scripts/generate.py from _async/brain_ingest.py.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from graphmem_client._sync.brain_import import BrainImport
from graphmem_client.answers import Reply
from graphmem_client.calls import NDJSON, Again, Call, checked_key, json_bytes, record_bytes, segment
from graphmem_client.contract.changes import Changes
from graphmem_client.contract.pagination import Page
from graphmem_client.contract.records import (
    Fact,
    Message,
    ResolveMode,
    SuppliedExtraction,
    SuppliedFact,
    WriteResult,
)
from graphmem_client.contract.requests import EpisodeRequest
from graphmem_client.contract.service import Accepted, FlushReport, SessionPage
from graphmem_client.contract.sessions import Session, SessionSummary
from graphmem_client.contract.validation import Moment, moment, supplied_fact
from graphmem_client.errors import CallerError, GraphmemError, InvalidInput, ModelError
from graphmem_client.given import given
from graphmem_client.groups import in_turn

StoredEpisode = tuple[WriteResult, bool] | GraphmemError
"""A result and whether it repeats an earlier answer; or the error that refused the episode."""


class BrainIngest(BrainImport):
    """The part of `ClientBrainSync` that takes messages and facts in."""

    __slots__ = ()

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
        result, _ = self.submit(request, idempotency_key)
        return result

    def submit(self, request: EpisodeRequest, idempotency_key: str | None = None) -> tuple[WriteResult, bool]:
        """`remember` for a checked request. Returns also whether the result repeats an earlier answer."""
        key = None if idempotency_key is None else checked_key(idempotency_key)
        reply = self._write("rememberEpisode", "/episodes", record_bytes(request), dry_run=request.dry_run, key=key)
        return _write_result(reply, request), reply.is_replayed

    def replay(self, episode_id: str) -> WriteResult:
        """Extract an episode that failed or was only stored, with the options that it came with.

        Raises:
            NotFound: no such episode. Gone: it was forgotten. InvalidInput: it is a session summary.
            ConflictError: it is being extracted now.
        """
        call = Call("replayEpisode", "POST", self._at(f"/episodes/{segment(episode_id)}:replay"), Again.NEVER)
        return (self._service.reply(call)).record(WriteResult)

    def flush(self, session_id: str) -> tuple[WriteResult, ...]:
        """Extract the messages of a session that wait for the `extraction_threshold`, in their order."""
        reply = self._write("flushSession", f"/sessions/{segment(session_id)}:flush")
        return reply.record(FlushReport).results

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

    def rehearse_fact(self, fact: SuppliedFact | None = None, **fields: Any) -> Changes:
        """Report what adding a fact would change: all that would begin and end, over evidence and conditions; nothing is stored.

        Args:
            fact: as for `add_fact`, or its fields. The ids of facts that would be new are those of this rehearsal only.

        Raises:
            InvalidInput: the fact could not be added.
        """
        stated = (fact or supplied_fact(fields)).model_dump(mode="json", exclude_unset=True)
        return (self._write("rehearseFact", "/facts:rehearse", json_bytes(stated), dry_run=True)).record(Changes)

    def sessions(self, *, limit: int = 50, cursor: str | None = None) -> Page[Session]:
        """The sessions of this brain, by id, with their latest summaries. Raises InvalidInput."""
        page = self._get("listSessions", "/sessions", SessionPage, limit=limit, cursor=cursor)
        return Page(page.sessions, page.next_cursor)

    def summarise(self, session_id: str) -> SessionSummary:
        """Summarise a session by one model call, in English, and replace its previous summary.

        Waiting messages of the session are extracted first; a failure of one is a warning.

        Raises:
            NotFound: there is no such session. ModelError: the model failed; the previous summary stays.
        """
        reply = self._write("summariseSession", f"/sessions/{segment(session_id)}:summarise")
        return reply.record(SessionSummary)

    def check_queue(self) -> None:
        """Raise TooManyRequests if too many episodes wait for extraction.

        The client sends an import of no episode, which the service refuses in that case. The key needs `memory:write`.
        """
        call = Call("importEpisodes", "POST", self._at("/episodes:import"), content=b"", media_type=NDJSON, waits=False)
        self._service.reply(call)

    def store_verbatim(self, requests: Sequence[tuple[EpisodeRequest, str | None]]) -> list[StoredEpisode]:
        """Store episodes without extraction, a few at once, each with a call of its own.

        Args:
            requests: requests with `skip_extraction`, each with its idempotency key or None.

        Returns one outcome per request, in order: the result and whether it is an earlier answer again, or its error. A
        ModelError says that the embedder failed: the episode is stored, and a second attempt with the same key embeds it.
        """
        if any(not request.skip_extraction for request, _ in requests):
            raise InvalidInput("A verbatim episode has skip_extraction.", field="skip_extraction")
        return in_turn([partial(self._stored, request, key) for request, key in requests])

    def _stored(self, request: EpisodeRequest, key: str | None) -> StoredEpisode:
        try:
            return self.submit(request, key)
        except (CallerError, ModelError) as error:
            return error


def _is_told(name: str, value: Any) -> bool:
    """Return whether an argument differs from its default. An empty extraction does: it says that there is nothing."""
    return value is not None and (name in ("extraction", "wait") or value not in ([], {}, False))


def _write_result(reply: Reply, request: EpisodeRequest) -> WriteResult:
    """Return the result of a remember. With `wait=False` the answer is shorter, also when it is an earlier one again."""
    waits = request.wait or request.skip_extraction or request.dry_run
    if waits or not (reply.status == 202 or reply.is_replayed):
        return reply.record(WriteResult)
    accepted = reply.record(Accepted)
    return WriteResult(episode_id=accepted.episode_id, status=accepted.status)
