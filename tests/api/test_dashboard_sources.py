"""The page of sources without a browser: trust, the rehearsal, what a key may do, and hostile names."""

from __future__ import annotations

import httpx

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.api.conftest import Api, client_of
from tests.api.test_dashboard import BAD, ORIGIN, Scripts, assert_page, csrf_in, logged_in
from tests.story.telling import fact, held, tell


async def test_a_source_is_trusted_less_retracted_and_restored(
    client: httpx.AsyncClient, api: Api, brain: Brain
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="slack/general")
    home = f"/brains/{api.brain}/sources"
    page = await client.get(home)
    assert_page(page, 200, "slack/general")
    form = {"csrf": csrf_in(page), "source": "slack/general"}
    answer = await client.post(f"{home}/trust", data={**form, "trust": "0.5"}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    assert (await brain.sources.list())[0].trust == 0.5

    page = await client.post(f"{home}/retract", data=form, headers=ORIGIN)
    assert_page(page, 200, "This would change 1 fact")
    assert "1 statement would be withdrawn" in page.text
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    answer = await client.post(f"{home}/retract", data={**form, "sure": "yes"}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    assert await held(brain, "Ana", "works_at") == []

    assert_page(await client.get(home), 200, "Restore …")
    id_ = (await brain.sources.list())[0].retractions[0].retraction_id
    page = await client.post(f"{home}/restore", data={**form, "retraction_id": id_}, headers=ORIGIN)
    assert_page(page, 200, "1 statement would hold again")
    await client.post(f"{home}/restore", data={**form, "retraction_id": id_, "sure": "yes"}, headers=ORIGIN)
    assert await held(brain, "Ana", "works_at") == ["Acme"]


async def test_what_is_wrong_is_a_page_and_changes_nothing(client: httpx.AsyncClient, api: Api, brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="feed")
    home = f"/brains/{api.brain}/sources"
    form = {"csrf": csrf_in(await client.get(home)), "source": "feed"}
    assert_page(await client.post(f"{home}/trust", data={**form, "trust": "much"}, headers=ORIGIN), 422, "0 to 1")
    assert_page(await client.post(f"{home}/retract", data={**form, "since": "?"}, headers=ORIGIN), 422, "invalid_input")
    none = {**form, "source": "none"}
    assert_page(await client.post(f"{home}/retract", data=none, headers=ORIGIN), 404, "has this source")
    assert_page(await client.post(f"{home}/burn", data=form, headers=ORIGIN), 422, "no such change")
    assert await held(brain, "Ana", "works_at") == ["Acme"]


async def test_an_empty_list_says_what_to_do(client: httpx.AsyncClient, api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    assert_page(await client.get(f"/brains/{api.brain}/sources"), 200, "No episode has a source yet")


async def test_a_key_that_reads_sees_no_buttons(memory: Memory, brain: Brain, keys_removed: None) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="feed")
    await brain.sources.retract("feed")
    key = await memory.keys.create("reader", [brain.name], ["memory:read"])
    async with client_of(create_app(memory=memory, keyed=True)) as client:
        assert (await logged_in(client, key.key)).status_code == 303
        page = await client.get(f"/brains/{brain.name}/sources")
        assert_page(page, 200, "retracted")
        assert "<form" not in page.text.partition("<main")[2]
        form = {"csrf": csrf_in(page), "source": "feed", "sure": "yes"}
        for step in ("retract", "restore", "trust"):
            target = f"/brains/{brain.name}/sources/{step}"
            assert (await client.post(target, data=form, headers=ORIGIN)).status_code == 403


async def test_a_hostile_name_is_text(client: httpx.AsyncClient, brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source=f"feed {BAD}"[:300])
    home = f"/brains/{brain.name}/sources"
    page = await client.get(home)
    form = {"csrf": csrf_in(page), "source": f"feed {BAD}"[:300]}
    for shown in (page, await client.post(f"{home}/retract", data=form, headers=ORIGIN)):
        assert shown.status_code == 200
        scripts = Scripts()
        scripts.feed(shown.text)
        assert scripts.found == []
