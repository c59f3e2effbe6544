"""Lists of a person's particulars."""

from __future__ import annotations

import pytest

from graphmem_offline.particulars import Particular, is_key, particulars_in


def found(text: str, speaker: str = "Ana Lima") -> set[tuple[str, str]]:
    return {(one.relation, one.object) for one in particulars_in(text, speaker)[0]}


@pytest.mark.parametrize(
    "text",
    [
        "About me:\n- City: Ulm\n- Employer: Brox",
        "City: Ulm; Employer: Brox",
        "Name: Ana\nCity: Ulm\nEmployer: Brox",
        "Here is my info\n1. Lives in: Ulm\n2. Works at: Brox",
        "Über mich:\n- Wohnort: Ulm\n- Arbeitgeber: Brox",
        "Sobre mí:\n- Ciudad: Ulm\n- Empresa: Brox",
        "Sur moi, mon profil:\n- Ville : Ulm\n- Employeur : Brox",
        "Sobre mim:\n- Cidade: Ulm\n- Empresa: Brox",
        "Su di me:\n- Città: Ulm\n- Azienda: Brox",
    ],
)
def test_a_list_about_the_speaker_is_read(text: str) -> None:
    assert found(text) == {("lives_in", "Ulm"), ("works_at", "Brox")}


@pytest.mark.parametrize(
    "text",
    [
        "About Tom:\n- City: Ulm\n- Employer: Brox",
        "Name: Tom Weller\nCity: Ulm\nEmployer: Brox",
        "Company: Brox\nPosition: nurse",
        "City: Ulm",
        "City: where?\nEmployer: none",
    ],
)
def test_a_list_about_somebody_or_something_else_is_not(text: str) -> None:
    assert found(text) == set()


def test_values_may_be_lists_and_what_is_read_is_blank() -> None:
    items, rest = particulars_in("About me:\n- Allergies: nuts, milk\n- Diet: vegan\n\nI like tea.", "Ana")
    assert [(one.relation, one.object) for one in items] == [
        ("allergic_to", "nuts"), ("allergic_to", "milk"), ("diet", "vegan"),
    ]  # fmt: skip
    assert rest.split() == ["About", "me:", "I", "like", "tea."]


def test_names_are_entities_of_a_type() -> None:
    assert particulars_in("City: Ulm; Age: 41", "Ana")[0] == [
        Particular("lives_in", "Ulm", "place"),
        Particular("age", "41"),
    ]


def test_keys_are_told_from_names() -> None:
    assert is_key("Wohnort")
    assert is_key("Name")
    assert not is_key("Tom")
