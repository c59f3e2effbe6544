"""The chat store of LlamaIndex in memory never closes its connection; the garbage collector says so at some time later."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
UNCLOSED = r"ignore:Exception ignored in. <function Connection.__del__:pytest.PytestUnraisableExceptionWarning"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings(UNCLOSED))
