"""`GraphmemConversationStore`: the conversation store of pydantic-ai over the items of a brain. It needs pydantic-ai 2.66.

Conversations come back exactly as they were saved, with their branches. No facts are drawn from them: `GraphmemMemory` does that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

from pydantic_ai.conversation_store import ConversationEntry, ConversationRecord, ConversationStore
from pydantic_ai.messages import ModelMessagesTypeAdapter

from graphmem_client.integrations.bridge import AnyBrain, Bridge
from graphmem_client.integrations.pydantic_ai.conversation_items import (
    delete,
    history,
    record_at,
    record_of,
    records,
    write,
)


class GraphmemConversationStore(ConversationStore):
    """The conversations of a brain: `conversation = await GraphmemConversationStore(brain).load("monday")`."""

    def __init__(self, brain: AnyBrain) -> None:
        """Make a store: one for each user, if each has a brain; else give a `scope`."""
        self._bridge = Bridge(brain)

    async def read_record(self, conversation_id: str) -> ConversationRecord | None:
        """Return the record of a conversation, if there is one."""
        value, _ = await self._bridge.run(partial(record_at, conversation_id))
        return record_of(value) if value else None

    async def read_records(self, *, scope: str | None = None, limit: int | None = None) -> Sequence[ConversationRecord]:
        """Return the records, or those of a scope, the latest first."""
        fields = {} if scope is None else {"scope": scope}
        values = await self._bridge.run(partial(records, {"is_deleted": False, **fields}, limit))
        return sorted(map(record_of, values), key=lambda record: record.updated_at, reverse=True)

    async def write_record(
        self,
        record: ConversationRecord,
        *,
        new_entries: Sequence[ConversationEntry] = (),
        expected_revision: str | None,
    ) -> None:
        """Store a record and its new entries, if the stored one has the revision."""
        await self._bridge.run(partial(write, record, new_entries, expected_revision))

    async def delete_record(self, conversation_id: str, *, expected_revision: str) -> None:
        """Delete a record with the entries that no other conversation has, if it has the revision."""
        await self._bridge.run(partial(delete, conversation_id, expected_revision))

    async def read_entry(self, entry_id: str) -> ConversationEntry:
        """Return an entry.

        Raises:
            LookupError: there is none.
        """
        (entry,) = await self.read_history(entry_id, limit=1)
        return entry

    async def read_history(self, head_id: str | None, *, limit: int | None = None) -> list[ConversationEntry]:
        """Return the entries up to one, or the last ones of them.

        Raises:
            LookupError: one of them is not there.
        """
        if head_id is None or limit == 0:
            return []
        values = await self._bridge.run(partial(history, head_id, limit))
        messages = ModelMessagesTypeAdapter.validate_json(json.dumps([value["message"] for _, value in values]))
        return [
            ConversationEntry(id=key, parent_id=value["parent_id"], kind=value["kind"], message=message)
            for (key, value), message in zip(values, messages, strict=True)
        ]
