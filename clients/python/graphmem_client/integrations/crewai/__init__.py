"""graphmem for CrewAI: the storage of its memory, and tools.

`pip install "graphmem-client[crewai]"`.
"""

from graphmem_client.integrations.crewai.storage import GraphmemStorage
from graphmem_client.integrations.crewai.tools import memory_tools

__all__ = ["GraphmemStorage", "memory_tools"]
