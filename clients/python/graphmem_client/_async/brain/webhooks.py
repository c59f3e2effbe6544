"""Webhooks of a brain."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem_client._async.brain.subject import BrainSubject, R
from graphmem_client.calls import Again, Call, json_bytes, segment
from graphmem_contract.feed import ChangeKind
from graphmem_contract.pagination import Page
from graphmem_contract.service import DeadLetterPage, Replayed, WebhookList
from graphmem_contract.webhooks import DeadLetter, SecretWebhook, Webhook


class Webhooks(BrainSubject):
    """The receivers to which a brain sends its changes."""

    __slots__ = ()

    async def create(self, url: str, *, kinds: Sequence[ChangeKind] = ()) -> SecretWebhook:
        """Send the events from now on to a URL. The answer has the secret of the signatures, only this once.

        Args:
            kinds: only these kinds; default all.

        Raises:
            InvalidInput: the URL is not usable, or leads to an address that is not allowed; or a kind is unknown.
        """
        content = json_bytes({"url": url, "kinds": list(kinds)})
        return await self._hook("createWebhook", "POST", "", SecretWebhook, content)

    async def list(self) -> tuple[Webhook, ...]:
        """The webhooks, oldest first."""
        return (await self._get("listWebhooks", "/webhooks", WebhookList)).webhooks

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
        asked = {"url": url, "kinds": None if kinds is None else list(kinds), "active": active}
        rest = f"/{segment(webhook_id)}"
        return await self._hook("changeWebhook", "PATCH", rest, Webhook, json_bytes(asked), Again.SAFE)

    async def rotate(self, webhook_id: str) -> SecretWebhook:
        """Give a webhook a new secret. The old one signs too for 24 hours. Raises NotFound."""
        return await self._hook("rotateWebhook", "POST", f"/{segment(webhook_id)}:rotate", SecretWebhook)

    async def delete(self, webhook_id: str) -> Webhook:
        """Remove a webhook with its dead letters, and return it as it was. Raises NotFound."""
        return await self._hook("deleteWebhook", "DELETE", f"/{segment(webhook_id)}", Webhook)

    async def dead_letters(self, webhook_id: str, *, limit: int = 50, cursor: str | None = None) -> Page[DeadLetter]:
        """The batches that a webhook has given up, oldest first. Raises NotFound, InvalidInput."""
        rest = f"/webhooks/{segment(webhook_id)}/dead-letters"
        page = await self._get("listDeadLetters", rest, DeadLetterPage, limit=limit, cursor=cursor)
        return Page(page.dead_letters, page.next_cursor)

    async def replay(self, webhook_id: str, *, letter_id: str | None = None) -> int:
        """Let one dead letter, or all of them, be sent again; return how many. Raises NotFound."""
        content, rest = json_bytes({"letter_id": letter_id}), f"/{segment(webhook_id)}:replay"
        return (await self._hook("replayDeadLetters", "POST", rest, Replayed, content, Again.SAFE)).dead_letters

    async def _hook(
        self,
        operation: str,
        method: str,
        rest: str,
        kind: type[R],
        content: bytes | None = None,
        again: Again = Again.NEVER,
    ) -> R:
        call = Call(operation, method, self._at(f"/webhooks{rest}"), again, content=content)
        return (await self._service.reply(call)).record(kind)
