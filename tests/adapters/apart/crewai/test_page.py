"""The lines of the page and the example run as they stand."""

from __future__ import annotations

import pytest

from graphmem_client import ClientBrainSync
from tests.adapters.apart.conftest import told
from tests.adapters.support import example, main_of

pytestmark = pytest.mark.newest


def test_the_page_runs(url: str, brain: ClientBrainSync, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_URL", url)
    main_of("docs/integrations/crewai.md", brain.name)()
    assert told(brain) == ["I moved to Porto."]


def test_the_example_runs(brain: ClientBrainSync) -> None:
    answers = example("crewai_agent").work(brain)
    assert answers[0] == "Ana moved to Porto last week."
    assert answers[1].endswith(") Ana moved to Porto last week.")
    assert told(brain) == ["Ana moved to Porto last week."]
