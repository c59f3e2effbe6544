"""What the evaluation over chats with an assistant counts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from benchmarks.eval.longmemeval import (
    Answered,
    Updated,
    ordered,
    scored,
    sentences,
    supplied,
    telling,
    told_in,
    tuned_on,
)
from graphmem_contract.records import Fact

DAY = datetime(2023, 5, 1, tzinfo=UTC)


def fact(id_: str, text: str, episode: str) -> Fact:
    return Fact(
        id=id_, subject="User", subject_id="user", relation="told", object=text, object_id=id_, object_kind="value", text=text,
        valid_from=DAY, valid_until=None, holds_now=True, recorded_at=DAY, confidence=1.0, episode_ids=(episode,),
    )  # fmt: skip


def test_turns_and_sessions_are_counted_as_shares_of_what_answers() -> None:
    one = Answered("q", "multi-session", frozenset({"a#1", "b#2"}), ("a#0", "a#1", "c#1", "d#1", "e#1", "b#2"), 1.0)
    assert (one.turns(5), one.turns(10), one.sessions(1), one.sessions(5)) == (0.5, 1.0, 0.5, 1.0)
    assert scored([one]) == {"turn_recall@5": 0.5, "turn_recall@10": 1.0, "session_recall@5": 1.0}
    assert scored([]) == {}


def test_the_newest_has_to_stand_before_the_outdated_where_both_are_known() -> None:
    values = [Updated("a", 2, 1), Updated("b", 1, 2), Updated("c", None, 1), Updated("d", 3, 1)]
    assert ordered(values) == {"both_known": 0.75, "newest_first": 0.6667}


def test_a_user_supplies_what_he_says_of_himself_and_no_question() -> None:
    content = "I've completed 4 projects so far. Do you have tips for me? Varnish is sticky.\nMy sister will love it!"
    assert sentences(content) == ["I've completed 4 projects so far.", "My sister will love it!"]
    assert [one["text"] for one in supplied(content)["facts"]] == sentences(content)


def test_the_earliest_and_the_latest_session_tell_the_two_values() -> None:
    question: dict[str, Any] = {
        "evidence_turns": ["late#3", "early#1", "early#2"],
        "sessions": [{"session_id": "late", "time": "2023-05-02"}, {"session_id": "early", "time": "2023-05-01"}],
    }
    assert told_in(question) == (frozenset({"early#1", "early#2"}), frozenset({"late#3"}))


def test_the_fact_with_most_words_of_the_question_tells_the_value() -> None:
    facts = [
        fact("x", "I like painting", "e1"),
        fact("y", "I completed five projects", "e1"),
        fact("z", "5 projects", "e2"),
    ]
    names = {"e1": "s#1", "e2": "t#1"}
    assert telling(facts, names, frozenset({"s#1"}), "How many projects are completed? 5") == "y"
    assert telling(facts, names, frozenset({"t#1"}), "nothing of it") is None


def test_questions_fall_into_two_halves() -> None:
    halves = [tuned_on(f"question-{n}") for n in range(200)]
    assert 60 < sum(halves) < 140
