"""The scripted extractor and judge answer from their scripts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.claims import ABSENT, FactQuestion, FactVerdict, Mention, NameQuestion, Request
from graphmem.models.ports import Extractor, Judge, TranscriptExtractor
from graphmem.testing.scripted import ScriptedExtractor, ScriptedJudge
from graphmem_contract.errors import ModelTimeout
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact

WHEN = datetime(2026, 6, 1, tzinfo=UTC)
SCRIPT = SuppliedExtraction(
    entities=(SuppliedEntity(name="Ana", type="Person", aliases=("Aninha",)), SuppliedEntity(name="Acme")),
    facts=(
        SuppliedFact(subject="Ana", relation="works at", object="ACME", confidence=0.9),
        SuppliedFact(subject="Ana", relation="likes", object="tea", valid_from=None, valid_until=WHEN),
    ),
)


def request(content: str = "hello") -> Request:
    return Request(content=content, occurred_at=WHEN)


async def test_the_extractor_says_what_the_script_says() -> None:
    extractor = ScriptedExtractor({"hello": SCRIPT})
    found = await extractor.mentions(request(" hello "))
    assert isinstance(extractor, Extractor)
    assert found.mentions == (Mention("Ana", "Person", ("Aninha",)), Mention("Acme", "other"))
    assert found.claims is not None
    works, likes = found.claims
    assert (works.relation, works.object_is_entity, works.starts, works.confidence) == ("works at", True, ABSENT, 0.9)
    assert (likes.object_is_entity, likes.starts, likes.until, likes.confidence) == (None, None, WHEN, 0.8)
    assert works.text == "Ana works at ACME"
    assert len(found.calls) == 1


async def test_a_content_without_a_script_gives_nothing_and_says_so() -> None:
    found = await ScriptedExtractor({}).mentions(request("surprise"))
    assert (found.mentions, found.claims) == ((), ())
    assert found.warnings


async def test_a_staged_script_gives_its_claims_in_a_second_call() -> None:
    extractor = ScriptedExtractor(lambda asked: SCRIPT, staged=True)
    found = await extractor.mentions(request())
    claimed = await extractor.claims(request(), found.mentions)
    assert (found.claims, found.method, len(claimed.claims)) == (None, "staged", 2)


async def test_several_messages_are_one_call_and_each_has_its_own_entry() -> None:
    extractor = ScriptedExtractor({"hello": SCRIPT})
    assert isinstance(extractor, TranscriptExtractor)
    first, second = await extractor.transcript([request(), request("surprise")])
    assert [len(part.claims or ()) for part in (first, second)] == [2, 0]
    assert [len(part.calls) for part in (first, second)] == [1, 0]
    assert [len(part.warnings) for part in (first, second)] == [0, 1]
    assert [[one.content for one in read] for read in extractor.transcripts] == [["hello", "surprise"]]


async def test_a_script_may_fail_like_a_model() -> None:
    def script(asked: Request) -> SuppliedExtraction:
        raise ModelTimeout("too slow")

    with pytest.raises(ModelTimeout):
        await ScriptedExtractor(script).mentions(request())


async def test_the_judge_chooses_by_the_script_and_counts_its_calls() -> None:
    judge = ScriptedJudge(names={"Ana": 1, "Bob": 9}, facts=lambda asked: FactVerdict("same", 0))
    questions = [NameQuestion(name, "person", "", ({}, {})) for name in ("Ana", "Bob", "Cid")]
    names = await judge.names(questions)
    facts = await judge.facts([FactQuestion("x", ({},))])
    assert isinstance(judge, Judge)
    assert [one.choice for one in names.names] == [1, None, None]
    assert [one.relation for one in facts.facts] == ["same"]
    assert (len(judge.asked_names), len(judge.asked_facts)) == (1, 1)
    assert [one.relation for one in (await ScriptedJudge().facts([FactQuestion("x", ({},))])).facts] == ["new"]
