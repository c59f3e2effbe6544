"""What a recalled context tells: which texts stand in it, which of them as current, and how large it is."""

from __future__ import annotations

import re
import statistics
import time
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.brain import Brain
from graphmem_contract.recall import RecallResult

NAMES = "Known entities:"
OVER = re.compile(r"\b(?:until|ended|over since|no longer|formerly|previously|superseded|outdated|was true)\b", re.I)
"""A line with one of these says itself that it is over."""
CHARACTERS = 4
"""Characters of a token, as recall counts them for its budget."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was recalled, and the milliseconds that it took."""

    found: RecallResult
    ms: float

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return not self.found.facts and not self.found.episodes


async def ask(brain: Brain, question: str, **options: Any) -> Asked:
    """Recall a question."""
    started = time.perf_counter()
    found = await brain.recall(question, **options)
    return Asked(found, 1000 * (time.perf_counter() - started))


def sizes(asked: Sequence[Asked]) -> dict[str, float]:
    """Return the mean tokens of the contexts (characters / 4), the share of empty answers, and the median time."""
    return {
        "tokens": round(statistics.fmean(len(one.found.context) / CHARACTERS for one in asked), 1),
        "empty": round(statistics.fmean(one.is_empty for one in asked), 4),
        "ms_p50": round(statistics.median(one.ms for one in asked), 2),
    }


def plain(text: object) -> str:
    """Return a text in lower case, without accents, with single spaces."""
    letters = unicodedata.normalize("NFKD", str(text).casefold())
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def stands_in(part: str, text: str) -> bool:
    """Whether a text has a part in it, as whole words, in any case and with any accents."""
    sought = plain(part)
    return bool(sought) and re.search(rf"(?<!\w){re.escape(sought)}(?!\w)", plain(text)) is not None


def told_as_current(part: str, context: str) -> bool:
    """Whether the part stands in a line that does not say that it is over."""
    return any(stands_in(part, line) and not OVER.search(line) for line in context.splitlines())


def without_names(context: str) -> str:
    """Return a context without its line of known entities, which states nothing."""
    return "\n".join(line for line in context.splitlines() if not line.startswith(NAMES))


def means(rows: Iterable[dict[str, float | None]]) -> dict[str, float]:
    """Return the mean of every figure over the rows that have it."""
    told: dict[str, list[float]] = {}
    for row in rows:
        for name, value in row.items():
            if value is not None:
                told.setdefault(name, []).append(float(value))
    return {name: round(statistics.fmean(values), 4) for name, values in told.items()}


def share(hits: Iterable[bool]) -> float | None:
    """Return the share that is true; None of nothing."""
    values = list(hits)
    return statistics.fmean(values) if values else None
