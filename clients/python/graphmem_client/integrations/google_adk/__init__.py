"""graphmem for the Agent Development Kit of Google: a memory service.

`pip install "graphmem-client[google-adk]"`.
"""

from graphmem_client.integrations.google_adk.service import GraphmemMemoryService

__all__ = ["GraphmemMemoryService"]
