"""What a receiver of webhooks checks."""

from __future__ import annotations

import binascii
import hmac

from graphmem.feed.signature import signature


def is_signed(secret: str, id_: str, timestamp: str, signatures: str, body: bytes) -> bool:
    """Whether one of the signatures of a delivery is that of the secret: what a receiver checks."""
    try:
        expected = signature(secret, id_, int(timestamp), body)
    except (ValueError, binascii.Error):
        return False
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split())
