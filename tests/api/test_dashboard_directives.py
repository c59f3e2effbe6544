"""The page of standing instructions without a browser: its sources, what a key may do, and hostile text."""

from __future__ import annotations

import httpx

from tests.api.conftest import Api
from tests.api.test_dashboard import BAD, ORIGIN, assert_page, csrf_in


async def said(api: Api, text: str) -> str:
    body = {"content": text, "role": "user", "speaker": f"Ana {BAD}", "extraction": {"entities": [], "facts": []}}
    answer = await api.post("/episodes", body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["episode_id"])


async def test_instructions_are_looked_for_from_the_page_and_link_to_their_messages(
    client: httpx.AsyncClient, api: Api
) -> None:
    id_ = await said(api, "Always answer in French.")
    home = f"/brains/{api.brain}/directives"
    page = await client.get(home)
    assert_page(page, 200, "No instruction is known")
    answer = await client.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    page = await client.get(home)
    assert_page(page, 200, "Always answer in French")
    assert f"/brains/{api.brain}/episodes/{id_}" in page.text
    assert 'href="/brains/' in page.text
    await said(api, "Always answer in German.")
    await client.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert "French" not in (await client.get(home)).text
    everything = await client.get(home, params={"show": "all"})
    assert_page(everything, 200, "superseded")
    assert "French" in everything.text


async def test_hostile_words_are_text(client: httpx.AsyncClient, api: Api) -> None:
    await said(api, f"Always answer with {BAD} in it.")
    await api.post("/maintenance:tick", {"jobs": ["directives"]})
    assert_page(await client.get(f"/brains/{api.brain}/directives"), 200, "Always answer with")
    assert_page(await client.get(f"/brains/{api.brain}/recall", params={"query": "Hello"}), 200, "Hello")


async def test_a_brain_that_is_not_there_has_no_instructions(client: httpx.AsyncClient, api: Api) -> None:
    assert_page(await client.get(f"/brains/{api.brain}/directives"), 404, "")
