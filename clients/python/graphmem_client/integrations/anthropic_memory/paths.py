"""Paths of memory files. They are written by a model: each is normalised here, once, before anything is read or stored."""

from __future__ import annotations

import unicodedata
from typing import Any
from urllib.parse import unquote

from anthropic.lib.tools import ToolError

ROOT = "/memories"
ENTITIES = "/memories/_entities"
LONGEST = 512


def normalised(path: Any) -> str:
    """Return a path without empty and relative parts, under /memories, in the composed form of Unicode.

    Raises:
        ToolError: it is no such path, is too long, or has a control character or a backslash.
    """
    if not isinstance(path, str) or not (path == ROOT or path.startswith(f"{ROOT}/")):
        raise ToolError(f"Path must start with {ROOT}, got: {path}")
    if len(path) > LONGEST:
        raise ToolError(f"Path is too long: it may have {LONGEST} characters.")
    if "\\" in path or any(unicodedata.category(character) in ("Cc", "Cs") for character in path):
        raise ToolError("Path must not have a backslash or a control character.")
    parts: list[str] = []
    for part in unicodedata.normalize("NFC", path).split("/"):
        if part == ".." and len(parts) > 1:
            parts.pop()
        elif part == ".." or _climbs(part):
            raise ToolError(f"Path {path} would escape {ROOT} directory")
        elif part not in ("", "."):
            parts.append(part)
    found = "/" + "/".join(parts)
    if len(found) > LONGEST:
        raise ToolError(f"Path is too long: it may have {LONGEST} characters.")
    return found


def is_under(path: str, folder: str) -> bool:
    """Return whether a path is a folder, or in it."""
    return path == folder or path.startswith(f"{folder}/")


def folders_of(path: str) -> list[str]:
    """Return the folders that a file is in, without /memories: a file must not be one of them."""
    parts = path.split("/")[2:]
    return ["/".join((ROOT, *parts[:n])) for n in range(1, len(parts))]


def _climbs(part: str) -> bool:
    """Return whether a part is an encoded "..": what decodes it later would leave the folder."""
    for _ in range(len(part)):
        decoded = unquote(part)
        if decoded == part:
            break
        part = decoded
    return ".." in part.replace("\\", "/").split("/")
