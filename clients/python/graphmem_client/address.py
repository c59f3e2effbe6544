"""The address of the service and the key, from arguments or the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from graphmem_contract.errors import InvalidInput

DEFAULT_URL = "http://127.0.0.1:8350"
"""Where `graphmem serve` listens."""
URL_VARIABLE = "GRAPHMEM_URL"
API_PATH = "/v1"
"""What every call adds to the address; an address that ends with it is the one before it."""
KEY_VARIABLE = "GRAPHMEM_API_KEY"


@dataclass(frozen=True, slots=True)
class Address:
    """Where the service is, and the headers that every request has. The key is in no text of this object."""

    url: str
    headers: Mapping[str, str] = field(repr=False)

    @classmethod
    def checked(cls, url: str | None, key: str | None, agent: str) -> Address:
        """Return the address.

        Args:
            url: default `GRAPHMEM_URL`, else the address of `graphmem serve` on this machine.
            key: default `GRAPHMEM_API_KEY`, else none.
            agent: the header `User-Agent`.

        Raises:
            InvalidInput: the URL is none of HTTP or has a user in it, or the key cannot be a header.
        """
        secret = os.environ.get(KEY_VARIABLE) if key is None else key
        headers = {"User-Agent": agent, "Accept": "application/json, application/x-ndjson"}
        if secret:
            headers["Authorization"] = f"Bearer {_checked_key(secret)}"
        return cls(_checked_url(os.environ.get(URL_VARIABLE, DEFAULT_URL) if url is None else url), headers)


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment)
    except ValueError:
        usable = False
    if not usable:
        told = "…" if set("@?#") & set(url) else url  # no password or key in a message
        raise InvalidInput(
            f"The address of the service is http:// or https:// and a host, such as {DEFAULT_URL}, and not {told!r}; "
            f"it comes from base_url, else {URL_VARIABLE}.",
            field="base_url",
        )
    if parts.username is not None or parts.password is not None:
        raise InvalidInput("The address of the service has no user in it; give the key as api_key.", field="base_url")
    return url.rstrip("/").removesuffix(API_PATH).rstrip("/")


def _checked_key(key: str) -> str:
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise InvalidInput("A key is printable ASCII text without spaces.", field="api_key")
    return key
