"""Requests to forget as records."""

from __future__ import annotations

from graphmem.ingest.forgetting.records import ForgetAsk, Forgetting, folded


def test_speakers_are_compared_folded() -> None:
    assert (folded(" Ana "), folded(" "), folded(None)) == ("ana", None, None)


def test_nothing_is_asked_at_first() -> None:
    done = Forgetting()
    assert (done.outcomes, done.hidings, done.gone) == ([], [], set())
    assert ForgetAsk(0, "a", "r", None).barred == ""
