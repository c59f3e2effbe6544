"""Webhooks: events go to receivers in order, at least once, signed; what is not taken can be replayed (docs/webhooks.md)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.feed.delivery import Deliverer
from graphmem.feed.receiver_address import networks_of
from graphmem.memory import Memory
from graphmem_contract.errors import InvalidInput, NotFound
from tests.conftest import altered
from tests.signed import is_signed
from tests.story.receiving import Receiving, certified
from tests.story.telling import fact, tell

LOOPBACK = "127.0.0.0/8,::1/128"


@pytest.fixture
def brain(memory: Memory, test_settings: object) -> Brain:
    """A fresh brain of an operator who allows webhooks on this machine."""
    allowing = memory.settings.model_copy(update={"webhook_networks": LOOPBACK})
    return altered(memory, settings=allowing).brain(f"hooks-{uuid4()}")


@pytest.fixture
def deliverer(memory: Memory) -> Deliverer:
    return Deliverer(memory.store, networks_of(LOOPBACK))


@pytest.fixture
async def receiving() -> AsyncIterator[Receiving]:
    async with Receiving.opened() as opened:
        yield opened


@pytest.fixture
def impatient(deliverer: Deliverer) -> Deliverer:
    """The next attempt is due at once, and a batch becomes a dead letter after the third."""
    return replace(deliverer, first_delay_sec=0.0, most_attempts=3)


async def say(brain: Brain, *names: str) -> None:
    for name in names:
        await tell(brain, "2024-01-01", fact("Ana", "likes", name, object_is_entity=False))


async def told(brain: Brain) -> list[str]:
    return [event.id for event in (await brain.feed.changes(limit=1000)).changes]


async def test_events_from_now_on_are_sent_signed_and_in_order(
    brain: Brain, deliverer: Deliverer, receiving: Receiving
) -> None:
    await say(brain, "tea")
    hook = await brain.webhooks.create(receiving.url)
    before = await told(brain)
    await say(brain, "rice", "jazz")
    await deliverer.deliver(brain.name, hook.id)
    assert [event["id"] for event in receiving.events] == (await told(brain))[len(before) :]
    headers, body = receiving.came[0]
    assert headers[""] == "POST /hook?x=1 HTTP/1.1"
    assert json.loads(body) | {"events": []} == {
        "brain": brain.name, "webhook_id": hook.id, "events": [], "missed": False, "replay": False,
    }  # fmt: skip
    assert is_signed(
        hook.secret, headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"], body
    )
    await deliverer.deliver(brain.name, hook.id)
    assert len(receiving.came) == 1
    (state,) = await brain.webhooks.list()
    assert state.last_delivered_at is not None
    assert "secret" not in state.model_dump()


async def test_only_the_chosen_kinds_are_sent(brain: Brain, deliverer: Deliverer, receiving: Receiving) -> None:
    hook = await brain.webhooks.create(receiving.url, kinds=["fact.withdrawn"])
    await say(brain, "tea")
    await deliverer.deliver(brain.name, hook.id)
    assert receiving.came == []
    await brain.invalidate((await brain.facts("Ana"))[0].id, kind="corrected")
    await deliverer.deliver(brain.name, hook.id)
    assert [event["kind"] for event in receiving.events] == ["fact.withdrawn"]


async def test_a_failed_batch_is_sent_again_unchanged_and_nothing_overtakes_it(
    brain: Brain, impatient: Deliverer, receiving: Receiving
) -> None:
    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    receiving.answers = [500, 302]
    await impatient.deliver(brain.name, hook.id)
    await say(brain, "rice")
    await impatient.deliver(brain.name, hook.id)
    (state,) = await brain.webhooks.list()
    assert (state.attempts, state.last_error) == (2, "status 302")
    for _ in range(2):
        await impatient.deliver(brain.name, hook.id)
    bodies, ids = [body for _, body in receiving.came], [headers["webhook-id"] for headers, _ in receiving.came]
    assert bodies[0] == bodies[1] == bodies[2] != bodies[3]
    assert ids[0] == ids[1] == ids[2] != ids[3]
    assert list(dict.fromkeys(event["id"] for event in receiving.events)) == await told(brain)


async def test_the_next_attempt_waits(brain: Brain, deliverer: Deliverer, receiving: Receiving) -> None:
    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    receiving.answers = [500]
    for _ in range(2):
        await deliverer.deliver(brain.name, hook.id)
    assert len(receiving.came) == 1
    assert (await brain.webhooks.list())[0].next_attempt_at is not None


async def test_what_is_never_taken_becomes_a_dead_letter_and_can_be_replayed(
    brain: Brain, impatient: Deliverer, receiving: Receiving
) -> None:
    impatient = replace(impatient, most_attempts=2)
    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    lost = await told(brain)
    receiving.answers = [500, 500]
    for _ in range(2):
        await impatient.deliver(brain.name, hook.id)
    (letter,) = await brain.webhooks.dead_letters(hook.id)
    assert (list(letter.events), letter.attempts, letter.last_error) == (lost, 2, "status 500")
    await say(brain, "rice")
    await impatient.deliver(brain.name, hook.id)
    assert [event["id"] for event in receiving.events][2 * len(lost) :] == (await told(brain))[len(lost) :]

    receiving.came.clear()
    receiving.answers = [500]
    assert await brain.webhooks.replay(hook.id) == 1
    await impatient.deliver(brain.name, hook.id)
    assert [one.replaying for one in await brain.webhooks.dead_letters(hook.id)] == [False]
    assert await brain.webhooks.replay(hook.id, letter_id=letter.id) == 1
    await impatient.deliver(brain.name, hook.id)
    assert json.loads(receiving.came[-1][1])["replay"] is True
    assert [event["id"] for event in json.loads(receiving.came[-1][1])["events"]] == lost
    assert len(await brain.webhooks.dead_letters(hook.id)) == 0


async def test_a_receiver_that_is_gone_stops_the_webhook_until_somebody_starts_it(
    brain: Brain, deliverer: Deliverer, receiving: Receiving
) -> None:
    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    receiving.answers = [410]
    for _ in range(2):
        await deliverer.deliver(brain.name, hook.id)
    assert len(receiving.came) == 1
    assert not (await brain.webhooks.list())[0].active
    await brain.webhooks.change(hook.id, active=True)
    await deliverer.deliver(brain.name, hook.id)
    assert len(receiving.came) == 2


async def test_both_secrets_sign_after_a_rotation(brain: Brain, deliverer: Deliverer, receiving: Receiving) -> None:
    hook = await brain.webhooks.create(receiving.url)
    fresh = await brain.webhooks.rotate(hook.id)
    assert fresh.secret != hook.secret
    await say(brain, "tea")
    await deliverer.deliver(brain.name, hook.id)
    ((headers, body),) = receiving.came
    for secret in (hook.secret, fresh.secret):
        assert is_signed(
            secret, headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"], body
        )


async def test_processes_take_turns_at_a_webhook(brain: Brain, deliverer: Deliverer, receiving: Receiving) -> None:
    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    await asyncio.gather(*(deliverer.deliver(brain.name, hook.id) for _ in range(6)))
    assert [event["id"] for event in receiving.events] == await told(brain)


async def test_what_is_due_is_found_and_delivered(brain: Brain, deliverer: Deliverer, receiving: Receiving) -> None:
    await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    for _ in range(20):
        if receiving.came or not await deliverer.deliver_due():
            break
    assert [event["id"] for event in receiving.events] == await told(brain)


async def test_removed_events_are_told_as_missed(brain: Brain, deliverer: Deliverer, receiving: Receiving) -> None:
    from graphmem.feed.changes import prune_changes

    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    await prune_changes(brain.engine.store, days=0, brain=brain.name)
    await say(brain, "rice")
    for _ in range(3):
        await deliverer.deliver(brain.name, hook.id)
    assert [json.loads(body)["missed"] for _, body in receiving.came] == [True]
    assert [event["id"] for event in receiving.events] == await told(brain)
    await say(brain, "jazz")
    await deliverer.deliver(brain.name, hook.id)
    assert json.loads(receiving.came[-1][1])["missed"] is False


async def test_the_certificate_is_that_of_the_name_and_the_connection_that_of_the_address(
    brain: Brain, memory: Memory, tmp_path: Path
) -> None:
    server, client = certified(tmp_path, "localhost")
    strange, _ = certified(tmp_path, "elsewhere.example")
    trusting = Deliverer(memory.store, networks_of(LOOPBACK), client)
    async with Receiving.opened(server, "localhost") as good, Receiving.opened(strange, "localhost") as bad:
        hooks = [await brain.webhooks.create(one.url) for one in (good, bad)]
        await say(brain, "tea")
        for hook in hooks:
            await trusting.deliver(brain.name, hook.id)
        assert (len(good.came), len(bad.came)) == (1, 0)
        assert good.came[0][0]["host"].startswith("localhost:")
        assert (await brain.webhooks.list())[1].last_error == "ConnectError"


async def test_addresses_that_are_not_allowed_are_refused_at_once_and_at_each_delivery(
    memory: Memory, brain: Brain, receiving: Receiving
) -> None:
    plain = memory.brain(f"plain-{uuid4()}")
    for url in (
        receiving.url,
        "https://127.0.0.1/",
        "https://169.254.169.254/latest",
        "https://[::1]/",
        "http://192.0.33.8/",
    ):
        with pytest.raises(InvalidInput):
            await plain.webhooks.create(url)
    assert await plain.webhooks.list() == ()
    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    await Deliverer(memory.store).deliver(brain.name, hook.id)  # of an operator who does not allow it any more
    assert receiving.came == []
    assert (await brain.webhooks.list())[0].last_error == "its address is not allowed"


async def test_what_is_not_there_is_told(brain: Brain, receiving: Receiving) -> None:
    hook = await brain.webhooks.create(receiving.url)
    for wrong in ("none", ""):
        for call in (
            brain.webhooks.change,
            brain.webhooks.rotate,
            brain.webhooks.delete,
            brain.webhooks.dead_letters,
            brain.webhooks.replay,
        ):
            with pytest.raises(NotFound):
                await call(wrong)  # type: ignore[operator]
    with pytest.raises(NotFound):
        await brain.webhooks.replay(hook.id, letter_id="none")
    with pytest.raises(InvalidInput):
        await brain.webhooks.create(receiving.url, kinds=["fact.burnt"])  # type: ignore[list-item]
    assert (await brain.webhooks.delete(hook.id)).id == hook.id
    assert await brain.webhooks.list() == ()


async def test_no_export_has_secrets(brain: Brain, receiving: Receiving) -> None:
    hook = await brain.webhooks.create(receiving.url)
    await say(brain, "tea")
    text = "\n".join([line async for line in brain.transfer.export()])
    assert hook.secret not in text
    assert receiving.url not in text
    await brain.delete()
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (n:Webhook {brain: $brain}) RETURN count(n) AS left", brain=brain.name
    )
    assert rows[0]["left"] == 0
