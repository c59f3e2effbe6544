"""Whose words a message is."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.upkeep.user_turns import is_user, needs_people, own_turns

DAY = datetime(2024, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("role", "speaker", "people", "own"),
    [
        ("user", "Bruno", ("ana", "bruno"), True),
        (" Human ", None, (), True),
        ("assistant", "Ana", ("ana",), False),
        ("tool", None, (), False),
        ("", None, (), False),
        (None, None, ("ana", "bruno"), True),
        (None, "user", ("ana", "user"), True),
        (None, "Ana", ("ana",), True),
        (None, "Ana", ("ana", "bruno"), False),
        (None, "Ana", ("ana", None), False),
    ],
)
def test_a_message_is_the_users_by_its_role_or_where_nobody_else_speaks(
    role: str | None, speaker: str | None, people: tuple[str | None, ...], own: bool
) -> None:
    assert is_user(role, speaker, people) is own
    assert not needs_people(role, None)


def episode(**changes: Any) -> dict[str, Any]:
    return {
        "id": "e", "content": "I prefer tea", "request": None, "role": "user", "speaker": "Ana", "trust": None, "occurredAt": DAY,
        "recordedAt": DAY, **changes,
    }  # fmt: skip


def test_a_message_is_one_turn_with_the_trust_of_its_source() -> None:
    (turn,) = own_turns(episode(trust=0.5), ())
    assert (turn.text, turn.speaker, turn.at, turn.trust) == ("I prefer tea", "Ana", DAY, 0.5)
    assert list(own_turns(episode(role="assistant"), ())) == []


def test_of_a_transcript_the_turns_of_the_user_are_taken_each_with_its_time() -> None:
    messages = [
        {"role": "user", "content": "I prefer tea", "name": None, "time": None},
        {"role": "assistant", "content": "I prefer oil", "name": "Bot", "time": None},
        {"role": "User", "content": "I prefer rye", "name": "Bo", "time": "2024-03-02T00:00:00Z"},
        {"role": "tool", "content": "I prefer none"},
        {"role": "user", "content": None},
    ]
    turns = list(own_turns(episode(role=None, request=json.dumps({"messages": messages})), ()))
    assert [(turn.text, turn.speaker, turn.at.day) for turn in turns] == [
        ("I prefer tea", "Ana", 1), ("I prefer rye", "Bo", 2), ("", "Ana", 1),
    ]  # fmt: skip
