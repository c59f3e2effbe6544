"""The tests of the MCP server leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from graphmem.settings import settings


@pytest.fixture
def clean() -> Iterator[None]:
    """Restore settings and logging that a command changed in this process."""
    settings.cache_clear()
    yield
    settings.cache_clear()
    structlog.reset_defaults()
