"""Links between facts: entities named in a sentence, similarity, facts of one message."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, Mention
from tests.story.staging import Reading, properties, with_models
from tests.story.telling import fact, only, tell

CLARA, ORION, BRUNO = (
    Mention("Clara", "person"),
    Mention("Orion", "organization", ("O9",)),
    Mention("Bruno", "person", ("Bru",)),
)
HIRED = Claim(
    "Clara", "has_role", "head of engineering", "Clara became head of engineering at Orion, where Bruno chose her"
)
WORDS = {"tea": 0, "coffee": 1, "chess": 2, "rowing": 3}


class Angles:
    """An embedder with a vector per topic: a text about tea has the vector of tea; "tea 0.8" has cosine 0.8 to it."""

    name, dimensions = "hash", 384

    async def embed(self, texts: Any) -> list[list[float]]:
        return [self._of(text) for text in texts]

    def _of(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        words = text.lower().split()
        topic = next((WORDS[w] for w in words if w in WORDS), 50 + sum(map(ord, text)) % 300)
        cosine = float(words[-1]) if words[-1].startswith(("0.", "1.")) else 1.0
        vector[topic] = cosine
        vector[10 + topic] = (1 - cosine * cosine) ** 0.5
        return vector


@pytest.fixture
def angled(brain: Brain) -> Brain:
    return with_models(brain, embedder=Angles())


async def linked(brain: Brain, query: str, **more: Any) -> list[dict[str, Any]]:
    rows, _, _ = await brain.engine.store.driver.execute_query(query, brain=brain.name, **more)
    return [row.data() for row in rows]


async def weights(brain: Brain) -> list[tuple[set[str], float]]:
    """Associated facts by their texts."""
    rows = await linked(
        brain,
        "MATCH (a:FactRef {brain: $brain})-[r:ASSOCIATED]->(b:FactRef) "
        "MATCH ()-[f:FACT {brain: $brain, factId: a.factId}]->() MATCH ()-[g:FACT {brain: $brain, factId: b.factId}]->() "
        "RETURN f.factText AS one, g.factText AS other, r.weight AS weight ORDER BY weight",
    )
    return [({row["one"], row["other"]}, round(row["weight"], 6)) for row in rows]


# --------------------------------------------------------------------------- entities named in a sentence


async def test_a_fact_is_found_from_every_entity_that_its_sentence_names_and_only_once(brain: Brain) -> None:
    reader = with_models(brain, extractor=Reading((CLARA, ORION, BRUNO), (HIRED,)))
    await reader.remember("news", occurred_at="2024-01-01")
    made = await only(brain, "Clara", "has_role")
    for name in ("Clara", "Orion", "Bruno"):
        assert [f.id for f in await brain.entities.facts(name)] == [made.id]
    assert list(await brain.entities.facts("Orion", named=False)) == []


async def test_a_name_counts_as_a_word_whatever_case_and_accents_by_any_alias_and_not_below_three_letters(
    brain: Brain,
) -> None:
    said = Claim("Clara", "likes", "tea", "CLARA likes tea, as BRÚ does; O9 and Orionis do not")
    reader = with_models(brain, extractor=Reading((CLARA, ORION, BRUNO), (said,)))
    await reader.remember("news", occurred_at="2024-01-01")
    assert len(await brain.entities.facts("Bruno")) == 1
    assert len(await brain.entities.facts("Orion")) == 0


async def test_the_longer_name_is_meant_where_one_holds_the_other(brain: Brain) -> None:
    firms = (Mention("Orion", "organization"), Mention("Orion Beach", "place"), CLARA)
    said = Claim("Clara", "likes", "rowing", "Clara likes rowing at Orion Beach")
    await with_models(brain, extractor=Reading(firms, (said,))).remember("news", occurred_at="2024-01-01")
    assert [len(await brain.entities.facts(name)) for name in ("Orion Beach", "Orion")] == [1, 0]


async def test_a_new_wording_names_whom_it_names(brain: Brain) -> None:
    first = Claim("Clara", "likes", "tea", "Clara likes tea, says Orion", confidence=0.6)
    second = Claim("Clara", "likes", "tea", "Clara likes tea, says Bruno", confidence=0.9)
    for day, claim in enumerate((first, second), 1):
        reader = with_models(brain, extractor=Reading((CLARA, ORION, BRUNO), (claim,)))
        await reader.remember("news", occurred_at=f"2024-01-0{day}")
    assert [len(await brain.entities.facts(name)) for name in ("Orion", "Bruno")] == [0, 1]


async def test_what_only_names_an_entity_is_filtered_by_both_clocks_like_the_rest(brain: Brain) -> None:
    reader = with_models(brain, extractor=Reading((CLARA, ORION, BRUNO), (HIRED,)))
    told = await reader.remember("news", occurred_at="2024-01-01")
    made = await only(brain, "Clara", "has_role")
    await brain.invalidate(made.id, at="2025-01-01")
    assert len(await brain.entities.facts("Orion")) == 0
    assert len(await brain.entities.facts("Orion", valid_at="2024-06-01")) == 1
    assert len(await brain.entities.facts("Orion", include_closed=True)) == 1
    assert len(await brain.entities.facts("Orion", known_at=told.recorded_at)) == 1


# --------------------------------------------------------------------------- similarity


@pytest.mark.parametrize(("cosine", "gain"), [("0.75", 0.0), ("0.76", 0.05), ("1.0", 0.05)])
async def test_a_new_fact_that_resembles_a_known_one_makes_it_more_stable_strictly_above_the_threshold(
    angled: Brain, cosine: str, gain: float
) -> None:
    known = await angled.add_fact(subject="Ana", relation="likes", object="tea", text="Ana likes tea", importance=0.5)
    before = await properties(angled, known.id)
    await tell(angled, "2024-01-02", fact("Bruno", "likes", "a cup", text=f"tea {cosine}", object_is_entity=False))
    after = await properties(angled, known.id)
    assert after["stability"] == pytest.approx(before["stability"] + gain)
    assert after["recordedAt"] == before["recordedAt"], "growing stable makes no version"
    assert len((await angled.history(known.id)).versions) == 1


async def test_a_confirmation_makes_a_fact_more_stable_up_to_one(brain: Brain) -> None:
    made = await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme", importance=1.0))
    id_ = made.facts_added[0].id or ""
    assert (await properties(brain, id_))["stability"] == pytest.approx(0.4)
    await tell(brain, "2024-01-02", fact("Ana", "works_at", "Acme"))
    assert (await properties(brain, id_))["stability"] == pytest.approx(0.45)
    for day in range(3, 17):
        await tell(brain, f"2024-01-{day:02}", fact("Ana", "works_at", "Acme"))
    assert (await properties(brain, id_))["stability"] == 1.0


async def test_neither_an_import_nor_a_setting_of_nothing_makes_anything_more_stable(angled: Brain) -> None:
    known = await angled.add_fact(subject="Ana", relation="likes", object="tea", text="Ana likes tea")
    before = (await properties(angled, known.id))["stability"]
    like = fact("Bruno", "likes", "a cup", text="tea", object_is_entity=False)
    await tell(angled, "2024-01-02", like, resolve="exact")
    await angled.transfer.import_facts([like])
    await tell(angled, "2024-01-03", like, config_overrides={"stability_boost": 0})
    assert (await properties(angled, known.id))["stability"] == before


# --------------------------------------------------------------------------- facts of one message


async def test_facts_of_one_message_are_associated_by_how_alike_they_are(angled: Brain) -> None:
    texts = ("tea", "tea 0.6", "tea 0.4", "chess", "rowing")
    claims = [fact("Ana", "likes", f"thing {n}", text=text, object_is_entity=False) for n, text in enumerate(texts)]
    await tell(angled, "2024-01-01", *claims)
    found = await weights(angled)
    assert ({"tea", "tea 0.4"}, 0.2) in found
    assert ({"tea", "tea 0.6"}, 0.3) in found
    assert not [names for names, _ in found if names & {"chess", "rowing"}]


async def test_said_together_again_they_are_associated_more_up_to_one(angled: Brain) -> None:
    claims = [
        fact("Ana", "likes", f"thing {n}", text=text, object_is_entity=False)
        for n, text in enumerate(("tea", "tea 0.8"))
    ]
    found = []
    for day in (1, 2, 3):
        await tell(angled, f"2024-01-0{day}", *claims)
        found += await weights(angled)
    assert [weight for _, weight in found] == [0.4, 0.8, 1.0]


async def test_only_the_most_alike_pairs_are_associated_and_none_across_messages(angled: Brain) -> None:
    await tell(angled, "2024-01-01", fact("Ana", "likes", "a cup", text="tea 1.0", object_is_entity=False))
    texts = ("tea", "tea 0.9", "tea 0.6")
    claims = [fact("Bruno", "likes", f"thing {n}", text=text, object_is_entity=False) for n, text in enumerate(texts)]
    await tell(angled, "2024-01-02", *claims, config_overrides={"associations": 1})
    assert [names for names, _ in await weights(angled)] == [{"tea", "tea 0.9"}]
    await tell(angled, "2024-01-03", *claims, config_overrides={"associations": 0})
    assert len(await weights(angled)) == 1


async def test_an_exact_import_is_associated_with_nothing(angled: Brain) -> None:
    claims = [fact("Ana", "likes", f"thing {n}", text="tea", object_is_entity=False) for n in range(3)]
    await tell(angled, "2024-01-01", *claims, resolve="exact")
    assert await weights(angled) == []
