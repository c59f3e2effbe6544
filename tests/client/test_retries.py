"""Which calls are sent again, after what, and with what; against a real server with scripted answers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphmem_client import (
    ClientBrain,
    ConflictError,
    DatabaseUnavailable,
    GatewayError,
    GraphmemClient,
    GraphmemClientSync,
    GraphmemError,
    InvalidInput,
    ModelError,
    Retry,
    ServiceUnreachable,
    TooManyRequests,
)
from graphmem_client.attempts import Attempts
from graphmem_client.calls import Again, Call
from tests.client.scripted_http import CUT, Given, ScriptedHttp, problem

FAST = Retry(attempts=3, first_wait_sec=0.001, longest_wait_sec=0.002)
STATS = Given(
    body=json.dumps(
        {
            "brain": "b",
            "revision": 1,
            "entities": 0,
            "facts": 7,
            "facts_holding": 7,
            "facts_closed": 0,
            "events": 0,
            "values": 0,
            "statements": 0,
            "episodes": {},
            "relations": {},
            "entity_types": {},
        }
    ).encode()
)
CHANGES = Given(body=b'{"changed": [], "recorded_at": null}')
WRITTEN = Given(201, b'{"episode_id": "e"}')
Doing = Callable[[ClientBrain], Awaitable[Any]]


async def asked(doing: Doing, *answers: Given, retry: Retry = FAST) -> tuple[Any, list[Any]]:
    """The result or the error of a call, and the requests that arrived."""
    async with ScriptedHttp(*answers) as server, GraphmemClient(server.url, retry=retry) as client:
        try:
            return await doing(client.brain("b")), server.received
        except GraphmemError as error:
            return error, server.received


@pytest.mark.parametrize(
    "answer",
    [
        CUT,
        Given(body=STATS.body, cut=60),
        problem(429, "too_many_requests"),
        problem(503, "database_busy"),
        Given(503),
        Given(502),
    ],
)
async def test_a_read_is_sent_again(answer: Given) -> None:
    result, received = await asked(lambda brain: brain.overview.stats(), answer, STATS)
    assert (result.facts, len(received)) == (7, 2)


@pytest.mark.parametrize(
    "answer",
    [
        CUT,
        problem(409, "still_running", retry_after=0.001),
        problem(429, "too_many_requests"),
        problem(503, "revision_conflict"),
    ],
)
@pytest.mark.parametrize(
    ("doing", "last"),
    [
        (lambda brain: brain.remember("Ana likes tea.", metadata={"b": 1, "a": 2}), WRITTEN),
        (lambda brain: brain.invalidate("f"), CHANGES),
        (lambda brain: brain.ontology.set_relation("likes", cardinality="one"), CHANGES),
    ],
)
async def test_a_write_is_sent_again_with_the_same_key_and_the_same_bytes(
    doing: Doing, last: Given, answer: Given
) -> None:
    result, received = await asked(doing, answer, answer, last)
    assert not isinstance(result, GraphmemError), result
    assert len(received) == 3
    assert len({(one.line, one.headers["idempotency-key"], one.body) for one in received}) == 1
    assert len(received[0].headers["idempotency-key"]) >= 32


async def test_each_call_has_a_key_of_its_own_and_a_given_key_is_kept() -> None:
    async def twice(brain: ClientBrain) -> None:
        await brain.remember("Ana.")
        await brain.remember("Ana.")
        await brain.remember("Ana.", idempotency_key="mine")

    _, received = await asked(twice, WRITTEN)
    keys = [one.headers["idempotency-key"] for one in received]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


@pytest.mark.parametrize(
    "doing",
    [
        lambda brain: brain.forget("f"),
        lambda brain: brain.delete(),
        lambda brain: brain.episodes.replay("e"),
        lambda brain: brain.transfer.load(["{}"]),
        lambda brain: brain.recall("x", reinforce=True),
    ],
)
@pytest.mark.parametrize("answer", [CUT, problem(503, "database_unavailable")])
async def test_a_call_that_could_be_carried_out_twice_is_not_sent_again(doing: Doing, answer: Given) -> None:
    error, received = await asked(doing, answer)
    assert len(received) == 1
    assert isinstance(error, ServiceUnreachable | DatabaseUnavailable)
    if isinstance(error, ServiceUnreachable):
        assert error.may_have_arrived


async def test_a_call_that_is_never_repeated_has_no_key_and_waits_for_its_turn() -> None:
    forgotten = Given(body=b'{"removed": {"what": "fact", "id": "f"}}')
    result, received = await asked(lambda brain: brain.forget("f"), problem(429, "too_many_requests"), forgotten)
    assert result.removed.id == "f"
    assert ["idempotency-key" in one.headers for one in received] == [False, False]


async def test_a_rehearsal_has_no_key_and_is_sent_again() -> None:
    _, received = await asked(lambda brain: brain.invalidate("f", dry_run=True), CUT, CHANGES)
    assert ["idempotency-key" in one.headers for one in received] == [False, False]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (problem(409, "already_closed"), ConflictError),
        (problem(502, "model_failed"), ModelError),
        (problem(504, "model_timeout"), ModelError),
        (Given(500), GraphmemError),
    ],
)
async def test_other_errors_are_raised_at_once(answer: Given, kind: type[GraphmemError]) -> None:
    error, received = await asked(lambda brain: brain.invalidate("f"), answer)
    assert isinstance(error, kind)
    assert len(received) == 1


async def test_attempts_have_an_end() -> None:
    error, received = await asked(lambda brain: brain.overview.stats(), Given(504))
    assert isinstance(error, GatewayError)
    assert len(received) == FAST.attempts


async def test_without_retries_nothing_is_sent_again_and_no_key_is_made() -> None:
    error, received = await asked(lambda brain: brain.invalidate("f"), CUT, retry=Retry(attempts=1))
    assert isinstance(error, ServiceUnreachable)
    assert ["idempotency-key" in one.headers for one in received] == [False]


async def test_a_full_queue_is_told_and_not_waited_out() -> None:
    error, received = await asked(
        lambda brain: brain.episodes.check_queue(), problem(429, "too_many_requests", retry_after=5.0)
    )
    assert isinstance(error, TooManyRequests)
    assert (error.retry_after, len(received)) == (5.0, 1)


async def test_a_service_that_is_not_there_is_unreachable() -> None:
    async with ScriptedHttp(STATS) as server:
        url = server.url
    async with GraphmemClient(url, retry=FAST) as client:
        with pytest.raises(ServiceUnreachable) as raised:
            await client.brain("b").delete()
    assert not raised.value.may_have_arrived
    for told in (url, "graphmem serve", "GRAPHMEM_URL"):
        assert told in str(raised.value)


@pytest.mark.parametrize(
    "url", ["localhost:8350", "bolt://127.0.0.1:7687", "", "http://", "http://me:secret@host?x", "http://host?secret"]
)
def test_an_address_that_is_none_is_shown_with_an_example_and_without_a_password(url: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        GraphmemClientSync(url)
    told = str(raised.value)
    assert "http://127.0.0.1:8350" in told
    assert "GRAPHMEM_URL" in told
    assert ("…" if "?" in url else repr(url)) in told
    assert "secret" not in told


def test_the_service_decides_how_long_to_wait_and_the_client_how_long_at_most() -> None:
    retry = Retry(attempts=4, first_wait_sec=1.0, longest_wait_sec=3.0, longest_retry_after_sec=30.0)
    waits = [retry.wait_sec(failures, GraphmemError("x")) for failures in (1, 2, 3, 4)]
    assert waits[3] is None
    assert [0.5 <= (waits[0] or 0) <= 1.0, 1.0 <= (waits[1] or 0) <= 2.0, 1.5 <= (waits[2] or 0) <= 3.0] == [True] * 3
    asked_to_wait = retry.wait_sec(1, GraphmemError("x", retry_after=20.0))
    assert asked_to_wait is not None
    assert 20.0 <= asked_to_wait <= 20.5
    assert retry.wait_sec(1, GraphmemError("x", retry_after=31.0)) is None
    assert len({retry.wait_sec(1, GraphmemError("x")) for _ in range(5)}) > 1


def test_an_import_that_gets_further_has_all_its_attempts_again() -> None:
    attempts = Attempts(Call("importFacts", "POST", "/", Again.SAFE), Retry(attempts=2, first_wait_sec=0.0))
    cut = ServiceUnreachable("cut", may_have_arrived=True)
    for reached in (10, 20, 30):
        attempts.wait_sec(cut, reached)
    with pytest.raises(ServiceUnreachable):
        attempts.wait_sec(cut, 30)
