"""Access: with a key from anywhere; without a key only from this machine, and not through a web page of another site."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from api.main import create_app
from graphmem.access.caller import OWNER, Caller
from graphmem.access.keyring import Keyring
from graphmem.memory import Memory
from graphmem_contract.errors import Forbidden, SetupError
from tests.api.conftest import Api, assert_problem, client_of

KEY = "s3cret-key"
PUBLIC = ("/health", "/ready", "/login", "/static/style.css", "/vendor/htmx/htmx.min.js", "/docs", "/openapi.json")


def keyed(memory: Memory, host: str = "127.0.0.1") -> FastAPI:
    return create_app(memory.settings.model_copy(update={"admin_key": SecretStr(KEY), "host": host}), memory)


@pytest.fixture
async def guarded(memory: Memory) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(keyed(memory)) as client:
        yield client


async def test_with_a_key_set_nothing_is_told_without_it(guarded: httpx.AsyncClient, api: Api) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": KEY}, {"Authorization": f"Basic {KEY}"}):
        for answer in (
            await guarded.get("/v1/brains", headers=headers),
            await guarded.get(api.at("/facts?nobody=knows"), headers=headers),
            await guarded.post(api.at("/episodes"), content=b"{", headers=headers),
            await guarded.get("/v1/nothing", headers=headers),
        ):
            problem = assert_problem(answer, 401, "unauthorized", "Authorization")
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")
            assert KEY not in problem["detail"]


async def test_the_admin_key_opens_everything(guarded: httpx.AsyncClient, api: Api) -> None:
    headers = {"Authorization": f"bearer {KEY}"}
    assert (await guarded.get("/v1/brains", headers=headers)).status_code == 200
    made = await guarded.post(api.at("/facts"), json={"subject": "A", "relation": "r", "object": "o"}, headers=headers)
    assert made.status_code == 201


async def test_some_pages_need_no_key(guarded: httpx.AsyncClient) -> None:
    for path in PUBLIC:
        assert (await guarded.get(path)).status_code == 200, path


async def test_with_a_key_others_are_served_too(memory: Memory) -> None:
    async with client_of(keyed(memory, "0.0.0.0"), transport={"client": ("10.1.2.3", 9)}) as client:
        headers = {"Authorization": f"Bearer {KEY}", "Host": "memory.example.org"}
        assert (await client.get("/v1/brains", headers=headers)).status_code == 200


def test_without_a_key_it_does_not_listen_to_the_world(memory: Memory) -> None:
    for host in ("0.0.0.0", "::", "192.168.1.5", "memory.example.org"):
        with pytest.raises(SetupError, match="GRAPHMEM_ADMIN_KEY"):
            create_app(memory.settings.model_copy(update={"host": host}), memory)
    for host in ("127.0.0.1", "::1", "localhost", "127.8.8.8"):
        create_app(memory.settings.model_copy(update={"host": host}), memory)


async def test_an_empty_key_is_none(memory: Memory) -> None:
    app = create_app(memory.settings.model_copy(update={"admin_key": SecretStr("")}), memory)
    assert app.state.keyring.is_open


async def test_without_a_key_only_this_machine_is_served(app: FastAPI) -> None:
    async with client_of(app, transport={"client": ("10.1.2.3", 9)}) as client:
        for path in ("/v1/brains", "/", "/health"):
            assert_problem(await client.get(path), 403, "forbidden")


async def test_without_a_key_the_host_must_be_this_machine(client: httpx.AsyncClient) -> None:
    for host in ("localhost", "localhost:8350", "127.0.0.1:8350", "[::1]:8350"):
        assert (await client.get("/v1/brains", headers={"Host": host})).status_code == 200, host
    for host in (
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "10.0.0.1",
        "[",
        "",
        "me@localhost",
        "localhost@evil.example",
    ):
        assert_problem(await client.get("/v1/brains", headers={"Host": host}), 403, "forbidden", "Host")


async def test_without_a_key_pages_from_elsewhere_are_refused(client: httpx.AsyncClient) -> None:
    for origin in ("http://localhost:3000", "http://127.0.0.1:8350", "http://[::1]"):
        assert (await client.get("/v1/brains", headers={"Origin": origin})).status_code == 200, origin
    for origin in (
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://[",
        "",
        "http://me@localhost",
    ):
        assert_problem(await client.get("/v1/brains", headers={"Origin": origin}), 403, "forbidden", "Origin")


async def test_a_second_host_or_origin_is_refused(client: httpx.AsyncClient) -> None:
    for name, first, second in (
        ("Origin", "http://localhost", "https://evil.example"),
        ("Origin", "http://localhost", "http://localhost"),
        ("Host", "localhost", "evil.example"),
    ):
        answer = await client.get("/v1/brains", headers=[(name, first), (name, second)])
        assert_problem(answer, 403, "forbidden", name)


async def test_a_key_that_only_writes_sees_no_summary_and_no_dry_run(
    memory: Memory, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their answers tell what others said."""
    writer = Caller("writer", frozenset(("memory:write", "graph:write")), frozenset((api.brain,)))

    async def known(*_: object) -> Caller:
        return writer

    fact = await api.fact("Ana", "lives_in", "Porto")
    monkeypatch.setattr(Keyring, "caller", known)
    async with client_of(keyed(memory)) as client:
        episode = {"content": "Ana left.", "extraction": {"facts": []}}
        for path, body in (
            ("/sessions/s:summarise", {}),
            ("/episodes", {**episode, "dry_run": True}),
            (f"/facts/{fact['id']}:invalidate", {"dry_run": True}),
            (f"/facts/{fact['id']}:correct", {"object": "Braga", "dry_run": True}),
            (f"/facts/{fact['id']}:restore", {"dry_run": True}),
            ("/entities:merge", {"into": "Ana", "from": ["Porto"], "dry_run": True}),
            ("/entities/Ana:unmerge", {"merge_id": "x", "dry_run": True}),
            ("/entities/Ana:split", {"facts": [fact["id"]], "dry_run": True}),
        ):
            problem = assert_problem(await client.post(api.at(path), json=body), 403, "forbidden")
            assert "memory:read" in problem["detail"]
        answer = await client.post(api.at("/episodes:import"), json={**episode, "dry_run": True})
        assert "memory:read" in answer.json()["error"], answer.text
        assert (await client.post(api.at("/episodes"), json=episode)).status_code == 201


