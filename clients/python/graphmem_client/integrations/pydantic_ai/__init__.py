"""graphmem for pydantic-ai: a capability that recalls and remembers, and a toolset.

`pip install "graphmem-client[pydantic-ai]"`.
"""

from graphmem_client.integrations.pydantic_ai.memory import GraphmemMemory
from graphmem_client.integrations.pydantic_ai.toolset import memory_toolset

__all__ = ["GraphmemMemory", "memory_toolset"]
