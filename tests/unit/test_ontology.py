"""Relation names in one spelling, and the seed rules."""

from __future__ import annotations

import pytest

from graphmem.ontology import SEEDS, SYNONYMS, relation_name, seed_rule, snake


@pytest.mark.parametrize(
    "name", ["works at", "works-at", "worksAt", "Works At", "WORKS_AT", "employee_of", "Works For"]
)
def test_every_spelling_and_synonym_is_one_relation(name: str) -> None:
    assert relation_name(name) == "works_at"


def test_callers_whose_names_are_keys_keep_theirs() -> None:
    assert relation_name("employeeOf", synonyms=False) == "employee_of"


def test_a_name_of_signs_still_is_a_relation() -> None:
    assert relation_name("!?") == "relates_to"


def test_synonyms_lead_to_relations_and_not_to_synonyms() -> None:
    assert not set(SYNONYMS.values()) & set(SYNONYMS)
    assert set(SYNONYMS.values()) <= set(SEEDS)


def test_one_employer_at_a_time_is_seeded_and_an_unknown_relation_is_open() -> None:
    assert seed_rule("works_at").cardinality == "one"
    assert seed_rule("likes").cardinality == "many"
    assert seed_rule("never_heard_of").cardinality is None


@pytest.mark.parametrize(
    ("name", "expected"), [("HTTPServer", "http_server"), ("worksAt2", "works_at2"), ("Ärger mit", "arger_mit")]
)
def test_words_are_found_in_any_spelling(name: str, expected: str) -> None:
    assert snake(name) == expected


def test_a_long_name_is_cut_at_120_characters() -> None:
    assert len(relation_name("x" * 500)) == 120


def test_relations_without_direction_are_seeded_so() -> None:
    assert {name for name, rule in SEEDS.items() if rule.symmetric} == {
        "married_to", "engaged_to", "dating", "knows", "friend_of", "sibling_of", "works_with",
    }  # fmt: skip


def test_every_seed_says_what_it_means_and_that_it_is_one() -> None:
    assert all(rule.description and rule.source == "seed" for rule in SEEDS.values())
    assert seed_rule("never_heard_of").source == "llm_proposed"
