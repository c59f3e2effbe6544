"""The seven stages of a trace as a page shows them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

STAGES = {
    "entity_extract": "Entity extract",
    "entity_resolve": "Entity resolve",
    "fact_extract": "Fact extract",
    "fact_dedup": "Fact dedup",
    "temporal": "Temporal",
    "contradiction": "Contradiction",
    "commit": "Commit",
}
"""The stages in the order of their numbers, with their titles."""
QUESTIONS = {
    "entity_extract": "Who and what is spoken of?",
    "entity_resolve": "Which of them are known?",
    "fact_extract": "What is said about them?",
    "fact_dedup": "What of it is new?",
    "temporal": "Since when, until when?",
    "contradiction": "What does that change?",
    "commit": "All of it or nothing.",
}
"""What each stage answers."""


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage with its milliseconds, its input and its outputs by name. `reached`: whether the trace has it."""

    number: int
    name: str
    title: str
    question: str
    ms: float | None
    reached: bool
    input: Any
    output: Mapping[str, Any]


def stages_of(trace: Mapping[str, Any]) -> tuple[StageView, ...]:
    """Return the seven stages of a trace; none of an episode that was not read."""
    if not trace.get("stages"):
        return ()
    found = {stage["stage"]: stage for stage in trace["stages"]}
    ms = trace.get("ms", {})
    return tuple(
        StageView(
            number,
            name,
            title,
            QUESTIONS[name],
            ms.get(name),
            name in found,
            found.get(name, {}).get("input"),
            {key: value for key, value in found.get(name, {}).items() if key not in ("stage", "input")},
        )
        for number, (name, title) in enumerate(STAGES.items(), 1)
    )
