"""Fixtures of the stories."""

from __future__ import annotations

import pytest

from graphmem.ingest.transactions import commit_batch


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Episodes that wait together are committed together, even if that is slow."""
    monkeypatch.setattr(commit_batch, "MOST_SECONDS", 60.0)
