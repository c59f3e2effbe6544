"""Ingest the conversation of the demo, message by message, with a progress bar."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from graphmem.brain import Brain
from graphmem.demo.conversation import Conversation, Inference, fact_of
from graphmem.demo.ingested import Ingested
from graphmem_contract.records import Fact


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
    known = [await brain.facts(*triple, include_closed=True) for triple in inference.because]
    evidence = [fact_of(page.items, triple).id for page, triple in zip(known, inference.because, strict=True)]
    subject, relation, object_ = inference.fact
    return await brain.add_fact(
        subject=subject, relation=relation, object=object_, object_is_entity=True, text=inference.text,
        valid_from=inference.after, evidence=(tuple(evidence),),
    )  # fmt: skip


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description:<15}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True)
