"""Pages of facts that rest on others, facts that wait, and requests to forget; without a browser."""

from __future__ import annotations

from typing import Any

import httpx

from tests.api.conftest import Api
from tests.api.test_dashboard import BAD, ORIGIN, assert_page, csrf_in

ONE = {"cardinality": "one"}
CHEF = {"subject": "Kitchen", "relation": "chef"}


async def told(api: Api, text: str, fact: dict[str, Any], at: str, **more: Any) -> dict[str, Any]:
    body = {"content": text, "role": "user", "occurred_at": at, "extraction": {"facts": [fact]}, **more}
    answer = await api.post("/episodes", body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def kitchen(api: Api) -> dict[str, str]:
    """Piet is chef; Sofia rests on that, Imre waits for a change of it. Returns the ids by object."""
    facts = (
        {**CHEF, "object": "Piet", **ONE},
        {"subject": "Orders", "relation": "orders_to", "object": "Sofia", "holds_while": CHEF, **ONE},
        {"subject": "Orders", "relation": "orders_to", "object": f"Imre {BAD}", "starts_when": CHEF, **ONE},
        {"subject": "Bread", "relation": "baker", "object": "Vera", "holds_while": {**CHEF, "object": "Piet"}, **ONE},
    )
    ids = {}
    for day, fact in enumerate(facts, 1):
        result = await told(api, f"message {day}", fact, f"2026-03-0{day}")
        (line,) = (*result["facts_added"], *result["facts_waiting"])
        ids[fact["object"].split()[0]] = line["id"]
    return ids


async def test_a_fact_shows_the_tree_of_what_rests_on_it_and_waits_for_it(client: httpx.AsyncClient, api: Api) -> None:
    ids = await kitchen(api)
    page = await client.get(f"/brains/{api.brain}/facts/{ids['Piet']}")
    assert_page(page, 200, "What rests on it or waits for it")
    assert 'class="dependents"' in page.text
    assert "waits: if chef of Kitchen changes" in page.text
    assert "holds: as long as chef of Kitchen is Piet" in page.text
    assert f"/brains/{api.brain}/facts/{ids['Imre']}" in page.text
    lonely = await api.fact("Ana", "likes", "tea")
    assert "Nothing rests on it" in (await client.get(f"/brains/{api.brain}/facts/{lonely['id']}")).text


async def test_a_waiting_fact_has_a_page_that_tells_when_it_begins(client: httpx.AsyncClient, api: Api) -> None:
    ids = await kitchen(api)
    page = await client.get(f"/brains/{api.brain}/facts/{ids['Imre']}")
    assert_page(page, 200, "If chef of Kitchen changes, then:")
    assert "not yet" in page.text
    assert 'class="bar waiting"' in page.text
    assert "This is no longer true" not in page.text
    orders = (await api.get("/entities", query="Orders")).json()["entities"][0]["id"]
    entity = await client.get(f"/brains/{api.brain}/entities/{orders}")
    assert_page(entity, 200, "waits for a change")
    assert 'class="bar waiting"' in entity.text
    assert "If chef of Kitchen changes, then:" in entity.text
    recall = await client.get(f"/brains/{api.brain}/recall", params={"query": "Who are orders sent to?"})
    assert_page(recall, 200, "If chef of Kitchen changes, then:")


async def test_a_rehearsal_tells_what_would_end_and_begin(client: httpx.AsyncClient, api: Api) -> None:
    ids = await kitchen(api)
    home = f"/brains/{api.brain}/facts/{ids['Piet']}"
    csrf = csrf_in(await client.get(home))
    page = await client.post(f"{home}/invalidate", data={"csrf": csrf, "at": "2026-03-10"}, headers=ORIGIN)
    assert_page(page, 200, "This would change 4 facts")
    assert "begins" in page.text
    assert "if chef of Kitchen changes" in page.text
    assert "as long as chef of Kitchen is Piet" in page.text


async def test_a_fact_that_fell_tells_on_what_it_rested(client: httpx.AsyncClient, api: Api) -> None:
    ids = await kitchen(api)
    await api.post(f"/facts/{ids['Piet']}:invalidate", {"at": "2026-03-10"})
    page = await client.get(f"/brains/{api.brain}/facts/{ids['Vera']}")
    assert_page(page, 200, "It rested on")
    assert f"/brains/{api.brain}/facts/{ids['Piet']}" in page.text
    assert "it was to hold as long as chef of Kitchen is Piet" in page.text
    began = await client.get(f"/brains/{api.brain}/facts/{ids['Imre']}")
    assert_page(began, 200, "Began")


SECRET = "the code 4711"


async def hidden(api: Api) -> str:
    """Ana says a secret and asks to forget it. Returns the id of the fact."""
    code = {"subject": "Ana", "relation": "locker_code", "object": SECRET}
    said = await told(api, f"My locker has {SECRET}.", code, "2026-04-01", speaker="Ana")
    asks = {"subject": "Ana", "relation": "locker_code", "action": "forget"}
    asked = await told(api, "Please forget it.", asks, "2026-04-02", speaker="Ana")
    assert asked["forget_requests"][0]["status"] == "hidden"
    return str(said["facts_added"][0]["id"])


async def test_what_is_hidden_is_on_no_page_and_a_request_is_undone_without_its_content(
    client: httpx.AsyncClient, api: Api
) -> None:
    fact = await hidden(api)
    home = f"/brains/{api.brain}"
    assert_page(await client.get(f"{home}/facts/{fact}"), 404, "")
    for path in (
        "",
        "/facts?status=any",
        "/episodes",
        "/entities",
        "/forgetting",
        "/recall?query=locker+code",
        "/graph",
    ):
        page = await client.get(f"{home}{path}")
        assert page.status_code == 200
        assert SECRET not in page.text, path
    page = await client.get(f"{home}/forgetting")
    assert_page(page, 200, "Requests to forget")
    assert "hidden" in page.text
    (request,) = (await api.get("/forget-requests")).json()["requests"]
    undo = f"{home}/forgetting/{request['id']}/undo"
    rehearsed = await client.post(undo, data={"csrf": csrf_in(page)}, headers=ORIGIN)
    assert_page(rehearsed, 200, "would be told again")
    assert SECRET not in rehearsed.text
    assert (await api.get("/facts")).json()["facts"] == []
    done = await client.post(undo, data={"csrf": csrf_in(page), "sure": "yes"}, headers=ORIGIN)
    assert (done.status_code, done.headers["location"]) == (303, f"{home}/forgetting")
    assert_page(await client.get(f"{home}/forgetting"), 200, "undone")
    assert SECRET in (await client.get(f"{home}/facts/{fact}")).text


async def test_a_brain_without_requests_says_how_one_is_made(client: httpx.AsyncClient, api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    assert_page(await client.get(f"/brains/{api.brain}/forgetting"), 200, "Nobody has asked to forget anything")
