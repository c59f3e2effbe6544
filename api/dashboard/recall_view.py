"""A recall as a page shows it: each result with its signals as bars, what was left out by its reason, the walk. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from graphmem_contract.recall import LeftOut, RecallExplanation, RecallItem, RecallResult

from .links import link
from .svg.signal_bars import BarScale, bar_scale, signal_bar
from .svg.walk_tree import WalkPath, walk_tree

LEAST_SHOWN = 0.005
"""What a signal must add to be shown."""
REASONS = {
    "ended": "had ended",
    "filter": "excluded by a filter",
    "rank": "ranked too low",
    "diversity": "too like another result",
    "reranker": "refused by the reranker",
    "relevance": "below the floor of relevance",
    "cut": "fits far less than the best result",
}
"""The reasons why a candidate is not in the answer, in the order of their lists."""
STAGES = {
    "question_ms": "Understand the question",
    "search_ms": "Search the graph",
    "rank_ms": "Rank",
    "records_ms": "Read the records",
    "explain_ms": "Explain",
}
"""The parts of a recall that are timed. The last one only an explained recall has."""


@dataclass(frozen=True, slots=True)
class SignalRow:
    """One signal of a result: what it adds to the score, the value itself where there is one, and its bar."""

    name: str
    adds: float
    value: float | None
    bar: Markup


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result with its signals, those that add or take most first. `elsewhere`: its rank with the other recipe, if any."""

    item: RecallItem
    signals: tuple[SignalRow, ...]
    elsewhere: int | None = None


@dataclass(frozen=True, slots=True)
class LeftOutGroup:
    """The candidates that were left out for one reason; `count` is the number of all of them."""

    reason: str
    title: str
    count: int
    rows: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class RecallView:
    """An answer as the page shows it. `walk` None = no result was found by walking."""

    recipe: str
    result: RecallResult
    explanation: RecallExplanation
    facts: tuple[ResultRow, ...]
    episodes: tuple[ResultRow, ...]
    left_out: tuple[LeftOutGroup, ...]
    walk: Markup | None
    stages: tuple[tuple[str, float], ...]


def recall_view(brain: str, recipe: str, result: RecallResult, beside: RecallResult | None = None) -> RecallView:
    """Return the view of an explained result.

    Args:
        beside: the result of the other recipe, to which the ranks are compared.
    """
    explained = result.explanation or RecallExplanation(candidates={})
    shown = (*result.facts, *result.episodes)
    scale = bar_scale(value for item in shown for value in explained.contributions.get(_id(item), {}).values())
    ranks = {_id(item): item.rank for item in (*beside.facts, *beside.episodes)} if beside else {}
    return RecallView(
        recipe,
        result,
        explained,
        _rows(result.facts, explained, scale, ranks),
        _rows(result.episodes, explained, scale, ranks),
        _groups(explained),
        _walk(brain, result.facts),
        tuple((title, result.timings[name]) for name, title in STAGES.items() if name in result.timings),
    )


def _id(item: RecallItem) -> str:
    found = item.fact or item.episode
    return found.id if found else ""


def _rows(
    items: Iterable[RecallItem], explained: RecallExplanation, scale: BarScale, ranks: Mapping[str, int]
) -> tuple[ResultRow, ...]:
    return tuple(
        ResultRow(item, _signals(item, explained.contributions.get(_id(item), {}), scale), ranks.get(_id(item)))
        for item in items
    )


def _signals(item: RecallItem, adds: Mapping[str, float], scale: BarScale) -> tuple[SignalRow, ...]:
    """Return the signals of a result. A signal that adds nothing is shown only where its value says something."""
    values = {name: value for name, value in item.why.items() if value != adds.get(name)}
    names = [name for name, amount in adds.items() if abs(amount) >= LEAST_SHOWN or values.get(name)]
    names += [name for name in item.why if name not in adds]
    rows = [
        SignalRow(name, adds.get(name, 0.0), values.get(name), signal_bar(adds.get(name, 0.0), scale)) for name in names
    ]
    return tuple(sorted(rows, key=lambda row: -abs(row.adds)))


def _groups(explained: RecallExplanation) -> tuple[LeftOutGroup, ...]:
    return tuple(
        LeftOutGroup(
            reason,
            title,
            explained.left_out_counts[reason],
            tuple(one for one in explained.left_out if one.reason == reason),
        )
        for reason, title in REASONS.items()
        if explained.left_out_counts.get(reason)
    )


def _walk(brain: str, facts: Sequence[RecallItem]) -> Markup | None:
    paths = [
        WalkPath(item.path, link("brains", brain, "facts", item.fact.id), f"{item.rank}. {item.fact.text[:200]}")
        for item in facts
        if item.fact and len(item.path) >= 3
    ]
    return walk_tree(paths, "The walk from the entities of the question to the facts") if paths else None
