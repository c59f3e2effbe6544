"""What an episode changed: the result of its commit, with the versions of each fact around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from graphmem.explore.explorer import Explorer
from graphmem.graph.row_mapping import fact_of
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import micros
from graphmem_contract.history import Effect, EpisodeChanges, FactEffect
from graphmem_contract.records import Fact, WriteResult, WrittenFact

LISTS: Mapping[Effect, str] = {
    "added": "facts_added",
    "ended": "facts_closed",
    "updated": "facts_updated",
    "removed": "facts_deleted",
    "confirmed": "facts_unchanged",
    "skipped": "facts_skipped",
}
"""The list of a write result that has the facts with an effect."""
Versions = Mapping[tuple[str, str], Fact]
"""Versions by the id of their fact, and by `before`, `after` or `now`."""


async def episode_changes(store: Store, brain: str, id_: str) -> EpisodeChanges:
    """Return what an episode changed. Raises NotFound, or Gone if it was forgotten."""
    row = await Explorer(store, brain).episode_row(id_)
    if not row["result"]:
        return EpisodeChanges(episode_id=id_)
    result = WriteResult.model_validate_json(row["result"])
    versions = await _versions(store, brain, result)
    return EpisodeChanges(
        episode_id=id_,
        recorded_at=result.recorded_at,
        effects=tuple(_effects(result, versions)),
        entities=result.entities_resolved,
        warnings=result.warnings,
        duration_ms=result.duration_ms,
        tokens_used=result.tokens_used,
    )


async def _versions(store: Store, brain: str, result: WriteResult) -> Versions:
    ids = {fact for _, claim in _claims(result) for fact in (claim.id, claim.matched) if fact}
    if result.recorded_at is None or not ids:
        return {}
    rows = await store.read("explore/versions_at", brain=brain, ids=sorted(ids), atMicros=micros(result.recorded_at))
    now = datetime.now(UTC)
    return {(row["row"]["factId"], row["at"]): fact_of(row["row"], now) for row in rows}


def _claims(result: WriteResult) -> Iterator[tuple[Effect, WrittenFact]]:
    for effect, name in LISTS.items():
        yield from ((effect, claim) for claim in getattr(result, name))


def _effects(result: WriteResult, versions: Versions) -> Iterator[FactEffect]:
    for effect, claim in _claims(result):
        found = {at: versions.get((claim.id or "", at)) for at in ("before", "after", "now")}
        shown = effect != "confirmed"
        yield FactEffect(
            effect=effect,
            reason=claim.reason,
            claim=claim,
            before=found["before"] if shown else None,
            after=found["after"] if shown else None,
            fact=found["now"],
            matched=versions.get((claim.matched or "", "now")) if effect == "skipped" else None,
        )
