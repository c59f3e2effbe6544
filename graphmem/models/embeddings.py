"""The embedders, and the choice of one by the settings (`OpenAIEmbedder` is in `graphmem.models.openai.embedder`)."""

from __future__ import annotations

from graphmem.models.bge_embedder import NAME as BGE, BgeEmbedder
from graphmem.models.e5_embedder import NAME as E5, E5Embedder
from graphmem.models.embedding_cache import CachingEmbedder
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput

__all__ = ["BgeEmbedder", "CachingEmbedder", "HashEmbedder", "make_embedder"]


def make_embedder(settings: Settings) -> CachingEmbedder:
    """Return the embedder of `GRAPHMEM_EMBEDDER`.

    It is bge-small-en-v1.5, multilingual-e5-small, openai:<model>[@dimensions] or hash[@dimensions].

    Nothing is downloaded or loaded before the first text.

    Raises:
        InvalidInput: The name is unknown, or the dimensions of the model are unknown.
    """
    name, _, size = settings.embedder.strip().partition("@")
    kind, _, model = name.partition(":")
    if name in (BGE, "bge"):
        return BgeEmbedder(cache_dir=settings.cache_dir)
    if name == E5:
        return E5Embedder()
    if kind == "openai":
        return _openai_embedder(settings, model, _dimensions(size))
    if name == "hash":
        return HashEmbedder(_dimensions(size) or 384)
    raise InvalidInput(
        f"No embedder is called {settings.embedder!r}; there are {BGE}, {E5}, openai:<model>[@dimensions] and hash.",
        field="embedder",
    )


def _openai_embedder(settings: Settings, model: str, dimensions: int | None) -> CachingEmbedder:
    from graphmem.models.openai.embedder import DEFAULT_MODEL, OpenAIEmbedder

    return OpenAIEmbedder.from_settings(settings, model or DEFAULT_MODEL, dimensions)


def _dimensions(text: str) -> int | None:
    if text and not (text.isdecimal() and 8 <= int(text) <= 4096):
        raise InvalidInput(f"{text!r} is no number of dimensions from 8 to 4096.", field="embedder")
    return int(text) if text else None
