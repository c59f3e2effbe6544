"""Cypher by name, read from `.cypher` files.

A file begins with a header of `//` lines that says what it is for and names its parameters; the loader refuses one without.
A line `// include: folder/name` is replaced by the body of that file, so that a statement stands once.
A body may begin with `CYPHER 25`, and with `replan=skip` where its plan does not depend on what is in the graph (every index that
matters is named): Neo4j plans a statement anew while a graph grows, which takes seconds for the big ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from graphmem.errors import SetupError

_INCLUDE = re.compile(r"^\s*// include: (\S+)$", re.MULTILINE)
_VERSION = re.compile(r"CYPHER 25(?: replan=skip)?\s")
_PARAMETER = re.compile(r"\$([A-Za-z]\w*)")


@cache
def statement(name: str) -> str:
    """The text of `cypher/<name>.cypher`, includes filled in, header left out.

    Raises:
        SetupError: no such file, no header, or a parameter that the header does not name.
    """
    path = cypher_root() / f"{name}.cypher"
    if not path.is_file():
        raise SetupError(f"The Cypher file {path} is missing; reinstall graphmem.")
    header, body = _split(path.read_text("utf8"))
    undocumented = {p for p in _PARAMETER.findall(body) if f"${p}" not in header}
    if not header or undocumented:
        raise SetupError(f"{path.name}: its header does not name {sorted(undocumented) or 'anything'}.")
    return _INCLUDE.sub(lambda found: without_version(statement(found[1])), body)


def _split(text: str) -> tuple[str, str]:
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return "\n".join(lines[:end]), "\n".join(lines[end:]).strip()


def without_version(text: str) -> str:
    """A statement without what it says about Cypher's version and its plan, to stand inside another."""
    return _VERSION.sub("", text, count=1).strip() if _VERSION.match(text) else text.strip()


@cache
def packed(name: str) -> str:
    """A statement with all its parameters in one map, `$q`.

    Neo4j keeps a plan for every combination of its parameters' types, and null, the size of a list and the length of a text are
    part of a type: sent one by one, nearly every message would have its statements planned anew. A map is one type.
    """
    return _PARAMETER.sub(lambda found: f"$q.{found[1]}", statement(name))


class Parameters(dict[str, Any]):
    """Parameters that do not show what they are.

    The driver makes text of all that it sends, for its debug log, whether that is on or not: for thousands of rows with vectors
    this takes long, and what people said has no place in a log.
    """

    def __repr__(self) -> str:
        return f"<{len(self)} parameters>"


def sent(name: str, parameters: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Text and parameters as they go to the server; a statement that takes one map `$q` itself is left as it is."""
    if "q" in parameters:
        return statement(name), {key: Parameters(value) for key, value in parameters.items()}
    return packed(name), {"q": Parameters(parameters)}


@cache
def cypher_root() -> Path:
    """The folder of the `.cypher` files.

    Raises:
        SetupError: neither a wheel's nor a checkout's folder is there.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_cypher", package.parent / "cypher"):
        if (folder / "procedures").is_dir():
            return folder
    raise SetupError("The Cypher files are missing; reinstall graphmem.")
