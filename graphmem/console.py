"""Output of the commands: tables for people, JSON for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pydantic import BaseModel
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from graphmem_contract.records import Fact

WIDTH = 110
"""Width in columns if stdout is not a terminal."""

console = Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else WIDTH)
errors = Console(stderr=True, highlight=False, emoji=False)


def print_json(value: Any) -> None:
    """Print one JSON document on stdout. Records have the shapes of the REST interface."""
    sys.stdout.write(f"{json.dumps(plain(value), ensure_ascii=False, indent=2)}\n")


def plain(value: Any) -> Any:
    """Return records and collections of records as JSON values."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def day(moment: datetime | None, otherwise: str = "") -> str:
    """Return the date of a moment as YYYY-MM-DD, or `otherwise` if there is no moment."""
    return moment.strftime("%Y-%m-%d") if moment else otherwise


def period(fact: Fact) -> str:
    """Return the period of a fact in words. The start is included, the end is not."""
    if fact.valid_from is None and fact.valid_until is None:
        return "always"
    if fact.valid_until is None:
        return f"{'from' if fact.upcoming else 'since'} {day(fact.valid_from)}"
    return f"{day(fact.valid_from, '…')} to {day(fact.valid_until)}"


def facts_table(facts: Iterable[Fact], title: str | None = None) -> Table:
    """Return facts as a table; those that do not hold now are dimmed. `title` may contain markup."""
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for name in ("subject", "relation", "object", "holds", "sure"):
        table.add_column(name, overflow="fold", justify="right" if name == "sure" else "left")
    for fact in facts:
        style = "" if fact.holds_now else "dim"
        cells = (escape(text) for text in (fact.subject, fact.relation, fact.object))
        table.add_row(*cells, period(fact), f"{fact.confidence:.2f}", style=style)
    return table
