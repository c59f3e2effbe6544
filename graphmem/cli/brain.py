"""`graphmem remember | recall | facts`: one brain from the command line."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.markup import escape

from graphmem.brain import Brain
from graphmem.cli.session import AsJson, BrainName, with_brain
from graphmem.console import console, facts_table, period, print_json
from graphmem.recall.recipes import RECIPES
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.pagination import Page
from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Fact, WriteResult

At = Annotated[
    str | None, typer.Option("--at", help="Valid time: what held at this time, e.g. 2025-12-01; default now.")
]
Known = Annotated[
    str | None, typer.Option("--known", help="System time: what was believed at this time; default the latest.")
]


def remember(
    brain: BrainName,
    text: Annotated[str, typer.Argument(help="The message; - reads it from standard input.")],
    speaker: Annotated[str | None, typer.Option(help="Who says it.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="When it was said; default now.")] = None,
    as_json: AsJson = False,
) -> None:
    """Store a message and print what it changed."""
    content = sys.stdin.read() if text == "-" else text
    result = with_brain(brain, lambda b: b.remember(content, speaker=speaker, occurred_at=at, source="cli"))
    if as_json:
        print_json(result)
    else:
        _print_write(result)
    if not result.success:
        raise typer.Exit(1)


def recall(
    brain: BrainName,
    query: Annotated[str, typer.Argument(help="The question.")],
    at: At = None,
    known: Known = None,
    k: Annotated[int, typer.Option("-k", min=1, max=100, help="Maximum number of facts, and of episodes.")] = 10,
    entity: Annotated[
        list[str] | None, typer.Option(help="Only facts and episodes about this entity; may be repeated.")
    ] = None,
    asker: Annotated[
        str | None, typer.Option(help='Who asks: name, key or id of an entity; "I" and "my" mean it.')
    ] = None,
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    recipe: Annotated[str, typer.Option(help=f"Ranking recipe: {', '.join(RECIPES)}.")] = "hybrid",
    diversity: Annotated[
        float,
        typer.Option(min=0, max=1, help="0 ranks by score only; up to 1 favours results that differ from each other."),
    ] = 0.0,
    ended: Annotated[
        bool, typer.Option("--ended", help="Also print the facts that were left out because they have ended.")
    ] = False,
    deep: Annotated[
        bool, typer.Option("--deep", help="Also facts that went cold because nobody used them, at half score.")
    ] = False,
    spread: Annotated[
        bool, typer.Option("--spread", help="Also facts that are associated with the best ones, over two links.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Answer a question from the graph."""

    async def answer(b: Brain) -> tuple[RecallResult, list[str]]:
        found = await b.recall(
            query,
            k=k,
            valid_at=at,
            known_at=known,
            entities=entity or (),
            asker=asker,
            session_id=session,
            recipe=recipe,
            diversity=diversity,
            tell_ended=ended,
            deep=deep,
            spread=spread,
        )
        return found, [] if found.facts or as_json else await unread(b)

    result, missing = with_brain(brain, answer)
    if as_json:
        print_json(result)
    else:
        _print_recall(result)
        _print_unread(missing)


def facts(
    brain: BrainName,
    subject: Annotated[str | None, typer.Option(help="Name or id of the subject.")] = None,
    relation: Annotated[str | None, typer.Option(help="For example works_at.")] = None,
    object_: Annotated[str | None, typer.Option("--object", help="Name, value or id of the object.")] = None,
    at: At = None,
    known: Known = None,
    closed: Annotated[bool, typer.Option("--closed", help="Also facts that have ended.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Maximum number of facts.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List facts at a valid time and a system time."""

    async def listed(b: Brain) -> tuple[Page[Fact], list[str]]:
        page = await b.facts(
            subject, relation, object_, valid_at=at, known_at=known, include_closed=closed, limit=limit
        )
        return page, [] if page or as_json else await unread(b)

    page, missing = with_brain(brain, listed)
    if as_json:
        print_json({"facts": page.items, "next_cursor": page.next_cursor})
    elif not page:
        console.print("Nothing is known of this." if subject or relation or object_ else "No facts are known.")
        _print_unread(missing)
    else:
        console.print(facts_table(page))


async def unread(brain: Brain) -> list[str]:
    """Return why facts may be missing: messages that wait, or that could not be read; or that there is no message at all."""
    state = await brain.overview.get(days=1)
    counts = state.stats.episodes
    failed, waits = counts.get("failed", 0), counts.get("pending", 0) + counts.get("extracting", 0)
    told = []
    if failed:
        why = f" The newest: {state.failures[0].error}." if state.failures else ""
        told.append(f"Messages that could not be read: {failed}.{why} The dashboard (`graphmem serve`) replays them.")
    if waits:
        last = (await brain.episodes.list(status=EpisodeState.PENDING, limit=1)).items
        why = f" The newest waits after {last[0].error}." if last and last[0].error else ""
        told.append(f"Messages that wait to be read: {waits}.{why} `graphmem serve` or `graphmem worker` reads them.")
    if not (counts or state.stats.facts or state.stats.facts_closed):
        told.append(f"The brain {brain.name} is empty: nothing was written to a brain of this name.")
    return told


def _print_unread(told: list[str]) -> None:
    for line in told:
        console.print(line, soft_wrap=True, markup=False)


def _print_write(result: WriteResult) -> None:
    if result.episode_id is None:
        console.print("There was nothing to remember.")
        return
    for title, written in (
        ("new", result.facts_added), ("confirmed", result.facts_updated), ("known", result.facts_unchanged),
        ("ended", result.facts_closed), ("withdrawn", result.facts_deleted), ("left out", result.facts_skipped),
    ):  # fmt: skip
        for fact in written:
            why = f" ({fact.reason})" if fact.reason else ""
            console.print(f"{title:>9}  {fact.subject} · {fact.relation} · {fact.object}{why}", markup=False)
    for warning in result.warnings:
        console.print(f"  warning  {warning}", markup=False)
    if result.error:
        console.print(f"   failed  {result.error}", markup=False)
    console.print(f"[dim]episode {result.episode_id}, {result.duration_ms:.0f} ms[/]")


def _print_recall(result: RecallResult) -> None:
    for warning in result.warnings:
        console.print(f"  warning  {warning}", markup=False)
    for directive in result.directives:
        console.print(f"   ! {directive.text}", markup=False)
    for topic in result.clusters:
        console.print(f"   * {topic.title}{f': {topic.summary}' if topic.summary else ''}", markup=False)
    for item in result.facts:
        if item.fact:
            when = f"{period(item.fact)}{_note(item.fact)}"
            console.print(f"{item.rank:>3}. {escape(item.fact.text)} [dim]({when})[/]")
    if result.episodes:
        console.print("\n[bold]said[/]")
    for item in result.episodes:
        if item.episode:
            source = f"{item.episode.occurred_at:%Y-%m-%d} {item.episode.speaker or item.episode.role or '…'}"
            console.print(f"{item.rank:>3}. [dim]{escape(source)}:[/] ", end="")
            console.print(item.episode.content, markup=False, soft_wrap=True)
    if result.ended:
        console.print("\n[bold]no longer true[/]")
    for item in result.ended:
        if item.fact:
            console.print(f"     {item.fact.text} ({period(item.fact)})", markup=False)
    if not result.facts and not result.episodes and not result.clusters:
        console.print("Nothing is known of this.")


def _note(fact: Fact) -> str:
    """Return what the printed period does not show: whether the fact is upcoming or has ended. An event gets no note."""
    if fact.upcoming:
        return ", upcoming"
    return "" if fact.holds_now or fact.kind == "event" else ", no longer"
