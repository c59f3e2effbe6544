"""How long a brain keeps its episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from graphmem.curation.retention import AgedEpisodes, apply_retention, forget_episodes, retention_of, set_retention
from graphmem.engine import BrainSubject
from graphmem.graph.time_parameters import FUTURE
from graphmem_contract.errors import InvalidInput, invalid
from graphmem_contract.retention import ForgottenEpisodes, Retention, RetentionPolicy
from graphmem_contract.validation import Moment, moment


class RetentionPolicies(BrainSubject):
    """The retention of a brain: it forgets episodes by their age (docs/retention.md)."""

    __slots__ = ()

    async def get(self) -> Retention:
        """The retention policies; none: everything is kept."""
        return await retention_of(self.engine.store, self.brain)

    async def set(self, policies: Sequence[RetentionPolicy | Mapping[str, Any]]) -> Retention:
        """Replace the retention policies; an empty list keeps everything. Nothing is forgotten by this call.

        Raises:
            InvalidInput: a policy is not usable; nothing was changed.
        """
        try:
            wanted = Retention.model_validate({"policies": [RetentionPolicy.model_validate(one) for one in policies]})
        except ValidationError as error:
            raise invalid(error) from None
        return await set_retention(self.engine.store, self.brain, wanted)

    async def apply(self, *, limit: int = 100, dry_run: bool = False) -> ForgottenEpisodes:
        """Forget the episodes that are older than the policies allow, `limit` at most. A running worker does so every hour.

        Raises:
            InvalidInput: limit is not 1 to 1000.
        """
        models = self.engine.models
        return await apply_retention(self.engine.store, models.embedder, self.brain, limit=limit, dry_run=dry_run)

    async def forget(
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
        at, said = moment(before, "before"), moment(said_before, "said_before")
        if at is None and said is None:
            raise InvalidInput("before or said_before is a time.", field="before")
        aged, models = AgedEpisodes(at or FUTURE, kind, source, tag, said), self.engine.models
        return await forget_episodes(self.engine.store, models.embedder, self.brain, aged, limit=limit, dry_run=dry_run)
