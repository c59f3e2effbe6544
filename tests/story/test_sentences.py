"""One sentence at each moment: details that conflict follow each other, more detail refines (docs/time.md, R11)."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.claims import Claim, FactVerdict, Mention
from graphmem.memory import Memory
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact, WriteResult
from tests.story.staging import Reading, with_models
from tests.story.telling import fact, held, left_of, spans, tell

PARENTS = fact("Ana", "lives_in", "Lisbon", text="Ana lives in Lisbon with her parents.", valid_from="2023-01-01")
FRIEND = fact("Ana", "lives_in", "Lisbon", text="Ana lives in Lisbon with her girlfriend.", valid_from="2026-01-01")
BARE = fact("Ana", "lives_in", "Lisbon", valid_from="2024-01-01")
MADE = "Ana lives in Lisbon"


async def told(brain: Brain, at: str | None = None, known: Any = None) -> list[str]:
    return [f.text for f in await brain.facts("Ana", "lives_in", valid_at=at, known_at=known)]


@pytest.mark.parametrize("way", ["messages", "by hand", "import"])
async def test_the_sentence_told_is_that_of_the_moment_in_every_order_of_arrival(memory: Memory, way: str) -> None:
    for order in permutations((PARENTS, FRIEND, BARE)):
        brain = memory.brain(f"told-{uuid4()}")
        if way == "import":
            assert (await brain.transfer.import_facts(list(order))).rejected == 0
        for one in order if way != "import" else ():
            await (tell(brain, "2026-06-01", one) if way == "messages" else brain.add_fact(**one))
        assert await told(brain, "2023-06-01") == [PARENTS["text"]], order
        assert await told(brain, "2025-06-01") == [PARENTS["text"]], order
        assert await told(brain) == [FRIEND["text"]], order
        assert await spans(brain, "Ana", "lives_in") == {
            ("Lisbon", "2023-01-01", "2026-01-01"),
            ("Lisbon", "2026-01-01", None),
        }


async def test_a_change_of_sentence_cuts_the_period_and_says_so(brain: Brain) -> None:
    first = await tell(brain, "2023-01-01", PARENTS)
    second = await tell(brain, "2026-01-01", FRIEND)
    assert [f.text for f in second.facts_added] == [FRIEND["text"]]
    assert second.facts_closed == ()
    assert second.contradictions == ()
    older = await brain.fact(first.facts_added[0].id or "")
    newer = await brain.fact(second.facts_added[0].id or "")
    assert (older.closed_reason, older.closed_by, older.text) == ("reworded", newer.id, PARENTS["text"])
    assert await held(brain, "Ana", "lives_in") == ["Lisbon"]


async def test_more_detail_refines_from_its_start_on_and_less_changes_nothing(brain: Brain) -> None:
    works = {"valid_from": "2020-01-01"}
    await tell(brain, "2020-02-01", fact("Ana", "works_at", "Acme", text="Ana works at Acme in Porto.", **works))
    more = fact("Ana", "works_at", "Acme", text="Ana works at Acme in Porto as a nurse.", valid_from="2022-01-01")
    await tell(brain, "2022-02-01", more)
    less = fact("Ana", "works_at", "Acme", text="Ana works at Acme as a nurse.", valid_from="2023-01-01")
    said = await tell(brain, "2023-02-01", less)
    assert said.facts_added == ()
    assert [f.text for f in await brain.facts("Ana", "works_at", include_closed=True)][::-1] == [
        "Ana works at Acme in Porto.",
        "Ana works at Acme in Porto as a nurse.",
    ]


async def test_a_bare_triple_never_replaces_a_told_sentence(brain: Brain) -> None:
    told_ = fact("Bruno", "works_at", "Premex", text="Bruno works at Premex as CTO in Göteborg.", object_is_entity=True)
    await tell(brain, "2025-01-01", told_)
    await brain.add_fact(subject="Bruno", relation="works_at", object="Premex", object_is_entity=True)
    assert [f.text for f in await brain.facts("Bruno", "works_at")] == [told_["text"]]


async def test_a_sentence_that_was_only_assumed_yields_to_one_said_later(brain: Brain) -> None:
    await tell(brain, "2026-06-05", {**PARENTS, "valid_from": "2020-01-01", "text": "Ana lives in Lisbon."})
    assumed = fact("Ana", "lives_in", "Lisbon", text="Ana lives in Lisbon with her parents.")
    await tell(brain, "2026-06-06", assumed)
    await tell(brain, "2026-06-20", {**FRIEND, "valid_from": "2026-05-01"})
    assert await told(brain, "2026-06-10") == [FRIEND["text"]]


async def test_evidence_rests_on_the_value_and_not_on_its_sentence(brain: Brain) -> None:
    first = await tell(brain, "2023-01-01", PARENTS)
    rests = await brain.add_fact(
        subject="Ana",
        relation="uses",
        object="the tram",
        valid_from="2023-01-01",
        evidence_ids=[first.facts_added[0].id],
    )
    await tell(brain, "2026-01-01", FRIEND)
    assert (await brain.fact(rests.id)).holds_now
    await brain.add_fact(
        subject="Ana", relation="lives_in", object="Porto", object_is_entity=True, valid_from="2026-03-01"
    )
    assert str((await brain.fact(rests.id)).valid_until).startswith("2026-03-01")


async def test_taking_back_a_sentence_gives_back_the_one_before(brain: Brain) -> None:
    await tell(brain, "2023-01-01", PARENTS)
    second = (await tell(brain, "2026-01-01", FRIEND)).facts_added[0].id
    assert second
    await brain.invalidate(second, kind="corrected")
    assert await told(brain) == [PARENTS["text"]]
    assert await spans(brain, "Ana", "lives_in") == {("Lisbon", "2023-01-01", None)}
    await brain.restore(second)
    assert await told(brain) == [FRIEND["text"]]


# --------------------------------------------------------------------------- a judge about details


ANA, LISBON = Mention("Ana", "person"), Mention("Lisbon", "place")


def lives(who: str, **more: Any) -> Claim:
    return Claim("Ana", "lives_in", "Lisbon", f"Ana lives in Lisbon {who}.", True, cardinality="one", **more)


async def judged(brain: Brain, at: str, claim: Claim, verdict: str = "new") -> tuple[WriteResult, ScriptedJudge]:
    """Send one claim as a message, with a judge that gives one verdict on all questions."""
    choice = None if verdict == "new" else 0
    judge = ScriptedJudge(facts=lambda _: FactVerdict(verdict, choice, "so it is"))  # type: ignore[arg-type]
    reader = with_models(brain, extractor=Reading((ANA, LISBON), (claim,)), judge=judge)
    result = await reader.remember(f"said on {at}", occurred_at=at)
    assert result.success
    return result, judge


@pytest.mark.parametrize("confidence", [0.5, 0.99])
async def test_each_verdict_on_details_does_what_it_says_whatever_the_confidence(
    memory: Memory, confidence: float
) -> None:
    first, second = lives("with her parents", confidence=0.8), lives("with mum and dad", confidence=confidence)
    seen: dict[str, Any] = {}
    for verdict in ("same", "refines", "contradicts", "new"):
        brain = memory.brain(f"judged-{uuid4()}")
        known = (await judged(brain, "2023-01-01", first))[0].facts_added[0].id
        result, judge = await judged(brain, "2026-01-01", second, verdict)
        assert len(judge.asked_facts) == 1, verdict
        lines = (result.facts_added, result.facts_updated, result.facts_unchanged)
        seen[verdict] = [[line.matched == known for line in some] for some in lines]
        assert (result.facts_closed, result.contradictions) == ((), ()), verdict
        before, now = await told(brain, "2024-01-01"), await told(brain)
        seen[verdict] += [before, now, len(await spans(brain, "Ana", "lives_in"))]
    assert seen["same"] == [[], [], [True], [first.text], [first.text], 1]
    assert seen["refines"] == [[], [True], [], [second.text], [second.text], 1]
    assert seen["contradicts"] == seen["new"] == [[False], [], [], [first.text], [second.text], 2]


async def test_what_refines_from_a_stated_start_on_is_told_from_then_on(brain: Brain) -> None:
    await judged(brain, "2023-01-01", lives("with her parents"))
    later = lives("with mum and dad", starts=datetime(2025, 1, 1, tzinfo=UTC))
    await judged(brain, "2026-01-01", later, "refines")
    assert await told(brain, "2024-01-01") == ["Ana lives in Lisbon with her parents."]
    assert await told(brain, "2025-06-01") == [later.text]


async def test_no_judge_is_asked_where_words_decide_or_where_nobody_may_ask(brain: Brain) -> None:
    await judged(brain, "2023-01-01", lives("with her parents"))
    for text in ("with her parents", "with her parents in a big house", "since May"):
        _, judge = await judged(brain, "2023-02-01", lives(text))
        assert judge.asked_facts == [], text
    judge = ScriptedJudge(facts=lambda _: FactVerdict("same", 0))
    asking = with_models(brain, judge=judge)
    await asking.add_fact(**{**FRIEND, "valid_from": "2024-01-01"})
    await asking.transfer.import_facts(
        [{**FRIEND, "text": "Ana lives in Lisbon with a cat.", "valid_from": "2025-01-01"}]
    )
    place = SuppliedExtraction(
        entities=[SuppliedEntity(name="Lisbon", type="place")],
        facts=[SuppliedFact.model_validate({**FRIEND, "text": "Ana lives in Lisbon with a dog."})],
    )
    await asking.remember("supplied", occurred_at="2026-02-01", extraction=place)
    assert judge.asked_facts == []
    birds = {**FRIEND, "text": "Ana lives in Lisbon with two birds.", "valid_from": "2026-03-01"}
    await asking.add_fact(**birds, judge=True)
    assert len(judge.asked_facts) == 1


async def test_a_sentence_is_judged_once_and_its_verdict_counts_when_it_is_said_again(brain: Brain) -> None:
    await judged(brain, "2023-01-01", lives("with her parents"))
    await judged(brain, "2024-01-01", lives("with mum and dad"), "same")
    _, again = await judged(brain, "2025-01-01", lives("with mum and dad"), "contradicts")
    assert again.asked_facts == []
    await brain.add_fact(**{**FRIEND, "text": "Ana lives in Lisbon with mum and dad."})
    assert await told(brain) == ["Ana lives in Lisbon with her parents."]
    assert len(await spans(brain, "Ana", "lives_in")) == 1


async def test_withdrawing_and_restoring_what_was_judged_gives_back_what_was(brain: Brain) -> None:
    await judged(brain, "2023-01-01", lives("with her parents"))
    second, _ = await judged(brain, "2026-01-01", lives("with mum and dad"), "refines")
    asked = second.recorded_at
    known = second.facts_updated[0].id or ""
    assert await told(brain) == ["Ana lives in Lisbon with mum and dad."]
    await brain.invalidate(known, kind="corrected")
    assert await told(brain) == []
    await brain.restore(known)
    assert await told(brain) == ["Ana lives in Lisbon with mum and dad."]
    assert await told(brain, known=asked) == ["Ana lives in Lisbon with mum and dad."]


async def test_a_verdict_survives_a_correction_of_the_date_a_merge_and_an_export(brain: Brain, memory: Memory) -> None:
    known = (await judged(brain, "2023-01-01", lives("with her parents")))[0].facts_added[0].id or ""
    wording = lives("with mum and dad").text
    await judged(brain, "2024-01-01", lives("with mum and dad"), "refines")
    await brain.correct(known, valid_from="2022-01-01")
    assert await told(brain) == [wording]
    await tell(brain, "2024-02-01", fact("Aninha", "likes", "tea", object_is_entity=False))
    found = {e.name: e.id for e in await brain.entities.list()}
    await brain.entities.merge(into=found["Aninha"], from_=[found["Ana"]])
    assert [f.text for f in await brain.facts("Aninha", "lives_in")] == [wording]
    copy = memory.brain(f"copy-{uuid4()}")
    await copy.transfer.load(brain.transfer.export())
    await copy.add_fact(**{**FRIEND, "subject": "Aninha", "text": "Aninha lives in Lisbon with her parents."})
    assert [f.text for f in await copy.facts("Aninha", "lives_in", include_closed=True)] == [wording]


@pytest.mark.parametrize("verdict", ["same", "refines"])
async def test_forgetting_a_sentence_leaves_no_word_of_it_in_a_verdict(brain: Brain, verdict: str) -> None:
    gone = await judged(brain, "2023-01-01", lives("with the xyzzy choir"))
    await judged(brain, "2024-01-01", lives("with her singers"), verdict)
    await brain.episodes.forget(gone[0].episode_id or "")
    assert await left_of(brain, "xyzzy") == []
    assert await told(brain) == ["Ana lives in Lisbon with her singers."]
    await judged(brain, "2025-01-01", lives("with her parents"), "contradicts")
    assert await spans(brain, "Ana", "lives_in") == {
        ("Lisbon", "2024-01-01", "2025-01-01"),
        ("Lisbon", "2025-01-01", None),
    }
