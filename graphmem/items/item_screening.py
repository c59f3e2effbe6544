"""Apply the policy of a brain about personal data to items. They are kept exactly, so that nothing in them is redacted."""

from __future__ import annotations

import json
from collections.abc import Sequence

from graphmem.brain_settings import layered
from graphmem.graph.settings_store import settings_of
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.ingest.episodes.screening import record_refusals, regions_of, screen_texts
from graphmem.pii.policy import Screening
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput


async def screen_items(store: Store, service: Settings, brain: str, rows: Sequence[Row]) -> Row:
    """Refuse items with personal data where the policy is `redact` or `refuse`. Return the policies of brain and service.

    Args:
        rows: the items as they are stored.

    Raises:
        InvalidInput: the policy does not take an item; the audit log has a line. TooLarge: reading them takes too long.
    """
    own, _ = await settings_of(store, brain)
    settings = layered(service, own, {})
    policies = {"pii": settings.pii, "servicePii": service.pii}
    if settings.pii in ("off", "mark"):
        return policies
    parts = [(row["path"], row["key"], row["value"], row["text"] or "") for row in rows]
    texts = [text for part in parts for text in part]
    try:
        await screen_texts(brain, "items", texts, _screen, parts, regions_of(settings))
    except InvalidInput as error:
        await record_refusals(store, brain, [error])
        raise
    return policies


def _screen(parts: Sequence[tuple[str, str, str, str]], regions: tuple[str, ...]) -> None:
    found = Screening("refuse", regions)
    for path, key, value, text in parts:
        found.value(json.loads(value), "value")
        for name, words in (("path", path), ("key", key), ("text", text)):
            found.text(words, name)
