"""Claims that share no word with the message are dropped or become guesses."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import Claim, Mention, Profile, Request
from graphmem.models.grounding import GUESS, SourceWords, grounded
from graphmem.models.response_shapes import ReadAnswer

WHEN = datetime(2026, 6, 1, 9, tzinfo=UTC)


def request(content: str, **fields: Any) -> Request:
    return Request(content=content, occurred_at=WHEN, **{"speaker": "Ana", **fields})


def claim(subject: str, relation: str, object_: str, **fields: Any) -> Claim:
    text = f"{subject} {relation.replace('_', ' ')} {object_}."
    return Claim(subject, relation, object_, text, **{"confidence": 0.9, **fields})


def kept(content: str, *claims: Claim, **fields: Any) -> ReadAnswer:
    return grounded(ReadAnswer(claims=claims), request(content, **fields))


def test_a_claim_whose_ends_do_not_occur_is_dropped_with_a_warning() -> None:
    answer = kept("I work at Acme.", claim("Kim", "has_brother", "Leo"), claim("Ana", "works_at", "Acme"))
    assert [c.subject for c in answer.claims] == ["Ana"]
    assert "neither 'Kim' nor 'Leo'" in answer.warnings[0]


def test_an_invented_entity_makes_a_claim_a_guess() -> None:
    [invented] = kept("I work hard.", claim("Ana", "works_at", "Globex", object_is_entity=True)).claims
    assert invented.confidence == GUESS
    [value] = kept("I work hard.", claim("Ana", "is", "diligent")).claims
    assert value.confidence == 0.9


@pytest.mark.parametrize("object_", ["How are you?", "thanks", "2026-06-01 09:00"])
def test_small_talk_and_the_time_of_writing_are_no_objects(object_: str) -> None:
    assert kept("Thanks! How are you?", claim("Ana", "said", object_)).claims == ()


def test_a_known_fact_is_not_said_again_by_another_message() -> None:
    known = ("Leo lives in Rome.",)
    assert kept("Good morning to you", claim("Leo", "lives_in", "Rome"), known=known).claims == ()
    assert kept("Leo is fine", claim("Leo", "lives_in", "Rome"), known=known).claims != ()
    assert kept("He moved", claim("Leo", "lives_in", "Rome", action="ends"), known=known).claims != ()


def test_a_request_to_forget_needs_words_that_ask_for_it() -> None:
    asked = claim("Ana", "gate_code", "4821", action="forget")
    assert kept("The gate code is 4821. Delete that.", asked).claims == (asked,)
    dropped = kept("The gate code is 4821.", asked)
    assert (dropped.claims, "does not ask" in dropped.warnings[0]) == ((), True)


def test_mentions_and_profiles_need_a_reason_too() -> None:
    read = ReadAnswer(
        mentions=(Mention("Acme"), Mention("Kim")),
        profiles=(Profile("Acme", "A firm."), Profile("Kim", "A person."), Profile("Ana", "A doctor.")),
    )
    answer = grounded(read, request("I work at Acme."))
    assert [m.name for m in answer.mentions] == ["Acme"]
    assert [p.entity for p in answer.profiles] == ["Acme", "Ana"]
    assert len(answer.warnings) == 2


@pytest.mark.parametrize(
    ("content", "name", "occurs"),
    [
        ("She flew to New York City", "NYC", True),
        ("She flew to NYC", "New York City", True),
        ("Ele trabalha na Acme", "Ácme", True),
        ("The Johnsons called", "Johnson", True),
        ("Nothing of the kind", "Acme", False),
        ("Nothing of the kind", "她", True),
        ("我在上海工作", "上海", True),
        ("我在上海工作", "北京", False),
        ("Whatever", "I", True),
    ],
)
def test_a_name_occurs_in_any_spelling(content: str, name: str, occurs: bool) -> None:
    assert SourceWords.of(request(content)).has(name) is occurs
