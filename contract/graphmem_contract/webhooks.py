"""Records of webhooks: where the events of the changes feed are sent, and what could not be delivered."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.feed import ChangeKind
from graphmem_contract.records import Record, Time


class Webhook(Record):
    """A receiver of events. `kinds`: only these; empty = all. `active` false = nothing is sent.

    `attempts`: those of the batch that is being sent. `last_error`: a status or the kind of an error; no text of the receiver.
    `old_secret_until`: until then the secret before the last rotation signs too. `dead_letters`: their number.
    """

    id: str
    url: str
    kinds: tuple[ChangeKind, ...] = ()
    active: bool = True
    created_at: Time
    last_delivered_at: Time | None = None
    attempts: int = 0
    next_attempt_at: Time | None = None
    last_error: str | None = None
    old_secret_until: Time | None = None
    dead_letters: int = 0


class SecretWebhook(Webhook):
    """A webhook that is new, or whose secret is new. The secret is returned only this once."""

    secret: str = Field(repr=False, description="Key of the signatures; it is not shown again")


class DeadLetter(Record):
    """A batch that could not be delivered: the ids of its events, never their content.

    `replaying`: it is about to be sent again.
    """

    id: str
    events: tuple[str, ...]
    attempts: int
    last_error: str | None = None
    failed_at: Time
    replaying: bool = False
