"""Legal forms: what a name is without them, and that ordinary words are none."""

from __future__ import annotations

import pytest

from graphmem.names.similarity import name_similarity
from graphmem.names.vocabulary import LEGAL
from graphmem.names.words import words_of


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Faberlic Europe Sp. z o.o.", "spzoo"),
        ("Faberlic Europe Sp. z o. o.", "spzoo"),
        ("Faberlic Europe sp z oo", "spzoo"),
        ("Faberlic Europe d.o.o.", "llc"),
        ("Faberlic Europe S.r.l.", "srl"),
        ("Faberlic Europe GmbH", "gmbh"),
    ],
)
def test_a_legal_form_is_set_apart_from_the_name(name: str, form: str) -> None:
    words = words_of(name, "organization")
    assert (words.words, words.legal) == (("faberlic", "europe"), form)
    assert name_similarity(name, "Faberlic Europe", "organization").score >= 0.9


@pytest.mark.parametrize("name", ["Vodafone UK", "Amazon EU", "Chelsea SC", "Radio OK", "Blackwater Private"])
def test_a_last_word_that_is_a_legal_form_somewhere_stays_a_part_of_the_name(name: str) -> None:
    first, last = name.casefold().split()
    assert last not in LEGAL
    assert name_similarity(name, first.title(), "organization").score < 0.9
