"""What a relation without a sentence rests on, and which entities a sentence names."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import MIRROR
from graphmem.ingest.stages.evidence import Wordings, evidence_of
from graphmem.ingest.stages.records import DatedClaim, DateDecision
from tests.unit.ingest.building import dated, distinct, entity
from tests.unit.ingest.claim_building import resolved_names, source

WORDINGS = Wordings.of(resolved_names(*map(entity, ("Ana", "Bruno", "Porto"))))
MIRRORED = dated(distinct("Ana", "lives_in", "Porto", origin=MIRROR))


def stated(text: str, subject: str = "Ana", object_: str = "Porto", **more: Any) -> DatedClaim:
    claim = distinct(subject, "moved_to", object_, **more)
    return dated(replace(claim, claim=replace(claim.claim, text=text)))


def ending(claim: DatedClaim, year: int | None) -> DatedClaim:
    at = None if year is None else datetime(year, 1, 1, tzinfo=UTC)
    return replace(claim, end=DateDecision(at, "year", True, "stated"))


def rests_on(*claims: DatedClaim, mirror: DatedClaim = MIRRORED) -> tuple[tuple[str, ...], ...]:
    """The evidence among claims whose facts have the ids f0, f1, …"""
    return evidence_of(mirror, [(claim, (f"f{n}",)) for n, claim in enumerate(claims)], WORDINGS)


def test_it_rests_on_the_sentence_that_names_both_ends() -> None:
    assert rests_on(stated("It rains", "Bruno", "x"), stated("Ana left for Porto", "Bruno", "x")) == (("f1",),)


def test_of_several_sentences_the_surest_counts() -> None:
    unsure, sure = (stated("Ana left for Porto", confidence=c) for c in (0.6, 0.9))
    assert rests_on(unsure, sure) == (("f1",),)


def test_a_sentence_that_names_both_goes_before_a_surer_one_that_belongs_to_one_end() -> None:
    near = stated("She left for Porto", confidence=1.0)
    assert rests_on(near, stated("Ana left for Porto", "Bruno", "x", confidence=0.3)) == (("f1",),)
    assert rests_on(near) == (("f0",),)


def test_a_sentence_about_neither_end_is_no_evidence() -> None:
    assert rests_on(stated("Bruno likes tea", "Bruno", "tea")) == ()
    assert rests_on(stated("Bruno left for Porto", "Bruno", "x")) == ()


def test_any_id_of_the_fact_is_enough() -> None:
    assert evidence_of(MIRRORED, [(stated("Ana left for Porto"), ("f1", "f2"))], WORDINGS) == (("f1",), ("f2",))


def test_own_evidence_is_kept() -> None:
    own = dated(distinct("Ana", "lives_in", "Porto", origin=MIRROR, evidence=(("a", "b"),)))
    assert rests_on(stated("Ana left for Porto"), mirror=own) == (("a", "b"),)


def test_a_claim_with_a_sentence_of_its_own_rests_on_nothing() -> None:
    assert rests_on(stated("Ana left for Porto"), mirror=dated(distinct("Ana", "lives_in", "Porto"))) == ()


@pytest.mark.parametrize(
    "claim",
    [
        stated("Ana left for Porto", action="ends"),
        stated("Ana left for Porto", origin=MIRROR),
        stated("Ana left for Porto", source=source(n=1)),
    ],
    ids=["an end", "another relation without a sentence", "another record"],
)
def test_only_sentences_of_its_own_record_that_say_what_holds_are_evidence(claim: DatedClaim) -> None:
    assert rests_on(claim) == ()


@pytest.mark.parametrize(
    ("sentence", "mirror", "counts"),
    [(None, None, True), (None, 2024, True), (2024, None, False), (2024, 2025, False), (2024, 2024, True)],
)
def test_a_fact_that_ends_earlier_is_no_evidence(sentence: int | None, mirror: int | None, counts: bool) -> None:
    found = rests_on(ending(stated("Ana left for Porto"), sentence), mirror=ending(MIRRORED, mirror))
    assert bool(found) is counts


def test_names_are_found_as_whole_words_whatever_case_and_accents() -> None:
    assert WORDINGS.named_in("ANA and Brúno") == {"Ana", "Bruno"}
    assert WORDINGS.named_in("Anabel saw Portobello") == frozenset()


def test_the_longest_name_counts() -> None:
    wordings = Wordings.of(resolved_names(entity("Ana"), entity("Ana Souza")))
    assert wordings.named_in("Ana Souza sings") == {"Ana Souza"}
    assert wordings.named_in("Ana Souza saw Ana") == {"Ana Souza", "Ana"}


def test_an_alias_names_its_entity() -> None:
    wordings = Wordings.of(resolved_names(entity("Ana"), aliases=(("aninha", "Aninha", "Ana"),)))
    assert wordings.named_in("aninha sings") == {"Ana"}


def test_a_name_of_two_letters_is_not_looked_for() -> None:
    assert Wordings.of(resolved_names(entity("Jo"))).named_in("Jo sings") == frozenset()


def test_a_name_in_a_script_without_spaces_is_found_inside_of_words() -> None:
    wordings = Wordings.of(resolved_names(entity("東京"), entity("王")))
    assert wordings.named_in("私は東京に住む王") == {"東京"}, "one sign alone stands in too many words"
