"""Requests to forget in five languages: what they mean, and what is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.claims import Request
from graphmem_offline.reader import read_request
from graphmem_offline.requests.forgetting import asked_to_forget, attribute_in, requests_of, thing_of

TOLD = [
    ("The gate code is 4821. Please delete that.", "The gate code is 4821."),
    ("We use Remgan Hub as booking system. Delete it, please.", "We use Remgan Hub as booking system."),
    ("I live in Rome. Don't keep that.", "I live in Rome."),
    ("I live in Rome. Could you forget what I just told you?", "I live in Rome."),
    ("Please forget that I told you I live in Rome.", "I live in Rome."),
    ("O código é 4821. Apague isso, por favor.", "O código é 4821."),
    ("O código é 4821. Por favor, não guarde isso.", "O código é 4821."),
    ("Esqueça que eu te disse que moro em Recife.", "moro em Recife."),
    ("El código es 4821. Bórralo.", "El código es 4821."),
    ("El código es 4821. No guardes eso.", "El código es 4821."),
    ("Le code est 4821. Oublie ça.", "Le code est 4821."),
    ("Le code est 4821. N'enregistre pas ça.", "Le code est 4821."),
    ("Der Code ist 4821. Vergiss das bitte.", "Der Code ist 4821."),
    ("Der Code ist 4821. Merk dir das bitte nicht.", "Der Code ist 4821."),
]
NAMED = [
    ("Forget what I told you about the gate code, please remove it.", ("", "gate code")),
    ("Forget the gate code.", ("", "gate code")),
    ("Delete everything I said about the lab's safety officer.", ("the lab", "safety officer")),
    ("Please remove my address from your memory.", ("", "address")),
    ("Esqueça o que eu te disse sobre o encanador.", ("", "encanador")),
    ("Olvida lo que te dije sobre el médico.", ("", "médico")),
    ("Oublie ce que je t'ai dit sur le code.", ("", "code")),
    ("Vergiss bitte, was ich dir über den Klempner erzählt habe.", ("", "Klempner")),
    ("Lösche den Türcode aus deinem Gedächtnis.", ("", "Türcode")),
]
NONE = [
    "Don't forget the keys.", "Never delete that.", "I forget names.", "I always forget the gate code.", "Forget it, let's go.",
    "He told me to delete that.", "Please don't forget that I live in Rome.", "Não esqueça o código.", "No olvides el código.",
    "N'oublie pas le code.", "Vergiss nicht, dass ich in Ulm wohne.", "Delete that I live in Rome", "I removed the old fence.",
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), TOLD)
def test_that_means_the_sentence_before(text: str, told: str) -> None:
    assert [one.told for one in asked_to_forget(text)] == [told]


@pytest.mark.parametrize(("text", "thing"), NAMED)
def test_a_thing_may_be_named(text: str, thing: tuple[str, str]) -> None:
    assert [thing_of(one.about) for one in asked_to_forget(text)] == [thing]


@pytest.mark.parametrize("text", NONE)
def test_other_sentences_are_none(text: str) -> None:
    asked = asked_to_forget(text)
    assert [claim for one in asked for claim in requests_of(one, ())] == []


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ("The gate code is 4821.", ("", "gate code", "4821")),
        ("Just so you know, the club's travel organiser is Priya.", ("the club", "travel organiser", "Priya")),
        ("We have Remgan Hub as booking system.", ("", "booking system", "Remgan Hub")),
        ("Unser Klempner heißt Tobias Holm.", ("", "Klempner", "Tobias Holm")),
        ("Hello there.", None),
    ],
)
def test_attributes_are_read(sentence: str, read: tuple[str, str, str] | None) -> None:
    assert attribute_in(sentence) == read


def read(text: str) -> list[tuple[str, str, str, str]]:
    """The claims of a text of Ana."""
    found = read_request(Request(text, datetime(2025, 1, 1, tzinfo=UTC), speaker="Ana"))
    return [(one.subject, one.relation, one.object, one.action) for one in found.claims or ()]


def test_a_request_is_read_as_what_its_sentence_tells() -> None:
    claims = read("I live in Rome. Please delete that.")
    assert ("Ana", "lives_in", "Rome", "holds") in claims
    assert ("Ana", "lives_in", "Rome", "forget") in claims


def test_of_two_things_none_is_meant() -> None:
    claims = read("I live in Rome and I work at Acme. Please delete that.")
    assert [claim for claim in claims if claim[3] == "forget"] == []


def test_a_request_states_nothing() -> None:
    assert read("Forget what I told you about the plumber.") == [("", "plumber", "", "forget")]
