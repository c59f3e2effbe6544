"""The order of the results of a search."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.recall.order import MOST_FALLEN, final_order, rank
from graphmem.recall.results import RankedHits, Records
from tests.unit.recall.candidates import fact, ids, searched, turn

ENDED = 1_000


def test_what_had_ended_is_kept_apart_unless_it_is_asked_for() -> None:
    facts = [fact("now", vector=0.9), fact("then", vector=0.95, end=ENDED)]
    ranked = rank(*searched(*facts))
    assert (ids(list(ranked.facts)), ids(list(ranked.ended))) == (["now"], ["then"])
    ranked = rank(*searched(*facts, include_closed=True))
    assert (ids(list(ranked.facts)), ranked.ended) == (["then", "now"], ())


def test_no_more_are_ranked_than_are_asked_for() -> None:
    facts = [fact(f"f{n}", vector=0.9 - n / 100) for n in range(9)]
    assert ids(list(rank(*searched(*facts, k=3)).facts)) == ["f0", "f1", "f2"]


@pytest.mark.parametrize(("recipe", "kinds"), [("facts", (1, 0)), ("episodes", (0, 1)), ("hybrid", (1, 1))])
def test_a_recipe_ranks_the_kinds_that_it_has(recipe: str, kinds: tuple[int, int]) -> None:
    ranked = rank(*searched(fact("f", vector=0.9), episodes=[turn("e", turn=0.9)], recipe=recipe))
    assert (len(ranked.facts), len(ranked.episodes)) == kinds


def test_what_fell_with_its_evidence_is_told_a_few_at_most() -> None:
    fallen = [fact(f"f{n}", vector=0.9, end=ENDED, closed_reason="cascade") for n in range(MOST_FALLEN + 2)]
    ranked = rank(*searched(*fallen, fact("left", vector=0.9, end=ENDED)))
    assert len(ranked.fallen) == MOST_FALLEN
    assert "left" not in ids(list(ranked.fallen))


def test_an_ended_fact_of_which_both_ends_are_named_is_presumed_unless_the_like_holds() -> None:
    was = fact("was", vector=0.9, end=ENDED, relation="works_at")
    assert ids(list(rank(*searched(was, named=("s", "o"))).presumed)) == ["was"]
    assert rank(*searched(was, named=("s",))).presumed == ()
    again = fact("again", vector=0.9, relation="works_at")
    assert rank(*searched(was, again, named=("s", "o"))).presumed == ()


async def test_what_was_removed_while_its_record_was_read_is_left_out_of_the_final_order() -> None:
    search, understood = searched(fact("f", vector=0.9), k=5)
    ranked = rank(search, understood)
    nothing = Records({}, {}, (), {}, {})
    assert await final_order(search, understood, ranked, nothing, None) == RankedHits((), (), *_kept(ranked))


def _kept(ranked: RankedHits) -> tuple[Any, ...]:
    return ranked.ended, ranked.fallen, ranked.presumed
