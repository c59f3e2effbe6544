"""Read and write the settings of a brain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.brain_settings import BrainSettings, folds, read_settings
from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction, run


async def settings_of(store: Store, brain: str) -> tuple[BrainSettings, tuple[str, ...]]:
    """The settings of a brain, one read; defaults where nothing was ever written."""
    rows = await store.read("api/brain", brain=brain)
    return read_settings(rows[0]["settings"] if rows else None)


async def configure(
    store: Store, brain: str, changes: Mapping[str, Any], *, replace: bool = False
) -> tuple[BrainSettings, bool]:
    """Changes the settings named, or with `replace` all of them; makes the brain where there is none.

    Gives the settings that are kept now, and whether the brain is new.

    Raises:
        InvalidInput: a setting is unknown or not usable; nothing was changed.
    """
    asked = BrainSettings.checked(changes)
    given = {name: getattr(asked, name) for name in asked.model_fields_set}

    async def work(tx: Transaction) -> tuple[BrainSettings, bool]:
        row = (await run(tx, "api/make_brain", brain=brain))[0]
        before = {} if replace else read_settings(row["settings"])[0].changes
        kept = BrainSettings.model_validate({**before, **given})
        text = kept.model_dump_json(exclude_none=True) if kept.changes else None
        recalled = {"minConfidence": kept.min_confidence, "folded": folds(kept.language)}
        await run(tx, "api/keep_settings", brain=brain, settings=text, **recalled)
        return kept, row["created"]

    return await store.transaction(work)
