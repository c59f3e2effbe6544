"""What rests on a fact and what waits for it, as a tree: each below what it names, with the link in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from markupsafe import Markup

from graphmem_contract.history import Dependency, Dependents, words_of
from graphmem_contract.records import Fact

STEP, ROW, TOP, LEFT = 26, 42, 14, 12
MOST_ROWS = 200
LONGEST_TEXT, LONGEST_WORDS = 72, 90
CHARACTER, SMALL_CHARACTER = 7.2, 6.0
"""Mean widths of a character of a sentence and of the words below it, in pixels."""
PICTURE = Markup(
    '<svg class="dependents" role="group" aria-label="{0}" viewBox="0 0 {1:.0f} {2}" width="{1:.0f}" height="{2}">{3}</svg>'
)
BRANCH = Markup('<path class="step {0}" d="M{1} {2}V{3}H{4}"/>')
STOP = Markup(
    '<circle class="stop {0}" cx="{1}" cy="{2}" r="5"/><text class="sentence" x="{3}" y="{4}">{5}</text>'
    '<text class="words" x="{3}" y="{6}">{7}</text>'
)
LINKED = Markup('<a href="{0}" aria-label="{1}"><title>{1}</title>{2}</a>')
STATES = {"live": "holds", "pending": "holds", "waiting": "waits", "closed": "has ended", "corrected": "was never true"}


@dataclass(slots=True)
class _Node:
    """A fact in the tree. `link` leads to what it names; `others`: how many more links it has to what is shown."""

    fact: Fact
    depth: int
    link: Dependency | None = None
    others: int = 0
    below: list[_Node] = field(default_factory=list)


def dependents_tree(found: Dependents, label: str, address: Callable[[Fact], str]) -> Markup:
    """Return the graph as a tree, a row for each fact, below the nearest one that it names. The first two hundred are drawn."""
    rows = list(_rows(_tree(found)))
    shown = rows[:MOST_ROWS]
    at = {node.fact.id: TOP + number * ROW for number, node in enumerate(shown)}
    parts = [_branch(node, at) for node in shown if node.link] + [_stop(node, at, address) for node in shown]
    width = max((_width(node) for node in shown), default=0.0)
    height = TOP + len(shown) * ROW
    if len(rows) > len(shown):
        more = Markup('<text class="words" x="{}" y="{}">and {} more</text>')
        parts.append(more.format(LEFT, height + 8, len(rows) - len(shown)))
        height += 20
    return PICTURE.format(label, width, height, Markup("").join(parts))


def link_words(link: Dependency) -> str:
    """Return why a fact depends on another: the condition as it was said, or that the other is its evidence."""
    return words_of(link.condition) if link.condition else "inferred from it"


def _tree(found: Dependents) -> _Node:
    facts = {fact.id: fact for fact in found.nodes}
    root = _Node(found.fact, 0)
    nodes = {root.fact.id: root}
    for link in found.edges:  # nearest first, so that what it names is there already
        if link.dependent in nodes:
            nodes[link.dependent].others += link.dependent != root.fact.id
        elif link.ground in nodes:
            above = nodes[link.ground]
            nodes[link.dependent] = node = _Node(facts[link.dependent], above.depth + 1, link)
            above.below.append(node)
    return root


def _rows(root: _Node) -> Iterator[_Node]:
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(node.below)


def _x(node: _Node) -> int:
    return LEFT + node.depth * STEP


def _branch(node: _Node, at: dict[str, int]) -> Markup:
    assert node.link is not None
    x, y = _x(node), at[node.fact.id]
    kind = "waits" if node.link.kind == "starts_when" else "rests"
    return BRANCH.format(kind, x - STEP, at[node.link.ground] + 6, y, x - 6)


def _stop(node: _Node, at: dict[str, int], address: Callable[[Fact], str]) -> Markup:
    x, y = _x(node), at[node.fact.id]
    text, words = _short(node.fact.text, LONGEST_TEXT), _short(_words(node), LONGEST_WORDS)
    drawn = STOP.format(node.fact.status, x, y, x + 12, y + 4, text, y + 18, words)
    return LINKED.format(address(node.fact), f"{text}: {_words(node)}"[:400], drawn)


def _words(node: _Node) -> str:
    state = STATES[node.fact.status]
    if node.link is None:
        return f"this fact; it {state}"
    more = f"; and {node.others} more {'link' if node.others == 1 else 'links'}" if node.others else ""
    return f"{state}: {link_words(node.link)}{more}"


def _width(node: _Node) -> float:
    text, words = min(len(node.fact.text), LONGEST_TEXT), min(len(_words(node)), LONGEST_WORDS)
    return _x(node) + 24 + max(text * CHARACTER, words * SMALL_CHARACTER)


def _short(text: str, most: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"
