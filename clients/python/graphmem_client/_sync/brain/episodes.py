"""Episodes: the messages and documents of a brain, as they came."""

# Derived by clients/python/scripts/generate.py from _async/brain/episodes.py.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.answers import OBJECT, Reply
from graphmem_client.calls import NDJSON, Again, Call, checked_key, json_bytes, record_bytes, segment, time_text
from graphmem_client.groups import in_turn
from graphmem_contract.brains import QueueState
from graphmem_contract.changes import Forgotten
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import CallerError, Gone, GraphmemError, InvalidInput, ModelError, NotFound
from graphmem_contract.history import EpisodeChanges
from graphmem_contract.pagination import Page
from graphmem_contract.reads import Episode
from graphmem_contract.records import WriteResult
from graphmem_contract.requests import EpisodeRequest
from graphmem_contract.service import Accepted, EpisodePage
from graphmem_contract.validation import Moment, check_choice

StoredEpisode = tuple[WriteResult, bool] | GraphmemError
"""A result and whether it repeats an earlier answer; or the error that refused the episode."""


class Episodes(BrainSubject):
    """The episodes of a brain, and the queue of those that wait for extraction."""

    __slots__ = ()

    def list(
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
        page = self._get(
            "listEpisodes",
            "/episodes",
            EpisodePage,
            status=status,
            session_id=session_id,
            source=source,
            speaker=speaker,
            text=text,
            tags=list(tags) or None,
            metadata=json_bytes(metadata, "metadata").decode() if metadata else None,
            since=time_text(since, "since"),
            until=time_text(until, "until"),
            limit=limit,
            cursor=cursor,
        )
        return Page(page.episodes, page.next_cursor)

    def get(self, episode_id: str) -> Episode:
        """One episode. Raises NotFound."""
        return self._get("getEpisode", f"/episodes/{segment(episode_id)}", Episode)

    def by_ids(self, ids: Iterable[str]) -> dict[str, Episode]:
        """Episodes by their ids. An unknown id is left out. The client reads a few at once."""
        wanted = list(dict.fromkeys(ids))
        found = in_turn([partial(self._episode_or_none, one) for one in wanted])
        return {id_: episode for id_, episode in zip(wanted, found, strict=True) if episode is not None}

    def changes(self, episode_id: str) -> EpisodeChanges:
        """What an episode changed: each fact before and after it. Empty until it is extracted. Raises NotFound, Gone."""
        return self._get("getEpisodeChanges", f"/episodes/{segment(episode_id)}/changes", EpisodeChanges)

    def trace(self, episode_id: str) -> dict[str, Any]:
        """The trace of an episode: input, output, decisions and cost of every stage. Raises NotFound."""
        call = Call("getTrace", "GET", self._at(f"/episodes/{segment(episode_id)}/trace"))
        return (self._service.reply(call)).value(OBJECT)

    def submit(self, request: EpisodeRequest, idempotency_key: str | None = None) -> tuple[WriteResult, bool]:
        """`ClientBrainSync.remember` for a checked request. Returns also whether the result repeats an earlier answer."""
        key = None if idempotency_key is None else checked_key(idempotency_key)
        reply = self._write("rememberEpisode", "/episodes", record_bytes(request), dry_run=request.dry_run, key=key)
        return _write_result(reply, request), reply.is_replayed

    def store_verbatim(self, requests: Sequence[tuple[EpisodeRequest, str | None]]) -> Sequence[StoredEpisode]:
        """Store episodes without extraction, a few at once, each with a call of its own.

        Args:
            requests: requests with `skip_extraction`, each with its idempotency key or None.

        Returns one outcome per request, in order: the result and whether it is an earlier answer again, or its error. A
        ModelError says that the embedder failed: the episode is stored, and a second attempt with the same key embeds it.
        """
        if any(not request.skip_extraction for request, _ in requests):
            raise InvalidInput("A verbatim episode has skip_extraction.", field="skip_extraction")
        return in_turn([partial(self._stored, request, key) for request, key in requests])

    def replay(self, episode_id: str) -> WriteResult:
        """Extract an episode that failed or was only stored, with the options that it came with.

        Raises:
            NotFound: no such episode. Gone: it was forgotten. InvalidInput: it is a session summary.
            ConflictError: it is being extracted now.
        """
        call = Call("replayEpisode", "POST", self._at(f"/episodes/{segment(episode_id)}:replay"), Again.NEVER)
        return (self._service.reply(call)).record(WriteResult)

    def forget(self, episode_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an episode with its statements from both histories. Facts that they had closed are open again.

        Raises:
            NotFound: no such episode. Gone: it was forgotten before.
        """
        return self._delete("forgetEpisode", f"/episodes/{segment(episode_id)}", Forgotten, dry_run=dry_run)

    def queue(self) -> QueueState:
        """How many episodes wait for extraction, are being extracted, and failed in the queue."""
        return self._get("getQueue", "/queue", QueueState)

    def check_queue(self) -> None:
        """Raise TooManyRequests if too many episodes wait for extraction.

        The client sends an import of no episode, which the service refuses in that case. The key needs `memory:write`.
        """
        call = Call("importEpisodes", "POST", self._at("/episodes:import"), content=b"", media_type=NDJSON, waits=False)
        self._service.reply(call)

    def _stored(self, request: EpisodeRequest, key: str | None) -> StoredEpisode:
        try:
            return self.submit(request, key)
        except (CallerError, ModelError) as error:
            return error

    def _episode_or_none(self, episode_id: str) -> Episode | None:
        try:
            return self.get(episode_id)
        except (Gone, InvalidInput, NotFound):
            return None


def _write_result(reply: Reply, request: EpisodeRequest) -> WriteResult:
    """Return the result of a remember. With `wait=False` the answer is shorter, also when it is an earlier one again."""
    waits = request.wait or request.skip_extraction or request.dry_run
    if waits or not (reply.status == 202 or reply.is_replayed):
        return reply.record(WriteResult)
    accepted = reply.record(Accepted)
    return WriteResult(episode_id=accepted.episode_id, status=accepted.status)
