"""No run of a test is traced: nothing is sent."""

from __future__ import annotations

from agents import set_tracing_disabled

set_tracing_disabled(True)
