"""Forget episodes by age: before a date, or by the retention policies of a brain (docs/retention.md)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain

from graphmem.curation.forget import forget, rehearse_episodes
from graphmem.graph.pagination import checked_limit
from graphmem.graph.store import Store
from graphmem.models.ports import Embedder
from graphmem.observability.logs import get_logger
from graphmem_contract.changes import Removed
from graphmem_contract.errors import Gone, GraphmemError, NotFound, reason_of
from graphmem_contract.retention import ForgottenEpisodes, Retention

log = get_logger("graphmem.retention")
PORTION = 100
"""Episodes that a round of the background job forgets in one brain before the next brain has its turn."""


@dataclass(frozen=True, slots=True)
class AgedEpisodes:
    """Which episodes are forgotten: those recorded before a system time, of a kind, source and tag, said before a time.

    None matches all.
    """

    before: datetime
    kind: str | None = None
    source: str | None = None
    tag: str | None = None
    said_before: datetime | None = None


async def forget_episodes(
    store: Store, embedder: Embedder, brain: str, aged: AgedEpisodes, *, limit: int = 100, dry_run: bool = False
) -> ForgottenEpisodes:
    """Forget episodes by age, oldest first, each in a transaction of its own; a call that is cut off can be repeated.

    Raises:
        InvalidInput: limit is not 1 to 1000. RevisionConflict, DatabaseUnavailable: those before are forgotten.
    """
    return await _forget(store, embedder, brain, [aged], checked_limit(limit), dry_run)


async def apply_retention(
    store: Store, embedder: Embedder, brain: str, *, limit: int = 100, dry_run: bool = False
) -> ForgottenEpisodes:
    """Forget the episodes that are older than the policies of the brain allow; without policies none."""
    now, policies = datetime.now(UTC), (await retention_of(store, brain)).policies
    aged = [AgedEpisodes(now - timedelta(days=one.days), one.kind, one.source, one.tag) for one in policies]
    return await _forget(store, embedder, brain, aged, checked_limit(limit), dry_run)


async def retention_of(store: Store, brain: str) -> Retention:
    """Return the policies of a brain; an unknown brain has none."""
    rows = await store.read("api/retention", brain=brain)
    return Retention.model_validate_json(rows[0]["retention"]) if rows and rows[0]["retention"] else Retention()


async def set_retention(store: Store, brain: str, retention: Retention) -> Retention:
    """Replace the policies of a brain. Nothing is forgotten by this call."""
    text = retention.model_dump_json(exclude_none=True) if retention.policies else None
    await store.write("api/set_retention", brain=brain, retention=text)
    return retention


async def apply_everywhere(store: Store, embedder: Embedder) -> int:
    """Apply the policies of all brains until nothing is left to forget. Returns the number of forgotten episodes.

    A brain whose episodes cannot be forgotten now is left to the next call.
    """
    waiting = [str(row["brain"]) for row in await store.read("api/retained_brains")]
    count = 0
    while waiting:
        results = [(brain, await _applied(store, embedder, brain)) for brain in waiting]
        count += sum(len(done.episodes) for _, done in results if done is not None)
        waiting = [brain for brain, done in results if done is not None and done.more]
    return count


async def _applied(store: Store, embedder: Embedder, brain: str) -> ForgottenEpisodes | None:
    try:
        return await apply_retention(store, embedder, brain, limit=PORTION)
    except GraphmemError as error:
        log.warning("retention_failed", brain=brain, error=reason_of(error))
        return None


async def _forget(
    store: Store, embedder: Embedder, brain: str, aged: list[AgedEpisodes], limit: int, dry_run: bool
) -> ForgottenEpisodes:
    found = await _found(store, brain, aged, limit + 1)
    chosen, more = found[:limit], len(found) > limit
    if dry_run:
        return _counted(await rehearse_episodes(store, brain, chosen) if chosen else (), more)
    removed, last = list[Removed](), None
    async for one, at in _forgotten(store, embedder, brain, chosen):
        removed.append(one)
        last = at
    return _counted(removed, more, last)


def _counted(removed: Sequence[Removed], more: bool, recorded_at: datetime | None = None) -> ForgottenEpisodes:
    return ForgottenEpisodes(
        episodes=tuple(dict.fromkeys(chain.from_iterable(one.episodes for one in removed))),
        more=more,
        statements=sum(one.statements for one in removed),
        facts=sum(len(one.facts) for one in removed),
        entities=sum(len(one.entities) for one in removed),
        recorded_at=recorded_at,
    )


async def _forgotten(
    store: Store, embedder: Embedder, brain: str, ids: list[str]
) -> AsyncIterator[tuple[Removed, datetime | None]]:
    """Forget episodes one by one; one that somebody else forgot first is skipped."""
    for id_ in ids:
        try:
            done = await forget(store, embedder, brain, "episode", id_)
        except (Gone, NotFound):
            continue
        yield done.removed, done.recorded_at


async def _found(store: Store, brain: str, aged: list[AgedEpisodes], limit: int) -> list[str]:
    """Return the ids of the first episodes of each choice, each once."""
    ids: dict[str, None] = {}
    for one in aged:
        rows = await store.read(
            "curation/episodes_before",
            brain=brain,
            before=one.before,
            saidBefore=one.said_before,
            kind=one.kind,
            source=one.source,
            tag=one.tag,
            limit=limit,
        )
        ids |= dict.fromkeys(str(row["id"]) for row in rows)
    return list(ids)
