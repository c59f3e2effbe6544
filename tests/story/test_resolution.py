"""Resolution: mentions become entities, message after message."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import NameQuestion
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.records import ResolvedEntity
from tests.bolt import counted
from tests.faults.test_races import apart
from tests.story.staging import with_models
from tests.story.telling import fact

NAMES = (
    "Ana", "Bruno", "José", "Zoë", "Łukasz", "Søren", "Müller", "Ångström", "Çelik", "Ñuñez",
    "Дмитрий", "Ελένη", "東京", "محمد", "Île-de-France", "O'Brien", "R2-D2", "Straße", "Naïve Café",
)  # fmt: skip


async def met(brain: Brain, name: str, type_: str = "person", *facts: dict[str, Any], **options: Any) -> ResolvedEntity:
    """Send one message that names one entity; return the entity that it resolved to."""
    known: dict[str, Any] = {key: options.pop(key) for key in ("aliases", "external_id") if key in options}
    entity = {"name": name, "type": type_, **known}
    extraction = {"entities": [entity], "facts": list(facts)}
    result = await brain.remember(
        options.pop("text", f"about {name}"), occurred_at="2024-01-01", extraction=extraction, judge=True, **options
    )
    assert result.success
    return result.entities_resolved[0]


async def test_nineteen_names_in_all_their_writings_stay_nineteen_with_eight_writers(brain: Brain) -> None:
    written = [form for name in NAMES for form in (name, name.upper(), name.lower(), f"  {name} ")]
    groups = [written[n::8] for n in range(8)]

    async def write(names: list[str]) -> None:
        for name in names:
            await met(brain, name, "other")

    await asyncio.gather(*map(write, groups))
    assert len(await brain.entities.list(limit=100)) == len(NAMES)


async def test_a_diminutive_is_the_only_person_it_fits_and_becomes_an_alias(brain: Brain) -> None:
    first = await met(brain, "Carolina Prado")
    again = await met(brain, "Carol")
    assert (again.id, again.method) == (first.id, "nickname")
    assert "Carol" in (await brain.entities.get(first.id)).aliases
    assert (await met(brain, "Carol")).method == "alias"


async def test_the_full_name_finds_who_was_only_known_by_the_short_one(brain: Brain) -> None:
    first = await met(brain, "Carol")
    assert (await met(brain, "Carolina")).id == first.id
    assert (await met(brain, "Carolina Prado")).id == first.id


async def test_who_has_a_full_name_is_nobody_of_another_one(brain: Brain) -> None:
    first = await met(brain, "Ana")
    assert (await met(brain, "Ana Lima")).id == first.id
    other = await met(brain, "Ana Souza")
    assert (other.id != first.id, other.method) == (True, "new")


async def test_a_first_name_that_was_one_persons_is_nobodys_once_two_have_it(brain: Brain) -> None:
    lima = await met(brain, "Ana Lima")
    assert (await met(brain, "Ana")).id == lima.id
    souza = await met(brain, "Ana Souza")
    third = await met(brain, "Ana")
    assert third.id not in (lima.id, souza.id)


async def test_an_alias_that_somebody_stated_stays_the_owners(brain: Brain) -> None:
    lima = await met(brain, "Ana Lima", aliases=["Ana"])
    await met(brain, "Ana Souza")
    found = await met(brain, "Ana")
    assert (found.id, found.method) == (lima.id, "alias")


async def test_of_two_who_share_an_alias_the_first_who_had_it_is_meant(brain: Brain) -> None:
    await brain.entities.add(name="Abel Roth", type="person")
    first = await brain.entities.add(name="Zita Kern", type="person", aliases=["Kiwi"])
    await brain.entities.change("Abel Roth", aliases_add=["Kiwi"])
    assert (await met(brain, "Kiwi")).id == first.id
    assert (await brain.entities.get("Kiwi")).id == first.id


@pytest.mark.parametrize(
    ("known", "said"), [("Anastasia", "Ana"), ("João", "Jo"), ("Maria", "Mariana"), ("Daniel", "Daniela")]
)
async def test_names_that_only_begin_alike_are_two_people(brain: Brain, known: str, said: str) -> None:
    first = await met(brain, known)
    assert (await met(brain, said)).id != first.id


async def test_only_people_have_diminutives(brain: Brain) -> None:
    await met(brain, "Postgres Pro", "product")
    assert (await met(brain, "Postgres", "product")).method == "new"


async def test_a_short_form_comes_through_an_alias_or_with_the_surname(brain: Brain) -> None:
    robert = await met(brain, "Robert Miller")
    assert (await met(brain, "Bob")).method == "new"
    found = await met(brain, "Bob Miller")
    assert (found.id, found.method) == (robert.id, "nickname")


async def test_a_slip_of_the_pen_is_found_without_vectors_that_know_letters(brain: Brain) -> None:
    first = await met(brain, "Katarina Lindqvist")
    found = await met(brain, "Katarina Lindqist")
    assert (found.id, found.method) == (first.id, "fuzzy")
    assert found.score is not None
    assert 0.85 <= found.score < 1
    assert (await met(brain, "Katarina Lindqist")).method == "alias"


async def test_another_script_is_another_writing(brain: Brain) -> None:
    first = await met(brain, "Николай Петров")
    assert (await met(brain, "Nikolai Petrov")).id == first.id
    assert "Nikolay Petrov" in (await brain.entities.get(first.id)).aliases


async def test_a_legal_form_makes_no_new_firm_but_two_forms_do(brain: Brain) -> None:
    first = await met(brain, "Nordwind AG", "organization")
    assert (await met(brain, "Nordwind", "company")).id == first.id
    assert (await met(brain, "Nordwind GmbH", "organization")).id != first.id


async def test_a_sign_that_makes_another_name_of_a_word_keeps_them_apart(brain: Brain) -> None:
    ids = [(await met(brain, name, "language")).id for name in ("C++", "C#", "C")]
    assert len(set(ids)) == 3
    assert [(await met(brain, name, "language")).id for name in ("c++", "C#", "C plus plus")] == [*ids[:2], ids[0]]


async def test_numbers_must_agree(brain: Brain) -> None:
    first = await met(brain, "Boeing 737", "product")
    assert (await met(brain, "Boeing 747", "product")).id != first.id


async def test_jordan_the_person_is_not_jordan_the_country(brain: Brain) -> None:
    person, country = await met(brain, "Jordan"), await met(brain, "Jordan", "country")
    assert person.id != country.id
    assert (await met(brain, "Jordan", "place")).id == country.id
    assert (await met(brain, "Jordan", "person")).id == person.id


async def test_two_of_one_name_are_told_apart_by_their_outside_ids(brain: Brain) -> None:
    one = await met(brain, "Ana Silva", external_id="crm-1")
    two = await met(brain, "Ana Silva", external_id="crm-2")
    assert one.id != two.id
    assert {e.key for e in await brain.entities.list()} == {"person:ana_silva", "person:ana_silva~2"}
    again = await met(brain, "A. Silva", external_id="crm-2")
    assert (again.id, again.method) == (two.id, "external_id")


async def test_two_of_one_name_are_told_apart_by_what_cannot_be_true_of_both(brain: Brain) -> None:
    def born(day: str) -> dict[str, Any]:
        return fact("Ana Silva", "born_on", day, object_is_entity=False)

    one = await met(brain, "Ana Silva", "person", born("1950-03-04"))
    slip = await met(brain, "Ana Silva", "person", born("1950-03-05"))
    two = await met(brain, "Ana Silva", "person", born("1988-11-20"))
    assert slip.id == one.id
    assert (two.id != one.id, two.method) == (True, "new")
    assert (await met(brain, "Ana Silva", "person", born("1988-11-20"))).id == two.id
    assert (await met(brain, "Ana Silva", "person", born("1950-03-04"))).id == one.id


async def test_a_speaker_who_corrects_the_birthday_stays_one(brain: Brain) -> None:
    first = await met(brain, "I", "person", fact("I", "born_on", "1950-03-04", object_is_entity=False), speaker="Ana")
    again = await met(brain, "I", "person", fact("I", "born_on", "1988-11-20", object_is_entity=False), speaker="Ana")
    assert first.id == again.id


async def namesakes(brain: Brain) -> tuple[ResolvedEntity, ResolvedEntity]:
    """Two Ana Silvas: one at Acme, one at Globex."""
    one = await met(
        brain, "Ana Silva", "person", fact("Ana Silva", "works_at", "Acme", object_is_entity=True), external_id="1"
    )
    two = await met(
        brain, "Ana Silva", "person", fact("Ana Silva", "works_at", "Globex", object_is_entity=True), external_id="2"
    )
    return one, two


async def test_who_else_is_spoken_of_tells_namesakes_apart(brain: Brain) -> None:
    one, two = await namesakes(brain)

    async def beside(firm: str) -> ResolvedEntity:
        named = [{"name": "Ana Silva", "type": "person"}, {"name": firm, "type": "organization"}]
        result = await brain.remember(f"Ana Silva praised {firm}", extraction={"entities": named, "facts": []})
        return next(e for e in result.entities_resolved if e.type == "person")

    at_globex, at_acme = await beside("Globex"), await beside("Acme")
    assert (at_globex.id, at_globex.method) == (two.id, "context")
    assert (at_acme.id, at_acme.method) == (one.id, "context")
    assert (await met(brain, "Ana Silva")).id == one.id, "with nothing to go by, the first"


async def test_a_first_name_is_the_one_whom_the_message_fits(brain: Brain) -> None:
    await met(brain, "Ana Lima", "person", fact("Ana Lima", "works_at", "Acme", object_is_entity=True))
    souza = await met(brain, "Ana Souza", "person", fact("Ana Souza", "works_at", "Globex", object_is_entity=True))
    found = await met(brain, "Ana", "person", fact("Ana", "leads", "Globex", object_is_entity=True))
    assert (found.id, found.method) == (souza.id, "context")


async def test_the_judge_sees_the_sentence_the_aliases_and_a_few_facts(brain: Brain) -> None:
    asked: list[NameQuestion] = []

    def choose(question: NameQuestion) -> int:
        asked.append(question)
        return next(i for i, c in enumerate(question.candidates) if c["name"] == "Bruno Kern")

    for name, sport in (("Bruno Feld", "rowing"), ("Bruno Kern", "chess")):
        await met(brain, name, "person", fact(name, "plays", sport, object_is_entity=False), aliases=[f"Dr. {name}"])
    reader = with_models(brain, judge=ScriptedJudge(names=choose))
    found = await met(reader, "Bruno", text="Bruno won at chess")
    assert (found.name, found.method) == ("Bruno Kern", "llm")
    shown = next(c for c in asked[0].candidates if c["name"] == "Bruno Kern")
    assert asked[0].sentence == "Bruno won at chess"
    assert shown["facts"] == ["Bruno Kern plays chess"]
    assert shown["aliases"] == ["Dr. Bruno Kern"]


async def test_without_leave_to_ask_what_is_unclear_is_new(brain: Brain) -> None:
    judge = ScriptedJudge(names=lambda question: 0)
    for name in ("Bruno Feld", "Bruno Kern"):
        await met(brain, name)
    reader = with_models(brain, judge=judge)
    assert (await met(reader, "Bruno", config_overrides={"enable_llm_resolution": False})).method == "new"
    assert judge.asked_names == []


async def test_the_thresholds_keep_their_meaning(brain: Brain) -> None:
    await met(brain, "Princeton", "thing")
    judge = ScriptedJudge(names=lambda question: None)
    reader = with_models(brain, judge=judge)
    assert (await met(reader, "Princeton Club", "thing")).is_new
    assert len(judge.asked_names) == 1, "a part of the name is for the judge"
    assert (await met(reader, "Princeton Hall", "thing", config_overrides={"candidate_threshold": 0.8})).is_new
    assert len(judge.asked_names) == 1, "below the lower threshold nobody is asked"
    merged = await met(reader, "Princeton House", "thing", config_overrides={"fuzzy_threshold": 0.5})
    assert merged.method == "fuzzy", "the same threshold for both leaves nothing to ask"


async def test_my_brother_is_somebody_whom_the_speaker_finds_again_and_nobody_else(brain: Brain) -> None:
    first = await met(brain, "my brother", speaker="Ana")
    assert (first.name, first.type) == ("Ana's brother", "person")
    assert (await met(brain, "brother", speaker="Ana")).id == first.id
    assert (await met(brain, "meu irmão", speaker="Ana")).id == first.id
    assert (await met(brain, "Ana's brother", speaker="Rafael")).id == first.id
    assert (await met(brain, "my brother", speaker="Rafael")).id != first.id
    assert (await met(brain, "my sister", speaker="Ana")).id != first.id


async def test_facts_about_my_brother_are_not_facts_about_the_speaker(brain: Brain) -> None:
    told = fact("my brother", "lives_in", "Porto", object_is_entity=False)
    await met(brain, "my brother", "person", told, speaker="Ana")
    facts = await brain.facts(subject="Ana's brother")
    assert [f.object for f in facts] == ["Porto"]


async def test_a_relationship_is_the_speaker_where_a_call_says_so(brain: Brain) -> None:
    ana = await met(brain, "I", speaker="Ana")
    found = await met(brain, "girlfriend", speaker="Ana", config_overrides={"relationship_terms": "speaker"})
    assert (found.id, found.method) == (ana.id, "speaker_relationship")


async def test_the_brother_gains_his_name_when_it_is_said(brain: Brain) -> None:
    brother = await met(
        brain, "my brother", "person", fact("my brother", "likes", "jazz", object_is_entity=False), speaker="Ana"
    )
    leo = await met(brain, "my brother Leo", speaker="Ana")
    assert (leo.id, leo.name) == (brother.id, "Leo")
    assert (await met(brain, "Leo")).id == brother.id
    assert (await met(brain, "my brother", speaker="Ana")).id == brother.id
    assert [f.subject for f in await brain.facts(subject="Leo")] == ["Leo"]
    max_ = await met(brain, "my brother Max", speaker="Ana")
    assert max_.id != brother.id, "he who has a name gets no second one"


async def test_a_hint_is_stripped_and_makes_a_person(brain: Brain) -> None:
    carol = await met(brain, "Carol (Rafael's girlfriend)", "other")
    assert (carol.name, carol.type) == ("Carol", "person")
    assert (await met(brain, "Carol")).id == carol.id
    assert (await met(brain, "my girlfriend", speaker="Rafael")).id == carol.id


async def test_her_brother_is_new_each_time(brain: Brain) -> None:
    assert (await met(brain, "her brother", speaker="Ana")).id != (await met(brain, "her brother", speaker="Ana")).id


async def test_a_name_is_never_taken_for_the_relative_of_its_owner(brain: Brain) -> None:
    brother = await met(brain, "Ana's brother", speaker="Rafael")
    assert (await met(brain, "Ana")).id != brother.id


async def test_a_subject_that_nobody_listed_is_a_person_where_the_relation_says_so(brain: Brain) -> None:
    await brain.add_fact(subject="Ana", relation="works_at", object="Acme")
    assert {e.key for e in await brain.entities.list()} >= {"person:ana"}


async def test_two_names_of_one_message_meet_by_their_parts_but_not_by_a_letter(brain: Brain) -> None:
    named = [{"name": name, "type": "person"} for name in ("Ana Souza", "Ana", "Jon Aster", "John Aster")]
    result = await brain.remember("all of them", extraction={"entities": named, "facts": []})
    assert sorted(e.name for e in result.entities_resolved) == ["Ana Souza", "John Aster", "Jon Aster"]


async def test_a_name_that_another_process_brought_first_is_taken_over(brain: Brain) -> None:
    async def one(n: int) -> list[str]:
        found = await met(apart(brain), "Dora Kessler", text=f"message {n}")
        return [found.id, found.method]

    found = await asyncio.gather(*map(one, range(8)))
    assert len({id_ for id_, _ in found}) == 1
    methods = {method for _, method in found}
    assert "new" in methods
    assert methods <= {"new", "exact", "conflict_fallback"}
    assert "conflict_fallback" in methods


async def test_asking_nobody_costs_no_further_statement(brain: Brain) -> None:
    await namesakes(brain)
    with counted() as sent:
        await met(brain, "Ana Silva", "person", fact("Ana Silva", "works_at", "Globex", object_is_entity=True))
    assert sent["RUN"] == 1 + 7
