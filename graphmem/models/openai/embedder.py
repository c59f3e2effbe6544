"""Embeddings from an OpenAI-compatible server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import openai

from graphmem.models.embedding_cache import CACHE_SIZE, CachingEmbedder
from graphmem.models.openai.answer_limit import ANSWER_BYTES
from graphmem.models.openai.provider import make_client, shown_url, with_retries, without_key
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput, ModelError

DEFAULT_MODEL: Final = "text-embedding-3-small"
KNOWN_DIMENSIONS: Final = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}
BATCH_TEXTS: Final = 128
"""Maximum number of texts in one request."""
BATCH_CHARS: Final = 200_000
"""Maximum characters in one request."""
LONGEST_TEXT: Final = 6_000
"""Characters at which a text is cut."""
NUMBER_BYTES: Final = 32
"""Most bytes of a number of a vector in JSON, with what stands around it. A double takes 24 at most."""


class OpenAIEmbedder(CachingEmbedder):
    """An embedder of an OpenAI-compatible server, text-embedding-3-small (1536 dimensions) by default.

    Texts are sent in batches and cut at 6,000 characters. `dimensions` is required for unknown models (see
    `KNOWN_DIMENSIONS`); for text-embedding-3-* it shortens the vectors. Providers refuse a blank text, so it has a
    fixed vector and is not sent. `timeout_sec` limits one batch with its retries, in seconds; 0 or less = no limit.
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
        """Return the embedder at `OPENAI_BASE_URL`.

        Raises:
            InvalidInput: The dimensions of the model are unknown; write openai:<model>@<dimensions>.
        """
        client = make_client(settings, answer_bytes=_answer_bytes(dimensions or _dimensions(model)))
        return cls(client, model, dimensions=dimensions, timeout_sec=settings.extraction_timeout_sec)

    def __repr__(self) -> str:
        return f"OpenAIEmbedder(name={self.name!r}, base_url={shown_url(self._client)!r})"

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def compute(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector per text.

        Raises:
            ModelTimeout: There was no answer in time.
            ModelRefused: Wrong key, unknown model, or exhausted quota.
            ModelAnswerTooLarge: The answer is larger than these vectors can be.
            ModelError: The server failed, or its answer holds no vectors.
        """
        vectors: dict[str, list[float]] = {}
        for batch in _batches([text for text in texts if text.strip()]):
            vectors |= zip(batch, await self._embed_batch(batch), strict=True)
        blank = [1.0] + [0.0] * (self.dimensions - 1)
        return [vectors.get(text, blank) for text in texts]

    async def _embed_batch(self, texts: list[str]) -> list[list[float]]:
        async def send() -> str:
            cut = [text[:LONGEST_TEXT] for text in texts]
            body: dict[str, Any] = {"model": self.model, "input": cut, "encoding_format": "float", **self._shortened}
            raw = await self._client.embeddings.with_raw_response.create(**body)
            return without_key(raw.text, self._client.api_key)

        body = await with_retries(send, timeout_sec=self.timeout_sec, secret=self._client.api_key)
        return _parse_vectors(body, len(texts))


def _dimensions(model: str) -> int:
    if model not in KNOWN_DIMENSIONS:
        raise InvalidInput(
            f"How long are the vectors of {model!r}? Name it as openai:{model}@<dimensions>.", field="embedder"
        )
    return KNOWN_DIMENSIONS[model]


def _answer_bytes(dimensions: int) -> int:
    """Return the most bytes that the vectors of a batch take."""
    return ANSWER_BYTES + BATCH_TEXTS * dimensions * NUMBER_BYTES


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


def _parse_vectors(body: str, count: int) -> list[list[float]]:
    """Return the vectors, ordered by their index."""
    try:
        data = json.loads(body)["data"]
        ordered = sorted(enumerate(data), key=lambda pair: pair[1].get("index", pair[0]))
        vectors = [[float(number) for number in entry["embedding"]] for _, entry in ordered]
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise ModelError(f"The embedding server sent no vectors: {body[:200]!r}") from None
    if len(vectors) != count:
        raise ModelError(f"The embedding server sent {len(vectors)} vectors for {count} texts.")
    return vectors
