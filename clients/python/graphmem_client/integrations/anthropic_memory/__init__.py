"""graphmem for the memory tool of Anthropic: files under /memories, kept verbatim in a brain, with facts beside them.

`pip install "graphmem-client[anthropic-memory]"`.
"""

from graphmem_client.integrations.anthropic_memory.tool import GraphmemMemoryTool, GraphmemMemoryToolSync

__all__ = ["GraphmemMemoryTool", "GraphmemMemoryToolSync"]
