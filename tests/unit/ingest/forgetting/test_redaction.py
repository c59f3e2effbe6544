"""Sentences that tell something hidden leave a text; the others stay as they are."""

from __future__ import annotations

import json

import pytest

from graphmem.ingest.forgetting.redaction import places_of, tells, without, without_in_json


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("I like tea. We met in May.", "tea", "[…] We met in May."),
        ("The team is large. TEA!", "tea", "The team is large. […]"),
        ("Our doctor is Dr. Ana Meyer. Call her.", "Dr. Ana Meyer", "[…] Call her."),
        ("user: It is wiki.a.example/b. Delete it.", "wiki.a.example/b", "user: […] Delete it."),
        ("Mein Café heißt Ölgrüße! Gut so.", "olgrusse", "[…] Gut so."),
        ("Anna: hi\nAna  Souza: ana souza\nBye", "Ana Souza", "Anna: hi\n[…]\nBye"),
        ("One tea. Two tea. Three.", "tea", "[…] Three."),
        ("没有茶。明天见。", "茶", "[…]明天见。"),
        ("내일 서진이가 와요. 좋아요.", "서진", "[…] 좋아요."),
        ("nothing here", "tea", "nothing here"),
    ],
)
def test_a_sentence_with_the_name_leaves_the_text(text: str, name: str, left: str) -> None:
    assert without(text, [name]) == left


def test_a_name_of_signs_is_found_as_it_is() -> None:
    assert tells("we use <<>> here", ["<<>>"])
    assert not tells("we use << here", ["<<>>"])
    assert places_of("x", ["", " "]) == []


def test_texts_in_json_are_redacted_and_listed_facts_left_out() -> None:
    request = {
        "messages": [{"role": "user", "content": "I drink gin. And you?"}],
        "extraction": {"facts": [{"object": "gin"}, {"object": "rum"}], "entities": [{"name": "Gin"}]},
        "judge": False,
    }
    left = json.loads(without_in_json(json.dumps(request), ["gin"]))
    assert left["messages"][0]["content"] == "[…] And you?"
    assert left["extraction"] == {"facts": [{"object": "rum"}], "entities": []}
    assert left["judge"] is False
    assert without_in_json("no json: gin.", ["gin"]) == "no json: […]"
