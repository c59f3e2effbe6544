"""Reads whole groups: the touched ones, all that they rest on, and what rests on what has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from graphmem.graph.time_texts import with_times
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.settling.pair import Triple, triple_of
from graphmem.settling.statement_rows import conditions_of, rule_of, statement_of
from graphmem.truth.difference import StoredFact
from graphmem.truth.group import GroupPlace, GroupRule, circles, place
from graphmem.truth.statement import FUTURE, Statement

_STATEMENT_TIMES = ("at", "until", "occurredAt", "recordedAt", "withdrawnAt")
_FACT_TIMES = (
    "tValid",
    "tInvalid",
    "tStart",
    "tEnd",
    "tPeriodEnd",
    "firstStatedAt",
    "lastConfirmedAt",
    "recordedAt",
)

Slot = tuple[str, str, str, str]
"""What a read covers: *subject* or *object* with relation and id, or *value* with relation, subject and object."""


@dataclass(frozen=True, slots=True)
class NewRows:
    """What the present commit has made.

    Attributes:
        entities: their ids. statements: all properties of its statements, which are not read then; None: they have to be read.
    """

    entities: Sequence[str] = ()
    statements: Sequence[Row] | None = None

    @property
    def since(self) -> datetime:
        """The system time of the first statement that is not read."""
        return min((row["recordedAt"] for row in self.statements or ()), default=FUTURE)


@dataclass(frozen=True, slots=True)
class KnownGroups:
    """All statements and facts of some groups. `groups`: the names of the groups of what a change touched."""

    statements: list[Statement]
    facts: list[StoredFact]
    groups: Mapping[Triple, set[str]]


@dataclass
class GroupReader:
    """The groups that one settlement knows, as the graph has them.

    Attributes:
        down: the groups that a change may reach; the others are read because these rest on them.
    """

    tx: Transaction
    brain: str
    rules: dict[str, GroupRule] = field(default_factory=dict)
    new: NewRows = field(default_factory=NewRows)
    statements: dict[str, Row] = field(default_factory=dict)
    facts: dict[tuple[str, str], Row] = field(default_factory=dict)
    conditions: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    down: dict[Triple, None] = field(default_factory=dict)
    _read: set[Slot] = field(default_factory=set)
    _grounds: set[str] = field(default_factory=set)
    _evidence: set[str] = field(default_factory=set)
    _asked: set[tuple[str, ...]] = field(default_factory=set)

    async def reach(self, triples: Iterable[Triple]) -> bool:
        """Read groups that a change may reach, with all that they rest on. Return whether any is new."""
        new = [triple for triple in dict.fromkeys(triples) if triple not in self.down]
        self.down |= dict.fromkeys(new)
        await self._complete(new)
        return bool(new)

    async def _complete(self, triples: Sequence[Triple]) -> None:
        """Read whole groups until nothing is missing: of each statement its group, its evidence, what its conditions name."""
        while triples:
            await self._learn_rules({relation for _, relation, _ in triples})
            slots = {slot for triple in triples for slot in self._slots(triple)} - self._read
            found = await self._read_slots(slots)
            ends = [triple_of(row) for row in found]
            triples = [*ends, *await self._rested_on(found)]
            triples = [
                triple for triple in dict.fromkeys(triples) if any(s not in self._read for s in self._slots(triple))
            ]

    async def _learn_rules(self, relations: set[str]) -> None:
        unknown = sorted(relations - self.rules.keys())
        if unknown:
            rows = await run(self.tx, "truth/read_rules", brain=self.brain, relations=unknown)
            self.rules |= dict.fromkeys(unknown, GroupRule()) | {row["name"]: rule_of(row) for row in rows}

    def _slots(self, triple: Triple) -> list[Slot]:
        """What has to be read so that the group of a triple is whole."""
        subject, relation, object_ = triple
        rule = self.rules.get(relation, GroupRule())
        every = ("subject", relation, subject, "")
        if object_ is None:
            return [every, ("object", relation, subject, "")] if rule.symmetric else [every]
        match rule.scope:
            case "subject":
                return [every]
            case "object":
                return [("object", relation, object_, "")]
            case "circle":
                return [(way, relation, end, "") for end in (subject, object_) for way in ("subject", "object")]
            case "either":
                return [self._value(relation, *ends) for ends in ((subject, object_), (object_, subject))]
            case _:
                return [self._value(relation, subject, object_)]

    def _value(self, relation: str, subject: str, object_: str) -> Slot:
        wide: list[Slot] = [("subject", relation, subject, ""), ("object", relation, object_, "")]
        return next((slot for slot in wide if slot in self._read), ("value", relation, subject, object_))

    async def _read_slots(self, slots: set[Slot]) -> list[Row]:
        if not slots:
            return []
        own = () if self._read else self.new.statements or ()
        self._read |= slots
        # Of an entity that the commit made the graph has nothing else.
        made = frozenset(() if self.new.statements is None else self.new.entities)
        statements, facts = await self._stored(slot for slot in sorted(slots) if made.isdisjoint(slot[2:]))
        statements = [row for row in (*statements, *own) if row["id"] not in self.statements]
        self.statements |= {row["id"]: row for row in statements}
        self.facts |= {(row["factId"], row["subjectId"]): row for row in facts}
        return [*statements, *facts]

    async def _stored(self, slots: Iterable[Slot]) -> tuple[list[Row], list[Row]]:
        """The statements and the facts of some slots."""
        given: dict[str, list[Row]] = {"subjects": [], "objects": [], "values": []}
        for way, relation, one, other in slots:
            row = (
                {"subjectId": one, "relation": relation, "objectId": other}
                if way == "value"
                else {"id": one, "relation": relation}
            )
            given[f"{way}s"].append(row)
        if not any(given.values()):
            return [], []
        since = self.new.since.isoformat()
        (answer,) = await run(self.tx, "truth/read_groups", brain=self.brain, since=since, **given)
        statements = [with_times(row, _STATEMENT_TIMES) for row in answer["statements"]]
        return statements, [with_times(row, _FACT_TIMES) for row in answer["facts"]]

    async def _rested_on(self, rows: Iterable[Row]) -> list[Triple]:
        """What new statements rest on or wait for."""
        stated = [row for row in rows if "action" in row]
        conditional = [row["id"] for row in stated if row.get("conditions") or row.get("waits")]
        members = {id_ for row in stated for some in row.get("evidence") or () for id_ in some.split("&")}
        conditional = [id_ for id_ in conditional if id_ not in self._grounds]
        evidence = sorted(members - self.statements.keys() - self._evidence)
        if not conditional and not evidence:
            return []
        self._grounds |= set(conditional)
        self._evidence |= set(evidence)
        (answer,) = await run(
            self.tx, "truth/read_grounds", brain=self.brain, conditional=conditional, evidence=evidence
        )
        for row in answer["conditions"]:
            self.conditions[row["statementId"]].append(row)
        named: list[Triple] = [(row["subjectId"], row["relation"], None) for row in answer["conditions"]]
        await self._learn_rules({relation for _, relation, _ in named})
        return [*named, *map(triple_of, answer["evidence"])]

    async def dependents(self, unsettled: Iterable[str]) -> list[Triple]:
        """Return the statements that rest on or wait for what may have changed.

        Args:
            unsettled: the statements whose period is another than before. Of groups with conditions or evidence, and of those
                that conditions name, all statements count: what was known at a moment may be another though no period is.
        """
        reached = self._reached()
        ids = {*unsettled, *(id_ for id_, row in reached.items() if self._is_entangled(row))}
        carrying = [id_ for id_ in ids if (self.statements.get(id_) or {}).get("carries")]
        watched = {key for row in (*reached.values(), *self._bare()) for key in self._keys(row)}
        asked = {*((id_,) for id_ in carrying), *watched} - self._asked
        if not asked:
            return []
        self._asked |= asked
        rows = await run(
            self.tx,
            "truth/read_dependents",
            brain=self.brain,
            carrying=sorted(one[0] for one in asked if len(one) == 1),
            watched=[{"id": one[0], "relation": one[1]} for one in sorted(asked) if len(one) == 2],
        )
        return [triple_of(row) for row in rows]

    def _reached(self) -> dict[str, Row]:
        """The statements of the groups that a change may reach."""
        slots = {slot for triple in self.down for slot in self._slots(triple)}
        return {id_: row for id_, row in self.statements.items() if any(slot in slots for slot in self._covering(row))}

    def _covering(self, row: Row) -> list[Slot]:
        subject, relation, object_ = triple_of(row)
        return [
            ("value", relation, subject, object_),
            ("subject", relation, subject, ""),
            ("object", relation, object_, ""),
        ]

    def _bare(self) -> list[Row]:
        """The touched groups, also those without statements."""
        return [{"subjectId": s, "relation": r, "objectId": o} for s, r, o in self.down]

    def _is_entangled(self, row: Row) -> bool:
        rule = self.rules.get(row["relation"], GroupRule())
        return rule.watched or bool(row.get("evidence") or row.get("conditions"))

    def _keys(self, row: Row) -> list[tuple[str, ...]]:
        rule = self.rules.get(row["relation"], GroupRule())
        if not rule.watched:
            return []
        ends = [row["subjectId"], *([row["objectId"]] if rule.symmetric and row["objectId"] else [])]
        return [(end, row["relation"]) for end in ends]

    def known(self) -> KnownGroups:
        """Return what is known, also the statements that are withdrawn."""
        circle_of = self._circles()
        conditions = conditions_of(
            (row for id_ in sorted(self.conditions) for row in self.conditions[id_]),
            self.statements.values(),
            self.rules,
        )

        @cache
        def placed(subject: str, relation: str, object_: str) -> GroupPlace:
            circle = circle_of.get(relation, {}).get(subject, "")
            return place(self.rules[relation], subject, relation, object_, circle)

        said = [
            statement_of(row, self.rules[row["relation"]], placed(*triple_of(row)), conditions.get(row["id"], ()))
            for row in self.statements.values()
        ]
        facts = [stored_of(row, placed(*triple_of(row)).group) for row in self.facts.values()]
        groups: dict[Triple, set[str]] = defaultdict(set)
        for subject, relation, end in {*map(triple_of, self.statements.values()), *map(triple_of, self.facts.values())}:
            group = placed(subject, relation, end).group
            groups[subject, relation, None].add(group)
            if self.rules[relation].symmetric:
                groups[end, relation, None].add(group)
        for subject, relation, object_ in self.down:
            if object_ is not None:
                # Two entities that a value connected before may be in two circles now.
                for one, other in ((subject, object_), (object_, subject))[
                    : 2 if self.rules[relation].symmetric else 1
                ]:
                    groups[subject, relation, object_].add(placed(one, relation, other).group)
        return KnownGroups(said, facts, groups)

    def _circles(self) -> dict[str, Mapping[str, str]]:
        ends: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for row in (*self.statements.values(), *self.facts.values()):
            if self.rules[row["relation"]].scope == "circle":
                ends[row["relation"]].append((row["subjectId"], row["objectId"]))
        return {relation: circles(found) for relation, found in ends.items()}


def stored_of(row: Row, group: str) -> StoredFact:
    """Return a fact from a row of truth/read_groups."""
    recorded: datetime = row["recordedAt"]
    return StoredFact(
        row["factId"], group, row["subjectId"], row["objectId"], recorded, row, (row["subject"], row["object"])
    )
