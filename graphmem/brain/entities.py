"""Entities: list, read, add, change, merge, part, split, forget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from graphmem.curation.entities import add_entity, change_entity
from graphmem.curation.forget import forget
from graphmem.curation.merge import merge, unmerge
from graphmem.curation.screening import entity_change, entity_split, new_entity, screen_change
from graphmem.curation.split import split
from graphmem.engine import BrainSubject
from graphmem.explore.explorer import Explorer
from graphmem.explore.likely_duplicates import similar_entities
from graphmem_contract.changes import EntityChange, EntitySplit, Forgotten, Merges, NewEntity, Split, Unmerged
from graphmem_contract.errors import invalid
from graphmem_contract.history import EntityHistory, SimilarEntity
from graphmem_contract.pagination import Page
from graphmem_contract.records import Entity, Fact
from graphmem_contract.validation import Moment, moment

R = TypeVar("R", bound=BaseModel)


class Entities(BrainSubject):
    """The entities of a brain (docs/time.md, R9)."""

    __slots__ = ()

    async def list(
        self, *, query: str | None = None, type: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Entities, newest recorded first; `query` finds by name or alias."""
        return await Explorer(self.engine.store, self.brain).entities(
            query=query, type_=type, limit=limit, cursor=cursor
        )

    async def get(self, ref: str, *, known_at: Moment = None) -> Entity:
        """One entity by id, key, name or alias, as it was known at a time; default the latest. Raises NotFound."""
        known = moment(known_at, "known_at")
        return await (
            Explorer(self.engine.store, self.brain).entity_then(ref, known)
            if known
            else Explorer(self.engine.store, self.brain).entity(ref)
        )

    async def history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """The history of an entity in system time: versions of facts, names, merges, newest first."""
        known = moment(known_at, "known_at")
        return await Explorer(self.engine.store, self.brain).entity_history(
            ref, known_at=known, limit=limit, cursor=cursor
        )

    async def facts(
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
        """Facts with an entity at either end, or (`named`) in the sentence only. Raises NotFound.

        Args:
            events: without `valid_at`, also what has happened.
        """
        return await Explorer(self.engine.store, self.brain).entity_facts(
            ref,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            include_closed=include_closed,
            limit=limit,
            cursor=cursor,
            named=named,
            events=events,
        )

    async def similar(self, ref: str, *, limit: int = 10) -> tuple[SimilarEntity, ...]:
        """Entities that may be the same, by the names of both, best first; none is merged. Raises NotFound."""
        return await similar_entities(self.engine.store, self.brain, ref, limit=limit)

    async def add(self, entity: NewEntity | None = None, **fields: Any) -> Entity:
        """Add an entity by hand: `name`, `type`, `aliases`, `external_id`, `summary`, `properties`.

        An entity that exists already (by external id, else by type and name) is returned, with the new names added to it.

        Raises:
            InvalidInput: a field is not usable.
        """
        return (await self.ensure(entity or _checked(NewEntity, fields)))[0]

    async def ensure(self, entity: NewEntity) -> tuple[Entity, bool]:
        """`add` for a checked record. Returns also whether the entity existed already."""
        engine = self.engine
        wanted, kinds = await screen_change(engine.store, engine.settings, self.brain, entity, new_entity)
        id_, known = await add_entity(engine, self.brain, wanted, engine.settings, kinds)
        return await Explorer(engine.store, self.brain).entity(id_), known

    async def change(self, ref: str, change: EntityChange | None = None, **fields: Any) -> Entity:
        """Change `name`, `type`, `summary`, `properties` (null removes one), `aliases_add`, `aliases_remove`.

        The old name stays as an alias; a new name or type gives a new key.

        Raises:
            NotFound: no such entity. AlreadyMerged: it is merged into another. InvalidInput: a field is not usable.
        """
        engine = self.engine
        given = change or _checked(EntityChange, fields)
        wanted, kinds = await screen_change(engine.store, engine.settings, self.brain, given, entity_change)
        id_ = await change_entity(engine.store, engine.models.embedder, self.brain, ref, wanted, kinds)
        return await Explorer(engine.store, self.brain).entity(id_)

    async def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> Merges:
        """Merge entities: the facts of `from_` are facts of `into` from now on.

        Both are ids or keys, or names that only one entity has. Each merge has an id, with which `unmerge` undoes it.
        With a `known_at` before the merge, every read answers as before.

        Raises:
            NotFound, AlreadyMerged, InvalidInput: nothing was changed.
        """
        others = [from_] if isinstance(from_, str) else from_
        return await merge(self.engine.store, self.brain, into, others, dry_run=dry_run)

    async def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged:
        """Undo a merge. Statements made since through the parted entity's names go with it.

        Raises:
            NotFound: no such entity or merge. NotMerged: it was undone already.
        """
        return await unmerge(self.engine.store, self.brain, entity, merge_id, dry_run=dry_run)

    async def split(
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
        engine = self.engine
        given = _checked(EntitySplit, {"episodes": episodes, "facts": facts, "name": name, "type": type})
        wanted, kinds = await screen_change(engine.store, engine.settings, self.brain, given, entity_split)
        embedder = engine.models.embedder
        return await split(engine.store, embedder, self.brain, ref, wanted, kinds, dry_run=dry_run)

    async def forget(self, entity_id: str, *, dry_run: bool = False) -> Forgotten:
        """Remove an entity, its names and every statement about it. Episodes stay as they came. Raises NotFound."""
        return await forget(
            self.engine.store, self.engine.models.embedder, self.brain, "entity", entity_id, dry_run=dry_run
        )


def _checked(kind: type[R], fields: Mapping[str, Any]) -> R:
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise invalid(error) from None
