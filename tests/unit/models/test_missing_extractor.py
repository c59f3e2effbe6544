"""The extractor that says what to install."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.claims import Request
from graphmem.models.missing_extractor import MissingExtractor
from graphmem.models.ports import Extractor
from graphmem_contract.errors import SetupError

REQUEST = Request(content="Ana works at Acme", occurred_at=datetime(2026, 6, 1, tzinfo=UTC))
TOLD = r"pip install .*\[offline\]"


async def test_both_readings_name_the_extra() -> None:
    extractor = MissingExtractor()
    assert isinstance(extractor, Extractor)
    with pytest.raises(SetupError, match=TOLD):
        await extractor.mentions(REQUEST)
    with pytest.raises(SetupError, match=TOLD):
        await extractor.claims(REQUEST, [])
