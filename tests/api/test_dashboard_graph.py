"""The pages of the graph and of time travel over HTTP, without a browser."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import httpx
import pytest

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.api.conftest import Api, client_of
from tests.api.test_dashboard import BAD, Scripts, assert_page, logged_in

DRAWING = re.compile(r'data-drawing="([^"]*)"')
PART = {"HX-Request": "true"}


def drawing_in(page: httpx.Response) -> dict[str, Any]:
    found = DRAWING.search(page.text)
    assert found, page.text[:500]
    return dict(json.loads(html.unescape(found[1])))


def names_in(page: httpx.Response) -> set[str]:
    return {node["name"] for node in drawing_in(page)["nodes"]}


@pytest.fixture
async def chain(brain: Brain) -> Brain:
    """Ana, Acme, Leo, Porto in a row, and what Ana likes."""
    for subject, relation, object_, more in (
        ("Ana", "works_at", "Acme", {"valid_from": "2024-01-01"}),
        ("Leo", "works_at", "Acme", {"valid_from": "2025-01-01"}),
        ("Leo", "lives_in", "Porto", {"valid_from": "2020-01-01", "confidence": 0.5}),
    ):
        await brain.add_fact(subject=subject, relation=relation, object=object_, object_is_entity=True, **more)
    await brain.add_fact(subject="Ana", relation="likes", object="tea", valid_from=None)
    return brain


async def test_the_graph_grows_by_steps_and_by_opened_entities(client: httpx.AsyncClient, chain: Brain) -> None:
    home = f"/brains/{chain.name}/graph"
    ana, acme, leo = [(await chain.entities.get(name)).id for name in ("Ana", "Acme", "Leo")]
    assert names_in(await client.get(home, params={"entity": ana})) == {"Ana", "Acme", "tea"}
    assert names_in(await client.get(home, params={"entity": ana, "hops": 3})) == {"Ana", "Acme", "tea", "Leo", "Porto"}
    opened = await client.get(home, params={"entity": ana, "more": [acme, "gone"]})
    assert names_in(opened) == {"Ana", "Acme", "tea", "Leo"}
    assert {node["name"]: node["role"] for node in drawing_in(opened)["nodes"]} == {
        "Ana": "start", "Acme": "open", "tea": "", "Leo": "",
    }  # fmt: skip
    part = await client.get(home, params={"entity": ana, "more": [acme, leo]}, headers=PART)
    assert "Porto" in names_in(part)
    assert "<html" not in part.text


async def test_a_filter_leaves_out_what_is_joined_through_other_facts_only(
    client: httpx.AsyncClient, chain: Brain
) -> None:
    home = f"/brains/{chain.name}/graph"
    wide = {"entity": "Ana", "hops": 3}
    assert names_in(await client.get(home, params={**wide, "relation": "works_at"})) == {"Ana", "Acme", "Leo"}
    assert names_in(await client.get(home, params={**wide, "relation": "lives_in"})) == set()
    assert "Porto" not in names_in(await client.get(home, params={**wide, "min_confidence": 0.6}))
    assert names_in(await client.get(home, params={**wide, "valid_at": "2024-06-01"})) == {"Ana", "Acme", "tea"}


async def test_the_path_to_another_entity_is_marked(client: httpx.AsyncClient, chain: Brain) -> None:
    home = f"/brains/{chain.name}/graph"
    page = await client.get(home, params={"entity": "Ana", "to": "Porto"})
    marked = {edge["relation"] for edge in drawing_in(page)["edges"] if edge["mark"] == "path"}
    assert (marked, len(drawing_in(page)["edges"])) == ({"works_at", "lives_in"}, 4)
    assert_page(await client.get(home, params={"entity": "Ana", "to": "nobody"}), 200, "There is no entity")
    none = await client.get(home, params={"entity": "Ana", "to": "Porto", "valid_at": "2024-06-01"})
    assert_page(none, 200, "No path of 6 steps or fewer")


async def test_a_search_finds_where_to_start(client: httpx.AsyncClient, chain: Brain) -> None:
    home = f"/brains/{chain.name}/graph"
    assert_page(await client.get(home), 200, "Start from one of the newest")
    only = await client.get(home, params={"query": "Acme"}, follow_redirects=True)
    assert names_in(only) == {"Acme", "Ana", "Leo"}
    assert only.url.query == f"entity={(await chain.entities.get('Acme')).id}".encode()
    assert_page(await client.get(home, params={"query": "Zebra"}), 200, "No entity is called so.")
    assert_page(await client.get(home, params={"entity": "Zebra"}), 404, "There is no entity")
    assert_page(await client.get(home, params={"entity": "Ana", "hops": 4}), 422, "hops")
    await chain.entities.add(name="Ana Souza", type="person")
    many = await client.get(home, params={"query": "Ana"})
    assert many.text.count(f'href="{home}?entity=') == 2


async def test_the_panels_tell_an_entity_and_a_fact_as_of_both_moments(client: httpx.AsyncClient, chain: Brain) -> None:
    home = f"/brains/{chain.name}/graph"
    ana = await chain.entities.get("Ana")
    (job,) = await chain.facts("Ana", "works_at")
    await chain.invalidate(job.id, at="2025-01-01")
    assert_page(await client.get(f"{home}/entity", params={"id": ana.id}), 200, "Ana likes tea")
    now = await client.get(f"{home}/fact", params={"id": job.id})
    assert "2025-01-01" in now.text
    then = await client.get(f"{home}/fact", params={"id": job.id, "known_at": job.recorded_at.isoformat()})
    assert_page(then, 200, "– now")
    assert "No message states it" in then.text
    assert_page(await client.get(f"{home}/fact", params={"id": "none"}), 404, "There is no fact")


async def test_neo4j_browser_is_offered_on_this_machine_only(memory: Memory, chain: Brain) -> None:
    async with client_of(create_app(memory=memory)) as client:
        page = await client.get(f"/brains/{chain.name}/graph", params={"entity": "Ana"})
        assert "CALL graphmem.bfs(" in page.text
        assert ("Open in Neo4j Browser" in page.text) == (memory.browser_url is not None)


async def test_time_travel_shows_the_facts_of_the_moment(client: httpx.AsyncClient, chain: Brain) -> None:
    home = f"/brains/{chain.name}/time"
    page = await client.get(home, params={"valid_at": "2024-06-01"})
    assert_page(page, 200, "What held on")
    assert names_in(page) == {"Ana", "Acme", "Leo", "Porto", "tea"}
    assert len(drawing_in(page)["edges"]) == 3
    part = await client.get(home, params={"valid_at": "2024-06-01"}, headers=PART)
    assert "<html" not in part.text
    assert drawing_in(part) == drawing_in(page)
    about = await client.get(home, params={"entity": "Porto"})
    assert names_in(about) == {"Leo", "Porto"}
    stops = await client.get(f"{home}/stops", params={"known_at": "2020-01-01"}, headers=PART)
    assert_page(stops, 200, 'data-slider="valid_at"')
    assert 'data-values="[""]"' in html.unescape(stops.text), "nothing was believed then: now is the only position"


async def test_the_sliders_work_as_links_without_a_script(client: httpx.AsyncClient, chain: Brain) -> None:
    page = await client.get(f"/brains/{chain.name}/time", params={"valid_at": "2024-06-01"})
    links = re.findall(r'href="([^"]+)" data-step="(-?1|now)"', page.text)
    assert [(html.unescape(address).partition("?")[2], step) for address, step in links[:3]] == [
        ("valid_at=2020-01-01T00%3A00%3A00Z", "-1"),
        ("valid_at=2025-01-01T00%3A00%3A00Z", "1"),
        ("", "now"),
    ]
    assert_page(await client.get(f"/brains/{chain.name}/time?valid_at=soon"), 422, "valid_at")


async def test_two_moments_are_compared_as_a_list_and_in_a_drawing(client: httpx.AsyncClient, chain: Brain) -> None:
    (job,) = await chain.facts("Ana", "works_at")
    await chain.invalidate(job.id, at="2025-03-01")
    home = f"/brains/{chain.name}/time/compare"
    page = await client.get(home, params={"from_valid_at": "2024-06-01", "to_valid_at": "2025-06-01"})
    assert_page(page, 200, "only at the second moment")
    marks = {edge["mark"] for edge in drawing_in(page)["edges"]}
    assert (marks, len(drawing_in(page)["edges"])) == ({"first", "second"}, 2)
    changed = await client.get(
        home,
        params={
            "from_valid_at": "2024-06-01", "to_valid_at": "2024-06-01", "from_known_at": job.recorded_at.isoformat(),
        },
    )  # fmt: skip
    assert "changed" in {edge["mark"] for edge in drawing_in(changed)["edges"]}
    assert_page(await client.get(home), 200, "Nothing differs")


async def test_empty_brains_say_what_to_do(client: httpx.AsyncClient, api: Api) -> None:
    await client.put(api.at(""))
    home = f"/brains/{api.brain}"
    assert_page(await client.get(f"{home}/graph"), 200, "No entity is known yet.")
    assert_page(await client.get(f"{home}/time"), 200, "No fact holds now.")
    for path in ("graph", "time", "time/compare"):
        assert_page(await client.get(f"/brains/{api.brain}-none/{path}"), 404, "There is no brain")


async def test_hostile_names_stay_text_in_pictures_and_panels(client: httpx.AsyncClient, brain: Brain) -> None:
    fact = await brain.add_fact(
        subject=f"Ana {BAD}", relation="likes", object=f"tea {BAD}", text=f"text {BAD}", valid_from="2024-01-01"
    )
    home = f"/brains/{brain.name}"
    ana = fact.subject_id
    for path in (
        f"{home}/graph?entity={ana}", f"{home}/graph?{httpx.QueryParams({'entity': ana, 'to': BAD, 'relation': BAD})}",
        f"{home}/graph?{httpx.QueryParams({'query': BAD})}", f"{home}/graph/entity?id={ana}", f"{home}/graph/fact?id={fact.id}",
        f"{home}/time", f"{home}/time?{httpx.QueryParams({'entity': f'Ana {BAD}'})}",
        f"{home}/time/compare?from_valid_at=2020-01-01",
    ):  # fmt: skip
        page = await client.get(path, follow_redirects=True)
        assert page.status_code == 200, (path, page.text[:300])
        scripts = Scripts()
        scripts.feed(page.text)
        assert scripts.found == [], path
    assert all("<script>alert(1)</script>" in name for name in names_in(await client.get(f"{home}/time")))


async def test_a_key_of_another_brain_sees_neither_view(memory: Memory, chain: Brain, keys_removed: None) -> None:
    key = await memory.keys.create("other", ["another"], ["memory:read"])
    async with client_of(create_app(memory=memory, keyed=True)) as client:
        for path in ("graph", "graph/entity?id=x", "graph/fact?id=x", "time", "time/stops", "time/compare"):
            assert (await client.get(f"/brains/{chain.name}/{path}")).status_code == 303, path
        assert (await logged_in(client, key.key)).status_code == 303
        for path in ("graph", "graph/entity?id=x", "graph/fact?id=x", "time", "time/stops", "time/compare"):
            assert_page(await client.get(f"/brains/{chain.name}/{path}"), 403, "no scope")
