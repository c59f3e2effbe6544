"""Embed a batch: one vector for each name and sentence, and for the texts by which the episode is searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.chunks import context_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.pieces import chunk_rows, searched_pieces
from graphmem.ingest.stages.batch import UNCHANGED, Batch
from graphmem.ingest.vectors import NOTHING_EMBEDDED, Embedded, embed_texts
from graphmem.models.ports import Embedder


async def embed_batch(
    episode: EpisodeInput,
    batch: Batch,
    previous: Sequence[str],
    embedder: Embedder,
    known: Embedded = NOTHING_EMBEDDED,
) -> tuple[Batch, dict[str, Any]]:
    """Return the batch with its vectors, and the search columns of the episode: its two vectors, or chunks with theirs.

    Where the embedder fails, the vectors are missing and the batch says why.

    Args:
        previous: the turns before the episode, nearest first; its context vector includes them.
        known: from an earlier call (`embed_texts`).
    """
    pieces = searched_pieces(episode)
    own = [text for piece in pieces for text in (piece.said, piece.context) if text]
    own = own or [episode.turn, context_of(episode.turn, previous)]
    embedded = await embed_texts(embedder, (*batch.texts, *own), known)
    vectors = embedded.vectors
    columns: dict[str, Any] = dict(UNCHANGED)
    if pieces:
        columns["chunks"] = chunk_rows(episode, pieces, vectors)
    else:
        columns |= {"vector": bolt(vectors.get(own[0])), "contextVector": bolt(vectors.get(own[1]))}
    return replace(batch, vectors=vectors, unembedded=embedded.failure), columns
