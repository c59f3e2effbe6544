"""The page of a recall without a browser: what it shows, what it refuses, and hostile text in it."""

from __future__ import annotations

import httpx
import pytest

from graphmem.brain import Brain
from tests.api.conftest import Api
from tests.api.test_dashboard import BAD, Scripts, assert_page, hostile_brain


async def test_an_answer_has_its_signals_its_context_and_the_call(client: httpx.AsyncClient, api: Api) -> None:
    fact = await api.fact("Ana", "works_at", "Acme", text="Ana works at Acme.")
    page = await client.get(f"/brains/{api.brain}/recall", params={"query": "Where does Ana work?", "k": 3})
    assert_page(page, 200, "Ana works at Acme.")
    assert f"/brains/{api.brain}/facts/{fact['id']}" in page.text
    for words in (
        'class="signals"',
        "Context for the prompt",
        "Known entities:",
        f"/v1/brains/{api.brain}/recall",
        "tools/call",
    ):
        assert words in page.text, words


async def test_two_recipes_stand_beside_each_other(client: httpx.AsyncClient, api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme")
    query = {"query": "Where does Ana work?", "recipe": "hybrid", "beside": "lexical"}
    page = await client.get(f"/brains/{api.brain}/recall", params=query)
    assert_page(page, 200, 'id="answer-2"')
    assert "1. there" in page.text


async def test_without_a_question_nothing_is_recalled(client: httpx.AsyncClient, api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme")
    page = await client.get(f"/brains/{api.brain}/recall")
    assert_page(page, 200, "Ask this brain a question")
    assert 'id="answer-1"' not in page.text
    assert ">fusion</option>" in page.text
    assert ">rerank</option>" not in page.text, "there is no reranker"
    page = await client.get(f"/brains/{api.brain}/recall", params={"entities": "Ana"})
    assert_page(page, 200, 'id="answer-1"')


async def test_a_cold_fact_is_shown_on_request(client: httpx.AsyncClient, api: Api, brain: Brain) -> None:
    fact = await api.fact("Ana", "works_at", "Acme")
    await brain.engine.store.driver.execute_query(
        "MATCH ()-[f:FACT {brain: $brain}]->() SET f.cold = true", brain=brain.name
    )
    query, found = {"query": "Where does Ana work?"}, '<ol class="results" aria-labelledby="facts-1">'
    page = await client.get(f"/brains/{api.brain}/recall", params=query)
    assert_page(page, 200, "excluded by a filter")
    assert found not in page.text
    page = await client.get(f"/brains/{api.brain}/recall", params={**query, "deep": "true", "spread": "true"})
    assert_page(page, 200, found)
    assert f"/brains/{api.brain}/facts/{fact['id']}" in page.text


async def test_what_the_floor_holds_back_is_told(client: httpx.AsyncClient, api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme")
    query = {"query": "Which cheese do penguins prefer?", "min_relevance": "1"}
    page = await client.get(f"/brains/{api.brain}/recall", params=query)
    assert_page(page, 200, "Nothing fits the question well enough")
    assert "below the floor of relevance" in page.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("k", "0"),
        ("recipe", "soup"),
        ("beside", "soup"),
        ("metadata", "no json"),
        ("diversity", "2"),
        ("valid_at", "soon"),
        ("rerank", "true"),
        ("recipe", "rerank"),
    ],
)
async def test_a_wrong_option_is_an_error_page(client: httpx.AsyncClient, api: Api, name: str, value: str) -> None:
    await api.fact("Ana", "works_at", "Acme")
    page = await client.get(f"/brains/{api.brain}/recall", params={"query": "x", name: value})
    assert_page(page, 422, 'role="alert"')


async def test_hostile_text_is_text_in_an_answer(client: httpx.AsyncClient, brain: Brain) -> None:
    await hostile_brain(brain)
    for query in (
        {"query": BAD},
        {"query": f"Ana {BAD}", "beside": "lexical", "speaker": BAD, "metadata": '{"<b>": "\\"<i>"}'},
    ):
        page = await client.get(f"/brains/{brain.name}/recall", params={**query, "min_relevance": "0"})
        assert page.status_code == 200, page.text[:300]
        scripts = Scripts()
        scripts.feed(page.text)
        assert scripts.found == [], query


async def test_rest_explains_an_answer_only_on_request(api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme", valid_from="2020-01-01", valid_until="2021-01-01")
    plain = (await api.post("/recall", {"query": "Where does Ana work?"})).json()
    assert plain["explanation"] is None
    explained = (await api.post("/recall", {"query": "Where does Ana work?", "explain": True})).json()["explanation"]
    assert explained["left_out_counts"] == {"ended": 1}
    assert explained["left_out"][0]["item"]["fact"]["object"] == "Acme"
    assert set(explained["contributions"]) == {explained["left_out"][0]["item"]["fact"]["id"]}
