"""Two thousand random stories and what was believed after each step: periods, versions, reasons, sentences.

The cases were derived by another implementation of the rules. A story is made again from its seed.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem.settling.pair import triple_of
from graphmem.settling.statement_rows import conditions_of, statement_of
from graphmem.truth.derive import Moments, derive
from graphmem.truth.difference import StoredFact
from graphmem.truth.group import GroupPlace, GroupRule, circles, place
from graphmem.truth.statement import Statement
from tests.truth.stories import RELATIONS, Story, story

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
SYSTEM = datetime(2030, 1, 1, tzinfo=UTC)
RULES = {name: GroupRule(row["cardinality"] == "one", row["per"], row["symmetric"]) for name, row in RELATIONS.items()}
GIVEN = json.loads((Path(__file__).parent / "cases" / "stories.json").read_text("utf8"))
CHUNK = 200


def day(number: int | None) -> datetime | None:
    return None if number is None else EPOCH + timedelta(days=number)


def second(number: int) -> datetime:
    return SYSTEM + timedelta(seconds=number)


def node(told: dict[str, Any]) -> dict[str, Any]:
    """The properties of a statement's node."""
    gone, away = told.get("withdrawn"), told.get("away")
    return {
        **{name: told[name] for name in ("id", "action", "relation", "confidence", "text")},
        **{name: told.get(name) for name in ("details", "verdict", "reason")},
        "factId": told["id"],
        **{f"{end}{part}": told[end] for end in ("subject", "object") for part in ("Id", "Key", "Said")},
        "at": day(told["at"]),
        "until": day(told.get("until")),
        "startStated": told["stated"],
        "kind": told.get("kind", "state"),
        "occurredAt": day(told["occurred"]),
        "recordedAt": second(told["recorded"]),
        "secondHand": True if told.get("second") else None,
        "evidence": ["&".join(some) for some in told.get("evidence", ())] or None,
        "conditions": [json.dumps(one) for one in _conditions(told)] or None,
        "closedBy": "ep" if told["action"] == "ends" else None,
        "withdrawnAt": None if gone is None else second(gone),
        "withdrawnReason": None if gone is None else "corrected",
        "withdrawnBy": None if gone is None else "w",
        "away": None if away is None else [second(one) for one in away],
        "awayBy": None if away is None else ["v"],
        "importance": 0.5,
    }


def _conditions(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [*told.get("holds_while", ()), *([told["starts_when"]] if told.get("starts_when") else [])]


def condition_rows(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "statementId": told["id"],
            "waits": one is told.get("starts_when"),
            "subjectId": one["subject"],
            "relation": one["relation"],
            "objectId": one["object"],
            "objectSaid": one["object"],
            "event": one["event"],
        }
        for one in _conditions(told)
    ]


def statements(told: Story) -> dict[str, Statement]:
    rows = [node(one) for one in told]
    among = {
        relation: circles((row["subjectId"], row["objectId"]) for row in rows if row["relation"] == relation)
        for relation in RULES
    }
    conditions = conditions_of((row for one in told for row in condition_rows(one)), rows, RULES)
    return {row["id"]: statement_of(row, *placed(row, among), conditions.get(row["id"], ())) for row in rows}


def placed(row: dict[str, Any], among: dict[str, Any]) -> tuple[GroupRule, GroupPlace]:
    rule, circle = RULES[row["relation"]], among[row["relation"]].get(row["subjectId"], "")
    return rule, place(rule, *triple_of(row), circle)


def moments(told: Story, *, stepwise: bool) -> list[int]:
    found = {at for one in told for at in _changes(one) if at is not None}
    return sorted(found) if stepwise else [max(found)]


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        if value.year in (1, 9999):
            return "PAST" if value.year == 1 else "FUTURE"
        return round((value - SYSTEM).total_seconds()) if value.year >= 2029 else (value - EPOCH).days
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def row(props: dict[str, Any]) -> list[Any]:
    found = [plain(props.get(name)) for name in GIVEN["fields"]]
    while found and found[-1] is None:
        found.pop()
    return found


def believed(case: dict[str, Any]) -> tuple[list[list[Any]], list[list[Any]]]:
    """The facts after the last step, and the versions that the steps have left."""
    told = story(case["seed"])
    known = statements(told)
    touched = {
        second(number): [known[one["id"]].group for one in told if not case["stepwise"] or number in _changes(one)]
        for number in moments(told, stepwise=case["stepwise"])
    }
    settled, versions = Moments(list(known.values()), (), touched), list[list[Any]]()
    for found in settled.differences():
        for gone in found.removed:
            expired = {"expiredAt": found.at, "expiredReason": gone.reason, "expiredBy": gone.because}
            versions.append(row({**_props(gone.fact), **expired}))
        for new in found.revised:
            if new.content:
                versions.append(row({**_props(new.before), "expiredAt": found.at, "expiredReason": "revised"}))
    return [row(_props(fact)) for fact in settled.facts], versions


def _changes(one: dict[str, Any]) -> list[int | None]:
    """The moments at which a statement came, went or came back."""
    return [one["recorded"], one.get("withdrawn"), *one.get("away", ())]


def _props(fact: StoredFact) -> dict[str, Any]:
    return {**fact.props, "factId": fact.fact_id, "recordedAt": fact.recorded}


@pytest.mark.parametrize("first", range(0, len(GIVEN["cases"]), CHUNK))
def test_stories_are_believed_as_before(first: int) -> None:
    for case in GIVEN["cases"][first : first + CHUNK]:
        facts, versions = believed(case)
        assert sorted(facts, key=str) == sorted(case["facts"], key=str), case["seed"]
        assert sorted(versions, key=str) == sorted(case["versions"], key=str), case["seed"]


def test_the_order_of_arrival_does_not_matter() -> None:
    for seed in range(300):
        known = list(statements(story(seed)).values())
        last = max(one.recorded for one in known) + timedelta(days=1)
        there = [one for one in known if one.is_known(last)]
        first = derive(there)
        again = derive(there[::-1])
        assert {f.fact_id: f.content for f in first.facts} == {f.fact_id: f.content for f in again.facts}, seed
