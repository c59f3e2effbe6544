"""The cascade of conditions: the groups that conditions connect with what changed, and what the walk makes of their statements.

A group is to be written if something that changed may reach it: by evidence, or because a statement of it rests on or waits
for a subject and relation that changed. The walk needs more: all that these statements rest on and wait for, and so on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.conditions.consequences import Reach, consequences
from graphmem.conditions.records import FUTURE, PAST, Condition, Outcome, Said, Walked
from graphmem.conditions.walk import walk
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.names.normalize import slug

Triple = tuple[str, str, str | None]
"""Subject id, relation, object id; without object every value."""
Derive = Callable[[Sequence[Triple]], Awaitable[list[Row]]]
"""Derives groups without writing them, and returns their rows of procedures/settle."""


Objects = Mapping[tuple[str, str], Mapping[str, str]]
"""By subject and relation, the ids of the objects, by id and by normalised wording."""


def has_conditions(rows: Iterable[Row]) -> bool:
    """Whether groups that were held back are watched by conditions, or have statements with conditions."""
    held = (row for row in rows if row["held"])
    return any(row["held"]["watched"] or any(said["conditional"] for said in row["resting"]) for row in held)


@dataclass
class ConditionCascade:
    """The groups of a cascade by their names. `written`: those that something that changed may reach.

    `waiting`: the statements that wait for a change, once `outcomes` has found them.
    """

    tx: Transaction
    brain: str
    stamp: datetime
    derive: Derive
    rows: dict[str, Row] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    conditions: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    asked: set[tuple[Triple, bool]] = field(default_factory=set)
    changes: list[Row] = field(default_factory=list)
    ties: list[Row] = field(default_factory=list)
    waiting: set[str] = field(default_factory=set)

    async def reach(self, rows: Sequence[Row]) -> bool:
        """Read all that conditions connect with the groups of these rows, one statement a ring. Return whether there is any."""
        down, up = self._keep(rows, written=True), set[str]()
        while down or up:
            found = await self._ring(down, up)
            watchers = [*found["watchers"], *(one for name in down for one in self.rows[name]["dependents"])]
            for condition in found["conditions"]:
                self.conditions[condition["statementId"]].append(condition)
            watched = [group for condition in found["conditions"] for group in condition["groups"]]
            down = await self._derived(watchers, written=True)
            up = await self._derived(watched, written=False) - down
        return bool(self.conditions)

    async def _ring(self, down: set[str], up: set[str]) -> Row:
        new = [said for name in down | up for said in self.rows[name]["resting"]]
        asked = [said["id"] for said in new if said["conditional"] and said["id"] not in self.conditions]
        changed = {(end, relation) for name in down for end, relation in _ends(self.rows[name])}
        given = [{"id": id_, "relation": relation} for id_, relation in sorted(changed)]
        (row,) = await run(
            self.tx, "procedures/condition_ring", brain=self.brain, statements=sorted(asked), changed=given
        )
        return row

    async def _derived(self, groups: Iterable[Row], *, written: bool) -> set[str]:
        """Derive groups and return the names of those that are new, or that are new among the written ones."""
        triples = {(group["subjectId"], group["relation"], group["objectId"]) for group in groups}
        fresh = {triple for triple in triples if (triple, written) not in self.asked}
        self.asked |= {(triple, written) for triple in fresh}
        return self._keep(await self.derive(sorted(fresh, key=str)), written=written) if fresh else set()

    def _keep(self, rows: Sequence[Row], *, written: bool) -> set[str]:
        """Add held groups; groups that need no cascade are written by now."""
        new = set[str]()
        for row in rows:
            if row["held"] is None:
                self.changes += row["changes"]
                self.ties += row["ties"]
                continue
            name = row["held"]["group"]
            if name not in self.rows or (written and name not in self.written):
                new.add(name)
            self.rows[name] = row
            if written:
                self.written.add(name)
        return new

    def evidence(self) -> tuple[list[Row], list[str]]:
        """The statements with evidence, and the ids of evidence that is in none of the groups."""
        said = {one["id"]: one for row in self.rows.values() for one in row["resting"]}
        resting = [one for one in said.values() if one["sets"]]
        members = dict.fromkeys(id_ for one in resting for some in one["sets"] for id_ in some.split("&"))
        return resting, [id_ for id_ in members if id_ not in said]

    def outcomes(self, outside: Mapping[str, datetime]) -> dict[str, Row]:
        """What becomes of the statements of the groups that are written, as `$limits` of procedures/settle."""
        rows = {one["id"]: one for row in self.rows.values() for one in (*row["resting"], *row["held"]["ending"])}
        objects = _objects(rows.values())
        walked = walk([self._said(one, objects) for one in rows.values()], outside)
        held = [one["id"] for name in self.written for one in self.rows[name]["resting"]]
        self.waiting = {id_ for id_, outcome in walked.outcomes.items() if outcome.silent == "waiting"}
        return {id_: self._limit(rows[id_], walked, rows) for id_ in held if id_ in walked.outcomes}

    def reached(self, changes: Sequence[Row], touched: Collection[str]) -> dict[str, Reach]:
        """How the cascade reached the facts that it changed. `touched`: facts and statements that the call itself changed."""
        statements = (one for row in self.rows.values() for one in row["resting"])
        return consequences(changes, statements, self.conditions, touched)

    def _said(self, row: Row, objects: Objects) -> Said:
        conditions = self.conditions.get(row["id"], ())
        rests = tuple(_condition(one, objects) for one in conditions if not one["waits"])
        waits = next((_condition(one, objects) for one in conditions if one["waits"]), None)
        return Said(
            id=row["id"],
            group=row["group"],
            value=row["value"],
            ends=frozenset(row["ends"]),
            subject=row["subjectId"],
            relation=row["relation"],
            object=row["objectId"],
            key=row["key"],
            occurred=row["occurred"],
            at=row["at"],
            until=row.get("until") or FUTURE,
            action=row["action"],
            stated=bool(row["stated"]),
            confidence=row["confidence"],
            kind=row["kind"] or "state",
            second_hand=row["second"],
            evidence=tuple(tuple(some.split("&")) for some in row.get("sets") or ()),
            holds_while=rests,
            starts_when=waits,
            symmetric=row["symmetric"],
            cause=(row["why"], row["by"]) if row["action"] == "ends" else None,
        )

    def _limit(self, row: Row, walked: Walked, rows: Mapping[str, Row]) -> Row:
        outcome = walked.outcomes[row["id"]]
        told = outcome.row()
        if outcome.why == "cascade":
            told["by"] = self._cause(row, outcome.by, outcome.until, walked, rows)
        if outcome.silent == "unsupported":
            told["to"] = self._cause(row, outcome.to, None, walked, rows)
        told["pending"] = True if row["id"] in walked.pending else None
        stands = outcome.silent not in ("unsupported", "cycle")
        fallen = outcome.until if outcome.why in ("cascade", "cycle") else FUTURE
        return {"at": fallen if stands else PAST, "because": None, "walk": told}

    def _cause(
        self, row: Row, by: str | None, until: datetime | None, walked: Walked, rows: Mapping[str, Row]
    ) -> str | None:
        """The id of what no longer stands: of the evidence, or of the first statement about the value that ended."""
        if by is None or by in rows:
            return by
        conditions = [
            one for one in self.conditions.get(row["id"], ()) if f"{one['subjectId']} {one['relation']}" == by
        ]
        pairs = {(one["subjectId"], one["relation"]) for one in conditions}
        ended = [
            one
            for one in rows.values()
            if (one["subjectId"], one["relation"]) in pairs or (one["symmetric"] and (one["objectId"], one["relation"]) in pairs)
            if _ended(walked.outcomes.get(one["id"]), until)
        ]  # fmt: skip
        first = min(ended, key=lambda one: (one["recorded"], one["id"]), default=None)
        return first["id"] if first else None if conditions else by


def _ended(outcome: Outcome | None, until: datetime | None) -> bool:
    return outcome is not None and outcome.silent is None and until is not None and outcome.until == until


def _ends(row: Row) -> Iterable[tuple[str, str]]:
    """Subjects of a group, of a symmetric relation both ends, with the relation; also of a group without statements."""
    held = row["held"]
    yield held["subjectId"], held["relation"]
    if held["among"] or any(one["symmetric"] for one in row["resting"]):
        yield from ((id_, held["relation"]) for id_ in held["among"] or () if id_)
        if held["objectId"]:
            yield held["objectId"], held["relation"]
    for one in (*row["resting"], *held["ending"]):
        yield one["subjectId"], one["relation"]
        if one["symmetric"]:
            yield one["objectId"], one["relation"]


def _objects(rows: Iterable[Row]) -> Objects:
    """The objects of statements: an object may have been a value when the condition was said, and an entity later."""
    found: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for row in sorted(rows, key=lambda row: (row["occurred"], row["id"])):
        ends = [(row["subjectId"], row["objectId"])]
        for subject, object_ in [*ends, *(ends[0][::-1],)] if row["symmetric"] else ends:
            known = found[subject, row["relation"]]
            known[object_] = object_
            known.setdefault(slug(row["said"] or ""), object_)
    return found


def _condition(row: Row, objects: Objects) -> Condition:
    known = objects.get((row["subjectId"], row["relation"]), {})
    object_ = row["objectId"]
    if object_ is not None:
        object_ = known.get(object_) or known.get(slug(row["objectSaid"] or "")) or object_
    return Condition(row["subjectId"], row["relation"], object_, row["event"] or "changes")
