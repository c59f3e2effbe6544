"""Make, rotate and revoke API keys so that the service of this process heeds it at once."""

from __future__ import annotations

from fastapi import Request

from graphmem.access.keyring import Keyring
from graphmem.memory import Memory
from graphmem_contract.keys import ApiKey, CreatedKey, KeyRequest


def keyring_of(request: Request) -> Keyring:
    """Return the keyring of the service."""
    keyring: Keyring = request.app.state.keyring
    return keyring


async def make_key(request: Request, memory: Memory, asked: KeyRequest) -> CreatedKey:
    """Make a key. From then on every caller needs one.

    Raises:
        InvalidInput: it is the first key, could not make others, and the settings have no admin key.
    """
    if request.app.state.settings.admin_key is None:
        await memory.keys.check_first(asked)
    created = await memory.keys.make(asked)
    keyring_of(request).shut()
    return created


async def rotate_key(request: Request, memory: Memory, id_: str, grace_seconds: float) -> CreatedKey:
    """Give a key a new secret. It and the end of the old one hold at once in this process, within seconds in every other one.

    Raises:
        NotFound: there is no such key. ConflictError: it was revoked or has expired.
    """
    rotated = await memory.keys.rotate(id_, grace_seconds=grace_seconds)
    keyring_of(request).mistrust()
    return rotated


async def revoke_key(request: Request, memory: Memory, id_: str) -> ApiKey:
    """Revoke a key: at once in this process, within seconds in every other one. Raises NotFound."""
    revoked = await memory.keys.revoke(id_)
    keyring_of(request).mistrust()
    return revoked
