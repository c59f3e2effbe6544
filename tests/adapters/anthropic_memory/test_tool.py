"""The contract of the memory tool: the same commands and answers on the tool of the SDK, which keeps files, and on graphmem's."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from anthropic.lib.tools import ToolError
from anthropic.lib.tools._beta_builtin_memory_tool import BetaAsyncLocalFilesystemMemoryTool

from graphmem_client.integrations.anthropic_memory import GraphmemMemoryTool, GraphmemMemoryToolSync

TEXT = "# Ana\n\n  lives in Porto \u00e9e\u0301\U0001f41d\n\ttabs\n\nlives in a house"


@pytest.fixture
def tool(brain_or_none: Any, tmp_path: Path) -> Any:
    if brain_or_none is None:
        return BetaAsyncLocalFilesystemMemoryTool(str(tmp_path))
    return GraphmemMemoryTool(brain_or_none, remember=False, entities=False)


async def ask(tool: Any, command: str, path: str | None = None, **arguments: Any) -> str:
    """Return the answer, or what the model is told of an error."""
    given = {"command": command, **({} if path is None else {"path": path}), **arguments}
    try:
        return str(await tool.call(given))
    except ToolError as error:
        return f"Error: {error.content}"


async def create(tool: Any, path: str, text: str = "a\n") -> str:
    return await ask(tool, "create", path, file_text=text)


async def text_of(tool: Any, path: str) -> str:
    """Return the text of a file, from its numbered lines."""
    head, _, lines = (await ask(tool, "view", path)).partition("\n")
    assert head == f"Here's the content of {path} with line numbers:"
    return "\n".join(line.partition("\t")[2] for line in lines.split("\n"))


def without_folder_sizes(listing: str) -> str:
    """A folder has other sizes on a disk."""
    lines = listing.split("\n")
    return "\n".join(
        [lines[0], re.sub(r".*\t", "\t", lines[1])] + [re.sub(r"^.*\t(.*/)$", r"\t\1", x) for x in lines[2:]]
    )


async def test_a_text_comes_back_byte_for_byte(tool: Any) -> None:
    for i, text in enumerate((TEXT, "", "\n", "a", "a\n", " \n\n", "x" * 5000 + "\n", "\u2028\u0085\x1b")):
        path = f"/memories/{i}.md"
        assert await create(tool, path, text) == f"File created successfully at: {path}"
        assert await text_of(tool, path) == text
    assert await ask(tool, "view", "/memories/0.md") == (
        "Here's the content of /memories/0.md with line numbers:\n"
        "     1\t# Ana\n     2\t\n     3\t  lives in Porto \u00e9e\u0301\U0001f41d\n"
        "     4\t\ttabs\n     5\t\n     6\tlives in a house"
    )


async def test_lines_that_are_asked_for(tool: Any) -> None:
    await create(tool, "/memories/a", "1\n2\n3\n4\n")
    for wanted, expected in (([2, 3], "     2\t2\n     3\t3"), ([3, -1], "     3\t3\n     4\t4\n     5\t"), ([0, 1], "     1\t1"),
                             ([4, 99], "     4\t4\n     5\t"), ([9, 12], ""), ([3, 2], ""), ([1], None)):  # fmt: skip
        answer = await ask(tool, "view", "/memories/a", view_range=wanted)
        whole = "     1\t1\n     2\t2\n     3\t3\n     4\t4\n     5\t"
        assert answer.partition("\n")[2] == (whole if expected is None else expected), wanted


async def test_a_folder_is_listed_two_levels_deep(tool: Any) -> None:
    await create(tool, "/memories/b.md", "x" * 1536)
    await create(tool, "/memories/a/z.md", "")
    await create(tool, "/memories/a/b/c/d.md", "x")
    await create(tool, "/memories/a/b.md", "x" * 1024)
    await create(tool, "/memories/a/a", "x" * 3000)
    await create(tool, "/memories/.hidden", "x")
    await create(tool, "/memories/a/.hidden/x", "x")
    listing = await ask(tool, "view", "/memories")
    assert without_folder_sizes(listing) == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:\n"
        "\t/memories\n\t/memories/a/\n2.9K\t/memories/a/a\n\t/memories/a/b/\n1K\t/memories/a/b.md\n0B\t/memories/a/z.md\n"
        "1.5K\t/memories/b.md"
    )
    assert without_folder_sizes(await ask(tool, "view", "/memories/a/b")).endswith(
        "/memories/a/b, excluding hidden items:\n\t/memories/a/b\n\t/memories/a/b/c/\n1B\t/memories/a/b/c/d.md"
    )


async def test_what_is_not_there(tool: Any) -> None:
    missing = "Error: The path /memories/no does not exist. Please provide a valid path."
    assert await ask(tool, "view", "/memories/no") == missing
    assert await ask(tool, "str_replace", "/memories/no", old_str="a", new_str="b") == missing
    assert await ask(tool, "insert", "/memories/no", insert_line=0, insert_text="b") == missing
    assert await ask(tool, "delete", "/memories/no") == "Error: The path /memories/no does not exist"
    answer = await ask(tool, "rename", old_path="/memories/no", new_path="/memories/b")
    assert answer == "Error: The path /memories/no does not exist"


async def test_what_is_there_already(tool: Any) -> None:
    await create(tool, "/memories/a/b", "old")
    assert await create(tool, "/memories/a/b") == "Error: File /memories/a/b already exists"
    assert await create(tool, "/memories/a") == "Error: File /memories/a already exists"
    assert await text_of(tool, "/memories/a/b") == "old"
    folder = "Error: The path /memories/a is not a file."
    assert await ask(tool, "str_replace", "/memories/a", old_str="a", new_str="b") == folder
    assert await ask(tool, "insert", "/memories/a", insert_line=0, insert_text="b") == folder
    await create(tool, "/memories/c")
    for taken in ("/memories/c", "/memories/a"):
        answer = await ask(tool, "rename", old_path="/memories/a/b", new_path=taken)
        assert answer == f"Error: The destination {taken} already exists"


async def test_a_text_is_replaced(tool: Any) -> None:
    await create(tool, "/memories/a", "1\n2\n3\n4 tea\n5\n6\n7\n")
    edited = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
    answer = await ask(tool, "str_replace", "/memories/a", old_str="tea", new_str="milk\nwith ice")
    assert answer == edited + "     2\t2\n     3\t3\n     4\t4 milk\n     5\twith ice\n     6\t5"
    assert await ask(tool, "str_replace", "/memories/a", old_str="1\n2", new_str="") == (
        edited + "     1\t\n     2\t3\n     3\t4 milk"
    )
    assert await text_of(tool, "/memories/a") == "\n3\n4 milk\nwith ice\n5\n6\n7\n"
    assert await ask(tool, "str_replace", "/memories/a", old_str="coffee", new_str="") == (
        "Error: No replacement was performed, old_str `coffee` did not appear verbatim in /memories/a."
    )


async def test_a_text_that_is_there_twice_is_not_replaced(tool: Any) -> None:
    await create(tool, "/memories/a", "tea tea\nmilk\ntea")
    assert await ask(tool, "str_replace", "/memories/a", old_str="tea", new_str="x") == (
        "Error: No replacement was performed. Multiple occurrences of old_str `tea` in lines: 1, 1, 3. "
        "Please ensure it is unique"
    )
    assert await text_of(tool, "/memories/a") == "tea tea\nmilk\ntea"


async def test_lines_are_inserted(tool: Any) -> None:
    await create(tool, "/memories/a", "1\n2")
    for line, text in ((0, "0"), (3, "3\n\n"), (1, " ")):
        answer = await ask(tool, "insert", "/memories/a", insert_line=line, insert_text=text)
        assert answer == "The file /memories/a has been edited."
    assert await text_of(tool, "/memories/a") == "0\n \n1\n2\n3\n"
    for line in (-1, 6):
        assert await ask(tool, "insert", "/memories/a", insert_line=line, insert_text="x") == (
            f"Error: Invalid `insert_line` parameter: {line}. It should be within the range [0, 5]."
        )
    await create(tool, "/memories/empty", "")
    await ask(tool, "insert", "/memories/empty", insert_line=0, insert_text="x")
    assert await text_of(tool, "/memories/empty") == "x\n"


async def test_files_and_folders_are_deleted(tool: Any) -> None:
    for path in ("/memories/a/b", "/memories/a/c/d", "/memories/ab", "/memories/e"):
        await create(tool, path)
    assert await ask(tool, "delete", "/memories/a") == "Successfully deleted /memories/a"
    assert await ask(tool, "delete", "/memories/e") == "Successfully deleted /memories/e"
    assert (await ask(tool, "view", "/memories/a")).startswith("Error: ")
    assert (await ask(tool, "view", "/memories")).endswith("\n2B\t/memories/ab")
    assert await ask(tool, "delete", "/memories") == "Error: Cannot delete the /memories directory itself"
    assert await create(tool, "/memories/a", "new") == "File created successfully at: /memories/a"
    assert await text_of(tool, "/memories/a") == "new"
    assert await tool.clear_all_memory() == "All memory cleared"
    assert len((await ask(tool, "view", "/memories")).split("\n")) == 2


async def test_files_and_folders_are_renamed(tool: Any) -> None:
    await create(tool, "/memories/a/b", "1")
    await create(tool, "/memories/a/c/d", "2")
    await create(tool, "/memories/ab", "3")
    answer = await ask(tool, "rename", old_path="/memories/a", new_path="/memories/x/y")
    assert answer == "Successfully renamed /memories/a to /memories/x/y"
    assert await text_of(tool, "/memories/x/y/b") == "1"
    assert await text_of(tool, "/memories/x/y/c/d") == "2"
    assert await text_of(tool, "/memories/ab") == "3"
    assert (await ask(tool, "view", "/memories/a/b")).startswith("Error: ")


@pytest.mark.newest
async def test_where_the_oldest_tool_of_the_sdk_differs(tool: Any) -> None:
    answer = await ask(tool, "rename", old_path="/memories", new_path="/memories/z")
    assert answer == "Error: Cannot rename the /memories directory itself"
    await create(tool, "/memories/a", "1\r\n\u2028\x0b2")
    await ask(tool, "insert", "/memories/a", insert_line=2, insert_text="3\r")
    assert await text_of(tool, "/memories/a") == "1\r\n\u2028\x0b2\n3\r\n"


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "etc", "", "/", "memories/a", "../memories/a", "/memories/..", "/memories/../etc/passwd",
        "/memories/a/../../etc", "/memories/./../x", "/memories//../..//x",
    ],
)  # fmt: skip
async def test_no_path_leaves_the_folder(tool: Any, path: str) -> None:
    for command, more in (("view", {}), ("create", {"file_text": "x"}), ("delete", {}),
                          ("str_replace", {"old_str": "a", "new_str": "b"}),
                          ("insert", {"insert_line": 0, "insert_text": "x"})):  # fmt: skip
        assert re.match(
            r"Error: Path .*(must start with|would escape) /memories", await ask(tool, command, path, **more)
        )
    await create(tool, "/memories/a")
    for old, new in (("/memories/a", path), (path, "/memories/b")):
        assert (await ask(tool, "rename", old_path=old, new_path=new)).startswith("Error: Path ")
    assert await text_of(tool, "/memories/a") == "a\n"


async def test_paths_are_normalised(tool: Any) -> None:
    await create(tool, "/memories//a/./b/../c", "x")
    assert await text_of(tool, "/memories/a/c") == "x"


async def test_writers_at_the_same_time(any_brain: Any) -> None:
    tool = GraphmemMemoryTool(any_brain, remember=False)
    answers = await asyncio.gather(*(create(tool, "/memories/a", f"{n}\n") for n in range(4)))
    assert sorted(answer.partition(" ")[0] for answer in answers) == ["Error:", "Error:", "Error:", "File"]
    await asyncio.gather(
        *(ask(tool, "insert", "/memories/a", insert_line=0, insert_text=f"line {n}") for n in range(4))
    )
    lines = (await text_of(tool, "/memories/a")).split("\n")
    assert sorted(lines[:4]) == [f"line {n}" for n in range(4)]


async def test_synchronously(any_brain: Any) -> None:
    tool = GraphmemMemoryToolSync(any_brain, remember=False, cache_control={"type": "ephemeral"})
    assert tool.to_dict() == {"type": "memory_20250818", "name": "memory", "cache_control": {"type": "ephemeral"}}

    def script() -> list[Any]:
        place = {"path": "/memories/a"}
        return [
            tool.call({"command": "create", **place, "file_text": "tea\n"}),
            tool.call({"command": "str_replace", **place, "old_str": "tea", "new_str": "milk"}),
            tool.call({"command": "insert", **place, "insert_line": 1, "insert_text": "ice"}),
            tool.earlier("/memories/a"),
            tool.call({"command": "rename", "old_path": "/memories/a", "new_path": "/memories/b"}),
            tool.call({"command": "view", "path": "/memories/b"}),
            tool.call({"command": "delete", "path": "/memories/b"}),
            tool.clear_all_memory(),
        ]

    answers = await asyncio.to_thread(script)
    assert answers[3] == ["tea\n", "milk\n"]
    assert answers[5].endswith("     1\tmilk\n     2\tice\n     3\t")
    assert answers[-1] == "All memory cleared"
