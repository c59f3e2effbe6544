"""What the tests of the OpenAI-compatible models share: good answers, settings and requests."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from graphmem.claims import Extracted, Request
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.settings import Settings
from graphmem.testing.scripted_server import ScriptedServer

KEY = "sk-very-secret-0123456789"
WHEN = datetime(2026, 6, 1, 9, tzinfo=UTC)
ANA = {"name": "Ana", "type": "Person", "aliases": ["Ana Souza"]}
ACME = {"name": "Acme", "type": "organization", "aliases": []}
WORKS = {
    "subject": "Ana",
    "relation": "works at",
    "object": "Acme",
    "object_is_entity": True,
    "text": "Ana works at Acme.",
    "action": "holds",
    "starts": "last March",
    "until": None,
    "confidence": 0.95,
    "importance": "biographical_milestone",
    "category": "core",
    "kind": "state",
    "cardinality": "one",
}
JOY = {"emotion": "joy", "intensity": 0.7, "energy": "high"}
GOOD = {"entities": [ANA, ACME], "facts": [WORKS], "emotion": JOY}


def settings_for(server: ScriptedServer, **changes: Any) -> Settings:
    values = {"openai_base_url": server.base_url, "openai_api_key": KEY, "model": "scripted", **changes}
    return Settings(_env_file=None, **values)


def request(content: str = "I work at Acme since last March!", **fields: Any) -> Request:
    return Request(**{"content": content, "occurred_at": WHEN, "speaker": "Ana", **fields})


async def extract(script: Any, content: str = "I work at Acme.", **changes: Any) -> Extracted:
    with ScriptedServer(script) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server, **changes))
        try:
            return await extractor.mentions(request(content))
        finally:
            await extractor.aclose()


async def asked(server: ScriptedServer, times: int = 1) -> None:
    """Returns once the server has been asked so often."""
    async with asyncio.timeout(30):
        while server.calls < times:  # noqa: ASYNC110 - a thread of the server counts them
            await asyncio.sleep(0.01)


def with_fact(**changes: Any) -> dict[str, Any]:
    return {**GOOD, "facts": [{**WORKS, **changes}]}
