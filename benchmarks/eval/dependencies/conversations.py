"""The conversations: each turn told to a brain of its own, each question asked when its turns are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.recall import RecallItem
from graphmem_contract.records import Fact, SuppliedExtraction

Row = dict[str, Any]


def extraction(facts: Iterable[Row]) -> SuppliedExtraction:
    """Return the facts of a turn as supplied facts."""
    return SuppliedExtraction.model_validate({"facts": list(facts)})


async def conversation(memory: Memory, turns: Sequence[Row], probes: Sequence[Row], *, supplied: bool) -> list[Row]:
    """Tell a conversation to a brain of its own, and ask each question when its turns are told.

    `supplied`: the facts of a turn come with it. Otherwise the extractor of the memory reads them.
    """
    brain = memory.brain(f"dependencies-{uuid4().hex[:12]}")
    waiting = sorted(probes, key=lambda probe: probe["after_seq"])
    told: list[Row] = []
    for turn in turns:
        while waiting and waiting[0]["after_seq"] < turn["seq"]:
            told.append(await asked(brain, waiting.pop(0)))
        await brain.remember(
            turn["text"],
            role=turn["role"],
            speaker=turn["speaker"],
            session_id=str(turn["session"]),
            occurred_at=turn["time"],
            extraction=extraction(turn["facts"]) if supplied else None,
        )
    return [*told, *[await asked(brain, probe) for probe in waiting]]


async def asked(brain: Brain, probe: Row) -> Row:
    """Return what a recall tells for a question."""
    found = await brain.recall(probe["question"], valid_at=probe["at"], tell_ended=True)
    facts = [item.fact for item in found.facts if item.fact]
    return {
        "pid": probe["pid"],
        "told": [fact.text for fact in facts],
        "ended": [item.fact.text for item in found.ended if item.fact],
        "timeline": await timeline(brain, probe) if probe["task"] == "tracking" else [],
        "episodes": [text for item in found.episodes if (text := words(item))],
        "context": found.context,
    }


def words(item: RecallItem) -> str:
    """Return the text of an episode."""
    return item.passage or (item.episode.content if item.episode else "")


async def timeline(brain: Brain, probe: Row) -> list[str]:
    """Return the values of the subject and relation of the best fact, earliest first."""
    found = await brain.recall(probe["question"], valid_at=probe["at"], include_closed=True)
    best = next((item.fact for item in found.facts if item.fact), None)
    if best is None:
        return []
    page = await brain.facts(subject=best.subject_id, relation=best.relation, include_closed=True, limit=1000)
    return [fact.text for fact in sorted(page, key=_start)]


def _start(fact: Fact) -> str:
    return fact.valid_from.isoformat() if fact.valid_from else ""
