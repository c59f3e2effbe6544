"""What `CALL graphmem.invalidate`, `restore` and `correct` do at once, and what they lead to: the same as in Python."""

from __future__ import annotations

import asyncio

import pytest
from neo4j.exceptions import ClientError

from benchmarks.load.processes import ServerAddress, api
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.serving.settling import settling
from graphmem_contract.errors import GraphmemError
from tests.conftest import Server
from tests.cypher.calling import call, with_procedures
from tests.cypher.leaving import CASES, COACH, ONE, Case, difference, fact_id, story
from tests.faults.test_races import apart
from tests.story.telling import fact, spans, tell


@pytest.fixture
async def other(memory: Memory, brain: Brain) -> Brain:
    """A second brain; the server has the procedures."""
    await with_procedures(brain)
    return memory.brain(f"{brain.name}-other")


async def nothing_left(brain: Brain) -> None:
    """Wait until nothing is left to be settled or to be read."""
    text = "MATCH (u:Unsettled|Unread {brain: $brain}) RETURN count(u) AS left"
    async with asyncio.timeout(60):
        while (await call(brain, text))[0]["left"]:  # noqa: ASYNC110 - the service settles it
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_a_serving_process_makes_of_a_call_what_python_makes_of_the_change(
    brain: Brain, other: Brain, case: Case
) -> None:
    rows = await case.by_call(brain, await case.prepare(brain))
    assert rows
    assert {row["settled"] for row in rows} == {False}
    async with settling(brain.engine.store, brain.engine.models.embedder, every_sec=0.05):
        await nothing_left(brain)
    await case.change(other, await case.prepare(other))
    assert await difference(brain, other) == ([], [])


@pytest.mark.parametrize("name", ["retract", "restore", "correct the words"])
async def test_without_a_serving_process_the_next_write_settles_all_but_vectors(
    brain: Brain, other: Brain, name: str
) -> None:
    (case,) = (one for one in CASES if one.name == name)
    await case.by_call(brain, await case.prepare(brain))
    await case.change(other, await case.prepare(other))
    for one in (brain, other):
        await tell(one, "2024-05-01", fact("Club", "likes", "tea", object_is_entity=False))
    assert await difference(brain, other, but="embedding") == ([], [])


async def test_the_loop_of_a_serving_process_settles_within_seconds(brain: Brain) -> None:
    await with_procedures(brain)
    await story(brain)
    bruno = await fact_id(brain, "coach", "Bruno")
    async with settling(brain.engine.store, brain.engine.models.embedder):
        await call(brain, "CALL graphmem.invalidate($brain, $id, '2024-03-01')", id=bruno)
        await nothing_left(brain)
    assert await spans(brain, "Club", "meets_in") == PLACES


PLACES = {("Oslo", "2024-02-01", "2024-03-01"), ("Bergen", "2024-03-01", None)}
"""Where the club meets if its coach left in March 2024."""


@pytest.mark.slow
async def test_a_service_that_is_killed_while_it_settles_leaves_it_to_the_next_one(
    server: Server, brain: Brain, alone: None
) -> None:
    await with_procedures(brain)
    await story(brain)
    bruno = await fact_id(brain, "coach", "Bruno")
    place = ServerAddress(server.uri, server.user, server.password)
    async with api(place, GRAPHMEM_FAULT="settled:kill") as (first, _):
        await call(brain, "CALL graphmem.invalidate($brain, $id, '2024-03-01')", id=bruno)
        assert await first.ended() != 0
    assert await spans(brain, "Club", "meets_in") == {("Oslo", "2024-02-01", None)}
    async with api(place):
        await nothing_left(brain)
    assert await spans(brain, "Club", "meets_in") == PLACES


async def test_a_correction_fells_at_once_what_rests_on_the_old_fact(brain: Brain) -> None:
    await with_procedures(brain)
    await story(brain)
    bruno, rent, flyers = [
        await fact_id(brain, *of) for of in (("coach", "Bruno"), ("pays", "rent"), ("prints", "flyers"))
    ]
    rows = await call(
        brain,
        "CALL graphmem.correct($brain, $id, {object: 'Zoe'}) YIELD factId, change, depth, becauseOf, status RETURN *",
        id=bruno,
    )
    assert [(row["factId"], row["change"], row["depth"], row["becauseOf"], row["status"]) for row in rows] == [
        (bruno, "removed", 0, None, "corrected"), (rent, "removed", 1, bruno, "closed"), (flyers, "removed", 2, rent, "closed"),
    ]  # fmt: skip
    assert await spans(brain, "Club", "pays") == await spans(brain, "Club", "prints") == set()
    (event,) = await call(brain, "MATCH (e:Change {brain: $brain}) RETURN e ORDER BY e.revision DESC LIMIT 1")
    zoe = (await brain.entities.get("Zoe")).id
    assert (event["e"]["factsWithdrawn"], event["e"]["entitiesAdded"]) == ([bruno, rent, flyers], [zoe])


