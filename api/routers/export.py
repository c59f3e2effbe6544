# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Export of a whole brain as NDJSON, and loading of an export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from graphmem import Loaded
from graphmem_contract.errors import TooLarge

from ..answers import answer
from ..deps import Governed
from ..downloads import export_response
from ..ndjson import body_like, lines_like, timely
from ..problems import CONFLICT, NOT_FOUND, RESPONSES, TOO_LARGE
from ..route import StrictRoute
from ..schemas import ExportQuery

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)

MOST_LINE_BYTES = 64 * 1024 * 1024
"""Maximum size of one line of a loaded export: a long episode with the prompts of its trace."""
_EXPORT: dict[int | str, dict[str, Any]] = {200: {"description": "The brain, line by line", "content": lines_like()}}


@router.get(
    "/export",
    operation_id="exportBrain",
    summary="Export a brain",
    response_class=Response,
    responses={**_EXPORT, **NOT_FOUND},
)
async def get_export(brain: Governed, asked: Annotated[ExportQuery, Query()]) -> Response:
    """NDJSON: the whole brain with both timelines, consistent at one moment. The last line proves that no line is missing."""
    return await export_response(brain, embeddings=asked.embeddings)


@router.post(
    ":load-export",
    operation_id="loadExport",
    summary="Load an export",
    status_code=201,
    response_model=Loaded,
    responses={**CONFLICT, **TOO_LARGE},
    openapi_extra=body_like(),
)
async def load_export(brain: Governed, request: Request) -> Response:
    """Loads an export into an empty brain. A file that is wrong or truncated is refused as a whole."""
    return answer(await brain.transfer.load(lines_of(timely(request))), 201)


async def lines_of(stream: AsyncIterator[bytes], most: int = MOST_LINE_BYTES) -> AsyncIterator[bytes]:
    """Yield the lines of a body.

    Raises:
        TooLarge: a line has more than `most` bytes.
    """
    number, rest = 1, bytearray()
    async for piece in stream:
        *whole, tail = piece.split(b"\n")
        for end in whole:
            yield bytes(rest + end)
            number += 1
            rest.clear()
        rest += tail
        if len(rest) > most:
            raise TooLarge(f"Line {number}: it is longer than {most} bytes. Nothing was loaded.", field="body")
    if rest:
        yield bytes(rest)
