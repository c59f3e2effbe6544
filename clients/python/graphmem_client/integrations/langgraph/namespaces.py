"""The namespaces of a store, by the conditions that LangGraph gives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from langgraph.store.base import ListNamespacesOp

from graphmem_client.protocol import BrainLike

Namespace = tuple[str, ...]


async def namespaces(brain: BrainLike, op: ListNamespacesOp) -> list[Namespace]:
    """Return the namespaces that meet all conditions."""
    conditions = op.match_conditions or ()
    prefix, suffix = (
        _merged([c.path if kind == "prefix" else c.path[::-1] for c in conditions if c.match_type == kind])
        for kind in ("prefix", "suffix")
    )
    if prefix is None or suffix is None:
        return []
    found = await brain.items.paths(prefix, suffix=suffix[::-1], max_depth=op.max_depth)
    return list(found[op.offset : op.offset + op.limit])


def _merged(paths: Sequence[Sequence[str]]) -> Namespace | None:
    """Return the one prefix that says the same as several; "*" is any label. None = no namespace begins with all of them."""
    merged: list[str] = []
    for labels in zip_longest(*paths, fillvalue="*"):
        named = {label for label in labels if label != "*"}
        if len(named) > 1:
            return None
        merged.append(named.pop() if named else "*")
    return tuple(merged)
