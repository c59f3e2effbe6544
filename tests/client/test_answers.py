"""Problem documents, foreign answers and answers of newer services, as the caller sees them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

import graphmem_client
from graphmem_client import GraphmemClient, GraphmemError, Retry
from graphmem_client.problems import by_code, error_of
from tests.client.scripted_http import Given, ScriptedHttp, problem

ONCE = Retry(attempts=1)


async def error_for(answer: Given) -> GraphmemError:
    async with ScriptedHttp(answer) as server, GraphmemClient(server.url, retry=ONCE) as client:
        with pytest.raises(GraphmemError) as raised:
            await client.brain("b").overview.stats()
    return raised.value


@pytest.mark.parametrize("code", sorted(by_code()))
async def test_each_code_has_its_class(code: str) -> None:
    kind = by_code()[code]
    error = await error_for(problem(kind.status, code, field="at", retry_after=2.5))
    assert type(error) is kind
    assert (error.code, error.status, error.detail, error.field, error.retry_after) == (
        code,
        kind.status,
        "D",
        "at",
        2.5,
    )
    assert (error.category, error.retryable, error.request_id) == (kind.category, kind.retryable, "r-1")


def test_the_codes_are_those_of_the_service() -> None:
    from api.problems import codes

    assert sorted(by_code()) == codes()
    assert by_code()["model_answer_invalid"] is graphmem_client.ModelAnswerInvalid


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "CallerError"),
        (404, "NotFound"),
        (409, "ConflictError"),
        (422, "InvalidInput"),
        (429, "TooManyRequests"),
        (418, "GraphmemError"),
        (500, "GraphmemError"),
    ],
)
async def test_a_code_of_a_newer_service_falls_back_to_the_status(status: int, kind: str) -> None:
    error = await error_for(problem(status, "brand_new", title="Brand new"))
    assert type(error) is getattr(graphmem_client, kind)
    assert (error.code, error.status, error.title, error.detail) == ("brand_new", status, "Brand new", "D")
    assert type(error).code != "brand_new"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Given(404, b"<html>no</html>", {"Content-Type": "text/html"}), "NotFound"),
        (Given(502, b"bad gateway", {"Content-Type": "text/plain"}), "GatewayError"),
        (Given(503, b"", {"Content-Type": "text/plain", "Retry-After": "7"}), "DatabaseUnavailable"),
        (Given(302, b"", {"Location": "https://elsewhere.example/"}), "UnexpectedAnswer"),
        (Given(500, b"{not json"), "UnexpectedAnswer"),
        (Given(200, b"<html>a page</html>", {"Content-Type": "text/html"}), "UnexpectedAnswer"),
        (Given(200, b'{"brain": "b"}'), "UnexpectedAnswer"),
        (Given(200, b"no gzip", {"Content-Encoding": "gzip"}), "ServiceUnreachable"),
    ],
)  # fmt: skip
async def test_a_foreign_answer_is_told_as_such(answer: Given, kind: str) -> None:
    error = await error_for(answer)
    assert type(error) is getattr(graphmem_client, kind)
    if answer.status != 200:
        assert error.status == answer.status
    assert error.retry_after == (7.0 if answer.status == 503 else None)


def test_the_header_with_the_wait_may_be_a_date() -> None:
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    wait = error_of(429, {"retry-after": at}, b"").retry_after
    assert wait is not None
    assert 90 < wait <= 100
    assert error_of(429, {"retry-after": "soon"}, b"").retry_after is None


async def test_an_answer_of_a_newer_service_is_read() -> None:
    names = {"id": "f", "subject": "Ana", "subject_id": "a", "relation": "likes", "object": "tea", "object_id": "t"}
    times = {"valid_from": None, "valid_until": None, "holds_now": True, "recorded_at": "2026-01-01T00:00:00Z"}
    fact: dict[str, Any] = {
        **names,
        **times,
        "object_kind": "value",
        "text": "Ana likes tea.",
        "confidence": 1.0,
        "colour": "green",
    }
    newer = Given(body=json.dumps({"facts": [fact], "next_cursor": None, "total": 1}).encode())
    async with ScriptedHttp(newer) as server, GraphmemClient(server.url) as client:
        (read,) = await client.brain("b").facts()
    assert (read.object, read.recorded_at) == ("tea", datetime(2026, 1, 1, tzinfo=UTC))
