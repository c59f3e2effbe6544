"""The input of the demo: its own conversation, or turns from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.records import Fact, as_utc

FILE = Path(__file__).with_name("conversation.json")
Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DemoTurn:
    """One message of the conversation."""

    time: datetime
    speaker: str
    text: str
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Inference:
    """A fact that no message states: it follows from the facts `because`, and holds as long as they hold."""

    after: datetime
    fact: Triple
    text: str
    because: tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in the order of their times, and the inferences between them."""

    turns: tuple[DemoTurn, ...]
    inferences: tuple[Inference, ...] = ()


def written() -> Conversation:
    """Return the conversation that is part of graphmem."""
    data = json.loads(FILE.read_text("utf8"))
    turns = tuple(DemoTurn(as_utc(row["time"]), row["speaker"], row["text"]) for row in data["messages"])
    return Conversation(turns, tuple(_inference(row) for row in data["inferred"]))


def _inference(row: dict[str, Any]) -> Inference:
    fact = (row["subject"], row["relation"], row["object"])
    return Inference(as_utc(row["after"]), fact, row["text"], tuple((s, r, o) for s, r, o in row["because"]))


def from_file(file: Path, sample: str | None, limit: int | None) -> Conversation:
    """Return the turns of a conversation in a file of JSON lines.

    Fields of a line: `time`, `speaker`, `text`, and optionally `sample_id` and `session`.

    Args:
        sample: `sample_id` of the conversation; None = that of the first line.
        limit: highest number of turns.

    Raises:
        InvalidInput: a line does not have this shape, or no line has this sample.
    """
    turns: list[DemoTurn] = []
    samples: set[str] = set()
    for number, row in _rows(file):
        name = str(row.get("sample_id", ""))
        samples.add(name)
        if sample is not None and name != sample:
            continue
        sample = sample or name
        turns.append(_turn(number, row))
        if limit is not None and len(turns) >= limit:
            break
    if not turns:
        raise InvalidInput(
            f"{file} has no {sample!r}; it has {', '.join(sorted(samples)) or 'nothing'}.", field="--sample"
        )
    return Conversation(tuple(turns))


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with file.open(encoding="utf8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield number, dict(json.loads(line))
                except (ValueError, TypeError):
                    raise InvalidInput(f"line {number} of {file} is not a JSON object", field="--data") from None


def _turn(number: int, row: dict[str, Any]) -> DemoTurn:
    try:
        session = row.get("session")
        return DemoTurn(as_utc(row["time"]), row["speaker"], row["text"], None if session is None else str(session))
    except (KeyError, ValueError) as error:
        raise InvalidInput(f"line {number}: time, speaker and text are needed ({error})", field="--data") from None


def fact_of(facts: Sequence[Fact], triple: Triple) -> Fact:
    """Return the first of the facts of a triple.

    Raises:
        NotFound: there is none.
    """
    if not facts:
        raise NotFound(f"There is no fact {' '.join(triple)}.")
    return facts[0]


def first_of(facts: Sequence[Fact]) -> str:
    """Return the object of the first fact, or a dash."""
    return facts[0].object if facts else "–"
