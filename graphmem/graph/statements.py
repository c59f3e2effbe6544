"""Cypher statements by name, read from `.cypher` files.

- A file begins with a header of `//` lines that describes it and names its parameters. The loader refuses a file without it.
- A line `// include: folder/name` is replaced by the body of that file.
- A body may begin with `CYPHER 25`. It adds `replan=skip` where planning takes longer than a second: Neo4j keeps the first plan
  then, however the graph grows, so every index is named (`USING INDEX SEEK`).
- The names of vector properties and vector indexes stand for those of a slot (`graphmem.graph.vectors.slot`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from graphmem.graph.vectors.slot import FIRST, in_slot, present_slot
from graphmem_contract.errors import SetupError

_INCLUDE = re.compile(r"^[ \t]*// include: (\S+)$", re.MULTILINE)
_VERSION = re.compile(r"CYPHER 25(?: replan=skip)?\s")
_PARAMETER = re.compile(r"\$([A-Za-z]\w*)")


@cache
def statement(name: str, slot: str | None = FIRST) -> str:
    """Return the text of `cypher/<name>.cypher`, with its includes, without its header, with the vector names of a slot.

    Args:
        slot: None = the names are left for the procedures, which read the slot from the graph.

    Raises:
        SetupError: the file is missing, has no header, or has a parameter that the header does not name.
    """
    path = cypher_root() / f"{name}.cypher"
    if not path.is_file():
        raise SetupError(f"The Cypher file {path} is missing; reinstall graphmem.")
    header, body = _split(path.read_text("utf8"))
    undocumented = {p for p in _PARAMETER.findall(body) if f"${p}" not in header}
    if not header or undocumented:
        raise SetupError(f"{path.name}: its header does not name {sorted(undocumented) or 'anything'}.")
    return _INCLUDE.sub(lambda found: without_version(statement(found[1], slot)), in_slot(body, slot))


def _split(text: str) -> tuple[str, str]:
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return "\n".join(lines[:end]), "\n".join(lines[end:]).strip()


def without_version(text: str) -> str:
    """Return a statement without its `CYPHER 25` prefix, for inclusion in another statement."""
    return _VERSION.sub("", text, count=1).strip() if _VERSION.match(text) else text.strip()


@cache
def packed(name: str, slot: str = FIRST) -> str:
    """Return a statement with all its parameters in one map, `$q`.

    Neo4j caches a plan per combination of parameter types. Null, the size of a list and the length of a text are part of a
    type, so with separate parameters nearly every message would cause new plans. A map is one type.
    """
    return _PARAMETER.sub(lambda found: f"$q.{found[1]}", statement(name, slot))


class Parameters(dict[str, Any]):
    """Parameters whose `repr` hides the values.

    The driver formats every message for its debug log, even if the log is off. This is slow for thousands of rows with
    vectors, and the content of messages must not appear in a log.
    """

    def __repr__(self) -> str:
        return f"<{len(self)} parameters>"


def sent(name: str, parameters: Mapping[str, Any], slot: str | None = None) -> tuple[str, dict[str, Any]]:
    """Return the text and the parameters for the server. A statement that itself takes one map `$q` stays unchanged.

    Args:
        slot: the vectors to use; None = those of the running transaction.
    """
    chosen = present_slot() if slot is None else slot
    if "q" in parameters:
        return statement(name, chosen), {key: Parameters(value) for key, value in parameters.items()}
    return packed(name, chosen), {"q": Parameters(parameters)}


@cache
def cypher_root() -> Path:
    """Return the folder of the `.cypher` files.

    Raises:
        SetupError: neither the folder of a wheel nor that of a checkout exists.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_cypher", package.parent / "cypher"):
        if (folder / "procedures").is_dir():
            return folder
    raise SetupError("The Cypher files are missing; reinstall graphmem.")
