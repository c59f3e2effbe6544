"""Whose words a message is: the turns of it that are the user's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.graph.transaction import Row
from graphmem.names.normalize import fold
from graphmem_contract.records import as_utc

USER_ROLES = ("user", "human")


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """What a user says in an episode. `at`: valid time, UTC. `trust`: the most confidence in it."""

    episode_id: str
    text: str
    speaker: str | None
    at: datetime
    recorded_at: datetime
    trust: float


def own_turns(row: Row, people: Sequence[str | None]) -> Iterator[OwnTurn]:
    """Yield the turns of an episode (a row of upkeep/user_turns) that are the user's own.

    Args:
        people: who speaks in the brain, in lower case (`is_user`).
    """
    trust = 1.0 if row["trust"] is None else float(row["trust"])
    if row["request"]:
        for message in json.loads(row["request"]).get("messages", ()):
            if fold(message.get("role") or "user") in USER_ROLES:
                at = as_utc(message.get("time")) or row["occurredAt"]
                speaker = message.get("name") or row["speaker"]
                yield OwnTurn(row["id"], message.get("content") or "", speaker, at, row["recordedAt"], trust)
    elif is_user(row["role"], row["speaker"], people):
        yield OwnTurn(row["id"], row["content"], row["speaker"], row["occurredAt"], row["recordedAt"], trust)


def is_user(role: str | None, speaker: str | None, people: Sequence[str | None]) -> bool:
    """Whether a message is the user's own.

    Its role says so. Without a role it is the user's if it has no speaker, or if nobody else speaks in the brain: where several
    people talk to each other, none of them is the user.
    """
    if role is not None:
        return fold(role.strip()) in USER_ROLES
    return speaker is None or fold(speaker) in USER_ROLES or set(people) <= {speaker.lower()}


def needs_people(role: str | None, speaker: str | None) -> bool:
    """Whether `is_user` has to know who speaks in the brain."""
    return role is None and speaker is not None and fold(speaker) not in USER_ROLES
