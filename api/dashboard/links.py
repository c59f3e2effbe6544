"""Addresses of the pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

from graphmem_contract.records import rfc3339


def link(*parts: str, **query: Any) -> str:
    """Return the address of a page: the parts of its path, and a query without what is empty.

    A part may contain any character, `/` too. Names of query parameters that end in `_` lose it. Each value of a list is a
    parameter of its own.
    """
    path = "/" + "/".join(quote(part, safe="~@:") for part in parts)
    values = [
        (name.rstrip("_"), _text(one))
        for name, value in query.items()
        for one in (value if isinstance(value, list | tuple) else [value])
        if one not in (None, "", False)
    ]
    return f"{path}?{urlencode(values)}" if values else path


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return rfc3339(value)
    return "true" if value is True else str(value)


def local_path(address: str | None) -> str:
    """Return an address if it is a path of this service, else that of the first page: a login leads nowhere else."""
    is_path = address is not None and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if address and is_path and address.isprintable() else "/"
