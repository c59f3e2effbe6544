"""What people say about facts that are there: no longer, never, otherwise, again, forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from graphmem.contract.changes import Changes, Correction, Forgotten
from graphmem.contract.records import Cardinality
from graphmem.contract.validation import Moment, check_choice, invalid, moment
from graphmem.curation import invalidate as truth
from graphmem.curation.correct import correct
from graphmem.curation.forget import What, forget, forget_brain
from graphmem.engine import Engine
from graphmem.errors import InvalidInput
from graphmem.ontology import Per


class BrainCuration:
    """The part of `Brain` that maintains truth (docs/time.md, R5, R6, R7, R10)."""

    __slots__ = ()

    engine: Engine
    name: str

    async def invalidate(
        self,
        fact_id: str,
        *,
        at: Moment = None,
        kind: truth.How = "retracted",
        reason: str | None = None,
        superseded_by: str | None = None,
        dry_run: bool = False,
    ) -> Changes:
        """Says that a fact is no longer true (or never was, kind="corrected"); what rests on it falls too.

        Raises:
            NotFound: no such fact. AlreadyClosed: it had ended by then. InvalidInput: `at` lies before its start, or `kind` is
                neither "retracted" nor "corrected"; nothing was changed.
        """
        check_choice(kind, truth.How, "kind")
        return await truth.invalidate(
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
        """Takes back the last retraction or correction of a fact, with all that fell with it."""
        return await truth.restore(self.engine.store, self.name, fact_id, dry_run=dry_run)

    async def correct(self, fact_id: str, *, dry_run: bool = False, **right: Any) -> Changes:
        """Says what is right about a fact that was stated wrongly: `object`, `relation`, `valid_from`, `valid_until` (None =
        always, or until further notice), `text`, `reason`. It was never as it stood; `restore` takes the correction back.

        Raises:
            NotFound: no such fact. ConflictError: it stands no more. InvalidInput: nothing is given, it says so already, it
                cannot be, or several bear the object's name; nothing was changed.
        """
        try:
            wanted = Correction.model_validate(right)
        except ValidationError as error:
            raise invalid(error) from None
        models = self.engine.models
        return await correct(self.engine.store, models.embedder, self.name, fact_id, wanted, dry_run=dry_run)

    async def forget_episode(self, episode_id: str, *, dry_run: bool = False) -> Forgotten:
        """Removes an episode with its statements from both histories; what they had closed is open again.

        Raises:
            NotFound: no such episode. Gone: it was forgotten before.
        """
        return await self._forget("episode", episode_id, dry_run)

    async def forget_fact(self, fact_id: str, *, dry_run: bool = False) -> Forgotten:
        """Removes a fact and the statements that ever carried it. Raises NotFound."""
        return await self._forget("fact", fact_id, dry_run)

    async def forget_entity(self, entity_id: str, *, dry_run: bool = False) -> Forgotten:
        """Removes an entity, its names and every statement about it; episodes stay, as they came. Raises NotFound."""
        return await self._forget("entity", entity_id, dry_run)

    async def forget(self) -> Forgotten:
        """Removes this brain with everything in it. Raises NotFound where nothing was ever written."""
        return await forget_brain(self.engine.store, self.name)

    async def _forget(self, what: What, id_: str, dry_run: bool) -> Forgotten:
        return await forget(self.engine.store, self.engine.models.embedder, self.name, what, id_, dry_run=dry_run)

    async def set_relation(
        self,
        name: str,
        *,
        cardinality: Cardinality | None = None,
        per: Per | None = None,
        symmetric: bool | None = None,
        synonyms: Sequence[str] | None = None,
    ) -> Changes:
        """States how the values of a relation exclude each other, and derives its periods again (docs/time.md, R5);
        `synonyms` are its other names in messages to come, in place of those stated before.

        Raises:
            InvalidInput: cardinality, per, symmetric or synonyms is not usable; nothing was changed.
        """
        for value, choices, field in ((cardinality, Cardinality, "cardinality"), (per, Per, "per")):
            if value is not None:
                check_choice(value, choices, field)
        if symmetric not in (None, True, False):
            raise InvalidInput("symmetric is True or False.", field="symmetric")
        if isinstance(synonyms, str):
            raise InvalidInput("synonyms is a list of names.", field="synonyms")
        stated = {"cardinality": cardinality, "per": per, "symmetric": symmetric, "synonyms": synonyms}
        return await truth.set_relation(self.engine.store, self.name, name, **stated)  # type: ignore[arg-type]
