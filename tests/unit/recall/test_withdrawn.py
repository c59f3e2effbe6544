"""A value that is marked as withdrawn says itself that it counts no more."""

from __future__ import annotations

import pytest

from graphmem.recall.withdrawn import is_withdrawn


@pytest.mark.parametrize(
    "value",
    [
        "[withdrawn] The desk opens at nine",
        "[OBSOLETE: see the new list] the list of March",
        "(cancelled) dinner on Friday",
        "[Zurückgezogen] Angebot vom Mai",
        "[Ungültig – Tippfehler] 14 Uhr",
        "[annulée] la réunion de lundi",
        "[revogado] desconto de inverno",
        "[retirado] menú de otoño",
    ],
)
def test_a_mark_in_brackets_before_a_value_withdraws_it(value: str) -> None:
    assert is_withdrawn(value)


@pytest.mark.parametrize(
    "value",
    [
        "The desk opens at nine",
        "[draft] The desk opens at nine",
        "[voidable] contract",
        "cancelled",
        "a list (obsolete since May)",
        "[withdrawn",
        "[not withdrawn] The desk opens at nine",
        "",
    ],
)
def test_nothing_else_does(value: str) -> None:
    assert not is_withdrawn(value)
