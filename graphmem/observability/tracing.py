"""Spans of OpenTelemetry: an episode, its stages, calls to models, statements. They cost nothing until somebody sets up an SDK.

Attributes tell what was done and by whom, never what was said: no texts, no names, no parameters, no messages of errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import trace

_tracer = trace.get_tracer("graphmem")
Attribute = str | int | float | bool | None


@contextmanager
def span(name: str, attributes: Mapping[str, Attribute]) -> Iterator[trace.Span]:
    """A span for what is done inside; attributes that are None are left out."""
    told = {key: value for key, value in attributes.items() if value is not None}
    with _tracer.start_as_current_span(
        name, attributes=told, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", type(error).__name__)
            current.set_status(trace.StatusCode.ERROR)
            raise
