"""Relation names in one spelling."""

from __future__ import annotations

import pytest

from graphmem.ontology import SEEDS, SYNONYMS, relation_name, seed_rule


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
