"""Communities of entities in the graph of facts, by the Louvain method. Pure: the same graph gives the same communities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

SEED = 7
"""The Louvain method looks at the nodes in a random order; with a fixed seed it is the same order every time."""
LARGE = 20
"""Entities above which a community has parts."""
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Community:
    """Entities that are joined with each other more than with others. `parts`: smaller communities in it; () = none."""

    members: frozenset[str]
    parts: tuple[frozenset[str], ...] = ()


def communities(weights: Mapping[Pair, float], alone: Iterable[str] = ()) -> list[Community]:
    """Return the communities of a graph, each entity in one of them.

    Every connected part of the graph is divided by itself, so a change in one never moves the communities of another.

    Args:
        weights: how strongly two entities are joined, each pair once. alone: entities that are joined with nobody.
    """
    ids = sorted({one for pair in weights for one in pair})
    number = {id_: n for n, id_ in enumerate(ids)}  # numbers have the same order in every process, texts have not
    found = [
        Community(_named(whole, ids), tuple(_named(part, ids) for part in parts))
        for whole, parts in _divided({(number[a], number[b]): weight for (a, b), weight in weights.items()}, len(ids))
    ]
    return found + [Community(frozenset((one,))) for one in sorted(set(alone) - set(ids))]


def _named(numbers: Iterable[int], ids: Sequence[str]) -> frozenset[str]:
    return frozenset(ids[n] for n in numbers)


def _divided(weights: Mapping[tuple[int, int], float], size: int) -> Iterator[tuple[set[int], Sequence[set[int]]]]:
    """Yield the communities of numbered nodes with their parts."""
    import networkx as nx  # imported late: it takes about 0.2 s, and only this job needs it

    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in sorted(weights.items()))
    for component in sorted(nx.connected_components(graph), key=min):
        piece = nx.Graph()
        piece.add_nodes_from(sorted(component))
        piece.add_weighted_edges_from(sorted(graph.edges(sorted(component), data="weight")))
        steps = list(nx.community.louvain_partitions(piece, seed=SEED))
        finer = steps[-2] if len(steps) > 1 else []
        for whole in sorted(steps[-1], key=min):
            parts = [part for part in sorted(finer, key=min) if part <= whole]
            yield whole, parts if len(whole) > LARGE and len(parts) > 1 else ()
