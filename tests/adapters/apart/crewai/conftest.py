"""Settings of CrewAI: it reports nothing to others, and writes to no folder of the user."""

from __future__ import annotations

import os
import tempfile
import warnings

os.environ |= {
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "CREWAI_STORAGE_DIR": tempfile.mkdtemp(prefix="crewai-"),
    "OTEL_SDK_DISABLED": "true",
}

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # CrewAI warns of itself
    import crewai.memory.storage.lancedb_storage  # noqa: F401
