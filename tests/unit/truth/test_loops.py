"""Loops of a directed graph."""

from __future__ import annotations

from graphmem.truth.component import components_of
from graphmem.truth.instant import bottoms, on_loops


def test_what_a_component_leads_to_comes_before_it() -> None:
    found = components_of({1: {2}, 2: {3}, 3: {2}, 4: {1, 3}})
    assert [sorted(loop) for loop in found] == [[2, 3], [1], [4]]


def test_a_long_chain_needs_no_recursion() -> None:
    assert len(components_of({n: {n + 1} for n in range(5000)} | {5000: set()})) == 5001


def test_bottoms_lead_nowhere_else() -> None:
    assert bottoms({1: {2}, 2: {3}, 3: {2}, 4: {1}, 5: set()}) == {2, 3, 5}


def test_a_node_on_a_loop_leads_back_to_itself() -> None:
    assert on_loops({1: {2}, 2: {1}, 3: {1}, 4: {4}, 5: set()}) == {1, 2, 4}
