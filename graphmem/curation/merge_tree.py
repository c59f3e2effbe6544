"""The tree of merges, and the entity to which each statement points. Pure functions over rows.

The rows come from `entities/merge_closure` and `entities/statements`. A statement has an origin: the entity that it was about
before any merge. It points to the root of its origin's family. The result of merges and unmerges therefore depends only
on the merges that stand, not on their order or number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphmem.graph.transaction import Row
from graphmem.names.normalize import slug
from graphmem.names.pronouns import is_pronoun

LENT = ("summary", "externalId")


@dataclass(frozen=True, slots=True)
class Merge:
    """One standing merge: its id, the survivor, its system time (UTC), and the fields that the merged entity lent it."""

    id: str
    into: str
    recorded_at: datetime
    gave: Row


@dataclass(frozen=True, slots=True)
class MergedMember:
    """An entity of a family. `norms` are its own normalised names; `merge` is None for the root."""

    id: str
    key: str
    name: str
    norms: frozenset[str]
    episodes: int
    state: Row
    merge: Merge | None


@dataclass(frozen=True, slots=True)
class MergeTree:
    """A root and the entities merged into it, by id. Several such families may be together in one tree."""

    members: Mapping[str, MergedMember]

    @staticmethod
    def of(rows: Sequence[Row]) -> MergeTree:
        """Return the tree of rows of `entities/merge_closure`."""
        return MergeTree({row["entity"]["id"]: _member(row) for row in rows})

    @property
    def keys(self) -> dict[str, str]:
        """The keys of all members, by id."""
        return {member.id: member.key for member in self.members.values()}

    def root(self, id_: str) -> str:
        """Return the id of the entity that an entity is now: itself, or the last survivor."""
        merge = self.members[id_].merge
        return id_ if merge is None else self.root(merge.into)

    def above(self, id_: str) -> tuple[str, ...]:
        """Return the survivors of an entity, nearest first."""
        merge = self.members[id_].merge
        return () if merge is None else (merge.into, *self.above(merge.into))

    def under(self, id_: str) -> tuple[str, ...]:
        """Return the entities merged into an entity, over any number of steps, sorted by id."""
        return tuple(member for member in sorted(self.members) if id_ in self.above(member))

    def norms(self, ids: Iterable[str]) -> frozenset[str]:
        """Return the own normalised names of some members."""
        return frozenset(norm for id_ in ids for norm in self.members[id_].norms)

    def merged(self, from_: str, merge: Merge) -> MergeTree:
        """Return the tree with one more merge."""
        return self._with(from_, merge)

    def parted(self, id_: str) -> MergeTree:
        """Return the tree without the merge of an entity."""
        return self._with(id_, None)

    def _with(self, id_: str, merge: Merge | None) -> MergeTree:
        return MergeTree({**self.members, id_: replace(self.members[id_], merge=merge)})


def _member(row: Row) -> MergedMember:
    entity, merge = row["entity"], row["merge"]
    standing = Merge(merge["id"], merge["into"], merge["recordedAt"], json.loads(merge["gave"])) if merge else None
    norms = frozenset(row["norms"])
    return MergedMember(entity["id"], entity["key"], entity["name"], norms, row["episodes"], entity, standing)


def learnt_through(family: MergeTree, id_: str, statement: Row, end: str) -> str | None:
    """Return the member whose name a statement used for one of its ends; None = the end stays at the survivor.

    Only a statement counts that arrived while the entity was merged and that used a name of the entity, or of an entity
    merged into it, which no other member of the family has.

    Args:
        end: 'subject' or 'object'.
    """
    merge = family.members[id_].merge
    origin = statement[f"{end}From"] or statement[f"{end}Id"]
    if merge is None or origin not in family.above(id_) or statement["recordedAt"] < merge.recorded_at:
        return None
    leaving = (id_, *family.under(id_))
    name = said_name(statement, end)
    norm = slug(name) if name else ""
    if norm in family.norms(member for member in family.members if member not in leaving):
        return None
    return next((member for member in leaving if norm in family.members[member].norms), None)


def said_name(statement: Row, end: str) -> str:
    """Return the name by which a statement mentioned its subject or object; the speaker's in place of a pronoun."""
    wording, speaker = statement[f"{end}Said"], statement["speaker"]
    return (speaker if wording and speaker and is_pronoun(wording) else wording) or ""


def pointed(family: MergeTree, statements: Sequence[Row], origins: Mapping[tuple[str, str], str]) -> list[Row]:
    """Return the statements that must be re-pointed to fit the family, as rows of `entities/set_ends`.

    Args:
        origins: new origins, by (statement id, 'subject' or 'object').
    """
    rows = []
    for statement in statements:
        row: Row = {"id": statement["id"], "relation": statement["relation"]}
        for end in ("subject", "object"):
            origin = origins.get((statement["id"], end)) or statement[f"{end}From"] or statement[f"{end}Id"]
            now = family.root(origin) if origin in family.members else statement[f"{end}Id"]
            row |= {f"{end}Id": now, f"{end}From": None if origin == now else origin}
        if any(row[key] != statement[key] for key in ("subjectId", "subjectFrom", "objectId", "objectFrom")):
            rows.append(row)
    return rows


# --------------------------------------------------------------------------- fields that a merged entity lends its survivor


def lent(survivor: Row, merged: Row) -> tuple[Row, Row]:
    """Return the fields that a survivor takes over from a merged entity where its own are empty.

    Returns:
        The changes to set at the survivor, and the record of what was lent (`Merge.gave`).
    """
    gave: Row = {key: merged[key] for key in LENT if merged[key] is not None and survivor[key] is None}
    own, other = _map(survivor["properties"]), _map(merged["properties"])
    more = {key: value for key, value in other.items() if key not in own}
    changes: Row = dict(gave)
    if more:
        gave["properties"] = more
        changes["properties"] = _json({**own, **more})
    return changes, gave


def given_back(survivor: Row, gave: Row) -> Row:
    """Return the changes that remove from a survivor what a merged entity lent it. A field that was edited since stays."""
    changes: Row = {key: None for key in LENT if key in gave and survivor[key] == gave[key]}
    now = _map(survivor["properties"])
    left = {key: value for key, value in now.items() if gave.get("properties", {}).get(key, _NOTHING) != value}
    if left != now:
        changes["properties"] = _json(left) if left else None
    return changes


_NOTHING = object()


def _map(text: str | None) -> Row:
    return dict(json.loads(text)) if text else {}


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
