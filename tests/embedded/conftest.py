from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from embedded_support import MavenRepository


@pytest.fixture
def maven(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[MavenRepository]:
    """A Maven repository on loopback, named by the setting; Maven's local repository is empty."""
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    monkeypatch.setenv("NETRC", str(tmp_path / "no-netrc"))
    with MavenRepository() as repository:
        monkeypatch.setenv("GRAPHMEM_MAVEN_REPOSITORY", repository.url)
        yield repository
