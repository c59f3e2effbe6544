"""`Idempotency-Key` on every write except episodes."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from api import idempotency
from api.answers import Answer
from graphmem.memory import Memory
from graphmem_contract.http_errors import StillRunningError
from tests.api.conftest import Api, assert_problem

TEA = {"subject": "Ana", "relation": "likes", "object": "tea", "valid_from": "2024-01-01"}


async def test_the_same_key_and_body_get_the_first_answer_again(api: Api) -> None:
    first = await api.post("/facts", TEA, key="k")
    second = await api.post("/facts", TEA, key="k")
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert second.content == first.content
    life = (await api.get(f"/facts/{first.json()['id']}/history")).json()
    assert len(life["statements"]) == 1


async def test_the_order_of_the_fields_makes_no_other_body(api: Api) -> None:
    first = await api.post("/facts", TEA, key="k")
    turned = await api.post("/facts", dict(reversed(TEA.items())), key="k")
    assert turned.content == first.content


async def test_another_body_or_address_under_the_same_key_is_refused(api: Api) -> None:
    fact = (await api.post("/facts", TEA, key="k")).json()
    for path, body in (("/facts", {**TEA, "object": "rum"}), (f"/facts/{fact['id']}:invalidate", {})):
        answer = await api.post(path, body, key="k")
        assert_problem(answer, 422, "idempotency_mismatch", "Idempotency-Key")
    assert (await api.get(f"/facts/{fact['id']}")).json()["holds_now"]
    assert len((await api.get("/facts")).json()["facts"]) == 1


async def test_the_same_key_in_another_brain_is_another_key(api: Api) -> None:
    first = await api.post("/facts", TEA, key="k")
    other = await api.client.post(
        f"/v1/brains/{api.brain}x/facts", json={**TEA, "object": "rum"}, headers={"Idempotency-Key": "k"}
    )
    assert (first.status_code, other.status_code) == (201, 201)


@pytest.mark.parametrize("keys", ["counting up", "by chance"])
async def test_answers_leave_after_their_time_and_never_before_it(
    api: Api, memory: Memory, monkeypatch: pytest.MonkeyPatch, keys: str
) -> None:
    monkeypatch.setattr(idempotency, "PRUNE_EVERY", 1)
    names = [f"{n:03}" if keys == "counting up" else hashlib.sha256(bytes([n])).hexdigest() for n in range(12)]
    first = [await api.post("/facts", {**TEA, "object": f"tea {n}"}, key=name) for n, name in enumerate(names[:8])]
    await aged(memory, api.brain, names[:4], days=7.1)
    await aged(memory, api.brain, names[4:8], days=6.9)
    assert (await api.post("/facts", {**TEA, "object": "tea 7"}, key=names[7])).content == first[7].content
    for n, name in enumerate(names[8:], 8):
        await api.post("/facts", {**TEA, "object": f"tea {n}"}, key=name)
    assert await kept(memory, api.brain) == set(names[4:])
    assert (await api.post("/facts", {**TEA, "object": "tea 4"}, key=names[4])).headers[
        "Idempotency-Replayed"
    ] == "true"
    created_again = await api.post("/facts", {**TEA, "object": "rum"}, key=names[0])
    assert (created_again.status_code, "Idempotency-Replayed" in created_again.headers) == (201, False)


async def test_what_was_forgotten_stays_told_after_that_time(
    api: Api, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "PRUNE_EVERY", 1)
    fact = (await api.post("/facts", TEA, key="a")).json()
    await api.client.delete(api.at(f"/facts/{fact['id']}"))
    await aged(memory, api.brain, ["a"], days=30)
    await api.post("/facts", {**TEA, "object": "rum"}, key="b")
    assert (await api.post("/facts", TEA, key="a")).status_code == 410


async def aged(memory: Memory, brain: str, keys: list[str], days: float) -> None:
    """Make the stored answers so many days old."""
    text = (
        "MATCH (a:Answer {brain: $brain}) WHERE a.key IN $keys "
        "SET a.createdAt = a.createdAt - duration({seconds: $days * 86400})"
    )
    await memory.store.driver.execute_query(text, brain=brain, keys=keys, days=days)


async def kept(memory: Memory, brain: str) -> set[str]:
    text = "MATCH (a:Answer {brain: $brain}) RETURN a.key AS key"
    rows, _, _ = await memory.store.driver.execute_query(text, brain=brain)
    return {row["key"] for row in rows}


async def test_a_key_that_comes_many_times_at_once_is_carried_out_once(api: Api) -> None:
    answers = await asyncio.gather(*(api.post("/facts", TEA, key="k") for _ in range(8)))
    assert {a.status_code for a in answers} == {201}
    assert len({a.content for a in answers}) == 1
    assert sum("Idempotency-Replayed" in a.headers for a in answers) == 7
    life = (await api.get(f"/facts/{answers[0].json()['id']}/history")).json()
    assert len(life["statements"]) == 1


async def test_ends_and_restorations_are_carried_out_once(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea", valid_from="2024-01-01")
    for action in ("invalidate", "restore"):
        path = f"/facts/{fact['id']}:{action}"
        first, second = await api.post(path, {}, key=action), await api.post(path, {}, key=action)
        assert (first.status_code, second.status_code) == (200, 200), second.text
        assert second.content == first.content


async def test_a_request_that_failed_leaves_its_key_free(api: Api) -> None:
    for _ in range(2):
        assert_problem(await api.post("/facts/nothing:invalidate", {}, key="k"), 404, "not_found")
    assert (await api.post("/facts", TEA, key="k")).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\tbed"])
async def test_an_unusable_key_is_refused(api: Api, key: str) -> None:
    for path, body in (("/facts", TEA), ("/episodes", {"content": "hello"})):
        answer = await api.client.post(api.at(path), json=body, headers={"Idempotency-Key": key})
        assert_problem(answer, 422, "invalid_input", "Idempotency-Key")


async def test_a_claim_of_a_process_that_is_gone_lapses(
    api: Api, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "MOST_POLLS", 3)
    sent: list[str] = []
    once = idempotency.Once("k", "digest")
    claim = idempotency._Claim(memory.brain(api.brain), "k", "gone")
    assert await claim.take(once.digest) is None

    async def work() -> Answer:
        sent.append("done")
        return Answer(200, "{}")

    with pytest.raises(StillRunningError):
        await once.answer(memory.brain(api.brain), work)
    monkeypatch.setattr(idempotency, "LEASE_SECONDS", 0.0)
    assert (await once.answer(memory.brain(api.brain), work)).status_code == 200
    assert sent == ["done"]
