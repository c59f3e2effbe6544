"""The standing instructions that a recall tells: those that hold, as many as fit into a budget of their own. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.directives.standing import confidence_at
from graphmem_contract.directives import Directive

HEADING = "Standing instructions:"
CHARS_PER_TOKEN = 4
IRRELEVANT = 0.3
"""What counts of the confidence in a directive that has nothing to do with the question."""


def directive_of(row: Mapping[str, Any], now: datetime) -> Directive:
    """Return a row of upkeep/directive_row, with its times as datetimes, as a record. The confidence is that of a moment."""
    return Directive(
        id=row["id"], kind=row["kind"], text=row["text"], scope=row["scope"],
        confidence=confidence_at(row["confidence"], row["lastToldAt"], now), speaker=row["speaker"],
        valid_from=row["validFrom"], last_told_at=row["lastToldAt"], times_told=row["timesTold"],
        fact_ids=tuple(row["factIds"]), episode_ids=tuple(row["episodeIds"]), superseded_by=row["supersededBy"],
    )  # fmt: skip


def told_directives(
    rows: Iterable[Mapping[str, Any]], at: datetime, budget: int, unrelated: float, same: float
) -> tuple[Directive, ...]:
    """Return the directives that fit into a budget of tokens, the most confident and most relevant to the question first.

    Args:
        rows: rows of upkeep/directive_row, each with `near`: how near the question is (0 to 1), None without a question.
        at: the moment that the confidence is counted to. unrelated, same: the cosines of texts about different things, and of
            paraphrases.
    """
    scored = [
        (directive, _share(row["near"], unrelated, same)) for row in rows for directive in (directive_of(row, at),)
    ]
    scored.sort(key=lambda one: (-one[0].confidence * one[1], -one[0].last_told_at.timestamp(), one[0].id))
    return tuple(_fitting([directive for directive, _ in scored], budget * CHARS_PER_TOKEN - len(HEADING) - 1))


def directive_line(directive: Directive) -> str:
    """Return the line of a directive in a context, with who told it last and when."""
    told = f"{directive.last_told_at:%Y-%m-%d}"
    speaker = f"{_plain(directive.speaker)}, " if directive.speaker else ""
    return f"- {_plain(directive.text)} [{speaker}{told}]"


def directive_lines(directives: Sequence[Directive]) -> list[str]:
    """Return the block of a context: its heading and a line for each; nothing for none."""
    return [HEADING, *map(directive_line, directives)] if directives else []


def _share(near: float | None, unrelated: float, same: float) -> float:
    """Return what counts of the confidence: all of it where the question is about the same, or where there is none."""
    if near is None:
        return 1.0
    place = (2.0 * near - 1.0 - unrelated) / (same - unrelated)
    return IRRELEVANT + (1.0 - IRRELEVANT) * min(1.0, max(0.0, place))


def _fitting(directives: Sequence[Directive], room: int) -> Iterable[Directive]:
    """Yield the directives whose lines fit; where one is too long, a shorter one may follow."""
    for directive in directives:
        size = len(directive_line(directive)) + 1
        if size <= room:
            room -= size
            yield directive


def _plain(text: str) -> str:
    """Return the text on one line, so that it cannot add a line to the context."""
    return " ".join(text.split())
