"""What the demo listens to: the conversation written for it, or turns out of a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.contract.records import as_utc
from graphmem.errors import InvalidInput

FILE = Path(__file__).with_name("conversation.json")
Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DemoTurn:
    """One message."""

    time: datetime
    speaker: str
    text: str
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Inference:
    """A fact that nobody said: it follows from others, and holds as long as they do."""

    after: datetime
    fact: Triple
    text: str
    because: tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in the order in which they were said, and what somebody concluded in between."""

    turns: tuple[DemoTurn, ...]
    inferences: tuple[Inference, ...] = ()


def written() -> Conversation:
    """The conversation that comes with graphmem."""
    data = json.loads(FILE.read_text("utf8"))
    turns = tuple(DemoTurn(as_utc(one["time"]), one["speaker"], one["text"]) for one in data["messages"])
    return Conversation(turns, tuple(_inference(one) for one in data["inferred"]))


def _inference(row: dict[str, Any]) -> Inference:
    fact = (row["subject"], row["relation"], row["object"])
    return Inference(as_utc(row["after"]), fact, row["text"], tuple((s, r, o) for s, r, o in row["because"]))


def from_file(file: Path, sample: str | None, limit: int | None) -> Conversation:
    """The turns of a conversation in a file of JSON lines: `time`, `speaker`, `text`, maybe `sample_id` and `session`.

    Raises:
        InvalidInput: a line is not of that shape, or there is nothing of that sample.
    """
    turns: list[DemoTurn] = []
    seen: set[str] = set()
    for number, row in _rows(file):
        name = str(row.get("sample_id", ""))
        seen.add(name)
        if sample is not None and name != sample:
            continue
        sample = sample or name
        turns.append(_turn(number, row))
        if limit is not None and len(turns) >= limit:
            break
    if not turns:
        raise InvalidInput(
            f"{file} has no {sample!r}; it has {', '.join(sorted(seen)) or 'nothing'}.", field="--sample"
        )
    return Conversation(tuple(turns))


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with file.open(encoding="utf8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield number, dict(json.loads(line))
                except (ValueError, TypeError):
                    raise InvalidInput(f"line {number} of {file} is no JSON object", field="--data") from None


def _turn(number: int, row: dict[str, Any]) -> DemoTurn:
    try:
        session = row.get("session")
        return DemoTurn(as_utc(row["time"]), row["speaker"], row["text"], None if session is None else str(session))
    except (KeyError, ValueError) as error:
        raise InvalidInput(f"line {number}: time, speaker and text are needed ({error})", field="--data") from None
