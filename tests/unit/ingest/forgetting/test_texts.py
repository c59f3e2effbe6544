"""What is left of the texts around hidden statements."""

from __future__ import annotations

import json
from typing import Any

from graphmem.ingest.forgetting.texts import names_of, redacted

HIDDEN = [
    {"id": "st1", "text": "Ana drinks gin.", "said": ["gin", "gin"], "subject": "ana", "object": "gin", "named": []}
]


def episode(content: str, **changes: Any) -> dict[str, Any]:
    """An episode as it is read, which made the hidden statement."""
    told = {
        "id": "e1", "content": content, "turn": f"Ana: {content}", "request": json.dumps({"messages": []}), "metadata": "{}",
        "states": True, "before": [], "mentions": [{"id": "bo", "norms": ["bo"]}], "chunks": [], "others": [],
    }  # fmt: skip
    return {**told, **changes}


def left(*episodes: dict[str, Any], after: tuple[dict[str, Any], ...] = ()) -> Any:
    return redacted(HIDDEN, episodes, after, names_of(HIDDEN))


def test_names_are_those_of_the_objects_and_of_the_request() -> None:
    assert names_of(HIDDEN, ("Gin Tonic", "")) == ("gin", "Gin Tonic")


def test_the_sentence_leaves_and_with_it_whom_only_it_names() -> None:
    out = left(episode("I drink gin with Bo. See you."))
    (one,) = out.episodes
    assert (one["content"], one["turn"]) == ("[…] See you.", "Ana: […] See you.")
    assert one["mentions"] == ["bo"]
    assert out.ends == ("gin", "ana", "bo")
    kept = left(episode("I drink gin with Bo. Bo is nice."))
    assert kept.episodes[0]["mentions"] == []


def test_a_message_that_tells_it_in_other_words_leaves_wholly() -> None:
    (one,) = left(episode("My usual, as ever!")).episodes
    assert (one["content"], one["turn"], one["request"]) == ("[…]", "Ana: […]", "{}")


def test_the_message_that_asks_stays_without_the_name() -> None:
    request = json.dumps({"extraction": {"facts": [{"object": "gin"}]}})
    (one,) = left(episode("Forget what I drink.", states=False, request=request)).episodes
    assert one["content"] == "Forget what I drink."
    assert json.loads(one["request"]) == {"extraction": {"facts": []}}


def test_other_facts_of_the_sentence_are_told_in_plain_words() -> None:
    other = {"id": "st2", "text": "I drink gin in Porto.", "subject": "Ana", "relation": "lives_in", "object": "Porto"}
    far = {**other, "id": "st3", "text": "Porto is home."}
    assert left(episode("I drink gin in Porto.", others=[other, far])).statements == (
        {"id": "st2", "text": "Ana lives in Porto"},
    )


def test_pieces_and_following_turns_lose_it_too() -> None:
    pieces = [
        {"id": "e1#0", "content": "I drink gin.", "searchText": "x\nAna: I drink gin."},
        {"id": "e1#1", "content": "Bye.", "searchText": "Bye."},
    ]
    turn = {
        "id": "e2",
        "turn": "Bo: ok",
        "request": '{"recent_messages": ["Ana: I drink gin."]}',
        "before": [["e1", "Ana: I drink gin."], ["e0", "x"]],
    }
    out = left(episode("I drink gin. Bye.", chunks=pieces), after=(turn,))
    assert out.chunks == ({"id": "e1#0", "content": "[…]", "searchText": "x\nAna: […]"},)
    assert out.after == ({"id": "e2", "request": '{"recent_messages": ["Ana: […]"]}', "previous": "Ana: […] Bye."},)


def test_short_names_are_not_looked_for_everywhere() -> None:
    assert left(episode("I drink gin.")).needles == ("st1", "Ana drinks gin.")
