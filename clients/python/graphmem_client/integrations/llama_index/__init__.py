"""graphmem for LlamaIndex: a memory block.

`pip install "graphmem-client[llama-index]"`.
"""

from graphmem_client.integrations.llama_index.block import GraphmemMemoryBlock

__all__ = ["GraphmemMemoryBlock"]
