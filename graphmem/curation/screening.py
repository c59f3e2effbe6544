"""Apply the policy of a brain about personal data to changes by hand, before they are embedded or stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel

from graphmem.brain_settings import layered
from graphmem.graph.settings_store import settings_of
from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.episodes.screening import REDACTED, audit_row, record_refusals, regions_of, screen_texts
from graphmem.pii.policy import Screening
from graphmem.settings import Settings
from graphmem_contract.changes import Correction, EntityChange, EntitySplit, NewEntity
from graphmem_contract.errors import InvalidInput
from graphmem_contract.settings import PiiPolicy

ChangeT = TypeVar("ChangeT", bound=BaseModel)
Kinds = tuple[str, ...]
"""The kinds of personal data that were redacted in a change."""


async def screen_change(
    store: Store, service: Settings, brain: str, change: ChangeT, apply: Callable[[Screening, ChangeT], ChangeT]
) -> tuple[ChangeT, Kinds]:
    """Return a change as the policy of the brain leaves it, and the kinds of personal data that were redacted in it.

    Args:
        apply: a function of this module for this kind of change.

    Raises:
        InvalidInput: the policy refuses it; the audit log has a line. TooLarge: reading its texts takes too long.
    """
    own, _ = await settings_of(store, brain)
    settings = layered(service, own, {})
    if settings.pii in ("off", "mark"):
        return change, ()
    arguments = (apply, change, settings.pii, regions_of(settings))
    try:
        return await screen_texts(brain, "body", [change.model_dump_json()], _screened, *arguments)
    except InvalidInput as error:
        await record_refusals(store, brain, [error])
        raise


async def record_redacted(tx: Transaction, brain: str, id_: str, kinds: Kinds) -> None:
    """Add a line to the audit log in the transaction that stores a redacted change of a fact or an entity."""
    if kinds:
        await run(tx, "access/write_audit", lines=[audit_row(REDACTED, brain, (id_,), kinds)])


def correction(found: Screening, given: Correction) -> Correction:
    """Return a correction of a fact as a policy leaves it. Raises InvalidInput."""
    texts = {name: getattr(given, name) for name in ("object", "relation", "text", "reason")}
    return _changed(given, {name: found.text(text, name) for name, text in texts.items() if text})


def new_entity(found: Screening, given: NewEntity) -> NewEntity:
    """Return an entity that a person creates as a policy leaves it. Raises InvalidInput."""
    summary = {"summary": found.text(given.summary, "summary")} if given.summary else {}
    return _changed(
        given,
        {
            **summary,
            "name": found.name(given.name, "name"),
            "aliases": found.aliases(given.aliases, "aliases"),
            "properties": found.value(given.properties, "properties"),
        },
    )


def entity_change(found: Screening, given: EntityChange) -> EntityChange:
    """Return a change of an entity as a policy leaves it. Names that it removes stay as they are. Raises InvalidInput."""
    changes: dict[str, Any] = {"aliases_add": found.aliases(given.aliases_add, "aliases_add")}
    if given.name:
        changes["name"] = found.name(given.name, "name")
    if given.summary:
        changes["summary"] = found.text(given.summary, "summary")
    if given.properties:
        changes["properties"] = found.value(given.properties, "properties")
    return _changed(given, changes)


def entity_split(found: Screening, given: EntitySplit) -> EntitySplit:
    """Return a split of an entity as a policy leaves it. Raises InvalidInput."""
    return _changed(given, {"name": found.name(given.name, "name")} if given.name else {})


def _screened(
    apply: Callable[[Screening, ChangeT], ChangeT], change: ChangeT, policy: PiiPolicy, regions: tuple[str, ...]
) -> tuple[ChangeT, Kinds]:
    found = Screening(policy, regions)
    return apply(found, change), found.kinds


def _changed(given: ChangeT, values: dict[str, Any]) -> ChangeT:
    """Return a record with the values that differ. Fields that were not given stay so."""
    return given.model_copy(update={name: value for name, value in values.items() if value != getattr(given, name)})
