"""What counts as said already within one message, and what a claim is worth by who said it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import Claim, ClaimSource, as_said, sentenced
from graphmem.ingest.associations import associated, weight
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.fact_dedup import dedup_facts
from graphmem.ingest.stages.records import FactReads, LinkedClaim
from graphmem.settings import Settings

ANA, BRUNO = (EntityRef(name.lower(), f"person:{name.lower()}", name, "person", "exact") for name in ("Ana", "Bruno"))
MESSAGE = ClaimSource(n=0, episode_id="e", occurred_at=datetime(2024, 1, 1, tzinfo=UTC))


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **changes)


def said(
    object_: str, text: str, vector: list[float] | None = None, *, relation: str = "likes", who: EntityRef = ANA
) -> LinkedClaim:
    return LinkedClaim(Claim(who.name, relation, object_, text), MESSAGE, who, relation, None, vector, relation)


def kept(*claims: LinkedClaim, **changes: Any) -> list[str]:
    reads = FactReads(1, frozenset(), {}, {}, (), ())
    return [c.claim.text for c in dedup_facts(claims, reads, settings(**changes), {})[0]]


def test_the_same_words_but_for_case_and_signs_are_said_once_and_the_first_stays() -> None:
    assert kept(said("Green tea", "Ana likes Green tea"), said("green tea!", "ana likes green tea.")) == [
        "Ana likes Green tea"
    ]


@pytest.mark.parametrize(("threshold", "left"), [(0.6, 2), (0.59, 1)])
def test_the_same_meaning_is_said_once_strictly_above_the_threshold(threshold: float, left: int) -> None:
    """The vectors lie at a cosine of 0.6 exactly."""
    first = said("running every morning", "Ana likes running every morning", [1.0, 0.0])
    second = said("to run each morning", "Ana enjoys to run each morning", [3.0, 4.0])
    assert len(kept(first, second, semantic_dedup_threshold=threshold)) == left


def test_what_was_left_out_does_not_leave_out_others() -> None:
    first = said("a run at dawn", "Ana likes a run at dawn", [1.0, 0.0])
    middle = said("a run at dawn daily", "Ana likes a run at dawn daily", [0.8, 0.6])
    last = said("a daily run at dawn", "Ana likes a daily run, mostly", [0.28, 0.96])
    assert kept(first, middle, last, semantic_dedup_threshold=0.7) == [first.claim.text, last.claim.text]


@pytest.mark.parametrize(
    "other",
    [
        said("a dog", "Ana likes tea", [1.0, 0.0]),
        said("tea", "Ana likes tea", [1.0, 0.0], who=BRUNO),
        said("tea with 2 sugars", "Ana likes tea with 2 sugars", [1.0, 0.0]),
        said("tea#", "Ana likes tea#", [0.0, 1.0]),
    ],
    ids=["another value", "another person", "another number", "a sign that makes another word"],
)
def test_a_different_fact_stays_however_alike_the_sentences_are(other: LinkedClaim) -> None:
    assert len(kept(said("tea", "Ana likes tea", [1.0, 0.0]), other)) == 2


def test_a_relation_without_a_sentence_gets_one() -> None:
    mirror = sentenced(Claim("Vera", "lives_in", "Porto", " ", True))
    assert (mirror.text, mirror.origin, mirror.confidence) == ("Vera lives in Porto", "inferred_from_relation", 0.6)
    value = sentenced(Claim("Vera", "likes", "tea", "", False))
    assert (value.text, value.origin, value.confidence) == ("Vera likes tea", "extracted", 0.8)


@pytest.mark.parametrize("role", ["assistant", "System", "tool"])
def test_what_an_assistant_says_is_a_strong_inference_at_most(role: str) -> None:
    sure, unsure = (Claim("Ana", "likes", "tea", "Ana likes tea", confidence=c) for c in (0.95, 0.6))
    assert (as_said(sure, role).confidence, as_said(unsure, role).confidence) == (0.8, 0.6)
    assert as_said(sure, "user") == as_said(sure, None) == sure


@pytest.mark.parametrize(("cosine", "expected"), [(0.4, 0.2), (0.6, 0.3), (0.8, 0.4), (1.0, 0.5)])
def test_the_weight_of_an_association_grows_with_the_cosine(cosine: float, expected: float) -> None:
    assert weight(cosine, settings()) == pytest.approx(expected)


def test_a_pair_is_associated_from_the_threshold_on() -> None:
    vectors = {"a": [1.0, 0.0, 0.0], "b": [3.0, 4.0, 0.0], "c": [0.0, 0.0, 1.0]}
    assert [(p["one"], p["other"]) for p in associated(vectors, settings(association_threshold=0.6))] == [("a", "b")]
    assert associated(vectors, settings(association_threshold=0.61)) == []
