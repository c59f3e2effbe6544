"""What the model is told: the wording of the tool, as the SDK of Anthropic has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

MOST_LINES = 999_999
WIDTH = len(str(MOST_LINES))
AROUND = 2
"""How many lines stand before and after a change."""


def numbered(lines: Sequence[str], first: int = 1) -> str:
    """Return lines with their numbers."""
    return "\n".join(f"{str(first + i).rjust(WIDTH)}\t{line}" for i, line in enumerate(lines))


def content(path: str, text: str, view_range: Sequence[int] | None) -> str:
    """Return the content of a file, or the lines of it that are asked for."""
    lines, start = text.split("\n"), 0
    if view_range and len(view_range) == 2:
        start = max(1, view_range[0]) - 1
        lines = lines[start : len(lines) if view_range[1] == -1 else view_range[1]]
    return f"Here's the content of {path} with line numbers:\n{numbered(lines, start + 1)}"


def folder(path: str, sizes: Mapping[str, int]) -> str:
    """Return what is in a folder, two levels deep.

    Args:
        sizes: the sizes of all files by their paths.
    """
    head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
    inside = {name.removeprefix(f"{path}/"): size for name, size in sizes.items() if name.startswith(f"{path}/")}
    entries = [(path, sum(inside.values())), *((f"{path}/{name}", size) for name, size in _entries(inside, ""))]
    return "\n".join([head, *(f"{size_of(size)}\t{name}" for name, size in entries)])


def _entries(sizes: Mapping[str, int], prefix: str) -> Iterator[tuple[str, int]]:
    """Yield the visible entries of a folder in the order of their names, and after a folder what is in it."""
    ordered = sorted((name for name in sizes if name and not name.startswith(".")), key=lambda name: name.split("/"))
    for entry, group in groupby(ordered, key=lambda name: name.split("/")[0]):
        names = list(group)
        total = sum(sizes[name] for name in names)
        if names == [entry]:
            yield prefix + entry, total
            continue
        yield f"{prefix}{entry}/", total
        if not prefix:
            yield from _entries({name.removeprefix(f"{entry}/"): sizes[name] for name in names}, f"{entry}/")


def size_of(count: int) -> str:
    """Return a number of bytes for people: 0B, 1K, 1.5M."""
    unit = min(max(count.bit_length() - 1, 0) // 10, 3)
    size = count / 1024**unit
    return f"{int(size) if size == int(size) else format(size, '.1f')}{'BKMG'[unit]}"


def around(text: str, position: int) -> str:
    """Return the lines around a position, with their numbers."""
    lines, changed = text.split("\n"), text[:position].count("\n")
    start = max(0, changed - AROUND)
    return numbered(lines[start : changed + AROUND + 1], start + 1)


def lines_with(text: str, part: str) -> str:
    """Return the numbers of the lines in which a part begins."""
    found, position = [], text.find(part)
    while position != -1:
        found.append(text[:position].count("\n") + 1)
        position = text.find(part, position + 1)
    return ", ".join(map(str, found))
