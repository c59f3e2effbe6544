"""The job `conflicts`: what it compares, in which order, where it stops, and where the next run continues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from graphmem.claims import FactQuestion, FactVerdict
from graphmem.core_engine import CoreEngine
from graphmem.settings import Settings
from graphmem.testing.scripted import ScriptedJudge
from graphmem.upkeep.conflicts import MOST, MOST_SEARCHED, SEARCHED, FactPair, propose_contradictions
from graphmem.upkeep.job_run import JobRun
from tests.unit.fake_graph import FakeGraph, Rows

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def told(id_: str, subject: str = "s", object_: str = "o", **more: Any) -> dict[str, Any]:
    """A fact as the statements tell it."""
    whole = {"id": id_, "text": id_, "subjectId": subject, "relation": "r", "objectId": object_, "importance": 0.9}
    return {**whole, "from": None, "recordedAt": NOW, **more}


@dataclass
class Memory:
    """A graph in which each fact of importance .9 has one other near it, and a job that remembers its position."""

    facts: int
    light: int = 0
    rivals: bool = True
    crowded: bool = False
    other: dict[str, Any] = field(default_factory=dict)
    contradicted: set[str] | None = None
    """Those of them that have another one near; None = all."""
    shared: bool = False
    """Whether every search finds the same pair."""
    row: dict[str, Any] = field(
        default_factory=lambda: {
            "revision": 7, "day": None, "seen": None, "seenAt": None, "options": None, "clock": NOW, "settings": None,
            "position": None,
        }
    )  # fmt: skip

    def __post_init__(self) -> None:
        self.graph = FakeGraph(
            {
                "upkeep/watermark": lambda _: [dict(self.row)],
                "upkeep/facts_to_compare": self._page,
                "upkeep/near_facts": lambda q: [self._near(id_) for id_ in q["ids"]],
                "upkeep/rival_facts": self._looked_up,
                "upkeep/known_proposals": lambda q: [
                    {"key": key, "evidence": evidence} for key, evidence in self.stored if key in q["keys"]
                ],
                "upkeep/lock": [{"id": "b"}],
                "upkeep/store_proposals": self._store,
                "upkeep/store_position": self._keep,
                "upkeep/store_watermark": self._finish,
            }
        )
        self.stored: list[tuple[str, str]] = []

    def _page(self, q: Mapping[str, Any]) -> Rows:
        rows = [
            {"factId": f"{n:05}", "importance": 0.9 if n < self.facts else 0.2, "isHeavy": n < self.facts}
            for n in range(self.facts + self.light)
        ]
        return [row for row in rows if row["factId"] > q["after"]][: q["limit"]]

    def _near(self, id_: str) -> dict[str, Any]:
        has_one = self.rivals and (self.contradicted is None or id_ in self.contradicted)
        others = (
            [{**told("other" if self.shared else f"other-{id_}", object_="p"), **self.other, "similarity": 0.95}]
            if has_one
            else []
        )
        return {"own": told("own" if self.shared else id_), "others": others}

    def _looked_up(self, q: Mapping[str, Any]) -> Rows:
        if self.crowded:
            return [{"own": told(id_), "others": [], "isCrowded": True} for id_ in q["ids"]]
        return [{**self._near(id_), "isCrowded": False} for id_ in q["ids"]]

    def _store(self, q: Mapping[str, Any]) -> Rows:
        self.stored += [(row["key"], row["evidence"]) for row in q["rows"]]
        return [{"changed": len(q["rows"])}]

    def _keep(self, q: Mapping[str, Any]) -> Rows:
        self.row["position"] = q["position"]
        return []

    def _finish(self, q: Mapping[str, Any]) -> Rows:
        self.row |= {"position": None, "seen": q["revision"], "seenAt": q["seenAt"]}
        return []

    def searched(self, name: str = "upkeep/near_facts") -> list[str]:
        """The facts that were asked for, in order."""
        return [id_ for q in self.graph.parameters.get(name, []) for id_ in q["ids"]]


@dataclass
class OnlyJudge:
    judge: ScriptedJudge | None


@dataclass
class Engine:
    store: FakeGraph
    models: OnlyJudge
    settings: Settings = field(default_factory=Settings)


def run_of(memory: Memory, judge: ScriptedJudge | None = None, limit: int | None = None, **more: Any) -> JobRun:
    engine = cast("CoreEngine", Engine(memory.graph, OnlyJudge(judge)))
    return JobRun(engine, "b", "conflicts", NOW, limit, **more)


def judging(answer: Callable[[FactQuestion], str] = lambda _: "contradicts") -> ScriptedJudge:
    return ScriptedJudge(facts=lambda question: FactVerdict(cast("Any", answer(question)), 0))


async def test_without_a_judge_no_vector_is_searched() -> None:
    memory = Memory(facts=20)
    report = await propose_contradictions(run_of(memory))
    assert (report.proposals, memory.row["seen"]) == (20, 7)
    assert (memory.searched(), len(memory.searched("upkeep/rival_facts"))) == ([], 20)


async def test_among_many_facts_of_one_subject_and_relation_the_vectors_are_searched() -> None:
    memory = Memory(facts=20, crowded=True)
    assert (await propose_contradictions(run_of(memory))).proposals == 20
    assert memory.searched() == memory.searched("upkeep/rival_facts")


async def test_a_crowd_is_searched_within_the_bound_of_a_run_and_the_next_run_continues() -> None:
    memory = Memory(facts=MOST_SEARCHED + 10, crowded=True, rivals=False)
    await propose_contradictions(run_of(memory))
    assert len(memory.searched()) == MOST_SEARCHED
    await propose_contradictions(run_of(memory))
    assert len(set(memory.searched())) == len(memory.searched()) == MOST_SEARCHED + 10


async def test_the_first_run_searches_from_the_facts_that_weigh_much() -> None:
    memory = Memory(facts=3, light=30)
    await propose_contradictions(run_of(memory, judging()))
    assert sorted(memory.searched()) == ["00000", "00001", "00002"]


async def test_a_later_run_searches_from_every_new_fact_those_that_weigh_much_first() -> None:
    memory = Memory(facts=3, light=30)
    memory.row |= {"seen": 3, "seenAt": NOW - timedelta(days=1)}
    await propose_contradictions(run_of(memory, judging()))
    assert sorted(memory.searched()[:3]) == ["00000", "00001", "00002"]
    assert len(memory.searched()) == 33


async def test_a_run_searches_so_many_facts_and_the_next_one_continues_where_it_came_to() -> None:
    memory = Memory(facts=MOST_SEARCHED + 10, rivals=False)
    await propose_contradictions(run_of(memory, judging()))
    assert (len(memory.searched()), memory.row["seen"]) == (MOST_SEARCHED, None)
    await propose_contradictions(run_of(memory, judging()))
    assert len(memory.searched()) == len(set(memory.searched())) == MOST_SEARCHED + 10
    assert (memory.row["seen"], memory.row["position"]) == (7, None)


async def test_a_run_asks_about_so_many_pairs_and_no_pair_is_lost() -> None:
    memory, judge = Memory(facts=2 * MOST + 5), judging()
    done = [(await propose_contradictions(run_of(memory, judge))).proposals for _ in range(4)]
    assert done == [MOST, MOST, 5, 0]
    assert len({key for key, _ in memory.stored}) == 2 * MOST + 5


async def test_a_run_asks_about_so_many_pairs_over_several_searches() -> None:
    memory, judge = Memory(facts=2 * SEARCHED), judging()
    memory.contradicted = {f"{n:05}" for n in range(0, 2 * SEARCHED, 8)}
    report = await propose_contradictions(run_of(memory, judge))
    assert (report.done, sum(len(asked) for asked in judge.asked_facts)) == (MOST, MOST)
    assert len(memory.searched()) == 2 * SEARCHED
    await propose_contradictions(run_of(memory, judge))
    assert {key.split()[1] for key, _ in memory.stored} == memory.contradicted


async def test_without_a_judge_only_two_objects_of_one_subject_and_relation_are_proposed() -> None:
    memory = Memory(facts=3, crowded=True, other={"relation": "another"})
    assert (await propose_contradictions(run_of(memory))).proposals == 0
    assert (
        await propose_contradictions(run_of(Memory(facts=3, other={"relation": "another"}), judging()))
    ).proposals == 3


async def test_the_limit_of_a_run_bounds_what_the_judge_is_asked_too() -> None:
    memory, judge = Memory(facts=20), judging(lambda _: "new")
    await propose_contradictions(run_of(memory, judge, limit=3))
    assert [len(asked) for asked in judge.asked_facts] == [3]
    assert len(memory.stored) == 3


async def test_after_a_limit_nothing_is_lost() -> None:
    memory = Memory(facts=SEARCHED + 5)
    runs = 0
    while memory.row["seen"] is None:
        assert (await propose_contradictions(run_of(memory, judging(), limit=40))).done <= 40
        runs += 1
    assert len({key for key, _ in memory.stored}) == SEARCHED + 5
    assert runs == 7


async def test_what_came_while_the_facts_were_compared_is_new_to_the_run_after_the_last() -> None:
    memory = Memory(facts=MOST_SEARCHED + 10, rivals=False)
    await propose_contradictions(run_of(memory, judging()))
    memory.row |= {"revision": 9, "clock": NOW + timedelta(hours=1)}
    await propose_contradictions(run_of(memory, judging()))
    assert (memory.row["seen"], memory.row["seenAt"]) == (7, NOW)


async def test_a_position_names_no_fact() -> None:
    memory = Memory(facts=MOST_SEARCHED + 10, rivals=False)
    await propose_contradictions(run_of(memory, judging()))
    assert memory.searched()[-1] not in memory.row["position"]


async def test_a_rehearsal_keeps_no_position_and_counts_each_pair_once() -> None:
    memory = Memory(facts=MOST_SEARCHED + 10, rivals=False)
    await propose_contradictions(run_of(memory, judging(), dry_run=True))
    assert memory.row["position"] is None
    memory = Memory(facts=2 * SEARCHED, shared=True)
    report = await propose_contradictions(run_of(memory, judging(), dry_run=True))
    assert (report.done, memory.stored) == (1, [])


def test_two_facts_make_one_pair_whichever_is_told_first() -> None:
    one, other = told("a"), told("b", object_="p")
    assert FactPair(one, other, 0.9).key == FactPair(other, one, 0.9).key
    assert FactPair(one, other, 0.9).evidence == FactPair(other, one, 0.9).evidence
    assert FactPair(one, other, 0.9).says_one_thing_twice
    assert not FactPair(one, told("b"), 0.9).says_one_thing_twice
    assert not FactPair(one, told("b", subject="t", object_="p"), 0.9).says_one_thing_twice
