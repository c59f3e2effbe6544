"""Supplied extraction: every field has its effect."""

from __future__ import annotations

import unicodedata

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact

ANA = {"name": "Ana", "type": "person"}


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ("São Paulo", "Sao Paulo"),
        ("José", unicodedata.normalize("NFD", "José")),
        ("Porto", "PORTO "),
        ("Acme, Inc.", "acme inc"),
    ],
)
async def test_an_object_is_listed_however_it_is_written(brain: Brain, listed: str, said: str) -> None:
    entities = [ANA, {"name": listed, "type": "other"}]
    result = await brain.remember("m", extraction={"entities": entities, "facts": [fact("Ana", "knows_of", said)]})
    (known,) = await brain.facts(subject="Ana")
    assert (known.object, known.object_kind) == (listed, "entity")
    assert known.object_id in {e.id for e in result.entities_resolved}


async def test_an_object_that_is_not_listed_is_a_value(brain: Brain) -> None:
    await brain.remember("m", extraction={"entities": [ANA], "facts": [fact("Ana", "likes", "Porto")]})
    (known,) = await brain.facts(subject="Ana")
    assert known.object_kind == "value"


@pytest.mark.parametrize(("own", "other"), [("exact", "full"), ("full", "exact")])
async def test_a_fact_of_a_message_may_resolve_its_names_in_its_own_way(brain: Brain, own: str, other: str) -> None:
    """Synonyms of relations apply only to callers whose names are not keys."""
    facts = [
        fact("Ana", "works_for", "Acme", object_is_entity=True, resolve=own),
        fact("Bruno", "works_for", "Acme", object_is_entity=True),
    ]
    await brain.remember("m", extraction={"entities": [], "facts": facts}, resolve=other)  # type: ignore[arg-type]
    told = {f.subject: f.relation for f in await brain.facts()}
    kept, usual = ("Ana", "Bruno") if own == "exact" else ("Bruno", "Ana")
    assert told == {kept: "works_for", usual: "works_at"}


async def test_a_fact_of_a_message_may_name_further_episodes(brain: Brain) -> None:
    first = await brain.remember("where it was said first", skip_extraction=True)
    facts = [fact("Ana", "likes", "tea", episode_ids=[first.episode_id]), fact("Ana", "likes", "chess")]
    result = await brain.remember("m", extraction={"entities": [ANA], "facts": facts})
    told = {f.object: set(f.episode_ids) for f in await brain.facts(subject="Ana")}
    assert told == {"tea": {result.episode_id, first.episode_id}, "chess": {result.episode_id}}
