"""A server believes what the graph said of a key for a second."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from graphmem.access.caller import OWNER, Caller
from graphmem.access.keyring import MOST_KEPT, TRUST_SECONDS, Keyring
from graphmem.access.keys import Keys, digest_of
from graphmem_contract.errors import DatabaseUnavailable, Unauthorized
from graphmem_contract.keys import ApiKey


class Shelf:
    """Keys without a graph."""

    def __init__(self, *keys: ApiKey) -> None:
        self.keys = {digest_of(f"gmk_{key.name}"): key for key in keys}
        self.asked = 0
        self.touched: list[str] = []
        self.down = False

    async def find(self, digest: bytes) -> ApiKey | None:
        self.asked += 1
        if self.down:
            raise DatabaseUnavailable("gone")
        return self.keys.get(digest)

    async def touch(self, id: str) -> None:
        self.touched.append(id)
        raise DatabaseUnavailable("read only")

    async def exist(self) -> bool:
        if self.down:
            raise DatabaseUnavailable("gone")
        return bool(self.keys)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def a_key(name: str = "one", **more: Any) -> ApiKey:
    known = {"brains": ("ana",), "scopes": ("memory:read",), "created_at": "2026-01-01", **more}
    return ApiKey(id=f"id-{name}", prefix="gmk_", name=name, **known)


def ring(shelf: Shelf, clock: Clock, admin: str = "sesame", **more: Any) -> Keyring:
    async def keys() -> Keys:
        return shelf  # type: ignore[return-value]

    return Keyring(SecretStr(admin), keys, clock=clock, **more)


async def test_a_key_is_believed_for_a_second_and_no_longer() -> None:
    shelf, clock = Shelf(a_key()), Clock()
    keys = ring(shelf, clock)
    caller = await keys.caller("Bearer gmk_one")
    assert (caller.brains, caller.scopes, caller.key_id) == ({"ana"}, {"memory:read"}, "id-one")
    shelf.keys[digest_of("gmk_one")] = a_key(revoked_at="2026-02-01")
    clock.now = TRUST_SECONDS - 0.1
    assert (await keys.caller("Bearer gmk_one")).name == "one"
    assert shelf.asked == 1
    clock.now = TRUST_SECONDS
    with pytest.raises(Unauthorized, match="revoked"):
        await keys.caller("Bearer gmk_one")


async def test_a_graph_that_is_gone_lets_nobody_in_but_the_administrator() -> None:
    shelf, clock = Shelf(a_key()), Clock()
    keys = ring(shelf, clock)
    shelf.down = True
    with pytest.raises(DatabaseUnavailable):
        await keys.caller("Bearer gmk_one")
    assert (await keys.caller("Bearer sesame")).name == "admin"


async def test_a_key_whose_use_cannot_be_noted_is_good_all_the_same() -> None:
    shelf = Shelf(a_key())
    assert (await ring(shelf, Clock()).caller("Bearer gmk_one")).name == "one"
    assert shelf.touched == ["id-one"]


async def test_an_expired_key_ends_in_the_moment_it_expires_also_if_it_is_remembered() -> None:
    shelf = Shelf(a_key(expires_at=(datetime.now(UTC) + timedelta(seconds=0.05)).isoformat()))
    keys = ring(shelf, Clock())
    assert (await keys.caller("Bearer gmk_one")).name == "one"
    while shelf.keys[digest_of("gmk_one")].refusal(datetime.now(UTC)) is None:
        pass
    with pytest.raises(Unauthorized, match="expired"):
        await keys.caller("Bearer gmk_one")
    assert shelf.asked == 1


async def test_strangers_do_not_fill_the_memory_of_a_server() -> None:
    shelf = Shelf()
    keys = ring(shelf, Clock())
    for number in range(MOST_KEPT + 5):
        with pytest.raises(Unauthorized):
            await keys.caller(f"Bearer gmk_{number}")
    assert len(keys._found) == MOST_KEPT


async def test_the_door_is_shut_by_the_first_key_there_is() -> None:
    empty, full = ring(Shelf(), Clock(), admin=""), ring(Shelf(a_key()), Clock(), admin="")
    for keys in (empty, full):
        assert keys.is_open
        await keys.look()
    assert empty.is_open
    assert not full.is_open
    assert not ring(Shelf(), Clock()).is_open


async def test_a_revoked_key_keeps_the_door_shut_until_it_is_forgotten() -> None:
    shelf = Shelf(a_key(revoked_at="2026-02-01"))
    keys = ring(shelf, Clock(), admin="")
    await keys.look()
    assert not keys.is_open


async def test_a_caller_with_an_unknown_key_is_told_where_the_clients_take_theirs_from() -> None:
    keys = ring(Shelf(a_key()), Clock())
    for token in ("gmk_other", "of-another-form"):
        with pytest.raises(Unauthorized, match=r"unknown.*GRAPHMEM_API_KEY.*api_key"):
            await keys.caller(f"Bearer {token}")


async def nobody() -> Caller | None:
    return None


async def test_a_running_service_notices_that_the_last_key_was_forgotten_and_that_one_was_made() -> None:
    shelf, clock = Shelf(a_key()), Clock()
    keys = ring(shelf, clock, admin="", keyed=True)

    async def sent() -> Caller:
        return await keys.caller("Bearer gmk_other")

    async def refused() -> bool:
        try:
            return await keys.identify(sent) is not OWNER or await keys.identify(nobody) is not OWNER
        except Unauthorized:
            return True

    for _ in range(2):
        clock.now += TRUST_SECONDS
        assert await refused()
        kept, shelf.keys = shelf.keys, {}
        assert await refused(), "the graph is asked once a second"
        clock.now += TRUST_SECONDS
        assert not await refused()
        assert keys.is_open
        shelf.keys = kept
        assert not await refused()
        clock.now += TRUST_SECONDS
        assert await refused(), "and a new key shuts it again"


@pytest.mark.parametrize("case", ["administrator", "all hosts", "graph away", "key made meanwhile"])
async def test_a_service_stays_shut_where_it_must(case: str) -> None:
    shelf, clock = Shelf(), Clock()
    more = {"may_open": False} if case == "all hosts" else {}
    keys = ring(shelf, clock, admin="sesame" if case == "administrator" else "", keyed=True, **more)
    shelf.down = case == "graph away"
    if case == "key made meanwhile":
        known = shelf.exist

        async def exist() -> bool:
            found = await known()
            clock.now += 0.1
            keys.shut()
            return found

        shelf.exist = exist  # type: ignore[method-assign]
    for _ in range(2):
        assert await keys.identify(nobody) is None
        assert not keys.is_open


async def test_a_service_that_never_had_a_key_asks_for_none() -> None:
    shelf = Shelf()
    keys = ring(shelf, Clock(), admin="")
    shelf.down = True
    assert await keys.identify(nobody) is OWNER
