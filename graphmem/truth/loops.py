"""Loops of a directed graph."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping


def components_of(near: Mapping[int, Iterable[int]]) -> list[list[int]]:
    """Return the strongly connected components; what a component leads to comes before it (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_: list[int] = []
    inside: set[int] = set()
    found: list[list[int]] = []
    for root in near:
        if root in index:
            continue
        todo = [(root, iter(near[root]))]
        index[root] = low[root] = len(index)
        open_.append(root)
        inside.add(root)
        while todo:
            node, others = todo[-1]
            for other in others:
                if other not in index:
                    index[other] = low[other] = len(index)
                    open_.append(other)
                    inside.add(other)
                    todo.append((other, iter(near[other])))
                    break
                if other in inside:
                    low[node] = min(low[node], index[other])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[node])
                if low[node] == index[node]:
                    found.append(_popped(open_, inside, node))
    return found


def _popped(open_: list[int], inside: set[int], last: int) -> list[int]:
    loop: list[int] = []
    while not loop or loop[-1] != last:
        loop.append(open_.pop())
        inside.discard(loop[-1])
    return loop


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
