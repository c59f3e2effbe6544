"""How long a brain keeps its episodes."""

# Derived by clients/python/scripts/generate.py from _async/brain/retention.py.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.calls import Again, Call, json_bytes, time_text
from graphmem_contract.retention import ForgottenEpisodes, Retention, RetentionPolicy
from graphmem_contract.validation import Moment


class RetentionPolicies(BrainSubject):
    """The retention of a brain: it forgets episodes by their age."""

    __slots__ = ()

    def get(self) -> Retention:
        """The retention policies; none: everything is kept."""
        return self._get("getRetention", "/retention", Retention)

    def set(self, policies: Sequence[RetentionPolicy | Mapping[str, Any]]) -> Retention:
        """Replace the retention policies; an empty list keeps everything. Nothing is forgotten by this call.

        Raises:
            InvalidInput: a policy is not usable; nothing was changed.
        """
        rows = [one.model_dump(mode="json") if isinstance(one, BaseModel) else dict(one) for one in policies]
        content = json_bytes({"policies": rows})
        call = Call("setRetention", "PUT", self._at("/retention"), Again.SAFE, content=content)
        return (self._service.reply(call)).record(Retention)

    def apply(self, *, limit: int = 100, dry_run: bool = False) -> ForgottenEpisodes:
        """Forget the episodes that are older than the policies allow, `limit` at most. A running worker does so every hour.

        Raises:
            InvalidInput: limit is not 1 to 1000.
        """
        content = json_bytes({"limit": limit, "dry_run": dry_run})
        reply = self._write("applyRetention", "/retention:apply", content, dry_run=dry_run)
        return reply.record(ForgottenEpisodes)

    def forget(
        self,
        *,
        before: Moment = None,
        said_before: Moment = None,
        kind: str | None = None,
        source: str | None = None,
        tag: str | None = None,
        limit: int = 100,
        dry_run: bool = False,
    ) -> ForgottenEpisodes:
        """Forget the episodes that were recorded (system time) or said before a time, oldest first, `limit` at most.

        Each is forgotten as by `Episodes.forget`, in a transaction of its own. Repeat the call while `more` is true.

        Args:
            before, said_before: one at least; with both, only episodes that were recorded and said before these times.
            kind, source, tag: only episodes that have these.
            dry_run: return what would go, and forget nothing.

        Raises:
            InvalidInput: neither is a time, or limit is not 1 to 1000.
        """
        times = {"before": time_text(before, "before"), "said_before": time_text(said_before, "said_before")}
        content = json_bytes({**times, "kind": kind, "source": source, "tag": tag, "limit": limit, "dry_run": dry_run})
        reply = self._write("forgetEpisodes", "/episodes:forget", content, dry_run=dry_run)
        return reply.record(ForgottenEpisodes)
