"""A brain whose extractor reads messages in another way the second time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.claims import Extracted, Request
from graphmem.memory import Memory
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_contract.records import SuppliedExtraction
from tests.conftest import altered
from tests.story.telling import extraction, fact

Script = dict[str, SuppliedExtraction]
FIRST = "I work at Acme and I like tea."
SECOND = "Bruno has moved to Porto."


class Slow(ScriptedExtractor):
    """An extractor during whose first call something else may happen."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.read)
        self.reader = reader

    async def mentions(self, request: Request) -> Extracted:
        meanwhile, self.reader.meanwhile = self.reader.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return await super().mentions(request)


class Reader:
    """A brain whose extractor reads from a script that a test changes."""

    def __init__(self, memory: Memory) -> None:
        self.script: Script = {}
        self.meanwhile: Callable[[], Awaitable[None]] | None = None
        self.extractor = Slow(self)
        models = replace(memory.models, extractor=self.extractor)
        self.brain: Brain = altered(memory, models=models).brain(f"again-{uuid4()}")

    def read(self, request: Request) -> SuppliedExtraction:
        return self.script.get(request.content, SuppliedExtraction())

    def reads(self, text: str, *facts: dict[str, Any]) -> None:
        """What it reads in a text from now on."""
        self.script[text] = extraction(*facts)

    async def told(self, text: str, at: str, **options: Any) -> str:
        """The id of a message that is told and read."""
        result = await self.brain.remember(text, occurred_at=at, **options)
        assert result.status == "extracted"
        assert result.episode_id is not None
        return result.episode_id


async def read_twice(reader: Reader) -> str:
    """A message about a job and tea; from now on it is read as one about the same job and Porto."""
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"))
    episode = await reader.told(FIRST, "2024-05-01")
    reader.reads(FIRST, fact("Ana", "works_at", "Acme"), fact("Ana", "lives_in", "Porto"))
    return episode


async def everything(brain: Brain) -> list[dict[str, Any]]:
    facts = await brain.facts(include_closed=True, limit=1000)
    return sorted((one.model_dump() for one in facts), key=lambda row: str(row["id"]))
