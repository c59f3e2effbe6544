"""A fault is described by one word and acts at one point, at one time."""

from __future__ import annotations

import pytest

from graphmem.testing.faults import Fault
from graphmem_contract.errors import DatabaseUnavailable, SetupError


def test_a_text_names_point_action_seconds_and_time() -> None:
    assert Fault.parsed("stored:kill") == Fault("stored", "kill", 0.0, 1)
    assert Fault.parsed("commit_sent:sleep2.5:3") == Fault("commit_sent", "sleep", 2.5, 3)


@pytest.mark.parametrize("text", ["", "stored", "nowhere:kill", "stored:explode", "stored:kill:x", "stored:kill:1:2"])
def test_an_unknown_point_or_action_is_refused_with_the_points(text: str) -> None:
    with pytest.raises(SetupError, match="the points are stored, claimed"):
        Fault.parsed(text)


async def test_a_fault_acts_once_at_its_point_the_nth_time(capsys: pytest.CaptureFixture[str]) -> None:
    fault = Fault.parsed("settled:raise:2")
    await fault.reached("settled")
    await fault.reached("stored")
    with pytest.raises(DatabaseUnavailable):
        await fault.reached("settled")
    await fault.reached("settled")
    assert capsys.readouterr().err == "GRAPHMEM_FAULT settled raise\n"
