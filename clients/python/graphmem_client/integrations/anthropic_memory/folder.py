"""`MemoryFolder`: the commands of the memory tool, on the files of a brain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from anthropic.lib.tools import ToolError

from graphmem_client.integrations.anthropic_memory import answers, entities, episodes, files
from graphmem_client.integrations.anthropic_memory.files import Limits, MemoryFile
from graphmem_client.integrations.anthropic_memory.paths import ENTITIES, ROOT, folders_of, is_under, normalised
from graphmem_client.integrations.guard import Guard
from graphmem_client.protocol import BrainLike

Edit = Callable[[str], tuple[str, str, str]]
"""Returns the new text of a file, the text that is remembered, and the answer."""


class MemoryFolder:
    """What the tool does. Each method takes a command as a model sends it, which nothing has checked, and a brain."""

    def __init__(
        self, limits: Limits, guard: Guard, *, pages: bool, remember: Mapping[str, Any] | None, forget: bool
    ) -> None:
        """Make the folder. `remember`: the options of `remember` for each write; None = nothing is remembered."""
        self._limits, self._guard = limits, guard
        self._pages, self._remember, self._forget = pages, remember, forget

    async def view(self, command: Any, brain: BrainLike) -> str:
        """Return a file with line numbers, or the list of a folder."""
        path = normalised(_given(command, "path"))
        if self._pages and path.startswith(f"{ENTITIES}/"):
            text = await entities.page(brain, path)
        elif self._pages and path == ENTITIES:
            return answers.folder(path, await entities.pages(brain))
        else:
            file = await files.read(brain, path)
            text = file.text if file else None
        if text is not None:
            if text.count("\n") >= answers.MOST_LINES:
                raise ToolError(f"File {command.path} exceeds maximum line limit of 999,999 lines.")
            return answers.content(command.path, text, getattr(command, "view_range", None))
        sizes = await files.sizes(brain)
        if path != ROOT and not any(is_under(name, path) for name in sizes):
            raise ToolError(f"The path {command.path} does not exist. Please provide a valid path.")
        return answers.folder(path, {**sizes, f"{ENTITIES}/": 0} if self._pages else sizes)

    async def create(self, command: Any, brain: BrainLike) -> str:
        """Store a new file."""
        path, text = self._writable(_given(command, "path")), _text(command, "file_text")
        known = await files.sizes(brain)
        self._check_place(path, known)
        exists = path == ROOT or any(is_under(name, path) for name in known)
        file = None if exists else await files.write(brain, path, text, None, self._limits)
        if file is None:
            raise ToolError(f"File {command.path} already exists")
        await self._remember_text(brain, path, file, text)
        return f"File created successfully at: {command.path}"

    async def str_replace(self, command: Any, brain: BrainLike) -> str:
        """Replace a text that a file has once."""
        old, new = _text(command, "old_str"), _text(command, "new_str")

        def edit(text: str) -> tuple[str, str, str]:
            if not old or old not in text:
                raise ToolError(
                    f"No replacement was performed, old_str `{old}` did not appear verbatim in {command.path}."
                )
            if text.count(old) > 1:
                raise ToolError(
                    f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
                    f"{answers.lines_with(text, old)}. Please ensure it is unique"
                )
            at = text.find(old)
            changed = text[:at] + new + text[at + len(old) :]
            head = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
            return changed, _lines_of(changed, at, at + len(new)) if new else "", head + answers.around(changed, at)

        return await self._edited(brain, _given(command, "path"), edit)

    async def insert(self, command: Any, brain: BrainLike) -> str:
        """Insert lines behind a line of a file; 0 = at its beginning."""
        new, line = _text(command, "insert_text"), getattr(command, "insert_line", None)

        def edit(text: str) -> tuple[str, str, str]:
            lines = text.split("\n")
            if lines[-1] == "":
                lines.pop()
            if not isinstance(line, int) or not 0 <= line <= len(lines):
                raise ToolError(
                    f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}]."
                )
            lines.insert(line, new.rstrip("\n"))
            changed = "\n".join(lines)
            return (
                changed if changed.endswith("\n") else changed + "\n",
                new,
                f"The file {command.path} has been edited.",
            )

        return await self._edited(brain, _given(command, "path"), edit)

    async def delete(self, command: Any, brain: BrainLike) -> str:
        """Delete a file, or a folder with all its files."""
        path = self._writable(_given(command, "path"))
        if path == ROOT:
            raise ToolError(f"Cannot delete the {ROOT} directory itself")
        gone = [name for name in await files.sizes(brain) if is_under(name, path)]
        if not gone:
            raise ToolError(f"The path {command.path} does not exist")
        await files.remove(brain, gone, self._forget)
        return f"Successfully deleted {command.path}"

    async def rename(self, command: Any, brain: BrainLike) -> str:
        """Give a file or a folder another path."""
        old, new = (self._writable(_given(command, name)) for name in ("old_path", "new_path"))
        if old == ROOT:
            raise ToolError(f"Cannot rename the {ROOT} directory itself")
        known = await files.sizes(brain)
        moved = [(name, new + name.removeprefix(old)) for name in known if is_under(name, old)]
        exists = new == ROOT or any(is_under(name, new) for name in known)
        if not moved and not exists:
            raise ToolError(f"The path {command.old_path} does not exist")
        if not exists and is_under(new, old):
            raise ToolError(f"Cannot rename {command.old_path} into itself")
        for _, name in moved:
            self._check_place(normalised(name), known)
        if exists or not await files.move(brain, moved):
            raise ToolError(f"The destination {command.new_path} already exists")
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    async def clear(self, brain: BrainLike) -> str:
        """Delete all files."""
        await brain.items.clear((files.FOLDER,), forget=self._forget)
        return "All memory cleared"

    async def earlier(self, path: str, brain: BrainLike) -> list[str]:
        """Return the texts that a file had before, the oldest first."""
        file = await files.read(brain, normalised(path))
        return await files.earlier(brain, file) if file else []

    async def _edited(self, brain: BrainLike, given: str, edit: Edit) -> str:
        """Change the text of a file. If another writer was first, change the text of that writer."""
        path = self._writable(given)
        for _ in range(files.TRIES):
            before = await files.read(brain, path)
            if before is None:
                is_folder = path == ROOT or any(is_under(name, path) for name in await files.sizes(brain))
                if is_folder:
                    raise ToolError(f"The path {given} is not a file.")
                raise ToolError(f"The path {given} does not exist. Please provide a valid path.")
            text, written, answer = edit(before.text)
            file = await files.write(brain, path, text, before, self._limits)
            if file is not None:
                await self._remember_text(brain, path, file, written)
                return answer
        raise files.busy(given)

    async def _remember_text(self, brain: BrainLike, path: str, file: MemoryFile, text: str) -> None:
        """Remember what a write says. The file is stored already: what fails is reported, and not told to the model."""
        if self._remember is not None:
            call = episodes.remember_text(brain, path, file, text, self._remember)
            await self._guard.tried("remember", call, None)

    def _writable(self, given: Any) -> str:
        path = normalised(given)
        if self._pages and is_under(path, ENTITIES):
            raise ToolError(f"The path {given} is read-only.")
        return path

    def _check_place(self, path: str, known: dict[str, int]) -> None:
        """Refuse a file that would be in another file."""
        for folder in folders_of(path):
            if folder in known:
                raise ToolError(f"The path {folder} is not a directory.")


def _text(command: Any, name: str) -> str:
    """Return a text of a command. The SDK does not check what a model sends."""
    text = getattr(command, name, None)
    if not isinstance(text, str):
        raise ToolError(f"Missing parameter: {name}")
    return text


def _lines_of(text: str, start: int, end: int) -> str:
    """Return the whole lines of a part of a text."""
    after = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : len(text) if after == -1 else after]


def _given(command: Any, name: str) -> Any:
    return getattr(command, name, None)
