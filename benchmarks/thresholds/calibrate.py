"""Measure how similar texts are in the vectors of the embedder, and the thresholds that follow.

    python -m benchmarks.thresholds.calibrate [--embedder bge-small-en-v1.5]

Compares invented facts (`calibration_texts.py`) of one person at a time: the same fact in other words, a fact about the same
matter, and a fact that has nothing to do with it. The last line of stdout is a flat JSON object:

- unrelated, related, same: the mean cosine of such pairs; unrelated.p95, unrelated.p99, same.p05, related.p05: percentiles.
- association: the least cosine that at most 5 % of the unrelated pairs reach.
- reconcile: the least cosine that no more than one of ten facts of a person shares with another of the ten.
- boost: as reconcile; the same fact in other words is above it in `boost.same` of the pairs.
- of_<threshold>: the share of unrelated, related and same pairs that reach the thresholds in use for this embedder.

The thresholds in use are in `graphmem/models/embedder_scale.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.thresholds.calibration_texts import FACTS, PEOPLE
from graphmem.models.embedder_scale import scale_of
from graphmem.models.embeddings import make_embedder
from graphmem.settings import Settings

TEN = 10
Cosines = NDArray[np.float64]


def kinds_of(vectors: NDArray[np.float64]) -> dict[str, Cosines]:
    """Return the cosines of each kind of pair. `vectors`: person × row × (told, restated, related) × dimensions."""
    told, restated, related = (vectors[:, :, n] for n in range(3))
    pairs = list(combinations(range(told.shape[1]), 2))
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    return {
        "unrelated": np.sum(told[:, first] * told[:, second], axis=-1).ravel(),
        "related": np.sum(told * related, axis=-1).ravel(),
        "same": np.sum(told * restated, axis=-1).ravel(),
    }


def of_ten(told: NDArray[np.float64], draws: int = 400, seed: int = 7) -> Cosines:
    """Return for random tens of facts of a person the cosine of the nearest two."""
    dice, found = np.random.default_rng(seed), []
    for _ in range(draws):
        own = told[dice.integers(len(told)), dice.choice(told.shape[1], TEN, replace=False)]
        found.append(np.max((own @ own.T)[np.triu_indices(TEN, k=1)]))
    return np.asarray(found)


def figures(vectors: NDArray[np.float64], embedder: str) -> dict[str, Any]:
    """Return the flat figures."""
    kinds, tens = kinds_of(vectors), of_ten(vectors[:, :, 0])
    made = {name: float(np.mean(cosines)) for name, cosines in kinds.items()}
    made |= {f"unrelated.p{p}": float(np.percentile(kinds["unrelated"], p)) for p in (5, 50, 95, 99)}
    made |= {f"{name}.p05": float(np.percentile(kinds[name], 5)) for name in ("related", "same")}
    made |= {"association": made["unrelated.p95"], "reconcile": float(np.percentile(tens, 90))}
    made["boost"] = made["reconcile"]
    made["boost.same"] = float(np.mean(kinds["same"] > made["boost"]))
    scale = scale_of(embedder)
    for name in ("association", "reconcile", "boost"):
        made |= {f"of_{name}.{kind}": float(np.mean(c >= getattr(scale, name))) for kind, c in kinds.items()}
    return {name: round(value, 3) for name, value in made.items()}


async def run(name: str | None) -> dict[str, Any]:
    """Embed the texts and return the figures."""
    settings = Settings().with_overrides(**({"embedder": name} if name else {}))
    embedder = make_embedder(settings)
    texts = [part.format(person) for person in PEOPLE for row in FACTS for part in row]
    vectors = np.asarray(await embedder.embed(texts)).reshape(len(PEOPLE), len(FACTS), 3, -1)
    await embedder.aclose()
    return {**figures(vectors, embedder.name), "info": {"embedder": embedder.name, "texts": len(texts)}}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedder", help="as GRAPHMEM_EMBEDDER; default: that of the settings")
    print(json.dumps(asyncio.run(run(parser.parse_args().embedder))))


if __name__ == "__main__":
    main()
