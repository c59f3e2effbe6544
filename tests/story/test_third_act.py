"""The third act of the demo: each answer about what rests, what waits and what was asked to be forgotten is right."""

from __future__ import annotations

import io

from rich.console import Console

from graphmem.brain import Brain
from graphmem.demo.answers import Answers
from graphmem.demo.third_act import ThirdAct


async def test_every_answer_of_the_third_act_is_right(brain: Brain) -> None:
    console = Console(file=io.StringIO(), width=120)
    answers = Answers(console)
    await ThirdAct(brain, console, answers).tell()
    assert answers.wrong == []
    assert answers.right >= 15
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "rehearsed" in told
    assert "begins (starts_when)" in told
