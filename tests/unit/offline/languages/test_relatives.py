"""Named relatives and pets in four languages."""

from __future__ import annotations

import pytest

from graphmem.languages.language import language as spoken
from graphmem_offline.languages.relatives import Context, Relative, relatives_in


def found(sentence: str, language: str) -> list[Relative]:
    """Return the relatives of a sentence."""
    return list(relatives_in(sentence, spoken(language), Context(lambda _: False, lambda name: name != "Lehrerin")))


@pytest.mark.parametrize(
    ("sentence", "language", "expected"),
    [
        ("Minha irmã Clara mora no Porto", "pt", Relative("Clara", "sibling_of", "irmã", False)),
        ("A minha nova chefe chama-se Teresa", "pt", Relative("Teresa", "manager_of", "chefe", False)),
        ("Tengo un perro llamado Rex", "es", Relative("Rex", "has_pet", "perro", True)),
        ("Mi mejor amiga es Noa", "es", Relative("Noa", "friend_of", "mejor amiga", False)),
        ("Notre chienne Filoute a trois ans", "fr", Relative("Filoute", "has_pet", "chienne", True)),
        ("Mein neuer Chef heißt Herr Vogt", "de", Relative("Herr Vogt", "manager_of", "Chef", False)),
    ],
)
def test_relatives_and_pets_have_names(sentence: str, language: str, expected: Relative) -> None:
    assert found(sentence, language) == [expected]


def test_two_pets_may_be_named_together() -> None:
    assert [one.name for one in found("Tenho dois gatos, o Figo e a Lua", "pt")] == ["Figo", "Lua"]


@pytest.mark.parametrize(
    ("sentence", "language", "relation"),
    [
        ("Tenho três gatos: Grim, Nox e Pip", "pt", "has_pet"),
        ("Tengo tres gatos: Grim, Nox y Pip", "es", "has_pet"),
        ("J'ai trois chats : Grim, Nox et Pip", "fr", "has_pet"),
        ("Ich habe drei Katzen: Grim, Nox und Pip", "de", "has_pet"),
        ("Ho tre gatti: Grim, Nox e Pip", "it", "has_pet"),
        ("Tengo tres hermanas: Grim, Nox y Pip", "es", "sibling_of"),
        ("Meine Brüder heißen Grim, Nox und Pip", "de", "sibling_of"),
        ("Meus filhos: Grim, Nox e Pip", "pt", "child_of"),
    ],
)
def test_names_may_be_listed(sentence: str, language: str, relation: str) -> None:
    assert [(one.name, one.relation) for one in found(sentence, language)] == [
        (name, relation) for name in ("Grim", "Nox", "Pip")
    ]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Meine Schwester ist Lehrerin", "de"),
        ("Mon ancien chef Yann est parti", "fr"),
        ("O meu marido trabalha na Galp", "pt"),
        ("Le chat de Marie s'appelle Tigrou", "fr"),
    ],
)
def test_jobs_former_superiors_and_pets_of_others_are_none(sentence: str, language: str) -> None:
    assert found(sentence, language) == []
