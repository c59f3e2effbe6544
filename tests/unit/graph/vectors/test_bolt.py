"""Vectors are sent as float32."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.graph.vectors.bolt import bolt


def test_a_vector_is_sent_as_float32_in_its_order() -> None:
    sent = bolt([0.5, -2.0, 0.1])
    assert list(sent.to_native()) == pytest.approx([0.5, -2.0, np.float32(0.1)])
    assert sent.raw() == np.array([0.5, -2.0, 0.1], dtype=">f4").tobytes()


def test_without_a_vector_null_is_sent() -> None:
    assert bolt(None) is None
