"""What people say about entities: here is one, it is called otherwise, these are one, they are two after all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.graph.merge import merge, unmerge
from graphmem.records import Merges, Unmerged

if TYPE_CHECKING:
    from graphmem.memory import Memory


class Entities:
    """The part of `Brain` that keeps entities in order (design §3, rule 9; S1-20)."""

    __slots__ = ()

    memory: Memory
    name: str

    async def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> Merges:
        """Makes entities one: what is known of `from_` is known of `into` from now on.

        Both are ids or keys, or names that only one entity bears. Each merge has an id, by which `unmerge` takes it back.
        Asked with a `known_at` before the merge, all answer as before.

        Raises:
            NotFound, AlreadyMerged, InvalidInput: nothing was changed.
        """
        others = [from_] if isinstance(from_, str) else from_
        return await merge(self.memory.store, self.name, into, others, dry_run=dry_run)

    async def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged:
        """Takes a merge back, with what has been learnt through the entity's names since.

        Raises:
            NotFound: no such entity or merge. NotMerged: it was taken back already.
        """
        return await unmerge(self.memory.store, self.name, entity, merge_id, dry_run=dry_run)
