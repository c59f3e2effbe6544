"""Read and write the settings of a brain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.brain_settings import folds, layered, read_settings
from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction, run
from graphmem.settings import Settings
from graphmem_contract.settings import BrainSettings


async def settings_of(store: Store, brain: str) -> tuple[BrainSettings, tuple[str, ...]]:
    """Return the settings of a brain, and a warning for each invalid stored one. An unknown brain has the defaults."""
    rows = await store.read("api/brain", brain=brain)
    return read_settings(rows[0]["settings"] if rows else None)


async def configure(
    store: Store, service: Settings, brain: str, changes: Mapping[str, Any], *, replace: bool = False
) -> tuple[BrainSettings, bool]:
    """Change the given settings of a brain, or with `replace` all of them. Create the brain if it does not exist.

    Return the new settings, and whether the brain is new. Emotional trends that the brain no longer wants are retired.

    Args:
        service: the settings of the service, which those of the brain that are None follow.

    Raises:
        InvalidInput: a setting is unknown or invalid. Nothing was changed.
    """
    checked = BrainSettings.checked(changes)
    changed = {name: getattr(checked, name) for name in checked.model_fields_set}

    async def work(tx: Transaction) -> tuple[BrainSettings, bool]:
        row = (await run(tx, "api/create_brain", brain=brain))[0]
        old = read_settings(row["settings"])[0]
        before = {} if replace else old.changes
        settings = BrainSettings.model_validate({**before, **changed})
        text = settings.model_dump_json(exclude_none=True) if settings.changes else None
        recalled = {"minConfidence": settings.min_confidence, "folded": folds(settings.language), "pii": settings.pii}
        await run(tx, "api/store_settings", brain=brain, settings=text, **recalled)
        if _wants_trends(service, old) and not _wants_trends(service, settings):
            await run(tx, "upkeep/retire_trends", brain=brain)
        return settings, row["created"]

    return await store.transaction(work)


def _wants_trends(service: Settings, brain: BrainSettings) -> bool:
    return layered(service, brain, {}).emotional_trends
