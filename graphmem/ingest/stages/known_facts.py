"""The reads of stages 4 to 6: what is already known that a claim could confirm, refine, contradict or end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from graphmem.errors import GraphmemError, reason_of
from graphmem.graph.vectors import bolt
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.records import FactReads, KnownFact, LinkedClaim, boosts
from graphmem.names.normalize import value_key
from graphmem.observability.logs import get_logger
from graphmem.ontology import RelationRule
from graphmem.settings import Settings

log = get_logger("graphmem.ingest")
Read = Callable[..., Awaitable[list[dict[str, Any]]]]


class Alike:
    """What of the brain is most like the sentences of a batch, whoever it is about.

    The search begins at once, outside of any transaction, and runs while names are read or others have their turn: nothing
    hangs on it but the stability of those facts, and nobody should wait for a vector search behind somebody else.
    """

    def __init__(self, read: Read, brain: str, batch: Batch, settings: Settings) -> None:
        boosting = [claim.text for claim, source in batch.claims if boosts(claim, source)]
        wanted = dict.fromkeys(boosting) if settings.stability_boost > 0 else {}
        self._vectors = {text: bolt(vector) for text in wanted if (vector := batch.vectors.get(text)) is not None}
        self._reading = asyncio.create_task(self._read(read, brain)) if self._vectors else None

    async def of(self, placed: Sequence[LinkedClaim], patience: float | None) -> tuple[tuple[KnownFact, ...], ...]:
        """What is like each of the claims, as far as it is known after so many seconds (None = whenever that is).

        Nothing where a claim makes no fact more stable. A search that failed has found nothing: it is no reason to lose what
        was said, and a database that is away shows in the other reads.
        """
        known = await self._known(patience)
        return tuple(known.get(p.claim.text, ()) if boosts(p.claim, p.source) else () for p in placed)

    async def _known(self, patience: float | None) -> Mapping[str, tuple[KnownFact, ...]]:
        if self._reading is None:
            return {}
        await asyncio.wait([self._reading], timeout=patience)
        if not self._reading.done() or self._reading.cancelled():
            return {}
        try:
            return self._reading.result()
        except GraphmemError as error:
            log.warning("like_facts_not_read", error=reason_of(error))
            return {}

    def end(self) -> None:
        """Nobody asks any more."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading.add_done_callback(lambda reading: reading.cancelled() or reading.exception())

    async def _read(self, read: Read, brain: str) -> Mapping[str, tuple[KnownFact, ...]]:
        rows = await read("ingest/read_alike", brain=brain, vectors=list(self._vectors.values()))
        texts = list(self._vectors)
        return {texts[row["i"]]: tuple(row["alike"]) for row in rows}


async def read_facts(
    read: Read, brain: str, asked: Sequence[tuple[Sequence[LinkedClaim], Resolved]], *, judged: bool
) -> list[FactReads]:
    """What the graph knows about the subjects of several batches' claims, in one statement; what was found for each.

    Args:
        judged: a model may be asked whether a claim says what a similar fact says.
    """
    placed = [p for some, _ in asked for p in some]
    rows = await read(
        "ingest/read_facts",
        brain=brain,
        k=5,
        keys=[e.key for _, resolved in asked for e in resolved.entities if e.is_new],
        valueKeys=list({value_key(p.claim.object) for p in placed if p.object is None}),
        relations=list({name for p in placed for name in (p.relation, p.said)}),
        claims=[
            {
                "i": i,
                "subjectId": p.subject.id,
                "said": p.said,
                "relation": p.relation,
                "vector": bolt(p.vector) if judged else None,
                "like": judged,
            }
            for i, p in enumerate(placed)
            if p.source.resolve == "full" and not p.subject.is_new
        ],
    )
    row = rows[0]
    known = {one["i"]: one for one in row["claims"]}
    everything = FactReads(
        row["revision"],
        frozenset(row["taken"]),
        {v["key"]: v["id"] for v in row["values"]},
        {
            r["name"]: RelationRule(r["name"], r["cardinality"], r["per"] or "subject", bool(r["symmetric"]))
            for r in row["relations"]
        },
        tuple(tuple(known[i]["held"]) if i in known else () for i in range(len(placed))),
        tuple(tuple(known[i]["similar"]) if i in known else () for i in range(len(placed))),
        learnt={one["synonym"]: one["name"] for one in row["learnt"]},
    )
    held, similar = iter(everything.held), iter(everything.similar)
    return [
        replace(everything, held=tuple(islice(held, len(some))), similar=tuple(islice(similar, len(some))))
        for some, _ in asked
    ]
