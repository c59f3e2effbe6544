"""Signatures of deliveries, as in Standard Webhooks: HMAC-SHA256 over id, time and body. Pure."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

PREFIX = "whsec_"


def new_secret() -> str:
    """Return a new secret of 256 random bits."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, id_: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a delivery with one secret.

    Args:
        id_: `webhook-id`. timestamp: `webhook-timestamp`, seconds since 1970.
    """
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{id_}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


def headers(valid: Sequence[str], id_: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers of a delivery, with a signature for each valid secret."""
    signatures = " ".join(signature(secret, id_, timestamp, body) for secret in valid)
    return {"webhook-id": id_, "webhook-timestamp": str(timestamp), "webhook-signature": signatures}
