"""What the evaluation over very long chats counts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from benchmarks.eval.beam import BeamAnswer, dated, scored, standing


def answer(ability: str, evidence: list[int], retrieved: tuple[int, ...], told: set[int], **more: Any) -> BeamAnswer:
    question = {"qid": "q", "sample_id": more.pop("sample", "100K-1"), "ability": ability, "evidence": evidence, **more}
    return BeamAnswer(question, retrieved, frozenset(told), "")


def test_turns_are_counted_as_shares_of_the_evidence_and_questions_without_it_are_left_out() -> None:
    answers = [answer("summarization", [1, 2], (9, 8, 7, 6, 5, 1), set()), answer("abstention", [], (1,), set())]
    found = scored(answers)
    assert found["summarization"] == {"n": 1, "recall@5": 0.0, "recall@10": 0.5, "recall@20": 0.5}
    assert "abstention" not in found
    assert found["newest_first"] is None


def test_the_new_value_has_to_stand_before_every_outdated_one() -> None:
    both = {"updated": [5], "outdated": [3]}
    answers = [
        answer("knowledge_update", [5], retrieved, set(), **both) for retrieved in ((5, 3), (3, 5), (5,), (3,), ())
    ]
    assert scored(answers)["newest_first"] == 0.4


def test_a_directive_of_the_evidence_has_to_be_told() -> None:
    answers = [
        answer("instruction_following", [54, 56], (), {54}),
        answer("instruction_following", [54], (54,), {55}),
        answer("preference_following", [7], (), {7}, sample="100K-2"),
        answer("preference_following", [], (), {7}),
        answer("summarization", [7], (), {7}),
    ]
    assert standing(answers) == {
        "questions": 4,
        "all": {"n": 3, "told": 0.6667},
        "instruction_following": {"n": 2, "told": 0.5},
        "preference_following": {"n": 1, "told": 1.0},
        "tuned_on": {"n": 2, "told": 0.5},
        "held_out": {"n": 1, "told": 1.0},
    }


def test_turns_without_a_time_follow_the_last_one_that_has_one() -> None:
    turns = [{"turn_id": n, "time": named} for n, named in enumerate(("March-15-2024", None, "April-01-2024", None))]
    assert [at for _, at in dated(turns)] == [
        datetime(2024, 3, 15, tzinfo=UTC),
        datetime(2024, 3, 15, 0, 1, tzinfo=UTC),
        datetime(2024, 4, 1, tzinfo=UTC),
        datetime(2024, 4, 1, 0, 1, tzinfo=UTC),
    ]
