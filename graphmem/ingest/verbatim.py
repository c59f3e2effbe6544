"""Episodes that are only kept: many in two transactions, with one embedding call between them.

Each becomes what `Lifecycle.remember` makes of it by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphmem.contract.records import Vector, WriteResult
from graphmem.errors import CallerError, ConflictError, Gone, GraphmemError, ModelError
from graphmem.graph.vectors import bolt
from graphmem.ingest.episodes.chunks import Piece, context_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import FORGOTTEN_KEY, Stored, chunk_rows, episode_row, searched_pieces, stored_of
from graphmem.ingest.episodes.store import store_rows
from graphmem.ingest.ingest_engine import IngestEngine
from graphmem.ingest.lifecycle import Lifecycle
from graphmem.ingest.stages.batch import embed_texts

StoredEpisode = tuple[WriteResult, bool] | GraphmemError
"""A result and whether it is an earlier answer again; or why the episode was refused."""


@dataclass(frozen=True, slots=True)
class _Plain:
    """An episode that is stored and cannot be found by its meaning yet."""

    episode: EpisodeInput
    stored: Stored
    pieces: Sequence[Piece]

    @property
    def own(self) -> tuple[str, str]:
        return self.episode.turn, context_of(self.episode.turn, self.stored.previous)

    @property
    def texts(self) -> Sequence[str]:
        return [text for one in self.pieces for text in (one.said, one.context) if text] or self.own

    @property
    def result(self) -> WriteResult:
        return WriteResult(episode_id=self.stored.id, status="stored", recorded_at=self.stored.recorded_at)

    def row(self, vectors: Mapping[str, Vector]) -> dict[str, Any]:
        """What kept_episodes.cypher takes."""
        one, other = (None, None) if self.pieces else self.own
        return {
            "id": self.stored.id,
            "result": self.result.model_dump_json(),
            "vector": bolt(vectors.get(one or "")),
            "contextVector": bolt(vectors.get(other or "")),
            "chunks": chunk_rows(self.episode, self.pieces, vectors),
        }


async def store_verbatim(engine: IngestEngine, brain: str, episodes: Sequence[EpisodeInput]) -> list[StoredEpisode]:
    """Keeps episodes whose extraction is skipped, in their order; gives what became of each.

    Raises:
        ModelError: the embedder failed; the episodes are stored and found by their words, and sent again they are found by
            their meaning too. DatabaseUnavailable: nothing was half-written.
    """
    rows = await store_rows(engine.store, brain, [episode_row(episode, "stored") for episode in episodes])
    told: dict[int, StoredEpisode] = {}
    plain: dict[int, _Plain] = {}
    special: dict[int, tuple[EpisodeInput, Stored]] = {}
    for row in rows:
        i, episode = row["i"], episodes[row["i"]]
        try:
            if row["gone"]:
                raise Gone(FORGOTTEN_KEY)
            stored = stored_of(episode, row)
        except CallerError as error:
            told[i] = error
            continue
        if stored.answer is not None:
            told[i] = stored.answer, True
        elif stored.late or stored.status != "stored":
            special[i] = episode, stored
        else:
            own = replace(episode, episode_id=stored.id).in_brain(stored.settings)[0]
            plain[i] = _Plain(own, stored, searched_pieces(own))
    await _make_findable(engine, brain, list(plain.values()))
    told |= {i: (one.result, one.stored.replayed) for i, one in plain.items()}
    for i, (episode, stored) in special.items():  # after the others: a late turn changes what is derived for later ones
        told[i] = await _alone(engine, episode, stored)
    return [told[i] for i in range(len(episodes))]


async def _make_findable(engine: IngestEngine, brain: str, plain: Sequence[_Plain]) -> None:
    if plain:
        vectors = await embed_texts(engine.models.embedder, [text for one in plain for text in one.texts])
        rows = [one.row(vectors) for one in plain]
        await engine.store.write("ingest/kept_episodes", brain=brain, episodes=rows)


async def _alone(engine: IngestEngine, episode: EpisodeInput, stored: Stored) -> StoredEpisode:
    """A turn that came late into its session, or a key whose episode somebody has in hand."""
    lifecycle = Lifecycle(engine)
    try:
        return (
            await lifecycle.remember(episode) if stored.replayed else (await lifecycle.process(episode, stored), False)
        )
    except (CallerError, ConflictError, ModelError) as error:
        return error
