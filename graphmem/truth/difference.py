"""What has to be written so that the stored facts become the derived ones: facts that leave, change or come, and versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.truth.derived_fact import Content, Derivation, DerivedFact
from graphmem.truth.statement import FUTURE, Statement

MOVED = (
    "tStart",
    "tEnd",
    "tPeriodEnd",
    "startStated",
    "statementIds",
    "episodeIds",
    "importance",
    "importanceCategory",
    "speaker",
    "strength",
    "firstStatedAt",
    "lastConfirmedAt",
)
"""Properties of `DerivedFact.rest` that may change while the fact stays."""


_PERIOD = frozenset(("tEnd", "tPeriodEnd"))
"""What of a fact is looked at by what rests on its statements."""


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact as it is stored. `recorded`: since when in system time. `names`: of its two ends."""

    fact_id: str
    group: str
    subject: str
    object: str
    recorded: datetime
    props: Content
    names: tuple[str, str]

    @property
    def statements(self) -> Sequence[str]:
        """The ids of the statements that carry or name it."""
        ids: Sequence[str] = self.props.get("statementIds") or ()
        return ids


@dataclass(frozen=True, slots=True)
class Removal:
    """A stored fact without a period, why, and because of what."""

    fact: StoredFact
    reason: str
    because: str | None


@dataclass(frozen=True, slots=True)
class Revision:
    """A stored fact with its new content.

    Attributes:
        content: it changes, so that a version of the old one is kept. rest: what changes without a version.
        confirmed: a statement says it again.
    """

    before: StoredFact
    fact: DerivedFact
    content: Content
    rest: Content
    confirmed: bool

    @property
    def reworded(self) -> bool:
        """Whether it tells another sentence."""
        return "factText" in self.content


@dataclass(frozen=True, slots=True)
class Difference:
    """What changes at one moment of system time.

    Attributes:
        step: it may be written at once with others of its step. new: ids of facts that no earlier moment can know.
        after: the stored facts afterwards.
    """

    at: datetime
    step: int
    new: frozenset[str]
    removed: tuple[Removal, ...]
    revised: tuple[Revision, ...]
    added: tuple[DerivedFact, ...]
    after: tuple[StoredFact, ...]

    @property
    def unsettled(self) -> set[str]:
        """The statements whose period may be another than before: what rests on them is to be derived again."""
        found = {id_ for one in self.removed for id_ in (one.fact.fact_id, *one.fact.statements)}
        found |= {id_ for fact in self.added for id_ in (fact.fact_id, *fact.statements)}
        for one in self.revised:
            found |= set(one.before.statements) - set(one.fact.statements)
            if one.content or not _PERIOD.isdisjoint(one.rest):
                found |= {one.before.fact_id, *one.before.statements, *one.fact.statements}
        return found


def difference(
    stored: Iterable[StoredFact],
    derivation: Derivation,
    statements: Mapping[str, Statement],
    at: datetime,
    step: int = 0,
) -> Difference:
    """Return what changes at a moment of system time.

    Args:
        stored: the facts of the derived groups, as they are before.
        statements: the statements of these groups by id, with those that are withdrawn.
    """
    before = {(one.fact_id, one.subject): one for one in stored}
    derived = {(fact.fact_id, fact.subject): fact for fact in derivation.facts}
    why = _Reasons(derivation, statements, at)
    removed = [_removal(one, why) for key, one in before.items() if key not in derived]
    revised = [_revision(one, derived[key]) for key, one in before.items() if key in derived]
    added = [fact for key, fact in derived.items() if key not in before]
    after = [*(_after(one, at) for one in revised), *(_stored(fact, at, statements) for fact in added)]
    new = frozenset(said.fact_id for said in statements.values() if said.recorded == at)
    return Difference(at, step, new, tuple(removed), tuple(revised), tuple(added), tuple(after))


def _revision(before: StoredFact, fact: DerivedFact) -> Revision:
    content = {name: value for name, value in fact.content.items() if before.props.get(name) != value}
    rest = {name: fact.rest[name] for name in MOVED if before.props.get(name) != fact.rest[name]}
    if before.object != fact.object:
        rest["objectId"] = fact.object
    known = set(before.statements)
    return Revision(before, fact, content, rest, any(id_ not in known for id_ in fact.statements))


def _after(one: Revision, at: datetime) -> StoredFact:
    recorded = at if one.content else one.before.recorded
    props = {**one.before.props, **one.content, **one.rest}
    return StoredFact(
        one.fact.fact_id, one.fact.group, one.fact.subject, one.fact.object, recorded, props, one.before.names
    )


def _stored(fact: DerivedFact, at: datetime, statements: Mapping[str, Statement]) -> StoredFact:
    told = statements[fact.statements[-1]]
    names = (str(told.props.get("subjectSaid")), str(told.props.get("objectSaid")))
    return StoredFact(fact.fact_id, fact.group, fact.subject, fact.object, at, {**fact.content, **fact.rest}, names)


class _Reasons:
    """Why a fact leaves: another has its statement, what it rests on fell, or its statement was withdrawn."""

    def __init__(self, derivation: Derivation, statements: Mapping[str, Statement], at: datetime) -> None:
        self.statements, self.at = statements, at
        self.joined = {id_: fact.fact_id for fact in reversed(derivation.facts) for id_ in fact.statements}
        self.fallen = {one.said.id: one.because for one in derivation.lost if one.why in ("unsupported", "waiting")}

    def of(self, fact: StoredFact) -> tuple[str, str | None]:
        for id_ in fact.statements:
            if id_ in self.joined:
                return "joined", self.joined[id_]
        for id_ in fact.statements:
            if id_ in self.fallen:
                return "cascade", self.fallen[id_]
        said = self.statements.get(fact.statements[0]) if fact.statements else None
        if said is None:
            return "superseded", None
        for i, gone in enumerate(said.away[::2]):
            if gone == self.at:
                return "corrected", (said.props.get("awayBy") or [None] * (i + 1))[i]
        if said.withdrawn == FUTURE:
            return "superseded", None
        reason: Any = said.props.get("withdrawnReason")
        return reason or "superseded", said.props.get("withdrawnBy")


def _removal(fact: StoredFact, why: _Reasons) -> Removal:
    return Removal(fact, *why.of(fact))
