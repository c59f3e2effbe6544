"""The command that installs an extra."""

from __future__ import annotations

import json
from importlib import metadata
from typing import Any

import pytest

from graphmem.version import install_command


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install 'graphmem[offline]'"),
        ({"url": "https://example.org/graphmem.whl", "archive_info": {}}, "pip install 'graphmem[offline]'"),
        (
            {"url": "file:///srv/my%20code", "dir_info": {"editable": True}},
            "pip install '/srv/my code/extractors/offline' '/srv/my code[offline]'",
        ),
        ({"url": "file:///srv/code", "dir_info": {}}, "pip install /srv/code/extractors/offline '/srv/code[offline]'"),
    ],
    ids=["wheel", "address", "editable", "folder"],
)
def test_an_extra_comes_from_where_graphmem_came_from(
    monkeypatch: pytest.MonkeyPatch, origin: Any, command: str
) -> None:
    class Installed:
        def read_text(self, _: str) -> str | None:
            return json.dumps(origin) if origin else None

    monkeypatch.setattr(metadata, "distribution", lambda _: Installed())
    assert install_command("offline") == command
