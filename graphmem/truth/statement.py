"""`Statement`: what one source said, once. `Outcome`: what becomes of it (docs/time.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

PAST = datetime(1, 1, 1, tzinfo=UTC)
"""Since always."""
FUTURE = datetime(9999, 12, 31, tzinfo=UTC)
"""Until further notice."""

Event = Literal["changes", "begins", "ends"]
Why = Literal["superseded", "ended", "cascade", "cycle"]
Silence = Literal["waiting", "yields", "equal_start", "unsupported", "cycle", "second_hand", "begun"]


Key = tuple[str, str]
"""A subject and relation, as conditions name them."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A subject and relation, by ids, perhaps with one value of it. `event` counts only in `starts_when`."""

    subject: str
    relation: str
    object: str | None = None
    event: Event = "changes"

    @property
    def words(self) -> str:
        """The condition as the cause of an end."""
        return f"{self.subject} {self.relation}"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement.

    Attributes:
        group: the statements that can exclude each other, as settle forms them.
        value: the value within the group: the id of the object; of a relation with one value per object the id of the subject; of
            a symmetric relation both ids, the lesser first, joined by "|".
        ends: values of a group that share one exclude each other; empty where several values may hold.
        key: the wording that ranks equal starts, as settle ranks them.
        occurred: when it was said; of a correction, when what it corrects was said: it was so all along, and is no news (R16).
        corrected: when it was corrected; None: it is no correction.
        order: its place among what its session, import or call says at that moment; 0: the first.
        at: its start; of action "ends" the end that it states. PAST: since always.
        until: its own end. FUTURE: open. An event of which only the day is known has its end already.
        stated: the start was stated, not assumed.
        evidence: sets of ids of statements, (a and b) or c; empty if it rests on nothing.
        symmetric: the relation has no direction; a condition matches either end.
        cause: of action "ends", the reason and the `closedBy` that it gives to what it ends.
        fact_id: the id that a fact has if this statement names it.
        recorded: when it was stored. withdrawn: when it was withdrawn; FUTURE: it is not.
        away: pairs of times between which it was withdrawn, each later restored.
        text: its sentence. details: what the sentence says beside the fact; None: nothing.
        adds: it was said to come beside the other values.
        verdict: a judge's verdict on its sentence, *same* or *refines*, then the details of the sentence that was told.
        props: what a fact takes over from the statement that tells it, by the names of the graph.
    """

    id: str
    group: str
    value: str
    ends: frozenset[str]
    subject: str
    relation: str
    object: str
    key: str
    occurred: datetime
    at: datetime
    order: int = 0
    corrected: datetime | None = None
    until: datetime = FUTURE
    action: Literal["holds", "ends"] = "holds"
    stated: bool = True
    confidence: float = 0.8
    kind: str = "state"
    second_hand: bool = False
    evidence: tuple[tuple[str, ...], ...] = ()
    holds_while: tuple[Condition, ...] = ()
    starts_when: Condition | None = None
    symmetric: bool = False
    cause: tuple[str, str] | None = None
    fact_id: str = ""
    recorded: datetime = PAST
    withdrawn: datetime = FUTURE
    away: tuple[datetime, ...] = ()
    text: str = ""
    details: tuple[str, ...] | None = None
    verdict: tuple[str, ...] | None = None
    adds: bool = False
    props: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def when(self) -> tuple[datetime, int]:
        """When it was said, with its place among what was said at that moment: "said later" compares these."""
        return self.occurred, self.order

    @property
    def last(self) -> tuple[datetime, int]:
        """As `when`, but a correction is said when it was made: of two that are told of one start it is the last word."""
        return self.corrected or self.occurred, self.order

    @property
    def rank(self) -> tuple[datetime, int, float, str]:
        """Of equal starts the greatest wins: said later, then surer, then the greater wording."""
        return *self.last, self.confidence, self.key

    @property
    def start_stated(self) -> bool:
        """Whether its start was said; that of a statement that waits is only foreseen."""
        return self.stated and self.starts_when is None

    @property
    def conditional(self) -> bool:
        """Whether it holds with something or waits for something."""
        return bool(self.holds_while or self.starts_when)

    @property
    def conditions(self) -> list[Condition]:
        """Its conditions that say something; the trigger comes last."""
        kept = [condition for condition in self.holds_while if not self._is_own(condition)]
        return [*kept, self.starts_when] if self.starts_when else kept

    @property
    def views(self) -> tuple[tuple[Key, str], ...]:
        """The keys under which conditions see it, each with the object that they see."""
        if self.symmetric:
            return ((self.subject, self.relation), self.object), ((self.object, self.relation), self.subject)
        return (((self.subject, self.relation), self.object),)

    def is_alone(self, end: str) -> bool:
        """Whether at most one such value holds at an end. Of a relation with one value per object a subject may have several."""
        return end in self.ends if self.symmetric else bool(self.ends) and self.value != self.subject

    def _is_own(self, condition: Condition) -> bool:
        """Whether it is to hold while it holds itself, which says nothing."""
        return any(
            key == (condition.subject, condition.relation)
            and (seen == condition.object or (condition.object is None and self.is_alone(key[0])))
            for key, seen in self.views
        )

    def is_known(self, at: datetime) -> bool:
        """Whether it counts at a moment of system time."""
        if not self.recorded <= at < self.withdrawn or self.subject == self.object:
            return False
        return not any(gone <= at < back for gone, back in zip(self.away[::2], self.away[1::2], strict=False))


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """One condition of a statement. `alone`: its subject and relation have one value at a time."""

    statement: int
    trigger: bool
    key: Key
    object: str | None
    event: str
    alone: bool
    words: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a statement of action "holds": it covers `[at, until)`, or `silent` says why it covers nothing.

    Attributes:
        why: what ended the cover; None for its own end, the end of what it confirms, or an open end.
        by: superseded: the value that started; ended: the id of the statement of action "ends"; cascade: the id of the evidence
            that does not stand, or the subject and relation of the condition; else None.
        silent: why it has no cover.
        to: yields and equal_start: the id of the statement that holds instead; unsupported: what is missing, as in `by`.
        cause: ended: the `cause` of the statement of action "ends".
    """

    at: datetime | None = None
    until: datetime | None = None
    why: Why | None = None
    by: str | None = None
    silent: Silence | None = None
    to: str | None = None
    cause: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Walked:
    """The outcome of every statement of action "holds", by id.

    Attributes:
        pending: statements that hold to the end of the walk although nothing is known of a value that they rest on.
        cycles: statements that carry only themselves or would undo their own ground.
    """

    outcomes: dict[str, Outcome]
    pending: frozenset[str]
    cycles: frozenset[str]
