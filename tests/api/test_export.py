"""A brain is exported through the API and loaded under another name."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from uuid_utils import uuid4

from api.main import create_app
from api.routers.export import lines_of
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem_contract.errors import TooLarge
from tests.api.conftest import Api, assert_problem, client_of

NDJSON = {"Content-Type": "application/x-ndjson"}


async def loaded(api: Api, name: str, body: Any) -> httpx.Response:
    return await api.client.post(f"/v1/brains/{name}:load-export", content=body, headers=NDJSON)


async def test_a_brain_moves_with_all_its_answers(api: Api) -> None:
    fact = await api.fact("Ana", "works_at", "Acme", valid_from="2020-01-01", object_is_entity=True)
    said = {"content": "I left Acme.", "speaker": "Ana", "occurred_at": "2021-01-01T00:00:00Z"}
    episode = (await api.post("/episodes", {**said, "skip_extraction": True}, key="k-1")).json()
    await api.post(f"/facts/{fact['id']}:invalidate", {"at": "2022-01-01"})
    file = await api.get("/export")
    assert file.status_code == 200
    assert file.headers["content-type"] == "application/x-ndjson"
    assert f'filename="{api.brain}.ndjson"' in file.headers["content-disposition"]
    header, *_, footer = [json.loads(line) for line in file.text.splitlines()]
    assert (header["graphmem"], header["format"], header["brain"]) == ("export", 1, api.brain)
    assert (footer["graphmem"], footer["lines"]) == ("end", len(file.text.splitlines()) - 1)

    name = f"moved-{uuid4()}"
    answer = await loaded(api, name, file.content)
    assert answer.status_code == 201, answer.text
    assert answer.json()["counts"] == header["counts"]
    assert answer.json()["revision"] == header["revision"]
    moved = Api(api.client, name)
    for path in (
        f"/facts/{fact['id']}",
        f"/facts/{fact['id']}/history",
        f"/episodes/{episode['episode_id']}",
        "/ontology",
    ):
        assert (await moved.get(path)).json() == (await api.get(path)).json(), path
    again = await moved.post("/episodes", {**said, "skip_extraction": True}, key="k-1")
    assert (again.status_code, again.headers["idempotency-replayed"]) == (200, "true")
    assert_problem(await loaded(api, name, file.content), 409, "brain_not_empty")


async def test_a_file_that_is_wrong_leaves_no_brain(api: Api) -> None:
    await api.fact("Ana", "works_at", "Acme")
    lines = (await api.get("/export")).content.splitlines(keepends=True)
    name = f"wrong-{uuid4()}"
    for body in (b"", b"".join(lines[:-1]), b"".join(lines[:-1])[:-30], b"".join([*lines[:2], b"{}\n", *lines[2:]])):
        problem = assert_problem(await loaded(api, name, body), 422, "invalid_input", "body")
        assert problem["detail"].startswith("Line ")
        assert (await api.client.get(f"/v1/brains/{name}")).status_code == 404


async def test_what_is_not_there_cannot_be_exported(api: Api) -> None:
    assert_problem(await api.get("/export"), 404, "not_found")
    assert_problem(await api.get("/export", vectors=1), 422, "invalid_input", "vectors")


async def test_a_line_without_end_is_refused_by_its_number() -> None:
    async def body() -> AsyncIterator[bytes]:
        yield b"one\ntwo\n"
        while True:
            yield b"x" * 400

    lines = lines_of(body(), most=1000)
    assert [await anext(lines), await anext(lines)] == [b"one", b"two"]
    with pytest.raises(TooLarge, match=r"^Line 3: it is longer than 1000 bytes"):
        await anext(lines)


async def test_nothing_secret_goes_out(memory: Memory, api: Api, test_settings: Settings, keys_removed: None) -> None:
    """An export has neither the keys of the service nor the passwords of its settings."""
    secret = "a-secret-that-nobody-may-see"
    settings = test_settings.with_overrides(admin_key=secret)
    async with client_of(create_app(settings, memory), headers={"Authorization": f"Bearer {secret}"}) as client:
        keyed = Api(client, api.brain)
        await keyed.fact("Ana", "works_at", "Acme")
        key = (await client.post("/v1/keys", json={"name": "n", "scopes": ["admin"], "brains": [api.brain]})).json()
        text = (await keyed.get("/export", embeddings=True)).text
        assert secret not in text
        assert key["key"] not in text
        assert key["id"] not in text


async def test_only_an_administrator_of_the_brain_moves_it(memory: Memory, api: Api, test_settings: Settings) -> None:
    settings = test_settings.with_overrides(admin_key="an-admin-key")
    async with client_of(create_app(settings, memory)) as client:
        assert_problem(await Api(client, api.brain).get("/export"), 401, "unauthorized", "Authorization")
        answer = await client.post(f"/v1/brains/{api.brain}:load-export", content=b"", headers=NDJSON)
        assert_problem(answer, 401, "unauthorized", "Authorization")
