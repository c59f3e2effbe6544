"""What conditions do, rule by rule, and the worked example."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.truth.statement import PAST, Event, Statement
from graphmem.truth.walk import walk
from tests.unit.truth.saying import covers, day, end, held, on, say, silent, told

COACH, DEPUTY = on("club coach"), on("club deputy")
EMEKA = say("1", "club coach Emeka", 1)
BRAM = say("9", "club coach Bram", 9)
ORLOV = say("r", "club physio Orlov", 5, holds_while=(COACH,))


def when(
    event: Event = "changes", object_: str | None = None, occurred: float = 5, at: float | None = None, **fields: object
) -> Statement:
    """Return what is to be once the coach changes."""
    return say("w", "club time Monday", occurred, at, starts_when=on("club coach", object_, event), **fields)


def start(*statements: Statement) -> float | None:
    """Return the day on which that begins."""
    found = covers(*statements).get("w")
    return found[0] if found else None


# -- the worked example

LEAD = on("team lead")
STORY = (
    say("1", "team lead Seokjin", 1),
    say("2", "team report_to Hyunwoo", 2, holds_while=(LEAD,)),
    say("3", "team report_to James", 3, starts_when=LEAD),
    say("4", "team reviewer Mina", 4, holds_while=(on("team lead", "Seokjin"),)),
)
ANA = say("5", "team lead Ana", 17, 9)


def test_before_the_change_the_conditional_fact_waits() -> None:
    assert covers(*STORY) == {"1": (1, None, None), "2": (2, None, None), "4": (4, None, None)}
    assert silent(*STORY) == {"3": ("waiting", None)}


def test_a_change_ends_what_rests_on_the_value_and_starts_what_waits() -> None:
    found = told(*STORY, ANA)
    assert covers(*STORY, ANA) == {
        "1": (1, 9, "superseded"),
        "2": (2, 9, "superseded"),
        "3": (9, None, None),
        "4": (4, 9, "cascade"),
        "5": (9, None, None),
    }
    assert (found["2"].by, found["4"].by) == ("James", "team lead")


def test_without_the_change_all_is_as_before() -> None:
    assert walk(STORY) == walk([s for s in (*STORY, ANA) if s is not ANA])


def test_what_was_foreseen_yields_to_what_is_told_after_the_change() -> None:
    lena = say("6", "team report_to Lena", 20, 5)
    assert covers(*STORY, ANA, lena)["6"] == (5, None, None)
    assert silent(*STORY, ANA, lena) == {"3": ("yields", "6")}


def test_what_was_told_before_the_change_is_ended_by_what_was_foreseen() -> None:
    lena = say("6", "team report_to Lena", 8, 5)
    found = covers(*STORY, ANA, lena)
    assert (found["6"], found["3"]) == ((5, 9, "superseded"), (9, None, None))


def test_a_chain_runs_through_in_its_instant() -> None:
    chain = [
        EMEKA,
        say("2", "club deputy Sanna", 2, holds_while=(COACH,)),
        say("3", "club deputy Piotr", 3, starts_when=COACH),
        say("4", "club time Tuesday", 4, holds_while=(DEPUTY,)),
        say("5", "club time Monday", 5, starts_when=DEPUTY),
        say("6", "club physio Orlov", 6, holds_while=(DEPUTY,)),
    ]
    assert held(8, *chain, BRAM) == {"coach Emeka", "deputy Sanna", "time Tuesday", "physio Orlov"}
    assert held(9, *chain, BRAM) == {"coach Bram", "deputy Piotr", "time Monday"}
    earlier = say("8", "club coach Zoe", 12, 8)
    assert covers(*chain, BRAM, earlier)["5"] == (8, None, None)


# -- covers (R2), assumed starts (R3), what does not hold (R4), evidence (R5)


def test_of_equal_starts_the_later_said_wins_and_the_other_is_reported() -> None:
    loser = say("2", "club coach Zoe", 8, 9)
    assert silent(loser, replace(BRAM, stated=True)) == {"2": ("equal_start", "9")}


def test_equal_words_are_ranked_by_confidence_then_key_then_id() -> None:
    surer = replace(BRAM, id="2", value="Zoe", object="Zoe", confidence=0.9)
    assert silent(BRAM, surer) == {"9": ("equal_start", "2")}
    greater = replace(surer, confidence=BRAM.confidence, key="Zoe")
    assert silent(BRAM, greater) == {"9": ("equal_start", "2")}
    assert silent(BRAM, replace(greater, key="Bram")) == {"9": ("equal_start", "2")}
    assert silent(BRAM, replace(greater, key="Bram", id="99")) == {"99": ("equal_start", "9")}


def test_at_one_instant_a_start_is_named_before_a_stated_end() -> None:
    assert covers(EMEKA, end("e", "club coach Emeka", 9))["1"] == (1, 9, "ended")
    assert covers(EMEKA, end("e", "club coach Emeka", 9), BRAM)["1"] == (1, 9, "superseded")


def test_an_own_end_is_named_before_a_start_and_after_a_stated_end() -> None:
    bounded = replace(EMEKA, until=day(9))
    assert covers(bounded, BRAM)["1"] == (1, 9, None)
    assert covers(bounded, BRAM, end("e", "club coach Emeka", 9))["1"] == (1, 9, "ended")


def test_an_end_hands_on_its_cause() -> None:
    found = told(EMEKA, end("e", "club coach Emeka", 9, cause=("contradicted", "someone")))["1"]
    assert (found.by, found.cause) == ("e", ("contradicted", "someone"))


def test_an_end_at_the_start_ends_nothing_that_begins_then() -> None:
    assert covers(EMEKA, end("e", "club coach Emeka", 1))["1"] == (1, None, None)


def test_an_event_neither_cuts_nor_is_cut() -> None:
    visit = say("v", "club coach Zoe", 9, 4, kind="event", until=6)
    assert covers(EMEKA, visit) == {"1": (1, None, None), "v": (4, 6, None)}
    assert covers(visit, say("2", "club coach Bram", 5))["v"] == (4, 6, None)


def test_a_plan_gives_way_to_the_beginning_that_is_told_later() -> None:
    plan = say("p", "club coach Zoe", 2, 8, kind="plan")
    assert silent(plan, say("2", "club coach Zoe", 9, 9)) == {"p": ("begun", None)}
    assert silent(plan, say("2", "club coach Zoe", 9)) == {}  # assumed: nobody said that it began


def test_second_hand_takes_nothing_from_the_surer_own_word() -> None:
    hearsay = say("2", "club coach Bram", 9, second_hand=True, confidence=0.6)
    assert silent(EMEKA, hearsay) == {"2": ("second_hand", None)}
    assert silent(EMEKA, replace(hearsay, confidence=0.8)) == {}
    assert silent(replace(EMEKA, until=day(8)), hearsay) == {}


def test_a_second_hand_end_does_not_end_the_surer_own_word() -> None:
    assert covers(EMEKA, end("e", "club coach Emeka", 9, second_hand=True, confidence=0.6))["1"] == (1, None, None)


def test_an_assumed_start_yields_to_a_stated_one_that_was_said_later() -> None:
    acme, globex = say("1", "ana job Acme", 5), say("2", "ana job Globex", 20, 2)
    assert silent(acme, globex) == {"1": ("yields", "2")}
    assert silent(acme, replace(globex, occurred=day(4))) == {}
    assert silent(acme, replace(globex, stated=False)) == {}
    assert silent(acme, replace(globex, until=day(4))) == {}
    assert silent(replace(acme, stated=True), globex) == {}


def test_an_assumed_start_ends_at_the_end_of_what_it_confirms() -> None:
    told_until = say("1", "ana job Acme", 1, 1, until=20)
    assert covers(told_until, say("2", "ana job Acme", 5))["2"] == (5, 20, None)
    assert covers(told_until, say("2", "ana job Acme", 5, 5))["2"] == (5, None, None)


def test_what_never_held_ends_nothing() -> None:
    unfounded = say("2", "club coach Bram", 5, evidence=(("gone",),))
    assert covers(EMEKA, unfounded) == {"1": (1, None, None)}
    assert silent(EMEKA, unfounded) == {"2": ("unsupported", "gone")}


def test_what_never_held_wins_no_tie() -> None:
    unfounded = replace(BRAM, id="2", value="Zoe", object="Zoe", key="Zoe", evidence=(("gone",),))
    assert covers(BRAM, unfounded) == {"9": (9, None, None)}
    assert silent(BRAM, unfounded) == {"2": ("unsupported", "gone")}


def test_evidence_carries_as_long_as_a_set_of_it_stands() -> None:
    sets = (("1", "b"), ("c",))
    resting = say("r", "club physio Orlov", 5, evidence=sets)
    others = [say("b", "club hall North", 2, 2, until=7), say("c", "club bar South", 2, 2, until=8)]
    assert covers(EMEKA, *others, resting)["r"] == (5, 8, "cascade")
    assert covers(EMEKA, others[0], resting)["r"] == (5, 7, "cascade")
    assert told(EMEKA, others[0], resting)["r"].by == "b"


def test_evidence_that_begins_later_counts_until_it_begins() -> None:
    resting = say("r", "club physio Orlov", 5, evidence=(("9",),))
    assert covers(resting, BRAM)["r"] == (5, None, None)
    replaced = say("8", "club coach Zoe", 10, 9)
    assert covers(resting, BRAM, replaced)["r"] == (5, 9, "cascade")  # then it does not begin


def test_evidence_means_the_period_of_its_value() -> None:
    again = say("2", "club coach Emeka", 4)
    resting = say("r", "club physio Orlov", 5, evidence=(("1",),))
    assert covers(replace(EMEKA, until=day(6)), replace(again, stated=True), resting)["r"] == (5, None, None)


def test_evidence_whose_own_ground_is_gone_stands_in_the_period_of_its_value() -> None:
    unfounded = say("2", "club coach Emeka", 4, evidence=(("gone",),))
    resting = say("r", "club physio Orlov", 5, evidence=(("2",),))
    assert covers(EMEKA, unfounded, resting)["r"] == (5, None, None)
    assert covers(EMEKA, unfounded, resting, BRAM)["r"] == (5, 9, "cascade")


def test_a_stated_end_at_the_seam_is_the_end_for_evidence() -> None:
    first = say("1", "club coach Emeka", 1, 1, until=7)
    resting = say("r", "club physio Orlov", 5, evidence=(("1",),))
    next_ = say("2", "club coach Emeka", 7, 7)
    assert covers(first, next_, resting)["r"] == (5, None, None)
    assert covers(first, next_, end("e", "club coach Emeka", 7), resting)["r"] == (5, 7, "cascade")


# -- holds_while (R6)


def test_it_is_bound_to_the_value_that_held_when_it_was_said() -> None:
    assert covers(EMEKA, ORLOV, BRAM)["r"] == (5, 9, "cascade")
    assert covers(EMEKA, ORLOV, say("2", "club coach Emeka", 7))["r"] == (5, None, None)


def test_what_ended_is_over_though_the_value_comes_back() -> None:
    back = say("2", "club coach Emeka", 12)
    assert covers(EMEKA, ORLOV, BRAM, back)["r"] == (5, 9, "cascade")


def test_the_same_message_counts_at_its_word() -> None:
    assert covers(say("1", "club coach Emeka", 5), ORLOV, BRAM)["r"] == (5, 9, "cascade")


def test_the_value_of_then_is_that_of_what_had_been_said_by_then() -> None:
    late = say("9", "club coach Bram", 9, 3)
    assert silent(EMEKA, ORLOV, late) == {"r": ("unsupported", "club coach")}


def test_an_earlier_start_holds_until_the_condition_is_looked_at() -> None:
    since = say("r", "club physio Orlov", 5, 1, holds_while=(COACH,))
    assert covers(say("1", "club coach Emeka", 1), since, say("9", "club coach Bram", 9, 3))["r"] == (1, 5, "cascade")
    assert covers(say("1", "club coach Emeka", 3), since, BRAM)["r"] == (1, 9, "cascade")


def test_what_held_before_a_condition_with_an_object_was_said_does_not_count() -> None:
    since = say("r", "club physio Orlov", 5, 1, holds_while=(on("club coach", "Bram"),))
    assert covers(EMEKA, say("9", "club coach Bram", 3, 3), since)["r"] == (1, None, None)


def test_while_nothing_is_known_it_holds_and_is_pending() -> None:
    assert walk([ORLOV]).pending == {"r"}
    first = say("2", "club coach Bram", 7)
    assert walk([ORLOV, first]).pending == frozenset()
    assert covers(ORLOV, first)["r"] == (5, None, None)
    assert covers(ORLOV, first, say("3", "club coach Zoe", 9))["r"] == (5, 9, "cascade")


def test_with_an_object_it_is_bound_to_that_value() -> None:
    only = replace(ORLOV, holds_while=(on("club coach", "Zoe"),))
    assert silent(EMEKA, only) == {"r": ("unsupported", "club coach")}
    assert walk([only]).pending == {"r"}
    assert covers(only, BRAM)["r"] == (5, 9, "cascade")
    assert covers(only, say("2", "club coach Zoe", 7), BRAM)["r"] == (5, 9, "cascade")


def test_of_several_values_it_holds_while_any_of_them_does() -> None:
    team = [say("1", "club many_in Ana", 1, 1, until=7), say("2", "club many_in Bo", 2, 2, until=9)]
    resting = say("r", "club physio Orlov", 5, holds_while=(on("club many_in"),))
    assert covers(*team, say("3", "club many_in Cy", 6), resting)["r"] == (5, 9, "cascade")
    of_ana = replace(resting, holds_while=(on("club many_in", "Ana"),))
    assert covers(*team, of_ana)["r"] == (5, 7, "cascade")


def test_another_of_several_values_does_not_refute_an_object() -> None:
    of_cy = say("r", "club physio Orlov", 5, holds_while=(on("club many_in", "Cy"),))
    assert walk([say("1", "club many_in Ana", 1), of_cy]).pending == {"r"}


def test_all_conditions_must_hold() -> None:
    both = replace(ORLOV, holds_while=(COACH, on("club hall")))
    assert covers(EMEKA, say("h", "club hall North", 2, 2, until=7), both)["r"] == (5, 7, "cascade")


def test_while_it_holds_itself_says_nothing() -> None:
    assert covers(replace(EMEKA, holds_while=(COACH,)))["1"] == (1, None, None)
    assert covers(replace(EMEKA, holds_while=(on("club coach", "Emeka"),)))["1"] == (1, None, None)


def test_what_is_ended_and_begun_at_once_has_not_ended() -> None:
    deputies = [
        say("2", "club deputy Sanna", 2, holds_while=(COACH,)),
        say("3", "club deputy Sanna", 3, starts_when=COACH),
        say("4", "club physio Orlov", 4, holds_while=(DEPUTY,)),
    ]
    assert covers(EMEKA, *deputies, BRAM)["4"] == (4, None, None)


# -- starts_when (R7, R8)


@pytest.mark.parametrize(
    ("event", "object_", "begins"),
    [
        ("changes", None, 9),
        ("begins", None, 9),
        ("ends", None, 9),
        ("begins", "Emeka", 5),
        ("ends", "Emeka", 9),
        ("changes", "Emeka", 9),
        ("begins", "Bram", 9),
        ("changes", "Bram", 9),
        ("ends", "Bram", None),
        ("begins", "Zoe", None),
    ],
)
def test_it_begins_with_its_event(event: Event, object_: str | None, begins: float | None) -> None:
    assert start(EMEKA, when(event, object_), BRAM) == begins
    assert start(EMEKA, when(event, object_)) == (begins if begins == 5 else None)


@pytest.mark.parametrize(("event", "begins"), [("changes", 7), ("ends", 7), ("begins", None)])
def test_an_end_without_a_successor_is_a_change(event: Event, begins: float | None) -> None:
    assert start(replace(EMEKA, until=day(7)), when(event)) == begins


@pytest.mark.parametrize(("event", "begins"), [("changes", 9), ("begins", 7), ("ends", 9)])
def test_where_nothing_was_known_the_first_value_is_what_changes(event: Event, begins: float) -> None:
    first = say("2", "club coach Bram", 7)
    assert start(first, when(event), say("3", "club coach Zoe", 9)) == begins


def test_an_object_must_have_held_before_it_can_end() -> None:
    bram = replace(BRAM, until=day(12))
    assert start(EMEKA, when("ends", "Bram"), bram) == 12


def test_the_same_value_again_is_no_change() -> None:
    again = say("2", "club coach Emeka", 7, 7)
    assert start(EMEKA, when(), again) is None
    assert start(replace(EMEKA, until=day(7)), end("e", "club coach Emeka", 7), again, when()) is None


def test_once_begun_it_goes_on_and_begins_once() -> None:
    back = say("3", "club coach Emeka", 12)
    assert covers(EMEKA, when(), BRAM, back)["w"] == (9, None, None)
    assert covers(EMEKA, when(until=20), BRAM, back)["w"] == (9, 20, None)


def test_it_begins_neither_before_its_start_nor_after_its_end() -> None:
    assert start(EMEKA, when(at=11), BRAM) == 11
    assert silent(EMEKA, when(until=8), BRAM) == {"w": ("waiting", None)}


def test_it_begins_not_before_it_was_said_though_its_event_is_so_already() -> None:
    assert start(EMEKA, say("9", "club coach Bram", 3, 3), when("begins", "Bram", at=2)) == 5
    ring = [
        say("w", "club a x", 5, 2, starts_when=on("club b", "y", "begins")),
        say("v", "club b y", 2, starts_when=on("club a", "x", "begins")),
    ]
    assert start(*ring, say("3", "club b y", 3, 3)) == 5


def test_several_values_change_when_any_begins_or_ends() -> None:
    team = on("club many_in")
    waits = say("w", "club time Monday", 5, starts_when=team)
    ana, bo = say("1", "club many_in Ana", 1), say("2", "club many_in Bo", 7)
    assert start(ana, waits, bo) == 7
    assert start(ana, bo, waits, end("e", "club many_in Ana", 6)) == 6
    assert start(ana, replace(waits, starts_when=replace(team, object="Bo", event="begins")), bo) == 7


def test_its_conditions_to_hold_are_bound_when_it_begins() -> None:
    waits = when(holds_while=(on("club hall"),))
    halls = [say("h", "club hall North", 2), say("i", "club hall South", 7), say("j", "club hall East", 12)]
    assert covers(EMEKA, waits, *halls, BRAM)["w"] == (9, 12, "cascade")


def test_a_foreseen_start_loses_to_the_word_spoken_with_the_trigger() -> None:
    plain = say("2", "club time Sunday", 9)
    assert silent(EMEKA, when(), plain, BRAM) == {"w": ("equal_start", "2")}


def test_a_foreseen_start_yields_though_a_start_was_stated_for_it() -> None:
    monday, sunday = when(at=6), say("2", "club time Sunday", 20, 8)
    assert silent(EMEKA, monday, sunday, BRAM) == {"w": ("yields", "2")}
    assert covers(EMEKA, monday, replace(sunday, occurred=day(8)), BRAM)["w"] == (9, None, None)


def test_of_two_with_one_trigger_the_later_said_begins() -> None:
    other = say("v", "club time Friday", 6, starts_when=COACH)
    assert silent(EMEKA, when(), other, BRAM) == {"w": ("equal_start", "v")}


# -- inside an instant (R10), cycles (R11)


def test_what_carries_only_itself_holds_nothing() -> None:
    ring = [say("1", "club a x", 5, holds_while=(on("club b"),)), say("2", "club b y", 5, holds_while=(on("club a"),))]
    assert walk(ring).cycles == {"1", "2"}
    assert covers(*ring) == {}


def test_evidence_in_a_ring_holds_nothing() -> None:
    ring = [say("1", "club a x", 5, evidence=(("2",),)), say("2", "club b y", 5, evidence=(("1",),))]
    assert silent(*ring) == {"1": ("cycle", None), "2": ("cycle", None)}


def test_a_ring_loses_its_last_ground() -> None:
    ring = [
        say("1", "club a x", 5, evidence=(("2",), ("9",))),
        say("2", "club b y", 5, evidence=(("1",),)),
        say("9", "club c z", 1, 1, until=8),
    ]
    assert covers(*ring) == {"1": (5, 8, "cycle"), "2": (5, 8, "cycle"), "9": (1, 8, None)}


def test_those_that_wait_for_each_other_wait() -> None:
    ring = [
        say("1", "club a x", 5, starts_when=on("club b", "y", "begins")),
        say("2", "club b y", 5, starts_when=on("club a", "x", "begins")),
    ]
    assert silent(*ring) == {"1": ("waiting", None), "2": ("waiting", None)}
    assert held(9, *ring, say("3", "club a x", 8)) == {"a x", "b y"}


def test_a_start_that_would_undo_its_ground_is_taken_out() -> None:
    odd = [say("1", "club a x", 1), say("2", "club a y", 5, holds_while=(on("club a", "x"),))]
    assert walk(odd).cycles == {"2"}
    assert covers(*odd) == {"1": (1, None, None)}


def test_of_a_paradox_the_start_gives_way_and_what_goes_on_stays() -> None:
    odd = [
        say("1", "club a x", 1),
        say("2", "club b y", 2, evidence=(("1",),)),
        say("3", "club a z", 5, 7, holds_while=(on("club b", "y"),)),
    ]
    assert walk(odd).cycles == {"3"}
    assert covers(*odd) == {"1": (1, None, None), "2": (2, None, None)}


def test_what_hangs_on_a_paradox_is_decided_without_it() -> None:
    odd = [
        say("1", "club a x", 1),
        say("2", "club a y", 5, holds_while=(on("club a", "x"),)),
        say("3", "club c z", 5, holds_while=(on("club a", "x"),)),
    ]
    assert walk(odd).cycles == {"2"}
    assert held(9, *odd) == {"a x", "c z"}


# -- late words (R12), since always (R13)


def test_a_change_that_comes_to_light_counts_from_the_saying_on() -> None:
    assert start(EMEKA, when(), say("2", "club coach Bram", 9, 3)) == 5


def test_since_always_learnt_later_is_no_change() -> None:
    assert start(say("2", "club coach Bram", 9, PAST), when()) is None


def test_a_condition_works_on_what_holds_since_always() -> None:
    always = say("1", "club coach Emeka", 1, PAST)
    assert covers(always, ORLOV, BRAM)["r"] == (5, 9, "cascade")
    assert start(always, when(), BRAM) == 9


def test_without_the_value_it_was_bound_to_it_is_bound_anew() -> None:
    zoe = say("2", "club coach Zoe", 2)
    assert covers(EMEKA, zoe, ORLOV, BRAM)["r"] == (5, 9, "cascade")
    assert covers(EMEKA, ORLOV, BRAM)["r"] == (5, 9, "cascade")
    assert covers(ORLOV, BRAM)["r"] == (5, None, None)


# -- relations of other kinds


def married(id_: str, one: str, other: str, occurred: float, **fields: object) -> Statement:
    made = say(id_, f"{one} married_to {other}", occurred, symmetric=True, **fields)
    pair = "|".join(sorted((one, other)))
    return replace(made, group="married_to", value=pair, key=pair, ends=frozenset((one, other)))


@pytest.mark.parametrize("end_", ["ana", "bo"])
def test_a_condition_on_a_symmetric_relation_matches_either_end(end_: str) -> None:
    resting = say("r", "club physio Orlov", 5, holds_while=(on(f"{end_} married_to"),))
    waiting = say("w", "club time Monday", 5, starts_when=on(f"{end_} married_to"))
    wedding, divorce = married("1", "ana", "bo", 1), end("e", "ana married_to bo", 9)
    divorce = replace(divorce, group="married_to", value="ana|bo", symmetric=True)
    assert covers(wedding, resting, waiting, divorce)["r"] == (5, 9, "cascade")
    assert start(wedding, resting, waiting, divorce) == 9


def test_an_end_of_a_symmetric_relation_has_one_value() -> None:
    of_cy = say("r", "club physio Orlov", 5, holds_while=(on("bo married_to", "cy"),))
    assert silent(married("1", "ana", "bo", 1), of_cy) == {"r": ("unsupported", "bo married_to")}
    assert covers(married("1", "bo", "cy", 1), of_cy, married("2", "cy", "dan", 9))["r"] == (5, 9, "cascade")


def capital(id_: str, city: str, country: str, occurred: float) -> Statement:
    made = say(id_, f"{city} capital_of {country}", occurred)
    return replace(made, group=f"capital_of {country}", value=city, key=city)


def test_with_one_value_per_object_a_subject_may_have_several() -> None:
    resting = say("r", "club hall North", 5, holds_while=(on("bonn capital_of", "west"),))
    assert walk([capital("1", "bonn", "east", 1), resting]).pending == {"r"}
    cities = [capital("1", "bonn", "west", 1), capital("2", "berlin", "west", 9)]
    assert covers(*cities, resting)["r"] == (5, 9, "cascade")


def test_without_statements_there_are_no_outcomes() -> None:
    assert walk([]).outcomes == {}
    assert told(end("e", "club coach Emeka", 9)) == {}


def test_evidence_ahead_stands_only_if_its_own_ground_does() -> None:
    far = say("f", "club hall North", 1, 1, until=4)
    ahead = say("2", "club bar South", 20, 12, evidence=(("f",),))
    resting = say("3", "club deputy Sanna", 6, evidence=(("2",),))
    assert covers(far, ahead, resting) == {"f": (1, 4, None)}
    assert covers(replace(far, until=day(8)), ahead, resting)["3"] == (6, 8, "cascade")
    assert covers(replace(far, until=day(30)), ahead, resting)["3"] == (6, 30, "cascade")


def test_what_rests_on_itself_and_on_a_ring_ahead_is_in_a_cycle() -> None:
    ahead = say("2", "club bar South", 20, 12, evidence=(("2",),))
    resting = say("3", "club deputy Sanna", 6, evidence=(("3", "2"),))
    before = say("1", "club deputy Lim", 1, 1, until=3)
    assert walk([before, ahead, resting]).cycles == {"2", "3"}


def test_of_two_that_end_a_symmetric_value_at_once_the_lesser_rank_is_named() -> None:
    first = married("1", "ana", "bo", 1)
    later, sooner = married("2", "ana", "cy", 9), married("3", "bo", "dan", 8, at=9)
    assert told(first, later, sooner)["1"].by == "bo|dan"
