"""A request to forget that is cut off anywhere hides all or nothing, and the next try does the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from graphmem import fault_points
from graphmem.brain import Brain
from graphmem.ingest.worker import Workers
from graphmem_contract.errors import DatabaseUnavailable
from tests.story.telling import fact, left_of
from tests.story.test_forget_requests import SECRET, ask, everything, organiser, told_of


class Cut:
    """Fails once at a point, as where the connection is lost there."""

    def __init__(self, point: str) -> None:
        self.point, self.failed = point, False

    async def reached(self, point: str) -> None:
        if point == self.point and not self.failed:
            self.failed = True
            raise DatabaseUnavailable("cut off")

    def before_commit(self, transaction: object) -> None:
        """`commit_sent` is not used here."""


@pytest.fixture
def calm() -> Iterator[None]:
    yield
    fault_points.install(None)


@pytest.mark.parametrize("point", ["commit_begun", "settled", "forget_statements", "finished", "forget_texts"])
async def test_a_request_that_is_cut_off_hides_nothing_and_its_message_hides_it_later(
    brain: Brain, calm: None, point: str
) -> None:
    brain = Brain(replace(brain.engine, workers=Workers(0)), brain.name)
    await told_of(brain)
    cut = Cut(point)
    fault_points.install(cut)
    with pytest.raises(DatabaseUnavailable):
        await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    fault_points.install(None)
    assert cut.failed
    assert SECRET in await everything(brain)
    assert (await brain.forget_requests.list()).items == ()
    (message,) = [one for one in await brain.episodes.list() if one.content.startswith("Forget")]
    result = await brain.episodes.replay(message.id)
    assert [one.status for one in result.forget_requests] == ["hidden"]
    assert SECRET not in await everything(brain)


async def test_a_request_that_is_cut_off_after_its_commit_is_not_repeated(brain: Brain, calm: None) -> None:
    await told_of(brain)
    fault_points.install(Cut("committed"))
    with pytest.raises(DatabaseUnavailable):
        await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    fault_points.install(None)
    assert SECRET not in await everything(brain)
    assert len((await brain.forget_requests.list()).items) == 1


async def test_an_undo_that_is_cut_off_tells_nothing(brain: Brain, calm: None) -> None:
    await told_of(brain)
    result = await ask(brain, "Forget the travel organiser.", organiser(action="forget"))
    request_id = result.forget_requests[0].request_id or ""
    fault_points.install(Cut("forget_undone"))
    with pytest.raises(DatabaseUnavailable):
        await brain.forget_requests.undo(request_id)
    fault_points.install(None)
    assert SECRET not in await everything(brain)
    await brain.forget_requests.undo(request_id)
    assert SECRET in await everything(brain)
    assert await left_of(brain, "hiddenBy") == []


async def test_many_writers_and_one_request_leave_one_request_and_nothing_told(brain: Brain) -> None:
    await told_of(brain)
    others = [
        ask(
            brain,
            f"The ground of club {n} is Park {n}.",
            fact(f"club {n}", "training ground", f"Park {n}", object_is_entity=False),
        )
        for n in range(6)
    ]
    asks = [ask(brain, "Forget the travel organiser.", organiser(action="forget")) for _ in range(3)]
    results = await asyncio.gather(*others, *asks)
    statuses = sorted(one.status for result in results for one in result.forget_requests)
    assert statuses == ["hidden", "nothing", "nothing"]
    assert SECRET not in await everything(brain)
    facts = await brain.facts(relation="training ground")
    assert {one.object for one in facts} == {"Melbre Park", *(f"Park {n}" for n in range(6))}
