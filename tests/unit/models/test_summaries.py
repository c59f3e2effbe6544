"""Summaries without a model, and scripted ones."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.models.summaries import (
    MOST_OBSERVATIONS,
    OfflineSummariser,
    SaidTurn,
    ScriptedSummariser,
    Summariser,
    SummaryRequest,
    first_sentence,
)

AT = datetime(2024, 5, 1, tzinfo=UTC)


def turn(who: str, content: str, role: str = "user") -> SaidTurn:
    return SaidTurn(who, content, AT, role)


async def test_an_extract_begins_with_the_first_turn_of_a_person() -> None:
    turns = (turn("system", "Be brief.", "system"), turn("tool", "[]", "tool"), turn("Ana", "I moved. To Porto."))
    summary = await OfflineSummariser().summarise(SummaryRequest("s", turns))
    assert (summary.summary, summary.outcome, summary.method) == ("Ana: I moved.", None, "offline")
    assert "extract" in summary.warnings[0]


async def test_a_session_of_the_system_alone_has_an_extract_too() -> None:
    summary = await OfflineSummariser().summarise(SummaryRequest("s", (turn("system", "Be brief.", "system"),)))
    assert summary.summary == "system: Be brief."


async def test_observations_are_the_facts_once_each_and_limited() -> None:
    facts = ("Ana likes tea.", "Ana likes tea.", *(f"fact {n}" for n in range(MOST_OBSERVATIONS)))
    summary = await OfflineSummariser().summarise(SummaryRequest("s", (turn("Ana", "Hi"),), facts))
    assert summary.observations[:2] == ("Ana likes tea.", "fact 0")
    assert len(summary.observations) == MOST_OBSERVATIONS


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Really? Yes.", "Really?"),
        ("\n\n  One\tline\nanother", "One line"),
        ("今日は。明日も。", "今日は。"),
        ("version 3.11 works", "version 3.11 works"),
        ("abcdefgh", "abcd…"),
        ("", ""),
    ],
)
def test_the_first_sentence_is_one_line_and_cut(text: str, first: str) -> None:
    assert first_sentence(text, 5 if text == "abcdefgh" else 300) == first


async def test_a_scripted_summary_is_the_scripts_answer() -> None:
    summariser = ScriptedSummariser({"summary": "Ana moved.", "observations": ["Ana lives in Porto."]})
    request = SummaryRequest("s7", (turn("Ana", "I moved."),))
    summary = await summariser.summarise(request)
    assert isinstance(summariser, Summariser)
    assert (summary.summary, summary.observations, summary.outcome) == ("Ana moved.", ("Ana lives in Porto.",), None)
    assert [(call.purpose, call.prompt) for call in summary.calls] == [("summary", "s7")]
    assert summariser.requests == [request]


async def test_a_script_may_be_a_function_of_the_request() -> None:
    summariser = ScriptedSummariser(lambda request: {"summary": request.session_id, "outcome": "agreed"})
    summary = await summariser.summarise(SummaryRequest("s8", (turn("Ana", "Hi"),)))
    assert (summary.summary, summary.outcome) == ("s8", "agreed")
