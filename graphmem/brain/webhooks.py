"""Webhooks of a brain."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.engine import BrainSubject
from graphmem.feed import webhooks
from graphmem.feed.receiver_address import IPNetwork, networks_of
from graphmem_contract.feed import ChangeKind
from graphmem_contract.pagination import Page
from graphmem_contract.webhooks import DeadLetter, SecretWebhook, Webhook


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
        return await webhooks.create_webhook(self.engine.store, self.brain, url, kinds, self._allowed)

    async def list(self) -> tuple[Webhook, ...]:
        """The webhooks, oldest first."""
        return await webhooks.list_webhooks(self.engine.store, self.brain)

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
        return await webhooks.change_webhook(
            self.engine.store, self.brain, webhook_id, self._allowed, url=url, kinds=kinds, active=active
        )

    async def rotate(self, webhook_id: str) -> SecretWebhook:
        """Give a webhook a new secret. The old one signs too for 24 hours. Raises NotFound."""
        return await webhooks.rotate_webhook(self.engine.store, self.brain, webhook_id)

    async def delete(self, webhook_id: str) -> Webhook:
        """Remove a webhook with its dead letters, and return it as it was. Raises NotFound."""
        return await webhooks.delete_webhook(self.engine.store, self.brain, webhook_id)

    async def dead_letters(self, webhook_id: str, *, limit: int = 50, cursor: str | None = None) -> Page[DeadLetter]:
        """The batches that a webhook has given up, oldest first. Raises NotFound, InvalidInput."""
        return await webhooks.dead_letters(self.engine.store, self.brain, webhook_id, limit=limit, cursor=cursor)

    async def replay(self, webhook_id: str, *, letter_id: str | None = None) -> int:
        """Let one dead letter, or all of them, be sent again; return how many. Raises NotFound."""
        return await webhooks.replay_dead_letters(self.engine.store, self.brain, webhook_id, letter_id)

    @property
    def _allowed(self) -> tuple[IPNetwork, ...]:
        return networks_of(self.engine.settings.webhook_networks)
