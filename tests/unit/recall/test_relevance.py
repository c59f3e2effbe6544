"""How well the best result fits a question: by the scale of the embedder, by words, by name and by relation."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.models.embedder_scale import EmbedderScale
from graphmem.recall.relevance import NAMED, fits_of, relevance_of
from tests.unit.recall.candidates import fact, turn

SCALE = EmbedderScale(unrelated=0.4, same=0.8)


def relevance(question: str = "Which ferry is fast?", **changes: Any) -> float:
    given: dict[str, Any] = {"facts": [], "episodes": [], "texts": [], "named": False, "asked": {}, **changes}
    return relevance_of(
        question, given["facts"], given["episodes"], given["texts"], SCALE, named=given["named"], asked=given["asked"]
    )


@pytest.mark.parametrize(("cosine", "share"), [(0.3, 0.0), (0.4, 0.0), (0.6, 0.5), (0.8, 1.0), (0.95, 1.0)])
def test_the_nearest_result_has_a_place_on_the_scale(cosine: float, share: float) -> None:
    near, far = (cosine + 1) / 2, 0.5
    assert relevance(facts=[fact("a", vector=near), fact("b", vector=far)]) == pytest.approx(share)
    assert relevance(episodes=[turn("a", turn=near), turn("b", turn=far)]) == pytest.approx(share)


def test_without_a_vector_nothing_fits() -> None:
    assert relevance(facts=[fact("a", text=9.0)]) == 0.0


@pytest.mark.parametrize("question", ["How fast is my ferry?", "Quando é o meu barco?", "Wo wohne ich?"])
def test_a_name_or_the_speaker_makes_it_more(question: str) -> None:
    hits = [fact("a", vector=0.8)]
    assert relevance(facts=hits, named=True) == pytest.approx(0.5 + NAMED)
    assert relevance(question, facts=hits) == pytest.approx(0.5 + NAMED)


@pytest.mark.parametrize(
    ("question", "is_known"),
    [
        ("Where does 'Quiet Harbour' hang?", True),
        ("Where does the quiet harbour hang?", False),
        ("Where does Harbour hang?", False),
        ("Where does Quiet Harbours hang?", False),
        ("Is it quiet? Harbour or lake?", False),
        ("Wo hängt “Quiet Harbour”?", True),
    ],
)
def test_a_name_of_several_words_in_a_result_makes_it_more(question: str, is_known: bool) -> None:
    found = relevance(
        question, facts=[fact("a", vector=0.8)], texts=["She sold Quiet Harbour to a friend, and a boat."]
    )
    assert found == pytest.approx(0.5 + (NAMED if is_known else 0.0))


def test_all_words_that_ask_for_something_in_one_result_are_enough() -> None:
    hits = [fact("a", vector=0.7)]
    assert relevance(facts=hits, texts=["The fastest ferries sail at noon"]) == 1.0
    assert relevance(facts=hits, texts=["The ferry", "a fast car"]) == 0.0
    assert relevance("Who is it?", facts=hits, texts=["Who is it?"]) == 0.0


def test_a_relation_that_fits_is_enough() -> None:
    assert relevance(facts=[fact("a", vector=0.7)], asked={"a": 0.6}) == 1.0
    assert relevance(facts=[fact("a", vector=0.7)], asked={"a": 0.3}) == 0.0


@pytest.mark.parametrize(
    ("question", "said", "is_known"),
    [
        ("How strict is the SLA?", "The SLA has four clauses", True),
        ("What is kept in q4b now?", "The skis lie in q4b", True),
        ("Which team works by blue-green?", "The shop releases by blue-green", True),
        ("Which team works by blue-green?", "The shop is painted blue and green", False),
        ("How strict is the SLA?", "The slalom has four gates", False),
        ("How strict is it?", "The SLA has four clauses", False),
        ("What happened in 2023?", "It was sold in 2023", False),
    ],
)
def test_an_identifier_in_a_result_makes_it_more(question: str, said: str, is_known: bool) -> None:
    found = relevance(question, facts=[fact("a", vector=0.8)], texts=[said])
    assert found == pytest.approx(0.5 + (NAMED if is_known else 0.0))


def fits(question: str = "Which ferry is fast?", **changes: Any) -> dict[str, float]:
    """Return how well results fit."""
    given: dict[str, Any] = {"facts": [], "episodes": [], "texts": {}, "asked": {}, **changes}
    found = fits_of(question, given["facts"], given["episodes"], given["texts"], SCALE, asked=given["asked"])
    return {id_: one.fit for id_, one in found.items()}


def test_each_result_fits_by_its_own_place_on_the_scale() -> None:
    facts = [fact("near", vector=0.9), fact("middle", vector=0.8), fact("far", vector=0.5)]
    turns = [turn("said", turn=0.8), turn("around", turn=0.5, context=0.9)]
    texts = dict.fromkeys(("near", "middle", "far", "said", "around"), "")
    assert fits(facts=facts, episodes=turns, texts=texts) == pytest.approx(
        {"near": 1.0, "middle": 0.5, "far": 0.0, "said": 0.5, "around": 1.0}
    )


def test_a_turn_fits_as_well_as_the_nearest_fact_from_it() -> None:
    facts = [fact("near", vector=0.8, episode_ids=("said",))]
    assert fits(facts=facts, episodes=[turn("said", turn=0.5)], texts={"said": ""}) == pytest.approx({"said": 0.5})


def test_all_words_or_the_asked_relation_fit_as_well_as_can_be() -> None:
    facts = [fact("words", vector=0.7), fact("asked", vector=0.7), fact("neither", vector=0.7)]
    texts = {"words": "The fastest ferries sail at noon", "asked": "It sails", "neither": "The ferry"}
    assert fits(facts=facts, texts=texts, asked={"asked": 0.6, "neither": 0.3}) == pytest.approx(
        {"words": 1.0, "asked": 1.0, "neither": 0.0}
    )


def test_a_named_end_or_a_name_in_the_text_fits_more() -> None:
    facts = [fact("named", vector=0.8, named=True), fact("said", vector=0.8), fact("plain", vector=0.8)]
    texts = {"named": "", "said": "She sold Quiet Harbour", "plain": "She sold a boat"}
    assert fits("Where does Quiet Harbour hang?", facts=facts, texts=texts) == pytest.approx(
        {"named": 0.5 + NAMED, "said": 0.5 + NAMED, "plain": 0.5}
    )


def test_without_a_vector_the_share_of_the_words_is_the_fit() -> None:
    assert fits(facts=[fact("a")], texts={"a": "The ferry is slow"}) == pytest.approx({"a": 0.5})


def test_neither_words_nor_names_change_how_near_a_result_is() -> None:
    facts = [fact("words", vector=0.8), fact("named", vector=0.8, named=True), fact("asked", vector=0.8)]
    texts = {"words": "The fastest ferries sail at noon", "named": "", "asked": ""}
    found = fits_of("Which ferry is fast?", facts, [], texts, SCALE, asked={"asked": 0.9})
    assert {id_: one.near for id_, one in found.items()} == pytest.approx(dict.fromkeys(texts, 0.5))
