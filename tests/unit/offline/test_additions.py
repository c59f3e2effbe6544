"""What comes beside what is known."""

from __future__ import annotations

import pytest

from graphmem.claims import Request
from graphmem_offline.reader import read_request
from tests.unit.offline.reading import NOW

pytestmark = pytest.mark.needs_spacy


def added(text: str) -> dict[str, bool]:
    """Return the objects of what holds, and whether each comes beside what is known."""
    pytest.importorskip("spacy")
    claims = read_request(Request(text, NOW, speaker="Ana")).claims or ()
    return {claim.object: claim.adds for claim in claims}


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I also work at Corvo Bakery.", "Corvo Bakery"),
        ("On Saturdays I work at Corvo Bakery.", "Corvo Bakery"),
        ("I work at Corvo Bakery as well.", "Corvo Bakery"),
        ("I'm also the caretaker of the sailing school.", "caretaker of the sailing school"),
        ("I have a second job at Corvo Bakery.", "Corvo Bakery"),
        ("Je suis aussi secrétaire du lycée.", "secrétaire du lycée"),
        ("Am Wochenende arbeite ich auch bei Corvo.", "Corvo"),
        ("También soy traductora.", "traductora"),
        ("Também sou tradutora.", "tradutora"),
        ("Sono anche traduttrice.", "traduttrice"),
    ],
)
def test_words_say_that_it_comes_beside(text: str, thing: str) -> None:
    assert added(text) == {thing: True}


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I work at Corvo Bakery now.", "Corvo Bakery"),
        ("Also, I live in Rome.", "Rome"),
        ("I also moved to Rome.", "Rome"),
        ("I live in Rome, it's too expensive.", "Rome"),
        ("Soy traductora.", "traductora"),
    ],
)
def test_openers_moves_and_plain_statements_do_not(text: str, thing: str) -> None:
    assert added(text) == {thing: False}


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("I'm a baker and a beekeeper.", ("baker", "beekeeper")),
        ("I work at Brox and at Corvo Bakery.", ("Brox", "Corvo Bakery")),
        ("Soy enfermera y traductora.", ("enfermera", "traductora")),
        ("Ich bin Hebamme und Lehrerin.", ("Hebamme", "Lehrerin")),
        ("Je suis infirmière et traductrice.", ("infirmière", "traductrice")),
    ],
)
def test_the_second_of_two_comes_beside_the_first(text: str, things: tuple[str, str]) -> None:
    assert added(text) == dict(zip(things, (False, True), strict=True))


def test_a_day_of_the_week_is_no_start() -> None:
    pytest.importorskip("spacy")
    (claim,) = read_request(Request("Je travaille aussi chez Corvo le samedi.", NOW, speaker="Ana")).claims or ()
    assert (claim.starts, claim.adds) == ("absent", True)
