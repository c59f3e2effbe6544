"""One sentence at each moment of a period, and a new fact where it changes (R14)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from graphmem.truth.periods import Cover, Cut, Period
from graphmem.truth.sentences import ToldPiece, Wording, best_of, pieces_of, wordings
from graphmem.truth.statement import FUTURE, Statement
from tests.unit.truth.saying import day, end, facts, number, on, say, silent, tell


def told(
    id_: str, *details: str, occurred: float = 1, at: float | None = None, until: float | None = None, **fields: Any
) -> Statement:
    """A statement about one value; without details its sentence says nothing beside the fact."""
    given = {"text": f"{id_} tells {' '.join(details)}", "details": details or None, **fields}
    return say(id_, "ana job Acme", occurred, at, **({"until": until} if until else {}), **given)


def pieces(*holds: Statement) -> list[ToldPiece]:
    """Return the pieces of the one period of these statements."""
    covers = tuple(sorted((Cover(said, said.at, Cut(said.until)) for said in holds), key=lambda m: (m.at, m.said.id)))
    cut = max((m.cut for m in covers), key=lambda cut: cut.at)
    named = tuple((m.at, m.said) for m in covers)
    return pieces_of(Period(("ana job", "Acme"), covers[0].at, cut, covers, named), wordings(holds))


def tellers(*holds: Statement) -> list[tuple[float | None, str | None]]:
    """Return from when on which statement tells the period; None: the plain sentence."""
    return [(number(piece.at), piece.teller.said.id if piece.teller else None) for piece in pieces(*holds)]


CTO, CEO = told("cto", "cto", at=1), told("ceo", "ceo", occurred=5, at=5)


# -- what is told when


def test_a_sentence_with_details_is_told() -> None:
    assert tellers(CTO) == [(1, "cto")]


def test_a_sentence_without_details_tells_nothing() -> None:
    assert tellers(told("plain", at=1)) == [(1, None)]


def test_a_conflicting_sentence_ends_the_one_before_it() -> None:
    assert tellers(CTO, CEO) == [(1, "cto"), (5, "ceo")]
    first, second = pieces(CTO, CEO)
    assert (first.cut.at, first.cut.why, second.cut) == (day(5), "reworded", Cut(FUTURE))


def test_a_sentence_that_says_more_replaces_the_one_before_it() -> None:
    more = told("more", "cto", "göteborg", occurred=5, at=5)
    assert tellers(CTO, more) == [(1, "cto"), (5, "more")]


def test_the_same_sentence_and_a_vaguer_one_change_nothing() -> None:
    more = told("more", "cto", "göteborg", at=1)
    assert tellers(more, told("same", "cto", "göteborg", occurred=5, at=5)) == [(1, "more")]
    assert tellers(more, told("vague", "cto", occurred=5, at=5)) == [(1, "more")]


def test_after_a_conflicting_sentence_has_ended_the_plain_one_is_told() -> None:
    plain = told("plain", at=1)
    assert tellers(CTO, plain, told("ceo", "ceo", occurred=5, at=5, until=9)) == [(1, "cto"), (5, "ceo"), (9, None)]


def test_a_plain_sentence_never_replaces_a_told_one() -> None:
    assert tellers(CTO, told("plain", occurred=5, at=5)) == [(1, "cto")]


def test_a_sentence_is_told_no_longer_than_its_cover() -> None:
    assert tellers(told("cto", "cto", at=1, until=5), told("plain", at=1)) == [(1, "cto"), (5, None)]


def test_of_equal_starts_the_later_said_is_told() -> None:
    for holds in permutations((told("x", "x", occurred=6, at=3), told("y", "y", occurred=7, at=3))):
        assert tellers(*holds) == [(3, "y")]


def test_equal_words_are_ranked_by_confidence_then_by_their_text() -> None:
    x, y = told("x", "x", at=3), told("y", "y", at=3)
    assert tellers(x, y) == [(3, "y")]
    assert tellers(replace(x, confidence=0.9), y) == [(3, "x")]
    assert tellers(replace(x, text="zzz"), y) == [(3, "x")]


def test_an_assumed_start_yields_to_a_stated_one_that_was_said_later() -> None:
    assumed = told("x", "x", occurred=6)
    assert tellers(assumed, told("y", "y", occurred=7, at=3)) == [(3, "y")]
    assert tellers(assumed, told("y", "y", occurred=5, at=3)) == [(3, "y"), (6, "x")]
    assert tellers(replace(assumed, stated=True), told("y", "y", occurred=7, at=3)) == [(3, "y"), (6, "x")]


def test_an_assumed_start_yields_only_while_the_stated_sentence_is_told() -> None:
    stated, third = told("y", "y", occurred=7, at=3), told("z", "z", occurred=4, at=4)
    assert tellers(told("x", "x", occurred=6), stated, third) == [(3, "y"), (4, "z"), (6, "x")]


def test_the_order_of_statements_does_not_matter() -> None:
    holds = (
        CTO,
        CEO,
        told("more", "ceo", "göteborg", occurred=6, at=6),
        told("plain", at=2),
        told("vague", "ceo", occurred=7),
    )
    assert len({tuple(tellers(*some)) for some in permutations(holds)}) == 1


# -- verdicts of a judge


def test_a_sentence_that_is_judged_the_same_as_the_plain_one_tells_nothing() -> None:
    same = told("same", "cto", at=1, verdict=("same",))
    assert wordings([same])["same"] == Wording(None, echo=True)
    assert tellers(same) == [(1, None)]


def test_a_sentence_that_is_judged_the_same_as_another_has_its_details() -> None:
    same = told("same", "chief technician", occurred=5, at=5, verdict=("same", "cto"))
    assert tellers(CTO, same) == [(1, "cto")]


def test_a_sentence_that_is_judged_to_refine_another_has_the_details_of_both() -> None:
    refined = told("r", "göteborg", occurred=5, at=5, verdict=("refines", "cto"))
    assert wordings([refined])["r"] == Wording(frozenset({"cto", "göteborg"}), refines=True, basis=frozenset({"cto"}))
    assert tellers(CTO, refined) == [(1, "cto"), (5, "r")]


def test_a_refinement_without_a_start_of_its_own_tells_the_whole_piece() -> None:
    refined = told("r", "göteborg", occurred=5, verdict=("refines", "cto"))
    assert tellers(CTO, refined) == [(1, "r")]
    assert tellers(CTO, told("r", "cto", "göteborg", occurred=5)) == [(1, "cto"), (5, "r")], "no judge said so"
    assert tellers(CTO, replace(refined, verdict=("refines", "ceo"))) == [(1, "cto"), (5, "r")]


def test_a_verdict_counts_for_every_sentence_with_the_same_details() -> None:
    judged, like = told("a", "boss", verdict=("same", "cto")), told("b", "boss", occurred=3)
    other = replace(told("c", "boss"), value="Globex", object="Globex")
    found = wordings([judged, like, other])
    assert found["b"].told == {"cto"}
    assert found["c"].told == {"boss"}
    again = told("d", "boss", occurred=4, verdict=("same", "ceo"))
    assert wordings([again, judged, like])["b"].told == {"ceo"}, "the last verdict counts"


# -- pieces


def test_a_piece_has_the_statements_that_start_in_it_else_all_that_cover_it() -> None:
    first, second, last = pieces(CTO, told("plain", at=1), told("ceo", "ceo", occurred=5, at=5, until=9))
    assert [m.said.id for m in first.members] == ["cto", "plain"]
    assert [m.said.id for m in second.members] == ["ceo"]
    assert [m.said.id for m in second.over] == ["cto", "plain", "ceo"]
    assert [m.said.id for m in last.members] == ["cto", "plain"]
    assert (last.named, last.after.said.id if last.after else None) == ((), "ceo")


def test_a_piece_knows_the_end_of_its_whole_period() -> None:
    first, second = pieces(replace(CTO, until=day(9)), replace(CEO, until=day(9)))
    assert first.whole == second.whole == day(9)
    assert pieces(CTO)[0].whole is None


def test_what_yielded_is_told_in_one_piece() -> None:
    covers = tuple(Cover(said, said.at, Cut(said.until)) for said in (CTO, CEO))
    period = Period(("ana job", "Acme"), day(1), Cut(FUTURE), covers, yielded=True)
    (piece,) = pieces_of(period, wordings([CTO, CEO]))
    assert piece.teller is None


def test_of_plain_sentences_the_surest_is_told_then_the_last_said() -> None:
    x, y = told("x", occurred=2, at=1, confidence=0.9), told("y", occurred=3, at=1)
    assert best_of(pieces(x, y)[0], wordings([x, y])).id == "x"
    assert best_of(pieces(replace(x, confidence=0.8), y)[0], wordings([x, y])).id == "y"
    echo = told("z", "cto", occurred=9, at=1, confidence=1.0, verdict=("same",))
    assert best_of(pieces(x, echo)[0], wordings([x, echo])).id == "x", "an echo of the plain sentence comes last"


@pytest.mark.parametrize("plain", [True, False])
def test_without_a_sentence_of_its_own_a_piece_is_worded_from_its_names(plain: bool) -> None:
    said = [CTO, told("ceo", "ceo", occurred=5, at=5, until=9), *([told("plain", at=1)] if plain else [])]
    *_, last = pieces(*said)
    assert last.is_plain(wordings(said)) is not plain


# -- sentences carry nothing (R15)

DESKS = (
    tell("north", "ana job Acme", 1, 1, details=("north",)),
    tell("south", "ana job Acme", 5, 5, details=("south",)),
)


def test_a_change_of_sentence_is_two_facts_of_one_period() -> None:
    assert facts(*DESKS) == [("Acme", 1, 5, "reworded"), ("Acme", 5, None, None)]


def test_a_change_of_sentence_ends_no_evidence() -> None:
    resting = tell("r", "ana boss Bo", 2, 2, evidence=(("north",),))
    assert ("Bo", 2, None, None) in facts(*DESKS, resting)
    assert ("Bo", 2, 9, "cascade") in facts(*DESKS, resting, end("e", "ana job Acme", 9))


def test_a_change_of_sentence_ends_no_condition_and_starts_nothing() -> None:
    resting = tell("r", "ana boss Bo", 2, holds_while=(on("ana job"),))
    waiting = tell("w", "ana desk East", 3, starts_when=on("ana job"))
    assert ("Bo", 2, None, None) in facts(*DESKS, resting, waiting)
    assert silent(*DESKS, resting, waiting) == {"w": ("waiting", None)}
