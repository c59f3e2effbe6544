"""The key is in the header of a request and nowhere else."""

from __future__ import annotations

import logging
import pickle
import traceback

import httpx2
import pytest

from graphmem_client import CreatedKey, GraphmemClient, GraphmemClientSync, GraphmemError, InvalidInput, Retry
from tests.client.scripted_http import CUT, Given, ScriptedHttp, problem

KEY = "gmk_very-secret-0123456789"


@pytest.mark.parametrize("answer", [CUT, problem(401, "unauthorized"), Given(500), Given(200, b"[]"), Given(302)])
async def test_the_key_is_in_no_text_of_the_client(
    answer: Given, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    retry = Retry(attempts=2, first_wait_sec=0.001)
    async with ScriptedHttp(answer) as server, GraphmemClient(server.url, api_key=KEY, retry=retry) as client:
        with pytest.raises(GraphmemError) as raised:
            await client.brain("b").remember("Ana.")
        assert server.received[0].headers["authorization"] == f"Bearer {KEY}"
        texts = [repr(client), repr(client.brain("b")), repr(client._service), repr(client.keys), caplog.text]
    error = raised.value
    texts += [
        repr(error),
        str(error),
        repr(vars(error)),
        "".join(traceback.format_exception(error)),
        str(pickle.dumps(error.args)),
    ]
    assert not isinstance(error.__context__, httpx2.HTTPError), "it would hold the request with its headers"
    texts += [*capsys.readouterr()]
    assert [text for text in texts if "very-secret" in text] == []


def test_an_unusable_key_or_address_is_refused_without_being_told() -> None:
    for key in ("gmk_very secret", "gmk_very-secret\n", "gmk_very-secrét"):
        with pytest.raises(InvalidInput) as raised:
            GraphmemClientSync(api_key=key)
        assert "secr" not in f"{raised.value!r} {raised.value}"
    for url in (
        "http://ana:very-secret@localhost",
        "ftp://localhost",
        "localhost:8350",
        "http://",
        "http://h/?k=very-secret",
    ):
        with pytest.raises(InvalidInput) as raised:
            GraphmemClientSync(url)
        assert "very-secret" not in f"{raised.value!r} {raised.value}"


def test_a_new_key_is_not_in_the_text_of_its_record() -> None:
    from graphmem_contract.keys import CreatedKey as Original

    fields = {
        "id": "k",
        "prefix": "gmk_very",
        "name": "n",
        "brains": ["*"],
        "scopes": ["admin"],
        "created_at": "2026-01-01",
    }
    for kind in (CreatedKey, Original):
        record = kind.model_validate({**fields, "key": KEY})
        assert record.key == KEY
        assert KEY not in f"{record!r} {record}"


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/"])
async def test_the_key_and_the_address_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    async with ScriptedHttp(Given(body=b'{"status": "ok", "version": "1"}')) as server:
        monkeypatch.setenv("GRAPHMEM_URL", f"{server.url}{path}")
        monkeypatch.setenv("GRAPHMEM_API_KEY", KEY)
        async with GraphmemClient() as client:
            assert (await client.health()).version == "1"
        async with GraphmemClient(api_key="") as client:
            await client.health()
    assert [one.headers.get("authorization") for one in server.received] == [f"Bearer {KEY}", None]
    assert server.received[0].line == "GET /health HTTP/1.1"
    assert server.received[0].headers["user-agent"].startswith("graphmem-client/")
