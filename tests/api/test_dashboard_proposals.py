"""The page of proposals without a browser: decisions, what a key may do, and hostile text."""

from __future__ import annotations

import httpx

from tests.api.conftest import Api
from tests.api.test_dashboard import BAD, ORIGIN, assert_page, csrf_in


async def proposed(api: Api, *names: str) -> str:
    """Entities whose names are near, and the proposal about them."""
    for name in names or ("Katherine Johnson", "Katharine Johnson"):
        await api.post("/entities", {"name": name, "type": "person"})
    await api.post("/maintenance:tick", {"jobs": ["duplicates"]})
    return str((await api.get("/proposals")).json()["proposals"][0]["id"])


async def test_a_pair_is_merged_and_parted_again(client: httpx.AsyncClient, api: Api) -> None:
    id_ = await proposed(api)
    home = f"/brains/{api.brain}/proposals"
    page = await client.get(home)
    assert_page(page, 200, "Katherine Johnson")
    assert f"{home}/{id_}/approve" in page.text
    answer = await client.post(f"{home}/{id_}/approve", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    assert_page(await client.get(home), 200, "No proposal is open")
    page = await client.get(home, params={"show": "approved"})
    assert_page(page, 200, "by <bdi>owner</bdi>")
    await client.post(f"{home}/{id_}/undo", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert "They are two" in (await client.get(home)).text
    await client.post(f"{home}/{id_}/decline", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert "Take it back" in (await client.get(home, params={"show": "declined"})).text
    again = await client.post(f"{home}/{id_}/decline", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert again.status_code == 409


async def test_proposals_are_looked_for_from_the_page(client: httpx.AsyncClient, api: Api) -> None:
    for name in ("Lena Maier", "Lena Mayer"):
        await api.post("/entities", {"name": name, "type": "person"})
    home = f"/brains/{api.brain}/proposals"
    page = await client.get(home)
    assert_page(page, 200, "No proposal is open")
    answer = await client.post(f"{home}/tick", data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert answer.status_code == 303
    assert_page(await client.get(home), 200, "Lena Mayer")


async def test_hostile_names_are_text(client: httpx.AsyncClient, api: Api) -> None:
    await proposed(api, f"Katherine {BAD}", f"Katharine {BAD}")
    assert_page(await client.get(f"/brains/{api.brain}/proposals"), 200, "Katherine")


async def test_a_brain_that_is_not_there_has_no_proposals(client: httpx.AsyncClient, api: Api) -> None:
    assert_page(await client.get(f"/brains/{api.brain}/proposals"), 404, "")
