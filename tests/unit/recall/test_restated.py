"""Of two facts that tell the same thing the later comes first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.recall.query_analysis import Question, read_question
from graphmem.recall.ranking import Scored
from graphmem.recall.restated import newest_first
from graphmem_contract.records import Fact

NOW = datetime(2025, 6, 1, tzinfo=UTC)
PROJECTS = read_question("How many projects have I completed since starting painting classes?", NOW)


def told(text: str, month: int, **changes: Any) -> Fact:
    start = datetime(2025, month, 1, tzinfo=UTC)
    row: dict[str, Any] = {
        "id": text, "subject": "User", "subject_id": "user", "relation": "told", "object": text, "object_id": text,
        "object_kind": "value", "text": text, "valid_from": start, "valid_until": None, "holds_now": True, "recorded_at": start,
        "confidence": 1.0,
    }  # fmt: skip
    return Fact(**{**row, **changes})


def order(question: Question, *facts: Fact) -> list[str]:
    ranked = [Scored(fact.id, 1.0 - 0.1 * n) for n, fact in enumerate(facts)]
    moved = newest_first(ranked, {fact.id: fact for fact in facts}, question)
    assert [one.score for one in moved] == [one.score for one in ranked]
    return [one.id for one in moved]


OLD = told("I have completed 4 projects since starting painting classes", 1)
NEW = told("I just finished my 5th project since starting painting classes", 4)
TEA = told("I drink tea", 2)


def test_the_later_telling_moves_up_to_just_before_the_earlier() -> None:
    assert order(PROJECTS, TEA, OLD, NEW) == [TEA.id, NEW.id, OLD.id]
    assert order(PROJECTS, NEW, OLD) == [NEW.id, OLD.id]


def test_another_subject_or_another_matter_stays_where_it_is() -> None:
    hers = NEW.model_copy(update={"subject_id": "ana"})
    assert order(PROJECTS, OLD, hers) == [OLD.id, hers.id]
    later = told("I bought a new brush", 5)
    assert order(PROJECTS, OLD, later) == [OLD.id, later.id]


def test_only_facts_of_one_relation_move() -> None:
    first, second = told("volleyball is going well", 1), told("we won at volleyball", 3)
    question = read_question("How is volleyball?", NOW)
    assert order(question, first, second) == [second.id, first.id]
    other = second.model_copy(update={"relation": "won"})
    assert order(question, first, other) == [first.id, other.id]


def test_what_shares_less_must_stand_nearly_as_high() -> None:
    first, second = told("the bulb of the lamp on my desk is broken", 1), told("I bought a spare bulb", 3)
    question = read_question("Is there a spare bulb for the desk lamp?", NOW)
    both = {first.id: first, second.id: second}
    for below, expected in ((0.03, [second.id, first.id]), (0.3, [first.id, second.id])):
        moved = newest_first([Scored(first.id, 0.9), Scored(second.id, 0.9 - below)], both, question)
        assert [one.id for one in moved] == expected, below


def test_a_date_in_the_question_is_not_overruled() -> None:
    asked = read_question("How many projects had I completed in January 2025 since starting painting classes?", NOW)
    assert order(asked, OLD, NEW) == [OLD.id, NEW.id]


def test_a_fact_since_always_is_the_earliest() -> None:
    assert order(PROJECTS, OLD.model_copy(update={"valid_from": None}), NEW) == [NEW.id, OLD.id]
