"""Ingest the conversation of the demo, message by message, with a progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from graphmem.brain import Brain
from graphmem.demo.conversation import Conversation, Inference, Triple
from graphmem_contract.errors import NotFound
from graphmem_contract.records import Fact, WriteResult


@dataclass(slots=True)
class Ingested:
    """Result of the ingest: the system time of each message, and counts of facts.

    `silent`: messages that changed no fact. `failed`: error messages.
    """

    recorded: dict[datetime, datetime] = field(default_factory=dict)
    added: int = 0
    closed: int = 0
    silent: int = 0
    failed: list[str] = field(default_factory=list)

    def note(self, said_at: datetime, result: WriteResult) -> None:
        """Count one result. `said_at` is the time of the message."""
        if not result.success:
            self.failed.append(result.error or "unknown error")
        if result.recorded_at:
            self.recorded[said_at] = result.recorded_at
        self.added += len(result.facts_added)
        self.closed += len(result.facts_closed)
        self.silent += not (result.facts_added or result.facts_updated or result.facts_closed or result.facts_deleted)

    def known_by(self, said_at: datetime) -> datetime:
        """Return the system time at which all messages up to `said_at` were ingested.

        Raises:
            NotFound: there was no message by then.
        """
        before = [recorded for time, recorded in self.recorded.items() if time <= said_at]
        if not before:
            raise NotFound(f"There was no message by {said_at:%Y-%m-%d}.")
        return max(before)


async def listen(brain: Brain, conversation: Conversation, console: Console) -> Ingested:
    """Ingest the messages in their order, and add each inference after the message before it."""
    ingested = Ingested()
    waiting = list(conversation.inferences)
    with _progress(console) as bar:
        task = bar.add_task("", total=len(conversation.turns))
        for turn in conversation.turns:
            bar.update(task, description=f"{turn.time:%B %Y}")
            result = await brain.remember(
                turn.text, speaker=turn.speaker, occurred_at=turn.time, session_id=turn.session, source="demo"
            )
            ingested.note(turn.time, result)
            while waiting and waiting[0].after <= turn.time:
                await _add_inference(brain, waiting.pop(0))
            bar.advance(task)
    return ingested


async def _add_inference(brain: Brain, inference: Inference) -> Fact:
    evidence = [(await fact_of(brain, triple)).id for triple in inference.because]
    subject, relation, object_ = inference.fact
    return await brain.add_fact(
        subject=subject, relation=relation, object=object_, object_is_entity=True, text=inference.text,
        valid_from=inference.after, evidence=(tuple(evidence),),
    )  # fmt: skip


async def fact_of(brain: Brain, triple: Triple) -> Fact:
    """Return the fact of a triple, also one that has ended.

    Raises:
        NotFound: the brain has no such fact.
    """
    subject, relation, object_ = triple
    page = await brain.facts(subject, relation, object_, include_closed=True)
    if not page:
        raise NotFound(f"There is no fact {subject} {relation} {object_}.")
    return page[0]


def first_of(facts: Sequence[Fact]) -> str:
    """Return the object of the first fact, or a dash."""
    return facts[0].object if facts else "–"


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description:<15}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True)
