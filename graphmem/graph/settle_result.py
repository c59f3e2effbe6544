"""What settling changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Settled:
    """What settling changed: rows of settle.cypher, the depth of each in the cascade, and lost ties."""

    changes: tuple[Row, ...]
    depths: Mapping[str, int]
    ties: tuple[Row, ...]
