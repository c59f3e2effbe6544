"""Patterns for sentences in Portuguese, Spanish, French and German."""

from __future__ import annotations

import pytest

from graphmem.models.offline.phrase_patterns import Relative, names_in, phrases_in, relatives_in


@pytest.mark.parametrize(
    ("sentence", "language", "expected"),
    [
        ("Eu moro em São Paulo", "pt", (None, "lives_in", "São Paulo", "holds", "state")),
        ("A Clara trabalha na Petrobras", "pt", ("Clara", "works_at", "Petrobras", "holds", "state")),
        ("Não trabalho mais na Petrobras", "pt", (None, "works_at", "Petrobras", "ends", "state")),
        ("Nunca trabajé en Telefónica", "es", (None, "works_at", "Telefónica", "never", "state")),
        ("Voy a mudarme a Madrid", "es", (None, "lives_in", "Madrid", "holds", "plan")),
        ("Oui, je travaille chez Renault", "fr", (None, "works_at", "Renault", "holds", "state")),
        ("Ich wohne in Berlin", "de", (None, "lives_in", "Berlin", "holds", "state")),
    ],
)
def test_a_phrase_has_a_subject_a_relation_and_an_object(
    sentence: str, language: str, expected: tuple[str | None, str, str, str, str]
) -> None:
    (match,) = phrases_in(sentence, language)
    phrase = match.phrase
    subject = match.subject.split()[-1] if match.subject else None
    assert (subject, phrase.relation, match.object, phrase.action, phrase.kind) == expected


def test_a_denied_phrase_is_not_read_twice() -> None:
    assert [match.phrase.action for match in phrases_in("Já não moro em Lisboa", "pt")] == ["ends"]


def test_a_language_without_patterns_gives_nothing() -> None:
    assert list(phrases_in("Ich wohne in Berlin", "it")) == []


def test_relatives_and_pets_have_names() -> None:
    assert list(relatives_in("Minha irmã Clara mora no Porto")) == [Relative("Clara", "sibling_of", "irmã", False)]
    assert list(relatives_in("Tengo un perro llamado Rex")) == [Relative("Rex", "has_pet", "perro", True)]


def test_capitals_inside_a_sentence_are_names_once() -> None:
    assert names_in("Eu moro em São Paulo com a Clara, e a Clara trabalha.") == ["São Paulo", "Clara"]
