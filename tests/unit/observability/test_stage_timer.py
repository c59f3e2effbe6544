"""Stages are timed on the timer of the context in which they run."""

from __future__ import annotations

import asyncio
from contextvars import copy_context

import pytest

from graphmem.observability.stage_timer import StageTimer, stage, stage_in_contexts


def test_a_stage_that_runs_again_adds_up() -> None:
    timer = StageTimer(stages={"commit": 1_000.0})
    with timer.stage("commit"):
        pass
    assert timer.stages["commit"] >= 1_000.0
    assert list(timer.stages) == ["commit"]


def test_the_last_stage_is_the_one_that_was_added_last() -> None:
    timer = StageTimer()
    assert timer.last is None
    for name in ("context", "commit"):
        with timer.stage(name):
            pass
    assert timer.last == "commit"


def test_a_stage_that_failed_is_timed_too() -> None:
    timer = StageTimer()
    with pytest.raises(ValueError), timer.stage("commit"):
        raise ValueError
    assert "commit" in timer.stages


def test_an_inner_stage_is_timed_by_the_timer_that_runs() -> None:
    timer = StageTimer()
    with timer.stage("outer"), stage("inner"):
        pass
    assert list(timer.stages) == ["inner", "outer"]


def test_outside_of_any_timer_a_stage_is_timed_by_none() -> None:
    timer = StageTimer()
    with timer.stage("outer"):
        pass
    with stage("later"):
        pass
    assert "later" not in timer.stages


async def test_the_result_of_a_stage_is_given_back() -> None:
    timer = StageTimer()
    assert await timer.run("context", asyncio.sleep(0, "done"), point="committed") == "done"
    assert "context" in timer.stages
    assert timer.total >= timer.stages["context"]


def test_a_stage_that_several_share_is_timed_by_each() -> None:
    timers, contexts = [StageTimer(), StageTimer()], []
    for timer in timers:
        with timer.stage("outer"):
            contexts.append(copy_context())
    with stage_in_contexts("shared", contexts):
        pass
    assert ["shared" in timer.stages for timer in timers] == [True, True]


def test_an_error_in_a_shared_stage_ends_it_for_all() -> None:
    timer = StageTimer()
    with timer.stage("outer"):
        context = copy_context()
    with pytest.raises(ValueError), stage_in_contexts("shared", [context]):
        raise ValueError
    assert "shared" in timer.stages
