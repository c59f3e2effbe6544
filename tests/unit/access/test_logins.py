"""Logins: what leads to a caller, and what ends it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from graphmem.access.caller import ADMIN, Caller
from graphmem.access.keyring import Keyring
from graphmem.access.keys import Keys
from graphmem.access.logins import Logins
from graphmem_contract.errors import Unauthorized

SOON, BEFORE = datetime.now(UTC) + timedelta(hours=1), datetime.now(UTC) - timedelta(seconds=1)
KEY = {
    "id": "k1", "prefix": "gmk_12345678", "name": "reader", "brains": ["ana"], "scopes": ["memory:read"], "created_at": BEFORE,
    "expires_at": None, "revoked_at": None, "last_used_at": None,
}  # fmt: skip


class FakeStore:
    """Keeps the parameters of each statement, and answers a look-up with one row."""

    def __init__(self, *rows: dict[str, Any]) -> None:
        self.rows = list(rows)
        self.sent: list[tuple[str, dict[str, Any]]] = []

    async def write(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        self.sent.append((name, parameters))
        return []

    async def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        self.sent.append((name, parameters))
        return self.rows


def keyring(admin_key: str | None) -> Keyring:
    async def none() -> Keys:
        raise AssertionError("no key is looked up")

    return Keyring(SecretStr(admin_key) if admin_key else None, none, keyed=True)


def row(**changes: Any) -> dict[str, Any]:
    return {"key_id": "k1", "proof": None, "ends_at": SOON, "key": KEY, **changes}


async def test_a_login_stores_neither_its_token_nor_the_key() -> None:
    store = FakeStore()
    token = await Logins(store).start(Caller("reader", frozenset(), None, "k1"), keyring("s3cret").proof)  # type: ignore[arg-type]
    assert len(token) >= 43
    assert [name for name, _ in store.sent] == ["access/prune_logins", "access/create_login"]
    assert token not in str(store.sent)
    assert "s3cret" not in str(store.sent)
    assert store.sent[1][1]["keyId"] == "k1"


async def test_a_login_has_the_rights_of_its_key() -> None:
    found = await Logins(FakeStore(row())).caller("token", keyring(None).proof)  # type: ignore[arg-type]
    assert found == Caller("reader", frozenset({"memory:read"}), frozenset({"ana"}), "k1")


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [row(ends_at=BEFORE)],
        [row(key=None)],
        [row(key={**KEY, "revoked_at": BEFORE})],
        [row(key={**KEY, "expires_at": BEFORE})],
        [row(key_id=None, key=None, proof="wrong")],
        [row(key_id=None, key=None, proof=None)],
    ],
)
async def test_a_login_ends_with_its_time_and_with_its_key(rows: list[dict[str, Any]]) -> None:
    with pytest.raises(Unauthorized):
        await Logins(FakeStore(*rows)).caller("token", keyring("s3cret").proof)  # type: ignore[arg-type]


async def test_a_login_of_the_administrator_ends_when_that_key_is_replaced() -> None:
    store = FakeStore()
    token = await Logins(store).start(ADMIN, keyring("s3cret").proof)  # type: ignore[arg-type]
    stored = row(key_id=None, key=None, proof=store.sent[-1][1]["proof"])
    assert await Logins(FakeStore(stored)).caller(token, keyring("s3cret").proof) == ADMIN  # type: ignore[arg-type]
    for other in ("another", None):
        with pytest.raises(Unauthorized):
            await Logins(FakeStore(stored)).caller(token, keyring(other).proof)  # type: ignore[arg-type]
