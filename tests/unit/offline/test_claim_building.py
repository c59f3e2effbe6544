"""From drafts to claims: what tense, denial and dates decide."""

from __future__ import annotations

import pytest

from graphmem.claims import ABSENT
from graphmem_offline.claim_building import WEAK, Draft, Stance, claim_of, stance_of
from graphmem_offline.coreference import MentionRef
from graphmem_offline.date_attachment import Dates
from tests.unit.offline.reading import clauses

ANA, ACME = MentionRef("Ana", True, "person"), MentionRef("Acme", True, "organization")
WORKS, LIKES = Draft(ANA, "works_at", ACME), Draft(ANA, "likes", MentionRef("jazz", False))
HOLDS = Stance("holds", "state", "works_at", 0.8)


@pytest.mark.needs_spacy
@pytest.mark.parametrize(
    ("text", "draft", "expected"),
    [
        ("I work at Acme.", WORKS, ("holds", "state", "works_at")),
        ("I worked at Acme.", WORKS, ("ends", "state", "works_at")),
        ("I had worked at Acme before.", WORKS, ("ends", "state", "works_at")),
        ("I have worked at Acme.", WORKS, ("holds", "event", "works_at")),
        ("I liked jazz.", LIKES, ("holds", "event", "likes")),
        ("I no longer work at Acme.", WORKS, ("ends", "state", "works_at")),
        ("I never worked at Acme.", WORKS, ("never", "state", "works_at")),
        ("I will work at Acme.", WORKS, ("holds", "plan", "works_at")),
        ("I don't like jazz.", LIKES, ("holds", "state", "dislikes")),
    ],
)
def test_tense_and_denial_give_action_kind_and_relation(
    text: str, draft: Draft, expected: tuple[str, str, str]
) -> None:
    stance = stance_of(draft, clauses(text)[-1], Dates())
    assert stance is not None
    assert (stance.action, stance.kind, stance.relation) == expected


@pytest.mark.needs_spacy
@pytest.mark.parametrize("text", ["I hope to move to Porto.", "Maybe I'll move to Porto."])
def test_a_wish_or_a_guess_is_no_move(text: str) -> None:
    move = Draft(ANA, "lives_in", MentionRef("Porto", True, "place"), "begin")
    assert stance_of(move, clauses(text)[-1], Dates()) is None
    assert stance_of(move, clauses("I plan to move to Porto.")[-1], Dates()) is not None


@pytest.mark.needs_spacy
def test_what_ends_some_day_has_not_ended() -> None:
    sold = Draft(ANA, "owns", MentionRef("car", False), "end")
    (clause,) = clauses("I will sell the car.")
    assert stance_of(sold, clause, Dates()) is None
    dated = stance_of(sold, clause, Dates(at="June", ahead=True))
    assert dated is not None
    assert dated.action == "ends"


def test_only_what_holds_comes_beside() -> None:
    beside = Draft(ANA, "works_at", ACME, adds=True)
    assert claim_of(beside, HOLDS, Dates(), "").adds
    assert not claim_of(beside, Stance("ends", "state", "works_at", 0.8), Dates(), "").adds


@pytest.mark.needs_spacy
def test_a_past_state_with_a_date_is_of_its_time() -> None:
    stance = stance_of(WORKS, clauses("I worked at Acme in 2019.")[-1], Dates(at="2019"))
    assert stance is not None
    assert (stance.action, stance.kind) == ("holds", "event")


@pytest.mark.needs_spacy
def test_a_hedge_makes_a_claim_less_sure() -> None:
    (clause,) = clauses("Maybe Ana works at Acme.")
    stance = stance_of(WORKS, clause, Dates())
    assert stance is not None
    assert stance.confidence == WEAK


@pytest.mark.needs_spacy
def test_a_plan_to_like_something_states_nothing() -> None:
    (clause,) = clauses("I will like jazz.")
    assert stance_of(LIKES, clause, Dates()) is None


@pytest.mark.parametrize(
    ("stance", "dates", "bounds"),
    [
        (HOLDS, Dates(since="2019", until="2021"), ("2019", "2021")),
        (HOLDS, Dates(at="March"), ("March", None)),
        (HOLDS, Dates(), (ABSENT, None)),
        (Stance("ends", "state", "works_at", 0.8), Dates(at="March"), (ABSENT, "March")),
        (Stance("ends", "state", "works_at", 0.8), Dates(since="March"), (ABSENT, "March")),
        (Stance("never", "state", "works_at", 0.8), Dates(at="March"), (ABSENT, None)),
    ],
)
def test_a_date_without_a_cue_is_the_start_or_the_end_of_what_ends(
    stance: Stance, dates: Dates, bounds: tuple[str, str | None]
) -> None:
    claim = claim_of(WORKS, stance, dates, "Ana works at Acme.")
    assert (claim.starts, claim.until) == bounds


@pytest.mark.parametrize(
    ("stance", "category"),
    [
        (HOLDS, "semantic"),
        (Stance("holds", "event", "works_at", 0.8), "episodic"),
        (Stance("holds", "state", "sibling_of", 0.8), "core"),
        (Stance("holds", "state", "birthday", 0.8), "core"),
    ],
)
def test_events_are_episodic_and_family_is_core(stance: Stance, category: str) -> None:
    assert claim_of(WORKS, stance, Dates(), "…").category == category
