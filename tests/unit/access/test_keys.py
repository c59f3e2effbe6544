"""Only the hash of a key is stored, and a request for one is checked; the graph is a fake."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.access.caller import caller_of
from graphmem.access.keys import PREFIX, SHOWN, Keys, digest_of
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.keys import ApiKey
from tests.unit.fake_graph import FakeGraph

NOW = datetime(2026, 1, 1, tzinfo=UTC)
STORED: dict[str, Any] = {
    "id": "k", "prefix": "gmk_12345678", "name": "agent", "brains": ["ana"], "scopes": ["memory:read"], "created_at": NOW,
    "hash": digest_of("gmk_secret").hex(),
}  # fmt: skip


def created(sent: Mapping[str, Any]) -> list[dict[str, Any]]:
    names = ("id", "prefix", "name", "brains", "scopes", "hash")
    return [{**{name: sent[name] for name in names}, "created_at": NOW, "expires_at": sent["expiresAt"]}]


def keys(graph: FakeGraph) -> Keys:
    return Keys(graph)  # type: ignore[arg-type]


async def test_the_graph_gets_the_hash_and_the_beginning_of_a_key_and_not_the_key() -> None:
    graph = FakeGraph({"access/create_key": created})
    key = await keys(graph).create("agent", ["b", "a", "a"], ["admin"])
    (sent,) = graph.parameters["access/create_key"]
    assert key.key.startswith(PREFIX)
    assert (sent["hash"], sent["prefix"]) == (digest_of(key.key).hex(), key.key[:SHOWN])
    assert key.key not in str(sent)
    assert (key.brains, key.scopes) == (("a", "b"), ("admin",))


@pytest.mark.parametrize(
    ("brains", "scopes", "end"),
    [
        ([], ["admin"], None), (["no/brain"], ["admin"], None), (["ana"], [], None), (["ana"], ["everything"], None),
        (["ana"], ["admin"], datetime(2020, 1, 1, tzinfo=UTC)), (["ana"], ["admin"], "someday"),
    ],
)  # fmt: skip
async def test_a_wrong_request_makes_no_key(brains: list[str], scopes: list[str], end: Any) -> None:
    graph = FakeGraph({"access/create_key": created})
    with pytest.raises(InvalidInput):
        await keys(graph).create("agent", brains, scopes, expires_at=end)
    assert not graph.calls


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"expires_at": NOW + timedelta(seconds=1)}, None),
        ({"expires_at": NOW}, "This key has expired."),
        ({"revoked_at": NOW, "expires_at": NOW}, "This key was revoked."),
    ],
)
def test_a_key_is_valid_until_it_expires_or_is_revoked(changes: dict[str, Any], reason: str | None) -> None:
    stored = {name: value for name, value in STORED.items() if name != "hash"}
    assert ApiKey(**{**stored, **changes}).refusal(NOW) == reason


def test_a_key_for_all_brains_is_a_caller_without_a_limit() -> None:
    stored = {name: value for name, value in STORED.items() if name != "hash"}
    assert caller_of(ApiKey(**stored)).brains == frozenset({"ana"})
    assert caller_of(ApiKey(**{**stored, "brains": ("ana", "*")})).brains is None


async def test_a_key_is_found_by_its_whole_hash_only() -> None:
    graph = FakeGraph({"access/find_key": [STORED]})
    found = await keys(graph).find(digest_of("gmk_secret"))
    assert found is not None
    assert found.id == "k"
    assert await keys(graph).find(digest_of("gmk_other")) is None


async def test_a_page_of_keys_ends_with_a_cursor_where_there_are_more() -> None:
    graph = FakeGraph({"access/list_keys": [STORED, {**STORED, "id": "l"}]})
    page = await keys(graph).list(limit=1)
    assert ([key.id for key in page], page.next_cursor) == (["k"], "k")
    assert (await keys(graph).list(limit=2)).next_cursor is None


async def test_a_key_that_does_not_exist_cannot_be_revoked_or_forgotten() -> None:
    for act in (keys(FakeGraph()).revoke, keys(FakeGraph()).forget):
        with pytest.raises(NotFound, match="no such key"):
            await act("x")
