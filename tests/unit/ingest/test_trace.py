"""The trace of an episode tells what each stage got and decided, ready for JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from graphmem.claims import Call, ClaimSource, Extracted, ExtractedMentions, Mention
from graphmem.ingest.stages.records import DateDecision, Skipped, ValueEnd
from graphmem.ingest.trace import call_row, trace_of
from graphmem.ingest.transactions.records import CommitResult
from graphmem.observability.stage_timer import StageTimer
from graphmem_contract.records import TokensUsed
from tests.unit.ingest.building import MOMENT, changes, dated, distinct, entity, withdrawal
from tests.unit.ingest.settled_rows import committed, row, said

JOB = ("Ana", "works_at", "Acme")
SOURCE = ClaimSource(n=0, episode_id="episode", occurred_at=MOMENT)


def trace(result: CommitResult, *calls: Call, mentions: tuple[Mention, ...] = ()) -> dict[str, Any]:
    timer = StageTimer(stages={"commit": 3.5})
    return trace_of(ExtractedMentions(SOURCE, Extracted(mentions, None, "staged")), result, calls, timer)


def stages(result: CommitResult, **given: Any) -> dict[str, dict[str, Any]]:
    return {stage["stage"]: stage for stage in trace(result, **given)["stages"]}


def test_there_are_seven_stages_in_order() -> None:
    told = trace(committed(changes()))
    assert [stage["stage"] for stage in told["stages"]] == [
        "entity_extract", "entity_resolve", "fact_extract", "fact_dedup", "temporal", "contradiction", "commit",
    ]  # fmt: skip
    assert (told["method"], told["ms"], told["calls"]) == ("staged", {"commit": 3.5}, [])


def test_the_first_two_stages_tell_mentions_and_decisions() -> None:
    known = entity("Ana", is_new=False, score=0.9, reason="the same name")
    told = stages(committed(changes(entities=(known,))), mentions=(Mention("Ana", "person", ("Nana",)),))
    assert told["entity_extract"]["mentions"] == [{"name": "Ana", "type": "person", "aliases": ["Nana"]}]
    (decision,) = told["entity_resolve"]["decisions"]
    assert (decision["name"], decision["method"], decision["score"], decision["reason"]) == (
        "Ana", "exact", 0.9, "the same name",
    )  # fmt: skip


def test_every_claim_of_stage_three_is_told_once_also_those_left_out() -> None:
    kept, left = said("s", *JOB), distinct("Ana", "likes", "Tea")
    twin = Skipped(kept.dated.candidate.claim, SOURCE, "said already")
    skipped = Skipped(left.claim, SOURCE, "an end of it has no name")
    told = stages(committed(changes(kept, skipped=(twin, skipped))))
    assert [claim["text"] for claim in told["fact_extract"]["claims"]] == ["Ana works_at Acme.", "Ana likes Tea."]
    assert [one["reason"] for one in told["fact_dedup"]["skipped"]] == ["said already", "an end of it has no name"]


def test_dates_are_told_as_they_were_said_and_as_they_were_understood() -> None:
    claim = distinct(*JOB, starts="last March", until=datetime(2024, 5, 1, tzinfo=UTC))
    start = DateDecision(datetime(2024, 3, 1, tzinfo=UTC), "month", True, "last March")
    told = stages(committed(changes(), dated=[replace(dated(claim), start=start)]))
    (extracted,) = told["fact_extract"]["claims"]
    assert (extracted["starts"], extracted["until"]) == ("last March", "2024-05-01T00:00:00Z")
    (dates,) = told["temporal"]["dates"]
    assert (dates["start"], dates["start_how"], dates["start_stated"]) == ("2024-03-01T00:00:00Z", "last March", True)
    assert (dates["end"], dates["end_how"]) == (None, "open")


def test_a_decision_names_its_ends_entity_or_value() -> None:
    value = replace(distinct("Ana", "likes", "Tea"), object=ValueEnd("v1", "tea", "Green Tea"), decision="same")
    told = stages(committed(changes(), dated=[dated(distinct(*JOB)), dated(value)]))["fact_dedup"]["decisions"]
    assert [(one["subject"], one["object"], one["decision"]) for one in told] == [
        ("Ana", "Acme", "new"), ("Ana", "Green Tea", "same"),
    ]  # fmt: skip


def test_statements_withdrawals_and_periods_stand_in_stage_six() -> None:
    made = changes(said("s", *JOB), withdrawals=(withdrawal("Ana", "likes", "Tea"),))
    fact = row("s", *JOB, tInvalid=datetime(2024, 9, 1, tzinfo=UTC), reason="superseded", because="t")
    told = stages(committed(made, [fact]))["contradiction"]
    assert [(s["id"], s["at"], s["until"]) for s in told["statements"]] == [("s", "2024-05-01T00:00:00Z", None)]
    assert told["withdrawals"] == 1
    assert told["periods"] == [
        {
            "fact_id": "s", "change": "added", "text": "Ana works_at Acme.", "reason": "superseded", "because": "t",
            "valid_from": "2024-05-01T00:00:00Z", "valid_until": "2024-09-01T00:00:00Z",
        }
    ]  # fmt: skip


def test_the_commit_tells_its_revision_and_its_attempts() -> None:
    told = stages(replace(committed(changes()), attempts=3))["commit"]
    assert (told["revision"], told["attempts"]) == (2, 3)


def test_a_call_is_told_in_full_with_rounded_milliseconds() -> None:
    call = Call("facts", "model", "a prompt", "an answer", 12.3456, TokensUsed(input=2, output=1, total=3), "late")
    assert call_row(call) == {
        "purpose": "facts", "model": "model", "prompt": "a prompt", "answer": "an answer", "ms": 12.3,
        "tokens": {"input": 2, "output": 1, "total": 3}, "error": "late",
    }  # fmt: skip


def test_a_trace_is_json() -> None:
    call = Call("facts", "model", "p", "a", 1.0)
    made = changes(said("s", *JOB), entities=(entity("Ana"),), withdrawals=(withdrawal(*JOB),))
    told = trace(committed(made, [row("s", *JOB)]), call, mentions=(Mention("Ana"),))
    assert json.loads(json.dumps(told)) == told
