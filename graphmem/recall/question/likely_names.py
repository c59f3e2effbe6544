"""Read whom the words of a question may mean that are no known name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from graphmem.graph.fulltext import any_of, fuzzy
from graphmem.graph.store import Store
from graphmem.names.normalize import brain_token
from graphmem.recall.question.said_names import LikelyName, MeantName, OpenName, open_names, whom


async def meant_names(
    store: Store, brain: str, text: str, known: Mapping[str, Iterable[str]], apart: Collection[str]
) -> tuple[MeantName, ...]:
    """Return whom a question means by words that are no known name. Nothing is read where all its names are known.

    Args:
        known: by normalised name, the ids of the entities that the question names.
        apart: words that are no names here.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    names = open_names(text, known, apart)
    if not names:
        return ()
    rows = await store.read(
        "recall/likely",
        q={
            "brain": brain,
            "firsts": list(dict.fromkeys(first for name in names for first in name.firsts)),
            "norms": list(dict.fromkeys(norm for name in names for norm in name.norms)),
            "alike": [_alike(brain, name) for name in names],
        },
    )
    likely = [
        LikelyName(tuple(row["norm"].split("_")), row["id"], row["name"], row["type"] == "person") for row in rows
    ]
    return whom(names, likely)


def _alike(brain: str, name: OpenName) -> str:
    """Return the full-text query for names with the words of a name, give or take a letter in each."""
    return any_of(brain_token(brain), [f"name:{fuzzy(word)}" for word in name.forms[0]])


__all__ = ["meant_names"]
