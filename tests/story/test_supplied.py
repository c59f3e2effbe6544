"""What comes with a message that was extracted already: each field of it counts (design §7)."""

from __future__ import annotations

import unicodedata

import pytest

from graphmem.memory import Brain
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
