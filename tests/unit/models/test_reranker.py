"""Rerankers: a scripted one, and a cross-encoder that has to be there."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from graphmem.models.reranker import OnnxReranker, Reranker, ScriptedReranker, shares
from graphmem_contract.errors import SetupError


async def test_the_scripted_reranker_does_what_its_rule_says() -> None:
    reranker = ScriptedReranker(lambda question, text: float(question in text))
    assert isinstance(reranker, Reranker)
    assert await reranker.score("tea", ["green tea", "coffee"]) == [1.0, 0.0]


@pytest.mark.parametrize("kind", ["missing", "empty folder", "empty zip", "no zip"])
async def test_a_path_without_a_model_says_so(tmp_path: Path, kind: str) -> None:
    path = tmp_path if kind == "empty folder" else tmp_path / "model.zip"
    if kind == "empty zip":
        ZipFile(path, "w").close()
    if kind == "no zip":
        path.write_text("nothing")
    with pytest.raises(SetupError, match="GRAPHMEM_RERANKER"):
        await OnnxReranker(path).score("x", ["y"])


@pytest.mark.parametrize("inside", [["a.onnx"], ["a.onnx", "b.onnx", "tokenizer.json"], ["tokenizer.json"]])
async def test_an_archive_has_exactly_one_model_and_one_tokenizer(tmp_path: Path, inside: list[str]) -> None:
    path = tmp_path / "model.jar"
    with ZipFile(path, "w") as archive:
        for name in inside:
            archive.writestr(name, "x")
    with pytest.raises(SetupError, match=r"\d files where one is needed"):
        await OnnxReranker(path).score("x", ["y"])


def test_logits_become_shares_and_shares_stay_what_they_are() -> None:
    class Sure(ScriptedReranker):
        shares_scale = True

    plain = ScriptedReranker(lambda *_: 0.0)
    assert shares(plain, [0.0, 9.0, -9.0, 1e9, -1e9]) == pytest.approx([0.5, 0.99988, 0.00012, 1.0, 0.0], abs=1e-5)
    assert shares(Sure(lambda *_: 0.0), [0.3, 1.7, -2.0]) == [0.3, 1.0, 0.0]
