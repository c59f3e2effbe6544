"""The texts that are left where a request to forget hides sentences. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.claims import sentence
from graphmem.graph.transaction import Row
from graphmem.ingest.forgetting.redaction import MARK, tells, without, without_in_json
from graphmem.names.normalize import joined

TELLING = 6
"""Characters from which a name is looked for in the texts of the whole brain. A shorter one stands in many words."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """What redact.cypher writes. `ends`: ids of entities and values that may be named nowhere else."""

    episodes: tuple[Row, ...] = ()
    chunks: tuple[Row, ...] = ()
    statements: tuple[Row, ...] = ()
    after: tuple[Row, ...] = ()
    needles: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()


def names_of(hidden: Sequence[Row], asked: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of the hidden objects; a sentence that has one of them is hidden."""
    return tuple(dict.fromkeys(name for name in (*(said for one in hidden for said in one["said"]), *asked) if name))


def redacted(hidden: Sequence[Row], episodes: Sequence[Row], after: Sequence[Row], names: Sequence[str]) -> Redacted:
    """Return the texts that are left.

    Args:
        hidden, episodes, after: as forgetting/texts.cypher returns them. names: as `names_of` returns them.
    """
    texts = {one["text"] for one in hidden}
    left = [_episode(episode, names, texts) for episode in episodes]
    turns = {episode["id"]: episode["turn"] for episode in left}
    left = [{**one, "previous": _previous(one, turns)} for one in left]
    needles = (*(one["id"] for one in hidden), *(text for text in (*texts, *names) if len(text) >= TELLING))
    return Redacted(
        tuple({key: one[key] for key in _WRITTEN} for one in left),
        tuple(chunk for episode, one in zip(episodes, left, strict=True) for chunk in _chunks(episode, one, names)),
        tuple(row for episode in episodes for row in _others(episode, names)),
        tuple(_after(turn, turns, names) for turn in after),
        tuple(dict.fromkeys(needles)),
        tuple(dict.fromkeys((*_ends(hidden), *(id_ for one in left for id_ in one["mentions"])))),
    )


_WRITTEN = ("id", "content", "turn", "request", "metadata", "previous", "mentions")


def _ends(hidden: Sequence[Row]) -> list[str]:
    return [end for one in hidden for end in (one["object"], one["subject"], *one["named"])]


def _episode(episode: Row, names: Sequence[str], texts: set[str]) -> Row:
    """Return an episode with what is left of its texts.

    Where none of its sentences has a name, the sentences of the statements themselves are hidden, else all of it.
    """
    content = episode["content"] or ""
    hides: Sequence[str] = names
    if not tells(content, names):
        hides = (*names, *(text for text in texts if tells(content, (text,))))
        if len(hides) == len(names) and episode["states"]:
            return _wholly(episode, names)
    left = without(content, hides)
    return {
        **episode,
        "content": left,
        "turn": without(episode["turn"] or "", hides),
        "request": without_in_json(episode["request"] or "{}", hides),
        "metadata": without_in_json(episode["metadata"] or "{}", names),
        "mentions": _unnamed(episode["mentions"], content, left),
        "whole": False,
    }


def _wholly(episode: Row, names: Sequence[str]) -> Row:
    """Return an episode of which no sentence is left."""
    turn, content = episode["turn"] or "", episode["content"] or ""
    speaker = turn[: -len(content)] if content and turn.endswith(content) else ""
    return {
        **episode,
        "content": MARK,
        "turn": f"{speaker}{MARK}",
        "request": "{}",
        "metadata": without_in_json(episode["metadata"] or "{}", names),
        "mentions": _unnamed(episode["mentions"], content, MARK),
        "whole": True,
    }


def _unnamed(mentions: Sequence[Mapping[str, Any]], was: str, left: str) -> list[str]:
    """Return the ids of the entities that a text names no more."""
    before, now = f"_{joined(was)}_", f"_{joined(left)}_"
    return [
        one["id"]
        for one in mentions
        if any(f"_{norm}_" in before for norm in one["norms"]) and not any(f"_{norm}_" in now for norm in one["norms"])
    ]


def _chunks(episode: Row, left: Row, names: Sequence[str]) -> list[Row]:
    if left["whole"]:
        return [{"id": chunk["id"], "content": MARK, "searchText": MARK} for chunk in episode["chunks"]]
    rows = [
        {
            "id": chunk["id"],
            "content": without(chunk["content"] or "", names),
            "searchText": without(chunk["searchText"] or "", names),
        }
        for chunk in episode["chunks"]
    ]
    was = {chunk["id"]: chunk for chunk in episode["chunks"]}
    return [row for row in rows if any(row[key] != (was[row["id"]][key] or "") for key in ("content", "searchText"))]


def _others(episode: Row, names: Sequence[str]) -> list[Row]:
    """Return the other statements of an episode whose sentence tells what is hidden, in plain words."""
    return [
        {"id": one["id"], "text": sentence(one["subject"], one["relation"], one["object"])}
        for one in episode["others"]
        if tells(one["text"], names) and one["text"] != sentence(one["subject"], one["relation"], one["object"])
    ]


def _after(turn: Row, turns: Mapping[str, str], names: Sequence[str]) -> Row:
    request = without_in_json(turn["request"] or "{}", names)
    return {"id": turn["id"], "request": request, "previous": _previous(turn, turns)}


def _previous(turn: Row, turns: Mapping[str, str]) -> str | None:
    """Return the turn before a turn, as it is now."""
    return next((turns.get(id_, text) for id_, text in turn["before"]), None)
