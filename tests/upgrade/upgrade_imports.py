"""Names whose modules have moved since 6a78671, so that the data can be written by any version.

The first module of each line is where the name is today, the second is where 6a78671 has it.
"""

from __future__ import annotations

import importlib
from typing import Any


def _named(name: str, *modules: str) -> Any:
    """Return an attribute of the first of these modules that has it.

    Raises:
        ImportError: none of them has it.
    """
    for module in modules:
        try:
            return getattr(importlib.import_module(module), name)
        except (ModuleNotFoundError, AttributeError):
            continue
    raise ImportError(f"{name} is in none of {', '.join(modules)}")


HashEmbedder = _named("HashEmbedder", "graphmem.models.hash_embedder", "graphmem.models.hashing")
Claim = _named("Claim", "graphmem.claims", "graphmem.models.ports")
Mention = _named("Mention", "graphmem.claims", "graphmem.models.ports")
Extracted = _named("Extracted", "graphmem.claims", "graphmem.models.ports")
Models = _named("Models", "graphmem.models.model_set", "graphmem.models.factory")
