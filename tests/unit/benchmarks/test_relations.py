"""The figures of the evaluation of relations."""

from __future__ import annotations

from typing import Any

from benchmarks.eval.relations import figures, judged


def question(**changes: Any) -> dict[str, Any]:
    row = {"language": "en", "subject": "Ida", "relation": "lives_in", "answers": ["Gent"], "outdated": ["Oslo"], "hops": 1,
           "fact_languages": ["en"]}  # fmt: skip
    return {**row, **changes}


def told(relation: str, object_: str, subject: str = "Ida", *, holds: bool = True) -> dict[str, Any]:
    return {"subject": subject, "relation": relation, "object": object_, "holds_now": holds}


def test_the_first_answer_that_holds_counts_under_any_name_of_its_relation() -> None:
    facts = [told("likes", "Gent"), told("lives_in", "Gent", holds=False), told("resides_in", "gent ")]
    assert judged(question(), facts).rank == 3
    assert judged(question(), facts).of_subject
    assert judged(question(), []).rank is None


def test_a_symmetric_relation_counts_in_both_directions() -> None:
    asked = question(relation="married_to", answers=["Ada"], outdated=[])
    assert judged(asked, [told("married_to", "Ida", subject="Ada")]).rank == 1
    assert judged(question(), [told("lives_in", "Ida", subject="Gent")]).rank is None


def test_an_outdated_value_above_the_answer_is_stale_unless_it_is_marked() -> None:
    answer = told("lives_in", "Gent")
    assert judged(question(), [told("lives_in", "Oslo"), answer]).stale
    assert not judged(question(), [told("lives_in", "Oslo", holds=False), answer]).stale
    assert not judged(question(), [answer, told("lives_in", "Oslo")]).stale


def test_the_figures_are_shares_by_language_and_by_hops() -> None:
    hit, miss = [told("lives_in", "Gent")], [told("likes", "tea")]
    pairs = [(question(), hit), (question(language="de", hops=2), miss)]
    found = figures((asked, judged(asked, facts)) for asked, facts in pairs)
    assert (found["first"], found["en.first"], found["de.first"], found["hops2.first"]) == (0.5, 1.0, 0.0, 0.0)
    assert (found["rr"], found["stale"], found["subject1"]) == (0.5, 0.0, 1.0)
    assert found["other_language.first"] == 0.0
