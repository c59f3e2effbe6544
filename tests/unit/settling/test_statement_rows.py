"""Rows of the graph as statements, rules and conditions."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.settling.statement_rows import conditions_of, rule_of, statement_of
from graphmem.truth.group import GroupPlace, GroupRule
from graphmem.truth.statement import FUTURE, PAST, Condition
from tests.unit.settling.groups import condition_row, day, rule_row, said_row

ONE, MARRIED = GroupRule(one=True), GroupRule(one=True, symmetric=True)
PLACE = GroupPlace("works_at of ana", "acme", frozenset({"works_at"}))
COACH = Condition("club", "coach")


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        (rule_row("x", cardinality="one"), ONE),
        (rule_row("x", cardinality=None, per=None, symmetric=None, watched=None), GroupRule()),
        (rule_row("x", cardinality="one", per="object"), GroupRule(one=True, per="object")),
        (
            rule_row("x", cardinality="one", symmetric=True, watched=True),
            GroupRule(one=True, symmetric=True, watched=True),
        ),
    ],
)
def test_a_row_of_a_relation_is_its_rule(row: dict[str, Any], rule: GroupRule) -> None:
    assert rule_of(row) == rule


def test_what_a_node_does_not_have_is_open_unknown_or_none() -> None:
    said = statement_of(said_row("s", at=None, startStated=None, kind=None), ONE, PLACE)
    assert (said.at, said.until, said.withdrawn) == (PAST, FUTURE, FUTURE)
    assert (said.stated, said.kind, said.second_hand) == (False, "state", False)
    assert (said.evidence, said.away, said.details, said.verdict) == ((), (), None, None)


def test_a_statement_has_its_place_its_times_and_its_words() -> None:
    row = said_row(
        "s", at=day(2), until=day(9), occurredAt=day(3), recordedAt=day(4), withdrawnAt=day(5), secondHand=True
    )
    said = statement_of({**row, "factId": "f", "details": ["north"], "verdict": ["refines", "x"]}, ONE, PLACE)
    assert (said.group, said.value, said.ends) == (PLACE.group, PLACE.value, PLACE.ends)
    assert (said.at, said.until, said.occurred, said.recorded, said.withdrawn) == tuple(map(day, (2, 9, 3, 4, 5)))
    assert (said.second_hand, said.fact_id, said.key) == (True, "f", "organization:acme")
    assert (said.details, said.verdict, said.props["text"]) == (("north",), ("refines", "x"), said.text)


def test_evidence_is_read_as_sets() -> None:
    assert statement_of(said_row("s", evidence=["a&b", "c"]), ONE, PLACE).evidence == (("a", "b"), ("c",))


def test_a_statement_knows_what_it_holds_with_and_what_it_waits_for() -> None:
    hall = Condition("club", "hall")
    said = statement_of(said_row("s"), ONE, PLACE, [(False, COACH), (True, hall)])
    assert (said.holds_while, said.starts_when) == ((COACH,), hall)


@pytest.mark.parametrize(
    ("fields", "cause"),
    [
        ({}, None),
        ({"action": "ends"}, ("retracted", "s")),
        ({"action": "ends", "reason": "contradicted", "closedBy": "who"}, ("contradicted", "who")),
    ],
)
def test_only_a_stated_end_has_a_cause(fields: dict[str, Any], cause: tuple[str, str] | None) -> None:
    assert statement_of(said_row("s", **fields), ONE, PLACE).cause == cause


# -- conditions


def conditions(row: dict[str, Any], *statements: dict[str, Any], **rules: GroupRule) -> list[tuple[bool, Condition]]:
    return conditions_of([row], statements, rules)["s"]


def test_a_condition_has_its_event_and_whether_it_is_waited_for() -> None:
    assert conditions(condition_row("s", "club", "coach")) == [(False, COACH)]
    waits = condition_row("s", "club", "coach", "bram", waits=True, event="begins")
    assert conditions(waits) == [(True, Condition("club", "coach", "bram", "begins"))]


def test_the_object_of_a_condition_is_the_value_that_has_its_id() -> None:
    row = condition_row("s", "club", "coach", "bram", objectSaid="Somebody")
    other = said_row("2", "club", "coach", "emeka", objectSaid="Somebody")
    bram = said_row("1", "club", "coach", "bram")
    assert conditions(row, other, bram)[0][1].object == "bram"


def test_a_value_that_has_become_an_entity_is_found_by_its_name() -> None:
    row = condition_row("s", "club", "coach", "value:bram", objectSaid="Bram")
    assert conditions(row, said_row("1", "club", "coach", "bram", objectSaid="bram"))[0][1].object == "bram"
    assert conditions(row, said_row("1", "club", "hall", "bram", objectSaid="bram"))[0][1].object == "value:bram"


def test_of_several_values_of_a_name_the_first_said_is_meant() -> None:
    row = condition_row("s", "club", "coach", "value:bram", objectSaid="Bram")
    late = said_row("1", "club", "coach", "bram-2", objectSaid="Bram", occurredAt=day(5))
    early = said_row("2", "club", "coach", "bram-1", objectSaid="Bram", occurredAt=day(2))
    assert conditions(row, late, early)[0][1].object == "bram-1"


def test_without_direction_a_condition_finds_its_object_at_either_end() -> None:
    row = condition_row("s", "bo", "married_to", "value:ana", objectSaid="Ana")
    said = said_row("1", "ana", "married_to", "bo", subjectSaid="Ana")
    assert conditions(row, said, married_to=MARRIED)[0][1].object == "ana"
    assert conditions(row, said)[0][1].object == "value:ana"


def test_the_order_of_saying_is_read_and_a_correction_was_said_when_the_corrected_was() -> None:
    assert (statement_of(said_row("s"), ONE, PLACE).order, statement_of(said_row("s"), ONE, PLACE).corrected) == (
        0,
        None,
    )
    said = statement_of(said_row("s", occurredAt=day(9), firstSaidAt=day(3), order=2), ONE, PLACE)
    assert (said.occurred, said.corrected, said.order) == (day(3), day(9), 2)
