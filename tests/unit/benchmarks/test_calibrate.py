"""The figures of the calibration."""

from __future__ import annotations

import numpy as np

from benchmarks.thresholds.calibrate import figures, kinds_of
from benchmarks.thresholds.calibration_texts import FACTS, PEOPLE


def vectors() -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Two people with twelve facts at right angles, each restated alike, each with a related fact at a cosine of .6."""
    made = np.zeros((2, 12, 3, 24))
    for row in range(12):
        made[:, row, :2, row] = 1.0
        made[:, row, 2, row], made[:, row, 2, 12 + row] = 0.6, 0.8
    return made


def test_the_kinds_of_pairs_are_told_apart() -> None:
    kinds = kinds_of(vectors())
    assert {name: (len(c), round(float(c.mean()), 6)) for name, c in kinds.items()} == {
        "unrelated": (132, 0.0), "related": (24, 0.6), "same": (24, 1.0),
    }  # fmt: skip


def test_the_thresholds_lie_above_unrelated_facts() -> None:
    found = figures(vectors(), "openai:any")
    assert (found["association"], found["reconcile"], found["boost.same"]) == (0.0, 0.0, 1.0)
    assert (found["of_reconcile.related"], found["of_boost.related"], found["of_boost.unrelated"]) == (1.0, 0.0, 0.0)


def test_each_text_is_about_a_person_and_told_once() -> None:
    texts = [part.format(person) for person in PEOPLE for row in FACTS for part in row]
    assert len(texts) == len(set(texts))
    assert all("{0}" in part for row in FACTS for part in row)
