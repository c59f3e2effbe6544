"""Accuracy of `find_dates`, the function behind `POST /v1/dates:resolve`, on dates in conversations.

usage: python -m benchmarks.eval.dates FOLDER [--samples conv-26,conv-30]

FOLDER holds `temporal_normalisation.jsonl`: a turn, its time, a question "When did …?", and the interval that answers the
question. Each turn goes through `find_dates`. If it returns several dates, one is chosen without a look at the answer:

1. the dates of the sentence that shares most words with the question (words cut to five letters, without stop words);
2. of those, one on the side of now that the question asks for ("did" = past, "will" or "plan" = future);
3. then the first.

A turn without a date stands for its own day, or for its own month if something is going on ("I'm expanding").
A question "What year" / "Which month" / "Which week" / "What day" widens the date to that unit.

The last line of standard output is a JSON object: `exact` (both ends right), `overlap` (mean intersection over union,
in days), and `info` with the misses by kind. Standard error lists the result of each row.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.dates.parser import find_dates
from graphmem_contract.records import DateSpan

_STOP_WORDS = """when did does do is was were will has have had the a an to for of in on at with and his her their first
    go going what which year month week day who get it that from out up"""
_STOP = frozenset(_STOP_WORDS.split())
_AHEAD = re.compile(r"\b(?:will|plan\w*|is \w+ (?:going|attending|starting)|does|upcoming|next)\b", re.I)
_WIDE = re.compile(r"\b(?:what|which)\s+(year|month|week|day)\b", re.I)
_GOING_ON = re.compile(r"(?:\b(?:am|is|are|currently)|['’](?:m|re|s))\s+(?:\w+\s+)?\w{2,}ing\b|\bhave\s+\w+ed\b", re.I)


@dataclass(frozen=True)
class Interval:
    """Days from `first` up to, but not including, `end`."""

    first: date
    end: date


def stems(text: str) -> set[str]:
    """Return the content words, lower case, cut to five letters."""
    return {word[:5] for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in _STOP}


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [part for part in re.split(r"(?<=[.!?])\s+|\n+|\s+[-–—]\s+", text) if part.strip()]


def pick(spans: Sequence[DateSpan], text: str, question: str, now: datetime) -> DateSpan | None:
    """Return the date that the question most likely asks for; see the head of this file."""
    wanted, ahead = stems(question), bool(_AHEAD.search(question))
    scored = []
    for order, span in enumerate(spans):
        sentence = next((one for one in sentences(text) if span.span in one), text)
        fits = (span.from_ is not None and span.from_ > now) == ahead
        scored.append((-len(stems(sentence) & wanted), not fits, order, span))
    return min(scored, key=lambda one: one[:3])[3] if scored else None


def undated(text: str, now: datetime) -> Interval:
    """Return the interval of a turn without a date: its own day, or its month while something is going on."""
    day = now.date()
    return month_of(day) if _GOING_ON.search(text) else Interval(day, day + timedelta(days=1))


def month_of(day: date) -> Interval:
    """Return the calendar month of a day."""
    first = day.replace(day=1)
    return Interval(first, (first + timedelta(days=31)).replace(day=1))


def widened(interval: Interval, question: str) -> Interval:
    """Return the interval in the unit that the question names."""
    asked = _WIDE.search(question)
    if asked and asked[1].lower() == "year":
        return Interval(date(interval.first.year, 1, 1), date(interval.first.year + 1, 1, 1))
    if asked and asked[1].lower() == "month":
        return month_of(interval.first)
    return interval


def predict(row: dict[str, Any]) -> tuple[Interval, DateSpan | None]:
    """Return the interval for one row, and the date that it comes from."""
    now = datetime.fromisoformat(row["reference_time"]).replace(tzinfo=UTC)
    span = pick(find_dates(row["text"], now), row["text"], row["question"], now)
    if span is None or span.from_ is None or span.until is None:
        return widened(undated(row["text"], now), row["question"]), None
    return widened(Interval(span.from_.date(), span.until.date()), row["question"]), span


def score(guess: Interval, gold: Interval) -> tuple[float, float]:
    """Return (exact, intersection over union of days)."""
    shared = max(0, (min(guess.end, gold.end) - max(guess.first, gold.first)).days)
    union = (guess.end - guess.first).days + (gold.end - gold.first).days - shared
    return float(guess == gold), shared / union if union else 0.0


def kind_of_miss(guess: Interval, gold: Interval, span: DateSpan | None) -> str:
    """Return why an interval differs: the turn has no date, gold is wider or narrower than the words, a date of the same
    length lies a few days off, or it is another date altogether.
    """
    if span is None:
        return "no_date_in_turn"
    if gold.first <= guess.first and guess.end <= gold.end:
        return "gold_is_wider"
    if guess.first <= gold.first and gold.end <= guess.end:
        return "gold_is_narrower"
    near = abs((guess.first - gold.first).days) <= 3
    return "some_days_off" if near else "another_date"


def evaluate(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Score all rows; print the misses to standard error."""
    scores: dict[str, list[tuple[float, float]]] = defaultdict(list)
    misses: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        guess, span = predict(row)
        gold = Interval(date.fromisoformat(row["gold_from"]), date.fromisoformat(row["gold_until"]))
        one = score(guess, gold)
        scores["overall"].append(one)
        scores[row["granularity"]].append(one)
        if not one[0]:
            misses[kind_of_miss(guess, gold, span)].append(row["qid"])
            said = f"{span.span!r} by {span.how}" if span else "no date"
            print(f"{row['qid']}: {said} -> {guess.first}..{guess.end}, gold {gold.first}..{gold.end}", file=sys.stderr)
    mean = {kind: _means(both) for kind, both in scores.items()}
    overall = mean.pop("overall", [0.0, 0.0])
    told = {kind: {"n": len(ids), "qids": ids} for kind, ids in sorted(misses.items())}
    info = {"n": len(rows), "misses": told, **{f"{kind}_exact": value[0] for kind, value in sorted(mean.items())}}
    return {"exact": overall[0], "overlap": overall[1], "info": info}


def _means(scores: Sequence[tuple[float, float]]) -> list[float]:
    return [round(sum(column) / len(column), 4) for column in zip(*scores, strict=True)]


def main() -> None:
    """Read the folder, print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", help="only these sample_ids, separated by commas")
    arguments = parser.parse_args()
    lines = (arguments.folder / "temporal_normalisation.jsonl").read_text(encoding="utf8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    if arguments.samples:
        rows = [row for row in rows if row["sample_id"] in arguments.samples.split(",")]
    print(json.dumps(evaluate(rows)))


if __name__ == "__main__":
    main()
