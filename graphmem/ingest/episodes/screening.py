"""Apply the policy of a brain about personal data to an episode before it is stored, embedded or shown to a model.

The policy stands in the graph, and a read for each message would cost a round trip. So this process screens by the policy that
it last knew, and the statement that stores the episode stores nothing where the brain has another one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from weakref import WeakKeyDictionary

from uuid_utils import uuid7

from graphmem.brain_settings import layered
from graphmem.contract.audit import AuditLine
from graphmem.contract.records import Message, SuppliedExtraction, SuppliedFact
from graphmem.errors import InvalidInput, TooLarge
from graphmem.graph.settings_store import settings_of
from graphmem.graph.store import Store
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.pii.policy import PiiPolicy, Screening
from graphmem.processes.budget import BudgetSpent
from graphmem.processes.owners import present_asker
from graphmem.processes.pool import shared_pool
from graphmem.settings import Settings

READ_HERE = 2_000
"""Characters of a message that are read at once. A longer one is read in a worker process: nobody waits for it."""
MOST_BRAINS = 10_000
REDACTED, REFUSED = "pii:redact", "pii:refuse"
"""What a line of the audit log says in place of an operation."""

_KNOWN: WeakKeyDictionary[Store, OrderedDict[str, PiiPolicy]] = WeakKeyDictionary()
"""The policies of brains that have one of their own, as this process last knew them."""


def known_policy(store: Store, brain: str, service: Settings) -> PiiPolicy:
    """Return the policy of a brain as this process last knew it."""
    return _KNOWN.get(store, OrderedDict()).get(brain, service.pii)


def learn_policy(store: Store, brain: str, policy: PiiPolicy) -> None:
    """Remember the policy of a brain."""
    known = _KNOWN.setdefault(store, OrderedDict())
    known[brain] = policy
    known.move_to_end(brain)
    while len(known) > MOST_BRAINS:
        known.popitem(last=False)


async def screened_as_known(store: Store, episode: EpisodeInput) -> EpisodeInput:
    """Return an episode as the policy of its brain leaves it, by what this process knows of it.

    Raises:
        InvalidInput: the policy refuses it. The policy was read again before, and the audit log has a line.
        TooLarge: reading the text takes too long.
    """
    service = episode.service or episode.settings
    policy = known_policy(store, episode.brain, service)
    try:
        return await screen(episode, policy)
    except InvalidInput as error:
        own, _ = await settings_of(store, episode.brain)
        now = layered(service, own, {}).pii
        learn_policy(store, episode.brain, now)
        if now != policy:
            return await screened_as_known(store, episode)
        await store.write("access/write_audit", lines=[audit_row(REFUSED, episode.brain, (), kinds_of(error))])
        raise


async def screen(episode: EpisodeInput, policy: PiiPolicy) -> EpisodeInput:
    """Return an episode as a policy leaves it, with the policy and the kinds of personal data that were found.

    Raises:
        InvalidInput: the policy refuses it. TooLarge: reading the text takes too long.
    """
    if policy == "off":
        return replace(episode, pii=policy, pii_kinds=())
    regions = regions_of(episode.service or episode.settings)
    if len(episode.content) + sum(map(len, episode.recent_messages)) <= READ_HERE:
        return screened(episode, policy, regions)
    try:
        return await shared_pool(1).run(episode.brain, screened, episode, policy, regions)
    except BudgetSpent:
        raise TooLarge("Looking for personal data takes too long; send the text in parts.", field="content") from None


def screened(episode: EpisodeInput, policy: PiiPolicy, regions: tuple[str, ...]) -> EpisodeInput:
    """Return an episode as a policy leaves it. Raises InvalidInput."""
    found = Screening(policy, regions)
    if episode.speaker:
        found.identifier(episode.speaker, "speaker")
    messages = tuple(_message(found, turn) for turn in episode.messages)
    content = found.text(episode.content, "content")
    return replace(
        episode,
        content=content,
        messages=messages,
        recent_messages=tuple(found.text(turn, "recent_messages") for turn in episode.recent_messages),
        metadata=found.value(episode.metadata, "metadata"),
        extraction=_extraction(found, episode.extraction) if episode.extraction else None,
        pii=policy,
        pii_kinds=found.kinds,
    )


def _message(found: Screening, turn: Message) -> Message:
    if turn.name:
        found.identifier(turn.name, "messages")
    calls = tuple(found.value(call, "messages") for call in turn.tool_calls)
    changes: dict[str, Any] = {"content": found.text(turn.content, "messages")}
    return turn.model_copy(update={**changes, "tool_calls": calls} if calls else changes)


def _extraction(found: Screening, given: SuppliedExtraction) -> SuppliedExtraction:
    entities = tuple(
        entity.model_copy(
            update={
                "name": found.text(entity.name, "extraction"),
                "aliases": tuple(found.text(alias, "extraction") for alias in entity.aliases),
            }
        )
        for entity in given.entities
    )
    facts = tuple(screened_fact(found, fact, "extraction") for fact in given.facts)
    return given.model_copy(update={"entities": entities, "facts": facts})


def screened_fact(found: Screening, fact: SuppliedFact, field: str | None = None) -> SuppliedFact:
    """Return a fact as a policy leaves it.

    Args:
        field: the name of the field in an error; default that of the fact.

    Raises:
        InvalidInput: the policy refuses it.
    """
    texts = {name: getattr(fact, name) for name in ("subject", "relation", "object", "text")}
    changes = {name: found.text(text, field or name) for name, text in texts.items() if text}
    return fact.model_copy(update={name: text for name, text in changes.items() if text != texts[name]})


def pii_warnings(episode: EpisodeInput) -> tuple[str, ...]:
    """Return what the caller is told of the personal data in an episode."""
    if not episode.pii_kinds:
        return ()
    done = "was replaced before anything was stored" if episode.pii == "redact" else "was found"
    return (f"Personal data {done}: {', '.join(episode.pii_kinds)}.",)


def regions_of(settings: Settings) -> tuple[str, ...]:
    """Return the regions whose national telephone numbers are found."""
    return tuple(region.strip().upper() for region in settings.pii_regions.split(",") if region.strip())


def kinds_of(error: InvalidInput) -> tuple[str, ...]:
    """Return the kinds of personal data that made a policy refuse something."""
    return tuple(getattr(error, "pii_kinds", ()))


def audit_row(operation: str, brain: str, ids: Iterable[str], kinds: Iterable[str]) -> dict[str, Any]:
    """Return a line of the audit log about a use of the policy, as properties of its node."""
    key_id, name = present_asker()
    return AuditLine(
        id=str(uuid7()), at=datetime.now(UTC), key_id=key_id, key_name=name, operation=operation, brain=brain,
        status=None, ids=tuple(ids), kinds=tuple(kinds),
    ).properties  # fmt: skip
