"""The pages over HTTP: headers, logins, forms, errors as pages, and hostile text as text."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from api.dashboard.attempts import MOST_FAILURES
from api.dashboard.headers import HEADERS
from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.errors import DatabaseUnavailable
from tests.api.conftest import Api, client_of
from tests.api.test_problems import BrokenStore
from tests.conftest import altered

KEY = "s3cret-key"
CSRF = re.compile(r'name="csrf" value="([0-9a-f]{64})"')
ORIGIN = {"Origin": "http://localhost"}
BAD = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u202eevil\u202c"


def csrf_in(page: httpx.Response) -> str:
    found = CSRF.search(page.text)
    assert found, page.text[:500]
    return found[1]


def assert_page(answer: httpx.Response, status: int, words: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert words in answer.text
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


@pytest.fixture
async def guarded(memory: Memory) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with an administrator's key."""
    settings = memory.settings.model_copy(update={"admin_key": SecretStr(KEY)})
    async with client_of(create_app(settings, memory)) as client:
        yield client


async def logged_in(client: httpx.AsyncClient, key: str, **more: str) -> httpx.Response:
    token = csrf_in(await client.get("/login"))
    return await client.post("/login", data={"csrf": token, "key": key, **more}, headers=ORIGIN)


async def test_every_page_and_file_has_the_security_headers(client: httpx.AsyncClient, api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea")
    episode = (await api.post("/episodes", {"content": "Ana likes tea.", "extraction": {"facts": []}})).json()
    home = f"/brains/{api.brain}"
    pages = [
        "/", "/docs", home, f"{home}/row", f"{home}/settings", f"{home}/forget", f"{home}/episodes", f"{home}/episodes/queue",
        f"{home}/episodes/{episode['episode_id']}", f"{home}/episodes/{episode['episode_id']}/forget", f"{home}/facts",
        f"{home}/facts/{fact['id']}", f"{home}/entities", f"{home}/entities/{fact['subject_id']}", f"{home}/recall",
        f"{home}/contradictions",
        f"{home}/sources",
        f"{home}/proposals",
        f"{home}/observations",
        f"{home}/clusters",
        f"{home}/directives",
    ]  # fmt: skip
    for path in pages:
        assert_page(await client.get(path), 200, "<")
    for path in ("/static/style.css", "/static/page.js", "/vendor/htmx/htmx.min.js", "/openapi.json", "/health"):
        answer = await client.get(path)
        assert (answer.status_code, {name: answer.headers[name] for name in HEADERS}) == (200, HEADERS), path


async def test_a_page_loads_nothing_from_elsewhere(client: httpx.AsyncClient) -> None:
    for path in ("/", "/docs"):
        page = await client.get(path)
        links = re.findall(r'(?:href|src|action)="([^"#]+)', page.text)
        assert {"/static/style.css", "/docs", "/vendor/htmx/htmx.min.js"} <= set(links)
        for link in links:
            assert link.startswith("/"), link
            assert (await client.get(link)).status_code in (200, 405), link


async def test_no_file_outside_the_folders_is_served(client: httpx.AsyncClient) -> None:
    for path in (
        "/static/../site.py",
        "/static/%2e%2e/site.py",
        "/vendor/..%2fsite.py",
        "/static/",
        "/static/none.css",
    ):
        assert (await client.get(path)).status_code == 404, path


async def test_an_error_is_a_page_and_a_part_of_a_page_for_a_script(client: httpx.AsyncClient) -> None:
    assert_page(await client.get("/brains/none"), 404, "There is no brain none")
    assert_page(await client.get("/brains/none/facts?valid_at=yesterday"), 422, "valid_at")
    assert_page(await client.get("/brains/none/facts?nothing=1"), 422, "nothing")
    part = await client.get("/brains/none/row", headers={"HX-Request": "true"})
    assert_page(part, 404, 'role="alert"')
    assert "<html" not in part.text


async def test_a_dead_database_is_a_page(memory: Memory) -> None:
    broken = altered(memory, store=BrokenStore(DatabaseUnavailable("Neo4j cannot be reached.", retry_after=2.0)))  # type: ignore[arg-type]
    async with client_of(create_app(memory=broken)) as client:
        answer = await client.get("/")
        assert_page(answer, 503, "its database does not answer")
        assert answer.headers["Retry-After"] == "2"
    settings = memory.settings.model_copy(update={"admin_key": SecretStr(KEY)})
    async with client_of(create_app(settings, broken), cookies={"graphmem_login": "x"}) as client:
        assert_page(await client.get("/"), 503, "its database does not answer")


async def test_without_a_login_every_page_leads_to_it_and_back(guarded: httpx.AsyncClient) -> None:
    for path in ("/", "/brains/b", "/brains/b/facts?status=any", "/brains/b/episodes/x"):
        answer = await guarded.get(path)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/login")
    assert (await guarded.get("/brains/b?days=7")).headers["location"] == "/login?next=%2Fbrains%2Fb%3Fdays%3D7"
    part = await guarded.get("/brains/b/row", headers={"HX-Request": "true"})
    assert (part.status_code, part.headers["HX-Redirect"]) == (204, "/login")
    for path in ("/brains", "/brains/b/forget", "/brains/b/episodes/replay", "/brains/b/facts/x/deny"):
        answer = await guarded.post(path, data={"csrf": "x"}, headers=ORIGIN)
        assert answer.status_code in (303, 403), path


async def test_a_login_is_kept_in_a_cookie_that_has_no_key(
    guarded: httpx.AsyncClient, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = await logged_in(guarded, KEY, next="/brains/none")
    assert (answer.status_code, answer.headers["location"]) == (303, "/brains/none")
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Max-Age=43200"} <= {part.strip() for part in cookie.split(";")}
    assert "Secure" not in cookie
    assert KEY not in str(answer.headers)
    assert_page(await guarded.get("/"), 200, "Log out")
    out, err = capfd.readouterr()
    assert KEY not in out + err


async def test_outside_this_machine_cookies_travel_over_tls_only(memory: Memory) -> None:
    settings = memory.settings.model_copy(update={"admin_key": SecretStr(KEY), "host": "0.0.0.0"})
    async with client_of(create_app(settings, memory)) as client:
        client.base_url = httpx.URL("https://memory.example.org")
        page = await client.get("/login")
        assert "Secure" in page.headers["set-cookie"]
        answer = await client.post(
            "/login", data={"csrf": csrf_in(page), "key": KEY}, headers={"Origin": "https://memory.example.org"}
        )
        assert answer.status_code == 303
        assert "Secure" in answer.headers["set-cookie"]


async def test_wrong_keys_are_counted_by_address(guarded: httpx.AsyncClient) -> None:
    for _ in range(MOST_FAILURES):
        assert_page(await logged_in(guarded, "gmk_wrong"), 401, "unknown")
    answer = await logged_in(guarded, KEY)
    assert_page(answer, 429, "Too many attempts")
    assert "graphmem_login" not in answer.headers.get("set-cookie", "")


async def test_a_login_leads_nowhere_else(guarded: httpx.AsyncClient) -> None:
    for target in ("https://evil.example", "//evil.example", "/\\evil.example"):
        assert (await logged_in(guarded, KEY, next=target)).headers["location"] == "/"
        guarded.cookies.clear()


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": "https://evil.example"}, {"Origin": "http://localhost:3000"}, {"Origin": "null"}]
)
async def test_a_form_of_another_site_is_refused(
    client: httpx.AsyncClient, brain: Brain, headers: dict[str, str]
) -> None:
    token = csrf_in(await client.get("/"))
    answer = await client.post("/brains", data={"csrf": token, "name": brain.name}, headers=headers)
    assert answer.status_code == 403
    assert (await client.get(f"/v1/brains/{brain.name}")).status_code == 404


@pytest.mark.parametrize("token", ["", "x", "é", "0" * 64])
async def test_a_form_without_its_token_is_refused(client: httpx.AsyncClient, brain: Brain, token: str) -> None:
    await client.get("/")
    answer = await client.post("/brains", data={"csrf": token, "name": brain.name}, headers=ORIGIN)
    assert_page(answer, 403, "load the page again")


async def test_the_token_of_another_browser_is_refused(client: httpx.AsyncClient, brain: Brain) -> None:
    token = csrf_in(await client.get("/"))
    client.cookies.clear()
    answer = await client.post("/brains", data={"csrf": token, "name": brain.name}, headers=ORIGIN)
    assert answer.status_code == 403


async def test_a_form_is_taken_by_pages_only(client: httpx.AsyncClient, api: Api) -> None:
    answer = await client.post(api.at("/facts"), data={"subject": "A", "relation": "r", "object": "o"}, headers=ORIGIN)
    assert answer.status_code == 415
    token = csrf_in(await client.get("/"))
    answer = await client.post("/brains", data={"csrf": token, "name": api.brain}, headers=ORIGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/brains/{api.brain}")
    answer = await client.post("/brains", data={"csrf": token, "name": "no name"}, headers=ORIGIN)
    assert_page(answer, 422, "letters, digits")
    answer = await client.post(
        "/brains", content=b"\xff\xfe", headers={**ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}
    )
    assert answer.status_code in (403, 422)


async def test_a_key_that_reads_cannot_write_by_a_form_of_its_own(
    memory: Memory, brain: Brain, keys_removed: None
) -> None:
    fact = await brain.add_fact(subject="Ana", relation="likes", object="tea")
    key = await memory.keys.create("reader", [brain.name], ["memory:read"])
    async with client_of(create_app(memory=memory, keyed=True)) as client:
        assert (await logged_in(client, key.key)).status_code == 303
        page = await client.get(f"/brains/{brain.name}/facts/{fact.id}")
        assert_page(page, 200, "Ana likes tea")
        assert "Put it right" not in page.text
        token = csrf_in(page)
        for path in (
            "",
            "/facts/{id}/deny",
            "/episodes/x/replay",
            "/forget",
            "/settings",
            "/entities/Ana/edit",
            "/entities/Ana/merge",
        ):
            target = f"/brains/{brain.name}{path.format(id=fact.id)}" if path else "/brains"
            answer = await client.post(target, data={"csrf": token, "name": brain.name, "sure": "yes"}, headers=ORIGIN)
            assert answer.status_code == 403, path
    assert (await brain.fact(fact.id)).status == "live"


class Scripts(HTMLParser):
    """Collects what a browser would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and not str(given.get("src", "")).startswith(("/static/", "/vendor/")):
            self.found.append(f"script {given}")
        if tag == "img" and not str(given.get("src", "")).startswith("/static/"):
            self.found.append(f"img {given}")
        self.found += [f"{tag} {name}" for name in given if name.startswith("on") or name == "style"]


async def hostile_brain(brain: Brain) -> list[str]:
    """Fill every field of a brain with hostile text, and return the pages that show it."""
    facts: list[dict[str, Any]] = [
        {"subject": f"Ana {BAD}", "relation": "says", "object": f"object {BAD}", "text": f"text {BAD}"},
        {"subject": f"Ana {BAD}", "relation": "works_at", "object": f"Acme {BAD}", "object_is_entity": True},
    ]
    names = [{"name": f"Ana {BAD}", "type": "person", "aliases": [f"alias {BAD}"], "external_id": f"external {BAD}"}]
    result = await brain.remember(
        f"content {BAD}", speaker=f"speaker {BAD}", role=f"role {BAD}", session_id=f"session {BAD}", source=f"source {BAD}",
        kind=f"kind {BAD}", tags=[f"tag {BAD}"], metadata={f"key {BAD}": f"value {BAD}"}, external_id=f"id {BAD}",
        extraction={"entities": names, "facts": facts},
    )  # fmt: skip
    assert result.success, result.error
    ana = await brain.entities.get(f"Ana {BAD}")
    await brain.entities.change(ana.id, summary=f"summary {BAD}", properties={BAD: BAD})
    home, query = f"/brains/{brain.name}", httpx.QueryParams({"text": BAD, "speaker": BAD, "tag": BAD})
    said = (await brain.facts(include_closed=True)).items
    return [
        "/?" + str(httpx.QueryParams({"query": BAD[:100]})), home, f"{home}/row", f"{home}/episodes", f"{home}/episodes?{query}",
        f"{home}/episodes/{result.episode_id}", f"{home}/episodes/{result.episode_id}/forget", f"{home}/facts",
        f"{home}/facts?{httpx.QueryParams({'text': BAD, 'subject': BAD})}", *(f"{home}/facts/{one.id}" for one in said),
        f"{home}/entities", f"{home}/entities?{httpx.QueryParams({'query': BAD, 'type': BAD})}", f"{home}/entities/{ana.id}",
        f"{home}/recall?{httpx.QueryParams({'query': BAD, 'entities': BAD, 'beside': 'lexical'})}",
        f"{home}/graph?entity={ana.id}&hops=2", f"{home}/graph?{httpx.QueryParams({'entity': ana.id, 'to': BAD})}",
        f"{home}/time", f"{home}/time/compare?from_valid_at=2020-01-01", f"{home}/none?{httpx.QueryParams({BAD: '1'})}",
    ]  # fmt: skip


async def test_hostile_text_is_text_on_every_page(client: httpx.AsyncClient, brain: Brain) -> None:
    for path in await hostile_brain(brain):
        page = await client.get(path)
        assert page.status_code in (200, 404, 422), (path, page.text[:300])
        scripts = Scripts()
        scripts.feed(page.text)
        assert scripts.found == [], path


async def test_a_megabyte_in_a_list_is_clipped(memory: Memory, brain: Brain) -> None:
    large = altered(memory, settings=memory.settings.model_copy(update={"max_content_chars": 2_000_000}))
    filled = large.brain(brain.name)
    await filled.remember("word " * 200_000, extraction={"facts": []})
    await filled.entities.add(name="Ana", summary="s" * 1_000_000)
    async with client_of(create_app(memory=large)) as client:
        for path in ("", "/episodes", "/entities", "/entities/Ana"):
            page = await client.get(f"/brains/{brain.name}{path}")
            assert page.status_code == 200, path
            assert len(page.text) < 100_000, path
        episode = (await filled.episodes.list())[0]
        page = await client.get(f"/brains/{brain.name}/episodes/{episode.id}")
        assert len(page.text) > 1_000_000


async def test_a_refused_row_says_so_in_its_place(memory: Memory, brain: Brain) -> None:
    await brain.create()
    settings = memory.settings.model_copy(update={"rate_limit": 0.01, "rate_burst": 1})
    async with client_of(create_app(settings, memory)) as client:
        assert (await client.get("/")).status_code == 200
        answer = await client.get(f"/brains/{brain.name}/row", headers={"HX-Request": "true"})
        assert_page(answer, 429, "times a second")


async def test_an_export_is_the_one_of_the_api(client: httpx.AsyncClient, api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    answer = await client.get(f"/brains/{api.brain}/export")
    assert answer.headers["content-disposition"] == f'attachment; filename="{api.brain}.ndjson"'
    assert json.loads(answer.text.splitlines()[-1])["graphmem"] == "end"
