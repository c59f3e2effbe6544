"""`TextEmbedder`: vectors that stand for texts. CrewAI gives a storage a vector; the storage looks up the text."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

MOST = 10_000
"""How many texts are kept; the oldest are dropped."""


class TextEmbedder:
    """An embedder for CrewAI. Equal texts have equal vectors; the distance of two vectors means nothing."""

    def __init__(self) -> None:
        self._texts: dict[tuple[float, ...], str] = {}

    def __call__(self, input: Sequence[str]) -> list[list[float]]:
        """Return the vectors of some texts."""
        vectors = [vector_of(text) for text in input]
        self._texts |= {tuple(vector): text for vector, text in zip(vectors, input, strict=True)}
        for old in list(self._texts)[:-MOST]:
            self._texts.pop(old, None)
        return vectors

    def __deepcopy__(self, memo: dict[int, Any]) -> TextEmbedder:
        """Return this embedder: a copy of a crew gives it to the same storage."""
        return self

    def text_of(self, vector: Sequence[float]) -> str | None:
        """Return the text of a vector; None = it is of another embedder."""
        return self._texts.get(tuple(vector))


def vector_of(text: str) -> list[float]:
    """Return a vector that stands for a text."""
    return [byte / 127.5 - 1 for byte in sha256(text.encode("utf8", "surrogatepass")).digest()]
