"""Every way to write is refused where the disk has too little room, and no way to read; the space is measured seldom."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.embedded.disk_room import DiskRoom, free_mb
from graphmem.graph.long_transaction import long_transaction
from graphmem.graph.store import Store
from graphmem_contract.errors import DiskFull
from tests.unit.graph.fake_driver import FakeStore


def room(*free: int, least_mb: int = 512, every_sec: float = 0.0) -> DiskRoom:
    """The room of a disk that has so much space free, one measurement after the other."""
    found = iter(free)
    return DiskRoom(Path("/data"), least_mb, lambda _folder: next(found), every_sec)


def test_writes_are_refused_below_the_margin_and_accepted_again_above_it() -> None:
    disk = room(512, 511, 0, 600)
    disk.check()
    for free in (511, 0):
        with pytest.raises(DiskFull, match=f"{free} MB free, and writes need 512 MB"):
            disk.check()
    disk.check()


def test_no_margin_means_no_refusal() -> None:
    room(0, least_mb=0).check()


def test_the_space_is_measured_once_in_a_while() -> None:
    disk = room(900, every_sec=60.0)
    for _ in range(100):
        disk.check()


def test_a_folder_that_is_not_there_yet_is_on_the_disk_of_its_parent(tmp_path: Path) -> None:
    assert free_mb(tmp_path / "a" / "b") > 0


async def _write(store: Any) -> None:
    await store.write("access/touch_key", id="k")


async def _transaction(store: Any) -> None:
    await store.transaction(_nothing)


async def _bulk(store: Any) -> None:
    await store.transaction(_nothing, bulk=True)


async def _long(store: Any) -> None:
    async with long_transaction(store):
        pass


async def _nothing(_tx: Any) -> None:
    pass


@pytest.mark.parametrize("write", [_write, _transaction, _bulk, _long])
async def test_every_way_to_write_asks_first(write: Callable[[Any], Awaitable[None]]) -> None:
    store = Store(_NoDriver(), "neo4j", check_room=room(1).check)  # type: ignore[arg-type]
    with pytest.raises(DiskFull):
        await write(store)


async def test_reads_do_not_ask() -> None:
    store = FakeStore()
    store.check_room = room(1).check
    async with long_transaction(store, reading=True):  # type: ignore[arg-type]
        pass
    with pytest.raises(AttributeError, match="session"):  # it goes on to the driver
        await Store(_NoDriver(), "neo4j", check_room=room(1).check).transaction(_nothing, dry_run=True)  # type: ignore[arg-type]


class _NoDriver:
    """Nothing may be sent."""

    execute_query_bookmark_manager = None
