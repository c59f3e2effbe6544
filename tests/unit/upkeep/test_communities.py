"""Communities of entities: dense groups, each connected part by itself, the same answer for the same graph."""

from __future__ import annotations

from itertools import combinations

from graphmem.upkeep.clusters.communities import Pair, communities


def group(*names: str) -> dict[Pair, float]:
    """Every two of them joined."""
    return {(min(pair), max(pair)): 1.0 for pair in combinations(names, 2)}


def members(weights: dict[Pair, float], *alone: str) -> list[set[str]]:
    return [set(one.members) for one in communities(weights, alone)]


CIRCLES = {**group("ana", "bea", "caio", "dora"), **group("eva", "finn", "gus", "hugo"), ("dora", "eva"): 1.0}


def test_two_dense_groups_with_one_fact_between_them_are_two_communities() -> None:
    assert members(CIRCLES) == [{"ana", "bea", "caio", "dora"}, {"eva", "finn", "gus", "hugo"}]


def test_many_facts_between_two_groups_make_them_one() -> None:
    assert members({("ana", "bea"): 1.0, ("bea", "caio"): 9.0, ("caio", "dora"): 1.0}) == [
        {"ana", "bea", "caio", "dora"}
    ]


def test_the_order_of_the_facts_does_not_matter() -> None:
    assert members(dict(reversed(CIRCLES.items()))) == members(CIRCLES)


def test_a_change_in_one_connected_part_moves_nobody_in_another() -> None:
    far = {**group("x", "y", "z"), ("z", "w"): 1.0}
    before = [one for one in members({**CIRCLES, **far}) if one & {"x", "y", "z", "w"}]
    changed = {**CIRCLES, ("ana", "hugo"): 5.0, **group("new", "eva", "finn"), **far}
    assert [one for one in members(changed) if one & {"x", "y", "z", "w"}] == before


def test_who_is_joined_with_nobody_is_a_community_of_one() -> None:
    assert members(group("ana", "bea"), "zoe", "ana") == [{"ana", "bea"}, {"zoe"}]
    assert members({}) == []


def circles_of_circles() -> dict[Pair, float]:
    """Two circles of six groups of five: joined closely within a group, less within a circle, once between the circles."""
    weights: dict[Pair, float] = {("0-0-0", "1-0-0"): 1.0}
    for circle in range(2):
        for one in range(6):
            weights |= group(*(f"{circle}-{one}-{n}" for n in range(5)))
            for other in range(one + 1, 6):
                weights |= {(f"{circle}-{one}-{n}", f"{circle}-{other}-{n}"): 0.8 for n in range(5)}
    return weights


def test_only_a_large_community_has_parts_and_they_cover_it() -> None:
    found = communities(circles_of_circles())
    assert [len(one.members) for one in found] == [30, 30]
    for one in found:
        assert len(one.parts) > 1
        assert frozenset().union(*one.parts) == one.members
        assert sum(map(len, one.parts)) == len(one.members)
    assert all(not one.parts for one in communities(CIRCLES))
