"""What the tool does beside its contract: versions, facts beside the files, pages of entities, limits, hostile paths."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from graphmem.brain import Brain
from graphmem.claims import Request
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_client.integrations.anthropic_memory import GraphmemMemoryTool
from graphmem_client.integrations.anthropic_memory.episodes import parts_of
from graphmem_contract.errors import Forbidden, TooLarge
from graphmem_contract.records import SuppliedExtraction
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
    assert await brain.items.paths() == ()


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


class Between:
    """A brain where something else happens between what a command reads and what it stores."""

    def __init__(self, brain: Any, happens: Callable[[], Awaitable[str]]) -> None:
        self._brain, self._happens, self.has_happened = brain, happens, ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._brain, name)

    async def remember(self, *arguments: Any, **options: Any) -> Any:
        return await self._brain.remember(*arguments, **options)

    @property
    def items(self) -> Any:
        return ItemsBetween(self)

    async def put(self, items: Any) -> Any:
        if not self.has_happened:
            self.has_happened = await self._happens()
        return await self._brain.items.put(items)

    async def clear(self, path: Any, *, forget: bool = False) -> Any:
        return await self._brain.items.clear(path, forget=forget)


class ItemsBetween:
    """The items of such a brain."""

    def __init__(self, between: Between) -> None:
        self._items, self.put, self.clear = between._brain.items, between.put, between.clear

    def __getattr__(self, name: str) -> Any:
        return getattr(self._items, name)


TEA = {"path": "/memories/a", "old_str": "tea", "new_str": "milk"}
MOVED = {"old_path": "/memories/a", "new_path": "/memories/b"}


@pytest.mark.parametrize("asked", [MOVED, {"old_path": "/memories/d", "new_path": "/memories/e"}])
async def test_an_edit_during_a_rename_is_not_lost(brain: Brain, asked: dict[str, str]) -> None:
    other = GraphmemMemoryTool(brain, remember=False)
    file = f"{asked['old_path']}/x" if asked is not MOVED else "/memories/a"
    await create(other, file, "tea\n")
    between = Between(brain, lambda: ask(other, "str_replace", **{**TEA, "path": file}))
    answer = await ask(GraphmemMemoryTool(cast(Any, between), remember=False), "rename", **asked)
    assert answer.startswith("Successfully renamed")
    assert between.has_happened.startswith("The memory file has been edited.")
    new = file.replace(asked["old_path"], asked["new_path"])
    assert await text_of(other, new) == "milk\n"
    assert await other.earlier(new) == ["tea\n"]
    assert (await ask(other, "view", "/memories")).count("5B") == 1 + (asked is not MOVED) + 1, (
        "the size is the new one"
    )


@pytest.mark.parametrize(
    ("command", "asked", "left"), [("rename", MOVED, ["/memories/b"]), ("delete", {"path": "/memories/a"}, [])]
)
async def test_an_edit_of_a_file_that_has_just_gone_is_an_error(
    brain: Brain, command: str, asked: dict[str, str], left: list[str]
) -> None:
    other = GraphmemMemoryTool(brain, remember=False, entities=False)
    await create(other, "/memories/a", "tea\n")
    between = Between(brain, lambda: ask(other, command, **asked))
    answer = await ask(GraphmemMemoryTool(cast(Any, between), remember=False), "str_replace", **TEA)
    assert answer == "Error: The path /memories/a does not exist. Please provide a valid path."
    assert between.has_happened.startswith("Successfully")
    assert [line.partition("\t")[2] for line in (await ask(other, "view", "/memories")).split("\n")[2:]] == left
    for path in left:
        assert await text_of(other, path) == "tea\n"


async def test_an_edit_during_a_deletion_goes_with_the_file(brain: Brain) -> None:
    other = GraphmemMemoryTool(brain)
    await create(other, "/memories/a", "Ana likes tea.\n")
    between = Between(brain, lambda: ask(other, "str_replace", **TEA))
    answer = await ask(GraphmemMemoryTool(cast(Any, between), forget=True), "delete", "/memories/a")
    assert answer == "Successfully deleted /memories/a"
    assert between.has_happened.startswith("The memory file has been edited.")
    assert await episodes(brain, brain.name) == []
    assert (await ask(other, "view", "/memories/a")).startswith("Error: The path")
    left = await brain.items.search(("anthropic-memory",), refresh=False)
    assert [(item.value, item.ttl_sec) for item in left] == [(None, 60), (None, 60)]
    for path in ("/memories", "/memories/a"):
        await ask(other, "view", path)
    again = await brain.items.search(("anthropic-memory",), refresh=False)
    assert [item.expires_at for item in again] == [item.expires_at for item in left], (
        "who looks does not keep the marks"
    )


async def test_a_file_whose_name_the_policy_now_refuses_can_go(brain: Brain) -> None:
    tool = GraphmemMemoryTool(brain, remember=False, entities=False)
    for name in ("ana@example.com", "bo@example.com"):
        await create(tool, f"/memories/{name}", "tea")
    await brain.configure(pii="refuse")
    asked = {"old_path": "/memories/bo@example.com", "new_path": "/memories/bo"}
    assert (await ask(tool, "rename", **asked)).startswith("Successfully")
    assert (await ask(tool, "delete", "/memories/ana@example.com")).startswith("Successfully")
    assert (await ask(tool, "view", "/memories")).split("\n")[1:] == ["3B\t/memories", "3B\t/memories/bo"]
    left = await brain.items.search(("anthropic-memory", "texts"), refresh=False)
    assert [item.key for item in left] == ["/memories/bo"]


async def test_a_place_that_a_file_has_left_is_free(any_brain: Any) -> None:
    tool = GraphmemMemoryTool(any_brain, remember=False, entities=False, max_files=1, max_bytes=100)
    await create(tool, "/memories/a", "x" * 90)
    for old, new in (("a", "b"), ("b", "a"), ("a", "a2"), ("a2", "a/b")):
        asked = {"old_path": f"/memories/{old}", "new_path": f"/memories/{new}"}
        assert (await ask(tool, "rename", **asked)).startswith("Successfully"), asked
    assert (await ask(tool, "view", "/memories")).split("\n")[1:] == [
        "90B\t/memories",
        "90B\t/memories/a/",
        "90B\t/memories/a/b",
    ]
    for _ in range(2):
        await ask(tool, "delete", "/memories/a")
        assert await ask(tool, "delete", "/memories/a") == "Error: The path /memories/a does not exist"
        assert (await create(tool, "/memories/a/b", "y" * 90)).startswith("File created")
    assert await text_of(tool, "/memories/a/b") == "y" * 90
    assert await tool.earlier("/memories/a/b") == []


async def test_a_long_text_is_remembered_in_parts(any_brain: Any, brain: Brain) -> None:
    tool = GraphmemMemoryTool(any_brain, speaker="Ana")
    text = "".join(f"I like tea number {n}.\n" + "\n" * (n % 7 == 0) for n in range(10_000))
    assert 200_000 < len(text) < 300_000
    assert await create(tool, "/memories/a", text) == "File created successfully at: /memories/a"
    parts = await episodes(brain, any_brain.name)
    assert "".join(parts) == text
    assert len(parts) == 3
    assert all(part.endswith(".\n\n") for part in parts[:-1])
    assert set(await fields_of(brain, any_brain.name, "speaker")) == {("Ana",)}


def test_parts_end_where_they_can() -> None:
    for text in ("a" * 250_000, "\n\n" + "a b" * 100_000, " " * 250_000, "a\n" * 100_000, "", "x" * 100_000):
        parts = list(parts_of(text))
        assert "".join(parts).strip() == text.strip()
        assert all(0 < len(part) <= 100_000 for part in parts)
        assert len(parts) <= 4


async def test_a_file_is_kept_if_its_text_cannot_be_remembered(brain: Brain, caplog: pytest.LogCaptureFixture) -> None:
    class Forgetful(Between):
        async def remember(self, *arguments: Any, **options: Any) -> Any:
            raise TooLarge("too long")

    async def nothing() -> str:
        return "nothing"

    heard: list[Any] = []
    for on_error in (lambda error, during: heard.append((str(error), during)), None):
        tool = GraphmemMemoryTool(cast(Any, Forgetful(brain, nothing)), on_error=on_error)
        assert await create(tool, "/memories/a", "tea") == "File created successfully at: /memories/a"
        assert (await ask(tool, "str_replace", **TEA)).startswith("The memory file has been edited.")
        assert await text_of(tool, "/memories/a") == "milk"
        await ask(tool, "delete", "/memories/a")
    assert heard == [("too long", "remember")] * 2
    assert caplog.text.count("remember failed: TooLarge: too long") == 2


async def test_a_file_whose_episodes_cannot_be_forgotten_is_not_deleted(brain: Brain) -> None:
    class MayNotForget(Between):
        async def clear(self, path: Any, *, forget: bool = False) -> Any:
            raise Forbidden("the key lacks graph:write")

    tool = GraphmemMemoryTool(cast(Any, MayNotForget(brain, lambda: create(tool, "/memories/b"))), forget=True)
    await create(GraphmemMemoryTool(brain), "/memories/a", "Ana likes tea.")
    with pytest.raises(Forbidden):
        await ask(tool, "delete", "/memories/a")
    assert await text_of(tool, "/memories/a") == "Ana likes tea."
