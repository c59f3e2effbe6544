"""The scale of an embedder: where unrelated texts and paraphrases lie."""

from __future__ import annotations

from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.embedder_scale import OPENAI, scale_of
from graphmem.models.hash_embedder import HashEmbedder


def test_each_embedder_has_its_scale_and_an_unknown_one_that_of_openai() -> None:
    assert scale_of(BgeEmbedder().name).unrelated > 0.4
    assert scale_of(HashEmbedder().name) is not OPENAI
    assert scale_of("openai:text-embedding-3-small@512") is OPENAI
    assert scale_of("anything") is OPENAI


def test_a_share_lies_between_unrelated_and_same() -> None:
    scale = scale_of("bge-small-en-v1.5")
    assert (scale.cosine(0), scale.cosine(1)) == (scale.unrelated, scale.same)
    assert scale.unrelated < scale.cosine(0.5) < scale.same
