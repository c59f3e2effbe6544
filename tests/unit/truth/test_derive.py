"""The facts that follow from statements: a pure function of their set (R1), with periods, causes and reasons."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from graphmem.truth.derive import derive
from graphmem.truth.derived_fact import DerivedFact
from graphmem.truth.statement import FUTURE, PAST, Statement
from tests.unit.truth.saying import day, derived, end, facts, on, tell

ACME, GLOBEX = tell("1", "ana job Acme", 1, 1), tell("2", "ana job Globex", 9, 9)
EMEKA, BRAM = tell("c1", "club coach Emeka", 1, 1), tell("c2", "club coach Bram", 9, 9)


def fact(id_: str, *statements: Statement) -> DerivedFact:
    """Return the fact with an id."""
    return {one.fact_id: one for one in derived(*statements).facts}[id_]


def content(id_: str, *statements: Statement) -> dict[str, Any]:
    return dict(fact(id_, *statements).content)


def lost(*statements: Statement) -> dict[str, tuple[str, str | None, str | None]]:
    """Return why statements have no period, what holds instead, and what is missing."""
    return {one.said.id: (one.why, one.to.id if one.to else None, one.because) for one in derived(*statements).lost}


# -- pure (R1)

STORY = (
    EMEKA,
    BRAM,
    tell("o", "club physio Orlov", 2, holds_while=(on("club coach"),)),
    tell("m", "club time Monday", 3, starts_when=on("club coach")),
    tell("t", "club time Tuesday", 4, evidence=(("o",),)),
    tell("y", "club hall North", 5),
    tell("z", "club hall South", 20, 3, details=("south",)),
)


def test_the_order_of_statements_does_not_matter() -> None:
    outcomes = [derived(*some) for some in list(permutations(STORY))[::97]]
    assert len({(frozenset(map(repr, one.facts)), frozenset(map(repr, one.lost))) for one in outcomes}) == 1


def test_arrival_decides_nothing_but_the_name_of_a_fact() -> None:
    arrived = [replace(said, recorded=day(30 - n)) for n, said in enumerate(STORY)]
    assert facts(*arrived) == facts(*STORY)


def test_without_statements_nothing_follows() -> None:
    assert (derived().facts, derived().lost) == ((), ())


# -- periods


def test_with_one_value_the_next_supersedes_the_last() -> None:
    assert facts(ACME, GLOBEX) == [("Acme", 1, 9, "superseded"), ("Globex", 9, None, None)]
    assert facts(ACME) == [("Acme", 1, None, None)]


def test_with_several_values_nothing_supersedes() -> None:
    likes = tell("1", "ana many_likes Tea", 1, 1), tell("2", "ana many_likes Rye", 9, 9)
    assert sorted(facts(*likes)) == [("Rye", 9, None, None), ("Tea", 1, None, None)]


def test_what_was_cut_comes_back_only_if_it_is_said_again() -> None:
    assert facts(ACME, replace(GLOBEX, until=day(12)))[0] == ("Acme", 1, 9, "superseded")
    again = tell("3", "ana job Acme", 15, 15)
    assert facts(ACME, GLOBEX, again) == [
        ("Acme", 1, 9, "superseded"),
        ("Acme", 15, None, None),
        ("Globex", 9, 15, "superseded"),
    ]


def test_what_is_said_again_is_one_fact() -> None:
    again = tell("3", "ana job Acme", 5)
    one = fact("1", ACME, again)
    assert facts(ACME, again) == [("Acme", 1, None, None)]
    assert one.statements == ["1", "3"]
    assert (one.rest["firstStatedAt"], one.rest["lastConfirmedAt"]) == (day(1), day(5))
    assert one.rest["episodeIds"] == ["episode 1", "episode 3"]


def test_a_stated_end_at_the_seam_parts_two_facts_of_a_value() -> None:
    first, again = replace(ACME, until=day(5)), tell("3", "ana job Acme", 5, 5)
    assert facts(first, again) == [("Acme", 1, None, None)]
    assert facts(first, again, end("e", "ana job Acme", 5)) == [("Acme", 1, 5, "ended"), ("Acme", 5, None, None)]


def test_since_always_and_until_further_notice_are_open() -> None:
    told = content("1", replace(ACME, at=PAST))
    assert (told["tValid"], told["tInvalid"], told["tValidPrecision"], told["tInvalidPrecision"]) == (None,) * 4


def test_what_yielded_is_told_for_the_gap() -> None:
    acme, globex = tell("1", "ana job Acme", 5), tell("2", "ana job Globex", 20, 3)
    older = tell("0", "ana job Hooli", 1, 1, until=2)
    assert facts(older, acme, globex) == [
        ("Globex", 3, None, None), ("Hooli", 1, 2, None), ("Acme", 2, 3, "superseded"),
    ]  # fmt: skip
    assert lost(older, acme, globex) == {"1": ("yields", "2", None)}


def test_what_yielded_carries_nothing() -> None:
    acme, globex = tell("1", "ana job Acme", 5), tell("2", "ana job Globex", 20, 3)
    resting = tell("r", "ana boss Bo", 6, 6, evidence=(("1",),))
    assert lost(acme, globex, resting) == {"1": ("yields", "2", None), "r": ("unsupported", None, "1")}
    waiting = tell("w", "ana desk East", 1, starts_when=on("ana job", "Acme", "begins"))
    assert lost(acme, globex, waiting)["w"] == ("waiting", None, None)


def test_what_is_not_carried_has_no_effect() -> None:
    unfounded = replace(GLOBEX, evidence=(("gone",),))
    assert facts(ACME, unfounded) == [("Acme", 1, None, None)]
    assert lost(ACME, unfounded) == {"2": ("unsupported", None, "gone")}


# -- names of facts


def test_a_fact_is_named_by_the_first_stored_statement_that_starts_in_it() -> None:
    early = replace(tell("3", "ana job Acme", 5, 5), recorded=PAST)
    assert [one.fact_id for one in derived(ACME, early).facts] == ["3"]
    assert [one.fact_id for one in derived(replace(ACME, fact_id="kept")).facts] == ["kept"]


def test_a_piece_in_which_no_statement_starts_is_named_after_the_sentence_before_it() -> None:
    desk = tell("d", "ana job Acme", 3, 3, until=5, details=("north",))
    told = derived(ACME, desk).facts
    assert [(one.fact_id, one.content["closedReason"]) for one in told] == [
        ("1", "reworded"),
        ("d", "reworded"),
        ("d~", None),
    ]


# -- links between facts


def test_a_fact_names_what_it_superseded_and_what_superseded_it() -> None:
    first, second = content("1", ACME, GLOBEX), content("2", ACME, GLOBEX)
    assert (first["closedBy"], first["supersededBy"], second["supersedes"]) == ("2", "2", "1")
    assert (second["closedBy"], second["supersededBy"], first["supersedes"]) == (None, None, None)


def test_a_stated_end_is_no_successor() -> None:
    ended = content("1", ACME, end("e", "ana job Acme", 9, cause=("retracted", "who")))
    assert (ended["closedReason"], ended["closedBy"], ended["supersededBy"]) == ("retracted", "who", None)


def test_a_piece_names_the_one_that_it_continues_and_the_one_that_follows() -> None:
    desks = tell("n", "ana job Acme", 1, 1, details=("north",)), tell("s", "ana job Acme", 5, 5, details=("south",))
    north, south = fact("n", *desks), fact("s", *desks)
    assert (north.content["closedReason"], north.content["closedBy"], south.content["continues"]) == (
        "reworded",
        "s",
        "n",
    )
    assert (north.rest["tPeriodEnd"], north.content["supersededBy"], north.content["continues"]) == (
        south.rest["tEnd"],
        None,
        None,
    )


def test_a_period_after_a_gap_continues_the_one_before_it() -> None:
    again = tell("3", "ana job Acme", 15, 15)
    assert content("3", ACME, GLOBEX, again)["continues"] == "1"


# -- what a fact tells


def test_a_fact_has_the_sentence_and_properties_of_what_tells_it() -> None:
    told = tell("d", "ana job Acme", 5, 1, details=("north",), props={"category": "core", "speaker": "Ana"})
    one = fact("1", ACME, told)
    assert (one.told_by, one.content["factText"], one.content["category"]) == ("d", "ana job Acme, says d.", "core")
    assert one.rest["speaker"] == "Ana"


def test_without_a_sentence_of_its_own_it_is_worded_from_its_names() -> None:
    first = tell("n", "ana works_at Acme", 1, 1, details=("north",))
    second = tell("s", "ana works_at Acme", 5, 5, until=9, details=("south",))
    last = derived(first, second).facts[-1]
    assert (last.told_by, last.content["factText"]) == (None, "ana works at Acme")


def test_confidence_and_importance_are_those_of_the_surest_and_the_weightiest() -> None:
    sure = tell("3", "ana job Acme", 5, confidence=0.9, props={"importance": 0.7})
    one = fact("1", ACME, sure)
    assert (one.content["confidence"], one.rest["importance"]) == (0.9, 0.7)


@pytest.mark.parametrize(("times", "strength"), [(1, 0.8), (2, 0.9), (3, 1.0), (4, 1.0)])
def test_strength_grows_with_the_times_it_was_said(times: int, strength: float) -> None:
    said = [tell(str(n), "ana job Acme", n, n) for n in range(1, times + 1)]
    assert fact("1", *said).rest["strength"] == strength


def test_a_start_is_stated_if_one_of_its_statements_says_it() -> None:
    assert fact("1", ACME).rest["startStated"] is True
    assert fact("1", replace(ACME, stated=False)).rest["startStated"] is False
    foreseen = tell("m", "club time Monday", 3, starts_when=on("club coach"))
    assert fact("m", EMEKA, BRAM, foreseen).rest["startStated"] is False


def test_evidence_and_conditions_are_told_unless_a_statement_of_the_period_stands_without() -> None:
    resting = tell("r", "ana boss Bo", 2, 2, evidence=(("1",),), props={"evidence": ["1"]})
    also = tell("s", "ana boss Bo", 3, 3, evidence=(("c1",),), props={"evidence": ["c1"]})
    assert content("r", ACME, EMEKA, resting, also)["evidence"] == ["1", "c1"]
    assert content("r", ACME, resting, tell("p", "ana boss Bo", 4))["evidence"] is None


def test_a_fact_is_pending_while_nothing_is_known_of_its_condition() -> None:
    resting = tell("o", "club physio Orlov", 2, holds_while=(on("club coach"),))
    assert content("o", resting)["pending"] is True
    assert content("o", EMEKA, resting)["pending"] is None


# -- reasons (R16)


def test_every_statement_without_a_period_says_why() -> None:
    plan = tell("plan", "ana trip Rome", 1, 8, kind="plan")
    tie = tell("tie", "ana job Hooli", 8, 9)
    hearsay = tell("hear", "club coach Zoe", 5, second_hand=True, confidence=0.5)
    waits = tell("waits", "club time Monday", 3, starts_when=on("club hall"))
    broken = tell("broken", "club bar South", 3, evidence=(("gone",),))
    loop = tell("loop", "club ring x", 3, evidence=(("loop",),))
    yields = tell("yields", "ana team Red", 5), tell("firm", "ana team Blue", 20, 3)
    said = plan, tell("begun", "ana trip Rome", 9, 9), tie, ACME, GLOBEX, EMEKA, hearsay, waits, broken, loop, *yields
    derivation = derived(*said)
    told = {id_ for one in derivation.facts for id_ in one.statements}
    assert {one.said.id: one.why for one in derivation.lost} == {
        "tie": "equal_start", "hear": "second_hand", "waits": "waiting", "broken": "unsupported", "loop": "cycle",
        "yields": "yields",
    }  # fmt: skip
    assert {one.id for one in said} == told | {one.said.id for one in derivation.lost} | {"plan"}


def test_every_end_says_why_and_because_of_what() -> None:
    resting = tell("r", "ana boss Bo", 2, 2, evidence=(("1",),))
    bound = tell("b", "ana desk East", 2, holds_while=(on("ana job"),))
    told = {one.fact_id: one.content for one in derived(ACME, GLOBEX, resting, bound).facts}
    assert {id_: (one["closedReason"], one["closedBy"]) for id_, one in told.items()} == {
        "1": ("superseded", "2"), "2": (None, None), "r": ("cascade", "1"), "b": ("cascade", "1"),
    }  # fmt: skip


def test_at_one_instant_superseded_goes_before_ended_before_the_own_end_before_cascade() -> None:
    resting = tell("r", "ana boss Bo", 2, 2, evidence=(("1",),), until=9)
    next_boss, left = tell("n", "ana boss Cy", 9, 9), end("e", "ana boss Bo", 9)
    base = ACME, GLOBEX
    assert content("r", *base, replace(resting, until=day(20)))["closedReason"] == "cascade"
    assert content("r", *base, resting)["closedReason"] is None
    assert content("r", *base, resting, left)["closedReason"] == "ended"
    assert content("r", *base, replace(resting, until=day(20)), left, next_boss)["closedReason"] == "superseded"


@pytest.mark.parametrize("until", [3, 1, None])
@pytest.mark.parametrize("details", [None, ("black",)])
def test_one_statement_alone_is_derived_as_beside_others(until: int | None, details: tuple[str, ...] | None) -> None:
    own = tell("1", "ana likes tea", 1, until=day(until) if until else FUTURE, details=details)
    beside = derived(own, tell("2", "ben likes wine", 1))
    alone = derived(own)
    assert alone.facts == tuple(fact for fact in beside.facts if fact.subject == own.subject)
    assert alone.lost == beside.lost
    assert alone.walked.outcomes["1"] == beside.walked.outcomes["1"]


def test_a_statement_of_a_group_that_nobody_asks_for_has_no_fact() -> None:
    assert derive([EMEKA], {"another"}).facts == ()
