"""Many names are compared in a worker process, and their number decides how long that takes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from graphmem.claims import Claim, Extracted, ExtractedMentions, Mention
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention, mentions_of
from graphmem.ingest.resolution.resolve_entities import resolve_entities
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.entity_resolve import (
    MOST_MENTIONS_HERE,
    MOST_NAMES_HERE,
    TooManyNames,
    mentions_of_batch,
    resolve_batch,
)
from graphmem.processes.budget import BudgetSpent
from tests.unit.counted_lines import counted_lines
from tests.unit.ingest.claim_building import settings, source

SETTINGS = settings()
NOTHING = NameReads(1, (), {})


class Pool:
    """Runs a job at once, as a process would: from pickled arguments."""

    def __init__(self, error: Exception | None = None) -> None:
        self.owners: list[str] = []
        self.error = error

    async def run(self, owner: str, function: Callable[..., Any], *arguments: Any) -> Any:
        self.owners.append(owner)
        if self.error:
            raise self.error
        called, given = pickle.loads(pickle.dumps((function, arguments)))
        return pickle.loads(pickle.dumps(called(*given)))


def names(count: int, aliases: int = 0, **more: Any) -> tuple[EntityMention, ...]:
    """Names that share a word, each with aliases of its own. Another number has other names: they are in no cache."""
    return tuple(
        EntityMention(
            Mention(f"Ana {count}q{n:05}x", "person", tuple(f"{count}q{n:05}x {m}y" for m in range(aliases)), **more),
            source(),
        )
        for n in range(count)
    )


async def resolved(mentions: tuple[EntityMention, ...], pool: Any) -> Resolved:
    return await resolve_batch("ana", mentions, NOTHING, SETTINGS, {}, pool)


def told(found: Resolved) -> list[tuple[str, str, str]]:
    return [(entity.name, entity.key, entity.method) for entity in found.entities]


@pytest.mark.parametrize(
    ("mentions", "owners"),
    [
        (names(MOST_NAMES_HERE), []),
        (names(MOST_NAMES_HERE + 1), ["ana"]),
        (names(1, MOST_NAMES_HERE), ["ana"]),
        (names(MOST_NAMES_HERE + 1, external_id="known by its id"), []),
    ],
    ids=["few", "many names", "many aliases", "nothing to compare"],
)
async def test_many_names_are_compared_elsewhere_in_the_turn_of_their_brain(
    mentions: tuple[EntityMention, ...], owners: list[str]
) -> None:
    pool = Pool()
    found = await resolved(mentions, pool)
    assert pool.owners == owners
    assert told(found) == told(resolve_entities(mentions, NOTHING, SETTINGS, {}))


async def test_names_that_take_too_long_are_an_error_that_no_attempt_changes() -> None:
    with pytest.raises(TooManyNames, match=r"send it in parts") as caught:
        await resolved(names(MOST_NAMES_HERE + 1), Pool(BudgetSpent()))
    assert not caught.value.retryable


@pytest.mark.parametrize(("claims", "owners"), [(MOST_MENTIONS_HERE - 1, []), (MOST_MENTIONS_HERE, ["ana"])])
async def test_very_many_mentions_are_read_elsewhere_in_the_turn_of_their_brain(claims: int, owners: list[str]) -> None:
    pool: Any = Pool()
    found = [ExtractedMentions(source=source(), extracted=Extracted((Mention("Ana", "person"),), (), "scripted"))]
    said = [(Claim("Ana", "likes", f"tea {n}", f"Ana likes tea {n}"), source()) for n in range(claims)]
    mentions = await mentions_of_batch("ana", found, said, SETTINGS, pool)
    assert pool.owners == owners
    assert mentions == mentions_of(found, said)


async def test_mentions_that_take_too_long_are_an_error_that_no_attempt_changes() -> None:
    said = [(Claim("Ana", "likes", "tea", "Ana likes tea"), source())] * (MOST_MENTIONS_HERE + 1)
    with pytest.raises(TooManyNames, match=r"send it in parts"):
        await mentions_of_batch("ana", [], said, SETTINGS, Pool(BudgetSpent()))  # type: ignore[arg-type]


@pytest.mark.parametrize("aliases", [0, 3])
def test_the_work_on_new_names_grows_with_their_number_alone(aliases: int) -> None:
    def lines(count: int) -> int:
        mentions = names(count, aliases)
        with counted_lines() as counted:
            resolve_entities(mentions, NOTHING, SETTINGS, {})
        return counted()

    few, many = lines(110), lines(330)
    assert many < 4 * few


def test_giving_an_id_to_a_name_does_not_read_all_other_names() -> None:
    def lines(count: int) -> int:
        plain = names(count)
        with_ids = tuple(
            replace(one, mention=replace(one.mention, external_id=f"id-{n}")) for n, one in enumerate(plain)
        )
        with counted_lines() as counted:
            found = resolve_entities((*plain, *with_ids), NOTHING, SETTINGS, {})
        assert len(found.entities) == count
        return counted()

    assert lines(330) < 4 * lines(110)
