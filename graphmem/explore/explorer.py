"""Looking at a brain: facts, entities, episodes, walks and counts, each as of two moments."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from graphmem.contract.pagination import (
    MOST,
    ListPosition,
    Page,
    PageStep,
    checked_limit,
    page_of,
    page_step,
    position_of,
)
from graphmem.contract.records import (
    Entity,
    EntityHistory,
    Episode,
    Fact,
    FactHistory,
    MergeSpan,
    NameSpan,
    Neighbour,
    Record,
    Stats,
)
from graphmem.errors import Gone, InvalidInput, NotFound
from graphmem.graph.fulltext import fulltext
from graphmem.graph.relation_names import names_of_relations
from graphmem.graph.row_mapping import entity_of, entity_then, episode_of, fact_of, name_then
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import FUTURE, asked
from graphmem.graph.transaction import Row
from graphmem.names.normalize import brain_token, slug, value_key
from graphmem.ontology import ENTITY_TYPES, SEEDS

Direction = Literal["out", "in", "both"]
MOST_HOPS = 4
MOST_PATH_HOPS = 6
MOST_WALKED = 5000
"""Facts that all pages of a walk show together."""
MOST_VERSIONS = 500


class Route(Record):
    """A way between two entities: the names on it, and the facts between them."""

    names: tuple[str, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Explorer:
    """One brain to look at. Nothing here writes. An unknown brain has empty lists; items raise NotFound.

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
        min_confidence: float = 0.0,
        category: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Fact]:
        """Facts by subject, relation and object, newest recorded first (docs/time.md, R1).

        Args:
            subject, object_: an id, a key, a name or an alias; `object_` also the text of a value. A name that several
                entities bear finds the facts of all; one that nobody bears finds nothing.
            valid_at: what held then; default now. With `include_closed` also what had ended by then, and without
                `valid_at` everything, what starts later included.
            known_at: what was believed then; default the latest.

        Raises:
            InvalidInput: limit is not 1 to 1000, or the cursor is none.
        """
        wanted = self._wanted(valid_at, known_at, include_closed, limit, cursor)
        wanted |= {
            "relations": await names_of_relations(self.store, self.brain, [relation]) if relation else None,
            "minConfidence": min_confidence,
            "category": category,
        }
        if subject is not None:
            rows = await self.store.read(
                "explore/facts_of_subject", subject=_ref(subject), object=_ref(object_) if object_ else None, **wanted
            )
        elif object_ is not None:
            rows = await self.store.read("explore/facts_of_object", object=_ref(object_), **wanted)
        else:
            rows = await self.store.read("explore/facts", **wanted)
        return _facts(rows, known_at, limit)

    def _wanted(
        self, valid_at: datetime | None, known_at: datetime | None, include_closed: bool, limit: int, cursor: str | None
    ) -> dict[str, Any]:
        place = position_of(cursor)
        at = valid_at or (None if include_closed else datetime.now(UTC))
        return {
            "brain": self.brain,
            "at": asked(at),
            "known": asked(known_at or FUTURE),
            "past": known_at is not None,
            "includeClosed": include_closed,
            "limit": checked_limit(limit) + 1,
            **place.parameters,
            "relations": None,
            "minConfidence": 0.0,
            "category": None,
        }

    async def fact(self, id_: str) -> Fact:
        """One fact as it is believed now, or as it was last believed. Raises NotFound."""
        rows = await self.store.read("explore/fact", brain=self.brain, ids=[id_])
        if not rows:
            raise NotFound(f"There is no fact {id_} in this brain.")
        return fact_of(rows[0]["row"], datetime.now(UTC))

    async def history(self, id_: str, limit: int = MOST, cursor: str | None = None) -> FactHistory:
        """Every version of a fact, oldest first, and then the statements behind it.

        Args:
            limit: versions and statements a page, 1 to 1000.

        Raises:
            NotFound: no such fact. InvalidInput: limit is out of range, or the cursor is none.
        """
        now = datetime.now(UTC)
        step = page_step(cursor) if cursor else PageStep(0, now, None)
        end = step.offset + checked_limit(limit)
        rows = (await self.store.read("explore/history", brain=self.brain, factId=id_))[0]["rows"]
        versions = [row for row in rows if row["entry"] == "version"]
        if not versions:
            raise NotFound(f"There is no fact {id_} in this brain.")
        shown = rows[step.offset : end]
        statements = ({k: v for k, v in row.items() if k != "entry"} for row in shown if row["entry"] == "statement")
        return FactHistory(
            fact=fact_of(versions[-1], now),
            versions=tuple(fact_of(row, now) for row in shown if row["entry"] == "version"),
            statements=tuple(map(_snake, statements)),
            next_cursor=replace(step, offset=end).text() if len(rows) > end else None,
        )

    # ------------------------------------------------------------------ entities

    async def entities(
        self, query: str | None = None, type_: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Entities, the newest first; `query` finds them by a name, the beginning of one, or a word of one.

        Raises:
            InvalidInput: limit is not 1 to 1000, or the cursor is none.
        """
        wanted = {
            "brain": self.brain,
            "type": slug(type_) if type_ else None,
            "limit": checked_limit(limit) + 1,
            "before": position_of(cursor).id,
        }
        if query is None or not query.strip():
            rows = await self.store.read("explore/entities", **wanted)
        else:
            words = fulltext(brain_token(self.brain), ("name", "norm"), query)
            rows = await self.store.read("explore/entities_named", norm=slug(query), words=words, **wanted)
        return page_of([entity_of(row["entity"]) for row in rows], limit, lambda one: ListPosition(id=one.id))

    async def entity(self, ref: str) -> Entity:
        """One entity by id, key, name or alias. Raises NotFound."""
        return await self._entity(ref, None)

    async def entity_then(self, ref: str, known_at: datetime) -> Entity:
        """One entity as it was known then: with its names, and what it had been merged into. Raises NotFound."""
        id_ = (await self._entity(ref, known_at)).id
        rows = await self.store.read("entities/then", brain=self.brain, id=id_, known=asked(known_at))
        return entity_then(rows[0]["entity"], known_at)

    async def entity_history(
        self, ref: str, known_at: datetime | None = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """The versions of an entity's facts, its names and its merges, newest recorded first.

        Args:
            known_at: only what was recorded by then. limit: fact versions a page, 1 to 500.

        Raises:
            NotFound: no such entity. InvalidInput: limit is out of range, or the cursor is none.
        """
        if not 1 <= limit <= MOST_VERSIONS:
            raise InvalidInput(f"limit is 1 to {MOST_VERSIONS}.", field="limit")
        entity, place, known = await self._entity(ref, known_at), position_of(cursor), asked(known_at or FUTURE)
        asked_for = {"brain": self.brain, "id": entity.id, "known": known}
        rows = await self.store.read("entities/history", **asked_for, limit=limit + 1, **place.parameters)
        names = (await self.store.read("entities/names", **asked_for))[0]
        page = _facts(rows, known_at, limit)
        return EntityHistory(
            entity=entity if known_at is None else await self.entity_then(entity.id, known_at),
            facts=page.items,
            names=names_of(names, known_at),
            merges=tuple(_merge_span(one) for one in names["merges"]),
            next_cursor=page.next_cursor,
        )

    async def _entity(self, ref: str, known_at: datetime | None) -> Entity:
        """The entity that a reference meant then."""
        known = asked(known_at or FUTURE)
        rows = await self.store.read("explore/entity", brain=self.brain, ref=ref, norm=slug(ref), known=known)
        if not rows:
            raise NotFound(f"There is no entity {ref!r} in this brain.")
        return entity_of(rows[0]["entity"])

    async def entity_facts(
        self,
        ref: str,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        include_closed: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        named: bool = True,
    ) -> Page[Fact]:
        """Facts in which an entity stands at either end, newest recorded first. Raises NotFound, InvalidInput.

        Args:
            named: also facts between others whose sentence names it.
        """
        wanted = self._wanted(valid_at, known_at, include_closed, limit, cursor)
        entity = await self._entity(ref, known_at)
        rows = await self.store.read("explore/facts_of_entity", id=entity.id, named=named, **wanted)
        return _facts(rows, known_at, limit)

    async def as_of(
        self, ref: str, valid_at: datetime | None = None, known_at: datetime | None = None
    ) -> tuple[Fact, ...]:
        """All facts of an entity at a moment, the latest start first. Raises NotFound."""
        entity = await self._entity(ref, known_at)
        rows = await self.store.read(
            "explore/as_of", brain=self.brain, entity=entity.id, validAt=asked(valid_at), knownAt=asked(known_at)
        )
        now = datetime.now(UTC)
        return tuple(fact_of(row["row"], now, known_at) for row in rows)

    async def neighbours(
        self,
        ref: str,
        hops: int = 1,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 50,
        direction: Direction = "both",
    ) -> tuple[Neighbour, ...]:
        """What stands around an entity, nearest first, never through values.

        Args:
            hops: 1 to 4. direction: out = only facts whose subject is nearer, in = whose object is.
            limit: facts at most; an over-full entity on the way gives its 50 best.

        Raises:
            NotFound: no such entity. InvalidInput: hops or limit are out of range.
        """
        return await self._walked(ref, hops, valid_at, known_at, checked_limit(limit), direction)

    async def neighbours_page(
        self,
        ref: str,
        hops: int = 1,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 50,
        direction: Direction = "both",
        cursor: str | None = None,
    ) -> Page[Neighbour]:
        """`neighbours`, a page at a time, 5,000 at all; the pages after the first show the same moment.

        Raises:
            NotFound: no such entity. InvalidInput: hops or limit are out of range, or the cursor is none.
        """
        step = page_step(cursor) if cursor else PageStep(0, valid_at or datetime.now(UTC), known_at)
        end = min(step.offset + checked_limit(limit), MOST_WALKED)
        found = await self._walked(ref, hops, step.valid_at, step.known_at, end + 1, direction)
        more = len(found) > end < MOST_WALKED
        return Page(found[step.offset : end], replace(step, offset=end).text() if more else None)

    async def _walked(
        self, ref: str, hops: int, valid_at: datetime | None, known_at: datetime | None, most: int, direction: Direction
    ) -> tuple[Neighbour, ...]:
        if not 1 <= hops <= MOST_HOPS:
            raise InvalidInput(f"hops is 1 to {MOST_HOPS}.", field="hops")
        if direction not in ("out", "in", "both"):
            raise InvalidInput("direction is out, in or both.", field="direction")
        entity = await self._entity(ref, known_at)
        rows = await self.store.read(
            "explore/neighbours",
            brain=self.brain,
            start=[entity.id],
            hops=hops,
            validAt=asked(valid_at),
            knownAt=asked(known_at),
            limit=most,
            direction=direction,
        )
        now = datetime.now(UTC)
        return tuple(
            Neighbour(
                fact=fact_of(row["row"], now, known_at),
                entity=entity_then(row["entity"], known_at) if row["entity"] else None,
                hops=row["hops"],
                path=tuple(_step_name(one, known_at) for one in row["path"]),
            )
            for row in rows
        )

    async def path(
        self, from_: str, to: str, hops: int = 4, valid_at: datetime | None = None, known_at: datetime | None = None
    ) -> tuple[Route, ...]:
        """How two entities hang together: the shortest ways, ten at most; none = not within `hops` (1 to 6).

        Raises:
            NotFound: one of them does not exist. InvalidInput: hops is out of range.
        """
        if not 1 <= hops <= MOST_PATH_HOPS:
            raise InvalidInput(f"hops is 1 to {MOST_PATH_HOPS}.", field="hops")
        one, other = await self._entity(from_, known_at), await self._entity(to, known_at)
        rows = await self.store.read(
            "explore/path",
            **{"from": one.id},
            brain=self.brain,
            to=other.id,
            hops=hops,
            validAt=asked(valid_at),
            knownAt=asked(known_at),
        )
        now = datetime.now(UTC)
        return tuple(
            Route(
                names=tuple(_step_name(one, known_at) for one in row["names"]),
                facts=tuple(fact_of(f, now, known_at) for f in row["rows"]),
            )
            for row in rows
        )

    # ------------------------------------------------------------------ episodes

    async def episodes(
        self, status: str | None = None, session_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Episode]:
        """Episodes, newest recorded first. Raises InvalidInput: limit is not 1 to 1000, or the cursor is none."""
        place = position_of(cursor)
        wanted: dict[str, Any] = {
            "brain": self.brain,
            "status": status,
            "limit": checked_limit(limit) + 1,
            **place.parameters,
        }
        if session_id is None:
            rows = await self.store.read("explore/episodes", **wanted)
        else:
            rows = await self.store.read("explore/episodes_of_session", session=session_id, **wanted)
        return page_of(
            [episode_of(row["episode"]) for row in rows], limit, lambda one: ListPosition(one.recorded_at, one.id)
        )

    async def episode(self, id_: str) -> Episode:
        """One episode. Raises NotFound, or Gone where it was forgotten."""
        return episode_of((await self._episode(id_))["episode"])

    async def trace(self, id_: str) -> dict[str, Any]:
        """How an episode went through the stages; empty where it was only stored. Raises NotFound, or Gone if forgotten."""
        row = await self._episode(id_)
        return dict(json.loads(row["trace"])) if row["trace"] else {}

    async def _episode(self, id_: str) -> Row:
        rows = await self.store.read("explore/episode", brain=self.brain, id=id_)
        if not rows:
            if await self.store.read("upkeep/forgotten", brain=self.brain, id=id_, key=None):
                raise Gone(f"The episode {id_} has been forgotten.")
            raise NotFound(f"There is no episode {id_} in this brain.")
        return rows[0]

    # ------------------------------------------------------------------ the whole

    async def stats(self) -> Stats:
        """Counts of this brain; all zero where nothing was ever written."""
        row = (await self.store.read("explore/stats", brain=self.brain, now=datetime.now(UTC)))[0]
        return Stats(
            brain=self.brain,
            revision=row["revision"],
            entities=row["entities"],
            facts=row["facts"],
            facts_closed=row["factsClosed"],
            values=row["values"],
            episodes=_counts(row["episodes"]),
            statements=row["statements"],
            relations=_counts(row["relations"]),
            entity_types=_counts(row["entityTypes"]),
        )

    async def ontology(self) -> dict[str, Any]:
        """`{"entity_types": [...], "relations": [...]}`, each {name, source, description, usage_count}; relations also
        with cardinality, cardinality_source, per, symmetric and a person's synonyms. Unused seeds count 0."""
        row = (await self.store.read("explore/ontology", brain=self.brain))[0]
        types, relations = (_SEED_TYPES, _SEED_RELATIONS) if row["written"] else ({}, {})
        return {
            "entity_types": _with_seeds(row["entityTypes"], types),
            "relations": _with_seeds(row["relations"], relations),
        }


def names_of(row: Row, known_at: datetime | None) -> tuple[NameSpan, ...]:
    """A row of `entities/names` as spans, newest first: what it was called, then what led to it."""
    was, until = row["namesWas"] or [], row["namesUntil"] or []
    starts = [row["recordedAt"], *until]
    called = [
        NameSpan(name=name, kind="name", recorded_at=start, expired_at=end)
        for name, start, end in zip([*was, row["name"]], starts, [*until, None], strict=True)
        if known_at is None or start is None or start <= known_at
    ]
    led = [
        NameSpan(name=one["name"], kind="alias", recorded_at=one["recordedAt"], expired_at=one["removedAt"])
        for one in row["aliases"]
    ]
    return (*reversed(called), *led)


def _merge_span(row: Row) -> MergeSpan:
    return MergeSpan(
        merge_id=row["id"],
        entity_id=row["entityId"],
        entity=row["entity"],
        into_id=row["intoId"],
        into=row["into"],
        recorded_at=row["recordedAt"],
        expired_at=row["expiredAt"],
    )


def _step_name(one: Row, known_at: datetime | None) -> str:
    """What stands on a way: a relation, a value, or an entity by the name it had."""
    return name_then(one["name"], one["was"], one["until"], known_at)


def _ref(text: str) -> dict[str, str]:
    return {"ref": text, "norm": slug(text), "valueKey": value_key(text)}


def _facts(rows: list[Row], known_at: datetime | None, limit: int) -> Page[Fact]:
    now = datetime.now(UTC)
    facts = [fact_of(row["row"], now, known_at) for row in rows]
    return page_of(facts, limit, lambda one: ListPosition(one.recorded_at, one.id))


_SEED_TYPES: dict[str, Row] = {
    name: {"name": name, "source": "seed", "description": text, "usage_count": 0} for name, text in ENTITY_TYPES.items()
}
_SEED_RELATIONS: dict[str, Row] = {
    name: {
        "name": name, "source": "seed", "description": rule.description, "usage_count": 0,
        "cardinality": rule.cardinality, "cardinality_source": "seed", "per": rule.per, "symmetric": rule.symmetric,
        "synonyms": [],
    }
    for name, rule in SEEDS.items()
}  # fmt: skip


def _with_seeds(used: list[Row], seeds: dict[str, Row]) -> list[Row]:
    known = {row["name"]: _snake(row) for row in used}
    return [{**seeds.get(name, {}), **known.get(name, {})} for name in sorted({*seeds, *known})]


def _counts(rows: list[Row]) -> dict[str, int]:
    return {row["name"]: row["count"] for row in rows}


def _snake(row: Row) -> Row:
    """Names of properties as names of JSON fields."""
    return {"".join(f"_{c.lower()}" if c.isupper() else c for c in key): value for key, value in row.items()}
