"""Writers of one process take turns at a brain; nobody waits for a model, nor for somebody who stands still."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.write_queue import Done, Failed, Ticket, WriteQueues

Letters = WriteQueues[str, str]


class Place:
    """Stands for a store, with the queues of its writers."""

    def __init__(self, **seconds: float) -> None:
        self.queues = Letters(**seconds)

    def acquire(self, brain: str, ticket: Ticket[str, str] | None = None) -> Any:
        """A slot at a brain."""
        return self.queues.acquire(self, brain, ticket)

    def announced(self, brain: str) -> Any:
        """A writer that is about to come."""
        return self.queues.announced(self, brain)


async def wait(store: Place, ticket: Ticket[str, str]) -> str | None:
    """Waits at brain `a`: the result, where a slot holder did the work."""
    async with store.acquire("a", ticket):
        return await ticket.result()


async def overlap(*brains: str, ends: bool = False) -> int:
    """How many are at it at once, one writer a brain that is named; `ends`: each gives its turn away, as for a model's answer."""
    store, inside, most = Place(), 0, 0

    async def write(brain: str) -> None:
        nonlocal inside, most
        async with store.acquire(brain) as slot:
            if ends:
                slot.release()
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.01)
            inside -= 1

    await asyncio.gather(*(write(brain) for brain in brains))
    return most


async def test_one_at_a_time_is_at_a_brain() -> None:
    assert await overlap("a", "a", "a") == 1


async def test_brains_do_not_wait_for_each_other() -> None:
    assert await overlap("a", "b", "a", "b") == 2


async def test_who_asks_a_model_lets_the_next_one_begin() -> None:
    assert await overlap("a", "a", "a", ends=True) == 3


async def test_who_stands_still_is_passed() -> None:
    store = Place(patience_sec=0.01)
    async with store.acquire("a"), asyncio.timeout(5), store.acquire("a"):
        pass
    async with asyncio.timeout(5), store.acquire("a") as slot:
        assert slot.is_held, "who went ahead gave back what it had, and nothing else"


