"""A recall as its page shows it: bars, the walk, what was left out, and calls to copy."""

from __future__ import annotations

import json
import shlex
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from api.dashboard.pages.recall import RecallPageQuery, names_of
from api.dashboard.recall_calls import MCP_ARGUMENTS, as_curl, as_mcp, as_python, without_mcp
from api.dashboard.recall_view import recall_view
from api.dashboard.svg.signal_bars import SHORTEST, bar_scale, signal_bar
from api.dashboard.svg.walk_tree import MOST_PATHS, WalkPath, walk_tree
from graphmem.mcp.arguments import RecallArguments
from graphmem_contract.recall import LeftOut, RecallExplanation, RecallItem, RecallResult
from graphmem_contract.records import AsOf, Fact

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\"'&\u202e"
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def drawn(picture: str) -> ElementTree.Element:
    """The picture as XML, as a browser reads it."""
    return ElementTree.fromstring(str(picture).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def bar_of(picture: str) -> tuple[str, float, float]:
    (rect,) = drawn(picture).findall(f"{SVG}rect")
    return rect.get("class", ""), float(rect.get("x", "")), float(rect.get("width", ""))


def item(id_: str, rank: int, why: dict[str, float], path: tuple[str, ...] = ()) -> RecallItem:
    fact = Fact(
        id=id_, subject="Ana", subject_id="a", relation="works_at", object="Acme", object_id="o", object_kind="entity",
        text=f"sentence {id_}", valid_from=None, valid_until=None, holds_now=True, recorded_at=NOW, confidence=1.0,
    )  # fmt: skip
    return RecallItem(fact=fact, score=1.0, rank=rank, why=why, path=path)


def result(*items: RecallItem, **explained: Any) -> RecallResult:
    return RecallResult(
        facts=items, as_of=AsOf(valid_at=NOW), timings={"search_ms": 2.5, "question_ms": 1.0, "total_ms": 3.5},
        explanation=RecallExplanation(candidates={"facts": 3, "episodes": 0}, **explained),
    )  # fmt: skip


def test_bars_of_one_answer_share_a_scale_that_has_zero() -> None:
    scale = bar_scale([2.0, 1.0, -1.0])
    assert bar_of(signal_bar(2.0, scale)) == ("more", pytest.approx(33.33, abs=0.01), pytest.approx(66.67, abs=0.01))
    assert bar_of(signal_bar(-1.0, scale)) == ("less", 0.0, pytest.approx(33.33, abs=0.01))
    assert bar_of(signal_bar(1.0, scale))[2] == pytest.approx(33.33, abs=0.01)


def test_a_small_amount_is_seen_and_nothing_is_not() -> None:
    scale = bar_scale([100.0, -100.0])
    assert bar_of(signal_bar(0.001, scale))[2] == SHORTEST
    kind, left, width = bar_of(signal_bar(-0.001, scale))
    assert (kind, width) == ("less", SHORTEST)
    assert left == pytest.approx(50 - SHORTEST)
    assert bar_of(signal_bar(0.0, scale))[2] == 0


def test_a_scale_of_nothing_or_of_one_side_divides_by_nothing_wrong() -> None:
    assert bar_of(signal_bar(0.0, bar_scale([]))) == ("more", 0.0, 0.0)
    assert bar_of(signal_bar(-2.0, bar_scale([-2.0]))) == ("less", 0.0, 100.0)


def test_paths_with_one_beginning_share_it() -> None:
    paths = [
        WalkPath(("Nora", "works_at", "Acme"), "/f/1", "1. Nora works at Acme"),
        WalkPath(("Nora", "works_at", "Acme", "located_in", "Bergen"), "/f/2", "2. Acme is in Bergen"),
        WalkPath(("Leo", "knows", "Nora"), "/f/3", "3. Leo knows Nora"),
    ]
    picture = drawn(walk_tree(paths, "the walk"))
    names = [text.text for text in picture.iter(f"{SVG}text") if text.get("class") == "name"]
    assert sorted(filter(None, names)) == ["Acme", "Bergen", "Leo", "Nora", "Nora"]
    assert [text.text for text in picture.iter(f"{SVG}text") if text.get("class") == "relation"] == [
        "works_at", "located_in", "knows",
    ]  # fmt: skip
    assert [a.get("href") for a in picture.iter(f"{SVG}a")] == ["/f/2", "/f/1", "/f/3"]
    assert picture.get("aria-label") == "the walk"


def test_ends_of_a_walk_lie_below_each_other_and_within_the_picture() -> None:
    paths = [WalkPath(("Nora", "knows", f"friend {n}"), f"/f/{n}", "") for n in range(MOST_PATHS + 5)]
    picture = drawn(walk_tree(paths, "the walk"))
    rows = [float(text.get("y", "")) for text in picture.iter(f"{SVG}text") if (text.text or "").startswith("friend")]
    assert len(rows) == MOST_PATHS
    assert all(later - earlier == pytest.approx(34) for earlier, later in pairwise(rows))
    assert 0 < min(rows) < max(rows) < float(picture.get("height", ""))


def test_hostile_names_in_a_walk_are_text() -> None:
    picture = drawn(walk_tree([WalkPath((HOSTILE, HOSTILE, HOSTILE), "/f/1", HOSTILE)], HOSTILE))
    assert picture.get("aria-label") == HOSTILE
    assert not list(picture.iter(f"{SVG}script"))


def test_signals_stand_by_their_size_with_their_value() -> None:
    found = item("f1", 1, {"vector": 0.83, "confidence": 0.08, "text": 0.0})
    view = recall_view(
        "b",
        "hybrid",
        result(found, contributions={"f1": {"vector": -1.5, "confidence": 0.08, "text": 0.2, "walk": 0.0}}),
    )
    rows = [(row.name, row.adds, row.value) for row in view.facts[0].signals]
    assert rows == [("vector", -1.5, 0.83), ("text", 0.2, 0.0), ("confidence", 0.08, None)]


def test_ranks_are_compared_with_the_other_recipe() -> None:
    one, other = result(item("f1", 1, {}), item("f2", 2, {})), result(item("f2", 1, {}))
    view = recall_view("b", "hybrid", one, other)
    assert [row.elsewhere for row in view.facts] == [None, 1]


def test_what_was_left_out_is_grouped_by_its_reason() -> None:
    gone, low = (LeftOut(item=item(id_, 9, {}), reason=reason) for id_, reason in (("f3", "ended"), ("f4", "rank")))
    view = recall_view("b", "hybrid", result(left_out=(low, gone), left_out_counts={"rank": 40, "ended": 1}))
    assert [(group.reason, group.count, len(group.rows)) for group in view.left_out] == [
        ("ended", 1, 1),
        ("rank", 40, 1),
    ]


def test_the_stages_stand_in_their_order_and_a_walk_is_drawn_where_there_is_one() -> None:
    view = recall_view("b", "hybrid", result(item("f1", 1, {})))
    assert view.stages == (("Understand the question", 1.0), ("Search the graph", 2.5))
    assert view.walk is None
    view = recall_view("b", "hybrid", result(item("f1", 1, {}, ("Nora", "works_at", "Acme"))))
    assert "/brains/b/facts/f1" in str(view.walk)


ASKED = {
    "query": "What's Ana's \"job\"?",
    "k": 5,
    "include_closed": True,
    "recipe": "graph",
    "entities": ["Ana"],
    "tags": ["x"],
}


def test_the_copied_command_sends_exactly_the_call() -> None:
    words = shlex.split(as_curl("http://host:1", "b", ASKED, keyed=False).replace("\\\n", " "))
    assert words[:2] == ["curl", "http://host:1/v1/brains/b/recall"]
    assert json.loads(words[words.index("-d") + 1]) == ASKED
    assert not any("Authorization" in word for word in words)
    assert "$GRAPHMEM_API_KEY" in as_curl("http://host:1", "b", ASKED, keyed=True)


def test_the_copied_python_is_python_with_the_same_arguments() -> None:
    called: dict[str, Any] = {}

    class Client:
        def __init__(self, url: str) -> None:
            called["url"] = url

        def __enter__(self) -> Client:
            return self

        def __exit__(self, *_: object) -> None: ...

        def brain(self, name: str) -> Client:
            called["brain"] = name
            return self

        context = ""

        def recall(self, query: str, **more: Any) -> Client:
            called.update(more, query=query)
            return self

    text = as_python("http://host:1", "b", ASKED).replace("from graphmem_client import GraphmemClientSync", "")
    exec(text, {"GraphmemClientSync": Client})
    assert called == {"url": "http://host:1", "brain": "b", **ASKED}


def test_the_tool_for_agents_has_these_arguments() -> None:
    assert set(MCP_ARGUMENTS) == set(RecallArguments.model_fields) - {"brain"}


def test_the_tool_for_agents_gets_what_it_has() -> None:
    assert json.loads(as_mcp(ASKED))["params"] == {
        "name": "recall",
        "arguments": {"query": ASKED["query"], "k": 5, "include_closed": True, "recipe": "graph", "entities": ["Ana"]},
    }
    assert without_mcp(ASKED) == ("tags",)


def test_the_form_gives_the_arguments_that_differ_from_their_defaults() -> None:
    asked = RecallPageQuery.model_validate(
        {"query": "x", "k": "10", "entities": " Ana, Bruno ,", "category": "core", "metadata": '{"n": 1}', "speaker": "",
         "min_relevance": "0", "valid_at": "2026-05-01", "recipe": "graph"}
    )  # fmt: skip
    assert asked.call("graph") == {
        "query": "x", "entities": ["Ana", "Bruno"], "categories": ["core"], "metadata": {"n": 1}, "min_relevance": 0.0,
        "valid_at": "2026-05-01T00:00:00Z", "recipe": "graph",
    }  # fmt: skip
    assert "recipe" not in asked.call("hybrid")
    assert asked.has_more
    assert not RecallPageQuery(query="x", k=3).has_more
    assert names_of(" , ") == []
