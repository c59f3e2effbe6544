"""The addresses without a brain: health and readiness."""

from __future__ import annotations

import httpx

from graphmem.version import __version__


async def test_the_process_and_the_database_answer(client: httpx.AsyncClient) -> None:
    assert (await client.get("/health")).json() == {"status": "ok", "version": __version__}
    assert (await client.get("/ready")).json() == {"status": "ready", "writes": "accepted"}
