"""graphmem: a memory service for agents, on Neo4j.

Names are imported when they are first used, so that small helper processes start fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.brain import Brain
    from graphmem.brain_settings import BrainSettings
    from graphmem.changes import Change, Changes
    from graphmem.errors import GraphmemError
    from graphmem.memory import Memory
    from graphmem.records import (
        Entity,
        Episode,
        Fact,
        FactHistory,
        Message,
        RecallItem,
        RecallResult,
        Session,
        SessionSummary,
        SuppliedEntity,
        SuppliedExtraction,
        SuppliedFact,
        WriteResult,
    )
    from graphmem.settings import Settings

__version__ = "0.1.0"

_HOME = {
    "GraphmemError": "errors",
    "Brain": "brain",
    "BrainSettings": "brain_settings",
    "Change": "changes",
    "Changes": "changes",
    "Memory": "memory",
    "Settings": "settings",
}

__all__ = [
    "Brain",
    "BrainSettings",
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
    "Session",
    "SessionSummary",
    "Settings",
    "SuppliedEntity",
    "SuppliedExtraction",
    "SuppliedFact",
    "WriteResult",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
    return getattr(import_module(f"graphmem.{_HOME.get(name, 'records')}"), name)
