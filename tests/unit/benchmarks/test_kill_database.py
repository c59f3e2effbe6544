"""What the benchmark that kills the database counts as lost, doubled and wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.load.kill_database import MOST_DOWN, KillOutcome, Seen, compared, fault_of, figures, message
from graphmem_contract.requests import EpisodeRequest

KNOWN = "Neo4j cannot be reached; send the request again."


def refusal(status: int = 503, retry_after: str | None = "2", **problem: Any) -> str | None:
    body = {"code": "database_unavailable", "detail": KNOWN, **problem}
    return fault_of(status, {} if retry_after is None else {"retry-after": retry_after}, json.dumps(body))


def test_a_503_with_retry_after_is_as_it_should_be() -> None:
    assert refusal() is None
    assert refusal(code="database_busy") is None


@pytest.mark.parametrize(
    ("status", "retry_after", "problem"),
    [
        (500, "2", {}),
        (504, "2", {}),
        (503, None, {}),
        (503, "soon", {}),
        (503, "2", {"code": "not_ready"}),
        (503, "2", {"detail": "Neo4j is gone; nothing was half-written."}),
        (503, "2", {"detail": "The message was not stored."}),
    ],
)
def test_another_answer_is_wrong(status: int, retry_after: str | None, problem: dict[str, Any]) -> None:
    assert refusal(status, retry_after, **problem)


def test_a_503_of_a_proxy_is_wrong() -> None:
    assert fault_of(503, {"retry-after": "2"}, "<html>")


def row(id_: str, content: str, status: str = "extracted", statements: int = 1) -> dict[str, Any]:
    return {"id": id_, "content": content, "status": status, "statements": statements}


def test_accepted_messages_are_found_lost_doubled_or_unfinished() -> None:
    accepted = {"a": "1", "b": "2", "c": "3"}
    whole = [row("1", "a"), row("2", "b"), row("3", "c")]
    assert compared(accepted, whole) == KillOutcome(0, 0, 0)
    assert compared(accepted, whole[1:]) == KillOutcome(1, 0, 0)
    assert compared(accepted, [*whole, row("4", "a")]) == KillOutcome(0, 1, 0)
    assert compared(accepted, [*whole[1:], row("1", "a", statements=2)]) == KillOutcome(0, 1, 0)
    assert compared(accepted, [*whole[1:], row("1", "a", "pending", 0)]) == KillOutcome(0, 0, 1)


def test_a_message_that_nobody_accepted_may_be_there_once() -> None:
    assert compared({}, [row("1", "a")]) == KillOutcome(0, 0, 0)


def test_a_repeated_message_with_another_episode_is_noticed() -> None:
    seen = Seen()
    for id_ in ("1", "1", "2"):
        seen.accept("a", id_)
    assert seen.other_ids == ["a"]
    assert not figures(seen, [(1.0, 2.0)], KillOutcome(0, 0, 0), 20.0)["sound"]


def test_a_slow_return_is_told_and_is_no_loss() -> None:
    told = figures(Seen(), [(1.0, 2.0), (30.0, 4.0)], KillOutcome(0, 0, 0), 20.0)
    assert (told["kill2.recall_s"], told["slowest_s"], told["within_limit"], told["sound"]) == (30.0, 30.0, False, True)


def test_a_database_that_does_not_return_is_no_success() -> None:
    assert not figures(Seen(), [(1.0, MOST_DOWN)], KillOutcome(0, 0, 0), 20.0)["sound"]


def test_messages_are_accepted_and_state_one_fact_each() -> None:
    told = [EpisodeRequest.model_validate(message(who, n)) for who in ("a", "b") for n in range(3)]
    facts = [fact for one in told if one.extraction for fact in one.extraction.facts]
    assert len({(fact.subject, fact.object) for fact in facts}) == len({one.content for one in told}) == len(told) == 6
