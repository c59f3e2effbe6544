"""Embedding vectors as Bolt vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from neo4j.vector import Vector as BoltVector

from graphmem_contract.records import Vector


def bolt(vector: Vector | None) -> Any:
    """Return a vector in the form that the driver sends fastest: big-endian float32. None stays None."""
    return None if vector is None else BoltVector(np.asarray(vector, dtype=">f4").tobytes(), "f32")
