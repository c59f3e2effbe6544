"""Paths of items: labels of a caller, and the text that the graph keeps and searches by its beginning."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem_contract.errors import InvalidInput

ANY = "*"
"""A label of a condition that every label meets."""
MOST_PATH = 1000
"""Characters of a path in the graph. With a key of 512, both fit into an entry of an index."""


def path_text(labels: Sequence[str]) -> str:
    """Return a path as it is kept: each label ends in a slash, so that a path begins with the paths above it, and no others.

    Raises:
        InvalidInput: it is too long, or it is a text instead of a list.
    """
    if isinstance(labels, str):
        raise InvalidInput("A path is a list of labels.", field="path")
    text = "".join(label.replace("%", "%25").replace("/", "%2F") + "/" for label in labels)
    if len(text) > MOST_PATH:
        raise InvalidInput(f"A path has at most {MOST_PATH} characters.", field="path")
    return text


def path_labels(text: str) -> tuple[str, ...]:
    """Return the labels of a path."""
    return tuple(label.replace("%2F", "/").replace("%25", "%") for label in text.split("/")[:-1])


def begins_with(path: Sequence[str], labels: Sequence[str]) -> bool:
    """Return whether a path begins with some labels; `*` is any label."""
    return len(path) >= len(labels) and all(b in (ANY, a) for a, b in zip(path, labels, strict=False))


def ends_with(path: Sequence[str], labels: Sequence[str]) -> bool:
    """Return whether a path ends with some labels; `*` is any label."""
    return begins_with(path[::-1], labels[::-1])
