"""Apply the settings of a brain or a call to a model, without a new connection."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from graphmem.settings import Settings

M = TypeVar("M")

FIELDS: Final = (
    "model",
    "models",
    "extraction",
    "extraction_timeout_sec",
    "informed_extraction_context_budget_tokens",
)
"""Settings that a brain or a call can change for a model. Key, base URL and embedder belong to the service."""


def configured(model: M, made_with: Settings | None, settings: Settings) -> M:
    """Return the model with these settings: the changed fields are passed to its `configured` method, if it has one.

    Only fields that differ from `made_with` are passed. A model that a caller has constructed keeps its own values.
    """
    changes = _changes(made_with, settings)
    adapt = getattr(model, "configured", None)
    if not changes or adapt is None:
        return model
    adapted: M = adapt(changes)
    return adapted


def _changes(made_with: Settings | None, settings: Settings) -> dict[str, Any]:
    if made_with is None or made_with is settings:
        return {}
    return {name: value for name in FIELDS if (value := getattr(settings, name)) != getattr(made_with, name)}
