"""Spans of OpenTelemetry for episodes, stages, model calls and queries. They cost nothing until an SDK is configured.

Attributes name the operation and its model or brain. They hold no user text: no contents, no names of entities, no
parameters, no error messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import trace

_tracer = trace.get_tracer("graphmem")
Attribute = str | int | float | bool | None


@contextmanager
def span(name: str, attributes: Mapping[str, Attribute]) -> Iterator[trace.Span]:
    """Open a span. Attributes that are None are left out; an error sets its status and its type."""
    if _is_idle():
        yield trace.INVALID_SPAN
        return
    known = {key: value for key, value in attributes.items() if value is not None}
    with _tracer.start_as_current_span(
        name, attributes=known, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", type(error).__name__)
            current.set_status(trace.StatusCode.ERROR)
            raise


def _is_idle() -> bool:
    """Whether no SDK is configured. An episode has thirty spans, and one that nobody records costs as much to begin."""
    return isinstance(_tracer, trace.ProxyTracer) and isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider)
