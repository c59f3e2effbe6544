"""A summary of a session: what the summariser gets, what is stored, and turns that are forgotten in between."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from graphmem.brain.sessions import Sessions
from graphmem.claims import Call
from graphmem.ingest.session_summaries import TRIES, summarise
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.summaries import SaidTurn, Summarised, SummaryRequest
from graphmem_contract.errors import NotFound, RevisionConflict
from graphmem_contract.records import TokensUsed
from graphmem_contract.sessions import SessionSummary
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.claim_building import settings

FIRST, LAST, STORED = (datetime(2024, 5, day, tzinfo=UTC) for day in (1, 3, 9))
CALL = Call("summary", "model", "p", "a", 1.0, TokensUsed(input=5, output=1, total=6))
ANSWER = Summarised("Ana moves to Lisbon.", ("She likes the sea.",), "A flat was found.", "model", (CALL,), ("cut",))


class Summariser:
    """Answers with one summary, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[SummaryRequest] = []

    async def summarise(self, request: SummaryRequest) -> Summarised:
        self.asked.append(request)
        return ANSWER


def turn(content: str = "Hi.", **fields: Any) -> dict[str, Any]:
    return {"speaker": "Ana", "role": "user", "content": content, "at": FIRST, "request": None, **fields}


def session(*turns: dict[str, Any], **fields: Any) -> Rows:
    known = {
        "episodes": len(turns), "ids": ["e1"], "first": FIRST, "last": LAST, "turns": list(turns),
        "facts": [{"text": "Ana sings.", "ids": ["s1"]}],
        "entities": [],
    }  # fmt: skip
    return [{**known, **fields}]


def graph(read: Any, kept: Any = None) -> FakeGraph:
    return FakeGraph({"ingest/read_session": read, "ingest/store_summary": kept or [{"recordedAt": STORED}]})


async def summed_up(store: FakeGraph, summariser: Summariser, **changes: Any) -> SessionSummary:
    return await summarise(
        store, summariser, HashEmbedder(16), "ana", "s1", settings(**changes)  # type: ignore[arg-type]
    )  # fmt: skip


async def asked_of(*turns: dict[str, Any], **fields: Any) -> SummaryRequest:
    summariser = Summariser()
    await summed_up(graph(session(*turns, **fields)), summariser)
    return summariser.asked[0]


# --------------------------------------------------------------------------- the request


async def test_the_turns_of_a_chat_come_one_by_one_without_blank_ones() -> None:
    chat = [
        {"role": "user", "content": "Hello", "name": "Bob", "time": "2024-05-02T00:00:00Z"},
        {"role": "assistant", "content": "  "},
        {"role": "assistant", "content": "Good day"},
    ]
    request = await asked_of(turn(request=json.dumps({"messages": chat})))
    assert request.turns == (
        SaidTurn("Bob", "Hello", FIRST + timedelta(days=1), "user"),
        SaidTurn("assistant", "Good day", FIRST, "assistant"),
    )


@pytest.mark.parametrize(
    ("fields", "who"),
    [({}, "Ana"), ({"speaker": None, "role": "tool"}, "tool"), ({"speaker": None, "role": None}, "user")],
)
async def test_any_other_episode_is_one_turn_of_its_speaker_else_its_role(fields: dict[str, Any], who: str) -> None:
    request = await asked_of(turn(**fields))
    assert [said.who for said in request.turns] == [who]


async def test_turns_that_are_not_given_are_counted() -> None:
    assert (await asked_of(turn(), turn(), episodes=9)).left_out == 7


async def test_instructions_and_time_zone_are_those_of_the_brain() -> None:
    summariser = Summariser()
    await summed_up(graph(session(turn())), summariser, instructions="Mind the ferries.", time_zone="Asia/Tokyo")
    (request,) = summariser.asked
    assert (request.instructions, request.time_zone, request.facts) == (
        "Mind the ferries.",
        "Asia/Tokyo",
        ("Ana sings.",),
    )