async def test_forms_and_plain_text_are_no_json(api: Api) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
        answer = await api.client.post(
            api.at("/episodes"), content=b'{"content": "x"}', headers={"Content-Type": kind} if kind else {}
        )
        assert_problem(answer, 415, "unsupported_media_type", "Content-Type")
    assert_problem(await api.get(""), 404, "not_found")


async def test_json_with_a_charset_is_json(api: Api) -> None:
    headers = {"Content-Type": "application/json; charset=utf-8"}
    answer = await api.client.post(api.at("/episodes"), content=b'{"content": "x"}', headers=headers)
    assert answer.status_code == 201


def test_a_caller_may_do_what_its_scopes_and_brains_allow() -> None:
    reader = Caller("reader", frozenset(("memory:read",)), frozenset(("a",)))
    assert reader.may("memory:read", "a")
    assert not reader.may("memory:read", "b")
    assert not reader.may("memory:read")
    assert not reader.may("memory:write", "a")
    assert not reader.may("admin", "a")
    with pytest.raises(Forbidden, match="memory:write"):
        reader.check("memory:write", "a")


def test_an_admin_of_a_brain_may_do_everything_there_and_nothing_elsewhere() -> None:
    admin = Caller("admin", frozenset(("admin",)), frozenset(("a",)))
    assert all(admin.may(scope, "a") for scope in OWNER.scopes)
    assert not any(admin.may(scope, "b") for scope in OWNER.scopes)
    assert not any(admin.may(scope) for scope in OWNER.scopes)
    assert all(OWNER.may(scope) for scope in OWNER.scopes)


async def test_a_narrower_caller_is_held_to_its_scopes(
    memory: Memory, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Caller("reader", frozenset(("memory:read",)), frozenset((api.brain,)))

    async def known(*_: object) -> Caller:
        return reader

    monkeypatch.setattr(Keyring, "caller", known)
    async with client_of(keyed(memory)) as client:
        assert (await client.get(api.at("/facts"))).status_code == 200
        for answer in (
            await client.post(api.at("/episodes"), json={"content": "x"}),
            await client.post(api.at("/episodes:import"), json={}),
            await client.post(api.at("/facts"), json={"subject": "A", "relation": "r", "object": "o"}),
            await client.post(api.at("/facts:import"), json={}),
            await client.post(api.at("/facts/x:invalidate")),
            await client.patch(api.at("/ontology/relations/r"), json={"cardinality": "one"}),
            await client.put(api.at("")),
            await client.get("/v1/keys"),
            await client.post("/v1/keys", json={"name": "x", "brains": ["*"], "scopes": ["admin"]}),
            await client.delete("/v1/keys/x"),
            await client.get(f"/v1/brains/{api.brain}x/facts"),
        ):
            assert_problem(answer, 403, "forbidden")
    assert_problem(await api.get(""), 404, "not_found")
