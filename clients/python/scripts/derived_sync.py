"""Derives the synchronous client from the asynchronous one, token by token."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Mapping
from pathlib import Path

ORIGIN = "# Derived by clients/python/scripts/generate.py from _async/{name}.\n"
NAMES: Mapping[str, str] = {
    "AsyncClient": "Client",
    "AsyncIterable": "Iterable",
    "AsyncIterator": "Iterator",
    "AsyncSource": "Source",
    "AsyncStream": "Stream",
    "ClientBrain": "ClientBrainSync",
    "ClientKeys": "ClientKeysSync",
    "GraphmemClient": "GraphmemClientSync",
    "StopAsyncIteration": "StopIteration",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "_async": "_sync",
    "aclose": "close",
    "aclosing": "closing",
    "aiter": "iter",
    "aiter_bytes": "iter_bytes",
    "anext": "next",
    "aread": "read",
    "asynccontextmanager": "contextmanager",
    "asyncio": "time",
    "in_groups": "in_turn",
}
"""Name in the asynchronous client: name in the synchronous one."""
WORDS = re.compile(rf"\b({'|'.join(NAMES)})\b")
DROPPED = {"async", "await"}


def sync_modules(package: Path) -> dict[str, str]:
    """Return the text of each synchronous module, by its path in the package."""
    origins = {path.relative_to(package / "_async").as_posix(): path for path in (package / "_async").rglob("*.py")}
    return {f"_sync/{name}": derived(path.read_text("utf8"), name) for name, path in sorted(origins.items())}


def derived(text: str, name: str) -> str:
    """Return a module without `async` and `await`, with the names of the synchronous client."""
    lines = text.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        (row, start), (end_row, end) = token.start, token.end
        if token.type == tokenize.NAME and token.string in DROPPED:
            rest = lines[row - 1][end:]
            lines[row - 1] = lines[row - 1][:start] + rest.removeprefix(" ")
        elif token.type == tokenize.NAME and token.string in NAMES:
            lines[row - 1] = lines[row - 1][:start] + NAMES[token.string] + lines[row - 1][end:]
        elif token.type in (tokenize.STRING, tokenize.COMMENT):
            for at in range(row, end_row + 1):
                lines[at - 1] = _in_words(lines[at - 1], start if at == row else 0, end if at == end_row else None)
    head, _, body = "".join(lines).partition("\nfrom __future__")
    return f"{head}\n{ORIGIN.format(name=name)}\nfrom __future__{body}" if body else "".join(lines)


def _in_words(line: str, start: int, end: int | None) -> str:
    """Return a line with the names in a part of it, which is text, replaced."""
    part = line[start:end]
    part = re.sub(r"\b(async|await) (?=\w)", "", WORDS.sub(lambda found: NAMES[found[1]], part))
    return line[:start] + part + (line[end:] if end is not None else "")
