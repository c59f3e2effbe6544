"""A span names what was done and fails with the type of an error, without its words."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from graphmem.observability.tracing import span

SCRIPT = """
import contextlib
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graphmem.observability.tracing import span

exporter, provider = InMemorySpanExporter(), TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(exporter))
trace.set_tracer_provider(provider)
with span("outer", {"graphmem.brain": "ana", "graphmem.episode": None}), contextlib.suppress(ValueError):
    with span("inner", {"graphmem.texts": 3}):
        raise ValueError("Ana works at Acme")
print("[" + ",".join(one.to_json() for one in exporter.get_finished_spans()) + "]")
"""
"""Runs in a process of its own: the provider of a process can be set only once."""


@pytest.fixture(scope="module")
def spans() -> dict[str, dict[str, Any]]:
    """The spans of the script, by name."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=True)
    return {span["name"]: span for span in json.loads(done.stdout)}


def test_attributes_that_are_none_are_left_out(spans: dict[str, dict[str, Any]]) -> None:
    assert spans["outer"]["attributes"] == {"graphmem.brain": "ana"}
    assert spans["outer"]["status"]["status_code"] == "UNSET"


def test_an_error_leaves_its_type_and_none_of_its_words(spans: dict[str, dict[str, Any]]) -> None:
    assert spans["inner"]["status"] == {"status_code": "ERROR"}
    assert spans["inner"]["attributes"] == {"graphmem.texts": 3, "error.type": "ValueError"}
    assert "Acme" not in json.dumps(spans["inner"])


def test_an_inner_span_belongs_to_the_outer_one(spans: dict[str, dict[str, Any]]) -> None:
    assert spans["inner"]["parent_id"] == spans["outer"]["context"]["span_id"]


def test_without_an_sdk_a_span_is_not_recorded() -> None:
    with span("outer", {"graphmem.brain": "ana"}) as current:
        assert not current.is_recording()
