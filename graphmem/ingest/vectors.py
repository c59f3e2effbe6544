"""The vectors of texts: made before a transaction, and made up for where the embedder failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.chunks import context_of, last_turn
from graphmem.models.ports import Embedder
from graphmem.observability.logs import get_logger
from graphmem_contract.errors import ModelError, reason_of
from graphmem_contract.records import Vector

log = get_logger("graphmem.ingest")
TOGETHER: Final = 64
"""Stored texts that are embedded with one call and whose vectors are stored in one transaction."""
SOON_SEC: Final = 60
"""Seconds after which upkeep makes the vectors that a write has left out. Shorter, it would meet the same outage."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors by text. `failure`: why some texts have none; "" = the embedder answered."""

    vectors: Mapping[str, Vector] = field(default_factory=dict)
    failure: str = ""


NOTHING_EMBEDDED: Final = Embedded()


async def embed_texts(embedder: Embedder, texts: Iterable[str], known: Embedded = NOTHING_EMBEDDED) -> Embedded:
    """Return one vector for each different text, from one call. Without a text there is no call.

    Args:
        known: of an earlier call. Its texts are not embedded again, and an embedder that failed then is not asked again.
    """
    missing = [text for text in dict.fromkeys(texts) if text not in known.vectors]
    if not missing or known.failure:
        return known
    try:
        made = dict(zip(missing, await embedder.embed(missing), strict=True))
    except ModelError as error:
        log.warning("not_embedded", texts=len(missing), error=reason_of(error))
        return Embedded(known.vectors, reason_of(error))
    return Embedded({**known.vectors, **made})


def warnings_of(failure: str, *, names: bool = True) -> tuple[str, ...]:
    """Return what the caller of a write is told if the embedder failed.

    Args:
        names: names were to be compared.
    """
    compared = " Names were compared without vectors." if names else ""
    return (f"The embedder failed ({failure}).{compared} Upkeep makes the missing vectors.",) if failure else ()


async def vectors_due(tx: Transaction, brain: str, failure: str) -> None:
    """Let upkeep make the vectors soon that a transaction leaves out; nothing is sent where the embedder did not fail."""
    if failure:
        await run(tx, "upkeep/vectors_due", brain=brain, seconds=SOON_SEC)


async def write_with_vectors(store: Store, name: str, brain: str, failure: str, **parameters: Any) -> list[Row]:
    """Run a writing statement in a transaction of its own; where its vectors are missing, upkeep makes them soon."""
    if not failure:
        return await store.write(name, brain=brain, **parameters)

    async def without_vectors(tx: Transaction) -> list[Row]:
        rows = await run(tx, name, brain=brain, **parameters)
        await vectors_due(tx, brain, failure)
        return rows

    return await store.transaction(without_vectors)


@dataclass(slots=True)
class Unembedded:
    """Ids of facts and episodes that a transaction has left without their vectors."""

    facts: set[str] = field(default_factory=set)
    episodes: set[str] = field(default_factory=set)

    async def embed(self, store: Store, embedder: Embedder, brain: str) -> None:
        """Make their vectors, after the transaction. Where the embedder fails, upkeep makes them soon."""
        if not (self.facts or self.episodes):
            return
        try:
            rows = await missing_texts(store, brain, facts=sorted(self.facts), episodes=sorted(self.episodes))
            for start in range(0, len(rows), TOGETHER):
                made = await with_vectors(embedder, rows[start : start + TOGETHER])
                await store.write("upkeep/store_vectors", brain=brain, rows=made, **ids_of(made))
        except ModelError as error:  # what it belongs to is committed
            log.warning("not_embedded", brain=brain, error=reason_of(error))
            await store.write("upkeep/vectors_due", brain=brain, seconds=SOON_SEC)


async def missing_texts(
    store: Store, brain: str, *, entities: Sequence[str] = (), facts: Sequence[str] = (), episodes: Sequence[str] = ()
) -> list[Row]:
    """Return the texts of some entities, facts and episodes that have no vector. Until then they are found by their words."""
    ids = {"entities": list(entities), "facts": list(facts), "episodes": list(episodes)}
    return await store.read("upkeep/missing_texts", brain=brain, **ids)


async def with_vectors(embedder: Embedder, rows: Sequence[Row]) -> list[Row]:
    """Embed texts of `missing_texts`, and return them as upkeep/store_vectors takes them.

    Raises:
        ModelError: the embedder failed.
    """
    texts = [_texts(row) for row in rows]
    unique = list(dict.fromkeys(text for pair in texts for text in pair if text is not None))
    vectors = dict(zip(unique, map(bolt, await embedder.embed(unique)), strict=True))
    return [
        {**row, "vector": vectors[text], "contextVector": None if context is None else vectors[context]}
        for row, (text, context) in zip(rows, texts, strict=True)
    ]


def ids_of(rows: Sequence[Row]) -> dict[str, list[str]]:
    """Return the ids by which `missing_texts` found some texts."""
    return {
        name: list(dict.fromkeys(row["of"] for row in rows if row["kind"] in kinds)) for name, kinds in _KINDS.items()
    }


_KINDS: Final = {"entities": ("entity",), "facts": ("fact",), "episodes": ("episode", "chunk")}
"""The kinds of texts that are looked up by the ids of a parameter."""


def _texts(row: Row) -> tuple[str, str | None]:
    """Return a text, and for a turn of a conversation the text with the turns before it."""
    text = last_turn(row["search"], row["content"])
    before = [last_turn(search, content) for search, content in row["before"]]
    return text, context_of(text, before) if row["turned"] else None
