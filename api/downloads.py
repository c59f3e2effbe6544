"""A brain as a file that is sent while it is read."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse

from graphmem.brain import Brain

MEDIA_TYPE = "application/x-ndjson"
PIECE = 64 * 1024


async def export_response(brain: Brain, *, embeddings: bool = False) -> StreamingResponse:
    """Return the export of a brain as an answer. It begins when everything has been read.

    Raises:
        NotFound: nothing was ever written to the brain.
    """
    lines = brain.transfer.export(embeddings=embeddings)
    first = await anext(lines)
    named = {"Content-Disposition": f'attachment; filename="{brain.name}.ndjson"'}
    return StreamingResponse(_pieces(first, lines), 200, named, MEDIA_TYPE)


async def _pieces(first: str, rest: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Yield the lines in blocks of about `PIECE` bytes."""
    piece = bytearray(first.encode() + b"\n")
    async for line in rest:
        piece += line.encode() + b"\n"
        if len(piece) >= PIECE:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)
