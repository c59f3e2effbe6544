"""`GraphmemStore`: LangGraph's `BaseStore` over the items of a brain.

A namespace is the path of an item. A value comes back exactly as it was put, and is found by meaning. Beside that, its text is
remembered as an episode, so that facts are drawn from it; what is deleted is forgotten there too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    get_text_at_path,
    tokenize_path,
)

from graphmem_client.integrations.bridge import AnyBrain, Bridge, Bridges, value_for
from graphmem_client.integrations.calls import remember_once
from graphmem_client.integrations.guard import Guard, OnError
from graphmem_client.integrations.langgraph.namespaces import Namespace, namespaces
from graphmem_client.protocol import BrainLike

SOURCE = "langgraph"
Numbered = list[tuple[int, Any]]
"""Operations with their positions in the batch."""


class GraphmemStore(BaseStore):
    """A LangGraph store. Give it to `compile(store=…)` or `create_agent(store=…)`."""

    supports_ttl = True
    __slots__ = ("_bridges", "_fields", "_forget", "_guard", "_remember", "_speaker", "_wait", "ttl_config")

    def __init__(
        self,
        brain: AnyBrain | Callable[[Namespace], AnyBrain],
        *,
        speaker: str | Callable[[Namespace], str | None] | None = None,
        remember: bool = True,
        forget: bool = True,
        fields: Sequence[str] = ("$",),
        ttl: TTLConfig | None = None,
        wait: bool = False,
        on_error: OnError | None = None,
    ) -> None:
        """Make a store.

        Args:
            brain: one brain, or the brain of a namespace: `lambda namespace: client.brain(namespace[1])`. Then each search must
                begin with the labels that the function reads.
            speaker: whose "I" the texts have: a name, or that of a namespace. Without a name it is "user".
            remember: keep the text of a value as an episode too, and draw facts from it.
            forget: forget these episodes when the item is deleted.
            fields: what of a value is its text, where `put` has no `index`; "$" = all texts in it.
            ttl: the configuration of BaseStore: default_ttl in minutes, refresh_on_read.
            wait: wait until the facts are drawn; else a worker does it.
            on_error: receives the error of a text that cannot be remembered; default: a warning in the log. The value is kept.
        """
        self._bridges, self._speaker, self._guard = Bridges(brain), speaker, Guard(on_error)
        self._remember, self._forget, self._fields, self._wait = remember, forget, fields, wait
        self.ttl_config = ttl

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations. All reads see the state before the writes; of several writes to one key, the last counts."""
        results: dict[int, Result] = {}
        for bridge, some in self._by_brain(ops):
            results |= bridge.wait(partial(self._carry_out, some))
        return [results[i] for i in range(len(results))]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """`batch`, asynchronously."""
        results: dict[int, Result] = {}
        for bridge, some in self._by_brain(ops):
            results |= await bridge.run(partial(self._carry_out, some))
        return [results[i] for i in range(len(results))]

    def _by_brain(self, ops: Iterable[Op]) -> Iterator[tuple[Bridge, Numbered]]:
        """Yield the operations of each brain."""
        groups: dict[tuple[str, object], tuple[Bridge, Numbered]] = {}
        for i, op in enumerate(ops):
            bridge = self._bridge_of(op)
            groups.setdefault(bridge.place, (bridge, []))[1].append((i, op))
        yield from groups.values()

    def _bridge_of(self, op: Op) -> Bridge:
        try:
            return self._bridges.of(_labels(op))
        except IndexError:
            raise ValueError(
                f"No brain for the namespace {_labels(op)}: it has too few labels. Begin it with all labels that the function "
                "given to GraphmemStore reads; a search and a list of namespaces too."
            ) from None

    async def _carry_out(self, ops: Numbered, brain: BrainLike) -> dict[int, Result]:
        results: dict[int, Result] = dict.fromkeys((i for i, _ in ops), None)
        for refresh in (True, False):
            gets = [(i, op) for i, op in ops if isinstance(op, GetOp) and op.refresh_ttl is refresh]
            places = [{"path": op.namespace, "key": op.key} for _, op in gets]
            found = await brain.items.get(places, refresh=refresh) if gets else ()
            results |= {i: item and Item(**_fields(item)) for (i, _), item in zip(gets, found, strict=True)}
        for i, op in ops:
            if isinstance(op, SearchOp):
                results[i] = await _search(brain, op)
            elif isinstance(op, ListNamespacesOp):
                results[i] = await namespaces(brain, op)
        await self._write(brain, {(op.namespace, op.key): op for _, op in ops if isinstance(op, PutOp)}.values())
        return results

    async def _write(self, brain: BrainLike, ops: Iterable[PutOp]) -> None:
        gone = [{"path": op.namespace, "key": op.key} for op in ops if op.value is None]
        if gone:
            await brain.items.delete(gone, forget=self._forget)
        puts = [op for op in ops if op.value is not None]
        places = [{"path": op.namespace, "key": op.key} for op in puts]
        known = await brain.items.get(places, refresh=False) if puts and self._remember else [None] * len(puts)
        items = [await self._item(brain, op, before) for op, before in zip(puts, known, strict=True)]
        if items:
            await brain.items.put(items)

    async def _item(self, brain: BrainLike, op: PutOp, before: Any) -> dict[str, Any]:
        """Return the item of a `put`. Its text is remembered first, so that the item can name the episode."""
        fields = self._fields if op.index is None else op.index
        text = "\n".join(_texts(op.value, fields or ()))
        episode = None
        if text.strip() and self._remember:
            version = str(before.version if before else 0)
            told = {
                "content": text,
                "speaker": value_for(self._speaker, op.namespace),
                "source": SOURCE,
                "metadata": {"path": "/".join(op.namespace), "key": op.key},
                "wait": self._wait,
            }
            call = remember_once((SOURCE, *op.namespace, op.key, version, text), told, brain, anew=True)
            episode = await self._guard.tried("remember", call, None)
        ttl = None if op.ttl is None else op.ttl * 60
        place = {"path": op.namespace, "key": op.key, "ttl_sec": ttl, "episode_id": episode}
        return {**place, "value": dict(op.value or {}), "text": text or None}


def _labels(op: Op) -> Namespace:
    """Return the labels of an operation that name its brain."""
    if isinstance(op, SearchOp):
        return op.namespace_prefix
    if isinstance(op, ListNamespacesOp):
        return next((c.path for c in op.match_conditions or () if c.match_type == "prefix"), ())
    return op.namespace


def _fields(item: Any) -> dict[str, Any]:
    names = ("value", "key", "created_at", "updated_at")
    return {"namespace": tuple(item.path), **{name: getattr(item, name) for name in names}}


async def _search(brain: BrainLike, op: SearchOp) -> list[SearchItem]:
    asked = {"query": op.query or None, "filter": op.filter, "limit": op.limit, "offset": op.offset}
    found = await brain.items.search(op.namespace_prefix, **asked, refresh=op.refresh_ttl)  # type: ignore[arg-type]
    return [SearchItem(**_fields(item), score=item.score) for item in found]


def _texts(value: Any, fields: Sequence[str]) -> Iterator[str]:
    """Yield the texts of a value at some fields; "$" is every text in it."""
    for field in fields:
        yield from _every_text(value) if field == "$" else get_text_at_path(value, tokenize_path(field))


def _every_text(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _every_text(part)
