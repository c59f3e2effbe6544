"""The reads of stages 4–6: known facts that a claim may confirm, refine, contradict or end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.records import FactReads, KnownFact, LinkedClaim, boosts
from graphmem.names.normalize import value_key
from graphmem.observability.logs import get_logger
from graphmem.ontology import SEEDS, RelationRule, opposites, seed_rule
from graphmem.settings import Settings
from graphmem_contract.errors import GraphmemError, reason_of

log = get_logger("graphmem.ingest")
Read = Callable[..., Awaitable[list[dict[str, Any]]]]


def rule_of(row: Mapping[str, Any]) -> RelationRule:
    """Return the rule of a relation of the graph. Its kind is the one that a person stated, else the one of its seed."""
    stated = row.get("kind")
    kind: Literal["state"] | None = (
        seed_rule(row["name"]).kind if stated is None else "state" if stated == "state" else None
    )
    return RelationRule(row["name"], row["cardinality"], row["per"] or "subject", bool(row["symmetric"]), kind=kind)


class Alike:
    """The search for the facts of a brain that are most similar to the sentences of a batch, of any subject.

    The search starts at once, outside of any transaction. It runs while names are read and while other writers hold the
    brain's slot. Only the stability of the facts depends on it, so no writer waits for the vector search of another one.
    """

    def __init__(self, read: Read, brain: str, batch: Batch, settings: Settings) -> None:
        boosting = [claim.text for claim, source in batch.claims if boosts(claim, source)]
        texts = dict.fromkeys(boosting) if settings.stability_boost > 0 else {}
        self._vectors = {text: bolt(vector) for text in texts if (vector := batch.vectors.get(text)) is not None}
        self._reading = asyncio.create_task(self._search(read, brain)) if self._vectors else None

    async def of(self, placed: Sequence[LinkedClaim], patience: float | None) -> tuple[tuple[KnownFact, ...], ...]:
        """Return the similar facts of each claim; none for a claim that makes no fact more stable.

        A search that is not done in time or has failed has found nothing. The episode is not lost because of it, and the
        other reads report a database that is out of reach.

        Args:
            patience: seconds to wait for the search; None = until it is done.
        """
        found = await self._found(patience)
        return tuple(found.get(p.claim.text, ()) if boosts(p.claim, p.source) else () for p in placed)

    async def _found(self, patience: float | None) -> Mapping[str, tuple[KnownFact, ...]]:
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
        """Cancel the search."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading.add_done_callback(lambda reading: reading.cancelled() or reading.exception())

    async def _search(self, read: Read, brain: str) -> Mapping[str, tuple[KnownFact, ...]]:
        rows = await read("ingest/read_similar", brain=brain, vectors=list(self._vectors.values()))
        texts = list(self._vectors)
        return {texts[row["i"]]: tuple(row["alike"]) for row in rows}


async def read_facts(
    read: Read, brain: str, batches: Sequence[tuple[Sequence[LinkedClaim], Resolved]], *, judged: bool
) -> list[FactReads]:
    """Return what the graph knows about the subjects of the claims, for each batch. One statement reads it for all batches, and
    a second one where states may end.

    Args:
        batches: the claims of each batch with the entities that its names resolve to.
        judged: a judge may be asked to compare a claim with similar facts, so these are read too.
    """
    placed = [claim for claims, _ in batches for claim in claims]
    rows = await read(
        "ingest/read_facts",
        brain=brain,
        k=5,
        keys=[e.key for _, resolved in batches for e in resolved.entities if e.is_new],
        valueKeys=list({value_key(text) for p in placed for text in p.values}),
        relations=list({name for p in placed for name in p.relations}),
        touched=list({touch.fact for p in placed for touch in p.claim.touches}),
        claims=[
            {
                "i": i,
                "subjectId": p.subject.id,
                "at": p.source.occurred_at,
                "said": p.said,
                "relation": p.relation,
                "vector": bolt(p.vector) if judged else None,
                "like": judged,
                "objectId": p.object.id if judged and p.object is not None and not p.object.is_new else None,
                "valueKey": value_key(p.claim.object) if judged and p.object is None else None,
                "partnerId": p.object.id if p.object is not None and seed_rule(p.relation).symmetric else None,
            }
            for i, p in enumerate(placed)
            if _has_known_subject(p)
        ],
    )
    row = rows[0]
    states = await _read_states(read, brain, placed)
    known = {claim["i"]: claim for claim in row["claims"]}
    all_reads = FactReads(
        row["revision"],
        frozenset(row["taken"]),
        {v["key"]: v["id"] for v in row["values"]},
        {r["name"]: rule_of(r) for r in row["relations"]},
        tuple(tuple(known[i]["held"]) if i in known else () for i in range(len(placed))),
        tuple(tuple(known[i]["similar"]) if i in known else () for i in range(len(placed))),
        states=tuple(states.get(i, ()) for i in range(len(placed))),
        deaths=tuple(known[i]["death"] if i in known else None for i in range(len(placed))),
        learnt={synonym["synonym"]: synonym["name"] for synonym in row["learnt"]},
        effects={s["synonym"]: s["effect"] for s in row["learnt"] if s.get("effect")},
        touched={fact["factId"]: fact for fact in row["touched"]},
    )
    rows_of = (iter(all_reads.held), iter(all_reads.similar), iter(all_reads.states), iter(all_reads.deaths))
    return [_of_batch(all_reads, len(claims), *rows_of) for claims, _ in batches]


def _has_known_subject(claim: LinkedClaim) -> bool:
    return claim.source.resolve == "full" and not claim.subject.is_new


def _may_end_another(claim: LinkedClaim) -> bool:
    """Whether a claim may end a fact of another relation than its own. Supplied claims are taken literally."""
    opposed = claim.claim.action != "holds" or bool(opposites(claim.relation))
    return claim.is_death or bool(claim.otherwise) or (opposed and not claim.source.supplied)


async def _read_states(read: Read, brain: str, placed: Sequence[LinkedClaim]) -> dict[int, tuple[KnownFact, ...]]:
    """Return the open facts of the subjects of deaths, ends, denials and opposites, by position."""
    ending = ((i, p) for i, p in enumerate(placed) if _has_known_subject(p) and _may_end_another(p))
    claims = [
        {"i": i, "subjectId": p.subject.id, "objectId": p.object.id if p.object else None, "at": p.source.occurred_at}
        for i, p in ending
    ]
    if not claims:
        return {}
    symmetric = [name for name, rule in SEEDS.items() if rule.symmetric]
    rows = await read("ingest/read_states", brain=brain, claims=claims, symmetric=symmetric)
    return {row["i"]: tuple(row["states"]) for row in rows}


def _of_batch(
    all_reads: FactReads,
    size: int,
    held: Iterator[tuple[KnownFact, ...]],
    similar: Iterator[tuple[KnownFact, ...]],
    states: Iterator[tuple[KnownFact, ...]],
    deaths: Iterator[KnownFact | None],
) -> FactReads:
    """Return the reads of the next `size` claims."""
    return replace(
        all_reads,
        held=tuple(islice(held, size)),
        similar=tuple(islice(similar, size)),
        states=tuple(islice(states, size)),
        deaths=tuple(islice(deaths, size)),
    )
