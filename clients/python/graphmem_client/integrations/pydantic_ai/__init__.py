"""graphmem for pydantic-ai: a capability that recalls and remembers, a toolset, and a conversation store.

`pip install "graphmem-client[pydantic-ai]"`. Each name is imported when it is first used: the store needs pydantic-ai 2.66.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem_client.integrations.pydantic_ai.conversation_store import GraphmemConversationStore
    from graphmem_client.integrations.pydantic_ai.memory import GraphmemMemory
    from graphmem_client.integrations.pydantic_ai.toolset import memory_toolset

_MODULE_OF = {
    "GraphmemConversationStore": "conversation_store",
    "GraphmemMemory": "memory",
    "memory_toolset": "toolset",
}
__all__ = ["GraphmemConversationStore", "GraphmemMemory", "memory_toolset"]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
