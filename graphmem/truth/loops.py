"""Loops of a directed graph."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from graphmem.truth.component import components_of


def bottoms(near: Mapping[int, Collection[int]]) -> set[int]:
    """Return the nodes of the components that lead nowhere else."""
    found: set[int] = set()
    for loop in components_of(near):
        members = set(loop)
        if all(members.issuperset(near[node]) for node in loop):
            found |= members
    return found


def on_loops(near: Mapping[int, Collection[int]]) -> set[int]:
    """Return the nodes that lead back to themselves."""
    found: set[int] = set()
    for loop in components_of(near):
        if len(loop) > 1 or loop[0] in near[loop[0]]:
            found |= set(loop)
    return found