async def test_a_dry_run_of_a_correction_changes_nothing(brain: Brain, other: Brain) -> None:
    await story(brain)
    await story(other)
    bruno = await fact_id(brain, "coach", "Bruno")
    rows = await call(brain, "CALL graphmem.correct($brain, $id, {object: 'Zoe'}, '', true)", id=bruno)
    assert [row["change"] for row in rows] == ["removed"] * 3
    assert await difference(brain, other) == ([], [])


WRONG = (
    ("{colour: 'red'}", {"colour": "red"}, "There is no field colour."),
    ("{}", {}, "Give at least one correct field: object, relation, validFrom, validUntil or text."),
    ("{object: 'Bruno'}", {"object": "Bruno"}, None),
    ("{object: 'bruno', relation: 'Coach', validUntil: null}", {"object": "bruno", "valid_until": None}, None),
    ("{object: 'club'}", {"object": "club"}, None),
    ("{object: 'Sam'}", {"object": "Sam"}, None),
    ("{validUntil: '2023-01-01'}", {"valid_until": "2023-01-01"}, None),
    ("{validFrom: '2024-01-01', validUntil: '2023-01-01'}", {}, "validUntil must be after validFrom."),
    ("{object: ''}", {}, "object is a text of 1 to 2000 characters."),
)


async def test_what_is_no_correction_is_refused_in_the_words_of_rest(brain: Brain) -> None:
    await with_procedures(brain)
    await story(brain)
    for type_ in ("person", "place"):
        await brain.entities.add(name="Sam", type=type_)
    bruno, lena = await fact_id(brain, "coach", "Bruno"), await fact_id(brain, "coach", "Lena")
    for text, right, words in WRONG:
        if words is None:
            with pytest.raises(GraphmemError) as error:
                await brain.correct(bruno, **right)
            words = error.value.detail
        with pytest.raises(ClientError) as refused:
            await call(brain, f"CALL graphmem.correct($brain, $id, {text})", id=bruno)
        assert f"invalid_input: {words}" in str(refused.value), text
    await brain.invalidate(lena, kind="corrected")
    bergen = await fact_id(brain, "meets_in", "Bergen")
    for id_, code in ((lena, "conflict"), (bergen, "conflict"), ("nothing", "not_found")):
        with pytest.raises(GraphmemError) as error:
            await brain.correct(id_, object="Zoe")
        with pytest.raises(ClientError) as refused:
            await call(brain, "CALL graphmem.correct($brain, $id, {object: 'Zoe'})", id=id_)
        assert f"{code}: {error.value.detail}" in str(refused.value)


CLUBS = 3


async def test_calls_and_messages_at_once_lose_nothing_and_do_nothing_twice(brain: Brain) -> None:
    await with_procedures(brain)
    clubs = [f"Club {n}" for n in range(CLUBS)]
    await tell(brain, "2024-01-01", *(fact(club, "coach", "Bruno", **ONE) for club in clubs))
    for club in clubs:
        held = fact(club, "meets_in", "Oslo", holds_while={**COACH, "subject": club})
        waits = fact(club, "meets_in", "Bergen", starts_when={**COACH, "subject": club})
        await tell(brain, "2024-02-01", held, waits)
    changes = (
        "invalidate($brain, $id, '2024-06-01')", "invalidate($brain, $id, null, 'corrected')",
        "correct($brain, $id, {object: 'Dana'})",
    )  # fmt: skip

    async def by_call() -> None:
        for n, club in enumerate(clubs):
            (bruno,) = await brain.facts(subject=club, object="Bruno", include_closed=True)
            await call(apart(brain), f"CALL graphmem.{changes[n % 3]}", id=bruno.id)

    async def by_message(writer: Brain, order: list[str]) -> None:
        for club in order:
            await tell(writer, "2025-01-01", fact(club, "coach", "Clara", **ONE))

    await asyncio.gather(by_call(), by_message(brain, clubs), by_message(apart(brain), clubs[::-1]))
    await tell(brain, "2025-02-01", fact("Nobody", "likes", "tea", object_is_entity=False))
    clara = ("Clara", "2025-01-01", None)
    coaches = ({("Bruno", "2024-01-01", "2024-06-01"), clara}, {clara}, {("Dana", "2024-01-01", "2025-01-01"), clara})
    for n, club in enumerate(clubs):
        assert await spans(brain, club, "coach") == coaches[n % 3], club
    rows = await call(
        brain,
        "MATCH (s:Statement {brain: $brain, relation: 'coach'}) RETURN coalesce(s.objectSaid, 'end') AS said, count(*) AS n",
    )
    assert {row["said"]: row["n"] for row in rows} == {"Bruno": CLUBS, "Clara": 2 * CLUBS, "Dana": 1, "end": 1}
