"""Many chains of conditions at once: what their statements give by the reference, and the messages that tell them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from graphmem.truth.statement import FUTURE, PAST, Condition, Statement
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact
from tests.properties.conditions_stories import chain
from tests.properties.model import tell
from tests.properties.model_periods import spells

Span = tuple[str, str, datetime | None, datetime | None]
"""Subject, object, from, until."""
Message = tuple[datetime, SuppliedExtraction]
MOST_FACTS = 40
"""Facts of one message."""


def chains(seed: int, count: int) -> list[list[Statement]]:
    """Return some chains; no two have a name in common."""
    return [chain(random.Random(f"{seed} {n}"), f"c{n}") for n in range(count)]


def spans_of(statements: Sequence[Statement]) -> set[Span]:
    """Return the periods by the reference."""
    found = spells(statements, tell(statements).fates)
    return {(one.said.subject, one.said.object, _known(one.start), _known(one.end)) for one in found}


def _known(moment: datetime) -> datetime | None:
    return None if moment in (PAST, FUTURE) else moment


# ------------------------------------------------------------------ told


def messages(statements: Iterable[Statement], draw: random.Random) -> tuple[list[Message], dict[str, int]]:
    """Return messages that tell these statements, in a random order, and the order of saying of each statement by its id.

    A message says nothing twice.
    """
    made: list[tuple[datetime, list[Statement]]] = []
    for said in draw.sample(list(statements), len(list(statements))):
        fitting = [
            some for day, some in made
            if day == said.occurred and len(some) < MOST_FACTS and not any(_alike(one, said) for one in some)
        ]  # fmt: skip
        if fitting:
            draw.choice(fitting).append(said)
        else:
            made.append((said.occurred, [said]))
    draw.shuffle(made)
    order = {
        said.id: sum(one.subject == said.subject for one in some[:n]) for _, some in made for n, said in enumerate(some)
    }
    return [(day, _extraction(some)) for day, some in made], order


def _alike(one: Statement, said: Statement) -> bool:
    return (one.subject, one.object) == (said.subject, said.object)


def _extraction(statements: Sequence[Statement]) -> SuppliedExtraction:
    watched = [c for said in statements for c in _conditions(said)]
    names = {name for said in statements for name in (said.subject, said.object)}
    names |= {name for c in watched for name in (c.subject, c.object) if name}
    entities = [SuppliedEntity(name=name, type="person") for name in sorted(names)]
    return SuppliedExtraction(entities=entities, facts=[_fact(said) for said in statements])


def _conditions(said: Statement) -> list[Condition]:
    return [*said.holds_while, *([said.starts_when] if said.starts_when else [])]


def _fact(said: Statement) -> SuppliedFact:
    fields: dict[str, Any] = {"subject": said.subject, "relation": said.relation, "object": said.object}
    if said.action == "ends":
        return SuppliedFact(**fields, action="ends", valid_until=said.at, cardinality="one")
    fields |= {"valid_from": _known(said.at)} if said.stated else {}
    fields |= {"valid_until": said.until} if said.until < FUTURE else {}
    fields["holds_while"] = [_told(c, waits=False) for c in said.holds_while]
    fields["starts_when"] = _told(said.starts_when, waits=True) if said.starts_when else None
    return SuppliedFact(**fields, cardinality="one")


def _told(c: Condition, *, waits: bool) -> dict[str, Any]:
    fields = {"subject": c.subject, "relation": c.relation, "object": c.object, "event": c.event if waits else None}
    return {name: value for name, value in fields.items() if value is not None}
