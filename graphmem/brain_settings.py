"""The settings of a brain, and their combination with the settings of the service and of a call.

The `config_overrides` of a call take precedence over the settings of the brain, and these over those of the service.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from graphmem.settings import Settings
from graphmem_contract.settings import BrainSettings, EffectiveSetting


def folds(language: str | None) -> bool | None:
    """Whether search ignores accents in this language, instead of English stemming; None if the language is unknown."""
    return None if language is None else not language.strip().lower().startswith("en")


DEFAULTS = BrainSettings()
OF_A_BRAIN = frozenset({"model_calls_per_day", "tokens_per_day", "pii", "forget_requests"})
"""Those that bind the callers of a brain: a call cannot override them."""
OF_UPKEEP = frozenset({"emotional_trends"})
"""Those of a brain that only upkeep reads: a call has no use for them."""
OF_A_CALL = frozenset(BrainSettings.model_fields) - OF_A_BRAIN - OF_UPKEEP
"""Names allowed in the `config_overrides` of a call. All others belong to the brain or the service."""
OF_RECALL = frozenset({"min_confidence"})
"""Those of them that only a recall reads."""


@lru_cache(maxsize=1024)
def read_settings(stored: str | None) -> tuple[BrainSettings, tuple[str, ...]]:
    """Return the stored settings of a brain, and a warning for each unusable one, which is left out."""
    if stored is None:
        return DEFAULTS, ()
    try:
        fields = json.loads(stored)
        return BrainSettings.model_validate(fields), ()
    except ValidationError as error:
        bad = {str(problem["loc"][0]) if problem["loc"] else "" for problem in error.errors()}
    except ValueError:
        bad = {""}
    if "" in bad:
        return DEFAULTS, ("The brain's settings cannot be read and are left out; set them again.",)
    good = {name: value for name, value in fields.items() if name not in bad}
    warnings = tuple(f"The brain's setting {name!r} cannot be used and is left out." for name in sorted(bad))
    return BrainSettings.model_validate(good), warnings


def effective(service: Settings, brain: BrainSettings) -> dict[str, EffectiveSetting]:
    """Return each setting as it applies to a brain, with the one that sets it."""
    applied, own, set_ = layered(service, brain, {}), brain.changes, service.model_fields_set
    return {
        name: EffectiveSetting(
            value=getattr(applied, name), set_by="brain" if name in own else "service" if name in set_ else "default"
        )
        for name in BrainSettings.model_fields
    }


def layered(service: Settings, brain: BrainSettings, overrides: Mapping[str, Any]) -> Settings:
    """Return the settings of a call: its overrides, then the brain's settings, then the service's.

    Raises:
        InvalidInput: An override has the wrong type or is out of range.
    """
    changes = brain.changes
    if "models" in changes:
        changes["models"] = {**service.models, **changes["models"]}
    settings = service.model_copy(update=changes) if changes else service
    if not overrides:
        return settings
    merged = dict(overrides)
    if isinstance(merged.get("models"), Mapping):
        merged["models"] = {**settings.models, **merged["models"]}
    return settings.with_overrides(**merged)
