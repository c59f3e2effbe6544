"""Curation of entities: add, change, merge, unmerge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from graphmem.contract.changes import EntityChange, Merges, NewEntity, Unmerged
from graphmem.contract.records import Entity
from graphmem.contract.validation import invalid
from graphmem.curation.entities import add_entity, change_entity
from graphmem.curation.merge import merge, unmerge
from graphmem.curation.screening import entity_change, new_entity, screen_change
from graphmem.engine import Engine
from graphmem.explore.explorer import Explorer

R = TypeVar("R", bound=BaseModel)


class BrainEntities:
    """The part of `Brain` that curates entities (docs/time.md, R9)."""

    __slots__ = ()

    engine: Engine
    name: str

    async def add_entity(self, entity: NewEntity | None = None, **fields: Any) -> Entity:
        """Add an entity by hand: `name`, `type`, `aliases`, `external_id`, `summary`, `properties`.

        An entity that exists already (by external id, else by type and name) is returned, with the new names added to it.

        Raises:
            InvalidInput: a field is not usable.
        """
        return (await self.ensure_entity(entity or _checked(NewEntity, fields)))[0]

    async def ensure_entity(self, entity: NewEntity) -> tuple[Entity, bool]:
        """`add_entity` for a checked record. Returns also whether the entity existed already."""
        engine = self.engine
        wanted, kinds = await screen_change(engine.store, engine.settings, self.name, entity, new_entity)
        id_, known = await add_entity(engine, self.name, wanted, engine.settings, kinds)
        return await Explorer(engine.store, self.name).entity(id_), known

    async def change_entity(self, ref: str, change: EntityChange | None = None, **fields: Any) -> Entity:
        """Change `name`, `type`, `summary`, `properties` (null removes one), `aliases_add`, `aliases_remove`.

        The old name stays as an alias; a new name or type gives a new key.

        Raises:
            NotFound: no such entity. AlreadyMerged: it is merged into another. InvalidInput: a field is not usable.
        """
        engine = self.engine
        given = change or _checked(EntityChange, fields)
        wanted, kinds = await screen_change(engine.store, engine.settings, self.name, given, entity_change)
        id_ = await change_entity(engine.store, engine.models.embedder.embed, self.name, ref, wanted, kinds)
        return await Explorer(engine.store, self.name).entity(id_)

    async def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> Merges:
        """Merge entities: the facts of `from_` are facts of `into` from now on.

        Both are ids or keys, or names that only one entity has. Each merge has an id, with which `unmerge` undoes it.
        With a `known_at` before the merge, every read answers as before.

        Raises:
            NotFound, AlreadyMerged, InvalidInput: nothing was changed.
        """
        others = [from_] if isinstance(from_, str) else from_
        return await merge(self.engine.store, self.name, into, others, dry_run=dry_run)

    async def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged:
        """Undo a merge. Statements made since through the parted entity's names go with it.

        Raises:
            NotFound: no such entity or merge. NotMerged: it was undone already.
        """
        return await unmerge(self.engine.store, self.name, entity, merge_id, dry_run=dry_run)


def _checked(kind: type[R], fields: Mapping[str, Any]) -> R:
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise invalid(error) from None
