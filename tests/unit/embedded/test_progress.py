"""A wait tells that it still runs, and is silent before and afterwards."""

from __future__ import annotations

import time

import pytest

from graphmem.embedded.progress import waiting


def test_a_long_wait_tells_how_long_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting("Neo4j is starting", every_sec=0.01):
        for _ in range(1000):
            time.sleep(0.01)
            if said := capsys.readouterr().err:
                break
    assert said.splitlines()[0] == "Neo4j is starting: 0 s"
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == "", "nothing is told of a wait that is over"


def test_a_short_wait_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting("Neo4j is starting"):
        pass
    assert capsys.readouterr().err == ""