# --------------------------------------------------------------------------- what is stored


async def stored(**fields: Any) -> Mapping[str, Any]:
    store = graph(session(turn(), **fields))
    await summed_up(store, Summariser())
    return store.parameters["ingest/store_summary"][0]


async def test_the_summary_is_stored_as_an_episode_with_its_parts() -> None:
    call = await stored()
    content = "Ana moves to Lisbon.\n- She likes the sea.\nOutcome: A flat was found."
    props = call["props"]
    assert (props["content"], props["kind"], props["status"], props["occurredAt"]) == (
        content,
        "summary",
        "stored",
        LAST,
    )
    assert call["searchText"] == f"3 May 2024\n{content}"
    assert json.loads(props["metadata"]) == {
        "summary": "Ana moves to Lisbon.", "observations": ["She likes the sea."], "outcome": "A flat was found.",
        "method": "model",
    }  # fmt: skip
    assert json.loads(props["trace"])["calls"][0]["purpose"] == "summary"
    assert (call["turns"], call["facts"], props["covers"]) == (["e1"], [["s1"]], 1)


async def test_the_summary_mentions_the_entities_that_it_names() -> None:
    entities = [{"id": "1", "norms": ["ana"]}, {"id": "2", "norms": ["bob", "lisbon"]}, {"id": "3", "norms": ["li"]}]
    assert (await stored(entities=entities))["entities"] == ["1", "2"]


async def test_the_answer_has_the_parts_and_the_cost() -> None:
    store = graph(session(turn(), turn()))
    result = await summed_up(store, Summariser())
    assert (result.summary, result.observations, result.outcome) == (
        ANSWER.summary,
        ANSWER.observations,
        ANSWER.outcome,
    )
    assert (result.episodes, result.first, result.last, result.recorded_at) == (2, FIRST, LAST, STORED)
    assert (result.method, result.warnings, result.tokens_used.total) == ("model", ("cut",), 6)
    assert result.episode_id == store.parameters["ingest/store_summary"][0]["id"]


# --------------------------------------------------------------------------- refusals


async def test_a_session_without_episodes_is_not_found_and_no_model_is_asked() -> None:
    summariser = Summariser()
    with pytest.raises(NotFound):
        await summed_up(graph(session()), summariser)
    assert summariser.asked == []


async def test_after_a_turn_was_forgotten_the_session_is_summed_up_again() -> None:
    answers = iter([[], [{"recordedAt": STORED}]])
    summariser = Summariser()
    store = graph(session(turn()), lambda _: next(answers))
    assert (await summed_up(store, summariser)).recorded_at == STORED
    assert (len(summariser.asked), store.calls["ingest/read_session"]) == (2, 2)


async def test_turns_that_are_forgotten_again_and_again_end_it_with_a_conflict() -> None:
    summariser = Summariser()
    with pytest.raises(RevisionConflict):
        await summed_up(graph(session(turn()), lambda _: []), summariser)
    assert len(summariser.asked) == TRIES


# --------------------------------------------------------------------------- lists


async def test_one_session_more_than_the_limit_makes_a_next_page() -> None:
    rows = [
        {
            "id": f"s{n}",
            "episodes": 1,
            "first": FIRST,
            "last": LAST,
            "summary": json.dumps({"summary": "x"}) if n else None,
        }
        for n in range(3)
    ]
    store: Any = FakeGraph({"api/sessions": lambda asked: rows[: asked["limit"]]})
    sessions = Sessions(SimpleNamespace(store=store), "ana")  # type: ignore[arg-type]
    page = await sessions.list(limit=2)
    assert [(one.id, one.summary) for one in page] == [("s0", None), ("s1", "x")]
    assert page.next_cursor == "s1"
    assert (await sessions.list(limit=3, cursor="s0")).next_cursor is None
    assert store.parameters["api/sessions"][1]["after"] == "s0"
