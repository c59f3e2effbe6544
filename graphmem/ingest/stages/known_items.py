"""The known entities and facts that a message may mean, from rows of the graph, in the order in which a prompt tells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final

from graphmem.dates.parser import zone_of
from graphmem.offer import Offer, OfferedEntity, OfferedFact, date_words, numbered
from graphmem.ontology import SEEDS
from graphmem.settings import Settings

Row = Mapping[str, Any]
CHARS_PER_TOKEN: Final = 4
ONE_VALUE: Final = sorted(name for name, rule in SEEDS.items() if rule.cardinality == "one")
"""Relations with one value at a time: what a message changes most often."""
_TELLING: Final = ("works_at", "has_role", "lives_in", "located_in", "part_of")
"""Relations that tell an entity apart from another one of its name, the most telling first."""


def offer_of(named: Sequence[Row], like: Sequence[Row], near: Sequence[Row], settings: Settings) -> Offer:
    """Return what a message may mean, within the budget of the settings.

    Args:
        named: the entities that it names, the speaker first. like: entities with names that are written nearly so.
        near: facts of similar meaning, of any entity.
    """
    zone = zone_of(settings.time_zone)
    most = settings.informed_extraction_topk
    ids = {row["id"] for row in named}
    others = [fact for fact in near if not {fact["subjectId"], fact["objectId"]} & ids]
    told = [*_facts_of(named, settings), *others, *(fact for entity in like for fact in entity["facts"][: most // 3])]
    told = [fact for fact in told if fact["text"]]
    entities = (*(_entity(row) for row in (*named, *like)), *(end for fact in told for end in _ends(fact)))
    offer = numbered(_once(entities), [_fact(row, zone) for row in told])
    return offer.within(settings.informed_extraction_context_budget_tokens * CHARS_PER_TOKEN)


def profile_lines(entities: Iterable[Row]) -> tuple[str, ...]:
    """Return a line for each entity that has a profile."""
    return tuple(
        f"Profile of {_one_line(row['name'])}: {_one_line(row['profile'])}" for row in entities if row["profile"]
    )


def joined_rows(named: Sequence[Sequence[Row]], most: int) -> list[Row]:
    """Return each entity that several messages name once, with the facts that are nearest to any of them."""
    rows: dict[str, dict[str, Any]] = {}
    for entity in (entity for entities in named for entity in entities):
        row = rows.setdefault(entity["id"], {**entity, "facts": []})
        row["facts"] = [*row["facts"], *entity["facts"]]
    for row in rows.values():
        nearest = {fact["id"]: fact for fact in sorted(row["facts"], key=lambda fact: fact["score"])}
        row["facts"] = _in_order(nearest.values())[: most + len(ONE_VALUE)]
    return list(rows.values())


def _facts_of(named: Sequence[Row], settings: Settings) -> list[Row]:
    """Return the facts of the named entities; where more than two share the budget, fewer of each."""
    most = settings.informed_extraction_topk
    if len(named) > 2:
        most = min(most, max(3, settings.informed_extraction_context_budget_tokens // len(named) // 25))
    return [fact for entity in named for fact in _first(_in_order(entity["facts"]), most)]


def _first(facts: Sequence[Row], most: int) -> list[Row]:
    """Return so many facts, and beside them the open ones of relations with one value at a time."""
    return [fact for n, fact in enumerate(facts) if n < most or (fact["relation"] in ONE_VALUE and not fact["until"])]


def _in_order(facts: Iterable[Row]) -> list[Row]:
    return sorted(facts, key=lambda fact: (fact["until"] is not None, -fact["score"], fact["id"]))


def _once(entities: Iterable[OfferedEntity]) -> Iterator[OfferedEntity]:
    """Yield each entity as it stands first: by its own row before the end of a fact."""
    seen: set[str] = set()
    for entity in entities:
        if entity.id not in seen:
            seen.add(entity.id)
            yield entity


def _entity(row: Row) -> OfferedEntity:
    aliases = tuple(alias for alias in row["aliases"] if alias != row["name"])
    return OfferedEntity(0, row["id"], row["name"], row["type"], aliases, _about(row), named=True)


def _about(row: Row) -> str:
    """Return the fact that tells an entity apart, in a few words."""
    own = [fact for fact in row["facts"] if fact["subjectId"] == row["id"] and fact["until"] is None]
    by_relation = {fact["relation"]: fact for fact in reversed(own)}
    best = next((by_relation[relation] for relation in _TELLING if relation in by_relation), None)
    return f"{best['relation'].replace('_', ' ')} {best['object']}" if best else ""


def _ends(fact: Row) -> Iterator[OfferedEntity]:
    yield OfferedEntity(0, fact["subjectId"], fact["subject"], fact["subjectType"])
    if fact["objectType"] is not None:
        yield OfferedEntity(0, fact["objectId"], fact["object"], fact["objectType"])


def _fact(row: Row, zone: tzinfo) -> OfferedFact:
    since = date_words(_local(row["from"], zone), row["fromPrecision"], stated=bool(row["fromStated"]))
    until = date_words(_local(row["until"], zone), row["untilPrecision"]) if row["until"] else ""
    ends = (row["subjectId"], *((row["objectId"],) if row["objectType"] is not None else ()))
    return OfferedFact(0, row["id"], row["subject"], row["relation"], row["object"], since, row["text"], until, ends)


def _local(at: datetime | None, zone: tzinfo) -> datetime | None:
    return at if at is None or at.year in (1, 9999) else at.astimezone(zone)


def _one_line(text: str) -> str:
    return " ".join(str(text).split())
