"""The known entities and facts of a prompt: their lines, their numbers, and what fits."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.offer import Offer, OfferedEntity, OfferedFact, date_words, joined, numbered

ANA = OfferedEntity(0, "a", "Ana Souza", "person", ("Ana", "Aninha"), "works at Acme", named=True)
ACME = OfferedEntity(0, "c", "Acme", "organization")
WORKS = OfferedFact(0, "w", "Ana Souza", "works_at", "Acme", "2024-05-01", "Ana works at Acme.", ends=("a", "c"))
LIKES = OfferedFact(0, "l", "Ana Souza", "likes", "tea | rye", "always", "Ana likes\ntea.", ends=("a",))


def test_the_lines_have_the_fixed_form() -> None:
    assert numbered([ANA, ACME], [WORKS, LIKES]).lines == (
        "e1: Ana Souza (person; also Ana, Aninha) — works at Acme",
        "e2: Acme (organization)",
        "f1: Ana Souza | works_at | Acme | since 2024-05-01 | Ana works at Acme.",
        "f2: Ana Souza | likes | tea ¦ rye | since always | Ana likes tea.",
    )


def test_named_entities_come_first_and_a_fact_brings_the_entities_that_it_names() -> None:
    offer = numbered([ANA, ACME], [WORKS, LIKES])
    ana, acme, works, likes = (len(line) + 1 for line in offer.lines)
    assert offer.within(ana).lines == offer.lines[:1]
    assert [f.id for f in offer.within(ana + works + acme).facts] == ["w"]
    short = offer.within(ana + likes)
    assert ([e.id for e in short.entities], [f.id for f in short.facts]) == (["a"], ["l"]), (
        "what is too long is left out"
    )


def test_a_number_means_what_stands_there() -> None:
    offer = numbered([ANA, ACME], [WORKS])
    assert (offer.entity(2), offer.fact(1)) == (offer.entities[1], offer.facts[0])
    assert offer.entity(3) is None


def test_several_offers_are_numbered_together() -> None:
    first, second = joined([Offer((ANA,), (WORKS,)), Offer((ACME, ANA), (LIKES, WORKS))])
    assert [e.number for e in second.entities] == [2, 1]
    assert (first.facts[0].number, [f.number for f in second.facts]) == (1, [2, 1])


@pytest.mark.parametrize(
    ("precision", "stated", "words"),
    [("year", True, "2024"), ("month", True, "2024-05"), ("day", True, "2024-05-01"), ("day", False, "?")],
)
def test_a_date_is_told_as_precisely_as_it_is_known(precision: str, stated: bool, words: str) -> None:
    assert date_words(datetime(2024, 5, 1, tzinfo=UTC), precision, stated=stated) == words  # type: ignore[arg-type]
    assert date_words(None, None) == "always"
