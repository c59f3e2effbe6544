"""The conversations of pydantic-ai as items of a brain.

Forks share the messages of the conversation that they come from. A message is deleted with the last conversation that has it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

from pydantic import TypeAdapter
from pydantic_ai.conversation_store import ConversationConflict, ConversationEntry, ConversationRecord
from pydantic_ai.messages import ModelMessagesTypeAdapter

from graphmem_client.integrations.calls import put_unless_changed
from graphmem_client.protocol import BrainLike

PAGE = 500
FOLDER = "pydantic-ai"
RECORDS = (FOLDER, "conversations")
TREES = (FOLDER, "entries")
"""The tree of each entry: a conversation and its forks are one. None = the entry is being deleted."""
MARK_SEC = 60
"""How long the mark of a deleted record stays. It is not deleted: another may have stored a new record over it."""
RECORD: TypeAdapter[ConversationRecord] = TypeAdapter(ConversationRecord)


def record_of(value: Any) -> ConversationRecord:
    """Return the record of a value."""
    return RECORD.validate_json(json.dumps(value["record"]))


def _messages(tree: str) -> tuple[str, ...]:
    return (FOLDER, "messages", tree)


async def record_at(conversation_id: str, brain: BrainLike) -> tuple[Any, int]:
    """Return the value of a record, and the version of its item."""
    (item,) = await brain.items.get([{"path": RECORDS, "key": conversation_id}], refresh=False)
    if item is None:
        return None, 0
    return (None if item.value["is_deleted"] else item.value), item.version


async def records(fields: Mapping[str, Any], limit: int | None, brain: BrainLike) -> list[Any]:
    """Return the values of records with some fields, the latest first."""
    values: list[Any] = []
    while limit is None or len(values) < limit:
        size = PAGE if limit is None else min(PAGE, limit - len(values))
        page = await brain.items.search(RECORDS, filter=fields, order="updated", limit=size, offset=len(values))
        values += [item.value for item in page]
        if len(page) < size:
            break
    return values


async def _trees(entries: Iterable[str], brain: BrainLike) -> dict[str, tuple[str, int]]:
    """Return the trees of entries, with the versions of their items, of those that are there."""
    wanted, found = list(entries), {}
    for start in range(0, len(wanted), PAGE):
        some = wanted[start : start + PAGE]
        items = await brain.items.get([{"path": TREES, "key": key} for key in some])
        found.update({item.key: (item.value, item.version) for item in items if item and item.value})
    return found


async def history(head: str, limit: int | None, brain: BrainLike, tree: str | None = None) -> list[tuple[str, Any]]:
    """Return the values of the entries up to one, or the last ones of them.

    Raises:
        LookupError: one of them is not there.
    """
    if tree is None:
        tree, _ = (await _trees([head], brain)).get(head, (None, 0))
    size = PAGE if limit is None else min(PAGE, limit)
    values: dict[str, Any] = {}
    at: str | None = head
    chain: list[tuple[str, Any]] = []
    while tree and at is not None and (limit is None or len(chain) < limit):
        page = await brain.items.search(_messages(tree), order="newest", limit=size, offset=len(values))
        values.update({item.key: item.value for item in page})
        while at in values and (limit is None or len(chain) < limit):
            chain.append((at, values[at]))
            at = values[at]["parent_id"]
        if len(page) < size:
            break
    if at is not None and (limit is None or len(chain) < limit):
        raise LookupError(f"There is no entry {at!r}.")
    return chain[::-1]


async def write(
    record: ConversationRecord, entries: Sequence[ConversationEntry], expected: str | None, brain: BrainLike
) -> None:
    """Store a record with its new entries. Store the parent entry again, so that a concurrent delete conflicts.

    More than 500 items go in several calls, the record in the last one. A conflict deletes the entries of the calls before.
    """
    new, new_tree, written = [entry.id for entry in entries], str(uuid4()), ""
    ends = {record.head_id, entries[0].parent_id if entries else None} - {*new, None}
    while True:
        value, version = await record_at(record.conversation_id, brain)
        revision = value["record"]["revision"] if value else None
        if written and revision == record.revision:  # a retry of the client conflicts with the call that it repeats
            return
        trees = await _trees(ends, brain)  # type: ignore[arg-type]
        if revision != expected or trees.keys() != ends:
            if written and 2 * len(new) > PAGE:
                await _delete_unreached(new, written, brain)
            raise ConversationConflict(record.conversation_id)
        written = tree = value["tree"] if value else next((tree for tree, _ in trees.values()), new_tree)
        items = _entry_items(entries, tree)
        while len(items) > PAGE:
            await brain.items.put(items[:PAGE])
            items = items[PAGE:]
        items += [{"path": TREES, "key": key, "value": at, "if_version": n} for key, (at, n) in trees.items()]
        told = {"record": RECORD.dump_python(record, mode="json"), "scope": record.scope, "is_deleted": False}
        place = {"path": RECORDS, "key": record.conversation_id}
        if await put_unless_changed([*items, {**place, "value": {**told, "tree": tree}, "if_version": version}], brain):
            return


def _entry_items(entries: Sequence[ConversationEntry], tree: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for entry in entries:
        (message,) = ModelMessagesTypeAdapter.dump_python([entry.message], mode="json")
        content = {"parent_id": entry.parent_id, "message": message, "kind": entry.kind}
        items.append({"path": _messages(tree), "key": entry.id, "value": content})
        items.append({"path": TREES, "key": entry.id, "value": tree})
    return items


async def delete(conversation_id: str, expected: str, brain: BrainLike) -> None:
    """Delete a record with the entries that no other conversation has.

    Mark the entries and the record before. An entry that another conversation takes up conflicts with its mark, and is kept.
    Up to 500 marks are one transaction. More go in several, each entry before its parent, and the record in the last one.
    """
    while True:
        value, version = await record_at(conversation_id, brain)
        if value is None or value["record"]["revision"] != expected:
            raise ConversationConflict(conversation_id)
        own = await _reached([value], brain)
        trees = await _trees(own, brain)
        others = await records({"is_deleted": False, "tree": value["tree"]}, None, brain)
        kept = await _reached(
            [other for other in others if other["record"]["conversation_id"] != conversation_id], brain
        )
        gone = sorted((key for key in own if key not in kept), key=own.__getitem__, reverse=True)
        marks: list[dict[str, Any]] = [
            {"path": TREES, "key": key, "value": None, "if_version": trees[key][1]} for key in gone if key in trees
        ]
        mark = {"path": RECORDS, "key": conversation_id, "value": {"is_deleted": True}, "if_version": version}
        mark["ttl_sec"] = MARK_SEC
        chunks = [[*marks, mark][start : start + PAGE] for start in range(0, len(marks) + 1, PAGE)]
        while chunks and await put_unless_changed(chunks[0], brain):
            del chunks[0]
        if not chunks:
            break
    await _delete_entries(gone, value["tree"], brain)


async def _delete_unreached(keys: Sequence[str], tree: str, brain: BrainLike) -> None:
    """Delete entries that no conversation has."""
    with suppress(LookupError):  # a conversation is being deleted: what it reaches is not known
        kept = await _reached(await records({"is_deleted": False, "tree": tree}, None, brain), brain)
        await _delete_entries([key for key in keys if key not in kept], tree, brain)


async def _delete_entries(keys: Sequence[str], tree: str, brain: BrainLike) -> None:
    places = [{"path": path, "key": key} for key in keys for path in (_messages(tree), TREES)]
    for start in range(0, len(places), PAGE):
        await brain.items.delete(places[start : start + PAGE])


async def _reached(values: Sequence[Any], brain: BrainLike) -> dict[str, int]:
    """Return the entries that records reach, with their distances from the first entry."""
    reached: dict[str, int] = {}
    for value in values:
        for tip in (value["record"]["head_id"], *value["record"]["branches"]):
            if tip is not None and tip not in reached:
                chain = await history(tip, None, brain, value["tree"])
                reached |= {key: i for i, (key, _) in enumerate(chain)}
    return reached
