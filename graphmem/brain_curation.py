"""Curation of facts: invalidate, restore, correct, forget, and the rules of relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from graphmem.contract.changes import Changes, Correction, ForgetRequest, Forgotten
from graphmem.contract.contradictions import ContradictionMark
from graphmem.contract.pagination import Page
from graphmem.contract.records import Cardinality
from graphmem.contract.validation import Moment, check_choice, invalid, moment
from graphmem.curation import hidden, invalidate as truth
from graphmem.curation.accept import accept
from graphmem.curation.correct import correct
from graphmem.curation.forget import What, forget, forget_brain
from graphmem.curation.screening import correction, screen_change
from graphmem.engine import Engine
from graphmem.errors import InvalidInput
from graphmem.ontology import Per, RelationKind, VerbEffect


class BrainCuration:
    """The part of `Brain` that curates facts (docs/time.md, R5, R6, R7, R10)."""

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
        """State that a fact is no longer true, or (kind="corrected") never was. Facts that rest on it fall with it.

        A fact that waits for a change (`starts_when`) is withdrawn: it does not begin any more.

        Raises:
            NotFound: no such fact. AlreadyClosed: it had ended by then. InvalidInput: `at` is before its start, or `kind` is
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
        """Undo the last retraction or correction of a fact. Facts that fell with it come back."""
        return await truth.restore(self.engine.store, self.name, fact_id, dry_run=dry_run)

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

    async def accept_contradiction(
        self, fact_id: str, *, accepted: bool = True, by: str | None = None, recorded_at: Moment = None
    ) -> ContradictionMark:
        """Mark a fact that another one ended as looked at and left as it is, or (accepted=False) open it again.

        The mark counts for the present version of the fact. A new version is open.

        Args:
            by: who accepts it. recorded_at: `recorded_at` of the version that was looked at; default the present one.

        Raises:
            NotFound: no such fact. ConflictError: no other fact ended it, or it has changed since; nothing was changed.
        """
        seen = moment(recorded_at, "recorded_at")
        return await accept(self.engine.store, self.name, fact_id, accepted=accepted, by=by, recorded_at=seen)

    async def forget_episode(self, episode_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an episode with its statements from both histories. Facts that they had closed are open again.

        Raises:
            NotFound: no such episode. Gone: it was forgotten before.
        """
        return await self._forget("episode", episode_id, dry_run)

    async def forget_fact(self, fact_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove a fact and every statement of it. Raises NotFound."""
        return await self._forget("fact", fact_id, dry_run)

    async def forget_entity(self, entity_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an entity, its names and every statement about it. Episodes stay as they came. Raises NotFound."""
        return await self._forget("entity", entity_id, dry_run)

    async def forget(self) -> Forgotten:
        """Remove this brain with everything in it. Raises NotFound where nothing was ever written."""
        return await forget_brain(self.engine.store, self.name)

    async def forget_requests(self, *, limit: int = 50, cursor: str | None = None) -> Page[ForgetRequest]:
        """The requests to forget of messages that have hidden something, newest first. They have ids and counts, no texts."""
        return await hidden.forget_requests(self.engine.store, self.name, limit=limit, cursor=cursor)

    async def undo_forget_request(self, request_id: str, *, dry_run: bool = False) -> Changes:
        """Tell again what a request to forget has hidden: its statements hold again, and its sentences are back.

        Raises:
            NotFound: no such request. NothingToRestore: it was undone before, or a person has forgotten what it hid.
        """
        store, embedder = self.engine.store, self.engine.models.embedder
        return await hidden.undo_forget_request(store, embedder, self.name, request_id, dry_run=dry_run)

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
        kind: RelationKind | None = None,
        reads_as: Mapping[str, VerbEffect] | None = None,
    ) -> Changes:
        """Set how the values of a relation exclude each other, and derive its periods again (docs/time.md, R5).

        Args:
            synonyms: other names of the relation in later messages; they replace the earlier ones.
            kind: "state": later facts of the relation last, whatever kind a claim has; "claim": the claim decides.
            reads_as: verbs in later messages, by what they say of the relation, as {"jumped_ship": "ends"}; they replace the
                earlier ones.

        Raises:
            InvalidInput: an argument is not usable; nothing was changed.
        """
        if not isinstance(reads_as or {}, Mapping):
            raise InvalidInput("reads_as is an object of verbs, each with begins or ends.", field="reads_as")
        choices = ((cardinality, Cardinality, "cardinality"), (per, Per, "per"), (kind, RelationKind, "kind"))
        effects = ((effect, VerbEffect, "reads_as") for effect in (reads_as or {}).values())
        for value, allowed, field in (*choices, *effects):
            if value is not None:
                check_choice(value, allowed, field)
        if symmetric not in (None, True, False):
            raise InvalidInput("symmetric is True or False.", field="symmetric")
        if isinstance(synonyms, str):
            raise InvalidInput("synonyms is a list of names.", field="synonyms")
        stated = {
            "cardinality": cardinality,
            "per": per,
            "symmetric": symmetric,
            "synonyms": synonyms,
            "kind": kind,
            "reads_as": reads_as,
        }
        return await truth.set_relation(self.engine.store, self.name, name, **stated)  # type: ignore[arg-type]
