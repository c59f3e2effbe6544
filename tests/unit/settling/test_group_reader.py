"""Whole groups are read with all that they rest on; what rests on a change is looked up where something may."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.settling.group_reader import GroupReader, NewRows, stored_of
from graphmem.settling.pair import Triple
from graphmem.truth.group import GroupRule
from tests.unit.fake_graph import FakeGraph, FakeTransaction
from tests.unit.settling.groups import Groups, asked_for, condition_row, day, said_row, stored_row

JOB: Triple = ("ana", "works_at", None)
ONE = {"cardinality": "one"}


def reader(store: FakeGraph, **rules: GroupRule) -> GroupReader:
    tx: Any = FakeTransaction(store)
    return GroupReader(tx, "b", dict(rules))


async def read(groups: Groups, *triples: Triple) -> tuple[GroupReader, FakeGraph]:
    store = groups.graph()
    found = reader(store)
    await found.reach(triples)
    return found, store


async def read_beside(new: NewRows, groups: Groups, *triples: Triple) -> tuple[GroupReader, FakeGraph]:
    store = groups.graph()
    found = reader(store)
    found.new = new
    await found.reach(triples)
    return found, store


def ids(found: GroupReader) -> set[str]:
    return {said.id for said in found.known().statements}


# -- what a group spans


async def test_of_one_value_per_subject_all_values_of_the_subject_are_read() -> None:
    groups = Groups(said_row("1"), said_row("2", object_="globex"), said_row("3", "ben"), rules={"works_at": ONE})
    found, store = await read(groups, ("ana", "works_at", "acme"))
    assert asked_for(store) == [("subject", "works_at", "ana")]
    assert ids(found) == {"1", "2"}


async def test_of_one_value_per_object_all_values_of_the_object_are_read() -> None:
    groups = Groups(said_row("1"), said_row("3", "ben"), rules={"works_at": {**ONE, "per": "object"}})
    found, store = await read(groups, ("ana", "works_at", "acme"))
    assert asked_for(store) == [("object", "works_at", "acme")]
    assert ids(found) == {"1", "3"}


async def test_of_several_values_only_the_touched_one_is_read() -> None:
    found, store = await read(Groups(said_row("1"), said_row("2", object_="globex")), ("ana", "works_at", "acme"))
    assert asked_for(store) == [("value", "works_at", "ana", "acme")]
    assert ids(found) == {"1"}


async def test_of_a_relation_without_direction_both_ways_are_read() -> None:
    groups = Groups(
        said_row("1", "ana", "knows", "bo"), said_row("2", "bo", "knows", "ana"), rules={"knows": {"symmetric": True}}
    )
    found, store = await read(groups, ("bo", "knows", "ana"))
    assert asked_for(store) == [("value", "knows", "ana", "bo"), ("value", "knows", "bo", "ana")]
    assert ids(found) == {"1", "2"}
    assert len({said.group for said in found.known().statements}) == 1


async def test_of_one_partner_all_that_partners_connect_is_read() -> None:
    chain = [said_row(str(n), f"e{n}", "married_to", f"e{n + 1}") for n in range(4)]
    groups = Groups(
        *chain, said_row("x", "far", "married_to", "away"), rules={"married_to": {**ONE, "symmetric": True}}
    )
    found, _ = await read(groups, ("e2", "married_to", "e1"))
    assert ids(found) == {"0", "1", "2", "3"}
    assert {said.group for said in found.known().statements} == {"married_to among e0"}


async def test_without_an_object_every_value_of_a_subject_is_read() -> None:
    found, store = await read(Groups(said_row("1"), said_row("2", object_="globex")), JOB)
    assert asked_for(store)[0] == ("subject", "works_at", "ana")
    assert ids(found) == {"1", "2"}


async def test_facts_without_statements_are_read_with_their_groups() -> None:
    found, _ = await read(Groups(facts=[stored_row("f")], rules={"works_at": ONE}), JOB)
    known = found.known()
    assert ([fact.fact_id for fact in known.facts], known.groups[JOB]) == (["f"], {"works_at of ana"})


async def test_a_touched_value_has_its_group_though_nothing_is_left_of_it() -> None:
    found, _ = await read(Groups(), ("ana", "works_at", "acme"))
    assert found.known().groups["ana", "works_at", "acme"] == {"works_at of ana to acme"}


# -- few statements


async def test_nothing_is_read_twice() -> None:
    store = Groups(said_row("1"), rules={"works_at": ONE}).graph()
    found = reader(store)
    assert await found.reach([JOB]) is True
    assert await found.reach([JOB, ("ana", "works_at", "acme")]) is True
    assert await found.reach([JOB]) is False
    assert (store.calls["truth/read_groups"], store.calls["truth/read_rules"]) == (1, 1)


async def test_rules_that_are_known_are_not_read() -> None:
    store = Groups(said_row("1")).graph()
    await reader(store, works_at=GroupRule(one=True)).reach([JOB])
    assert store.calls["truth/read_rules"] == 0
    assert asked_for(store) == [("subject", "works_at", "ana")]


async def test_many_groups_take_one_statement() -> None:
    groups = Groups(*(said_row(f"s{n}", f"p{n}") for n in range(50)))
    _, store = await read(groups, *((f"p{n}", "works_at", "acme") for n in range(50)))
    assert store.calls["truth/read_groups"] == 1


async def test_statements_that_rest_on_nothing_ask_for_no_grounds() -> None:
    _, store = await read(Groups(said_row("1")), JOB)
    assert store.calls["truth/read_grounds"] == 0


# -- grounds


async def test_evidence_is_read_with_its_group_over_any_number_of_steps() -> None:
    groups = Groups(
        said_row("1", evidence=["2&3"]),
        said_row("2", "ben", "likes", "tea", evidence=["4"]),
        said_row("3", "cy", "likes", "tea"),
        said_row("4", "dan", "likes", "tea"),
        said_row("5", "eve", "likes", "tea"),
    )
    found, _ = await read(groups, JOB)
    assert ids(found) == {"1", "2", "3", "4"}


async def test_what_conditions_name_is_read_whole() -> None:
    groups = Groups(
        said_row("1", conditions=["{}"]),
        said_row("2", "club", "coach", "bram"),
        said_row("3", "club", "coach", "zoe"),
        said_row("4", "club", "hall", "north"),
        conditions=[condition_row("1", "club", "coach")],
        rules={"coach": {**ONE, "watched": True}},
    )
    found, _ = await read(groups, JOB)
    assert ids(found) == {"1", "2", "3"}
    (bound,) = (said for said in found.known().statements if said.id == "1")
    assert [condition.words for condition in bound.holds_while] == ["club coach"]


async def test_a_condition_on_a_relation_without_direction_reads_both_ways() -> None:
    groups = Groups(
        said_row("1", waits=True),
        said_row("2", "bo", "married_to", "ana"),
        conditions=[condition_row("1", "ana", "married_to", waits=True)],
        rules={"married_to": {**ONE, "symmetric": True, "watched": True}},
    )
    found, _ = await read(groups, JOB)
    assert ids(found) == {"1", "2"}


async def test_evidence_in_a_ring_comes_to_an_end() -> None:
    groups = Groups(said_row("1", evidence=["2"]), said_row("2", "ben", evidence=["1"]))
    found, store = await read(groups, JOB)
    assert ids(found) == {"1", "2"}
    assert store.calls["truth/read_grounds"] <= 2


# -- dependents


async def dependents(
    groups: Groups, unsettled: set[str], *triples: Triple
) -> tuple[list[Triple], list[Mapping[str, Any]]]:
    found, store = await read(groups, *triples)
    return await found.dependents(unsettled), store.parameters.get("truth/read_dependents", [])


async def test_where_nothing_carries_and_nothing_is_watched_nothing_is_asked() -> None:
    assert await dependents(Groups(said_row("1")), {"1"}, JOB) == ([], [])


async def test_what_rests_on_a_statement_whose_period_changed_is_found() -> None:
    rests: tuple[str, str, str] = ("ben", "likes", "tea")
    groups = Groups(said_row("1", carries=True), said_row("2", object_="globex", carries=True), resting={"1": rests})
    found, (asked,) = await dependents(groups, {"1"}, JOB)
    assert (found, asked["carrying"], asked["watched"]) == ([rests], ["1"], [])


async def test_what_watches_a_touched_group_is_found_though_no_period_changed() -> None:
    watched = Groups(
        said_row("1"), rules={"works_at": {**ONE, "watched": True}}, resting={("ana", "works_at"): ("w", "x", "y")}
    )
    found, (asked,) = await dependents(watched, set(), JOB)
    assert (found, asked["watched"]) == ([("w", "x", "y")], [{"id": "ana", "relation": "works_at"}])


async def test_a_touched_group_without_statements_is_watched_too() -> None:
    groups = Groups(rules={"works_at": {**ONE, "watched": True}})
    _, (asked,) = await dependents(groups, set(), ("ana", "works_at", "acme"))
    assert asked["watched"] == [{"id": "ana", "relation": "works_at"}]


async def test_both_ends_of_a_relation_without_direction_are_watched() -> None:
    groups = Groups(said_row("1", "ana", "knows", "bo"), rules={"knows": {"symmetric": True, "watched": True}})
    _, (asked,) = await dependents(groups, set(), ("ana", "knows", "bo"))
    assert [row["id"] for row in asked["watched"]] == ["ana", "bo"]


async def test_in_a_group_with_evidence_all_that_carries_counts() -> None:
    groups = Groups(said_row("1", carries=True, evidence=["e"]), said_row("2", object_="globex", carries=True))
    _, (asked,) = await dependents(groups, set(), JOB)
    assert asked["carrying"] == ["1"]


async def test_what_is_read_only_as_a_ground_reaches_nothing() -> None:
    groups = Groups(said_row("1", evidence=["2"]), said_row("2", "ben", "likes", "tea", carries=True, evidence=["9"]))
    assert (await dependents(groups, set(), JOB))[1] == []


async def test_dependents_are_asked_for_once() -> None:
    found, store = await read(Groups(said_row("1", carries=True)), JOB)
    await found.dependents({"1"})
    assert await found.dependents({"1"}) == []
    assert store.calls["truth/read_dependents"] == 1


def test_a_stored_fact_knows_the_names_of_its_ends() -> None:
    fact = stored_of(stored_row("f", recordedAt=day(3)), "works_at of ana")
    assert (fact.fact_id, fact.group, fact.recorded, fact.names) == ("f", "works_at of ana", day(3), ("Ana", "Acme"))
    assert fact.statements == ["f"]


# -- what the present commit has written


async def test_what_the_commit_has_written_is_not_read_again() -> None:
    old, new = said_row("1", recordedAt=day(1)), said_row("2", object_="globex", recordedAt=day(2))
    told = NewRows((), [{**new, "text": "as it was sent"}])
    found, store = await read_beside(told, Groups(old, new, rules={"works_at": ONE}), JOB)
    assert {said.id: said.text for said in found.known().statements}["2"] == "as it was sent"
    assert ids(found) == {"1", "2"}
    assert store.parameters["truth/read_groups"][0]["since"] == day(2).isoformat()


async def test_groups_of_entities_that_the_commit_made_are_not_read() -> None:
    ana, ben = said_row("1", recordedAt=day(2)), said_row("2", "ben", recordedAt=day(2))
    new = NewRows(["ana"], [ana, ben])
    both: list[Triple] = [("ana", "works_at", "acme"), ("ben", "works_at", "acme")]
    found, store = await read_beside(new, Groups(said_row("0", "ben")), *both)
    assert asked_for(store) == [("value", "works_at", "ben", "acme")]
    assert ids(found) == {"0", "1", "2"}


async def test_where_everything_is_new_nothing_is_read() -> None:
    new = NewRows(["acme"], [said_row("1", recordedAt=day(2))])
    found, store = await read_beside(new, Groups(), ("ana", "works_at", "acme"))
    assert (store.calls["truth/read_groups"], ids(found)) == (0, {"1"})


async def test_what_new_statements_rest_on_is_read_with_them() -> None:
    new = NewRows(["ben"], [said_row("2", "ben", evidence=["1"], recordedAt=day(2))])
    found, _ = await read_beside(new, Groups(said_row("1")), ("ben", "works_at", "acme"))
    assert ids(found) == {"1", "2"}
