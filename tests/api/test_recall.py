"""Recall through the API."""

from __future__ import annotations

import pytest

from tests.api.conftest import Api, assert_problem


async def test_a_question_finds_what_holds_and_says_as_of_when(api: Api) -> None:
    fact = await api.fact("Ana", "works_at", "Globex", valid_from="2026-03-01", text="Ana works at Globex.")
    answer = await api.post("/recall", {"query": "Where does Ana work?", "k": 5})
    assert answer.status_code == 200
    found = answer.json()
    assert set(found) == {
        "facts",
        "episodes",
        "entities",
        "context",
        "no_longer_true",
        "clusters",
        "ended",
        "waiting",
        "directives",
        "relevance",
        "as_of",
        "timings",
        "warnings",
        "explanation",
    }
    assert found["facts"][0]["fact"]["id"] == fact["id"]
    assert {"score", "rank", "why", "hops", "path"} <= set(found["facts"][0])
    assert "Globex" in found["context"]
    assert set(found["as_of"]) == {"valid_at", "known_at"}
    assert found["as_of"]["valid_at"].endswith("Z")


async def test_valid_at_filters_what_did_not_hold_then(api: Api) -> None:
    await api.fact("Ana", "works_at", "Globex", valid_from="2026-03-01")
    found = (await api.post("/recall", {"query": "Where does Ana work?", "valid_at": "2020-01-01"})).json()
    assert found["facts"] == []
    assert found["as_of"]["valid_at"] == "2020-01-01T00:00:00Z"


async def test_an_unknown_brain_knows_nothing(api: Api) -> None:
    found = (await api.post("/recall", {"query": "Where does Ana work?"})).json()
    assert (found["facts"], found["episodes"], found["entities"]) == ([], [], [])
    assert_problem(await api.get(""), 404, "not_found")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": "x", "k": 0}, "k"),
        ({"query": "x", "k": "many"}, "k"),
        ({"query": "x", "recipe": "omelette"}, "recipe"),
        ({"query": "x", "valid_at": "yesterday"}, "valid_at"),
        ({"query": "x", "known_at": "2026-13-01"}, "known_at"),
        ({"query": "x", "min_confidence": 1.5}, "min_confidence"),
        ({"query": "x", "categories": ["taste"]}, "categories.0"),
        ({"query": "x", "token_budget": -1}, "token_budget"),
        ({"query": "x", "diversity": 1.5}, "diversity"),
        ({"query": "x", "context_style": "sonnet"}, "context_style"),
        ({"query": "x", "rerank": True}, "rerank"),
        ({"query": ["x"]}, "query"),
        ({"query": "x", "colour": "red"}, "colour"),
    ],
)
async def test_unusable_questions_are_refused(api: Api, body: dict[str, object], field: str) -> None:
    assert_problem(await api.post("/recall", body), 422, "invalid_input", field)
