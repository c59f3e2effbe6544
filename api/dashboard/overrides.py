"""The settings that a rehearsal of an episode may change."""

from __future__ import annotations

from typing import Any

from graphmem_contract.settings import BrainSettings

from .forms import Form
from .settings_form import changed

OVERRIDES = (
    "extraction", "model", "instructions", "language", "time_zone", "fuzzy_threshold", "candidate_threshold",
    "semantic_dedup_threshold", "reconcile_threshold", "enable_llm_resolution", "relationship_terms",
)  # fmt: skip
"""Their names: what decides how a text is read."""
UNSET = BrainSettings()


def overrides_of(form: Form) -> dict[str, Any]:
    """Return the settings that a form chooses. Raises InvalidInput: a value has the wrong type."""
    given = [(name, value) for name, value in form if name in OVERRIDES]
    return BrainSettings.checked(changed(given, UNSET)).changes
