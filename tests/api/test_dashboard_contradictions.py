"""The page of contradictions without a browser: pairs, marks, what a key may do, and hostile text."""

from __future__ import annotations

import httpx

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem, client_of
from tests.api.test_dashboard import BAD, ORIGIN, Scripts, assert_page, csrf_in, logged_in


async def moved(api: Api) -> str:
    """Two jobs of which the later one ends the first; the id of the first."""
    ids = [
        (await api.fact("Ana", "works_at", name, valid_from=f"{year}-01-01", object_is_entity=True))["id"]
        for year, name in ((2024, "Acme"), (2025, "Globex"))
    ]
    return str(ids[0])


async def test_a_pair_has_both_sides_and_is_accepted_and_opened(client: httpx.AsyncClient, api: Api) -> None:
    ended = await moved(api)
    home = f"/brains/{api.brain}/contradictions"
    page = await client.get(home)
    assert_page(page, 200, "one value at a time")
    for words in ("Acme", "Globex", "superseded", 'class="periods"', f"{home}/{ended}/accept"):
        assert words in page.text, words
    answer = await client.post(
        f"{home}/{ended}/accept",
        data={"csrf": csrf_in(page), "accepted": "yes", "next": f"{home}?show=all"},
        headers=ORIGIN,
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"{home}?show=all")
    assert_page(await client.get(home), 200, "No contradiction is open")
    page = await client.get(home, params={"show": "accepted"})
    assert_page(page, 200, "by <bdi>owner</bdi>")
    await client.post(f"{home}/{ended}/accept", data={"csrf": csrf_in(page), "accepted": "no"}, headers=ORIGIN)
    assert "Globex" in (await client.get(home)).text


async def test_a_pair_that_changed_since_it_was_seen_is_not_accepted(client: httpx.AsyncClient, api: Api) -> None:
    ended = await moved(api)
    home = f"/brains/{api.brain}/contradictions"
    form = {"csrf": csrf_in(await client.get(home)), "recorded_at": "2020-01-01T00:00:00+00:00"}
    answer = await client.post(f"{home}/{ended}/accept", data=form, headers=ORIGIN)
    assert_page(answer, 409, "look at it again")
    assert_page(
        await client.post(f"{home}/none/accept", data={"csrf": form["csrf"]}, headers=ORIGIN), 404, "no such fact"
    )


async def test_putting_a_side_right_is_rehearsed_and_leads_back(client: httpx.AsyncClient, api: Api) -> None:
    ended = await moved(api)
    home = f"/brains/{api.brain}/contradictions"
    later = (await api.get("/contradictions")).json()["contradictions"][0]["by"]["id"]
    form = {"csrf": csrf_in(await client.get(home)), "next": home}
    page = await client.post(f"/brains/{api.brain}/facts/{later}/deny", data=form, headers=ORIGIN)
    assert_page(page, 200, "This would change 2 facts")
    assert "<dt>next</dt>" not in page.text
    answer = await client.post(f"/brains/{api.brain}/facts/{later}/deny", data={**form, "sure": "yes"}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    assert (await api.get(f"/facts/{ended}")).json()["valid_until"] is None
    elsewhere = {**form, "next": "//evil.example", "sure": "yes"}
    answer = await client.post(f"/brains/{api.brain}/facts/{later}/restore", data=elsewhere, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


async def test_a_key_that_reads_sees_no_buttons(memory: Memory, brain: Brain, keys_removed: None) -> None:
    for year, name in ((2024, "Acme"), (2025, "Globex")):
        await brain.add_fact(
            subject="Ana", relation="works_at", object=name, valid_from=f"{year}-01-01", object_is_entity=True
        )
    (pair,) = await brain.contradictions.list()
    key = await memory.keys.create("reader", [brain.name], ["memory:read"])
    async with client_of(create_app(memory=memory, keyed=True)) as client:
        assert (await logged_in(client, key.key)).status_code == 303
        page = await client.get(f"/brains/{brain.name}/contradictions")
        assert_page(page, 200, "Globex")
        assert "Put it right" not in page.text
        assert "/accept" not in page.text
        target = f"/brains/{brain.name}/contradictions/{pair.fact.id}/accept"
        assert (await client.post(target, data={"csrf": csrf_in(page)}, headers=ORIGIN)).status_code == 403
    assert (await brain.contradictions.list())[0].accepted is None


async def test_hostile_text_is_text_in_a_pair(client: httpx.AsyncClient, brain: Brain) -> None:
    for year, name in ((2024, "Acme"), (2025, "Globex")):
        told = {"subject": f"Ana {BAD}", "relation": "works_at", "object": f"{name} {BAD}", "text": f"text {BAD}",
                "valid_from": f"{year}-01-01", "object_is_entity": True}  # fmt: skip
        await brain.remember(f"content {BAD}", speaker=f"speaker {BAD}", extraction={"facts": [told]})
    (pair,) = await brain.contradictions.list()
    await brain.contradictions.accept(pair.fact.id, by=f"by {BAD}")
    page = await client.get(f"/brains/{brain.name}/contradictions", params={"show": "all"})
    assert page.status_code == 200
    scripts = Scripts()
    scripts.feed(page.text)
    assert scripts.found == []


async def test_rest_accepts_a_contradiction_in_the_version_that_was_seen(api: Api) -> None:
    ended = await moved(api)
    (pair,) = (await api.get("/contradictions", accepted="false")).json()["contradictions"]
    answer = await api.post(f"/contradictions/{ended}:accept", {"recorded_at": pair["fact"]["recorded_at"]})
    assert answer.status_code == 200
    assert answer.json()["accepted"]["by"] == "owner"
    assert (await api.get("/contradictions", accepted="false")).json()["contradictions"] == []
    (accepted,) = (await api.get("/contradictions", accepted="true")).json()["contradictions"]
    assert accepted["accepted"] == answer.json()["accepted"]
    assert (await api.post(f"/contradictions/{ended}:accept", {"accepted": False})).json()["accepted"] is None
    assert_problem(await api.post("/contradictions/none:accept", {}), 404, "not_found")
    old = {"recorded_at": "2020-01-01T00:00:00Z"}
    assert_problem(await api.post(f"/contradictions/{ended}:accept", old), 409, "conflict", "recorded_at")
