"""The recalled turns of a question, beside the turns that answer it."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Recalled:
    """One question (`of`: its id, or that of its conversation), the turns that answer it, and the recalled turns, best first.

    `tokens`: of the context, at four characters each; None where there is no context.
    """

    of: str
    category: str
    evidence: frozenset[str]
    retrieved: tuple[str, ...]
    ms: float
    tokens: float | None = None

    def turns(self, depth: int) -> float:
        """The share of the answering turns among the first `depth`."""
        return len(self.evidence.intersection(self.retrieved[:depth])) / len(self.evidence)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the records of a JSONL file, gzipped or not."""
    with gzip.open(path, "rt", encoding="utf8") if path.suffix == ".gz" else path.open(encoding="utf8") as lines:
        return [json.loads(line) for line in lines if line.strip()]
