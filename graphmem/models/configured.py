"""A brain's or a call's own settings reach the models without a new connection."""

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
"""What can be changed for a brain or a call; key, address and embedder are the service's own."""


def configured(model: M, made_with: Settings | None, wanted: Settings) -> M:
    """The model as these settings want it: what they change is handed to its `configured`, if it has one.

    Only differences count, so that a model made by hand keeps what it was made with.
    """
    changes = _changes(made_with, wanted)
    adapt = getattr(model, "configured", None)
    if not changes or adapt is None:
        return model
    adapted: M = adapt(changes)
    return adapted


def _changes(made_with: Settings | None, wanted: Settings) -> dict[str, Any]:
    if made_with is None or made_with is wanted:
        return {}
    return {name: value for name in FIELDS if (value := getattr(wanted, name)) != getattr(made_with, name)}
