"""A verb of beginning or ending with the noun of a state."""

from __future__ import annotations

import pytest

from graphmem.relations.objects import End
from graphmem.relations.reading import Reading, read_relation
from graphmem.relations.verbs_nouns import NOUN_ROWS

EDDA, RAUL, CORVANE = End("Edda", "person"), End("Raul", "person"), End("Corvane", "organization")
KIRUNA, ALDER = End("Kiruna", "place"), End("Alder", "project")


@pytest.mark.parametrize(
    ("name", "object_", "expected"),
    [
        ("severed_her_employment_with", CORVANE, "ends works_at"),
        ("took_up_a_post_at", CORVANE, "begins works_at"),
        ("perdeu_o_emprego_na", CORVANE, "ends works_at"),
        ("ha_terminado_su_relacion_con", RAUL, "ends dating"),
        ("a_pris_la_direction_de", ALDER, "begins leads"),
        ("hat_die_leitung_von_abgegeben", ALDER, "told"),
        ("established_residence_in", KIRUNA, "begins lives_in"),
        ("dissolved_her_marriage_to", RAUL, "ends married_to"),
        ("discussed_employment_with", CORVANE, "told"),
        ("took_photo_of_home_in", KIRUNA, "told"),
    ],
)
def test_the_noun_gives_the_state_and_the_verb_the_direction(name: str, object_: End, expected: str) -> None:
    reading = read_relation(name, EDDA, object_)
    assert (f"{reading.effect} {reading.relation}" if isinstance(reading, Reading) else "told") == expected


def test_every_state_both_begins_and_ends_in_five_languages() -> None:
    assert {row.effect for row in NOUN_ROWS} == {"begins", "ends"}
    assert all({language.code for language, _ in row.patterns} == {"en", "pt", "es", "fr", "de"} for row in NOUN_ROWS)


def test_becoming_and_ceasing_to_be_somebody() -> None:
    assert read_relation("became_resident_of", EDDA, KIRUNA) == Reading("lives_in", "begins")
    assert read_relation("is_no_longer_employee_of", EDDA, CORVANE) == Reading("works_at", "ends")
