"""The scale of an embedder: where unrelated texts and paraphrases lie."""

from __future__ import annotations

from benchmarks.thresholds.calibration_texts import FACTS
from graphmem.ingest.associations import associated
from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.embedder_scale import OPENAI, fitted, scale_of
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.settings import Settings


def test_each_embedder_has_its_scale_and_an_unknown_one_that_of_openai() -> None:
    assert scale_of(BgeEmbedder().name).unrelated > 0.4
    assert scale_of(HashEmbedder().name) is not OPENAI
    assert scale_of("openai:text-embedding-3-small@512") is OPENAI
    assert scale_of("anything") is OPENAI


def test_a_share_lies_between_unrelated_and_same() -> None:
    scale = scale_of("bge-small-en-v1.5")
    assert (scale.cosine(0), scale.cosine(1)) == (scale.unrelated, scale.same)
    assert scale.unrelated < scale.cosine(0.5) < scale.same


def test_the_thresholds_fit_the_embedder_unless_somebody_set_them() -> None:
    bare = Settings(_env_file=None)  # type: ignore[call-arg]
    assert bare.association_threshold == fitted(bare, "openai:any").association_threshold
    bge = fitted(bare, "bge-small-en-v1.5")
    assert (bge.association_threshold, bge.reconcile_threshold, bge.boost_threshold) == (0.72, 0.80, 0.85)
    assert bge.fuzzy_threshold == bare.fuzzy_threshold
    own = fitted(bare.with_overrides(reconcile_threshold=0.5), "bge-small-en-v1.5")
    assert (own.reconcile_threshold, own.boost_threshold) == (0.5, 0.85)


def test_a_call_keeps_the_fitted_thresholds_that_it_does_not_override() -> None:
    bge = fitted(Settings(_env_file=None), "bge-small-en-v1.5")  # type: ignore[call-arg]
    assert bge.with_overrides(min_confidence=0.1).association_threshold == 0.72


async def test_unlike_facts_of_one_message_are_not_associated() -> None:
    texts = [row.told.format("Ines") for row in FACTS]
    vectors = await BgeEmbedder().embed(texts)
    bge = fitted(Settings(_env_file=None, associations=1000), BgeEmbedder().name)  # type: ignore[call-arg]
    pairs = associated(dict(zip(texts, vectors, strict=True)), bge)
    assert len(pairs) <= 0.05 * len(texts) * (len(texts) - 1) / 2
    same = await BgeEmbedder().embed([FACTS[0].told.format("Ines"), FACTS[0].restated.format("Ines")])
    assert len(associated({"told": same[0], "restated": same[1]}, bge)) == 1
