"""The demo on a conversation of the user. Its content is not known in advance, so the checks are general."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.markup import escape

from graphmem.brain import Brain
from graphmem.console import facts_table, period
from graphmem.demo.answers import Answers
from graphmem.demo.conversation import Conversation

SHOWN = 8


async def tell(brain: Brain, conversation: Conversation, console: Console, answers: Answers) -> str:
    """Print the people and their facts, and check that something was found.

    Returns:
        The name of the person with the most facts; without people, the first speaker.
    """
    stats = await brain.overview.stats()
    speakers = sorted({turn.speaker for turn in conversation.turns})
    console.print()
    console.rule("[bold]Who is known[/]", align="left", style="dim")
    people = sorted(await brain.entities.list(type="person", limit=500), key=lambda person: -person.fact_count)
    for person in people[:SHOWN]:
        console.print(f"   {person.name:<24} {person.fact_count} facts", markup=False)
    for speaker in speakers:
        await _print_facts(brain, speaker, console)
    await _print_recall(brain, speakers[0], console)
    answers.check("Was every message kept?", str(sum(stats.episodes.values())), str(len(conversation.turns)))
    answers.check_contains("Are the speakers known?", [one.name for one in people], speakers)
    answers.check("Was anything found?", "yes" if stats.facts else "no", "yes")
    _print_relations(stats.relations, console)
    return people[0].name if people else speakers[0]


async def _print_facts(brain: Brain, name: str, console: Console) -> None:
    console.print()
    facts = await brain.facts(name, include_closed=True, limit=SHOWN)
    console.print(facts_table(facts, title=f"[bold]{escape(name)}[/]"))


async def _print_recall(brain: Brain, speaker: str, console: Console) -> None:
    question = f"What does {speaker} like?"
    console.print()
    console.rule(f"[bold]{escape(question)}[/]", align="left", style="dim")
    found = await brain.recall(question, k=5)
    for item in found.facts:
        if item.fact:
            console.print(f"   {escape(item.fact.text)} [dim]({period(item.fact)})[/]")


def _print_relations(relations: dict[str, int], console: Console) -> None:
    common = ", ".join(f"{name} {count}" for name, count in Counter(relations).most_common(10))
    console.print(f"   [dim]relations: {common}[/]", soft_wrap=True)
