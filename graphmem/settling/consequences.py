"""How a change reached each fact that it changed: over evidence, over conditions, or as a value that made way. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from graphmem.truth.statement import Statement

Row = Mapping[str, Any]
Through = Literal["evidence", "holds_while", "starts_when"]


@dataclass(frozen=True, slots=True)
class Reach:
    """How a changed fact was reached.

    Attributes:
        depth: steps from what the call touched, which has 0.
        cause: the id of the changed fact from which it was reached; None at depth 0.
        through: what of it names the cause; None where only its value made way, or may hold again.
    """

    depth: int
    cause: str | None = None
    through: Through | None = None


def consequences(changes: Sequence[Row], statements: Iterable[Statement], touched: Collection[str]) -> dict[str, Reach]:
    """Return how each changed fact was reached, by id. What no link reaches is left out.

    Args:
        changes: the rows of one settlement.
        statements: the statements of the settled groups.
        touched: ids of the facts and statements that the call itself changed.
    """
    return _Links(changes, statements).walk(touched)


class _Links:
    def __init__(self, changes: Sequence[Row], statements: Iterable[Statement]) -> None:
        self.changes = {row["factId"]: row for row in changes if row["change"] != "confirmed"}
        said = {one.id: one for one in statements}
        self.symmetric = {one.relation for one in said.values() if one.symmetric}
        self.of_statement: dict[str, list[str]] = defaultdict(list)
        self.resting: dict[str, list[str]] = defaultdict(list)
        self.watching: dict[tuple[str, str], list[tuple[str, Through, str | None]]] = defaultdict(list)
        self.peers: dict[str, list[str]] = defaultdict(list)
        self.groups: dict[str, set[str]] = {}
        for fact, row in sorted(self.changes.items()):
            own = _statements(row)
            for id_ in own:
                self.of_statement[id_].append(fact)
            for member in {member for id_ in own if id_ in said for member in _members(said[id_])}:
                self.resting[member].append(fact)
            for key, through, object_ in dict.fromkeys(key for id_ in own if id_ in said for key in _keys(said[id_])):
                self.watching[key].append((fact, through, object_))
            # A removed value may have no statement left, so its subject and relation count as well.
            self.groups[fact] = {said[id_].group for id_ in own if id_ in said} | {_pair(row)}
            for group in self.groups[fact]:
                self.peers[group].append(fact)

    def walk(self, touched: Collection[str]) -> dict[str, Reach]:
        starts = {fact for id_ in touched for fact in (id_, *self.of_statement.get(id_, ()))}
        found = {fact: Reach(0) for fact in sorted(starts & self.changes.keys())}
        ring, before = list(found), list[str]()
        while ring or before:
            fresh: dict[str, Reach] = {}
            for cause, fact, through in (*self._steps(ring), *self._beside(before)):
                if fact not in found and fact not in fresh:
                    fresh[fact] = Reach(found[cause].depth + 1, cause, through)
            found |= fresh
            ring, before = sorted(fresh), ring
        return found

    def _steps(self, ring: Sequence[str]) -> Iterator[tuple[str, str, Through]]:
        """Links from some causes; a condition about a value is first linked to the fact of that value."""
        links: list[tuple[bool, str, Through, str]] = [
            (False, fact, "evidence", cause)
            for cause in ring
            for id_ in _statements(self.changes[cause])
            for fact in self.resting.get(id_, ())
        ]
        at: dict[tuple[str, str], dict[str | None, str]] = defaultdict(dict)
        for cause in ring:
            for key, seen in self._views(self.changes[cause]):
                at[key].setdefault(seen, cause)
        for key, causes in at.items():
            first = next(iter(causes.values()))
            for fact, through, object_ in self.watching.get(key, ()):
                another = object_ is not None and object_ not in causes
                links.append((another, fact, through, causes.get(object_, first)))
        links.sort(key=lambda link: (link[0], self._order(*link[1:3])))
        return ((cause, fact, through) for _, fact, through, cause in links)

    def _beside(self, ring: Sequence[str]) -> Iterator[tuple[str, str, None]]:
        """Other values of the same groups; one step later, so that a link that names the cause goes first."""
        for cause in ring:
            for group in sorted(self.groups[cause]):
                for fact in self.peers.pop(group, ()):
                    yield cause, fact, None

    def _order(self, fact: str, through: Through) -> tuple[str, int]:
        """A start is told with its trigger, an end with its ground."""
        order = ("starts_when", "evidence", "holds_while")
        if self.changes[fact]["change"] == "changed":
            order = ("evidence", "holds_while", "starts_when")
        return fact, order.index(through)

    def _views(self, row: Row) -> list[tuple[tuple[str, str], str]]:
        """Return the keys under which conditions see a fact, each with the object that they see."""
        subject, relation, object_ = row["subjectId"], row["relation"], row["objectId"]
        there = [((object_, relation), subject)] if relation in self.symmetric else []
        return [((subject, relation), object_), *there]


def _statements(row: Row) -> list[str]:
    return list(dict.fromkeys((row["factId"], *row["statementIds"])))


def _members(said: Statement) -> list[str]:
    return [id_ for some in said.evidence for id_ in some]


def _keys(said: Statement) -> Iterator[tuple[tuple[str, str], Through, str | None]]:
    for condition in said.holds_while:
        yield (condition.subject, condition.relation), "holds_while", condition.object
    if said.starts_when is not None:
        yield (said.starts_when.subject, said.starts_when.relation), "starts_when", said.starts_when.object


def _pair(row: Row) -> str:
    return f"{row['subjectId']} {row['relation']}"
