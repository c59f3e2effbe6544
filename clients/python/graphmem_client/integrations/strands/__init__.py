"""graphmem for Strands Agents: a memory store.

`pip install "graphmem-client[strands]"`.
"""

from graphmem_client.integrations.strands.store import GraphmemMemoryStore

__all__ = ["GraphmemMemoryStore"]
