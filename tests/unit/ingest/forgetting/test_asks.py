"""Who may ask: only a user in a message of the user's own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from graphmem.claims import Claim, ClaimSource
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.forgetting.asks import NO_MESSAGE, speaker_of, without_asks
from graphmem.settings import Settings
from graphmem_contract.records import Message

AT = datetime(2025, 1, 1, tzinfo=UTC)
EPISODE = EpisodeInput("b", "e1", "Please forget it.", AT, Settings(_env_file=None), speaker="Ana ", role="user")  # type: ignore[call-arg]
ASKED = Claim("Ana", "likes", " ", "Ana likes", action="forget")
STATED = Claim("Ana", "likes", "tea", "Ana likes tea")
SOURCE = ClaimSource(0, "e1", AT)


@pytest.mark.parametrize(
    ("changes", "speaker"),
    [
        ({}, "ana"),
        ({"role": "human"}, "ana"),
        ({"role": None}, "ana"),
        ({"speaker": None}, None),
        ({"messages": (Message(content="Forget that."), Message(role="assistant", content="Done."))}, "ana"),
        ({"messages": (Message(content="Forget that.", name="Bo"),), "speaker": None}, "bo"),
    ],
)
def test_a_user_may_ask(changes: dict[str, object], speaker: str | None) -> None:
    assert speaker_of(replace(EPISODE, **changes)) == (speaker, "")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "document"},
        {"kind": "summary"},
        {"role": "assistant"},
        {"role": "tool"},
        {"role": "system"},
        {"role": None, "speaker": None},
        {"role": "assistant", "messages": (Message(content="Forget that."),)},
        {"messages": (Message(content="Hello."),)},
        {"messages": (Message(content="Hello."), Message(role="assistant", content="Forget that."))},
        {"messages": (Message(content="Forget that."), Message(role="tool", content="Forget that."))},
        {"messages": (Message(content="Forget that.", name="Bo"), Message(content="Hi.", name="Cy"))},
    ],
)
def test_nobody_else_may(changes: dict[str, object]) -> None:
    assert speaker_of(replace(EPISODE, **changes))[1]  # type: ignore[arg-type]


def test_requests_are_no_claims() -> None:
    stated, (ask,) = without_asks([(STATED, SOURCE), (ASKED, SOURCE), (ASKED, SOURCE)], EPISODE)
    assert stated == ((STATED, SOURCE),)
    assert (ask.subject, ask.object, ask.episode_id, ask.speaker, ask.barred) == ("Ana", None, "e1", "ana", "")


def test_requests_of_an_import_are_only_proposed() -> None:
    stated, (ask,) = without_asks([(STATED, SOURCE), (replace(ASKED, object="tea"), replace(SOURCE, n=3))], None)
    assert len(stated) == 1
    assert (ask.n, ask.object, ask.barred) == (3, "tea", NO_MESSAGE)
