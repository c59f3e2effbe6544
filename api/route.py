"""The route class of the API: nothing unknown, unreadable or too large gets past it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

from graphmem.contract.validation import printable
from graphmem.errors import InvalidInput, TooLarge

from . import text

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class BoundedRequest(Request):
    """A request whose body is read once, up to a limit (`max_body_bytes`), and looked through.

    Streams of NDJSON have no limit but that of a line.
    """

    async def body(self) -> bytes:
        """The body.

        Raises:
            TooLarge: more than the limit.
        """
        if not hasattr(self, "_body"):
            self._body = await self._read()
        return self._body

    async def _read(self) -> bytes:
        told = self.headers.get("content-length", "")
        most: int = self.app.state.settings.max_body_bytes
        read = bytearray()
        if told.isdigit() and int(told) > most:
            raise _too_large(most)
        async for piece in self.stream():
            read += piece
            if len(read) > most:
                raise _too_large(most)
        return bytes(read)

    async def json(self) -> Any:
        """The body as JSON that the graph can keep.

        Raises:
            CallerError: it is no JSON, or something in it cannot be kept.
        """
        if not hasattr(self, "_json"):
            self._json = text.parsed(await self.body())
        return self._json


class StrictRoute(APIRoute):
    """Refuses unknown query parameters, and text that the graph cannot keep, before anything else looks at it."""

    def get_route_handler(self) -> Handler:
        """The usual handler behind the checks."""
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
    """The names of the query parameters that an endpoint knows; a model stands for its fields."""
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
    """Looks at the query and the path.

    Raises:
        InvalidInput: a query parameter that nobody knows, or NUL in a value.
    """
    for name, value in request.query_params.multi_items():
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise InvalidInput(
                f"Nobody knows the query parameter {printable(name)!r}; known are: {listed}.", field=name
            )
        text.check(value, name)
    for name, value in request.path_params.items():
        text.check(value, name)


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"The body is larger than {most} bytes; send several, or an import.", field="body")
