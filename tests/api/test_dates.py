"""Dates in words through the API."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from graphmem.processes.budget import BudgetSpent
from graphmem.processes.pool import WorkerPool
from tests.api.conftest import assert_problem

NOW = "2026-06-09T10:00:00Z"


async def test_dates_are_read_against_the_moment_they_were_said(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/dates:resolve", json={"text": "We met yesterday.", "occurred_at": NOW})
    assert answer.status_code == 200
    (span,) = answer.json()
    assert set(span) == {"span", "from", "until", "precision", "how"}
    assert (span["span"], span["from"], span["until"], span["precision"]) == (
        "yesterday", "2026-06-08T00:00:00Z", "2026-06-09T00:00:00Z", "day",
    )  # fmt: skip


async def test_yesterday_depends_on_the_time_zone(client: httpx.AsyncClient) -> None:
    body = {"text": "We met yesterday.", "occurred_at": "2026-06-09T23:30:00Z", "time_zone": "Asia/Tokyo"}
    (span,) = (await client.post("/v1/dates:resolve", json=body)).json()
    assert (span["from"], span["until"]) == ("2026-06-08T15:00:00Z", "2026-06-09T15:00:00Z")


async def test_a_text_without_dates_gives_an_empty_list(client: httpx.AsyncClient) -> None:
    for text in ("Tea is good.", ""):
        assert (await client.post("/v1/dates:resolve", json={"text": text, "occurred_at": NOW})).json() == []


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"text": "today"}, 422, "invalid_input", "occurred_at"),
        ({"text": "today", "occurred_at": "2026-02-30"}, 422, "invalid_input", "occurred_at"),
        ({"text": "today", "occurred_at": NOW, "time_zone": "Mars/Olympus"}, 422, "invalid_input", "time_zone"),
        ({"text": 5, "occurred_at": NOW}, 422, "invalid_input", "text"),
        ({"text": "today", "occurred_at": NOW, "zone": "UTC"}, 422, "invalid_input", "zone"),
        ({"text": "x" * 200_001, "occurred_at": NOW}, 413, "too_large", "text"),
    ],
)
async def test_unusable_questions_are_refused(
    client: httpx.AsyncClient, body: dict[str, object], status: int, code: str, field: str
) -> None:
    assert_problem(await client.post("/v1/dates:resolve", json=body), status, code, field)


async def test_a_long_text_is_read_in_a_process_of_its_own(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text of line ends took minutes, in which the process answered nobody."""
    owners: list[str] = []
    run = WorkerPool.run

    async def spied(pool: WorkerPool, owner: str, *job: Any) -> Any:
        owners.append(owner)
        return await run(pool, owner, *job)

    monkeypatch.setattr(WorkerPool, "run", spied)
    for text in ("We met yesterday.", "\n" * 190_000 + " We met yesterday."):
        answer = await client.post("/v1/dates:resolve", json={"text": text, "occurred_at": NOW})
        assert [span["span"] for span in answer.json()] == ["yesterday"]
    assert owners == ["key owner"]
    wrong = {"text": "x" * 9000, "occurred_at": NOW, "time_zone": "Mars/Olympus"}
    assert_problem(await client.post("/v1/dates:resolve", json=wrong), 422, "invalid_input", "time_zone")


async def test_a_text_whose_dates_take_too_long_is_refused(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def spent(*_: Any) -> None:
        raise BudgetSpent

    monkeypatch.setattr(WorkerPool, "run", spent)
    body = {"text": "x" * 9000, "occurred_at": NOW}
    assert_problem(await client.post("/v1/dates:resolve", json=body), 413, "too_large", "text")
