"""Who is merged into whom, and so where each statement belongs: pure, over rows of `entities/family` and `entities/statements`.

A statement belongs to an origin: the entity it was about before any merge. It points to the root of its origin's family.
So merging and unmerging, in any order and over any number of steps, come out the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphmem.graph.transaction import Row
from graphmem.names.normalize import is_pronoun, slug

LENT = ("summary", "externalId")


@dataclass(frozen=True, slots=True)
class Merge:
    """One standing merge: its id, into whom, since when (UTC), and what the merged entity lent its heir."""

    id: str
    into: str
    recorded_at: datetime
    gave: Row


@dataclass(frozen=True, slots=True)
class MergedMember:
    """An entity of a family. `norms` are its own names; `merge` is None for the root."""

    id: str
    key: str
    name: str
    norms: frozenset[str]
    episodes: int
    state: Row
    merge: Merge | None


@dataclass(frozen=True, slots=True)
class MergeTree:
    """A root and all that is merged into it, by id; or several such families together."""

    members: Mapping[str, MergedMember]

    @staticmethod
    def of(rows: Sequence[Row]) -> MergeTree:
        """From rows of `entities/family`."""
        return MergeTree({row["entity"]["id"]: _member(row) for row in rows})

    def root(self, id_: str) -> str:
        """What an entity is now."""
        merge = self.members[id_].merge
        return id_ if merge is None else self.root(merge.into)

    def above(self, id_: str) -> tuple[str, ...]:
        """What an entity is merged into, nearest first."""
        merge = self.members[id_].merge
        return () if merge is None else (merge.into, *self.above(merge.into))

    def under(self, id_: str) -> tuple[str, ...]:
        """What is merged into an entity, over any number of steps."""
        return tuple(one for one in sorted(self.members) if id_ in self.above(one))

    def norms(self, ids: Iterable[str]) -> frozenset[str]:
        """The own names of some members."""
        return frozenset(norm for id_ in ids for norm in self.members[id_].norms)

    def merged(self, from_: str, merge: Merge) -> MergeTree:
        """With one more merge."""
        return self._with(from_, merge)

    def parted(self, id_: str) -> MergeTree:
        """Without the merge of an entity."""
        return self._with(id_, None)

    def _with(self, id_: str, merge: Merge | None) -> MergeTree:
        return MergeTree({**self.members, id_: replace(self.members[id_], merge=merge)})


def _member(row: Row) -> MergedMember:
    entity, merge = row["entity"], row["merge"]
    made = Merge(merge["id"], merge["into"], merge["recordedAt"], json.loads(merge["gave"])) if merge else None
    norms = frozenset(row["norms"])
    return MergedMember(entity["id"], entity["key"], entity["name"], norms, row["episodes"], entity, made)


def learnt_through(family: MergeTree, id_: str, statement: Row, end: str) -> str | None:
    """Whose name was used, where a statement that landed while an entity was merged used one of its family's, and nobody else's.

    Args:
        end: 'subject' or 'object'.
    """
    merge = family.members[id_].merge
    origin = statement[f"{end}From"] or statement[f"{end}Id"]
    if merge is None or origin not in family.above(id_) or statement["recordedAt"] < merge.recorded_at:
        return None
    leaving = (id_, *family.under(id_))
    said = _norm(statement[f"{end}Said"], statement["speaker"])
    if said in family.norms(one for one in family.members if one not in leaving):
        return None
    return next((one for one in leaving if said in family.members[one].norms), None)


def _norm(said: str | None, speaker: str | None) -> str:
    wording = speaker if said and speaker and is_pronoun(said) else said
    return slug(wording) if wording else ""


def pointed(family: MergeTree, statements: Sequence[Row], origins: Mapping[tuple[str, str], str]) -> list[Row]:
    """The statements that have to be re-pointed so that they fit the family, as rows of `entities/point`.

    Args:
        origins: origins that are decided anew, by (statement id, end).
    """
    rows = []
    for one in statements:
        row: Row = {"id": one["id"], "relation": one["relation"]}
        for end in ("subject", "object"):
            origin = origins.get((one["id"], end)) or one[f"{end}From"] or one[f"{end}Id"]
            now = family.root(origin) if origin in family.members else one[f"{end}Id"]
            row |= {f"{end}Id": now, f"{end}From": None if origin == now else origin}
        if any(row[key] != one[key] for key in ("subjectId", "subjectFrom", "objectId", "objectFrom")):
            rows.append(row)
    return rows


# --------------------------------------------------------------------------- what an heir takes over, and gives back


def lent(heir: Row, merged: Row) -> tuple[Row, Row]:
    """What an heir takes over from a merged entity where it has nothing itself: properties to set, and the note of it."""
    gave: Row = {key: merged[key] for key in LENT if merged[key] is not None and heir[key] is None}
    own, other = _map(heir["properties"]), _map(merged["properties"])
    more = {key: value for key, value in other.items() if key not in own}
    changes: Row = dict(gave)
    if more:
        gave["properties"] = more
        changes["properties"] = _json({**own, **more})
    return changes, gave


def given_back(heir: Row, gave: Row) -> Row:
    """What has to be set at an heir so that it has no longer what a merged entity lent it; what was changed since stays."""
    changes: Row = {key: None for key in LENT if key in gave and heir[key] == gave[key]}
    now = _map(heir["properties"])
    left = {key: value for key, value in now.items() if gave.get("properties", {}).get(key, _NOTHING) != value}
    if left != now:
        changes["properties"] = _json(left) if left else None
    return changes


_NOTHING = object()


def _map(text: str | None) -> Row:
    return dict(json.loads(text)) if text else {}


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
