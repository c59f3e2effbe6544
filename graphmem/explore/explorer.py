"""`Explorer`: the reading API of a brain: facts, entities, episodes and counts, on both clocks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from graphmem.explore.hidden_facts import hidden_history
from graphmem.explore.seeds import SEED_RELATIONS, SEED_TYPES, with_seeds
from graphmem.graph.fulltext import fulltext
from graphmem.graph.pagination import MOST, ListPosition, PageStep, checked_limit, page_of, page_step, position_of
from graphmem.graph.relation_names import names_of_relations
from graphmem.graph.row_mapping import entity_of, entity_then, episode_of, fact_of, snake_row, usage_of
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import FUTURE, asked
from graphmem.graph.transaction import Row
from graphmem.names.normalize import brain_token, slug, value_key
from graphmem.relations.reading import other_end_of
from graphmem_contract.errors import Gone, InvalidInput, NotFound
from graphmem_contract.history import EntityHistory, FactHistory, MergeSpan, NameSpan
from graphmem_contract.pagination import Page
from graphmem_contract.reads import Episode, Stats
from graphmem_contract.records import Entity, Fact

MOST_VERSIONS = 500


@dataclass(frozen=True, slots=True)
class Explorer:
    """Read access to one brain. For an unknown brain, lists are empty and single items raise NotFound.

    Every method raises DatabaseUnavailable where Neo4j cannot be reached.
    """

    store: Store
    brain: str

    # ------------------------------------------------------------------ facts

    async def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        object_: str | None = None,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        include_closed: bool = False,
        events: bool = True,
        min_confidence: float = 0.0,
        category: str | None = None,
        origin: str | None = None,
        text: str | None = None,
        ended: bool = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Fact]:
        """Return facts by subject, relation and object, newest recorded first (docs/time.md, R1).

        Args:
            subject, object_: an id, a key, a name or an alias; for `object_` also the text of a value. A name that several
                entities have matches the facts of all of them. An unknown name matches nothing.
            events: without `valid_at`, also what has happened: an event never holds, and stays known (docs/time.md).
            relation: its name, a synonym, or a word for its other end: the facts about whom Ana "manages" are those about who
                "reports_to" Ana, and those that are stored under the word itself.
            valid_at: facts that held then; default now. With `include_closed` also facts that had ended by then. With
                `include_closed` and no `valid_at`, all facts, future ones included.
            known_at: facts that graphmem believed then; default the latest state.
            origin, text: the origin of a fact; a part of its sentence, in any case.
            ended: only facts that had ended by `valid_at`, default now.

        Raises:
            InvalidInput: limit is not 1 to 1000, or the cursor is invalid.
        """
        parameters = self._parameters(valid_at, known_at, include_closed or ended, limit, cursor, events=events)
        parameters |= {
            "relations": await names_of_relations(self.store, self.brain, [relation]) if relation else None,
            "minConfidence": min_confidence,
            "category": category,
            "origin": origin,
            "text": (text or "").lower(),
            "endedBy": asked(valid_at or datetime.now(UTC)) if ended else None,
        }
        other_end = other_end_of(relation) if relation else None
        if other_end is None:
            return _facts(await self._rows_of(subject, object_, parameters), known_at, limit)
        names = await names_of_relations(self.store, self.brain, [other_end])
        both = await asyncio.gather(
            self._rows_of(subject, object_, parameters),
            self._rows_of(object_, subject, {**parameters, "relations": names}),
        )
        return _facts(_latest(both, limit + 1), known_at, limit)

    async def _rows_of(
        self, subject: str | None, object_: str | None, parameters: dict[str, Any]
    ) -> list[dict[str, Any]]:
        if subject is not None:
            return await self.store.read(
                "explore/facts_of_subject",
                subject=_ref(subject),
                object=_ref(object_) if object_ else None,
                **parameters,
            )
        if object_ is not None:
            return await self.store.read("explore/facts_of_object", object=_ref(object_), **parameters)
        return await self.store.read("explore/facts", **parameters)

    def _parameters(
        self,
        valid_at: datetime | None,
        known_at: datetime | None,
        include_closed: bool,
        limit: int,
        cursor: str | None,
        *,
        events: bool,
    ) -> dict[str, Any]:
        position = position_of(cursor)
        at = valid_at or (None if include_closed else datetime.now(UTC))
        return {
            "brain": self.brain,
            "at": asked(at),
            "known": asked(known_at or FUTURE),
            "past": known_at is not None,
            "includeClosed": include_closed,
            "events": events and valid_at is None,
            "limit": checked_limit(limit) + 1,
            **position.parameters,
            "relations": None,
            "minConfidence": 0.0,
            "category": None,
            "origin": None,
            "text": "",
            "endedBy": None,
        }

    async def fact(self, id_: str) -> Fact:
        """Return one fact as graphmem believes it now, or last believed it, with its usage. Raises NotFound."""
        read = self.store.read
        rows, usage = await asyncio.gather(
            read("explore/fact", brain=self.brain, ids=[id_]), read("explore/fact_usage", brain=self.brain, id=id_)
        )
        if not rows or rows[0]["row"].get("expiredAt") is not None:  # one that had begun may wait again
            rows = await self.store.read("explore/waiting_facts", brain=self.brain, ids=[id_]) or rows
        if not rows or rows[0]["row"].get("factId") is None:  # null: its brain was deleted during the read
            raise NotFound(f"There is no fact {id_} in this brain.")
        fact = fact_of(rows[0]["row"], datetime.now(UTC))
        return fact.model_copy(update={"usage": usage_of(usage[0]["usage"])}) if usage else fact

    async def history(
        self, id_: str, limit: int = MOST, cursor: str | None = None, *, hidden: bool = False
    ) -> FactHistory:
        """Return all versions of a fact, oldest first, then its statements.

        Args:
            limit: versions and statements per page, 1 to 1000.
            hidden: also what requests to forget have hidden, for an administrator.

        Raises:
            NotFound: the fact does not exist. InvalidInput: limit is out of range, or the cursor is invalid.
        """
        now = datetime.now(UTC)
        step = page_step(cursor) if cursor else PageStep(0, now, None)
        end = step.offset + checked_limit(limit)
        rows = (await self.store.read("explore/history", brain=self.brain, factId=id_))[0]["rows"]
        if hidden:
            rows = _with_hidden(rows, await hidden_history(self.store, self.brain, id_))
        versions = [row for row in rows if row["entry"] == "version"]
        believed = versions and (hidden or versions[-1]["expiredAt"] is None)
        fact = fact_of(versions[-1], now) if believed else await self.fact(id_)  # it may wait for a change
        shown = rows[step.offset : end]
        statements = ({k: v for k, v in row.items() if k != "entry"} for row in shown if row["entry"] == "statement")
        return FactHistory(
            fact=fact,
            versions=tuple(fact_of(row, now) for row in shown if row["entry"] == "version"),
            statements=tuple(map(snake_row, statements)),
            next_cursor=replace(step, offset=end).text() if len(rows) > end else None,
        )

    # ------------------------------------------------------------------ entities

    async def entities(
        self, query: str | None = None, type_: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Return entities, newest first. `query` matches a name, the beginning of a name, or a word of a name.

        Raises:
            InvalidInput: limit is not 1 to 1000, or the cursor is invalid.
        """
        parameters = {
            "brain": self.brain,
            "type": slug(type_) if type_ else None,
            "limit": checked_limit(limit) + 1,
            "before": position_of(cursor).id,
        }
        if query is None or not query.strip():
            rows = await self.store.read("explore/entities", **parameters)
        else:
            words = fulltext(brain_token(self.brain), ("name", "norm"), query)
            rows = await self.store.read("explore/entities_named", norm=slug(query), words=words, **parameters)
        return page_of([entity_of(row["entity"]) for row in rows], limit, lambda entity: ListPosition(id=entity.id))

    async def entity(self, ref: str, known_at: datetime | None = None) -> Entity:
        """Return the entity, as it is now, that an id, key, name or alias meant at a system time. Raises NotFound."""
        known = asked(known_at or FUTURE)
        rows = await self.store.read("explore/entity", brain=self.brain, ref=ref, norm=slug(ref), known=known)
        if not rows:
            raise NotFound(f"There is no entity {ref!r} in this brain.")
        return entity_of(rows[0]["entity"])

    async def entity_then(self, ref: str, known_at: datetime) -> Entity:
        """Return one entity as it was known then, with its names and its merge target of that time. Raises NotFound."""
        id_ = (await self.entity(ref, known_at)).id
        rows = await self.store.read("entities/entity_as_of", brain=self.brain, id=id_, known=asked(known_at))
        return entity_then(rows[0]["entity"], known_at)

    async def entity_history(
        self, ref: str, known_at: datetime | None = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """Return the versions of an entity's facts, its names and its merges, newest recorded first.

        Args:
            known_at: only what was recorded by then.
            limit: fact versions per page, 1 to 500.

        Raises:
            NotFound: the entity does not exist. InvalidInput: limit is out of range, or the cursor is invalid.
        """
        if not 1 <= limit <= MOST_VERSIONS:
            raise InvalidInput(f"limit is 1 to {MOST_VERSIONS}.", field="limit")
        entity, position, known = await self.entity(ref, known_at), position_of(cursor), asked(known_at or FUTURE)
        parameters = {"brain": self.brain, "id": entity.id, "known": known}
        rows = await self.store.read("entities/history", **parameters, limit=limit + 1, **position.parameters)
        names = (await self.store.read("entities/names", **parameters))[0]
        page = _facts(rows, known_at, limit)
        return EntityHistory(
            entity=entity if known_at is None else await self.entity_then(entity.id, known_at),
            facts=page.items,
            names=names_of(names, known_at),
            merges=tuple(MergeSpan(**snake_row(merge)) for merge in names["merges"]),
            next_cursor=page.next_cursor,
        )

    async def entity_facts(
        self,
        ref: str,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        include_closed: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        named: bool = True,
        events: bool = True,
    ) -> Page[Fact]:
        """Return the facts that have an entity at either end, newest recorded first. Raises NotFound, InvalidInput.

        Args:
            named: also facts between other entities whose text mentions it.
            events: as in `facts`.
        """
        parameters = self._parameters(valid_at, known_at, include_closed, limit, cursor, events=events)
        entity = await self.entity(ref, known_at)
        rows = await self.store.read("explore/facts_of_entity", id=entity.id, named=named, **parameters)
        return _facts(rows, known_at, limit)

    async def as_of(
        self, ref: str, valid_at: datetime | None = None, known_at: datetime | None = None
    ) -> tuple[Fact, ...]:
        """Return all facts of an entity at a moment, latest start first. Raises NotFound."""
        entity = await self.entity(ref, known_at)
        rows = await self.store.read(
            "explore/as_of", brain=self.brain, entity=entity.id, validAt=asked(valid_at), knownAt=asked(known_at)
        )
        now = datetime.now(UTC)
        return tuple(fact_of(row["row"], now, known_at) for row in rows)

    # ------------------------------------------------------------------ episodes

    async def episode(self, id_: str) -> Episode:
        """Return one episode. Raises NotFound, or Gone if it was forgotten."""
        return episode_of((await self.episode_row(id_))["episode"])

    async def trace(self, id_: str) -> dict[str, Any]:
        """Return the trace of an episode; empty if it was only stored. Raises NotFound, or Gone if it was forgotten."""
        row = await self.episode_row(id_)
        return dict(json.loads(row["trace"])) if row["trace"] else {}

    async def episode_row(self, id_: str) -> Row:
        """Return the row of one episode. Raises NotFound, or Gone if it was forgotten."""
        rows = await self.store.read("explore/episode", brain=self.brain, id=id_)
        if not rows:
            if await self.store.read("curation/forgotten", brain=self.brain, id=id_, key=None):
                raise Gone(f"The episode {id_} has been forgotten.")
            raise NotFound(f"There is no episode {id_} in this brain.")
        return rows[0]

    # ------------------------------------------------------------------ counts

    async def stats(self) -> Stats:
        """Return the counts of this brain; all zero for an unknown brain."""
        row = (await self.store.read("explore/stats", brain=self.brain, now=datetime.now(UTC)))[0]
        counts = {name: _counts(row[name]) for name in ("episodes", "relations", "entityTypes")}
        return Stats(brain=self.brain, **snake_row(row | counts))

    async def ontology(self) -> dict[str, Any]:
        """Return the types and relations of this brain as `{"entity_types": [...], "relations": [...]}`.

        Each entry has name, source, description and usage_count. Relations also have cardinality, cardinality_source, per,
        symmetric and the synonyms that a person set. Unused seeds have usage_count 0.
        """
        row = (await self.store.read("explore/ontology", brain=self.brain))[0]
        types, relations = (SEED_TYPES, SEED_RELATIONS) if row["written"] else ({}, {})
        return {
            "entity_types": with_seeds(map(snake_row, row["entityTypes"]), types),
            "relations": with_seeds(map(snake_row, row["relations"]), relations),
        }


def names_of(row: Row, known_at: datetime | None) -> tuple[NameSpan, ...]:
    """Return a row of `entities/names` as spans, newest first: the names of the entity, then its aliases."""
    was, until = row["namesWas"] or [], row["namesUntil"] or []
    starts = [row["recordedAt"], *until]
    names = [
        NameSpan(name=name, kind="name", recorded_at=start, expired_at=end)
        for name, start, end in zip([*was, row["name"]], starts, [*until, None], strict=True)
        if known_at is None or start is None or start <= known_at
    ]
    aliases = [
        NameSpan(name=alias["name"], kind="alias", recorded_at=alias["recordedAt"], expired_at=alias["removedAt"])
        for alias in row["aliases"]
    ]
    return (*reversed(names), *aliases)


def _ref(text: str) -> dict[str, str]:
    return {"ref": text, "norm": slug(text), "valueKey": value_key(text)}


def _with_hidden(rows: list[Row], hidden: list[Row]) -> list[Row]:
    """Return versions, then statements, with those that requests to forget have hidden; each in the order of system time."""
    return sorted((*rows, *hidden), key=lambda row: (row["entry"] != "version", row["recordedAt"]))


def _latest(lists: Iterable[list[Row]], count: int) -> list[Row]:
    """Return the most recently recorded rows of several lists, each once, in the order of pages."""
    rows = {(row["row"]["recordedAt"], row["row"]["factId"]): row for rows in lists for row in rows}
    return [rows[key] for key in sorted(rows, reverse=True)[:count]]


def _facts(rows: list[Row], known_at: datetime | None, limit: int) -> Page[Fact]:
    now = datetime.now(UTC)
    facts = [fact_of(row["row"], now, known_at) for row in rows]
    return page_of(facts, limit, lambda fact: ListPosition(fact.recorded_at, fact.id))


def _counts(rows: list[Row]) -> dict[str, int]:
    return {row["name"]: row["count"] for row in rows}
