"""Entities: list, read, add, change, merge, part, split, forget."""

# Derived by clients/python/scripts/generate.py from _async/brain/entities.py.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.calls import json_bytes, record_bytes, segment, time_text
from graphmem_client.given import given
from graphmem_contract.changes import EntityChange, EntitySplit, Forgotten, Merges, NewEntity, Split, Unmerged
from graphmem_contract.history import EntityHistory, SimilarEntity
from graphmem_contract.pagination import Page
from graphmem_contract.records import Entity, Fact
from graphmem_contract.service import EntityPage, FactPage, SimilarEntities
from graphmem_contract.validation import Moment


class Entities(BrainSubject):
    """The entities of a brain."""

    __slots__ = ()

    def list(
        self, *, query: str | None = None, type: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Entities, newest recorded first; `query` finds by name or alias."""
        page = self._get("listEntities", "/entities", EntityPage, query=query, type=type, limit=limit, cursor=cursor)
        return Page(page.entities, page.next_cursor)

    def get(self, ref: str, *, known_at: Moment = None) -> Entity:
        """One entity by id, key, name or alias, as it was known at a time; default the latest. Raises NotFound."""
        known = time_text(known_at, "known_at")
        return self._get("getEntity", f"/entities/{segment(ref)}", Entity, known_at=known)

    def history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """The history of an entity in system time: versions of facts, names, merges, newest first."""
        known = time_text(known_at, "known_at")
        rest = f"/entities/{segment(ref)}/history"
        return self._get("getEntityHistory", rest, EntityHistory, known_at=known, limit=limit, cursor=cursor)

    def facts(
        self,
        ref: str,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        named: bool = True,
        events: bool = True,
    ) -> Page[Fact]:
        """Facts with an entity at either end, or (`named`) in the sentence only. Raises NotFound."""
        page = self._get(
            "listEntityFacts",
            f"/entities/{segment(ref)}/facts",
            FactPage,
            valid_at=time_text(valid_at, "valid_at"),
            known_at=time_text(known_at, "known_at"),
            include_closed=include_closed,
            limit=limit,
            cursor=cursor,
            named=named,
            events=events,
        )
        return Page(page.facts, page.next_cursor)

    def similar(self, ref: str, *, limit: int = 10) -> tuple[SimilarEntity, ...]:
        """Entities that may be the same, by the names of both, best first; none is merged. Raises NotFound."""
        rest = f"/entities/{segment(ref)}/similar"
        return (self._get("listSimilarEntities", rest, SimilarEntities, limit=limit)).similar

    def add(self, entity: NewEntity | None = None, **fields: Any) -> Entity:
        """Add an entity by hand: `name`, `type`, `aliases`, `external_id`, `summary`, `properties`.

        An entity that exists already (by external id, else by type and name) is returned, with the new names added to it.

        Raises:
            InvalidInput: a field is not usable.
        """
        return (self.ensure(entity or given(NewEntity, fields)))[0]

    def ensure(self, entity: NewEntity) -> tuple[Entity, bool]:
        """`add` for a checked record. Returns also whether the entity existed already."""
        reply = self._write("addEntity", "/entities", record_bytes(entity))
        return reply.record(Entity), reply.status == 200

    def change(self, ref: str, change: EntityChange | None = None, **fields: Any) -> Entity:
        """Change `name`, `type`, `summary`, `properties` (null removes one), `aliases_add`, `aliases_remove`.

        The old name stays as an alias; a new name or type gives a new key.

        Raises:
            NotFound: no such entity. AlreadyMerged: it is merged into another. InvalidInput: a field is not usable.
        """
        wanted = record_bytes(change or given(EntityChange, fields))
        rest = f"/entities/{segment(ref)}"
        return (self._write("changeEntity", rest, wanted, method="PATCH")).record(Entity)

    def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> Merges:
        """Merge entities: the facts of `from_` are facts of `into` from now on.

        Both are ids or keys, or names that only one entity has. Each merge has an id, with which `unmerge` undoes it.
        With a `known_at` before the merge, every read answers as before.

        Raises:
            NotFound, AlreadyMerged, InvalidInput: nothing was changed.
        """
        others = [from_] if isinstance(from_, str) else list(from_)
        content = json_bytes({"into": into, "from": others, "dry_run": dry_run})
        return (self._write("mergeEntities", "/entities:merge", content, dry_run=dry_run)).record(Merges)

    def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged:
        """Undo a merge. Statements made since through the parted entity's names go with it.

        Raises:
            NotFound: no such entity or merge. NotMerged: it was undone already.
        """
        rest, content = f"/entities/{segment(entity)}:unmerge", json_bytes({"merge_id": merge_id, "dry_run": dry_run})
        return (self._write("unmergeEntity", rest, content, dry_run=dry_run)).record(Unmerged)

    def split(
        self,
        ref: str,
        *,
        episodes: Sequence[str] = (),
        facts: Sequence[str] = (),
        name: str | None = None,
        type: str | None = None,
        dry_run: bool = False,
    ) -> Split:
        """Take apart an entity in which two were joined: what these episodes and facts say goes to a new entity.

        The names that only they use go along. A merge of the new entity into the old one undoes it.

        Args:
            name: default the name by which these statements mention it. type: default that of the entity.

        Raises:
            NotFound: no such entity, episode or fact. AlreadyMerged: the entity is merged into another.
            InvalidInput: one of them says nothing of the entity, nothing would move, or nothing would stay.
        """
        asked = given(EntitySplit, {"episodes": episodes, "facts": facts, "name": name, "type": type})
        content = json_bytes({**asked.model_dump(), "dry_run": dry_run})
        return (self._write("splitEntity", f"/entities/{segment(ref)}:split", content, dry_run=dry_run)).record(Split)

    def forget(self, entity_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an entity, its names and every statement about it. Episodes stay as they came. Raises NotFound."""
        return self._delete("forgetEntity", f"/entities/{segment(entity_id)}", Forgotten, dry_run=dry_run)
