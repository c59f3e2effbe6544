"""graphmem for the OpenAI Agents SDK: a session, instructions that recall, and function tools.

`pip install "graphmem-client[openai-agents]"`.
"""

from graphmem_client.integrations.openai_agents.instructions import recalling
from graphmem_client.integrations.openai_agents.session import GraphmemSession
from graphmem_client.integrations.openai_agents.tools import memory_tools

__all__ = ["GraphmemSession", "memory_tools", "recalling"]
