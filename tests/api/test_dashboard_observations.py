"""The page of observations without a browser."""

from __future__ import annotations

import httpx

from tests.api.conftest import Api
from tests.api.test_dashboard import BAD, ORIGIN, assert_page, csrf_in


async def test_what_is_noticed_is_shown_with_its_facts(client: httpx.AsyncClient, api: Api) -> None:
    for name in ("Ana", "Bruno", f"Clara {BAD}"):
        await api.fact(name, "works_at", "Acme", object_is_entity=True)
    home = f"/brains/{api.brain}/observations"
    page = await client.get(home)
    assert_page(page, 200, "Nothing has been noticed")
    answer = await client.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    page = await client.get(home)
    assert_page(page, 200, "3 share “works at” Acme")
    assert "Supported by 3 facts" in page.text
    assert_page(await client.get(home, params={"show": "retired"}), 200, "None.")


async def test_a_brain_that_is_not_there_has_no_observations(client: httpx.AsyncClient, api: Api) -> None:
    assert_page(await client.get(f"/brains/{api.brain}/observations"), 404, "")
