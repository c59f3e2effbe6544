"""What the tool does beside its contract: versions, facts beside the files, pages of entities, limits, hostile paths."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Request
from graphmem.contract.records import SuppliedExtraction
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_client.integrations.anthropic_memory import GraphmemMemoryTool
from tests.adapters.anthropic_memory.test_tool import ask, create, text_of
from tests.adapters.support import episodes, fields_of, tell


async def test_earlier_texts_are_kept_with_the_file(any_brain: Any) -> None:
    tool = GraphmemMemoryTool(any_brain, remember=False)
    assert await tool.earlier("/memories/a") == []
    await create(tool, "/memories/a", "tea\r\n")
    assert await tool.earlier("/memories/a") == []
    await ask(tool, "str_replace", "/memories/a", old_str="tea", new_str="milk")
    await ask(tool, "rename", old_path="/memories/a", new_path="/memories/b/c")
    await ask(tool, "insert", "/memories/b/c", insert_line=1, insert_text="ice")
    assert await tool.earlier("/memories/b/c") == ["tea\r\n", "milk\r\n"]
    await ask(tool, "delete", "/memories/b")
    await create(tool, "/memories/b/c", "new")
    assert await tool.earlier("/memories/b/c") == []


async def test_the_oldest_of_many_texts_go(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem_client.integrations.anthropic_memory.files.MOST_EARLIER", 2)
    tool = GraphmemMemoryTool(brain, remember=False)
    await create(tool, "/memories/a", "0")
    for n in range(4):
        await ask(tool, "str_replace", "/memories/a", old_str=str(n), new_str=str(n + 1))
    assert await tool.earlier("/memories/a") == ["2", "3"]


async def test_a_write_is_an_episode(any_brain: Any, brain: Brain) -> None:
    tool = GraphmemMemoryTool(any_brain)
    await create(tool, "/memories/a.md", "Ana lives in Porto.\nAna likes tea and milk.\n")
    await create(tool, "/memories/empty.md", " \n")
    await ask(tool, "str_replace", "/memories/a.md", old_str="tea and milk", new_str="coffee")
    await ask(tool, "insert", "/memories/a.md", insert_line=0, insert_text="Ana works at Globex.")
    await ask(tool, "str_replace", "/memories/a.md", old_str="Ana likes coffee.\n", new_str="")
    assert await episodes(brain, any_brain.name) == [
        "Ana lives in Porto.\nAna likes tea and milk.\n",
        "Ana likes coffee.",
        "Ana works at Globex.",
    ]
    found = await fields_of(brain, any_brain.name, "source", "metadata")
    assert {(source, "/memories/a.md" in metadata) for source, metadata in found} == {("anthropic-memory", True)}


async def test_what_was_learnt_stays_unless_it_is_forgotten(any_brain: Any, brain: Brain) -> None:
    for forget, expected in ((False, 2), (True, 2)):
        tool = GraphmemMemoryTool(any_brain, forget=forget)
        await create(tool, "/memories/a.md", f"Ana likes tea {forget}.")
        await ask(tool, "str_replace", "/memories/a.md", old_str="tea", new_str="milk")
        await ask(tool, "rename", old_path="/memories/a.md", new_path="/memories/b.md")
        await ask(tool, "delete", "/memories/b.md")
        assert len(await episodes(brain, any_brain.name)) == expected
    await create(tool, "/memories/c.md", "Ana likes ice.")
    await tool.clear_all_memory()
    assert len(await episodes(brain, any_brain.name)) == 2


def reader() -> ScriptedExtractor:
    """Reads who lives where."""

    def read(asked: Request) -> SuppliedExtraction:
        city = asked.content.partition("lives in ")[2].partition(".")[0]
        facts = [{"subject": "Ana", "relation": "lives_in", "object": city, "cardinality": "one"}] if city else []
        return SuppliedExtraction.model_validate({"facts": facts})

    return ScriptedExtractor(read)


async def test_an_edit_is_a_dated_change_of_facts(memory: Any, brain: Brain) -> None:
    engine = replace(memory.engine, models=replace(memory.engine.models, extractor=reader()))
    own = Brain(engine, brain.name)
    tool = GraphmemMemoryTool(own, wait=True)
    await create(tool, "/memories/ana.md", "# Ana\n\nAna lives in Porto.\n")
    await ask(tool, "str_replace", "/memories/ana.md", old_str="Porto", new_str="Lisbon")
    facts = {fact.object: fact for fact in await own.facts("Ana", "lives_in", include_closed=True)}
    assert facts["Lisbon"].holds_now
    assert not facts["Porto"].holds_now
    ended = facts["Porto"].valid_until
    assert ended is not None
    assert abs(ended - datetime.now(UTC)) < timedelta(days=1)
    page = await text_of(tool, "/memories/_entities/Ana.md")
    assert page.startswith("# Ana\n\n")
    assert f"until {ended:%Y-%m-%d}" in page
    assert page.count("\n- ") == 2


async def test_entities_have_pages_that_can_only_be_read(any_brain: Any) -> None:
    tool = GraphmemMemoryTool(any_brain)
    await tell(
        any_brain,
        {"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2024-01-01"},
        {"subject": "AC/DC 100%", "relation": "located_in", "object": ".Net\u00e9"},
    )
    assert (await ask(tool, "view", "/memories")).split("\n")[1:] == ["0B\t/memories", "0B\t/memories/_entities/"]
    listing = (await ask(tool, "view", "/memories/_entities")).split("\n")
    assert listing[:2] == [
        "Here're the files and directories up to 2 levels deep in /memories/_entities, excluding hidden items:",
        "0B\t/memories/_entities",
    ]
    names = [line.removeprefix("0B\t/memories/_entities/") for line in listing[2:]]
    assert names == ["%2ENet\u00e9.md", "AC%2FDC 100%25.md", "Ana.md", "Globex.md"]
    page = await text_of(tool, "/memories/_entities/Ana.md")
    assert page.startswith("# Ana\n\n")
    assert "Globex (since 2024-01-01)\n" in page
    for name in names[:2]:
        assert (await text_of(tool, f"/memories/_entities/{name}")).startswith("# ")
    missing = "/memories/_entities/Bo.md"
    assert await ask(tool, "view", missing) == f"Error: The path {missing} does not exist. Please provide a valid path."
    for path in ("/memories/_entities/Ana.md", "/memories/_entities", "/memories/a/../_entities/new.md"):
        for command, more in (("create", {"file_text": "x"}), ("delete", {}), ("str_replace", {"old_str": "a", "new_str": ""}),
                              ("insert", {"insert_line": 0, "insert_text": "x"})):  # fmt: skip
            assert await ask(tool, command, path, **more) == f"Error: The path {path} is read-only."
        await create(tool, "/memories/a")
        for old, new in (("/memories/a", path), (path, "/memories/b")):
            assert await ask(tool, "rename", old_path=old, new_path=new) == f"Error: The path {path} is read-only."


async def test_limits(any_brain: Any) -> None:
    tool = GraphmemMemoryTool(any_brain, remember=False, max_files=2, max_bytes=1_500_000)
    await create(tool, "/memories/a", "x" * 999_000)
    large = "Error: The file /memories/{} would be too large: at most 1000000 bytes are kept."
    assert await create(tool, "/memories/b", "x" * 1_000_001) == large.format("b")
    assert await create(tool, "/memories/b", "\n" * 600_000) == large.format("b")  # its JSON is twice as long
    together = "Error: The files are too large together: at most 1500000 bytes are kept."
    assert await create(tool, "/memories/b", "x" * 501_001) == together
    assert await create(tool, "/memories/b", "\U0001f41d" * 100_000) == "File created successfully at: /memories/b"
    assert await create(tool, "/memories/c", "") == "Error: There are too many files: at most 2 are kept."
    more = {"insert_line": 1, "insert_text": "x" * 200_000}
    assert (await ask(tool, "insert", "/memories/a", **more)).startswith("Error: The file")
    assert len(await text_of(tool, "/memories/a")) == 999_000
    await ask(tool, "delete", "/memories/a")
    assert await create(tool, "/memories/b/c", "x") == "Error: The path /memories/b is not a directory."


@pytest.mark.parametrize(
    "path",
    [
        "/memories/%2e%2e/x", "/memories/%2E%2E%2Fetc", "/memories/%252e%252e/x", "/memories/..%2fx", "/memories/a%2f..%2f..%2fx",
        "/memories/..\\x", "/memories/a\\..\\..\\x", "/memories/..%5cx", "/memories/\x00", "/memories/a\x00/../../x",
        "/memories/a\nb", "/memories/\x7f", "/memoriesx", "/memories.md", "/Memories/a", "//memories/a", " /memories/a",
        "/memories/" + "a" * 503, "/memories/" + "e\u0301" * 300, "/memories\\..\\x", "file:///memories/a", "~/memories",
        "/memories/a/../..", "/memories/../memories/a", "\uff0fmemories/a",
    ],
)  # fmt: skip
async def test_a_hostile_path_is_refused(brain: Brain, path: str) -> None:
    tool = GraphmemMemoryTool(brain)
    for command, more in (("view", {}), ("create", {"file_text": "x"}), ("delete", {})):
        assert (await ask(tool, command, path, **more)).startswith("Error: Path ")
    assert await brain.item_paths() == ()


async def test_names_that_only_look_hostile(brain: Brain) -> None:
    tool = GraphmemMemoryTool(brain, remember=False)
    for name in ("..a", "a..", "...", "100%", "%2e", "\uff0e\uff0e", "a b", "_entities.md", "e\u0301", "x" * 502):
        assert (await create(tool, f"/memories/{name}", name)).startswith("File created"), name
        assert await text_of(tool, f"/memories/{name}") == name
    assert await text_of(tool, "/memories/\u00e9") == "e\u0301"  # one name, however it is composed


async def test_a_command_that_lacks_something_is_an_error_for_the_model(brain: Brain) -> None:
    tool = GraphmemMemoryTool(brain)
    await create(tool, "/memories/a", "x")
    for command, given, expected in (
        ("view", {}, "Path must start"), ("view", {"path": 1}, "Path must start"), ("create", {"path": "/memories/b"}, "Missing"),
        ("str_replace", {"path": "/memories/a", "old_str": "x"}, "Missing"), ("rename", {"old_path": "/memories/a"}, "Path must"),
        ("str_replace", {"path": "/memories/a", "old_str": "", "new_str": "y"}, "No replacement"),
        ("insert", {"path": "/memories/a", "insert_text": "x"}, "Invalid `insert_line`"),
        ("rename", {"old_path": "/memories/a", "new_path": "/memories/a/b"}, "Cannot rename"),
    ):  # fmt: skip
        assert (await ask(tool, command, **given)).startswith(f"Error: {expected}"), (command, given)
    assert await text_of(tool, "/memories/a") == "x"
