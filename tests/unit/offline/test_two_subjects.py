"""One sentence about the speaker and a relative of theirs: each has what is said of them, and nothing of the other's."""

from __future__ import annotations

import pytest

from graphmem.claims import Request
from graphmem_offline.reader import read_request
from tests.unit.offline.reading import NOW

pytestmark = pytest.mark.needs_spacy


@pytest.mark.parametrize(
    ("text", "own", "theirs"),
    [
        ("I live in Kotka and my brother Olof lives in Vaasa.", "Kotka", ("Olof", "Vaasa")),
        ("I live in Kotka and my sister works at Nokia.", "Kotka", ("Hedvig's sister", "Nokia")),
        ("Vivo en Burgos y mi hermano Olof vive en Soria.", "Burgos", ("Olof", "Soria")),
        ("Moro em Braga e a minha irmã Joana mora em Chaves.", "Braga", ("Joana", "Chaves")),
        ("J'habite à Nancy et ma soeur Chloé habite à Metz.", "Nancy", ("Chloé", "Metz")),
        ("Ich wohne in Jena und mein Bruder Falk wohnt in Gera.", "Jena", ("Falk", "Gera")),
    ],
)
def test_each_has_their_own_place(text: str, own: str, theirs: tuple[str, str]) -> None:
    read = read_request(Request(content=text, occurred_at=NOW, speaker="Hedvig", role="user"))
    found = {(claim.subject, claim.object) for claim in read.claims if claim.relation in ("lives_in", "works_at")}
    assert found == {("Hedvig", own), theirs}


def test_a_firm_is_no_husband_and_of_two_moves_in_a_clause_none_is_read() -> None:
    for text, relation in (
        ("I work at Acme, my husband at Globex.", "married_to"),
        ("I moved from Kotka to Vaasa in 2021 and to Oulu last May.", "lives_in"),
    ):
        read = read_request(Request(content=text, occurred_at=NOW, speaker="Hedvig", role="user"))
        assert not [one for one in read.claims if one.relation == relation and one.action == "holds"]


def test_a_relative_with_whom_somebody_lives_has_no_clause() -> None:
    text = "I live with my mum and my brother Olof in Kotka."
    read = read_request(Request(content=text, occurred_at=NOW, speaker="Hedvig", role="user"))
    assert ("Hedvig", "lives_with", "Olof") in {(claim.subject, claim.relation, claim.object) for claim in read.claims}
