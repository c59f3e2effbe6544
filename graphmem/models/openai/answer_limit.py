"""Limit the size of an answer while it is read, so that no server can fill the memory of this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Final

import httpx2

from graphmem_contract.errors import ModelAnswerTooLarge

ANSWER_BYTES: Final = 4 * 1024 * 1024
"""Most bytes of a completion. `LONGEST_ANSWER` characters take at most 2.4 million bytes of JSON; the rest is for thoughts."""
PLAIN: Final = {"accept-encoding": "identity"}
"""A request for an answer without compression: a small compressed body may hold a large one."""


def limit_answer(most_bytes: int) -> Callable[[httpx2.Response], Awaitable[None]]:
    """Return a response hook. Reading a body of more bytes, decompressed, raises ModelAnswerTooLarge.

    The hook also limits the bodies that a client reads by itself: of errors and of redirects.
    """

    async def limit(response: httpx2.Response) -> None:
        response.stream = _LimitedBody(response, most_bytes)
        response.headers.pop("content-encoding", None)  # the limited body is decompressed

    return limit


class _LimitedBody(httpx2.AsyncByteStream):
    """The decompressed body of a response, up to a number of bytes."""

    def __init__(self, response: httpx2.Response, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._whole = httpx2.Response(
            response.status_code, headers=response.headers, stream=response.stream, request=response.request
        )

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async with aclosing(self._whole.aiter_bytes()) as parts:
            async for part in parts:
                size += len(part)
                if size > self._most_bytes:
                    raise ModelAnswerTooLarge(
                        f"The model's server sent more than {self._most_bytes:,} bytes; the answer was not read further."
                    )
                yield part

    async def aclose(self) -> None:
        """Close the connection if the body was not read to its end."""
        await self._whole.aclose()
