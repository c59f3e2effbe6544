"""graphmem for the Microsoft Agent Framework: a context provider, a history provider, and function tools.

`pip install "graphmem-client[agent-framework]"`.
"""

from graphmem_client.integrations.agent_framework.context_provider import GraphmemContextProvider
from graphmem_client.integrations.agent_framework.history_provider import GraphmemHistoryProvider
from graphmem_client.integrations.agent_framework.tools import memory_tools

__all__ = ["GraphmemContextProvider", "GraphmemHistoryProvider", "memory_tools"]
