"""Webhooks of a brain: make, list, change, rotate, remove; dead letters and their replay."""

from __future__ import annotations

from collections.abc import Sequence

from uuid_utils import uuid7

from graphmem.feed.receiver_address import IPNetwork, RefusedAddress, receiver_of, resolved
from graphmem.feed.signature import new_secret
from graphmem.graph.pagination import checked_limit, page_by
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.feed import ChangeKind
from graphmem_contract.pagination import Page
from graphmem_contract.validation import check_choice
from graphmem_contract.webhooks import DeadLetter, SecretWebhook, Webhook

LONGEST_URL = 2_000
OLD_SECRET_HOURS = 24.0
"""How long the secret before a rotation signs too."""


async def create_webhook(
    store: Store, brain: str, url: str, kinds: Sequence[ChangeKind], allowed: Sequence[IPNetwork]
) -> SecretWebhook:
    """Make a webhook that gets the events from now on. Its secret is in no later answer.

    Raises:
        InvalidInput: the URL is not usable, or leads to an address that is not allowed; or a kind is unknown.
    """
    await _check(url, allowed)
    id_, secret, chosen = str(uuid7()), new_secret(), _kinds(kinds)
    await store.write("webhooks/create", brain=brain, id=id_, url=url, kinds=chosen, secret=secret)
    made = await _one(store, brain, id_)
    return SecretWebhook(**made.model_dump(), secret=secret)


async def list_webhooks(store: Store, brain: str) -> tuple[Webhook, ...]:
    """Return the webhooks of a brain, oldest first."""
    return tuple(_webhook(row) for row in await store.read("webhooks/list", brain=brain))


async def change_webhook(
    store: Store,
    brain: str,
    id_: str,
    allowed: Sequence[IPNetwork],
    *,
    url: str | None = None,
    kinds: Sequence[ChangeKind] | None = None,
    active: bool | None = None,
) -> Webhook:
    """Change a webhook; what is None stays.

    Raises:
        NotFound: there is no such webhook. InvalidInput: as of `create_webhook`.
    """
    if url is not None:
        await _check(url, allowed)
    chosen = None if kinds is None else _kinds(kinds)
    return _found(await store.write("webhooks/change", brain=brain, id=id_, url=url, kinds=chosen, active=active))


async def rotate_webhook(store: Store, brain: str, id_: str) -> SecretWebhook:
    """Give a webhook a new secret. The old one signs too for 24 hours. Raises NotFound."""
    secret = new_secret()
    rows = await store.write("webhooks/rotate", brain=brain, id=id_, secret=secret, hours=OLD_SECRET_HOURS)
    return SecretWebhook(**_found(rows).model_dump(), secret=secret)


async def delete_webhook(store: Store, brain: str, id_: str) -> Webhook:
    """Remove a webhook with its dead letters, and return it as it was. Raises NotFound."""
    return _found(await store.write("webhooks/delete", brain=brain, id=id_))


async def dead_letters(
    store: Store, brain: str, id_: str, *, limit: int = 50, cursor: str | None = None
) -> Page[DeadLetter]:
    """Return the batches that a webhook has given up, oldest first. Raises NotFound, InvalidInput."""
    await _one(store, brain, id_)
    most = checked_limit(limit) + 1
    rows = await store.read("webhooks/dead_letters", brain=brain, webhook=id_, after=cursor or "", limit=most)
    return page_by("id", [DeadLetter(**row["letter"]) for row in rows], limit)


async def replay_dead_letters(store: Store, brain: str, id_: str, letter: str | None = None) -> int:
    """Let one dead letter, or all of them, be sent again; return how many. Raises NotFound: no such webhook or letter."""
    (row,) = await store.write("webhooks/replay", brain=brain, webhook=id_, letter=letter)
    if not row["found"]:
        raise NotFound("There is no such webhook in this brain.")
    if letter is not None and not row["letters"]:
        raise NotFound("This webhook has no such dead letter.")
    return int(row["letters"])


async def _check(url: str, allowed: Sequence[IPNetwork]) -> None:
    if len(url) > LONGEST_URL:
        raise InvalidInput(f"A URL has at most {LONGEST_URL} characters.", field="url")
    try:
        await resolved(receiver_of(url), allowed)
    except RefusedAddress as error:
        raise InvalidInput(f"This webhook cannot be used: {error}.", field="url") from None


def _kinds(kinds: Sequence[ChangeKind]) -> list[str]:
    for kind in kinds:
        check_choice(kind, ChangeKind, "kinds")
    return sorted(set(kinds))


async def _one(store: Store, brain: str, id_: str) -> Webhook:
    found = [one for one in await list_webhooks(store, brain) if one.id == id_]
    if not found:
        raise NotFound("There is no such webhook in this brain.")
    return found[0]


def _found(rows: Sequence[Row]) -> Webhook:
    if not rows:
        raise NotFound("There is no such webhook in this brain.")
    return _webhook(rows[0])


def _webhook(row: Row) -> Webhook:
    return Webhook(**row["webhook"])
