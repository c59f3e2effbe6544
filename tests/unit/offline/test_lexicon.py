"""Word lists of the offline extractor."""

from __future__ import annotations

import pytest

from graphmem_offline import activity_lexicon, lexicon


@pytest.mark.parametrize("noun", ["nurse", "Engineer", "dentist", "teacher"])
def test_jobs_are_known_by_list_or_by_ending(noun: str) -> None:
    assert lexicon.is_job(noun)


@pytest.mark.parametrize("noun", ["brother", "winter", "order", "user", "table"])
def test_other_nouns_with_the_ending_of_a_job_are_none(noun: str) -> None:
    assert not lexicon.is_job(noun)


@pytest.mark.parametrize(
    ("relation", "category"),
    [
        ("married_to", "relationship_change"),
        ("born_in", "biographical_milestone"),
        ("likes", "stable_preference"),
        ("favorite_food", "stable_preference"),
        ("hobby", "routine_activity"),
        ("ran", "specific_event"),
    ],
)
def test_the_relation_decides_the_importance(relation: str, category: str) -> None:
    assert lexicon.importance_of(relation) == category


def test_a_kinship_word_has_at_most_one_gender_and_a_relation() -> None:
    assert not lexicon.FEMALE & lexicon.MALE
    assert set(lexicon.KIN) >= lexicon.FEMALE | lexicon.MALE
    assert not set(lexicon.KIN) & lexicon.PETS


def test_verbs_that_need_no_frequency_are_habits() -> None:
    assert activity_lexicon.CRAFTS <= activity_lexicon.HABITS
