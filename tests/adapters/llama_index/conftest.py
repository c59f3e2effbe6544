"""Warnings of LlamaIndex about itself.

Its oldest version has fields that today's pydantic warns of. Its chat store in memory never closes its connection; the garbage
collector says so at some time later.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import llama_index.core.memory
    import llama_index.core.vector_stores  # noqa: F401

FOLDER = Path(__file__).parent
UNCLOSED = r"ignore:Exception ignored in. <function Connection.__del__:pytest.PytestUnraisableExceptionWarning"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings(UNCLOSED))


@pytest.fixture(autouse=True, scope="module")
def collected() -> Iterator[None]:
    """Collects what a module leaves while its warnings are still ignored."""
    yield
    gc.collect()
