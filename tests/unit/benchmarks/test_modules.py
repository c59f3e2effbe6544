"""Every module of the benchmarks can be imported; those of optional environments where their library is there."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.unit.test_import_rule import MODULES

NEEDS = {"benchmarks.speed.bench_pictures": "matplotlib"}
"""Module: the library of `requirements-bench.txt` that it imports."""


@pytest.mark.parametrize("name", sorted(name for name in MODULES if name.startswith("benchmarks.")))
def test_a_module_can_be_imported(name: str) -> None:
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    import_module(name)
