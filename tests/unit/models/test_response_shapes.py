"""An answer becomes mentions and claims, item by item."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.claims import ABSENT, Claim, Mention, Request
from graphmem.models.json_answers import Unfit
from graphmem.models.response_shapes import (
    JUDGEMENTS,
    NAMES,
    ReadAnswer,
    claims_shape,
    informed_shape,
    mention_names,
    mentions_shape,
    merge_mentions,
    without_invented_starts,
)

WHEN = datetime(2026, 6, 1, 9, tzinfo=UTC)
FACT = {"subject": "Ana", "relation": "works_at", "object": "Acme", "text": "Ana works at Acme."}


def read(answer: Any) -> ReadAnswer:
    return informed_shape("Ana works at Acme", profiles=True).read(answer)


def test_an_invalid_item_costs_one_warning_and_nothing_else() -> None:
    answer = read({"entities": ["Ana", 7, {"name": "null"}], "facts": [FACT, {**FACT, "object": "..."}]})
    assert [m.name for m in answer.mentions] == ["Ana"]
    assert [c.object for c in answer.claims] == ["Acme"]
    assert len(answer.warnings) == 3
    assert answer.warnings[0].startswith("entity 2 of the model's answer was dropped")


def test_items_beyond_the_limit_are_left_out_with_one_warning() -> None:
    answer = mentions_shape("hi").read({"entities": [f"name {n}" for n in range(11)]})
    assert len(answer.mentions) == 8
    assert answer.warnings == ("3 of 11 in the model's answer were left out (entity)",)


def test_dates_and_pronouns_are_no_entities() -> None:
    listed = [{"name": "May", "type": "Date"}, {"name": "she", "type": "pronoun"}, {"name": "Ana", "type": "person"}]
    assert [m.name for m in mentions_shape("x").read({"entities": listed}).mentions] == ["Ana"]


def test_an_edge_beside_the_facts_is_a_claim_unless_a_fact_says_it() -> None:
    edges = [{**FACT, "subject": "ANA"}, {**FACT, "relation": "likes", "object": "Bia"}]
    answer = read({"entities": [], "facts": [FACT], "relationships": edges})
    assert [(c.relation, c.object, c.object_is_entity) for c in answer.claims] == [
        ("works_at", "Acme", None), ("likes", "Bia", True),
    ]  # fmt: skip


def test_a_bare_list_of_facts_is_an_answer() -> None:
    assert [c.relation for c in claims_shape("x", []).read([FACT]).claims] == ["works_at"]


def test_an_object_with_the_name_of_a_mention_is_an_entity() -> None:
    [claim] = claims_shape("x", [Mention("ACME Inc.", "organization", ("Acme",))]).read({"facts": [FACT]}).claims
    assert claim.object_is_entity


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("text", "not a JSON object"),
        ({"properties": {}}, "it is the schema"),
        ({"facts": "none"}, "is not a list"),
        ({"facts": [{"note": "x"}, "y"]}, "fact 1 of the model's answer"),
    ],
)
def test_an_answer_of_another_shape_says_what_is_wrong(answer: Any, problem: str) -> None:
    with pytest.raises(Unfit, match=problem):
        claims_shape("x", []).read(answer)


def test_null_is_an_empty_list() -> None:
    assert read({"entities": None, "facts": None}) == ReadAnswer()


def test_profiles_may_be_a_mapping_and_null_changes_nothing() -> None:
    answer = read({"entities": [], "facts": [], "profiles": {"Ana": "A doctor.", "Bia": None}})
    assert [(p.entity, p.text) for p in answer.profiles] == [("Ana", "A doctor.")]


def test_one_name_in_two_spellings_is_one_mention() -> None:
    twice = [Mention("Ana", "other", ("A.",)), Mention("ANA", "person", ("Aninha", "A."), hint="a friend")]
    assert merge_mentions(twice) == (Mention("Ana", "person", ("A.", "Aninha"), hint="a friend"),)
    assert mention_names(twice) == {"ana", "a.", "aninha"}


def started(starts: Any, content: str = "I work at Acme.") -> Any:
    claim = Claim("Ana", "works_at", "Acme", "Ana works at Acme.", starts=starts)
    answer = ReadAnswer(claims=(claim,))
    return without_invented_starts(answer, Request(content=content, occurred_at=WHEN)).claims[0].starts


def test_a_start_copied_from_the_time_of_writing_is_removed() -> None:
    assert started("2026-06-01") is ABSENT
    assert started(WHEN + timedelta(seconds=30)) is ABSENT


def test_a_start_that_the_message_has_or_another_day_stays() -> None:
    assert started("2026-06-01", "Since 2026-06-01 I work at Acme.") == "2026-06-01"
    assert started("2026-05-31") == "2026-05-31"


def test_verdicts_are_read_one_by_one() -> None:
    names = NAMES.read({"answers": [{"question": 1, "choice": 2}, {"question": "x", "choice": 1}]})
    assert [(one.question, one.choice) for one in names] == [(1, 2)]
    facts = JUDGEMENTS.read([{"question": 1, "relation": "Same", "known": 1}])
    assert [(one.relation, one.known) for one in facts] == [("same", 1)]


def test_an_answer_about_a_transcript_names_the_message_of_each_fact_and_emotion() -> None:
    told = {**FACT, "message": 2}
    edge = {"source": "Ana", "target": "Oslo", "relation": "lives_in", "message": 1}
    moods = [{"message": 1, "emotion": "joy"}, "nonsense"]
    answer = informed_shape("two messages", 2).read(
        {"entities": [], "facts": [FACT, told], "relations": [edge], "emotions": moods}
    )
    assert answer.numbers == (None, 2, 1)
    assert len(answer.claims) == len(answer.numbers)
    assert [(number, mood.emotion) for number, mood in answer.emotions] == [(1, "joy")]


def test_an_answer_about_one_message_still_reads_as_an_answer_about_a_transcript() -> None:
    answer = informed_shape("two messages", 2).read(
        {"entities": ["Ana"], "facts": [FACT], "emotion": {"emotion": "joy"}}
    )
    assert (answer.numbers, [number for number, _ in answer.emotions]) == ((None,), [None])
