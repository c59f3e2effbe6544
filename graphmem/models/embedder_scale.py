"""How similar texts are in the vectors of an embedder: the same text pairs have other cosines with another model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graphmem.settings import Settings


@dataclass(frozen=True, slots=True)
class EmbedderScale:
    """Cosines of an embedder.

    - `unrelated`: about that of two texts about different things. `same`: about that of paraphrases.
    - `relevance`: the share of the scale that the nearest result of a question has to reach, or nothing is recalled.
      0 where nobody has measured it.
    - `compares_words`: texts are as similar as the letters of their words. Function words would then decide a comparison of
      short texts: "where does work" is nearest to "where does live".
    - `association`, `reconcile`, `boost`: the thresholds of the settings of these names, where the settings leave them open.
      `fuzzy_threshold` and `candidate_threshold` compare the letters of names and do not depend on the embedder.
    """

    unrelated: float
    same: float
    relevance: float = 0.0
    association: float = 0.40
    reconcile: float = 0.50
    boost: float = 0.75
    compares_words: bool = False

    def cosine(self, share: float) -> float:
        """Return the cosine at a share of the way from unrelated texts (0) to paraphrases (1)."""
        return self.unrelated + share * (self.same - self.unrelated)


OPENAI: Final = EmbedderScale(unrelated=0.12, same=0.70)
SCALES: Final = {
    "bge-small-en-v1.5": EmbedderScale(
        unrelated=0.43, same=0.85, relevance=0.62, association=0.72, reconcile=0.80, boost=0.85
    ),
    "multilingual-e5-small": EmbedderScale(
        unrelated=0.06, same=0.67, relevance=0.50, association=0.57, reconcile=0.69, boost=0.76
    ),
    "hash": EmbedderScale(unrelated=0.40, same=0.85, compares_words=True),
}
"""The scale of each embedder whose vectors are not spread as those of OpenAI.

`make calibrate` measures the thresholds of the two local models. Nobody has measured those of OpenAI and of hashed words. The two
ends of each scale are chosen by hand: they are the unit in which `relevance` and the fit of relations are stated.
"""
FITTED: Final = ("association", "reconcile", "boost")


def scale_of(embedder: str) -> EmbedderScale:
    """Return the scale of an embedder by its name; that of OpenAI's vectors where it is unknown."""
    return next((scale for name, scale in SCALES.items() if embedder.startswith(name)), OPENAI)


def fitted(settings: Settings, embedder: str) -> Settings:
    """Return the settings with the thresholds of an embedder, where nobody has set them."""
    scale = scale_of(embedder)
    thresholds = {f"{name}_threshold": getattr(scale, name) for name in FITTED}
    return settings.model_copy(update={n: v for n, v in thresholds.items() if n not in settings.model_fields_set})
