"""A generated graph for recall, loaded straight into the database: people, dated facts, and the turns that state them.

The same size gives the same graph. Vectors are those of hashed words, so shared words mean similar vectors.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from neo4j import AsyncDriver
from neo4j.vector import Vector
from numpy.typing import NDArray

from benchmarks.made_up_words import full_name, made_up
from graphmem.graph.vectors.bolt import bolt
from graphmem.models.hash_embedder import hash_vector
from graphmem.names.normalize import brain_token

Row = dict[str, Any]
DIMENSIONS = 384
FACTS_A_PERSON = 10
FACTS_A_TURN = 2
TURNS_A_SESSION = 20
BATCH = 1000
BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)
END = datetime(9999, 12, 31, tzinfo=UTC)
RELATIONS = ("works_with", "lives_near", "plays_with", "met", "recommends", "taught", "visited", "called")

_ENTITIES = """CYPHER 25 UNWIND $rows AS x CREATE (e:Entity) SET e = x.props, e.embedding = toFloatList(x.vector)
MERGE (a:Alias {brain: $brain, norm: x.alias.norm}) ON CREATE SET a = x.alias
CREATE (a)-[:ALIAS_OF {rank: 0, recordedAt: e.recordedAt}]->(e)"""
_TURNS = """CYPHER 25 UNWIND $rows AS x CREATE (n:Episode) SET n = x.props, n.embedding = toFloatList(x.vector),
n.contextEmbedding = toFloatList(x.context)
WITH n, x MATCH (p:Episode {brain: $brain, id: x.previous}) CREATE (p)-[:NEXT]->(n)"""
_FACTS = """CYPHER 25 UNWIND $rows AS x MATCH (s:Entity {brain: $brain, id: x.props.subjectId})
MATCH (o:Entity {brain: $brain, id: x.props.objectId})
CREATE (s)-[f:FACT]->(o) SET f = x.props, f.embedding = toFloatList(x.vector)"""
_BRAIN = "MERGE (b:Brain {id: $brain}) SET b.revision = 1, b.createdAt = datetime(), b.lastRecordedAt = datetime()"
_COUNT = "MATCH ()-[f:FACT]->() WHERE f.brain = $brain AND f.recordedAt IS NOT NULL RETURN count(f) AS facts"
_AWAIT = "CALL db.awaitIndexes(600)"


@dataclass(frozen=True, slots=True)
class WorldFact:
    """One fact of the generated world, by its number."""

    number: int
    subject: int
    object: int
    relation: str
    text: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class World:
    """A brain of a given number of facts; its name and size determine everything in it."""

    brain: str
    size: int

    @property
    def people(self) -> int:
        return max(self.size // FACTS_A_PERSON, 10)

    def name(self, number: int) -> str:
        """Return the name of a person."""
        return full_name(random.Random(f"person {number}"))

    def fact(self, number: int) -> WorldFact:
        """Return a fact by its number; one in ten has ended."""
        dice = random.Random(f"fact {number}")
        one, other = dice.sample(range(self.people), 2)
        relation, start = dice.choice(RELATIONS), BEGINNING + timedelta(hours=dice.randrange(40_000))
        about = " ".join(_words()[int(dice.paretovariate(0.7)) % len(_words())] for _ in range(5))
        text = f"{self.name(one)} {relation.replace('_', ' ')} {self.name(other)} about {about}"
        end = start + timedelta(days=dice.randrange(1, 300)) if dice.random() < 0.1 else END
        return WorldFact(number, one, other, relation, text, start, end)

    def question(self, number: int) -> str:
        """Return a question about two stated things and a person, by full name or by first name in turn."""
        dice = random.Random(f"question {number}")
        told = self.fact(dice.randrange(self.size))
        words, name = told.text.split()[-5:], self.name(told.subject)
        called = name if number % 2 else name.split()[0]
        return f"What did {called} say about {dice.choice(words)} and {dice.choice(words)}?"

    def vectors(self) -> NDArray[np.float32]:
        """Return the vectors of all facts, in their order: size × dimensions."""
        return np.stack([hash_vector(self.fact(n).text, DIMENSIONS) for n in range(self.size)])

    def id_of(self, number: int) -> str:
        """Return the id of a fact."""
        return f"f{number:08}"


@cache
def _words() -> tuple[str, ...]:
    dice = random.Random("words")
    return tuple(dict.fromkeys(made_up(dice, dice.randint(2, 3)) for _ in range(4000)))


async def load(driver: AsyncDriver, world: World) -> bool:
    """Write the world unless it exists; return whether it was written."""
    found, _, _ = await driver.execute_query(_COUNT, brain=world.brain)
    if found[0]["facts"] == world.size:
        return False
    await driver.execute_query(_BRAIN, brain=world.brain)
    for statement, rows in ((_ENTITIES, _entities(world)), (_TURNS, _turns(world)), (_FACTS, _facts(world))):
        await write(driver, world.brain, statement, rows)
    await driver.execute_query(_AWAIT)
    return True


async def load_facts(driver: AsyncDriver, world: World, vectors: NDArray[np.float32]) -> None:
    """Write people and facts alone, the facts with given vectors (size × dimensions, in their order)."""
    await driver.execute_query(_BRAIN, brain=world.brain)
    await write(driver, world.brain, _ENTITIES, _entities(world))
    rows = ({**row, "vector": bolt(vector)} for row, vector in zip(_facts(world), vectors, strict=True))  # type: ignore[arg-type]
    await write(driver, world.brain, _FACTS, rows)
    await driver.execute_query(_AWAIT)


async def write(driver: AsyncDriver, brain: str, statement: str, rows: Iterable[Row]) -> None:
    """Run one statement, a thousand rows at a time."""
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        await driver.execute_query(statement, rows=batch, brain=brain)  # type: ignore[arg-type]


def _entities(world: World) -> Iterator[Row]:
    token = brain_token(world.brain)
    for number in range(world.people):
        yield person(world.brain, token, number, world.name(number))


def person(brain: str, token: str, number: int, name: str) -> Row:
    """Return a row for an entity and its alias; some entities share a name."""
    norm = name.lower().replace(" ", "_")
    common = {"brain": brain, "name": name, "brainToken": token, "recordedAt": BEGINNING}
    entity = {"id": f"e{number:08}", "key": f"person:{norm}~{number}", "type": "person", "importance": 0.5}
    return {
        "props": {**common, **entity, "firstSeenAt": BEGINNING, "lastSeenAt": BEGINNING},
        "alias": {**common, "id": norm, "norm": norm},
        "vector": Vector(hash_vector(name, DIMENSIONS)),
    }


def _turns(world: World) -> Iterator[Row]:
    token, before = brain_token(world.brain), ""
    for number in range(world.size // FACTS_A_TURN):
        facts = [world.fact(n) for n in range(number * FACTS_A_TURN, (number + 1) * FACTS_A_TURN)]
        text, at = ". ".join(f.text for f in facts) + ".", BEGINNING + timedelta(minutes=number)
        speaker = world.name(facts[0].subject)
        props = {
            "brain": world.brain, "id": _turn(number), "content": text, "kind": "message", "role": "user", "speaker": speaker,
            "source": "api", "sessionId": f"s{number // TURNS_A_SESSION}", "occurredAt": at, "recordedAt": at,
            "metadata": "{}", "tags": [], "status": "extracted", "brainToken": token,
            "searchText": f"{at:%d %B %Y}\n{before[:400]}\n{speaker}: {text}",
        }  # fmt: skip
        previous = _turn(number - 1) if number % TURNS_A_SESSION else None
        vector, context = (Vector(hash_vector(t, DIMENSIONS)) for t in (text, f"{before} {text}"))
        yield {"props": props, "vector": vector, "context": context, "previous": previous}
        before = text


def _turn(number: int) -> str:
    return f"t{number:08}"


def _facts(world: World) -> Iterator[Row]:
    token = brain_token(world.brain)
    for number in range(world.size):
        told = world.fact(number)
        row = edge(world.brain, token, world.id_of(number), f"e{told.subject:08}", f"e{told.object:08}", told)
        row["props"]["episodeIds"] = [_turn(min(number // FACTS_A_TURN, world.size // FACTS_A_TURN - 1))]
        yield {**row, "vector": Vector(hash_vector(told.text, DIMENSIONS))}


def edge(brain: str, token: str, id_: str, subject: str, object_: str, told: WorldFact) -> Row:
    """Return a row for a FACT, without a vector."""
    ended = told.end != END
    props = {
        "brain": brain, "brainToken": token, "factId": id_, "subjectId": subject, "objectId": object_,
        "relation": told.relation, "factText": told.text, "kind": "state", "category": "semantic", "origin": "imported",
        "tStart": told.start, "tEnd": told.end, "tValid": told.start, "tInvalid": told.end if ended else None,
        "tValidPrecision": "instant", "recordedAt": told.start, "lastConfirmedAt": told.start, "confidence": 0.9,
        "importance": 0.3 + told.number % 7 / 10, "strength": 0.8, "stability": 0.25, "statementIds": [id_], "episodeIds": [],
    }  # fmt: skip
    return {"props": props, "vector": None}


# --------------------------------------------------------------------------- hubs


@dataclass(frozen=True, slots=True)
class HubWorld:
    """People who know each other; if `hub_edges` is not 0, two of them also know everybody else in a crowd."""

    brain: str
    hub_edges: int
    people: int = 2000
    facts_a_person: int = 5
    hubs: int = 2

    def seeds(self, number: int, count: int = 5) -> Sequence[str]:
        """Return ids to walk from: the first one knows a hub."""
        dice = random.Random(f"seeds {number}")
        return ["e00000010", *(f"e{n:08}" for n in dice.sample(range(11, self.people), count - 1))]


async def load_hubs(driver: AsyncDriver, world: HubWorld) -> None:
    """Write the hubs unless they exist."""
    found, _, _ = await driver.execute_query(_COUNT, brain=world.brain)
    if found[0]["facts"]:
        return
    await driver.execute_query(_BRAIN, brain=world.brain)
    token = brain_token(world.brain)
    people = (
        {**person(world.brain, token, n, f"Person {n}"), "vector": None} for n in range(world.people + world.hub_edges)
    )
    await write(driver, world.brain, _ENTITIES, people)
    await write(driver, world.brain, _FACTS, _known(world, token))
    await driver.execute_query(_AWAIT)


def _known(world: HubWorld, token: str) -> Iterator[Row]:
    dice, number = random.Random("hubs"), 0
    for one in range(world.hubs, world.people):
        for _ in range(world.facts_a_person):
            yield _knows(world.brain, token, number, one, dice.randrange(world.hubs, world.people))
            number += 1
        if world.hub_edges and one % 10 == 0:
            yield _knows(world.brain, token, number, one, one % world.hubs)
            number += 1
    for n in range(world.hub_edges):
        for hub in range(world.hubs):
            yield _knows(world.brain, token, number, world.people + n, hub)
            number += 1


def _knows(brain: str, token: str, number: int, one: int, other: int) -> Row:
    told = WorldFact(number, one, other, "knows", f"Person {one} knows Person {other}", BEGINNING, END)
    return edge(brain, token, f"f{number:08}", f"e{one:08}", f"e{other:08}", told)
