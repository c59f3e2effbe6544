"""How similar texts are in the vectors of an embedder: the same text pairs have other cosines with another model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class EmbedderScale:
    """Cosines of an embedder.

    - `unrelated`: two texts about different things, on average. `same`: paraphrases.
    - `relevance`: the share of the scale that the nearest result of a question has to reach, or nothing is recalled.
      0 where nobody has measured it.
    """

    unrelated: float
    same: float
    relevance: float = 0.0

    def cosine(self, share: float) -> float:
        """Return the cosine at a share of the way from unrelated texts (0) to paraphrases (1)."""
        return self.unrelated + share * (self.same - self.unrelated)


OPENAI: Final = EmbedderScale(unrelated=0.12, same=0.70)
SCALES: Final = {
    "bge-small-en-v1.5": EmbedderScale(unrelated=0.43, same=0.85, relevance=0.64),
    "hash": EmbedderScale(unrelated=0.40, same=0.85),
}
"""The scale of each embedder whose vectors are not spread as those of OpenAI."""


def scale_of(embedder: str) -> EmbedderScale:
    """Return the scale of an embedder by its name; that of OpenAI's vectors where it is unknown."""
    return next((scale for name, scale in SCALES.items() if embedder.startswith(name)), OPENAI)
