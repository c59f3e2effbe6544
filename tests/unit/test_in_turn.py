"""Writers of one process take turns at a brain; nobody waits for a model, nor for somebody who stands still."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem import write_queue as module
from graphmem.write_queue import Ticket, acquire, expected


class Place:
    """Stands for a store."""


async def wait(store: Place, seat: Ticket) -> str | None:
    """Waits at brain `a` with its seat: what came of it where somebody took it along."""
    async with acquire(store, "a", seat):
        return await seat.result()


async def overlap(*brains: str, ends: bool = False) -> int:
    """How many are at it at once, one writer a brain that is named; `ends`: each gives its turn away, as for a model's answer."""
    store, inside, most = Place(), 0, 0

    async def write(brain: str) -> None:
        nonlocal inside, most
        async with acquire(store, brain) as turn:
            if ends:
                turn.end()
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


async def test_who_stands_still_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SEC", 0.01)
    store = Place()
    async with acquire(store, "a"), asyncio.timeout(5), acquire(store, "a"):
        pass
    async with asyncio.timeout(5), acquire(store, "a") as turn:
        assert turn._mine, "who went ahead gave back what it had, and nothing else"


async def test_who_gives_up_waiting_keeps_nobody() -> None:
    store = Place()

    async def wait() -> None:
        async with acquire(store, "a"):
            pass

    async with acquire(store, "a"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(0.5), acquire(store, "a") as turn:
        assert turn._mine


async def write(store: Place, letter: str, *, most: int = 9, told: int = 9, back: bool = False) -> str:
    """What came of a letter that wants to the brain: `a+bc` = it had the turn and took b and c along, `b<a` = it was taken along
    by a, `b` = so it was, and heard nothing. The first `told` of those taken along hear of it, the rest goes `back` or not."""
    seat = Ticket(letter)
    async with acquire(store, "a", seat) as turn:
        if result := await seat.result():
            return f"{letter}<{result}"
        if seat.taken:
            return letter
        async with turn.company(most) as seats:
            await asyncio.sleep(0.01)
            for one in seats[:told]:
                one.leave(letter)
            if back:
                turn.give_back(seats[told:])
        return f"{letter}+{''.join(one.work for one in seats)}"


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


async def test_who_was_taken_along_waits_for_what_comes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SEC", 0.02)
    store, seat = Place(), Ticket("work")

    async with acquire(store, "a") as turn:
        waiting = asyncio.create_task(wait(store, seat))
        await asyncio.sleep(0)
        async with turn.company(9) as seats:
            await asyncio.sleep(0.1)
            assert not waiting.done(), "it would have been done twice"
            seats[0].leave("landed")
        assert await waiting == "landed"


async def test_who_gave_up_is_not_taken_along_and_who_gives_up_later_harms_nobody() -> None:
    store, seats = Place(), [Ticket("one"), Ticket("other")]

    async with acquire(store, "a") as turn:
        tasks = [asyncio.create_task(wait(store, seat)) for seat in seats]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await asyncio.sleep(0)
        async with turn.company(9) as taken:
            assert taken == seats[1:]
            tasks[1].cancel()
            await asyncio.sleep(0)
            taken[0].leave("landed")
    assert [one.cancelled() for one in await asyncio.gather(*map(settled, tasks))] == [True, True]


async def settled(task: asyncio.Task[str | None]) -> asyncio.Task[str | None]:
    """The task, once it is done in whatever way."""
    await asyncio.wait([task])
    return task


async def test_who_lost_patience_takes_the_others_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SEC", 0.01)
    store = Place()

    async with acquire(store, "a"):
        assert await asyncio.gather(*(write(store, letter) for letter in "bcd")) == ["b+cd", "c<b", "d<b"]


async def test_who_was_told_what_came_of_it_waits_no_longer() -> None:
    store, seat = Place(), Ticket("work")

    async with acquire(store, "a") as turn:
        waiting = asyncio.create_task(wait(store, seat))
        await asyncio.sleep(0)
        async with asyncio.timeout(1), turn.company(9) as seats:
            seats[0].leave("landed")
            assert await waiting == "landed", "though the turn has not ended"


async def test_an_error_reaches_who_was_taken_along() -> None:
    store, seat = Place(), Ticket("work")

    async with acquire(store, "a") as turn:
        waiting = asyncio.create_task(wait(store, seat))
        await asyncio.sleep(0)
        async with turn.company(9) as seats:
            seats[0].leave(ValueError("no"))
    with pytest.raises(ValueError, match="no"):
        await waiting


async def test_who_is_given_back_is_in_front_of_the_line_again() -> None:
    assert await line("abcdef", told=1, back=True) == ["a+", "b+cdef", "c<b", "d+ef", "e<d", "f+"]


async def test_who_is_given_back_with_its_patience_at_an_end_gets_in_line_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PATIENCE_SEC", 0.02)
    store = Place()

    async def write(letter: str) -> bool:
        async with acquire(store, "brain", Ticket(letter)) as turn:
            async with turn.company(9) as seats:
                await asyncio.sleep(0.05 if letter == "b" else 0)
                turn.give_back(seats)
            return turn._mine

    assert await asyncio.gather(*map(write, "abcd")) == [True] * 4, "some went ahead, against each other"


async def test_who_comes_meanwhile_joins_until_there_are_enough() -> None:
    store, seats = Place(), [Ticket("one"), Ticket("two"), Ticket("three")]

    async with acquire(store, "a") as turn, turn.company(9) as taken:
        tasks = [asyncio.create_task(wait(store, seat)) for seat in seats]
        await asyncio.sleep(0)
        turn.join(taken, 2)
        assert taken == seats[:2]
        turn.join(taken, 2)
        assert taken == seats[:2]
        for seat in taken:
            seat.leave("landed")
    assert await asyncio.gather(*tasks) == ["landed", "landed", None]


async def test_somebody_else_is_expected_who_waits_or_says_that_it_comes() -> None:
    store, seat = Place(), Ticket("one")

    with expected(store, "a"):
        async with acquire(store, "a") as turn:
            assert not turn.expects, "it is the only one itself"
            with expected(store, "b"):
                assert not turn.expects, "that one goes elsewhere"
            with expected(store, "a"):
                assert turn.expects
            assert not turn.expects, "the other one has gone"
            waiting = asyncio.create_task(wait(store, seat))
            await asyncio.sleep(0)
            assert turn.expects
    assert await waiting is None


async def test_who_is_expected_for_long_is_not_reckoned_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EXPECTED_SEC", 0.01)
    store = Place()
    with expected(store, "a"), expected(store, "a"):
        async with acquire(store, "a") as turn:
            assert turn.expects
            await asyncio.sleep(0.02)
            assert not turn.expects


async def test_each_way_of_writing_has_a_line_of_its_own() -> None:
    store = Place()
    async with acquire(store, "a"), asyncio.timeout(1), acquire(store, "a", way="storing") as turn:
        assert turn._mine
