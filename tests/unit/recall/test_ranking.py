"""Ranking standardises lists, sums them by weight, and adds small signals."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from graphmem.recall.query_analysis import Question, Window, ms, read_question
from graphmem.recall.ranking import (
    FactCandidate,
    fused,
    matches,
    nearest_facts,
    overlaps,
    rank_episodes,
    rank_facts,
    spread,
    standardised,
    worded,
)
from graphmem.recall.recipes import RECIPES, EpisodeWeights, FactWeights
from tests.unit.recall.candidates import NOTHING, NOW, fact, ids, turn


def test_what_is_missing_stands_where_the_lowest_hit_does() -> None:
    assert standardised([3.0, None, 1.0, 2.0]) == pytest.approx([1.2247, -1.2247, -1.2247, 0.0], abs=1e-3)


def test_a_list_without_hits_says_nothing() -> None:
    assert standardised([None, None]) == [0.0, 0.0]
    assert standardised([]) == []


def test_hits_that_are_alike_say_nothing() -> None:
    assert standardised([2.0, 2.0]) == [0.0, 0.0]


def test_a_small_difference_is_not_blown_up() -> None:
    assert standardised([0.51, 0.50], least=0.05) == pytest.approx([0.1, -0.1])


def test_lists_of_weight_zero_are_left_out() -> None:
    assert fused([(0.0, 1e-9, [9.0, 1.0]), (2.0, 1e-9, [1.0, 3.0])], 2) == pytest.approx([-2.0, 2.0])


def test_scores_are_divided_by_the_gap_to_the_fifty_first() -> None:
    scores = [float(100 - i) for i in range(80)]
    assert spread(scores)[0] - spread(scores)[50] == pytest.approx(1.0)
    assert spread([4.0, 2.0]) == [2.0, 1.0]
    assert spread([1.0, 1.0]) == [1.0, 1.0]
    assert spread([]) == []


def test_an_episode_found_by_every_list_comes_first() -> None:
    rows = [turn("a", text=5.0), turn("b", text=4.0, turn=0.9, context=0.9), turn("c", turn=0.6, context=0.6)]
    assert ids(rank_episodes(rows, {"b": 0.9}, NOTHING, EpisodeWeights()))[0] == "b"


def test_the_nearest_fact_of_a_turn_counts_for_it() -> None:
    rows = [turn("a", text=1.0), turn("b", text=1.0)]
    facts = [fact("f", vector=0.6, episode_ids=("a", "b")), fact("g", vector=0.95, episode_ids=("b",))]
    assert nearest_facts(facts) == {"a": 0.6, "b": 0.95}
    assert ids(rank_episodes(rows, nearest_facts(facts), NOTHING, EpisodeWeights())) == ["b", "a"]


def test_a_turn_gains_from_the_turns_beside_it() -> None:
    rows = [turn("lone", text=3.0), turn("near", text=3.0), turn("best", text=9.0, following="near")]
    assert ids(rank_episodes(rows, {}, NOTHING, EpisodeWeights())) == ["best", "near", "lone"]


def test_with_an_assistant_only_a_question_and_its_answer_raise_each_other() -> None:
    rows = [
        turn("lone", text=3.0, role="user"),
        turn("asked", text=3.0, role="user", following="best"),
        turn("best", text=9.0, role="assistant", following="next"),
        turn("next", text=3.0, role="user"),
    ]
    scores = {one.id: one.score for one in rank_episodes(rows, {}, NOTHING, EpisodeWeights())}
    assert scores["asked"] > scores["next"] == scores["lone"]


def test_a_named_date_a_named_speaker_and_a_time_word_raise_a_turn() -> None:
    question = read_question("When did Ana move in March 2024?", NOW)
    assert question.asks_when
    rows = [
        turn("plain", text=1.0),
        turn("then", text=1.0, occurred=ms(datetime(2024, 4, 2, tzinfo=UTC))),
        turn("hers", text=1.0, speaker="Ana Souza"),
        turn("dated", text=1.0, dated=True),
        turn("asked", text=1.0, asks=True),
    ]
    ranked = rank_episodes(rows, {}, question, EpisodeWeights())
    assert ids(ranked)[0] == "then"
    assert ids(ranked)[-1] == "asked"
    why = {one.id: set(one.why) for one in ranked}
    assert why == {
        "plain": {"text"}, "then": {"text", "date"}, "hers": {"text", "speaker"}, "dated": {"text", "time_word"},
        "asked": {"text", "question"},
    }  # fmt: skip


def test_what_a_user_says_to_an_assistant_is_raised_also_where_it_ends_in_a_question() -> None:
    rows = [turn("assistant", text=1.0, role="assistant"), turn("user", text=1.0, role="user", asks=True)]
    ranked = rank_episodes(rows, {}, NOTHING, EpisodeWeights())
    assert ids(ranked) == ["user", "assistant"]
    assert set(ranked[0].why) == {"text", "user"}


def test_what_was_said_late_comes_before_what_is_as_near_and_more_so_within_a_conversation() -> None:
    day = 86_400_000
    rows = [turn("old", text=1.0, occurred=day), turn("new", text=1.0, occurred=90 * day)]
    weights = EpisodeWeights(recency=0.1)

    def recency(question: Question) -> dict[str, float]:
        return {one.id: one.why.get("recency", 0.0) for one in rank_episodes(rows, {}, question, weights)}

    once, within = recency(NOTHING), recency(replace(NOTHING, continues=True))
    assert list(once) == list(within) == ["new", "old"]
    assert once == {"new": 0.1, "old": pytest.approx(0.0933)}
    assert within["new"] == pytest.approx(0.4)
    assert recency(replace(NOTHING, named=(Window(0, day),))) == {"new": 0.0, "old": 0.0}


def test_equal_episodes_go_by_time_then_id() -> None:
    rows = [turn("b", occurred=1), turn("a", occurred=1), turn("c", occurred=2)]
    assert ids(rank_episodes(rows, {}, NOTHING, EpisodeWeights())) == ["c", "a", "b"]


def test_facts_are_ranked_by_meaning_words_and_nearness() -> None:
    rows = [fact("far", vector=0.6), fact("near", vector=0.9, text=4.0, hops=1), fact("two", vector=0.6, hops=2)]
    assert ids(rank_facts(rows, NOTHING, FactWeights(), ms(NOW))) == ["near", "two", "far"]


def test_confidence_importance_and_recency_tip_the_balance() -> None:
    at = ms(NOW)
    for weaker, stronger in (
        ({"confidence": 0.6}, {"confidence": 1.0}),
        ({"importance": 0.1}, {"importance": 0.9}),
        ({"strength": 0.0}, {"strength": 1.0}),
        ({"confirmed": at - 400 * 86_400_000}, {"confirmed": at}),
        ({"named": False}, {"named": True}),
        ({"confirmed": at - 30 * 86_400_000, "stability": 0.1}, {"confirmed": at - 30 * 86_400_000, "stability": 0.9}),
        ({"confirmed": at - 90 * 86_400_000}, {"confirmed": at - 90 * 86_400_000, "accessed": at}),
    ):
        rows = [fact("a", **weaker), fact("b", **stronger)]
        assert ids(rank_facts(rows, NOTHING, FactWeights(), at)) == ["b", "a"], weaker


def test_what_was_said_together_with_the_nearest_facts_is_raised() -> None:
    ranked = rank_facts([fact("a"), fact("b")], NOTHING, FactWeights(), ms(NOW), {"b": 0.5})
    assert ids(ranked) == ["b", "a"]
    assert ranked[0].why["association"] == pytest.approx(0.5 * FactWeights().association)


def test_a_fact_that_held_at_a_named_date_is_raised_and_never_filtered() -> None:
    question = read_question("Where did Ana work in 2023?", NOW)
    old = fact("old", start=ms(datetime(2022, 1, 1, tzinfo=UTC)), end=ms(datetime(2024, 1, 1, tzinfo=UTC)))
    new = fact("new", start=ms(datetime(2024, 1, 1, tzinfo=UTC)))
    assert overlaps(old, question.named)
    assert not overlaps(new, question.named)
    assert ids(rank_facts([new, old], question, FactWeights(), ms(NOW))) == ["old", "new"]


@pytest.mark.parametrize(
    ("start", "end", "kind", "state"),
    [
        (0, 10, "state", "holds"),
        (0, 5, "state", "ended"),
        (0, 5, "event", "event"),
        (6, 9, "plan", "upcoming"),
        (5, 9, "state", "holds"),
    ],
)
def test_the_state_of_a_fact_at_a_moment(start: int, end: int, kind: str, state: str) -> None:
    assert fact("f", start=start, end=end, kind=kind).state(5) == state


def test_what_only_stands_beside_the_hits_does_not_match() -> None:
    assert not matches(fact("walked", hops=1, vector=0.5), nearest=0.9)
    assert matches(fact("text", text=1.0), nearest=0.9)
    assert matches(fact("like", vector=0.88), nearest=0.9)


def test_versions_of_the_past_count_by_their_wording() -> None:
    question = read_question("Where did Ana work?", NOW)
    rows = worded(
        [fact("old", wording="Ana works at Globex"), fact("no", wording="Bob"), fact("hit", text=4.0, wording="Ana")],
        question,
    )
    assert [c.text for c in rows] == [4.0, None, 4.0]


def test_rows_become_candidates() -> None:
    row = ["f", 0.7, None, 1, "Ana", None, None, 0.9, None, None, 1, 2, 3, "state", "s", "o", None, None]
    one = FactCandidate.of(row)
    assert (one.named, one.confidence, one.importance, one.strength, one.episode_ids) == (False, 0.9, 0.5, 0.0, ())
    assert (one.confirmed, one.start, one.end, one.kind) == (1, 2, 3, "state")


@pytest.mark.parametrize("recipe", ["facts", "fusion"])
def test_a_cold_fact_is_halfway_between_its_score_and_the_lowest(recipe: str) -> None:
    weights = RECIPES[recipe].facts
    assert weights is not None
    facts = [fact("near", vector=0.95), fact("middle", vector=0.8), fact("far", vector=0.6)]
    warm = {one.id: one.score for one in rank_facts(facts, NOTHING, weights, ms(NOW))}
    cold = rank_facts([facts[0]._replace(is_cold=True), *facts[1:]], NOTHING, weights, ms(NOW))
    scores = {one.id: one.score for one in cold}
    assert scores["near"] == pytest.approx((warm["near"] + warm["far"]) / 2)
    assert (scores["middle"], scores["far"]) == (warm["middle"], warm["far"])
    assert next(one for one in cold if one.id == "near").why["cold"] < 0


def test_a_promoted_fact_keeps_the_retention_of_a_core_fact() -> None:
    weights = RECIPES["facts"].facts
    assert weights is not None
    old = {"confirmed": 0, "stability": 0.3}
    told, promoted = rank_facts([fact("a", **old), fact("b", tier="core", **old)], NOTHING, weights, ms(NOW))[::-1]
    assert (told.id, promoted.id) == ("a", "b")
    assert promoted.why["retention"] == pytest.approx(30 * told.why["retention"], rel=0.01)
