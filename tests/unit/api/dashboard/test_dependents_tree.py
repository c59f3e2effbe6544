"""The tree of dependents: where each fact is drawn, what its link says, and that hostile text is text."""

from __future__ import annotations

from typing import Any

from api.dashboard.svg.dependents_tree import MOST_ROWS, dependents_tree
from graphmem_contract.history import Dependency, Dependents
from graphmem_contract.records import StatedCondition
from tests.unit.api.dashboard.test_svg import HOSTILE, SVG, drawn, fact

WHILE = StatedCondition(subject="Kitchen", relation="chef", object="Piet")
ONCE = StatedCondition(subject="Kitchen", relation="head_chef", event="changes")


def link(dependent: str, ground: str, kind: Any = "evidence", depth: int = 1, condition: Any = None) -> Dependency:
    return Dependency(dependent=dependent, ground=ground, kind=kind, depth=depth, condition=condition)


def tree(*edges: Dependency, **states: str) -> Any:
    ids = dict.fromkeys(["root", *(edge.dependent for edge in edges)])
    nodes = tuple(fact(id_, text=f"text of {id_}", status=states.get(id_, "live")) for id_ in ids)
    found = Dependents(fact=nodes[0], nodes=nodes, edges=edges)
    return drawn(dependents_tree(found, "a label", lambda one: f"/facts/{one.id}"))


def told(picture: Any) -> list[str]:
    return [row.get("aria-label") for row in picture.findall(f"{SVG}a")]


def test_each_fact_stands_below_what_it_names_with_its_link_in_words() -> None:
    picture = tree(
        link("sofia", "root", "holds_while", condition=WHILE), link("imre", "root", "starts_when", condition=ONCE),
        link("menu", "sofia", depth=2), imre="waiting", menu="closed",
    )  # fmt: skip
    assert told(picture) == [
        "text of root: this fact; it holds",
        "text of sofia: holds: as long as chef of Kitchen is Piet",
        "text of menu: has ended: inferred from it",
        "text of imre: waits: if head chef of Kitchen changes",
    ]
    assert [row.get("href") for row in picture.findall(f"{SVG}a")][1] == "/facts/sofia"
    places = [(stop.get("cx"), stop.get("class")) for stop in picture.iter(f"{SVG}circle")]
    assert places == [("12", "stop live"), ("38", "stop live"), ("64", "stop closed"), ("38", "stop waiting")]
    assert sorted(step.get("class") for step in picture.findall(f"{SVG}path")) == [
        "step rests",
        "step rests",
        "step waits",
    ]


def test_a_fact_with_several_links_is_drawn_once_and_tells_how_many_more() -> None:
    picture = tree(link("a", "root"), link("b", "root"), link("b", "a", depth=2), link("root", "b", depth=2))
    assert told(picture)[1:] == [
        "text of a: holds: inferred from it",
        "text of b: holds: inferred from it; and 1 more link",
    ]


def test_a_large_graph_is_cut() -> None:
    picture = tree(*(link(f"f{n}", "root") for n in range(MOST_ROWS + 5)))
    assert len(told(picture)) == MOST_ROWS
    assert [text.text for text in picture.findall(f"{SVG}text")] == ["and 6 more"]


def test_hostile_text_is_text() -> None:
    root = fact("root", text=HOSTILE)
    hostile = StatedCondition(subject=HOSTILE, relation=HOSTILE, object=HOSTILE)
    below = fact("below", text="word " * 100)
    found = Dependents(fact=root, nodes=(root, below), edges=(link("below", "root", "holds_while", condition=hostile),))
    picture = drawn(dependents_tree(found, HOSTILE, lambda one: "/x"))
    assert picture.get("aria-label") == HOSTILE
    assert not list(picture.iter(f"{SVG}script"))
    sentences = [text.text for text in picture.iter(f"{SVG}text") if text.get("class") == "sentence"]
    assert sentences[0] == HOSTILE
    assert (sentences[1] or "").endswith("…")
