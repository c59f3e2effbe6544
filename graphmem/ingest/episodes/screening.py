"""Apply the policy of a brain about personal data to an episode before it is stored, embedded or shown to a model.

The policy stands in the graph, and a read for each message would cost a round trip. So this process screens by the policy that
it last knew, and the statement that stores the episode stores nothing where the brain has another one.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from uuid_utils import uuid7

from graphmem.brain_settings import layered
from graphmem.graph.audit_rows import audit_row as line_row
from graphmem.graph.settings_store import settings_of
from graphmem.graph.store import Store
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.pii.policy import Screening, refused_kinds
from graphmem.processes.budget import BudgetSpent
from graphmem.processes.owners import present_asker
from graphmem.processes.pool import shared_pool
from graphmem.settings import Settings
from graphmem_contract.audit import AuditLine
from graphmem_contract.errors import InvalidInput, TooLarge
from graphmem_contract.records import Message, SuppliedExtraction, SuppliedFact
from graphmem_contract.settings import PiiPolicy

ResultT = TypeVar("ResultT")
LONG, MANY_DIGITS = 10_000, 150
"""Characters, and digits among them, above which texts are long."""
_DIGIT = re.compile(r"\d")
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
        await record_refusals(store, episode.brain, [error])
        raise


async def screen(episode: EpisodeInput, policy: PiiPolicy) -> EpisodeInput:
    """Return an episode as a policy leaves it, with the policy and the kinds of personal data that were found.

    Raises:
        InvalidInput: the policy refuses it. TooLarge: reading the text takes too long.
    """
    if policy == "off":
        return replace(episode, pii=policy, pii_kinds=())
    regions = regions_of(episode.service or episode.settings)
    return await screen_texts(episode.brain, "content", _texts(episode), screened, episode, policy, regions)


async def screen_texts(
    brain: str, field: str, texts: Sequence[str], function: Callable[..., ResultT], *arguments: Any
) -> ResultT:
    """Return what a function makes of texts. Where these are long, it runs in a worker process: no other request waits for it.

    Args:
        texts: what the function reads. field: their name in an error.

    Raises:
        InvalidInput: the function raises it. TooLarge: it takes more than the processor time of a job.
    """
    if sum(map(len, texts)) <= LONG and sum(len(_DIGIT.findall(text)) for text in texts) <= MANY_DIGITS:
        return function(*arguments)
    try:
        return await shared_pool(1).run(brain, function, *arguments)
    except BudgetSpent:
        raise TooLarge("Looking for personal data takes too long; send the text in parts.", field=field) from None


def _texts(episode: EpisodeInput) -> list[str]:
    """Return what is searched in an episode. Turns stand in the content too."""
    texts = [episode.content, *episode.recent_messages]
    given = episode.extraction
    if given is not None:
        texts += [name for entity in given.entities for name in (entity.name, *entity.aliases)]
        texts += [text for fact in given.facts for text in texts_of(fact)]
    calls = [turn.tool_calls for turn in episode.messages if turn.tool_calls]
    return [*texts, json.dumps([episode.metadata, calls])] if episode.metadata or calls else texts


def texts_of(fact: SuppliedFact) -> tuple[str, ...]:
    """Return what is searched in a supplied fact."""
    return fact.subject, fact.relation, fact.object, fact.text or ""


def screened(episode: EpisodeInput, policy: PiiPolicy, regions: tuple[str, ...]) -> EpisodeInput:
    """Return an episode as a policy leaves it. Raises InvalidInput."""
    found = Screening(policy, regions)
    speaker = found.name(episode.speaker, "speaker") if episode.speaker else episode.speaker
    messages = tuple(_message(found, turn) for turn in episode.messages)
    return replace(
        episode,
        speaker=speaker,
        messages=messages,
        content=found.text(episode.content, "messages" if messages else "content"),
        recent_messages=tuple(found.text(turn, "recent_messages") for turn in episode.recent_messages),
        metadata=found.value(episode.metadata, "metadata"),
        extraction=_extraction(found, episode.extraction) if episode.extraction else None,
        pii=policy,
        pii_kinds=found.kinds,
    )


def _message(found: Screening, turn: Message) -> Message:
    changes: dict[str, Any] = {"content": found.text(turn.content, "messages")}
    if turn.name:
        changes["name"] = found.name(turn.name, "messages")
    if turn.tool_calls:
        changes["tool_calls"] = tuple(found.value(call, "messages") for call in turn.tool_calls)
    return turn.model_copy(update=changes)


def _extraction(found: Screening, given: SuppliedExtraction) -> SuppliedExtraction:
    entities = tuple(
        entity.model_copy(
            update={
                "name": found.name(entity.name, "extraction"),
                "aliases": found.aliases(entity.aliases, "extraction"),
            }
        )
        for entity in given.entities
    )
    facts = tuple(screened_fact(found, fact, "extraction") for fact in given.facts)
    return given.model_copy(update={"entities": entities, "facts": facts})


def screened_fact(found: Screening, fact: SuppliedFact, field: str | None = None) -> SuppliedFact:
    """Return a fact as a policy leaves it. Its subject is a name, and so is an object that the caller calls an entity.

    Args:
        field: the name of the field in an error; default that of the fact.

    Raises:
        InvalidInput: the policy refuses it.
    """
    of_object = found.name if fact.object_is_entity else found.text
    left = {
        "subject": found.name(fact.subject, field or "subject"),
        "relation": found.text(fact.relation, field or "relation"),
        "object": of_object(fact.object, field or "object"),
        "text": found.text(fact.text, field or "text") if fact.text else fact.text,
    }
    return fact.model_copy(update={name: text for name, text in left.items() if text != getattr(fact, name)})


def pii_warnings(episode: EpisodeInput) -> tuple[str, ...]:
    """Return what the caller is told of the personal data in an episode."""
    if not episode.pii_kinds:
        return ()
    done = "was replaced before anything was stored" if episode.pii == "redact" else "was found"
    return (f"Personal data {done}: {', '.join(episode.pii_kinds)}.",)


def regions_of(settings: Settings) -> tuple[str, ...]:
    """Return the regions whose national telephone numbers are found."""
    return tuple(filter(None, settings.pii_regions.split(",")))


async def record_refusals(store: Store, brain: str, errors: Iterable[InvalidInput]) -> None:
    """Add a line to the audit log for each message, fact or change that a policy refused. Raises DatabaseUnavailable."""
    if lines := refusal_rows(brain, errors):
        await store.write("access/write_audit", lines=lines)


def refusal_rows(brain: str, errors: Iterable[InvalidInput]) -> list[dict[str, Any]]:
    """Return the lines of the audit log about refusals, as properties of their nodes."""
    return [audit_row(REFUSED, brain, (), refused_kinds(error)) for error in errors]


def audit_row(operation: str, brain: str, ids: Iterable[str], kinds: Iterable[str]) -> dict[str, Any]:
    """Return a line of the audit log about a use of the policy, as properties of its node."""
    key_id, name = present_asker()
    line = AuditLine(
        id=str(uuid7()), at=datetime.now(UTC), key_id=key_id, key_name=name, operation=operation, brain=brain,
        status=None, ids=tuple(ids), kinds=tuple(kinds),
    )  # fmt: skip
    return line_row(line)
