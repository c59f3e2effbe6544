"""The pages of topics without a browser."""

from __future__ import annotations

import httpx

from tests.api.conftest import Api
from tests.api.test_dashboard import BAD, ORIGIN, assert_page, csrf_in


async def test_topics_are_looked_for_and_shown_with_their_entities_and_facts(
    client: httpx.AsyncClient, api: Api
) -> None:
    for name in ("Ana", "Bruno", f"Clara {BAD}"):
        await api.fact(name, "works_at", "Acme", object_is_entity=True)
    home = f"/brains/{api.brain}/clusters"
    page = await client.get(home)
    assert_page(page, 200, "No topic is known")
    answer = await client.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    assert_page(await client.get(home), 200, "Acme, Ana, Bruno")
    (one,) = (await api.get("/clusters")).json()["clusters"]
    page = await client.get(f"{home}/{one['id']}")
    assert_page(page, 200, "Ana works at Acme")
    assert "out of date" not in page.text
    await api.post(f"/facts/{one['fact_ids'][0]}:invalidate", {})
    assert_page(await client.get(f"{home}/{one['id']}"), 200, "out of date")
    recalled = await client.get(f"/brains/{api.brain}/recall", params={"query": "Acme?", "recipe": "overview"})
    assert_page(recalled, 200, "Topics")
    assert f"{home}/{one['id']}" in recalled.text


async def test_a_topic_that_is_not_there_is_a_page_of_its_own(client: httpx.AsyncClient, api: Api) -> None:
    assert_page(await client.get(f"/brains/{api.brain}/clusters"), 404, "")
    await api.fact("Ana", "likes", "tea")
    assert_page(await client.get(f"/brains/{api.brain}/clusters/none"), 404, "")
