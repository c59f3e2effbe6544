"""The topics of an overview: facts in turn, topics in the result, lines in the context."""

from __future__ import annotations

from graphmem.recall.overview.topics import FoundTopic, dealt, recalled_clusters, topic_lines
from graphmem.recall.ranking import Scored


def topic(id_: str, *facts: str, summary: str | None = "told", similarity: float | None = 0.9) -> FoundTopic:
    return FoundTopic(id_, id_.title(), summary, similarity, facts)


def ranked(*ids: str) -> list[Scored]:
    return [Scored(id_, 1.0 - number / 10) for number, id_ in enumerate(ids)]


def order(topics: list[FoundTopic], *ids: str) -> list[str]:
    return [one.id for one in dealt(ranked(*ids), topics)]


def test_each_topic_gives_its_best_fact_in_turn() -> None:
    assert order([topic("a", "a1", "a2", "a3"), topic("b", "b1")], "b1", "a2", "a1", "a3") == ["a2", "b1", "a1", "a3"]


def test_a_fact_of_two_topics_comes_once_and_takes_no_turn_of_the_other() -> None:
    both = [topic("a", "x", "a1"), topic("b", "x", "b1")]
    assert order(both, "x", "a1", "b1") == ["x", "b1", "a1"]


def test_a_topic_without_facts_and_no_topic_are_fine() -> None:
    assert order([topic("a"), topic("b", "b1")], "b1") == ["b1"]
    assert order([], "b1") == []


def test_a_result_has_the_facts_that_are_returned_the_most_important_first() -> None:
    (one,) = recalled_clusters([topic("a", "a1", "a2", "a3")], {"a3", "a1"})
    assert (one.rank, one.score, one.fact_ids) == (1, 0.8, ("a1", "a3"))
    (other,) = recalled_clusters([topic("a", similarity=None)], ())
    assert other.score is None


def test_a_line_is_one_line_and_without_summary_only_a_title_with_facts_is_told() -> None:
    found = recalled_clusters(
        [topic("a", summary="One\n- Two"), topic("b", "b1", summary=None), topic("c", "c1", summary=None)], {"b1"}
    )
    assert topic_lines(found) == ["- A: One - Two", "- B"]
