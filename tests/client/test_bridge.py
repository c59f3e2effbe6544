"""One brain for synchronous and asynchronous callers, in and outside its event loop."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

import pytest

from graphmem_client import GraphmemClientSync
from graphmem_client.integrations.bridge import AnyBrain, Bridge, Bridges
from graphmem_client.protocol import BrainLike


class Asynchronous:
    """A brain that says in which thread it is called."""

    name = "a"

    async def remember(self) -> int:
        await asyncio.sleep(0)
        return threading.get_ident()


class Synchronous:
    name = "s"

    def remember(self) -> int:
        return threading.get_ident()


async def told(brain: BrainLike) -> Any:
    return await cast(Any, brain).remember()


async def test_an_asynchronous_brain_is_called_in_its_loop() -> None:
    bridge, own = Bridge(cast(AnyBrain, Asynchronous())), threading.get_ident()
    assert await bridge.run(told) == own
    assert await asyncio.to_thread(bridge.wait, told) == own
    assert await asyncio.to_thread(asyncio.run, bridge.run(told)) == own
    with pytest.raises(RuntimeError, match="block"):
        bridge.wait(told)


def test_an_asynchronous_brain_without_a_loop_says_so() -> None:
    with pytest.raises(RuntimeError, match="GraphmemClientSync"):
        Bridge(cast(AnyBrain, Asynchronous())).wait(told)


async def test_a_synchronous_brain_is_called_beside_the_loop() -> None:
    bridge, own = Bridge(cast(AnyBrain, Synchronous())), threading.get_ident()
    assert bridge.wait(told) == own
    assert await bridge.run(told) != own


async def test_the_brain_of_a_namespace_is_called_in_the_loop_of_the_adapter() -> None:
    brains = {"a": Asynchronous(), "b": Synchronous()}
    bridges, own = Bridges(lambda asked: cast(AnyBrain, brains[asked])), threading.get_ident()
    assert await asyncio.to_thread(lambda: bridges.of("a").wait(told)) == own
    assert bridges.of("b").wait(told) == own
    late = await asyncio.to_thread(Bridges, lambda asked: cast(AnyBrain, brains[asked]))
    assert await late.of("a").run(told) == own
    assert await asyncio.to_thread(lambda: late.of("a").wait(told)) == own


def test_work_with_a_synchronous_brain_waits_for_nothing_else() -> None:
    async def sleepy(brain: BrainLike) -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="something else"):
        Bridge(cast(AnyBrain, Synchronous())).wait(sleepy)


async def test_an_error_comes_through() -> None:
    async def failing(brain: BrainLike) -> None:
        raise KeyError(brain.name)

    for brain in (Asynchronous(), Synchronous()):
        with pytest.raises(KeyError):
            await asyncio.to_thread(Bridge(cast(AnyBrain, brain)).wait, failing)
        with pytest.raises(KeyError):
            await Bridge(cast(AnyBrain, brain)).run(failing)


async def test_the_synchronous_client_keeps_items(url: str) -> None:
    def script() -> object:
        with GraphmemClientSync(url) as client:
            brain = client.brain("bridge-items")
            bridge = Bridge(brain)
            bridge.wait(lambda one: one.items.put([{"key": "k", "value": {"n": 1}}]))
            (found,) = bridge.wait(lambda one: one.items.get([{"key": "k"}]))
            brain.delete()
            return found and found.value

    assert await asyncio.to_thread(script) == {"n": 1}
