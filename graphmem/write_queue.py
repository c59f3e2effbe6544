"""One slot for each kind of write, brain and process. Writers queue for it; its holder may do the work of those who wait.

The slot keeps writers of one process from overtaking each other, which would make each read everything again. It is not what
keeps the graph right: between processes the brain's lock and its state decide (`cypher/ingest/commit.cypher`), and they decide
here too where a writer did not wait. A holder releases the slot before it asks a model. A writer waits for the slot at most
`patience_sec`; a writer whose ticket is taken waits for the outcome of its ticket.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

WorkT = TypeVar("WorkT")
ResultT = TypeVar("ResultT")

PATIENCE_SEC = 2.0
"""How long a writer waits for a slot before it goes ahead without one, as a writer of another process would."""
EXPECTED_SEC = 0.5
"""How long a slot holder counts on a writer that has announced itself and has not arrived."""


@dataclass(frozen=True, slots=True)
class Done(Generic[ResultT]):
    """The slot holder did the work."""

    result: ResultT


@dataclass(frozen=True, slots=True)
class Retry:
    """The slot holder did not do the work: its owner does it alone."""


@dataclass(frozen=True, slots=True)
class Requeue:
    """The slot holder gave the ticket back untried: its owner queues again."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The work failed; its owner raises the error."""

    error: Exception


Outcome = Done[ResultT] | Retry | Requeue | Failed


@dataclass(eq=False, slots=True)
class Ticket(Generic[WorkT, ResultT]):
    """A piece of work in the queue. Another writer that holds the slot may take it and do it.

    `context` is that of the owner, so that log lines and stage times go to the owner's episode.
    """

    work: WorkT
    context: Context = field(default_factory=copy_context)
    patience: asyncio.Timeout | None = None
    """The owner's remaining wait for a slot of its own; None when it does not wait."""
    _outcome: asyncio.Future[Outcome[ResultT]] | None = None

    @property
    def taken(self) -> bool:
        """Whether a slot holder took it, with success or without."""
        return self._outcome is not None

    @property
    def waits(self) -> bool:
        """Whether its owner still waits for a slot of its own."""
        return self.patience is not None and not self.patience.expired()

    async def result(self) -> ResultT | None:
        """The result, where a slot holder did the work; None: the owner has to do it alone.

        Raises:
            Exception: the error of a `Failed` outcome.
        """
        outcome = await asyncio.shield(self._outcome) if self._outcome is not None else Retry()
        if isinstance(outcome, Failed):
            raise outcome.error
        return outcome.result if isinstance(outcome, Done) else None

    def take(self) -> None:
        """Mark it as taken by the slot holder, who must resolve it."""
        self._outcome = asyncio.get_running_loop().create_future()

    def resolve(self, outcome: Outcome[ResultT]) -> None:
        """Tell the owner the outcome. A second call does nothing."""
        if self._outcome is None or self._outcome.done():
            return
        self._outcome.set_result(outcome)
        if not isinstance(outcome, Retry) and self.patience is not None and self.waits:
            self.patience.reschedule(asyncio.get_running_loop().time())  # the owner has nothing left to wait for

    def give_back(self) -> bool:
        """Undo `take`. True: the owner still waits in the queue; False: it is told to queue again."""
        if self.waits:
            self._outcome = None
            return True
        self.resolve(Requeue())
        return False

    async def reset_if_requeued(self) -> bool:
        """Wait for the outcome of a taken ticket. True: it was given back, and can be taken again."""
        if self._outcome is None or not isinstance(await asyncio.shield(self._outcome), Requeue):
            return False
        self._outcome = None
        return True


