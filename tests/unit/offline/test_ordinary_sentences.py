"""A seeded draw of ordinary sentences in five languages, written before the rules were read: all claims, or none."""

from __future__ import annotations

import pytest

from graphmem.claims import Request
from graphmem_offline.reader import read_request
from tests.unit.offline.reading import NOW

pytestmark = pytest.mark.needs_spacy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm learning Danish, not Swedish.", {("learns", "Danish", "holds")}),
        ("I wish I lived in Kyoto.", set()),
        ("I don't live in Leeds anymore.", {("lives_in", "Leeds", "ends")}),
        ("I'm not a morning person.", set()),
        ("I never said I was vegan.", set()),
        ("Estou aprendendo alemão, não francês.", {("learns", "alemão", "holds")}),
        ("Sou alérgica a camarão.", {("allergic_to", "camarão", "holds")}),
        ("Uso Linux no trabalho e nunca usei Windows.", {("uses", "Linux", "holds")}),
        ("Saí da Farfetch na semana passada.", {("works_at", "Farfetch", "ends")}),
        ("Não como carne.", set()),
        ("Podes sugerir um restaurante em Évora?", set()),
        ("Juan ya no trabaja con nosotros.", set()),
        ("Dejé Telefónica en junio.", {("works_at", "Telefónica", "ends")}),
        ("Me mudé a Gijón el mes pasado.", {("lives_in", "Gijón", "holds")}),
        ("Odio madrugar.", {("dislikes", "madrugar", "holds")}),
        ("Ojalá viviera en Granada.", set()),
        ("El vecino se llama Ramón y vive en el segundo.", set()),
        ("Je déteste les réunions.", {("dislikes", "réunions", "holds")}),
        ("Nous utilisons Symfony au travail.", {("uses", "Symfony", "holds")}),
        ("Mon ancien chef, Olivier, est parti chez Thales.", {("works_at", "Thales", "holds")}),
        ("Je fais du yoga tous les jeudis.", {("does", "yoga", "holds")}),
        ("Il fait froid aujourd'hui.", set()),
        ("Ich würde gern in Wien leben.", set()),
        ("Wenn ich in Berlin wohnen würde, hätte ich kein Auto.", set()),
        ("Wir benutzen Terraform statt Pulumi.", {("uses", "Terraform", "holds")}),
        ("Ich mag keinen Fisch.", {("dislikes", "Fisch", "holds")}),
        ("Ich wohne nicht mehr in Jena.", {("lives_in", "Jena", "ends")}),
        ("Morgen regnet es bestimmt.", set()),
    ],
)
def test_an_ordinary_sentence_gives_what_it_says_and_no_more(text: str, expected: set[tuple[str, str, str]]) -> None:
    claims = read_request(Request(text, NOW, speaker="Ana")).claims or ()
    assert {(one.relation, one.object, one.action) for one in claims} == expected
