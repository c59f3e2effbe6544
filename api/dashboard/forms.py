# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Forms that a page sends: their fields, after the check that they come from a page of this service."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import parse_qsl, urlsplit

from fastapi import Depends, Request

from graphmem_contract.errors import Forbidden, InvalidInput

from .. import text
from ..route import BoundedRequest
from .visitor import Visitor, anyone

MOST_FIELDS = 200


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form, in their order. A field may occur several times."""

    fields: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str:
        """Return the last value of a field, without space around it; empty if there is none."""
        return next((value.strip() for field, value in reversed(self.fields) if field == name), "")

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of a field."""
        return tuple(value for field, value in self.fields if field == name)

    def given(self, *names: str) -> dict[str, str]:
        """Return those of some fields that are not empty."""
        return {name: value for name in names if (value := self.get(name))}

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.fields)


async def posted(request: Request, who: Annotated[Visitor, Depends(anyone)]) -> Form:
    """A dependency: the fields of a form.

    Raises:
        Forbidden: the form comes from another site, or its token is missing or wrong.
        InvalidInput: there are too many fields, or one is no text. TooLarge: the body is too large.
    """
    check_origin(request)
    body = await BoundedRequest(request.scope, request.receive).body()
    try:
        fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise InvalidInput("The form cannot be read.", field="body") from None
    for name, value in fields:
        text.check(value, name)
    form = Form(tuple((name, value) for name, value in fields if name != "csrf"))
    token = dict(fields).get("csrf", "")
    if not hmac.compare_digest(token.encode(), who.csrf.encode()):
        raise Forbidden("This form is out of date; load the page again.")
    return form


def check_origin(request: Request) -> None:
    """Check that a write comes from a page of this service.

    Raises:
        Forbidden: the browser names another origin, or none.
    """
    origin = request.headers.get("origin")
    if origin is None:
        same = request.headers.get("sec-fetch-site") == "same-origin"
    else:
        same = urlsplit(origin).netloc == request.headers.get("host")
    if not same:
        raise Forbidden("Only a page of this service may do this.", field="Origin")


Posted = Annotated[Form, Depends(posted)]
