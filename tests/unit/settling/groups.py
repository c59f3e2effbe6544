"""Statements and facts in memory, as the statements of `cypher/truth` and `cypher/ingest` read and write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.truth.statement import FUTURE
from tests.unit.fake_graph import FakeGraph, Rows

Row = dict[str, Any]
DAY = datetime(2025, 3, 1, tzinfo=UTC)


def day(number: float) -> datetime:
    """Return a day of March 2025."""
    return DAY + timedelta(days=number - 1)


def said_row(id_: str, subject: str = "ana", relation: str = "works_at", object_: str = "acme", **changes: Any) -> Row:
    """A statement as truth/read_groups returns it: Ana works at Acme since DAY, said and stored then."""
    return {
        "id": id_, "factId": id_, "action": "holds", "subjectId": subject, "relation": relation, "objectId": object_,
        "subjectKey": f"person:{subject}", "objectKey": f"organization:{object_}", "subjectSaid": subject.title(),
        "objectSaid": object_.title(), "text": f"{subject.title()} {relation} {object_.title()}", "occurredAt": DAY, "at": DAY,
        "atPrecision": "day", "startStated": True, "recordedAt": DAY, "confidence": 0.8, "kind": "state", "importance": 0.5,
        "episodeIds": [f"episode of {id_}"], **changes,
    }  # fmt: skip


def stored_row(
    id_: str, subject: str = "ana", relation: str = "works_at", object_: str = "acme", **changes: Any
) -> Row:
    """A fact as truth/read_groups returns it."""
    return {
        "factId": id_, "subjectId": subject, "relation": relation, "objectId": object_, "subject": subject.title(),
        "object": object_.title(), "factText": f"{subject.title()} {relation} {object_.title()}", "recordedAt": DAY,
        "statementIds": [id_], "confidence": 0.8, "tValid": DAY, "tInvalid": None, "tStart": DAY, "tEnd": FUTURE, **changes,
    }  # fmt: skip


class Groups:
    """Answers for a `FakeGraph` that keep what is written.

    Attributes:
        resting: triples that truth/read_dependents returns, by the id of their evidence, or by the subject and relation of their
            condition.
    """

    def __init__(
        self,
        *statements: Row,
        facts: Iterable[Row] = (),
        rules: Mapping[str, Mapping[str, Any]] | None = None,
        conditions: Iterable[Row] = (),
        resting: Mapping[str | tuple[str, str], tuple[str, str, str]] | None = None,
    ) -> None:
        self.statements = list(statements)
        self.facts = list(facts)
        self.rules = {name: rule_row(name, **fields) for name, fields in (rules or {}).items()}
        self.conditions = list(conditions)
        self.resting = dict(resting or {})

    def answers(self) -> dict[str, Any]:
        """Return the answers by the name of the statement."""
        return {
            "truth/read_rules": lambda asked: [self.rules[name] for name in asked["relations"] if name in self.rules],
            "truth/read_groups": self._read_groups,
            "truth/read_grounds": self._read_grounds,
            "truth/read_dependents": self._read_dependents,
            "truth/write_facts": self._write_facts,
        }

    def graph(self, **answers: Any) -> FakeGraph:
        """Return a graph with these answers and others; `__` in a name stands for the slash."""
        given = {name.replace("__", "/"): answer for name, answer in answers.items()}
        if begun := given.get("ingest/commit"):
            given["ingest/commit"] = lambda asked: self._write_statements(asked, begun)
        return FakeGraph({**self.answers(), **given})

    def _read_groups(self, asked: Mapping[str, Any]) -> Rows:
        since = datetime.fromisoformat(asked["since"])
        known = [row for row in self.statements if row["recordedAt"] < since]
        return [{"statements": [*map(_sent, _of(asked, known))], "facts": [*map(_sent, _of(asked, self.facts))]}]

    def _read_grounds(self, asked: Mapping[str, Any]) -> Rows:
        conditions = [row for row in self.conditions if row["statementId"] in asked["conditional"]]
        return [
            {"conditions": conditions, "evidence": [row for row in self.statements if row["id"] in asked["evidence"]]}
        ]

    def _read_dependents(self, asked: Mapping[str, Any]) -> Rows:
        keys = [*asked["carrying"], *((row["id"], row["relation"]) for row in asked["watched"])]
        found = [self.resting[key] for key in keys if key in self.resting]
        return [
            {"subjectId": subject, "relation": relation, "objectId": object_} for subject, relation, object_ in found
        ]

    def _write_statements(self, asked: Mapping[str, Any], answer: Rows) -> Rows:
        for row in asked["statements"]:
            times = {name: _time(row[name]) for name in ("at", "until", "occurredAt")}
            stamp = answer[0]["recordedAt"] + timedelta(microseconds=row["n"])
            self.statements.append({**row["props"], **times, "recordedAt": stamp})
        return answer

    def _write_facts(self, asked: Mapping[str, Any]) -> Rows:
        gone = {(row["factId"], row["subjectId"]) for row in asked["removed"]}
        revised = {(row["factId"], row["subjectId"]): _joined(row)["set"] for row in asked["revised"]}
        keyed = [((row["factId"], row["subjectId"]), row) for row in self.facts]
        self.facts = [{**row, **revised.get(key, {})} for key, row in keyed if key not in gone]
        added = [_joined(row) for row in asked["added"]]
        new = [{**row["set"], "subject": row["subjectId"], "object": row["objectId"]} for row in added]
        self.facts += new
        return [{"factId": row["factId"], "subject": row["subject"], "object": row["object"]} for row in new]


def rule_row(name: str, **changes: Any) -> Row:
    """A row of truth/read_rules: several values at a time."""
    return {"name": name, "cardinality": "many", "per": "subject", "symmetric": False, "watched": False, **changes}


def condition_row(statement: str, subject: str, relation: str, object_: str | None = None, **changes: Any) -> Row:
    """A condition as truth/read_grounds returns it; `waits`: the statement waits for it."""
    return {
        "statementId": statement, "waits": False, "subjectId": subject, "relation": relation, "objectId": object_,
        "objectSaid": object_, "event": None, **changes,
    }  # fmt: skip


def asked_for(store: FakeGraph) -> list[tuple[str, ...]]:
    """Return what was read of groups: ("subject", relation, id), ("object", relation, id), ("value", relation, both ids)."""
    found: list[tuple[str, ...]] = []
    for asked in store.parameters.get("truth/read_groups", []):
        found += [("subject", row["relation"], row["id"]) for row in asked["subjects"]]
        found += [("object", row["relation"], row["id"]) for row in asked["objects"]]
        found += [("value", row["relation"], row["subjectId"], row["objectId"]) for row in asked["values"]]
    return found


def written(store: FakeGraph, kind: str) -> list[Row]:
    """Return what was written of facts: *versions*, *removed*, *revised* or *added*; `set` with the times."""
    return [_joined(row) for asked in store.parameters.get("truth/write_facts", []) for row in asked[kind]]


def _joined(row: Row) -> Row:
    times = {name: datetime.fromisoformat(text) for name, text in row.get("times", {}).items()}
    return {**row, "set": {**row["set"], **times}} if "set" in row else row


def _sent(row: Row) -> Row:
    """A row with its times as texts; those between which a statement was withdrawn stay."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


def _of(asked: Mapping[str, Any], rows: Iterable[Row]) -> Iterator[Row]:
    subjects = {(row["id"], row["relation"]) for row in asked["subjects"]}
    objects = {(row["id"], row["relation"]) for row in asked["objects"]}
    values = {(row["subjectId"], row["relation"], row["objectId"]) for row in asked["values"]}
    for row in rows:
        subject, relation, object_ = row["subjectId"], row["relation"], row["objectId"]
        if (subject, relation) in subjects or (object_, relation) in objects or (subject, relation, object_) in values:
            yield row


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
