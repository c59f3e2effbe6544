"""Run the demo: ingest the conversation, query the graph, check the answers."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from rich.console import Console

from graphmem.brain import Brain
from graphmem.demo import own_data
from graphmem.demo.answers import Answers
from graphmem.demo.conversation import Conversation
from graphmem.demo.ingested import Ingested
from graphmem.demo.listening import listen
from graphmem.demo.second_act import SecondAct
from graphmem.demo.story import Story
from graphmem.demo.third_act import ThirdAct
from graphmem.memory import Memory


async def run(memory: Memory, conversation: Conversation, console: Console, *, is_written: bool) -> bool:
    """Run the demo and return whether every answer was right.

    Args:
        is_written: whether the conversation is the demo's own, whose answers are known.
    """
    brain = memory.brain(f"demo-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    ingested = await _ingest(brain, conversation, console)
    answers = Answers(console)
    answers.check("Was every message read?", "; ".join(ingested.failed[:3]) or "yes", "yes")
    if is_written:
        await Story(brain, ingested, console, answers).tell()
        await SecondAct(brain, console, answers).tell()
        await ThirdAct(brain, console, answers).tell()
        person = "Nina"
    else:
        person = await own_data.tell(brain, conversation, console, answers)
    right = answers.tell()
    _print_browser_query(memory, brain, person, console)
    return right


async def _ingest(brain: Brain, conversation: Conversation, console: Console) -> Ingested:
    turns = conversation.turns
    console.print(
        f"{len(turns)} messages from {turns[0].time:%B %Y} to {turns[-1].time:%B %Y}, read by the "
        f"[bold]{brain.engine.models.extractor.name}[/] extractor into the brain [bold]{brain.name}[/]",
        soft_wrap=True,
    )
    started = time.perf_counter()
    ingested = await listen(brain, conversation, console)
    took = time.perf_counter() - started
    stats = await brain.overview.stats()
    console.print(
        f"[dim]{took:.1f} s, {1000 * took / len(turns):.0f} ms a message: {stats.entities} entities, "
        f"{stats.facts} facts, {ingested.silent} messages without a fact[/]",
        soft_wrap=True,
    )
    return ingested


def _print_browser_query(memory: Memory, brain: Brain, person: str, console: Console) -> None:
    console.print()
    console.rule("[bold]Look at it[/]", align="left", style="dim")
    console.print(f"Neo4j Browser: [bold]{memory.browser_url or 'beside the server of NEO4J_URI'}[/]", soft_wrap=True)
    console.print(f"  {query(brain.name, person)}", markup=False, soft_wrap=True)


def query(brain: str, person: str) -> str:
    """Return a query for the neighbourhood of a person, to paste into Neo4j Browser."""
    name = person.replace("\\", "\\\\").replace("'", "\\'")
    return f"CALL graphmem.bfs('{brain}', ['{name}'], 2) YIELD path RETURN path"
