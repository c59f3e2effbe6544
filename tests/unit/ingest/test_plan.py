"""The plan of a batch: the revision at which it counts, and when the judge is asked."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.claims import Claim, Extracted, ExtractedMentions, Judged, Mention, NameVerdict
from graphmem.ingest.pipeline import plan_stages
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.case import Ambiguous, Case, JudgeVerdicts
from graphmem.ingest.stages.known_facts import Alike
from graphmem.ingest.transactions.records import STALE, Plan
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.claim_building import settings, source


def candidate(id_: str, name: str, **more: Any) -> dict[str, Any]:
    """An entity that has exactly the name, as the reads return it."""
    row = {"id": id_, "name": name, "type": "person", "key": f"person:{name.lower()}", "how": "alias", "score": 1.0}
    return {**row, "rank": 0, "externalId": None, **more}


def graph(*near: dict[str, Any], taken: list[str]) -> FakeGraph:
    """A brain at revision 7 with these candidates for the name, and these keys in use."""
    names = {
        "revision": 7,
        "state": "then",
        "mentions": [{"i": 0, "candidates": list(near), "about": []}],
        "external": [],
        "handled": [],
    }
    facts = {"revision": 7, "taken": taken, "values": [], "relations": [], "learnt": [], "claims": [], "touched": []}
    known = [{"id": row["id"], "aliases": [], "facts": []} for row in near]
    return FakeGraph({"ingest/read_names": [names], "ingest/read_facts": [facts], "ingest/read_known": known})


def case(known: FakeGraph, mention: Mention, judge: Any = None) -> Case:
    claim = Claim("Ana", "likes", "tea", "Ana likes tea")
    batch = Batch((ExtractedMentions(source(), Extracted((mention,), (), "offline")),), ((claim, source()),), {})
    return Case("b", batch, settings(), JudgeVerdicts(judge), Alike(known.read, "b", batch, settings()), known.read)


ANA = Mention("Ana", "person")


async def planned(known: FakeGraph, mention: Mention = ANA) -> Plan:
    return await plan_stages(case(known, mention))


async def test_a_plan_on_reads_that_agree_counts_at_their_revision() -> None:
    plan = await planned(graph(taken=[]))
    assert (plan.state, [end.key for end in plan.changes.entities]) == ("then", ["person:ana"])


async def test_names_that_do_not_know_a_key_that_is_taken_are_stale() -> None:
    assert (await planned(graph(taken=["person:ana"]))).state == STALE


async def test_a_homonym_whose_key_the_names_know_is_not_stale() -> None:
    other = candidate("1", "Ana", externalId="crm-1")
    plan = await planned(graph(other, taken=["person:ana"]), Mention("Ana", "person", external_id="crm-2"))
    assert (plan.state, [end.key for end in plan.changes.entities]) == ("then", ["person:ana~2"])


async def test_a_taken_key_of_a_known_entity_is_not_stale() -> None:
    plan = await planned(graph(candidate("1", "Ana"), taken=["person:ana"]))
    assert (plan.revision, [end.id for end in plan.changes.entities]) == (7, ["1"])


class Choosing:
    """A judge that chooses the second candidate; `asked` counts its calls."""

    def __init__(self) -> None:
        self.asked = 0

    async def names(self, questions: Any) -> Judged:
        self.asked += 1
        return Judged(names=tuple(NameVerdict(1, "because") for _ in questions))


TWO = (candidate("1", "Ana"), candidate("2", "Ana", rank=1))


async def test_under_the_lock_a_question_for_the_judge_ends_the_attempt() -> None:
    known, judge = graph(*TWO, taken=[]), Choosing()
    with pytest.raises(Ambiguous) as raised:
        await plan_stages(case(known, ANA, judge).under_lock(known.read))
    assert [len(question.candidates) for question in raised.value.names.values()] == [2]
    assert judge.asked == 0


async def test_outside_of_the_lock_the_judge_is_asked_once_and_its_verdict_is_kept() -> None:
    known, judge = graph(*TWO, taken=[]), Choosing()
    asking = case(known, ANA, judge)
    plan = await plan_stages(asking)
    assert [end.id for end in plan.changes.entities] == ["2"]
    again = await plan_stages(asking.under_lock(known.read))
    assert [end.id for end in again.changes.entities] == ["2"]
    assert judge.asked == 1


async def test_without_a_judge_the_first_namesake_is_taken() -> None:
    assert [end.id for end in (await planned(graph(*TWO, taken=[]))).changes.entities] == ["1"]
