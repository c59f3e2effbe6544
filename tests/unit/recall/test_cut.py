"""What fits a question far less than the nearest results is left out of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from graphmem.recall.cut import FACT_CUT, NOTE_CUT, ROOM, TURN_CUT, cut_results
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import ms
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, Scored
from graphmem.recall.relevance import Fit
from graphmem.recall.results import RankedHits, RecallHits
from tests.unit.recall.candidates import NOW, fact, turn

NEAR = 0.8
MORE_FACTS = [fact(f"more{n}") for n in range(ROOM)]
MORE_NOTES = [turn(f"more{n}") for n in range(ROOM)]


def told(
    fits: Mapping[str, float | Fit],
    *,
    facts: list[FactCandidate] | None = None,
    episodes: list[EpisodeCandidate] | None = None,
    ended: tuple[str, ...] = (),
    why: Mapping[str, float] | None = None,
    **options: Any,
) -> list[str]:
    """Return the ids of what is told of some facts or episodes."""
    found = RecallHits({one.id: one for one in facts or ()}, tuple(episodes or ()), (), {}, NOW)
    whole = {id_: fit if isinstance(fit, Fit) else Fit(fit, fit) for id_, fit in fits.items()}
    ids = [id_ for id_ in fits if id_ not in ended]
    whole = {id_: fit for id_, fit in whole.items() if id_ != "removed"}
    final = RankedHits(
        tuple(Scored(id_, 1.0, {id_: 1.0, **(why or {})}) for id_ in ids if id_ in found.facts),
        tuple(Scored(one.id, 1.0) for one in found.episodes if one.id in fits),
        tuple(Scored(id_, 1.0) for id_ in ended),
        fits=whole,
    )
    cut = cut_results(final, found, RecallQuery(query="Where is it?", **options), ms(NOW))
    return [one.id for one in (*cut.facts, *cut.episodes)]


@pytest.mark.parametrize(("share", "stays"), [(FACT_CUT + 0.01, True), (FACT_CUT - 0.01, False)])
def test_a_fact_that_fits_far_less_than_the_nearest_is_left_out(share: float, stays: bool) -> None:
    facts = [fact("best"), fact("less"), *MORE_FACTS]
    assert told({"best": NEAR, "less": NEAR * share}, facts=facts) == (["best", "less"] if stays else ["best"])


@pytest.mark.parametrize("share", [NOTE_CUT - 0.01, TURN_CUT + 0.01])
def test_turns_of_a_conversation_are_left_out_later_than_single_messages(share: float) -> None:
    notes = [turn("best"), turn("less"), *MORE_NOTES]
    turns = [turn("best"), turn("less", following="x"), *MORE_NOTES]
    assert told({"best": NEAR, "less": NEAR * share}, episodes=notes) == ["best"]
    assert told({"best": NEAR, "less": NEAR * share}, episodes=turns) == ["best", "less"]


def test_the_turns_beside_one_that_stays_are_kept() -> None:
    turns = [
        turn("before", following="best"),
        turn("best", following="after"),
        turn("after", following="far"),
        turn("far"),
    ]
    fits = {"before": 0.0, "best": NEAR, "after": 0.0, "far": 0.0}
    assert told(fits, episodes=[*turns, *MORE_NOTES]) == ["before", "best", "after"]


def test_where_few_were_found_all_are_told_unless_it_is_asked_for() -> None:
    few = [fact("best"), fact("less"), *MORE_FACTS[2:]]
    assert told({"best": NEAR, "less": 0.0}, facts=few) == ["best", "less"]
    assert told({"best": NEAR, "less": 0.0}, facts=few, cut=0.5) == ["best"]
    over = [fact(f"was{n}", end=ms(NOW)) for n in range(ROOM)]
    assert told({"best": NEAR, "less": 0.0}, facts=[*few, *over]) == ["best", "less"]


def test_what_a_name_adds_helps_to_stay_and_raises_no_bar() -> None:
    facts = [fact("named"), fact("near"), fact("less"), *MORE_FACTS]
    fits = {"named": Fit(1.0, 0.5), "near": Fit(0.6, 0.6), "less": Fit(0.55, 0.55)}
    assert told(fits, facts=facts) == ["named", "near", "less"]


def test_a_fact_that_had_ended_counts_among_the_nearest() -> None:
    facts = [fact("best"), *MORE_FACTS]
    assert told({"best": 0.5, "was": 0.9}, facts=facts, ended=("was",)) == []
    assert told({"best": 0.5}, facts=facts) == ["best"]


def test_associated_facts_stay() -> None:
    facts = [fact("best"), fact("far"), *MORE_FACTS]
    assert told({"best": NEAR, "far": 0.0}, facts=facts, why={"spread": 0.2}) == ["best", "far"]


def test_what_was_removed_while_it_was_read_is_left_out() -> None:
    facts = [fact("best"), fact("removed"), *MORE_FACTS]
    assert told({"best": NEAR, "removed": NEAR}, facts=facts) == ["best"]
