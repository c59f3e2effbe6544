"""What the tests of the MCP server leave behind: nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from graphmem.settings import settings


@pytest.fixture
def clean() -> Iterator[None]:
    """Settings and logging as they were, whatever a command made of them in this process."""
    settings.cache_clear()
    yield
    settings.cache_clear()
    structlog.reset_defaults()
