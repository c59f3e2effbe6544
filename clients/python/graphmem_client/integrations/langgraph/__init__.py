"""graphmem for LangGraph and LangChain: store, retriever, chat history and agent middleware.

`pip install "graphmem-client[langgraph]"`. Each name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem_client.integrations.langgraph.chat_history import GraphmemChatMessageHistory
    from graphmem_client.integrations.langgraph.middleware import GraphmemMiddleware
    from graphmem_client.integrations.langgraph.retriever import GraphmemRetriever
    from graphmem_client.integrations.langgraph.store import GraphmemStore

_MODULE_OF = {
    "GraphmemChatMessageHistory": "chat_history",
    "GraphmemMiddleware": "middleware",
    "GraphmemRetriever": "retriever",
    "GraphmemStore": "store",
}
__all__ = ["GraphmemChatMessageHistory", "GraphmemMiddleware", "GraphmemRetriever", "GraphmemStore"]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
