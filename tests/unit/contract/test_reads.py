"""Episodes as they are read."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem_contract.reads import Episode


def test_episodes_do_not_share_their_metadata() -> None:
    at = datetime(2025, 5, 1, tzinfo=UTC)
    one, other = (
        Episode(id=i, content="", kind="message", occurred_at=at, recorded_at=at, status="stored") for i in "ab"
    )
    assert (one.metadata, one.metadata is other.metadata) == ({}, False)
