"""`Bridge`: one brain for synchronous and asynchronous callers."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar, cast

from graphmem_client._sync.brain import ClientBrainSync
from graphmem_client.protocol import BrainLike

T = TypeVar("T")
AnyBrain = BrainLike | ClientBrainSync
Work = Callable[[BrainLike], Coroutine[Any, Any, T]]
"""What is done with a brain. It awaits nothing but methods of the brain."""


class Bridge:
    """Lets synchronous and asynchronous callers do the same work with one brain.

    An asynchronous brain belongs to the event loop in which it was opened: make the bridge there. A synchronous caller in
    another thread waits for that loop. A synchronous brain is called in the thread of a synchronous caller, and in a thread
    of its own for an asynchronous one.
    """

    def __init__(self, brain: AnyBrain, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Make a bridge. `loop`: that of the brain, if it is not the running one. Equal brains have one `place`."""
        is_asynchronous = inspect.iscoroutinefunction(brain.remember)
        self.place = (brain.name, _home_of(brain))
        self._brain = brain if is_asynchronous else _Awaitable(brain)
        self._is_synchronous = not is_asynchronous
        self._loop = loop or _running_loop()

    def wait(self, work: Work[T], timeout_sec: float | None = None) -> T:
        """Do the work, and return its result to a synchronous caller.

        Raises:
            RuntimeError: the brain is asynchronous, and its loop is not known, has ended, or is that of the caller.
            TimeoutError: the work takes longer than `timeout_sec`.
        """
        if self._is_synchronous:
            return _within(timeout_sec, lambda: _finished(work(cast(BrainLike, self._brain))))
        if self._loop is None:
            raise RuntimeError(
                "This brain is asynchronous: use it in its event loop, or give one of GraphmemClientSync."
            )
        if self._loop is _running_loop():
            raise RuntimeError("This call would block the event loop of the brain: use the asynchronous method.")
        future = self._sent(work, self._loop)
        try:
            return future.result(timeout_sec)
        except TimeoutError:
            future.cancel()
            raise

    async def run(self, work: Work[T]) -> T:
        """Do the work, and return its result to an asynchronous caller."""
        if self._is_synchronous:
            return await asyncio.to_thread(self.wait, work)
        self._loop = loop = self._loop or asyncio.get_running_loop()
        if loop is asyncio.get_running_loop():
            return await work(cast(BrainLike, self._brain))
        return await asyncio.wrap_future(self._sent(work, loop))

    def _sent(self, work: Work[T], loop: asyncio.AbstractEventLoop) -> Future[T]:
        """Give the work to the loop of the brain."""
        if not loop.is_running():
            raise RuntimeError("The event loop of this brain has ended: open the brain in the loop that uses it.")
        return asyncio.run_coroutine_threadsafe(work(cast(BrainLike, self._brain)), loop)


class Bridges:
    """The bridges of an adapter: one for a fixed brain, or one for each brain that a function returns."""

    def __init__(self, brain: AnyBrain | Callable[[Any], AnyBrain]) -> None:
        self._brain = brain
        self._only = None if callable(brain) else Bridge(brain)
        self._loop = _running_loop()

    def of(self, asked: Any) -> Bridge:
        """Return the bridge of the brain for what is asked."""
        if self._only is not None:
            return self._only
        self._loop = self._loop or _running_loop()
        return Bridge(cast(Callable[[Any], AnyBrain], self._brain)(asked), self._loop)


def value_for(value: T | Callable[[Any], T], asked: Any) -> T:
    """Return a value, or what a function returns for what is asked (a namespace, a run): the name of a speaker."""
    return value(asked) if callable(value) else value


class _Awaitable:
    """A synchronous brain, or a subject of one, whose methods can be awaited. They are called at once: nothing ever waits."""

    def __init__(self, part: object) -> None:
        self._part = part

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._part, name)
        if callable(member):
            return partial(self._called, member)
        return member if isinstance(member, str) else _Awaitable(member)

    async def _called(self, method: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        return method(*arguments, **options)


def _within(timeout_sec: float | None, call: Callable[[], T]) -> T:
    """Return the result of a call; with a limit of time it runs in a thread of its own, which is left behind if it is late."""
    if timeout_sec is None:
        return call()
    future: Future[T] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
            future.set_exception(error)

    threading.Thread(target=work, name="graphmem-memory", daemon=True).start()
    return future.result(timeout_sec)


def _finished(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of work that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        return cast(T, end.value)
    work.close()
    raise RuntimeError("Work with a synchronous brain waited for something else.")


def _home_of(brain: AnyBrain) -> object:
    """Return what tells brains of one name apart: the service, or the connection of the library."""
    service = getattr(brain, "_service", None)
    return id(getattr(brain, "engine", brain) if service is None else service.address)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
