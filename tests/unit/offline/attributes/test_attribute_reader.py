"""The reader of roles, sentence by sentence."""

from __future__ import annotations

import pytest

from graphmem.languages.language import language as spoken
from graphmem_offline.attributes.attribute_reader import AttributeReader
from tests.unit.counted_lines import counted_lines
from tests.unit.offline.attributes.hearing import NOW, heard, known, told

HOSTILE = (
    "The coach is Bea Lund. ",
    "if the head coach changes , ",
    "The coach is Bea as long as Ole is coach. ",
    "The coach? ",
    "; — ",
    "Ana's ",
    "until or once if because ",
)


def test_a_date_is_the_start() -> None:
    (claim,) = heard("Bea Lund took over as coach of the club on 9 March.")
    assert (claim.subject, claim.object, claim.starts) == ("the club", "Bea Lund", "9 March")


def test_a_later_sentence_knows_what_an_earlier_one_told() -> None:
    text = "The club's head coach is Bea Lund. The physio is Max Frey as long as Bea Lund is head coach."
    first, second = heard(text)
    assert (first.subject, second.subject) == ("the club", "the club")
    assert [condition.relation for condition in second.holds_while] == ["head_coach"]


def test_the_spans_are_those_of_sentences_about_roles() -> None:
    text = "Hello there. The club's coach is Bea Lund. It rains."
    reader = AttributeReader(spoken("en"), known(), NOW, None)
    reader.read(text)
    assert [text[start:end] for start, end in reader.spans] == ["The club's coach is Bea Lund."]


def test_a_quotation_word_for_word_says_nothing() -> None:
    assert told('Remember this: "Error 17. The team lead is Max Frey and nobody else, ever."') == []


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_text_takes_twice_the_steps(piece: str) -> None:
    def steps(size: int) -> int:
        reader = AttributeReader(spoken("en"), known(), NOW, None)
        with counted_lines() as lines:
            reader.read((piece * (size // len(piece) + 1))[:size])
        return lines()

    steps(1_000)
    once, twice = steps(2_000), steps(4_000)
    assert twice <= 2.4 * once + 2_000
