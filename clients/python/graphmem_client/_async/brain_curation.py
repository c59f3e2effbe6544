"""Curation of facts: invalidate, restore, correct, forget, and the rules of relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem_client._async.part import BrainPart
from graphmem_client.calls import json_bytes, segment, time_text
from graphmem_client.contract.changes import Changes, Correction, ForgetRequest, Forgotten
from graphmem_client.contract.choices import How, Per, RelationKind, VerbEffect
from graphmem_client.contract.contradictions import ContradictionMark
from graphmem_client.contract.pagination import Page
from graphmem_client.contract.records import Cardinality
from graphmem_client.contract.service import ForgetRequestPage
from graphmem_client.contract.validation import Moment, check_choice
from graphmem_client.errors import InvalidInput
from graphmem_client.given import given


class BrainCuration(BrainPart):
    """The part of `ClientBrain` that curates facts."""

    __slots__ = ()

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
        return (await self._write("invalidateFact", rest, json_bytes(asked), dry_run=dry_run)).record(Changes)

    async def restore(self, fact_id: str, *, dry_run: bool = False) -> Changes:
        """Undo the last retraction or correction of a fact. Facts that fell with it come back."""
        rest, content = f"/facts/{segment(fact_id)}:restore", json_bytes({"dry_run": dry_run})
        return (await self._write("restoreFact", rest, content, dry_run=dry_run)).record(Changes)

    async def correct(self, fact_id: str, *, dry_run: bool = False, **right: Any) -> Changes:
        """Correct a fact that was stated wrongly: `object`, `relation`, `valid_from`, `valid_until` (None: always, or until
        further notice), `text`, `reason`. The old statement counts as never true; `restore` undoes the correction.

        Raises:
            NotFound: no such fact. ConflictError: it is not believed any more. InvalidInput: nothing is given, the fact states
                it already, it is impossible, or several entities have the name of the object; nothing was changed.
        """
        wanted = given(Correction, right).model_dump(mode="json", exclude_unset=True)
        rest, content = f"/facts/{segment(fact_id)}:correct", json_bytes({**wanted, "dry_run": dry_run})
        return (await self._write("correctFact", rest, content, dry_run=dry_run)).record(Changes)

    async def accept_contradiction(
        self, fact_id: str, *, accepted: bool = True, recorded_at: Moment = None
    ) -> ContradictionMark:
        """Mark a fact that another one ended as looked at and left as it is, or (accepted=False) open it again.

        The mark has the name of the key. It counts for the present version of the fact. A new version is open.

        Args:
            recorded_at: `recorded_at` of the version that was looked at; default the present one.

        Raises:
            NotFound: no such fact. ConflictError: no other fact ended it, or it has changed since; nothing was changed.
        """
        asked = {"accepted": accepted, "recorded_at": time_text(recorded_at, "recorded_at")}
        rest = f"/contradictions/{segment(fact_id)}:accept"
        return (await self._write("acceptContradiction", rest, json_bytes(asked))).record(ContradictionMark)

    async def forget_episode(self, episode_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an episode with its statements from both histories. Facts that they had closed are open again.

        Raises:
            NotFound: no such episode. Gone: it was forgotten before.
        """
        return await self._delete("forgetEpisode", f"/episodes/{segment(episode_id)}", Forgotten, dry_run=dry_run)

    async def forget_fact(self, fact_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove a fact and every statement of it. Raises NotFound."""
        return await self._delete("forgetFact", f"/facts/{segment(fact_id)}", Forgotten, dry_run=dry_run)

    async def forget_entity(self, entity_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an entity, its names and every statement about it. Episodes stay as they came. Raises NotFound."""
        return await self._delete("forgetEntity", f"/entities/{segment(entity_id)}", Forgotten, dry_run=dry_run)

    async def forget(self) -> Forgotten:
        """Remove this brain with everything in it. Raises NotFound where nothing was ever written."""
        return await self._delete("forgetBrain", "", Forgotten)

    async def forget_requests(self, *, limit: int = 50, cursor: str | None = None) -> Page[ForgetRequest]:
        """The requests to forget of messages that have hidden something, newest first. They have ids and counts, no texts."""
        page = await self._get("listForgetRequests", "/forget-requests", ForgetRequestPage, limit=limit, cursor=cursor)
        return Page(page.requests, page.next_cursor)

    async def undo_forget_request(self, request_id: str, *, dry_run: bool = False) -> Changes:
        """Tell again what a request to forget has hidden: its statements hold again, and its sentences are back.

        Raises:
            NotFound: no such request. NothingToRestore: it was undone before, or a person has forgotten what it hid.
        """
        rest, content = f"/forget-requests/{segment(request_id)}:undo", json_bytes({"dry_run": dry_run})
        return (await self._write("undoForgetRequest", rest, content, dry_run=dry_run)).record(Changes)

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
        """Set how the values of a relation exclude each other, and derive its periods again.

        Args:
            synonyms: other names of the relation in later messages; they replace the earlier ones.
            kind: "state": later facts of the relation last, whatever kind a claim has; "claim": the claim decides.
            reads_as: verbs in later messages, by what they say of the relation, as {"jumped_ship": "ends"}; they replace the
                earlier ones.

        Raises:
            InvalidInput: an argument is not usable; nothing was changed.
        """
        if isinstance(synonyms, str):
            raise InvalidInput("synonyms is a list of names.", field="synonyms")
        asked = {
            "cardinality": cardinality,
            "per": per,
            "symmetric": symmetric,
            "synonyms": None if synonyms is None else list(synonyms),
            "kind": kind,
            "reads_as": reads_as,
        }
        rest = f"/ontology/relations/{segment(name)}"
        return (await self._write("setRelation", rest, json_bytes(asked), method="PATCH")).record(Changes)
