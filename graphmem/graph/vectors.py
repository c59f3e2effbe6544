"""Embedding vectors as the Bolt driver sends them."""

from __future__ import annotations

from typing import Any

import numpy as np
from neo4j.vector import Vector as BoltVector

from graphmem.contract.records import Vector


def bolt(vector: Vector | None) -> Any:
    """A vector as the driver sends it fastest."""
    return None if vector is None else BoltVector(np.asarray(vector, dtype=">f4").tobytes(), "f32")
