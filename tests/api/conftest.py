"""Fixtures of the API tests: an application over the shared memory, and a client in the same process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory

Clients = Callable[..., AbstractAsyncContextManager[httpx.AsyncClient]]


@asynccontextmanager
async def client_of(app: FastAPI, **options: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application in the same process; exceptions of the application become answers."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, **options.pop("transport", {}))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost", **options) as client:
        yield client


@pytest.fixture(scope="session")
def app(memory: Memory) -> FastAPI:
    return create_app(memory=memory)


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app) as opened:
        yield opened


@dataclass(frozen=True)
class Api:
    """One brain through the API."""

    client: httpx.AsyncClient
    brain: str

    def at(self, path: str) -> str:
        return f"/v1/brains/{self.brain}{path}"

    async def get(self, path: str, **query: Any) -> httpx.Response:
        return await self.client.get(self.at(path), params=query)

    async def post(self, path: str, body: Any = None, *, key: str | None = None, **query: Any) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        return await self.client.post(self.at(path), json=body, headers=headers, params=query)

    async def fact(self, subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
        """Add a fact that is not known yet."""
        answer = await self.post("/facts", {"subject": subject, "relation": relation, "object": object_, **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())


@pytest.fixture
def api(client: httpx.AsyncClient, brain: Brain) -> Api:
    return Api(client, brain.name)


def assert_problem(answer: httpx.Response, status: int, code: str, field: str | None = None) -> dict[str, Any]:
    """Assert that the answer is a problem document of this kind and reveals nothing about the implementation."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = dict(answer.json())
    assert problem["status"] == status
    assert problem["code"] == code, problem
    assert problem["type"] == f"urn:graphmem:problem:{code}"
    assert set(problem) <= {"type", "title", "status", "detail", "code", "field", "retry_after"}
    assert {"title", "detail"} <= set(problem)
    assert problem.get("field") == field, problem
    assert "Traceback" not in answer.text
    return problem
