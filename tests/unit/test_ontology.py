"""Relation names in one spelling, and the seed rules."""

from __future__ import annotations

import pytest

from graphmem.ontology import KEPT_AT_DEATH, SEEDS, SYNONYMS, ends_at_death, relation_name, seed_rule, snake


@pytest.mark.parametrize(
    "name", ["works at", "works-at", "worksAt", "Works At", "WORKS_AT", "employee_of", "Works For"]
)
def test_every_spelling_and_synonym_is_one_relation(name: str) -> None:
    assert relation_name(name) == "works_at"


def test_callers_whose_names_are_keys_keep_theirs() -> None:
    assert relation_name("employeeOf", synonyms=False) == "employee_of"


def test_a_name_of_signs_still_is_a_relation() -> None:
    names = {relation_name(sign) for sign in ("!?", "?!", "→")}
    assert len(names) == 3
    assert all(name.startswith("sign_") for name in names)


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
        "partner_of", "lives_with",
    }  # fmt: skip


def test_every_seed_says_what_it_means_and_that_it_is_one() -> None:
    assert all(rule.description and rule.source == "seed" for rule in SEEDS.values())
    assert seed_rule("never_heard_of").source == "llm_proposed"


def test_a_state_is_a_state_by_its_relation() -> None:
    assert {
        seed_rule(name).kind for name in ("lives_in", "works_at", "married_to", "reports_to", "owns", "has_role")
    } == {"state"}
    assert seed_rule("created").kind is seed_rule("never_heard_of").kind is None


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("wife", "married_to"), ("spouse", "married_to"), ("has_mother", "child_of"), ("mother_of", "parent_of"),
        ("has_daughter", "parent_of"), ("employer", "works_at"), ("girlfriend", "dating"), ("partner", "partner_of"),
        ("partner_of", "partner_of"), ("name_is", "named"), ("has_boss", "reports_to"), ("birthday", "born_on"),
    ],
)  # fmt: skip
def test_kin_partners_and_firms_have_one_name(said: str, stored: str) -> None:
    assert relation_name(said) == stored


def test_kinship_and_origin_outlive_a_person() -> None:
    names = ("works_at", "lives_in", "married_to", "parent_of", "created")
    assert [name for name in names if ends_at_death(name, seed_rule(name))] == ["works_at", "lives_in", "married_to"]
    assert {"sibling_of", "born_in"} <= KEPT_AT_DEATH
