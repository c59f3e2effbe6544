"""Apply the policy of a brain about personal data to items. They are kept exactly, so that nothing in them is redacted."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.brain_settings import layered
from graphmem.contract.items import NewItem
from graphmem.errors import InvalidInput
from graphmem.graph.settings_store import settings_of
from graphmem.graph.store import Store
from graphmem.ingest.episodes.screening import record_refusals, regions_of, screen_texts
from graphmem.pii.policy import Screening
from graphmem.settings import Settings


async def screen_items(store: Store, service: Settings, brain: str, items: Sequence[NewItem]) -> None:
    """Refuse items with personal data where the policy is `redact` or `refuse`.

    Raises:
        InvalidInput: the policy does not take an item; the audit log has a line. TooLarge: reading them takes too long.
    """
    own, _ = await settings_of(store, brain)
    settings = layered(service, own, {})
    if settings.pii in ("off", "mark") or not items:
        return
    try:
        texts = [item.model_dump_json() for item in items]
        await screen_texts(brain, "items", texts, _screen, [item.model_dump() for item in items], regions_of(settings))
    except InvalidInput as error:
        await record_refusals(store, brain, [error])
        raise


def _screen(items: list[dict[str, object]], regions: tuple[str, ...]) -> None:
    found = Screening("refuse", regions)
    for item in items:
        for name in ("path", "key", "value", "text"):
            part = item[name]
            found.value(list(part) if isinstance(part, tuple) else part, name)
