"""A caller may do what its scopes and brains allow."""

from __future__ import annotations

import pytest

from graphmem.access.caller import ADMIN, OWNER, Caller
from graphmem.access.local import is_local
from graphmem_contract.errors import Forbidden

READER = Caller("reader", frozenset({"memory:read"}), frozenset({"ana"}))


def test_a_scope_holds_for_the_brains_of_the_caller_only() -> None:
    assert READER.may("memory:read", "ana")
    assert not READER.may("memory:read", "ben")
    assert not READER.may("memory:write", "ana")


def test_the_whole_service_needs_all_brains() -> None:
    assert not READER.may("memory:read")
    assert Caller("reader", frozenset({"memory:read"})).may("memory:read")


def test_an_administrator_of_some_brains_has_every_scope_there() -> None:
    local = Caller("local", frozenset({"admin"}), frozenset({"ana"}))
    assert local.may("graph:write", "ana")
    assert not local.may("graph:write", "ben")
    assert ADMIN.may("graph:write", "ben")
    assert OWNER.may("admin")


def test_a_refusal_names_the_scope_and_the_place() -> None:
    READER.check("memory:read", "ana")
    with pytest.raises(Forbidden, match="no scope memory:write for the brain ana"):
        READER.check("memory:write", "ana")
    with pytest.raises(Forbidden, match="for the whole service"):
        READER.check("memory:read")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1"])
def test_a_loopback_address_is_local(host: str) -> None:
    assert is_local(host)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "10.0.0.1", "localhost.evil.com", "127.0.0.1.evil.com"])
def test_any_other_host_is_not_local(host: str) -> None:
    assert not is_local(host)