@dataclass(eq=False)
class _Queue(Generic[WorkT, ResultT]):
    """The writers that wait for one brain, first come first served."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tickets: dict[Ticket[WorkT, ResultT], None] = field(default_factory=dict)
    announced: dict[object, float] = field(default_factory=dict)
    """Writers that have announced themselves and have not left, with the time of it on a monotonic clock."""


class Slot(Generic[WorkT, ResultT]):
    """A place in the queue of a brain. `is_held`: it holds the slot; it does not where the wait was too long."""

    def __init__(
        self,
        queue: _Queue[WorkT, ResultT],
        ticket: Ticket[WorkT, ResultT] | None,
        patience_sec: float = PATIENCE_SEC,
        expected_sec: float = EXPECTED_SEC,
    ) -> None:
        self._queue = queue
        self._ticket = ticket
        self._patience_sec = patience_sec
        self._expected_sec = expected_sec
        self._held = False

    @property
    def is_held(self) -> bool:
        """Whether this writer holds the slot now."""
        return self._held

    async def acquire(self) -> None:
        """Wait for the slot, at most `patience_sec`, or until the outcome of a taken ticket is known."""
        await self._wait()
        while self._ticket is not None and not self._held and await self._ticket.reset_if_requeued():
            await self._wait()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self._patience_sec) as patience, self._queued(patience):
                self._held = await self._queue.lock.acquire()
        except TimeoutError:
            self._held = False

    @asynccontextmanager
    async def _queued(self, patience: asyncio.Timeout) -> AsyncIterator[None]:
        """Keep the ticket in the queue while the block runs, so that the slot holder can take it."""
        if self._ticket is None:
            yield
            return
        self._queue.tickets[self._ticket], self._ticket.patience = None, patience
        try:
            yield
        finally:
            self._queue.tickets.pop(self._ticket, None)
            self._ticket.patience = None

    @property
    def expects_others(self) -> bool:
        """Whether another writer waits or is about to arrive."""
        soon = time.monotonic() - self._expected_sec
        return bool(self._queue.tickets) or sum(at > soon for at in self._queue.announced.values()) > 1

    @asynccontextmanager
    async def take_waiting(self, most: int) -> AsyncIterator[list[Ticket[WorkT, ResultT]]]:
        """Take up to `most` waiting tickets. Those that are not resolved by the end of the block go alone.

        A writer that lost patience takes others along too; otherwise all of them would go ahead at once, against each other.
        """
        tickets = list[Ticket[WorkT, ResultT]]()
        self.take_more(tickets, most)
        try:
            yield tickets
        finally:
            for ticket in tickets:
                ticket.resolve(Retry())

    def take_more(self, tickets: list[Ticket[WorkT, ResultT]], most: int) -> None:
        """Append tickets that have arrived since, until there are `most`."""
        for ticket in list(self._queue.tickets)[: max(0, most - len(tickets))]:
            del self._queue.tickets[ticket]
            ticket.take()
            tickets.append(ticket)

    def give_back(self, tickets: Iterable[Ticket[WorkT, ResultT]]) -> None:
        """Put untried tickets back at the head of the queue, for the next holder to take."""
        waiting = [ticket for ticket in tickets if ticket.give_back()]
        self._queue.tickets = dict.fromkeys((*waiting, *self._queue.tickets))

    def release(self) -> None:
        """Let the next writer begin. A second call does nothing."""
        if self._held:
            self._held = False
            self._queue.lock.release()


class WriteQueues(Generic[WorkT, ResultT]):
    """The queues of one kind of work, one for each store and brain."""

    def __init__(self, patience_sec: float = PATIENCE_SEC, expected_sec: float = EXPECTED_SEC) -> None:
        self.patience_sec = patience_sec
        self.expected_sec = expected_sec
        self._queues: WeakKeyDictionary[object, WeakValueDictionary[str, _Queue[WorkT, ResultT]]] = WeakKeyDictionary()

    def _queue(self, store: object, brain: str) -> _Queue[WorkT, ResultT]:
        return self._queues.setdefault(store, WeakValueDictionary()).setdefault(brain, _Queue[WorkT, ResultT]())

    @contextmanager
    def announced(self, store: object, brain: str) -> Iterator[None]:
        """Announce a writer that will arrive at once, so that a slot holder may wait to take it along.

        The announcement counts for `expected_sec`.
        """
        queue, writer = self._queue(store, brain), object()
        queue.announced[writer] = time.monotonic()
        try:
            yield
        finally:
            del queue.announced[writer]

    @asynccontextmanager
    async def acquire(
        self, store: object, brain: str, ticket: Ticket[WorkT, ResultT] | None = None
    ) -> AsyncIterator[Slot[WorkT, ResultT]]:
        """A slot at a brain, released with the block at the latest. While it waits, its ticket may be taken."""
        slot = Slot(self._queue(store, brain), ticket, self.patience_sec, self.expected_sec)
        try:
            await slot.acquire()
            yield slot
        finally:
            slot.release()
