"""Read whom a text names: by a known name, or by words that may mean one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.graph.fulltext import any_of, fuzzy
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import FUTURE, asked
from graphmem.names.normalize import brain_token
from graphmem.recall.query_analysis import norms
from graphmem.recall.question.said_names import LikelyName, MeantName, OpenName, open_names, whom


@dataclass(frozen=True, slots=True)
class NamesIn:
    """The entities that a text names.

    `known`: by normalised name, the ids of those with that name. `entities`: by id, their rows of recall/said_names. `meant`:
    whom the other names mean.
    """

    known: Mapping[str, Sequence[str]]
    entities: Mapping[str, Mapping[str, Any]]
    meant: tuple[MeantName, ...]


async def names_in(
    store: Store, brain: str, text: str, known_at: datetime | None = None, apart: Collection[str] = ()
) -> NamesIn:
    """Return whom a text names.

    Args:
        known_at: the system time at which the entities had their names; None is now.
        apart: words that are no names here.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    candidates = [_parameters(brain, name) for name in open_names(text, {}, apart)]
    q = {"brain": brain, "norms": norms(text), "open": candidates, "known": asked(known_at or FUTURE)}
    rows = await store.read("recall/said_names", q=q)
    known: dict[str, list[str]] = {}
    for row in rows:
        if row["said"]:
            known.setdefault(row["norm"], []).append(row["id"])
    likely = [
        LikelyName(tuple(row["norm"].split("_")), row["id"], row["name"], row["type"] == "person")
        for row in rows
        if not row["said"]
    ]
    entities = {row["id"]: row for row in rows if row["said"]}
    return NamesIn(known, entities, whom(open_names(text, known, apart), likely))


def _parameters(brain: str, name: OpenName) -> dict[str, Any]:
    """Return what is looked for where no entity has a name: also names with its words, give or take a letter in each."""
    alike = any_of(brain_token(brain), [f"name:{fuzzy(word)}" for word in name.forms[0]])
    firsts, whole = list(dict.fromkeys(name.firsts)), list(dict.fromkeys(name.norms))
    return {"norm": "_".join(name.forms[0]), "firsts": firsts, "norms": whole, "alike": alike}


__all__ = ["NamesIn", "names_in"]
