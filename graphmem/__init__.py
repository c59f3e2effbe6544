"""graphmem: a memory service for agents, on Neo4j."""

from graphmem.errors import GraphmemError
from graphmem.memory import Brain, Memory
from graphmem.records import (
    Change,
    Changes,
    Entity,
    Episode,
    Fact,
    FactHistory,
    Message,
    RecallItem,
    RecallResult,
    SuppliedEntity,
    SuppliedExtraction,
    SuppliedFact,
    WriteResult,
)
from graphmem.settings import Settings

__version__ = "0.1.0"

__all__ = [
    "Brain",
    "Change",
    "Changes",
    "Entity",
    "Episode",
    "Fact",
    "FactHistory",
    "GraphmemError",
    "Memory",
    "Message",
    "RecallItem",
    "RecallResult",
    "Settings",
    "SuppliedEntity",
    "SuppliedExtraction",
    "SuppliedFact",
    "WriteResult",
]
