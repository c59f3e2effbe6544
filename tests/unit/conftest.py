"""A unit test needs no database: `make test-unit` runs all of them without one."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def server() -> None:
    """Refuse the test server."""
    pytest.fail("A unit test asks for the test server; it belongs to another folder of tests.")
