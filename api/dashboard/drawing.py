"""Facts as a drawing: entities and values as nodes, facts as edges. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from graphmem_contract.records import Fact

MOST_NODES = 500
LONGEST_NAME = 60

NodeKind = Literal["entity", "value"]


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """An entity or a value. `role`: start of the walk, open (its neighbours are drawn), or empty. `facts`: how many are drawn."""

    id: str
    name: str
    kind: NodeKind
    type: str
    role: Literal["start", "open", ""]
    facts: int


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """A fact. `mark` says why it is drawn in a way of its own: on the path, or how it differs between two moments."""

    id: str
    source: str
    target: str
    relation: str
    mark: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a picture shows, in the order in which it is placed. `left_out`: facts without a place."""

    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    facts: tuple[Fact, ...]
    left_out: int

    @property
    def elements(self) -> dict[str, Any]:
        """Return it as JSON for the script that draws it."""
        return {"nodes": [asdict(node) for node in self.nodes], "edges": [asdict(edge) for edge in self.edges]}


def drawing_of(
    facts: Iterable[Fact],
    *,
    start: str | None = None,
    opened: Collection[str] = (),
    types: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    most: int = MOST_NODES,
) -> Drawing:
    """Return facts as a drawing, each once. A fact is left out if one of its ends would be a node too many.

    Args:
        start: the entity that comes first. opened: entities whose neighbours are drawn.
        types: types of entities by id. marks: marks of facts by id.
    """
    ends: dict[str, tuple[str, NodeKind]] = {}
    drawn: dict[str, Fact] = {}
    left_out = 0
    for fact in facts:
        new = {id_: end for id_, end in _ends(fact) if id_ not in ends}
        if fact.id in drawn:
            continue
        if len(ends) + len(new) > most:
            left_out += 1
            continue
        drawn[fact.id] = fact
        ends |= new
    kept = tuple(drawn.values())
    counts = Counter(id_ for fact in kept for id_ in {fact.subject_id, fact.object_id})
    nodes = [
        DrawnNode(id_, _short(name), kind, (types or {}).get(id_, ""), _role(id_, start, opened), counts[id_])
        for id_, (name, kind) in ends.items()
    ]
    edges = tuple(_edge(fact, (marks or {}).get(fact.id, "")) for fact in kept)
    return Drawing(tuple(sorted(nodes, key=lambda node: node.role != "start")), edges, kept, left_out)


def _ends(fact: Fact) -> Iterable[tuple[str, tuple[str, NodeKind]]]:
    yield fact.subject_id, (fact.subject, "entity")
    yield fact.object_id, (fact.object, fact.object_kind)


def _role(id_: str, start: str | None, opened: Collection[str]) -> Literal["start", "open", ""]:
    return "start" if id_ == start else "open" if id_ in opened else ""


def _edge(fact: Fact, mark: str) -> DrawnEdge:
    return DrawnEdge(fact.id, fact.subject_id, fact.object_id, _short(fact.relation), mark)


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_NAME else plain[: LONGEST_NAME - 1] + "…"


def reached(facts: Iterable[Fact], start: Collection[str]) -> tuple[Fact, ...]:
    """Return the facts that some entities are joined to, over any number of steps, in their order. Values end a path."""
    waiting = list(facts)
    seen = set(start)
    found: set[str] = set()
    grows = True
    while grows:
        grows = False
        for fact in waiting:
            if fact.id not in found and seen & {fact.subject_id, fact.object_id}:
                found.add(fact.id)
                entities = {fact.subject_id, *([fact.object_id] if fact.object_kind == "entity" else [])}
                grows = grows or not entities <= seen
                seen |= entities
    return tuple(fact for fact in waiting if fact.id in found)
