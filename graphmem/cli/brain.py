"""`graphmem remember | recall | facts`: one brain from the command line."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.markup import escape

from graphmem.cli.session import AsJson, with_brain
from graphmem.console import console, facts_table, period, print_json
from graphmem.contract.records import Fact, RecallResult, WriteResult
from graphmem.recall.recipes import RECIPES

BrainName = Annotated[str, typer.Argument(metavar="BRAIN", help="The memory's name; made by its first write.")]
At = Annotated[str | None, typer.Option("--at", help="As of this time in the world, e.g. 2025-12-01.")]
Known = Annotated[str | None, typer.Option("--known", help="As far as it was known at this time.")]


def remember(
    brain: BrainName,
    text: Annotated[str, typer.Argument(help="What was said; - reads it from standard input.")],
    speaker: Annotated[str | None, typer.Option(help="Whose words these are.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="When it was said; default now.")] = None,
    as_json: AsJson = False,
) -> None:
    """Takes in a message and tells what it changed."""
    content = sys.stdin.read() if text == "-" else text
    result = with_brain(brain, lambda b: b.remember(content, speaker=speaker, occurred_at=at, source="cli"))
    if as_json:
        print_json(result)
    else:
        _tell_write(result)
    if not result.success:
        raise typer.Exit(1)


def recall(
    brain: BrainName,
    query: Annotated[str, typer.Argument(help="A question in words.")],
    at: At = None,
    known: Known = None,
    k: Annotated[int, typer.Option("-k", min=1, max=100, help="How many facts and how many episodes at most.")] = 10,
    entity: Annotated[list[str] | None, typer.Option(help="Only what concerns this one; may be repeated.")] = None,
    session: Annotated[str | None, typer.Option(help="Only what was said in this conversation.")] = None,
    recipe: Annotated[str, typer.Option(help=f"How to rank: {', '.join(RECIPES)}.")] = "hybrid",
    diversity: Annotated[float, typer.Option(min=0, max=1, help="From 0, the best, to 1, unlike each other.")] = 0.0,
    ended: Annotated[
        bool, typer.Option("--ended", help="Also tells which facts were left out because they ended.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Answers a question from the graph."""
    found = with_brain(
        brain,
        lambda b: b.recall(
            query,
            k=k,
            valid_at=at,
            known_at=known,
            entities=entity or (),
            session_id=session,
            recipe=recipe,
            diversity=diversity,
            tell_ended=ended,
        ),
    )
    if as_json:
        print_json(found)
    else:
        _tell_recall(found)


def facts(
    brain: BrainName,
    subject: Annotated[str | None, typer.Option(help="Name or id.")] = None,
    relation: Annotated[str | None, typer.Option(help="For example works_at.")] = None,
    object_: Annotated[str | None, typer.Option("--object", help="Name, value or id.")] = None,
    at: At = None,
    known: Known = None,
    closed: Annotated[bool, typer.Option("--closed", help="Also what has ended.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000)] = 50,
    as_json: AsJson = False,
) -> None:
    """Lists facts, as of two moments: when they held and when they were known."""
    page = with_brain(
        brain,
        lambda b: b.facts(subject, relation, object_, valid_at=at, known_at=known, include_closed=closed, limit=limit),
    )
    if as_json:
        print_json({"facts": page.items, "next_cursor": page.next_cursor})
    elif not page:
        console.print("Nothing is known of this.")
    else:
        console.print(facts_table(page))


def _tell_write(result: WriteResult) -> None:
    if result.episode_id is None:
        console.print("There was nothing to remember.")
        return
    for title, facts_ in (
        ("new", result.facts_added), ("confirmed", result.facts_updated), ("known", result.facts_unchanged),
        ("ended", result.facts_closed), ("withdrawn", result.facts_deleted), ("left out", result.facts_skipped),
    ):  # fmt: skip
        for fact in facts_:
            why = f" ({fact.reason})" if fact.reason else ""
            console.print(f"{title:>9}  {fact.subject} · {fact.relation} · {fact.object}{why}", markup=False)
    for warning in result.warnings:
        console.print(f"  warning  {warning}", markup=False)
    if result.error:
        console.print(f"   failed  {result.error}", markup=False)
    console.print(f"[dim]episode {result.episode_id}, {result.duration_ms:.0f} ms[/]")


def _tell_recall(found: RecallResult) -> None:
    for item in found.facts:
        if item.fact:
            when = f"{period(item.fact)}{_note(item.fact)}"
            console.print(f"{item.rank:>3}. {escape(item.fact.text)} [dim]({when})[/]")
    if found.episodes:
        console.print("\n[bold]said[/]")
    for item in found.episodes:
        if item.episode:
            said = f"{item.episode.occurred_at:%Y-%m-%d} {item.episode.speaker or item.episode.role or '…'}"
            console.print(f"{item.rank:>3}. [dim]{escape(said)}:[/] ", end="")
            console.print(item.episode.content, markup=False, soft_wrap=True)
    if found.ended:
        console.print("\n[bold]no longer true[/]")
    for item in found.ended:
        if item.fact:
            console.print(f"     {item.fact.text} ({period(item.fact)})", markup=False)
    if not found.facts and not found.episodes:
        console.print("Nothing is known of this.")


def _note(fact: Fact) -> str:
    """What its period does not say by itself. An event is over as a matter of course."""
    if fact.upcoming:
        return ", upcoming"
    return "" if fact.holds_now or fact.kind == "event" else ", no longer"
