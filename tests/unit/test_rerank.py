"""A second look by a reranker counts half, and only for the best."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from graphmem.errors import SetupError
from graphmem.models.reranker import OnnxReranker, Reranker, ScriptedReranker
from graphmem.recall.ranking import Scored
from graphmem.recall.rerank_blend import blended


def test_both_rankings_count_half_and_places_keep_their_scores() -> None:
    ranked = [Scored("a", 3.0), Scored("b", 2.9), Scored("c", 1.0), Scored("d", 0.5)]
    again = blended(ranked, [0.0, 9.0, 1.0])
    assert [(one.id, one.score) for one in again] == [("b", 3.0), ("a", 2.9), ("c", 1.0), ("d", 0.5)]
    assert again[0].why == {"rerank": 9.0}
    assert again[3].why == {}


def test_a_reranker_that_is_indifferent_changes_nothing() -> None:
    ranked = [Scored("a", 3.0), Scored("b", 2.0)]
    assert [one.id for one in blended(ranked, [1.0, 1.0])] == ["a", "b"]
    assert blended([], []) == []


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
