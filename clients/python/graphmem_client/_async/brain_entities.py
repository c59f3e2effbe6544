"""Curation of entities: add, change, merge, unmerge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem_client._async.part import BrainPart
from graphmem_client.calls import json_bytes, record_bytes, segment
from graphmem_client.contract.changes import EntityChange, Merges, NewEntity, Unmerged
from graphmem_client.contract.records import Entity
from graphmem_client.given import given


class BrainEntities(BrainPart):
    """The part of `ClientBrain` that curates entities."""

    __slots__ = ()

    async def add_entity(self, entity: NewEntity | None = None, **fields: Any) -> Entity:
        """Add an entity by hand: `name`, `type`, `aliases`, `external_id`, `summary`, `properties`.

        An entity that exists already (by external id, else by type and name) is returned, with the new names added to it.

        Raises:
            InvalidInput: a field is not usable.
        """
        return (await self.ensure_entity(entity or given(NewEntity, fields)))[0]

    async def ensure_entity(self, entity: NewEntity) -> tuple[Entity, bool]:
        """`add_entity` for a checked record. Returns also whether the entity existed already."""
        reply = await self._write("addEntity", "/entities", record_bytes(entity))
        return reply.record(Entity), reply.status == 200

    async def change_entity(self, ref: str, change: EntityChange | None = None, **fields: Any) -> Entity:
        """Change `name`, `type`, `summary`, `properties` (null removes one), `aliases_add`, `aliases_remove`.

        The old name stays as an alias; a new name or type gives a new key.

        Raises:
            NotFound: no such entity. AlreadyMerged: it is merged into another. InvalidInput: a field is not usable.
        """
        wanted = record_bytes(change or given(EntityChange, fields))
        rest = f"/entities/{segment(ref)}"
        return (await self._write("changeEntity", rest, wanted, method="PATCH")).record(Entity)

    async def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> Merges:
        """Merge entities: the facts of `from_` are facts of `into` from now on.

        Both are ids or keys, or names that only one entity has. Each merge has an id, with which `unmerge` undoes it.
        With a `known_at` before the merge, every read answers as before.

        Raises:
            NotFound, AlreadyMerged, InvalidInput: nothing was changed.
        """
        others = [from_] if isinstance(from_, str) else list(from_)
        content = json_bytes({"into": into, "from": others, "dry_run": dry_run})
        return (await self._write("mergeEntities", "/entities:merge", content, dry_run=dry_run)).record(Merges)

    async def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged:
        """Undo a merge. Statements made since through the parted entity's names go with it.

        Raises:
            NotFound: no such entity or merge. NotMerged: it was undone already.
        """
        rest, content = f"/entities/{segment(entity)}:unmerge", json_bytes({"merge_id": merge_id, "dry_run": dry_run})
        return (await self._write("unmergeEntity", rest, content, dry_run=dry_run)).record(Unmerged)
