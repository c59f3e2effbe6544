"""The extractor that finds nothing."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.claims import Mention, Request
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.ports import Extractor

REQUEST = Request(content="Ana works at Acme", occurred_at=datetime(2026, 6, 1, tzinfo=UTC))


async def test_none_extracts_nothing_and_asks_nobody() -> None:
    found = await NoneExtractor().mentions(REQUEST)
    assert (found.mentions, found.claims, found.method, found.calls) == ((), (), "none", ())


async def test_mentions_that_others_found_give_no_claims() -> None:
    extractor = NoneExtractor()
    assert isinstance(extractor, Extractor)
    claimed = await extractor.claims(REQUEST, [Mention("Ana", "person"), Mention("Acme", "organization")])
    assert (claimed.claims, claimed.calls, claimed.warnings) == ((), (), ())
