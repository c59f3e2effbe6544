"""An explained recall says what each signal adds, and what was found and left out, and why."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.recall import LeftOut, RecallResult
from tests.story.telling import fact, tell

QUESTION = "Where does Ana work?"


def left_out(found: RecallResult, reason: str) -> list[LeftOut]:
    assert found.explanation is not None
    return [one for one in found.explanation.left_out if one.reason == reason]


def sentences(some: list[LeftOut]) -> set[str]:
    return {one.item.fact.text for one in some if one.item.fact}


async def test_what_the_signals_add_is_the_score_of_each_result(brain: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"), speaker="Ana")
    found = await brain.recall(QUESTION, explain=True)
    assert found.explanation is not None
    assert found.facts
    assert found.episodes
    for item in (*found.facts, *found.episodes):
        record = item.fact or item.episode
        assert record is not None
        assert sum(found.explanation.contributions[record.id].values()) == pytest.approx(item.score, abs=0.002)
    assert found.explanation.candidates["facts"] == 2
    assert found.explanation.context_tokens > 0
    assert found.timings["explain_ms"] > 0


async def test_without_it_the_answer_is_the_same_and_has_no_explanation(brain: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"))
    plain, explained = await brain.recall(QUESTION), await brain.recall(QUESTION, explain=True)
    assert plain.explanation is None
    assert "explain_ms" not in plain.timings
    clock = {"as_of", "timings", "explanation"}
    for field in set(RecallResult.model_fields) - clock - {"facts", "episodes"}:
        assert getattr(plain, field) == getattr(explained, field), field
    assert [item.fact for item in plain.facts] == [item.fact for item in explained.facts]


async def test_an_ended_fact_is_left_out_because_it_ended(brain: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme", valid_until="2024-09-01"))
    found = await brain.recall(QUESTION, explain=True)
    assert sentences(left_out(found, "ended")) == {"Ana works at Acme"}
    assert found.explanation is not None
    assert found.explanation.left_out_counts["ended"] == 1
    assert not left_out(await brain.recall(QUESTION, include_closed=True, explain=True), "ended")


async def test_what_ranks_behind_k_is_left_out_with_its_rank(brain: Brain) -> None:
    await tell(brain, "2024-05-01", *(fact("Ana", "likes", drink) for drink in ("tea", "cocoa", "water")))
    found = await brain.recall("What does Ana like to drink?", k=1, explain=True)
    behind = [one for one in left_out(found, "rank") if one.item.fact]
    assert len(behind) == 2
    assert [one.item.rank for one in behind] == [2, 3]
    assert found.explanation is not None
    for one in behind:
        assert one.item.fact is not None
        parts = found.explanation.contributions[one.item.fact.id]
        assert sum(parts.values()) == pytest.approx(one.item.score, abs=0.002)


@pytest.mark.parametrize(
    ("narrowed", "filters"),
    [
        ({"min_confidence": 0.9}, ("min_confidence",)),
        ({"relations": ["likes"]}, ("relations",)),
        ({"categories": ["core"]}, ("categories",)),
        ({"entities": ["Bruno"]}, ("entities",)),
        ({"speaker": "Bruno"}, ("speaker",)),
        ({"session_id": "other", "tags": ["x"]}, ("session_id", "tags")),
    ],
    ids=["confidence", "relation", "category", "entity", "speaker", "session"],
)
async def test_what_a_filter_excludes_names_the_filter(
    brain: Brain, narrowed: dict[str, Any], filters: tuple[str, ...]
) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme", confidence=0.8), speaker="Ana", session_id="one")
    await tell(brain, "2024-05-02", fact("Bruno", "likes", "tea", confidence=0.95), speaker="Bruno", session_id="two")
    found = await brain.recall(QUESTION, explain=True, **narrowed)
    excluded = {one.item.fact.text: one.filters for one in left_out(found, "filter") if one.item.fact}
    assert excluded["Ana works at Acme"] == filters


async def test_an_episode_that_a_filter_excludes_names_the_filter(brain: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), speaker="Ana")
    found = await brain.recall(QUESTION, speaker="Bruno", explain=True)
    (excluded,) = [one for one in left_out(found, "filter") if one.item.episode]
    assert excluded.filters == ("speaker",)


async def test_below_the_floor_everything_is_left_out_for_its_relevance(brain: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), speaker="Ana")
    found = await brain.recall("Which cheese do penguins prefer?", min_relevance=1.0, explain=True)
    assert (found.facts, found.episodes, found.context) == ((), (), "")
    assert found.explanation is not None
    assert found.explanation.floor == 1.0
    assert sentences(left_out(found, "relevance")) == {"Ana works at Acme"}
    assert any(one.item.episode for one in left_out(found, "relevance"))


async def test_without_a_question_an_answer_is_explained_too(brain: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), speaker="Ana")
    found = await brain.recall(entities=["Ana"], explain=True)
    assert found.explanation is not None
    assert found.explanation.floor is None
    assert found.explanation.candidates["facts"] == 1
    assert found.explanation.named == (found.entities[0].id,)


async def test_what_was_believed_then_is_explained_too(brain: Brain) -> None:
    first = await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2024-06-01", fact("Ana", "likes", "tea"))
    found = await brain.recall(QUESTION, known_at=first.recorded_at, explain=True)
    assert found.explanation is not None
    assert found.explanation.candidates["facts"] == 1
    assert not left_out(found, "filter")


async def test_results_unlike_each_other_leave_out_the_like(brain: Brain) -> None:
    await tell(
        brain, "2024-05-01", *(fact("Ana", "likes", drink) for drink in ("tea", "black tea", "green tea", "rain"))
    )
    found = await brain.recall("What does Ana like?", k=2, diversity=1.0, explain=True)
    for one in left_out(found, "diversity"):
        assert one.item.rank <= 2
    assert len(left_out(found, "diversity")) + len(left_out(found, "rank")) >= 2