async def test_who_gives_up_waiting_keeps_nobody() -> None:
    store = Place()

    async def wait() -> None:
        async with store.acquire("a"):
            pass

    async with store.acquire("a"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(0.5), store.acquire("a") as slot:
        assert slot.is_held


async def write(store: Place, letter: str, *, most: int = 9, told: int = 9, back: bool = False) -> str:
    """What came of a letter that wants to the brain: `a+bc` = it had the turn and took b and c along, `b<a` = it was taken along
    by a, `b` = so it was, and heard nothing. The first `told` of those taken along hear of it, the rest goes `back` or not."""
    ticket = Ticket[str, str](letter)
    async with store.acquire("a", ticket) as slot:
        if result := await ticket.result():
            return f"{letter}<{result}"
        if ticket.taken:
            return letter
        async with slot.take_waiting(most) as tickets:
            await asyncio.sleep(0.01)
            for one in tickets[:told]:
                one.resolve(Done(letter))
            if back:
                slot.give_back(tickets[told:])
        return f"{letter}+{''.join(one.work for one in tickets)}"


async def line(work: str, **how: Any) -> list[str]:
    """What comes of each letter, all at once at one brain."""
    store = Place()
    return await asyncio.gather(*(write(store, letter, **how) for letter in work))


async def test_who_has_the_turn_takes_along_who_came_meanwhile_in_their_order() -> None:
    assert await line("a") == ["a+"]
    assert await line("abcd") == ["a+", "b+cd", "c<b", "d<b"]


async def test_no_more_are_taken_along_than_may_be() -> None:
    assert await line("abcdef", most=2) == ["a+", "b+cd", "c<b", "d<b", "e+f", "f<e"]


async def test_who_was_taken_along_in_vain_goes_by_itself() -> None:
    assert await line("abc", told=0) == ["a+", "b+c", "c"]


async def test_who_was_taken_along_waits_for_what_comes_of_it() -> None:
    store, ticket = Place(patience_sec=0.02), Ticket[str, str]("work")

    async with store.acquire("a") as slot:
        waiting = asyncio.create_task(wait(store, ticket))
        await asyncio.sleep(0)
        async with slot.take_waiting(9) as tickets:
            await asyncio.sleep(0.1)
            assert not waiting.done(), "it would have been done twice"
            tickets[0].resolve(Done("landed"))
        assert await waiting == "landed"


async def test_who_gave_up_is_not_taken_along_and_who_gives_up_later_harms_nobody() -> None:
    store, tickets = Place(), [Ticket[str, str]("one"), Ticket[str, str]("other")]

    async with store.acquire("a") as slot:
        tasks = [asyncio.create_task(wait(store, ticket)) for ticket in tickets]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await asyncio.sleep(0)
        async with slot.take_waiting(9) as taken:
            assert taken == tickets[1:]
            tasks[1].cancel()
            await asyncio.sleep(0)
            taken[0].resolve(Done("landed"))
    assert [one.cancelled() for one in await asyncio.gather(*map(settled, tasks))] == [True, True]


async def settled(task: asyncio.Task[str | None]) -> asyncio.Task[str | None]:
    """The task, once it is done in whatever way."""
    await asyncio.wait([task])
    return task


async def test_who_lost_patience_takes_the_others_along() -> None:
    store = Place(patience_sec=0.01)

    async with store.acquire("a"):
        assert await asyncio.gather(*(write(store, letter) for letter in "bcd")) == ["b+cd", "c<b", "d<b"]


async def test_who_was_told_what_came_of_it_waits_no_longer() -> None:
    store, ticket = Place(), Ticket[str, str]("work")

    async with store.acquire("a") as slot:
        waiting = asyncio.create_task(wait(store, ticket))
        await asyncio.sleep(0)
        async with asyncio.timeout(1), slot.take_waiting(9) as tickets:
            tickets[0].resolve(Done("landed"))
            assert await waiting == "landed", "though the turn has not ended"


async def test_an_error_reaches_who_was_taken_along() -> None:
    store, ticket = Place(), Ticket[str, str]("work")

    async with store.acquire("a") as slot:
        waiting = asyncio.create_task(wait(store, ticket))
        await asyncio.sleep(0)
        async with slot.take_waiting(9) as tickets:
            tickets[0].resolve(Failed(ValueError("no")))
    with pytest.raises(ValueError, match="no"):
        await waiting


async def test_who_is_given_back_is_in_front_of_the_line_again() -> None:
    assert await line("abcdef", told=1, back=True) == ["a+", "b+cdef", "c<b", "d+ef", "e<d", "f+"]


async def test_who_is_given_back_with_its_patience_at_an_end_gets_in_line_again() -> None:
    store = Place(patience_sec=0.02)

    async def write(letter: str) -> bool:
        async with store.acquire("brain", Ticket[str, str](letter)) as slot:
            async with slot.take_waiting(9) as tickets:
                await asyncio.sleep(0.05 if letter == "b" else 0)
                slot.give_back(tickets)
            return slot.is_held

    assert await asyncio.gather(*map(write, "abcd")) == [True] * 4, "some went ahead, against each other"


async def test_who_comes_meanwhile_joins_until_there_are_enough() -> None:
    store, tickets = Place(), [Ticket[str, str]("one"), Ticket[str, str]("two"), Ticket[str, str]("three")]

    async with store.acquire("a") as slot, slot.take_waiting(9) as taken:
        tasks = [asyncio.create_task(wait(store, ticket)) for ticket in tickets]
        await asyncio.sleep(0)
        slot.take_more(taken, 2)
        assert taken == tickets[:2]
        slot.take_more(taken, 2)
        assert taken == tickets[:2]
        for ticket in taken:
            ticket.resolve(Done("landed"))
    assert await asyncio.gather(*tasks) == ["landed", "landed", None]


async def test_somebody_else_is_expected_who_waits_or_says_that_it_comes() -> None:
    store, ticket = Place(), Ticket[str, str]("one")

    with store.announced("a"):
        async with store.acquire("a") as slot:
            assert not slot.expects_others, "it is the only one itself"
            with store.announced("b"):
                assert not slot.expects_others, "that one goes elsewhere"
            with store.announced("a"):
                assert slot.expects_others
            assert not slot.expects_others, "the other one has gone"
            waiting = asyncio.create_task(wait(store, ticket))
            await asyncio.sleep(0)
            assert slot.expects_others
    assert await waiting is None


async def test_who_is_expected_for_long_is_not_reckoned_with() -> None:
    store = Place(expected_sec=0.01)
    with store.announced("a"), store.announced("a"):
        async with store.acquire("a") as slot:
            assert slot.expects_others
            await asyncio.sleep(0.02)
            assert not slot.expects_others


async def test_each_kind_of_work_has_queues_of_its_own() -> None:
    store, other = Place(), Place()
    async with store.acquire("a"), asyncio.timeout(1), other.queues.acquire(store, "a") as slot:
        assert slot.is_held


async def test_a_ticket_that_is_given_back_comes_before_those_that_waited_behind_it() -> None:
    store, tickets = Place(), [Ticket[str, str]("one"), Ticket[str, str]("two")]
    async with store.acquire("a") as slot:
        tasks = [asyncio.create_task(wait(store, ticket)) for ticket in tickets]
        await asyncio.sleep(0)
        async with slot.take_waiting(1) as taken:
            slot.give_back(taken)
        async with slot.take_waiting(9) as taken:
            assert [ticket.work for ticket in taken] == ["one", "two"]
    await asyncio.gather(*tasks)
