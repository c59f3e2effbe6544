"""The route class of the API: refuses unknown parameters, unusable text and bodies that are too large."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

from graphmem.processes.fair_turns import FairTurns
from graphmem.processes.owners import present_owner
from graphmem_contract.errors import InvalidInput, TooLarge
from graphmem_contract.http_errors import TooSlowError
from graphmem_contract.validation import printable

from . import text

LARGE_BODY = 128 * 1024
"""Bytes of a body beyond which it waits for a turn to be parsed."""
PAUSE_FACTOR = 3.0
"""The pause after a large body, as a multiple of the time that parsing took. Its values are validated and stored in that time."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class BoundedRequest(Request):
    """A request whose body is read once, has a size limit (`max_body_bytes`), and is checked.

    NDJSON streams have a limit per line only.
    """

    async def body(self) -> bytes:
        """Return the body.

        Raises:
            TooLarge: the body is larger than the limit.
        """
        if not hasattr(self, "_body"):
            self._body = await self._read()
        return self._body

    async def _read(self) -> bytes:
        length = self.headers.get("content-length", "")
        limit: int = self.app.state.settings.max_body_bytes
        body = bytearray()
        if length.isdigit() and int(length) > limit:
            raise _too_large(limit)
        seconds: float = self.app.state.settings.body_sec
        try:
            async with asyncio.timeout(seconds):
                async for piece in self.stream():
                    body += piece
                    if len(body) > limit:
                        raise _too_large(limit)
        except TimeoutError:
            raise TooSlowError(f"The body did not arrive within {seconds:g} s.", field="body") from None
        return bytes(body)

    async def json(self) -> Any:
        """Return the body as a JSON value that can be stored.

        Raises:
            CallerError: the body is not JSON, or a value in it cannot be stored.
        """
        if not hasattr(self, "_json"):
            self._json = await self._parsed(await self.body())
        return self._json

    async def _parsed(self, body: bytes) -> Any:
        """Parse a body. Large ones are parsed one at a time with pauses between them, because each holds up every request."""
        if len(body) <= LARGE_BODY:
            return text.parsed(body)
        turns: FairTurns = self.app.state.large_bodies
        async with turns.turn(present_owner()):
            return text.parsed(body)


class StrictRoute(APIRoute):
    """Refuses unknown query parameters, and text that cannot be stored, before any other code reads the request."""

    def get_route_handler(self) -> Handler:
        """Return FastAPI's handler, wrapped in the checks."""
        handle = super().get_route_handler()
        known = query_names(self.dependant)
        reads_body = self.body_field is not None

        async def checked(request: Request) -> Response:
            bounded = BoundedRequest(request.scope, request.receive)
            check_address(bounded, known)
            if reads_body and await bounded.body():
                await bounded.json()
            return await handle(bounded if reads_body else request)

        return checked


def query_names(dependant: Dependant) -> frozenset[str]:
    """Return the names of an endpoint's query parameters, including the fields of parameter models."""
    names: set[str] = set()
    for parameter in dependant.query_params:
        model = parameter.field_info.annotation
        if isinstance(model, type) and issubclass(model, BaseModel):
            names |= {field.alias or name for name, field in model.model_fields.items()}
        else:
            names.add(parameter.alias)
    for inner in dependant.dependencies:
        names |= query_names(inner)
    return frozenset(names)


def check_address(request: Request, known: frozenset[str]) -> None:
    """Check the query and the path.

    Raises:
        InvalidInput: a query parameter is unknown, or a value contains NUL.
    """
    for name, value in request.query_params.multi_items():
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise InvalidInput(f"The query parameter {printable(name)!r} is unknown; known are: {listed}.", field=name)
        text.check(value, name)
    for name, value in request.path_params.items():
        text.check(value, name)


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"The body is larger than {limit} bytes; send several, or an import.", field="body")
