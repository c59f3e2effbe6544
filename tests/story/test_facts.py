"""Which claims become one fact, and which stay apart."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import InvalidInput
from tests.story.telling import fact, held, tell


async def test_facts_that_are_only_alike_stay_apart(brain: Brain) -> None:
    for number in (0, 1, 10, 11):
        await brain.add_fact(subject="Bruno", relation="owns", object=f"bike {number}")
    assert await held(brain, "Bruno", "owns") == ["bike 0", "bike 1", "bike 10", "bike 11"]


async def test_many_alike_facts_of_one_message_all_land(brain: Brain) -> None:
    claims = [fact("Ana", "likes", f"thing number {n}", object_is_entity=False) for n in range(20)]
    result = await tell(brain, "2024-01-01", *claims)
    assert (len(result.facts_added), len(result.facts_skipped)) == (20, 0)


async def test_ending_one_does_not_end_another_that_is_written_alike(brain: Brain) -> None:
    for number in (1, 10):
        await brain.add_fact(subject="Bruno", relation="owns", object=f"bike {number}", valid_from="2020-01-01")
    end = fact("Bruno", "owns", "the bike 1", object_is_entity=False, action="ends", valid_until="2021-01-01")
    await tell(brain, "2021-01-01", end)
    assert await held(brain, "Bruno", "owns") == ["bike 10"]


async def test_the_same_value_in_other_letters_confirms(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "green tea", object_is_entity=False))
    result = await tell(brain, "2024-02-01", fact("Ana", "likes", "The Green Tea", object_is_entity=False))
    assert [f.object for f in (*result.facts_unchanged, *result.facts_updated)] == ["green tea"]
    assert await held(brain, "Ana", "likes") == ["green tea"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("type A", "type O"),
        ("A positive", "O positive"),
        ("a positive", "o positive"),
        ("vitamin", "vitamin A"),
        ("Mac", "Mac OS"),
        ("18", "-18"),
        (".5 mg", "5 mg"),
        ("B", "B-"),
    ],
)
async def test_a_letter_or_a_hyphen_can_make_another_value(brain: Brain, one: str, other: str) -> None:
    for value in (one, other):
        assert not (await brain.add_fact(subject="Ana", relation="noted", object=value)).matched
    assert await held(brain, "Ana", "noted") == sorted((one, other))
    claims = [fact("Bruno", "noted", value, object_is_entity=False) for value in (one, other)]
    result = await tell(brain, "2024-01-01", *claims)
    assert (len(result.facts_added), result.facts_skipped) == (2, ())


@pytest.mark.parametrize("batch", [1, 2])
async def test_what_is_one_value_does_not_depend_on_batches(brain: Brain, batch: int) -> None:
    facts = [{"subject": "Ana", "relation": "likes", "object": value} for value in ("green tea", "The Green Tea")]
    report = await brain.transfer.import_facts(facts, batch=batch)
    assert (report.added, report.matched) == (1, 1)
    assert await held(brain, "Ana", "likes") == ["green tea"]


async def test_what_a_caller_ends_is_not_what_is_only_written_alike(brain: Brain) -> None:
    await brain.add_fact(subject="Ana", relation="likes", object="green tea", valid_from="2020-01-01")
    end = fact("Ana", "likes", "tea", object_is_entity=False, action="ends", valid_until="2021-01-01")
    told = await tell(brain, "2021-01-01", end)
    assert any(w.startswith("end_without_start") for w in told.warnings)
    assert await held(brain, "Ana", "likes") == ["green tea"]


async def test_a_sign_can_make_another_value(brain: Brain) -> None:
    for day, language in enumerate(("C++", "C#", "the C#.", "C"), 1):
        await tell(brain, f"2024-01-0{day}", fact("Ana", "writes_in", language, object_is_entity=False))
    assert await held(brain, "Ana", "writes_in") == ["C", "C#", "C++"]


async def test_a_confirmed_fact_grows_stronger_up_to_one(brain: Brain) -> None:
    strengths = []
    for day in range(1, 6):
        await tell(brain, f"2024-01-0{day}", fact("Ana", "works_at", "Acme"))
        rows, _, _ = await brain.engine.store.driver.execute_query(
            "MATCH (:Entity {brain: $brain, key: 'person:ana'})-[f:FACT]->() RETURN f.strength AS s", brain=brain.name
        )
        strengths.append(rows[0]["s"])
    assert strengths == [0.8, 0.9, 1.0, 1.0, 1.0]


async def test_an_entity_is_not_related_to_itself(brain: Brain) -> None:
    result = await tell(brain, "2024-01-01", fact("Ana", "knows", "ANA", object_is_entity=True))
    assert [f.reason for f in result.facts_skipped] == ["it relates an entity to itself"]
    assert result.facts_added == ()


async def test_another_name_becomes_an_alias_and_no_fact(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "also_known_as", "Aninha", object_is_entity=False))
    await tell(brain, "2024-02-01", fact("Aninha", "works_at", "Acme"))
    assert await held(brain, "Ana", "works_at") == ["Acme"]


async def test_another_name_in_an_import_is_told_as_an_alias_and_as_no_error(brain: Brain) -> None:
    report = await brain.transfer.import_facts([fact("Ana", "likes", "tea"), fact("Ana", "also_known_as", "Annie")])
    assert (report.records, report.added, report.rejected) == (2, 1, 0)
    line = report.lines[1]
    assert (line.id, line.effect, line.note, line.error) == (None, "alias", "another name, kept as an alias", None)
    await brain.transfer.import_facts([fact("Annie", "likes", "rum")])
    assert await held(brain, "Ana", "likes") == ["rum", "tea"]


async def test_another_name_by_hand_is_refused_with_the_way_to_state_it(brain: Brain) -> None:
    ana = await brain.entities.add(name="Ana", type="person")
    with pytest.raises(InvalidInput, match=r"aliases_add .*Brain\.entities\.change") as refused:
        await brain.add_fact(subject="Ana", relation="also_known_as", object="Annie")
    assert refused.value.field == "relation"
    assert (await brain.entities.get(ana.id)).aliases == (), "nothing was written"
    await brain.entities.change("Ana", aliases_add=["Annie"])
    told = await brain.add_fact(subject="Annie", relation="likes", object="tea")
    assert told.subject_id == ana.id


async def test_a_closed_fact_that_is_asserted_again_is_visible_again(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Ana", "member_of", "Choir"))
    await tell(brain, "2021-01-01", fact("Ana", "member_of", "Choir", action="ends"))
    assert await held(brain, "Ana", "member_of") == []
    await tell(brain, "2022-01-01", fact("Ana", "member_of", "Choir"))
    assert await held(brain, "Ana", "member_of") == ["Choir"]


async def test_a_time_that_no_calendar_has_is_refused_in_words(brain: Brain) -> None:
    with pytest.raises(InvalidInput) as refused:
        await brain.facts(valid_at="0001-01-01T00:00:00+14:00")
    assert refused.value.field == "valid_at"


async def test_an_importance_that_the_caller_states_is_kept(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme", importance=0.9))
    page = await brain.facts(subject="Ana")
    assert page[0].importance == 0.9
