"""Every request has an id; the caller gets an error without its cause, and the log has it without secrets."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from fastapi import FastAPI
from pydantic import SecretStr

from api.main import create_app
from graphmem.graph.store import Store
from graphmem.memory import Memory
from graphmem.models.none_extractor import NoneExtractor
from graphmem.observability.logs import log_to_stderr
from graphmem_contract.errors import DatabaseError, ModelRefused
from tests.api.conftest import Api, assert_problem, client_of

SECRET = "the-providers-key-9000"


@pytest.fixture
def logged(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return the lines logged since the start of the test, as the server writes them."""
    root, written = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    known = {"openai_api_key": SecretStr(SECRET), "log_format": "json", "log_level": "info"}

    def start() -> io.StringIO:
        monkeypatch.setattr(sys, "stderr", written)
        log_to_stderr(memory.settings.model_copy(update=known))
        return written

    yield start
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def lines_of(written: io.StringIO, logger: str = "graphmem.api") -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    return [line for line in lines if line["logger"] == logger]


async def test_a_request_has_an_id_and_a_line(api: Api, logged: Any) -> None:
    written = logged()
    first, second = await api.get("/facts"), await api.get("/facts", subject="Somebody private")
    assert first.headers["X-Request-ID"] != second.headers["X-Request-ID"]
    own = await api.client.get("/health", headers={"X-Request-ID": "mine-1"})
    strange = await api.client.get("/health", headers={"X-Request-ID": "not\tusable " * 20})
    assert own.headers["X-Request-ID"] == "mine-1"
    assert "usable" not in strange.headers["X-Request-ID"]
    told = lines_of(written)
    assert [one["request_id"] for one in told] == [a.headers["X-Request-ID"] for a in (first, second, own, strange)]
    assert (told[0]["brain"], told[0]["status"], told[0]["route"]) == (api.brain, 200, "/v1/brains/{brain}/facts")
    assert "brain" not in told[2]
    assert "private" not in written.getvalue()


async def test_a_refusal_at_the_door_has_an_id_too(memory: Memory) -> None:
    keyed = create_app(memory.settings.model_copy(update={"admin_key": SecretStr("sesame")}), memory)
    async with client_of(keyed) as client:
        assert (await client.get("/v1/brains", headers={"X-Request-ID": "r-1"})).headers["X-Request-ID"] == "r-1"


async def test_an_accident_is_told_without_its_cause_and_logged_without_secrets(
    api: Api, logged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Any, *_: Any, **__: Any) -> Any:
        kept_in_a_variable = "value-of-a-variable"
        raise RuntimeError(f"with {SECRET} and {len(kept_in_a_variable)}")

    monkeypatch.setattr(Store, "read", broken)
    written = logged()
    answer = await api.get("/facts")
    assert_problem(answer, 500, "internal")
    assert answer.headers["X-Request-ID"]
    told = lines_of(written)
    assert [one["event"] for one in told] == ["unexpected_error", "request"]
    assert told[0]["brain"] == api.brain
    assert told[0]["exception"][0]["exc_type"] == "RuntimeError"
    for text in (answer.text, written.getvalue()):
        assert SECRET not in text
        assert "value-of-a-variable" not in text


async def test_a_database_that_refuses_is_a_problem_without_its_words(
    api: Api, logged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refusing(self: Any, *_: Any, **__: Any) -> Any:
        raise DatabaseError(f"Neo4j refused a statement: MATCH (n) near {SECRET}")

    monkeypatch.setattr(Store, "read", refusing)
    written = logged()
    answer = await api.get("/facts")
    problem = assert_problem(answer, 500, "database_error")
    assert "MATCH" not in problem["detail"]
    assert [one["event"] for one in lines_of(written)] == ["database_error", "request"]
    assert "MATCH (n) near ***" in written.getvalue()
    assert "Traceback" not in written.getvalue()
    assert SECRET not in written.getvalue() + answer.text


async def test_a_model_that_fails_is_logged_with_its_brain_and_episode(
    api: Api, logged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: Any, **__: Any) -> Any:
        raise ModelRefused("The provider refused the key.")

    for method in ("extract", "informed", "mentions", "claims"):
        if hasattr(NoneExtractor, method):
            monkeypatch.setattr(NoneExtractor, method, failing)
    written = logged()
    answer = await api.post("/episodes", {"content": "Ana lives in Lisbon now."})
    assert answer.json()["success"] is False, answer.text
    told = next(one for one in lines_of(written, "graphmem.ingest") if one["event"] == "extraction_failed")
    assert (told["brain"], told["episode"], told["code"]) == (api.brain, answer.json()["episode_id"], "model_refused")
    assert told["request_id"] == answer.headers["X-Request-ID"]
    assert "Lisbon" not in written.getvalue()


async def test_a_client_that_hangs_up_is_no_unexpected_error(app: FastAPI, api: Api, logged: Any) -> None:
    written = logged()
    scope = {
        "type": "http", "method": "POST", "path": api.at("/facts"), "raw_path": api.at("/facts").encode(), "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"9")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http", "http_version": "1.1", "root_path": "",
    }  # fmt: skip
    sent: list[Any] = []

    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, gone, send)  # type: ignore[arg-type]
    events = [line["event"] for line in lines_of(written)]
    assert "client_left" in events
    assert "unexpected_error" not in events
    assert sent == []
