"""Cypher folds names as Python does, in every script."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pytest

from graphmem.brain import Brain
from graphmem.graph.statements import statement
from graphmem.memory import Memory
from graphmem.names.normalize import slug
from tests.cypher.test_procedures_read import run

NAMES = (
    "São Paulo", "Łódź", "Straße", "ΟΔΥΣΣΕΎΣ", "Ἀθῆναι", "Алексе́й", "℠ Labs", "İzmir", "Nguyễn Thị Hường", "Đặng Văn Lâm",
    "मीना", "मोना", "राम", "रोम", "ज़ाकिर हुसैन", "মিতা", "மீனா", "തോമസ്", "น้ำฝน", "ป่า", "ปา", "ລາວ", "မောင်", "ភ្នំពេញ", "བསྟན་འཛིན",
    "やまざき", "やまさき", "ガ", "カ", "ﾔﾏｻﾞｷ", "バス", "東京", "葛\ufe00城", "김민준", "مُحَمَّد", "أحمد", "דָּוִד בֶּן־גּוּרִיּוֹן",
    "I ❤️ Rust", "か\u0301", "1\u0332 a", "\u0301x", "、\u3099か",
)  # fmt: skip


async def folded(memory: Memory, names: Sequence[str]) -> list[str]:
    text = f"CYPHER 25 UNWIND $names AS ref RETURN {statement('explore/folded')} AS norm"
    rows, _, _ = await memory.store.driver.execute_query(text, names=list(names))  # type: ignore[arg-type]
    return [row["norm"] for row in rows]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
async def test_names_fold_in_cypher_as_in_python(memory: Memory, form: str) -> None:
    names = [unicodedata.normalize(form, name) for name in NAMES]  # type: ignore[arg-type]
    assert dict(zip(names, await folded(memory, names), strict=True)) == {name: slug(name) for name in names}


@pytest.mark.parametrize("name", ["मीना कुमारी", "น้ำฝน", "やまざき", "Nguyễn Thị", "مُحَمَّد", "Straße"])
async def test_a_question_to_the_procedure_holds_the_names_that_are_stored(brain: Brain, name: str) -> None:
    (asked,) = await run(
        brain, "recall_question", text=f"{name}?", k=5, validAt=None, knownAt=None, options={"entities": [name]}
    )
    assert slug(name) in asked["q"]["norms"]
    assert asked["q"]["only"] == list(dict.fromkeys((name, slug(name))))


async def test_two_people_whose_names_differ_in_a_vowel_stay_two(brain: Brain) -> None:
    for name, place in (("मीना", "Pune"), ("मोना", "Delhi")):
        await brain.add_fact(subject=name, relation="lives_in", object=place)
    assert [f.object for f in await brain.facts(subject="मीना")] == ["Pune"]
    assert [f.object for f in await brain.facts(subject="मोना")] == ["Delhi"]
    row = await run(brain, "as_of", entity="मीना", validAt=None, knownAt=None)
    assert len(row) == 1
