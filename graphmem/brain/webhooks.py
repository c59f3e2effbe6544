"""Webhooks of a brain: make, list, change, rotate, remove; dead letters and their replay."""

from __future__ import annotations

from collections.abc import Sequence

from uuid_utils import uuid7

from graphmem.engine import BrainSubject
from graphmem.feed.receiver_address import RefusedAddress, networks_of, receiver_of, resolved
from graphmem.feed.signature import new_secret
from graphmem.graph.pagination import checked_limit, page_by
from graphmem.graph.transaction import Row
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.feed import ChangeKind
from graphmem_contract.pagination import Page
from graphmem_contract.validation import check_choice
from graphmem_contract.webhooks import DeadLetter, SecretWebhook, Webhook

LONGEST_URL = 2_000
OLD_SECRET_HOURS = 24.0
"""How long the secret before a rotation signs too."""


class Webhooks(BrainSubject):
    """The receivers to which a brain sends its changes (docs/webhooks.md)."""

    __slots__ = ()

    async def create(self, url: str, *, kinds: Sequence[ChangeKind] = ()) -> SecretWebhook:
        """Send the events from now on to a URL. The answer has the secret of the signatures, only this once.

        Args:
            kinds: only these kinds; default all.

        Raises:
            InvalidInput: the URL is not usable, or leads to an address that is not allowed; or a kind is unknown.
        """
        await self._check(url)
        id_, secret, chosen = str(uuid7()), new_secret(), _kinds(kinds)
        await self.engine.store.write("webhooks/create", brain=self.brain, id=id_, url=url, kinds=chosen, secret=secret)
        return SecretWebhook(**(await self._one(id_)).model_dump(), secret=secret)

    async def list(self) -> tuple[Webhook, ...]:
        """The webhooks, oldest first."""
        return tuple(_webhook(row) for row in await self.engine.store.read("webhooks/list", brain=self.brain))

    async def change(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        kinds: Sequence[ChangeKind] | None = None,
        active: bool | None = None,
    ) -> Webhook:
        """Change a webhook; what is None stays. Made active again, it goes on where it stopped.

        Raises:
            NotFound: no such webhook. InvalidInput: as of `create`.
        """
        if url is not None:
            await self._check(url)
        chosen = None if kinds is None else _kinds(kinds)
        return _found(
            await self.engine.store.write(
                "webhooks/change", brain=self.brain, id=webhook_id, url=url, kinds=chosen, active=active
            )
        )

    async def rotate(self, webhook_id: str) -> SecretWebhook:
        """Give a webhook a new secret. The old one signs too for 24 hours. Raises NotFound."""
        secret = new_secret()
        rows = await self.engine.store.write(
            "webhooks/rotate", brain=self.brain, id=webhook_id, secret=secret, hours=OLD_SECRET_HOURS
        )
        return SecretWebhook(**_found(rows).model_dump(), secret=secret)

    async def delete(self, webhook_id: str) -> Webhook:
        """Remove a webhook with its dead letters, and return it as it was. Raises NotFound."""
        return _found(await self.engine.store.write("webhooks/delete", brain=self.brain, id=webhook_id))

    async def dead_letters(self, webhook_id: str, *, limit: int = 50, cursor: str | None = None) -> Page[DeadLetter]:
        """The batches that a webhook has given up, oldest first. Raises NotFound, InvalidInput."""
        await self._one(webhook_id)
        rows = await self.engine.store.read(
            "webhooks/dead_letters",
            brain=self.brain,
            webhook=webhook_id,
            after=cursor or "",
            limit=checked_limit(limit) + 1,
        )
        return page_by("id", [DeadLetter(**row["letter"]) for row in rows], limit)

    async def replay(self, webhook_id: str, *, letter_id: str | None = None) -> int:
        """Let one dead letter, or all of them, be sent again; return how many. Raises NotFound: no such webhook or letter."""
        (row,) = await self.engine.store.write(
            "webhooks/replay", brain=self.brain, webhook=webhook_id, letter=letter_id
        )
        if not row["found"]:
            raise NotFound("There is no such webhook in this brain.")
        if letter_id is not None and not row["letters"]:
            raise NotFound("This webhook has no such dead letter.")
        return int(row["letters"])

    async def _check(self, url: str) -> None:
        if len(url) > LONGEST_URL:
            raise InvalidInput(f"A URL has at most {LONGEST_URL} characters.", field="url")
        try:
            await resolved(receiver_of(url), networks_of(self.engine.settings.webhook_networks))
        except RefusedAddress as error:
            raise InvalidInput(f"This webhook cannot be used: {error}.", field="url") from None

    async def _one(self, id_: str) -> Webhook:
        found = [one for one in await self.list() if one.id == id_]
        if not found:
            raise NotFound("There is no such webhook in this brain.")
        return found[0]


def _kinds(kinds: Sequence[ChangeKind]) -> list[str]:
    for kind in kinds:
        check_choice(kind, ChangeKind, "kinds")
    return sorted(set(kinds))


def _found(rows: Sequence[Row]) -> Webhook:
    if not rows:
        raise NotFound("There is no such webhook in this brain.")
    return _webhook(rows[0])


def _webhook(row: Row) -> Webhook:
    return Webhook(**row["webhook"])
