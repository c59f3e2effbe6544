"""The forms of verbs in five languages."""

from __future__ import annotations

import pytest

from graphmem.languages.language import language as spoken
from graphmem.relations.conjugation import forms_of


@pytest.mark.parametrize(
    ("lemma", "language", "form", "tense"),
    [
        ("move", "en", "moved", "past"),
        ("move", "en", "moving", "other"),
        ("drop", "en", "dropped", "past"),
        ("carry", "en", "carried", "past"),
        ("leave", "en", "left", "past"),
        ("mudar", "pt", "mudei", "past"),
        ("ficar", "pt", "fiquei", "past"),
        ("começar", "pt", "comecou", "past"),
        ("trasladar", "es", "traslado", "other"),
        ("romper", "es", "rompio", "past"),
        ("déménager", "fr", "demenage", "other"),
        ("déménager", "fr", "demenageait", "past"),
        ("wohnen", "de", "wohnte", "past"),
        ("arbeiten", "de", "arbeitet", "other"),
        ("ziehen", "de", "gezogen", "past"),
        ("outgrow", "en", "outgrew", "past"),
        ("desfazer", "pt", "desfez", "past"),
        ("revenir", "fr", "revenu", "other"),
        ("rendre", "fr", "rendu", "other"),
        ("anmelden", "de", "angemeldet", "past"),
        ("aufnehmen", "de", "aufgenommen", "past"),
        ("übergeben", "de", "ubergab", "past"),
        ("verlieren", "de", "verloren", "past"),
        ("verkaufen", "de", "verkauft", "other"),
    ],
)
def test_a_form_is_known_with_its_tense(lemma: str, language: str, form: str, tense: str) -> None:
    assert forms_of(lemma, spoken(language))[form] == tense


def test_a_form_of_another_verb_is_not_among_them() -> None:
    assert "moves" not in forms_of("leave", spoken("en"))
    assert "mora" not in forms_of("mudar", spoken("pt"))
