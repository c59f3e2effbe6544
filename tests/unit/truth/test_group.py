"""Which values exclude each other, by the rule of their relation."""

from __future__ import annotations

from itertools import pairwise

import pytest

from graphmem.truth.group import GroupPlace, GroupRule, Scope, circles, place, rank_key

ONE, MANY = GroupRule(one=True), GroupRule()
PER_OBJECT = GroupRule(one=True, per="object")
MARRIED, FRIENDS = GroupRule(one=True, symmetric=True), GroupRule(symmetric=True)


@pytest.mark.parametrize(
    ("rule", "scope"),
    [
        (ONE, "subject"),
        (MANY, "value"),
        (PER_OBJECT, "object"),
        (MARRIED, "circle"),
        (FRIENDS, "either"),
        (GroupRule(one=True, per="pair"), "value"),
        (GroupRule(one=True, per="pair", symmetric=True), "either"),
    ],
)
def test_a_rule_gives_the_scope_of_a_group(rule: GroupRule, scope: Scope) -> None:
    assert rule.scope == scope


def test_with_one_value_per_subject_the_objects_of_a_subject_exclude_each_other() -> None:
    acme, globex = (place(ONE, "ana", "works_at", name) for name in ("acme", "globex"))
    assert acme == GroupPlace("works_at of ana", "acme", frozenset({"works_at"}))
    assert (acme.group, bool(acme.ends & globex.ends)) == (globex.group, True)
    assert place(ONE, "ben", "works_at", "acme").group != acme.group


def test_with_one_value_per_object_the_subjects_of_an_object_exclude_each_other() -> None:
    bonn, berlin = (place(PER_OBJECT, city, "capital_of", "west") for city in ("bonn", "berlin"))
    assert (bonn.group, bonn.value, berlin.value) == (berlin.group, "bonn", "berlin")
    assert bonn.ends & berlin.ends
    assert place(PER_OBJECT, "bonn", "capital_of", "east").group != bonn.group


def test_with_several_values_each_is_a_group_that_excludes_nothing() -> None:
    tea, rye = (place(MANY, "ana", "likes", name) for name in ("tea", "rye"))
    assert tea.group != rye.group
    assert not tea.ends


def test_without_direction_both_ways_are_one_value() -> None:
    assert place(FRIENDS, "bo", "knows", "ana") == place(FRIENDS, "ana", "knows", "bo")
    assert place(FRIENDS, "ana", "knows", "bo") == GroupPlace("knows between ana|bo", "ana|bo", frozenset())
    assert place(FRIENDS, "ana", "knows", "cy").group != place(FRIENDS, "ana", "knows", "bo").group


def test_with_one_partner_values_that_share_an_end_exclude_each_other() -> None:
    first, second, third = (
        place(MARRIED, *ends, "ana")
        for ends in (("ana", "married_to", "bo"), ("cy", "married_to", "bo"), ("cy", "married_to", "dan"))
    )
    assert first.group == second.group == third.group == "married_to among ana"
    assert first.ends & second.ends
    assert second.ends & third.ends
    assert not first.ends & third.ends


def test_without_a_circle_the_subject_names_the_group() -> None:
    assert place(MARRIED, "ana", "married_to", "bo").group == "married_to among ana"


def test_a_circle_has_the_name_of_its_least_entity_in_whatever_order_values_come() -> None:
    values = [("d", "c"), ("b", "c"), ("x", "y"), ("a", "b")]
    expected = {**dict.fromkeys("abcd", "a"), "x": "x", "y": "x"}
    assert circles(values) == circles(reversed(values)) == expected
    assert circles([]) == {}


def test_a_long_chain_is_one_circle() -> None:
    names = [f"e{n:05}" for n in range(5_000)]
    assert set(circles(pairwise(names)).values()) == {"e00000"}


def test_the_wording_that_ranks_equal_starts_is_that_of_the_value() -> None:
    assert rank_key(ONE, "person:ana", "org:acme") == rank_key(MANY, "person:ana", "org:acme") == "org:acme"
    assert rank_key(PER_OBJECT, "city:bonn", "land:west") == "city:bonn"
    assert rank_key(MARRIED, "person:bo", "person:ana") == rank_key(MARRIED, "person:ana", "person:bo")
