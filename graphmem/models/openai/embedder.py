"""Embeddings from an OpenAI-compatible server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import openai

from graphmem.errors import InvalidInput, ModelError
from graphmem.models.embedding_cache import CACHE_SIZE, CachingEmbedder
from graphmem.models.openai.provider import make_client, patiently, shown_url
from graphmem.settings import Settings

DEFAULT_MODEL: Final = "text-embedding-3-small"
KNOWN_DIMENSIONS: Final = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}
BATCH_TEXTS: Final = 128
BATCH_CHARS: Final = 200_000
LONGEST_TEXT: Final = 6_000


class OpenAIEmbedder(CachingEmbedder):
    """text-embedding-3-small by default (1536 dimensions), in batches; texts are cut at 6,000 characters.

    `dimensions` must be given for models graphmem does not know; for text-embedding-3-* it shortens the vectors.
    A blank text, which providers refuse, has a vector of its own. `timeout_sec` is the limit of one batch with its
    retries; 0 or less = none.
    """

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        model: str = DEFAULT_MODEL,
        *,
        dimensions: int | None = None,
        timeout_sec: float = 30.0,
        cache_size: int = CACHE_SIZE,
    ) -> None:
        name = f"openai:{model}" + (f"@{dimensions}" if dimensions else "")
        super().__init__(name, dimensions or _dimensions(model), cache_size=cache_size)
        self.model = model
        self.timeout_sec = timeout_sec
        self._client = client
        self._shortened = {"dimensions": dimensions} if dimensions and model.startswith("text-embedding-3") else {}

    @classmethod
    def from_settings(
        cls, settings: Settings, model: str = DEFAULT_MODEL, dimensions: int | None = None
    ) -> OpenAIEmbedder:
        """The embedder at `OPENAI_BASE_URL`.

        Raises:
            InvalidInput: the model's dimensions are not known; name it as openai:<model>@<dimensions>.
        """
        client = make_client(settings)
        return cls(client, model, dimensions=dimensions, timeout_sec=settings.extraction_timeout_sec)

    def __repr__(self) -> str:
        return f"OpenAIEmbedder(name={self.name!r}, base_url={shown_url(self._client)!r})"

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def compute(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text.

        Raises:
            ModelTimeout: no answer in time.
            ModelRefused: wrong key, unknown model, quota.
            ModelError: the server failed or sent something else than vectors.
        """
        vectors: dict[str, list[float]] = {}
        for batch in _batches([text for text in texts if text.strip()]):
            vectors |= zip(batch, await self._batch(batch), strict=True)
        blank = [1.0] + [0.0] * (self.dimensions - 1)
        return [vectors.get(text, blank) for text in texts]

    async def _batch(self, texts: list[str]) -> list[list[float]]:
        async def send() -> str:
            cut = [text[:LONGEST_TEXT] for text in texts]
            body: dict[str, Any] = {"model": self.model, "input": cut, "encoding_format": "float", **self._shortened}
            raw = await self._client.embeddings.with_raw_response.create(**body)
            text: str = raw.text
            return text

        return _vectors(await patiently(send, timeout_sec=self.timeout_sec, secret=self._client.api_key), len(texts))


def _dimensions(model: str) -> int:
    if model not in KNOWN_DIMENSIONS:
        raise InvalidInput(
            f"How long are the vectors of {model!r}? Name it as openai:{model}@<dimensions>.", field="embedder"
        )
    return KNOWN_DIMENSIONS[model]


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    chars = 0
    for text in texts:
        chars += min(len(text), LONGEST_TEXT)
        if batch and (len(batch) >= BATCH_TEXTS or chars > BATCH_CHARS):
            yield batch
            batch, chars = [], min(len(text), LONGEST_TEXT)
        batch.append(text)
    if batch:
        yield batch


def _vectors(body: str, count: int) -> list[list[float]]:
    """The vectors in the order of their index."""
    try:
        data = json.loads(body)["data"]
        ordered = sorted(enumerate(data), key=lambda pair: pair[1].get("index", pair[0]))
        vectors = [[float(number) for number in one["embedding"]] for _, one in ordered]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ModelError(f"The embedding server sent no vectors: {body[:200]!r}") from None
    if len(vectors) != count:
        raise ModelError(f"The embedding server sent {len(vectors)} vectors for {count} texts.")
    return vectors
