"""Which clauses of a message can state a condition."""

from __future__ import annotations

import pytest

from graphmem.models.openai.condition_clauses import condition_clauses, condition_openings


@pytest.mark.parametrize(
    ("message", "clause"),
    [
        ("Jo keeps the ladder, but only as long as Ola is our gardener.", "ola is our gardener"),
        ("Should we ever get another gardener, Jo keeps the ladder.", "we ever get another gardener"),
        ("Once Ola has left as gardener, Jo keeps it.", "ola has left as gardener"),
        ("The ladder depends on the gardener.", "the gardener"),
        ("So with another gardener that would no longer hold.", "another gardener that would no longer hold"),
        ("When she’s no longer our gardener, it is Jo.", "she is no longer our gardener"),
        ("Jo hat die Leiter, solange Ola unsere Gärtnerin ist.", "ola unsere gartnerin ist"),
        ("Das hängt von der Gärtnerin ab.", "von der gartnerin"),
        ("Sollte die Gärtnerin wechseln, bekommt Jo die Leiter.", "die gartnerin wechseln"),
        ("Jo garde l'échelle tant qu'Ola est jardinière.", "ola est jardiniere"),
        ("Jo tiene la escalera mientras Ola sea la jardinera.", "ola sea la jardinera"),
        ("O Jo fica com a escada enquanto a Ola é jardineira.", "a ola sao jardineira"),
    ],
)
def test_a_clause_that_says_what_is_so_or_changes(message: str, clause: str) -> None:
    assert f" {clause} " in {found.text for found in condition_clauses(message)}


@pytest.mark.parametrize(
    "message",
    [
        "If you see Ola, our gardener, greet her.",
        "When our gardener, Ola, called, I slept.",
        "Jo took the ladder because our gardener Ola had lost hers.",
        "As long as I have known Ola, she has hated ladders.",
        "Whenever I visit Ola, I bring a ladder.",
        'We read "If the gardener is gone" last week.',
        "Weil unsere Gärtnerin im Stau stand, nahm Jo die Leiter.",
        "Si llama la nueva jardinera, dile que venga.",
        "Quand la jardinière a appelé, je dormais.",
        "Quando a jardineira ligou, eu dormia.",
        "",
    ],
)
def test_a_courtesy_a_past_reason_and_a_habit_have_none(message: str) -> None:
    assert condition_clauses(message) == ()


def test_a_clause_that_says_only_where_somebody_is_is_told_apart() -> None:
    (clause,) = condition_clauses("If our gardener is in the shed, greet her.")
    assert clause.says_where
    (clause,) = condition_clauses("If our gardener is no longer Ola, greet her.")
    assert not clause.says_where


def test_a_long_text_is_read_in_one_go() -> None:
    assert len(condition_clauses("If the gardener changes, " * 5_000)) == 1


@pytest.mark.parametrize(
    ("message", "has_one"),
    [
        ("Die Leiter hängt von der Gärtnerin ab.", True),
        ("With another gardener that would no longer hold.", True),
        ("Jo tem a escada da Ola.", False),
        ("We bought a new car after the summer, and another ladder.", False),
        ("Ola has been here since May.", False),
    ],
)
def test_a_prompt_asks_for_conditions_only_at_a_word_of_condition(message: str, has_one: bool) -> None:
    assert condition_openings(message) is has_one
