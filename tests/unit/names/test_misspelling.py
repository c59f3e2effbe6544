"""A misspelt name differs in one letter and is no other name."""

from __future__ import annotations

import pytest

from graphmem.names.misspelling import is_misspelt


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("mria", "mira"),
        ("jonsa", "jonas"),
        ("robret", "robert"),
        ("globx", "globex"),
        ("globexx", "globex"),
        ("friedrixh", "friedrich"),
        ("kathrine", "katherine"),
        ("bleksandr", "aleksandr"),
        ("иавнов", "иванов"),
    ],
)
def test_a_letter_is_missing_added_replaced_or_swapped(word: str, name: str) -> None:
    assert is_misspelt(word, name)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("mira", "mira"),
        ("robret", "robertt"),
        ("mila", "mira"),
        ("mirra", "ira"),
        ("imra", "mira"),
        ("mirko", "marko"),
        ("doris", "boris"),
        ("carlos", "carlo"),
        ("martina", "martin"),
        ("alessandri", "alessandra"),
        ("maria", "mario"),
        ("ireland", "iceland"),
        ("team1", "team2"),
        ("boo", "bob"),
        ("brno", "bruno"),
    ],
)
def test_what_may_be_another_name_is_no_mistake(word: str, name: str) -> None:
    assert not is_misspelt(word, name)


@pytest.mark.parametrize(("word", "name"), [("pirez", "pires"), ("hall", "halle"), ("novac", "novak")])
def test_beside_the_rest_of_a_name_any_letter_but_the_first_may_differ(word: str, name: str) -> None:
    assert is_misspelt(word, name, beside=True)
    assert not is_misspelt(word, name)
    assert not is_misspelt(f"x{word[1:]}", name, beside=True)
