"""Store episodes without extraction, in batches: two transactions and one embedding call per batch.

Each episode is stored exactly as `submit.remember` stores it alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphmem.core_engine import CoreEngine
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.apart import apart, is_of_record, told
from graphmem.ingest.episodes.chunks import Piece, context_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.pieces import chunk_rows, searched_pieces
from graphmem.ingest.episodes.rows import FORGOTTEN_KEY, Stored, episode_row, stored_of
from graphmem.ingest.episodes.screening import learn_policy, screened_as_known
from graphmem.ingest.episodes.store import store_rows
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.vectors import embed_texts, warnings_of, write_with_vectors
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import CallerError, ConflictError, Gone, GraphmemError, ModelError
from graphmem_contract.records import Vector, WriteResult

StoredEpisode = tuple[WriteResult, bool] | GraphmemError
"""A result and whether it repeats an earlier answer; or the error that refused the episode."""


@dataclass(frozen=True, slots=True)
class _PlainEpisode:
    """A stored episode that has no embedding yet."""

    episode: EpisodeInput
    stored: Stored
    pieces: Sequence[Piece]

    @property
    def own_texts(self) -> tuple[str, str]:
        """The texts to embed for an episode without chunks: its turn, and the turn in its context."""
        return self.episode.turn, context_of(self.episode.turn, self.stored.previous)

    @property
    def texts(self) -> Sequence[str]:
        """All texts to embed: those of its chunks, else its own."""
        return [text for piece in self.pieces for text in (piece.said, piece.context) if text] or self.own_texts

    def result(self, failure: str) -> WriteResult:
        """Return the write result of the episode. `failure`: why it has no embedding."""
        return WriteResult(
            episode_id=self.stored.id,
            status=EpisodeState.STORED,
            recorded_at=self.stored.recorded_at,
            warnings=warnings_of(failure, names=False),
        )

    def row(self, vectors: Mapping[str, Vector], failure: str) -> dict[str, Any]:
        """Return the episode as ingest/index_episodes takes it."""
        turn, context = (None, None) if self.pieces else self.own_texts
        return {
            "id": self.stored.id,
            "result": self.result(failure).model_dump_json(),
            "vector": bolt(vectors.get(turn or "")),
            "contextVector": bolt(vectors.get(context or "")),
            "chunks": chunk_rows(self.episode, self.pieces, vectors),
        }


async def store_verbatim(engine: CoreEngine, brain: str, episodes: Sequence[EpisodeInput]) -> list[StoredEpisode]:
    """Store episodes without extraction, in their order; return one result per episode.

    One that fails has its error for a result and does not cost the others.

    Raises:
        DatabaseUnavailable: no episode is half-written.
    """
    results: dict[int, StoredEpisode] = {}
    rows, kept = await _stored(engine, brain, episodes, results)
    plain: dict[int, _PlainEpisode] = {}
    special: dict[int, tuple[EpisodeInput, Stored]] = {}
    for row in rows:
        i, episode = row["i"], kept[row["i"]]
        try:
            if row["gone"]:
                raise Gone(FORGOTTEN_KEY)
            stored = stored_of(episode, row)
            if stored.answer is not None:
                results[i] = stored.answer, True
            elif stored.late or stored.status != EpisodeState.STORED:
                special[i] = episode, stored
            else:
                named = replace(episode, episode_id=stored.id).in_brain(stored.settings)[0]
                plain[i] = _PlainEpisode(named, stored, searched_pieces(named))
        except Exception as error:  # noqa: BLE001 (no episode costs the others)
            results[i] = told(error)
    results |= await _embedded(engine, brain, list(plain.items()))
    for i, (episode, stored) in special.items():  # last: a late turn changes the contexts of the turns after it
        results[i] = await _process_alone(engine, episode, stored)
    return [results[i] for i in range(len(episodes))]


async def _stored(
    engine: CoreEngine, brain: str, given: Sequence[EpisodeInput], results: dict[int, StoredEpisode]
) -> tuple[list[dict[str, Any]], Mapping[int, EpisodeInput]]:
    """Store episodes as the policy of their brain about personal data leaves them. Those that it refuses go to `results`.

    Returns a row for each other one, with its number as `i`, and these episodes by their numbers.
    """
    store = engine.store
    while True:
        kept: dict[int, EpisodeInput] = {}
        for i, episode in enumerate(given):
            try:
                kept[i] = await screened_as_known(store, episode)
            except Exception as error:
                if not await is_of_record(error, engine.models.embedder):
                    raise
                results[i] = told(error)
        rows = await _rows(engine, brain, list(kept.items()), results)
        changed = next((row["policy"] for row in rows if row["policy"] is not None), None)
        if changed is None:
            return rows, kept
        learn_policy(store, brain, changed)
        results.clear()


async def _rows(
    engine: CoreEngine, brain: str, kept: Sequence[tuple[int, EpisodeInput]], results: dict[int, StoredEpisode]
) -> list[dict[str, Any]]:
    """Store episodes, and return their rows with their numbers as `i`. Those that fail alone go to `results`."""

    async def store(part: Sequence[tuple[int, EpisodeInput]]) -> list[dict[str, Any]]:
        rows = await store_rows(engine.store, brain, [episode_row(episode, EpisodeState.STORED) for _, episode in part])
        return [{**row, "i": part[row["i"]][0]} for row in rows]

    def failed(one: tuple[int, EpisodeInput], error: GraphmemError) -> dict[str, Any]:
        results[one[0]] = error
        return {}

    if not kept:
        return []
    try:
        return await store(kept)
    except Exception as error:  # noqa: BLE001 (no episode costs the others)
        return [row for row in await apart(kept, error, store, failed, engine.models.embedder) if row]


NumberedEpisodes = Sequence[tuple[int, _PlainEpisode]]


async def _embedded(engine: CoreEngine, brain: str, plain: NumberedEpisodes) -> dict[int, StoredEpisode]:
    """Embed the texts of episodes and store the embeddings. Return the results."""

    async def embed(part: NumberedEpisodes) -> list[tuple[int, StoredEpisode]]:
        embedded = await embed_texts(engine.models.embedder, [text for _, episode in part for text in episode.texts])
        rows = [episode.row(embedded.vectors, embedded.failure) for _, episode in part]
        await write_with_vectors(engine.store, "ingest/index_episodes", brain, embedded.failure, episodes=rows)
        return [(i, (episode.result(embedded.failure), episode.stored.replayed)) for i, episode in part]

    if not plain:
        return {}
    try:
        return dict(await embed(plain))
    except Exception as error:  # noqa: BLE001 (no episode costs the others)
        failed = await apart(plain, error, embed, lambda one, why: (one[0], why), engine.models.embedder)
        return dict(failed)


async def _process_alone(engine: CoreEngine, episode: EpisodeInput, stored: Stored) -> StoredEpisode:
    """Process a turn that arrived late in its session, or an idempotency key whose episode is being processed."""
    processor = EpisodeProcessor(engine)
    try:
        return (
            (await processor.again(episode, stored), True)
            if stored.replayed
            else (await processor.process(episode, stored), False)
        )
    except Exception as error:
        if isinstance(error, CallerError | ConflictError | ModelError):
            return error
        if not await is_of_record(error, engine.models.embedder):
            raise
        return told(error)
