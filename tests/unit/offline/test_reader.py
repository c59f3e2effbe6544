"""The offline reader: everyday sentences that give claims, and sentences that must not. Messages of 20 May 2026."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import Claim, Request
from graphmem.processes.budget import BudgetSpent
from graphmem_contract.records import Message
from graphmem_offline.extractor import OfflineExtractor
from graphmem_offline.reader import Reader, read_request

pytestmark = pytest.mark.needs_spacy
NOW = datetime(2026, 5, 20, 14, tzinfo=UTC)


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    pytest.importorskip("spacy")
    return OfflineExtractor()


async def read(extractor: OfflineExtractor, text: str, **more: Any) -> tuple[Claim, ...]:
    """Return the claims of one message by Ana to Bruno."""
    request = Request(text, NOW, speaker="Ana", recent_messages=("Bruno: Hello!",), **more)
    return (await extractor.mentions(request)).claims or ()


def holding(claims: tuple[Claim, ...]) -> set[tuple[str, str, str]]:
    """Return (subject, relation, object) of every claim that holds."""
    return {(one.subject, one.relation, one.object) for one in claims if one.action == "holds"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Been only to Rome once.", ("Ana", "visited", "Rome")),
        ("Researching adoption agencies.", ("Ana", "researches", "adoption agencies")),
        ("Gonna continue my education.", ("Ana", "plans_to_continue", "education")),
        ("Just started doing aerial yoga.", ("Ana", "does", "aerial yoga")),
        ("Just got back from a family road trip, it was fun!", ("Ana", "returned_from", "family road trip")),
        ("Got a new job at Globex and moved to Porto.", ("Ana", "lives_in", "Porto")),
    ],
)
async def test_sentences_without_a_subject_are_about_the_speaker(
    extractor: OfflineExtractor, text: str, expected: tuple[str, str, str]
) -> None:
    assert expected in holding(await read(extractor, text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved back to Porto last month.", ("Ana", "lives_in", "Porto")),
        ("I rejoined Sonata Bank in October.", ("Ana", "works_at", "Sonata Bank")),
        ("I went back to Paris in May.", ("Ana", "visited", "Paris")),
    ],
)
async def test_going_back_to_a_place_gives_the_relation_again(
    extractor: OfflineExtractor, text: str, expected: tuple[str, str, str]
) -> None:
    assert expected in holding(await read(extractor, text))


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I quit Kite Software on 2 March 2025.", "2 March 2025"),
        ("Yesterday I quit Kite Software.", "Yesterday"),
        ("I quit my job at Kite Software in March.", "March"),
    ],
)
async def test_quitting_ends_a_job_on_the_stated_date(extractor: OfflineExtractor, text: str, when: str) -> None:
    (claim,) = await read(extractor, text)
    assert (claim.relation, claim.object, claim.action, claim.until) == ("works_at", "Kite Software", "ends", when)


async def test_a_home_is_a_place_even_if_the_tagger_says_person(
    extractor: OfflineExtractor,
) -> None:
    assert ("Ana", "lives_in", "Braga") in holding(await read(extractor, "I live in Braga."))
    found = holding(await read(extractor, "My brother David lives in Braga."))
    assert ("David", "lives_in", "Braga") in found
    assert not any(
        relation == "lives_in" for _, relation, _ in holding(await read(extractor, "I live in Ben's house."))
    )


async def test_a_second_subject_is_not_an_object_of_the_first_verb(extractor: OfflineExtractor) -> None:
    found = holding(await read(extractor, "David Chen works at Acme and David Silva works at Globex."))
    assert found == {("David Chen", "works_at", "Acme"), ("David Silva", "works_at", "Globex")}


async def test_a_joined_sentence_without_a_subject_keeps_both_halves(extractor: OfflineExtractor) -> None:
    found = holding(await read(extractor, "Got a new job at Globex and moved to Porto."))
    assert found == {("Ana", "works_at", "Globex"), ("Ana", "lives_in", "Porto")}


@pytest.mark.parametrize(
    ("text", "relation", "thing"),
    [
        ("Dance is my stress relief.", "unwinds_with", "dance"),
        ("Dancing helps me de-stress.", "unwinds_with", "dancing"),
        ("Painting helps me relax.", "unwinds_with", "painting"),
        ("That's why I love painting.", "likes", "painting"),
        ("Playing video games helps me unwind.", "unwinds_with", "playing video games"),
        ("Music brings me joy.", "finds_joy_in", "music"),
        ("Pottery is my passion.", "passionate_about", "pottery"),
        ("Painting landscapes is my favorite.", "likes", "painting landscapes"),
        ("I'm a big fan of pottery.", "likes", "pottery"),
        ("I've always had a love for horses!", "likes", "horses"),
        ("I'm passionate about improving education.", "passionate_about", "improving education"),
        ("I love to read.", "likes", "reading"),
    ],
)
async def test_likings_of_things_and_activities(
    extractor: OfflineExtractor, text: str, relation: str, thing: str
) -> None:
    assert holding(await read(extractor, text)) == {("Ana", relation, thing)}


@pytest.mark.parametrize(
    ("text", "relation", "thing", "starts"),
    [
        ("We roasted marshmallows around the campfire.", "roasted", "marshmallows", "absent"),
        ("I helped renovate a community center last year.", "helped_renovate", "community center", "last year"),
        ("My friends and I went to a concert last Friday.", "went_to", "concert", "last Friday"),
        ("Yesterday I took the kids to the museum.", "took_kid_to", "museum", "Yesterday"),
        ("I took my family camping last week.", "went", "camping", "last week"),
        ("I used to compete in a few dance competitions.", "used_to_compete_in", "dance competitions", "absent"),
        ("I graduated last week!", "achieved", "graduation", "last week"),
        ("I finished rereading a novel yesterday.", "finished_rereading", "novel", "yesterday"),
        ("I had a picnic with my family yesterday.", "had", "picnic", "yesterday"),
        ("I twisted my ankle last week.", "injured", "ankle", "last week"),
    ],
)
async def test_a_past_event_keeps_its_date(
    extractor: OfflineExtractor, text: str, relation: str, thing: str, starts: str
) -> None:
    (claim,) = (one for one in await read(extractor, text) if one.relation == relation and one.subject == "Ana")
    assert (claim.kind, claim.object, claim.starts) == ("event", thing, starts)


async def test_companions_of_an_event_have_a_claim_of_their_own(extractor: OfflineExtractor) -> None:
    found = holding(await read(extractor, "My kids and I went to the beach last weekend."))
    assert {("Ana", "went_to", "beach"), ("Ana's kids", "went_to", "beach")} <= found


@pytest.mark.parametrize(
    ("text", "relation", "thing", "starts"),
    [
        ("I'm thinking about going camping next month.", "considers", "going camping", "next month"),
        ("I'm going to open a bakery.", "plans_to_open", "bakery", "absent"),
        ("I'm having a party tomorrow.", "plans_to_have", "party", "tomorrow"),
        ("I'm putting together an art show next month.", "plans_to_put_together", "art show", "next month"),
    ],
)
async def test_plans_have_their_kind_and_their_date(
    extractor: OfflineExtractor, text: str, relation: str, thing: str, starts: str
) -> None:
    (claim,) = await read(extractor, text)
    assert (claim.kind, claim.relation, claim.object, claim.starts) == ("plan", relation, thing, starts)


async def test_a_plan_does_not_begin_when_it_was_made(extractor: OfflineExtractor) -> None:
    (claim,) = await read(extractor, "Last week I decided to run for office.")
    assert (claim.kind, claim.object, claim.starts) == ("plan", "office", "absent")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have two kids and a brother.", {("Ana", "has_children", "two kids"), ("Ana", "has_sibling", "brother")}),
        ("I'm so busy with my husband.", {("Ana", "marital_status", "married")}),
        ("I got a puppy! Her name is Coco.", {("Ana", "has_pet", "Coco")}),
        ("I was diagnosed with diabetes in 2020.", {("Ana", "health", "diabetes")}),
        ("I'm part of a support group.", {("Ana", "member_of", "support group")}),
        ("I run every morning.", {("Ana", "hobby", "running")}),
        ("I grew up in Ohio.", {("Ana", "grew_up_in", "Ohio")}),
        ('I\'m reading "The Lean Startup".', {("Ana", "reads", "The Lean Startup")}),
        ("I've been looking into counseling jobs.", {("Ana", "looks_into", "counseling jobs")}),
    ],
)
async def test_family_health_clubs_and_pursuits(
    extractor: OfflineExtractor, text: str, expected: set[tuple[str, str, str]]
) -> None:
    assert holding(await read(extractor, text)) == expected


async def test_a_habit_given_up_ends(extractor: OfflineExtractor) -> None:
    (claim,) = await read(extractor, "I stopped eating meat.")
    assert (claim.action, claim.relation, claim.object) == ("ends", "does", "eating meat")


@pytest.mark.parametrize(
    "text",
    [
        "I don't think Diego works at Acme.",
        "Bruno doesn't believe that I bought a car.",
        "I doubt that Diego moved to Porto.",
        "Imagine I bought a boat.",
        "I almost bought a car.",
        "I was going to buy a car.",
        "I would have bought a boat.",
        "I can't wait to visit Rome.",
        "I tried to fix the car.",
        "When I have kids, everything will change.",
        "I wish my kids were here.",
        "Nobody bought a car.",
        "I'm not a big fan of jazz.",
        "Dance isn't my thing.",
        "I don't have pets.",
        "I haven't visited Rome yet.",
        '"I live in Rome," said Diego.',
        'Diego said "I love sushi" to me.',
        "Let's go camping!",
        "Show me how I paint the wall.",
        "I'm no writer.",
        "I hope I can hear you play the violin.",
        "There was this one designer there.",
        "My phone keeps giving me stress.",
        "I'm dying to see it.",
    ],
)
async def test_denials_doubts_quotes_and_near_misses_state_nothing(extractor: OfflineExtractor, text: str) -> None:
    assert await read(extractor, text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "I love that painting!",
        "I love the yellow leaves.",
        "I love your dress.",
        "They enjoyed the Grand Canyon.",
        "Your support motivates me.",
        "I had a blast.",
        "I got the idea yesterday.",
        "I took a picture yesterday.",
        "I love making it a better place.",
    ],
)
async def test_things_of_the_situation_and_empty_words_are_no_facts(extractor: OfflineExtractor, text: str) -> None:
    assert await read(extractor, text) == ()


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I played all kinds of board games yesterday.", "board games"),
        ("I bought an awesome cross necklace.", "cross necklace"),
        ("I watched a really great movie with friends yesterday.", "movie"),
        ("I ran a charity race for mental health last week.", "charity race for mental health"),
    ],
)
async def test_objects_are_short_and_clean(extractor: OfflineExtractor, text: str, thing: str) -> None:
    assert thing in {one.object for one in await read(extractor, text)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Researching adoption agencies.", "Ana is researching adoption agencies."),
        ("Been only to Rome once.", "Ana has been only to Rome once."),
        ("We all made our own pots.", "Ana made their own pots."),
        ("I used to go horseback riding with my dad.", "Ana used to go horseback riding with their dad."),
        ("Dancing brings me joy.", "Ana finds joy in dancing."),
    ],
)
async def test_sentences_stand_alone(extractor: OfflineExtractor, text: str, sentence: str) -> None:
    assert sentence in {one.text for one in await read(extractor, text)}


@pytest.mark.parametrize(
    ("text", "starts", "until"),
    [
        ("I've lived in Porto for three years.", "2023", None),
        ("I lived in Porto until 2019.", "absent", "2019"),
        ("I've lived in Porto since March.", "March", None),
        ("I used to live in Porto until 2020.", "absent", "2020"),
        ("I no longer live in Porto since March.", "absent", "March"),
        ("Next month I'm moving to Porto.", "Next month", None),
        ("I lived in Porto from 2015 to 2018.", "2015", "2018"),
    ],
)
async def test_dates_stay_starts_or_ends_with_their_precision(
    extractor: OfflineExtractor, text: str, starts: str, until: str | None
) -> None:
    (claim,) = await read(extractor, text)
    assert (claim.object, claim.starts, claim.until) == ("Porto", starts, until)


@pytest.mark.parametrize(
    ("zone", "hour", "day"), [("Pacific/Kiritimati", 11, 20), ("Etc/GMT+12", 11, 18), ("America/Sao_Paulo", 2, 18)]
)
async def test_sentences_name_the_local_day(extractor: OfflineExtractor, zone: str, hour: int, day: int) -> None:
    request = Request("I joined Globex yesterday.", NOW.replace(hour=hour), speaker="Ana", time_zone=zone)
    (claim,) = (await extractor.mentions(request)).claims or ()
    assert claim.text == f"Ana joined Globex on {day} May 2026."


async def test_an_addressed_person_is_no_subject(extractor: OfflineExtractor) -> None:
    found = holding(await read(extractor, "Bruno, I went to the community meeting yesterday."))
    assert {subject for subject, _, _ in found} == {"Ana"}


async def test_children_wished_for_are_not_there_yet(extractor: OfflineExtractor) -> None:
    found = holding(await read(extractor, "I'm creating a library for when I have kids."))
    assert "has_children" not in {relation for _, relation, _ in found}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("My sister-in-law, Rachel, is doing great.", "sibling_of"),
        ("I gave my neighbor, Mrs. Johnson, a few cuttings today.", "gave"),
        ("I have a print that I plan to hang in my bedroom.", "plans_to_hang_in"),
    ],
)
async def test_near_relations_are_not_mistaken(extractor: OfflineExtractor, text: str, wrong: str) -> None:
    assert wrong not in {one.relation for one in await read(extractor, text)}


def test_a_spent_budget_keeps_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("spacy")
    first = "I work at Acme. " * 400
    monkeypatch.setattr(Reader, "_read_part", stopping_at_the_second(Reader._read_part))
    found = read_request(Request(f"{first}I live in Lisbon.", NOW, speaker="Ana"))
    assert [(claim.relation, claim.object) for claim in found.claims or ()] == [("works_at", "Acme")]
    assert found.warnings == ("The text took too long to read: it was read as far as 6000 of 6417 characters.",)


def stopping_at_the_second(read: Any) -> Any:
    calls: list[int] = []

    def reading(reader: Reader, turn: Any, language: str) -> None:
        calls.append(1)
        if len(calls) > 1:
            raise BudgetSpent
        read(reader, turn, language)

    return reading


@pytest.mark.parametrize(
    ("text", "held", "over"),
    [
        ("We use Kotlin and Gradle, not Maven anymore.", {("uses", "Kotlin"), ("uses", "Gradle")}, {("uses", "Maven")}),
        ("I speak Polish and Czech but not Slovak.", {("speaks", "Polish"), ("speaks", "Czech")}, set()),
        ("I like opera but not ballet.", {("likes", "opera")}, set()),
        ("I live in Bristol, not in Cardiff.", {("lives_in", "Bristol")}, set()),
        ("I have two cats but no dogs.", {("has_pet", "two cats")}, set()),
        ("I like tea rather than coffee.", {("likes", "tea")}, set()),
        ("I like not only jazz but also soul.", {("likes", "jazz"), ("likes", "soul")}, set()),
    ],
)
async def test_a_contrast_states_what_it_affirms_and_ends_what_no_longer_counts(
    extractor: OfflineExtractor, text: str, held: set[tuple[str, str]], over: set[tuple[str, str]]
) -> None:
    claims = await read(extractor, text)
    assert {(one.relation, one.object) for one in claims if one.action == "holds"} == held
    assert {(one.relation, one.object) for one in claims if one.action == "ends"} == over


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm a vegetarian.", ("Ana", "diet", "vegetarian")),
        ("I'm allergic to shellfish.", ("Ana", "allergic_to", "shellfish")),
        ("I have high blood pressure.", ("Ana", "health", "high blood pressure")),
        ("I have coeliac disease and asthma.", ("Ana", "health", "coeliac disease")),
        ("My new supervisor is Ronja.", ("Ana", "reports_to", "Ronja")),
        ("I work for a startup called Fennwick.", ("Ana", "works_at", "Fennwick")),
        ("I joined a company named Oxbow last month.", ("Ana", "works_at", "Oxbow")),
        ("I work at Tillerman as CTO.", ("Ana", "works_at", "Tillerman")),
        ("I work in the Leeds office of Tillerman Foods.", ("Ana", "works_at", "Tillerman Foods")),
        ("I moved to Braga yesterday.", ("Ana", "lives_in", "Braga")),
        ("I moved from Porto to Braga in May.", ("Ana", "lives_in", "Braga")),
        ("Home is Aarhus, fifth floor.", ("Ana", "lives_in", "Aarhus")),
        ("Mum lives in Salamanca.", ("Ana's mum", "lives_in", "Salamanca")),
        ("Thibault works at Acme.", ("Thibault", "works_at", "Acme")),
        ("I bought a Volvo Amazon in March.", ("Ana", "owns", "Volvo Amazon")),
    ],
)
async def test_states_that_words_of_the_sentence_decide(
    extractor: OfflineExtractor, text: str, expected: tuple[str, str, str]
) -> None:
    assert expected in holding(await read(extractor, text))


@pytest.mark.parametrize(
    "text",
    [
        "Some people claim that Ronja works at Oxbow.",
        "Everybody says that Ronja got married.",
        "Ronja got an offer from Oxbow.",
        "I'm a perfectionist.",
        "I still remember it from when I was 10.",
        "My address is on the second floor.",
    ],
)
async def test_hearsay_offers_and_traits_are_neither_jobs_nor_unions(extractor: OfflineExtractor, text: str) -> None:
    relations = {one.relation for one in await read(extractor, text)}
    assert not relations & {"works_at", "has_role", "marital_status", "married_to", "age"}


async def test_a_pet_that_gets_its_name_later_is_one_pet_with_the_date_of_its_arrival(
    extractor: OfflineExtractor,
) -> None:
    (pet,) = await read(extractor, "We adopted a beagle from the shelter in May, her name is Muffin.")
    assert (pet.relation, pet.object, pet.object_is_entity, pet.starts) == ("has_pet", "Muffin", True, "May")
    (other,) = await read(extractor, "I have a cat. It's called Pebble.")
    assert (other.relation, other.object) == ("has_pet", "Pebble")


async def test_a_last_day_ends_a_job_and_a_range_closes_it(extractor: OfflineExtractor) -> None:
    (claim,) = await read(extractor, "My last day at Tillerman Foods is June 30.")
    assert (claim.relation, claim.action, claim.until) == ("works_at", "ends", "June 30")
    (past,) = await read(extractor, "I used to work at Tillerman Foods from 2018 to 2021.")
    assert (past.relation, past.action, past.starts, past.until) == ("works_at", "holds", "2018", "2021")


async def test_a_name_that_is_refused_is_no_nickname(extractor: OfflineExtractor) -> None:
    assert "nickname" not in {one.relation for one in await read(extractor, "Don't ever call me Annie.")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't stand liquorice.", ("Ana", "dislikes", "liquorice")),
        ("I'm learning Danish, not Swedish.", ("Ana", "learns", "Danish")),
        ("I'm 34.", ("Ana", "age", "34")),
        ("My favorite is the banana split sundae.", ("Ana", "likes", "banana split sundae")),
        ("I've been taking a poetry class lately.", ("Ana", "takes", "poetry class")),
        ("I had a blast at the street festival last week.", ("Ana", "had_blast_at", "street festival")),
        ("I got the chance to volunteer at a youth center.", ("Ana", "got_to_volunteer_at", "youth center")),
        ("My friend Ronja runs a bakery called Krume.", ("Ronja", "runs", "Krume")),
    ],
)
async def test_more_ways_to_tell_likes_classes_and_outings(
    extractor: OfflineExtractor, text: str, expected: tuple[str, str, str]
) -> None:
    assert expected in holding(await read(extractor, text))


async def test_a_job_that_will_start_on_a_day_is_a_state_with_that_start(extractor: OfflineExtractor) -> None:
    (claim,) = await read(extractor, "I will start at Tillerman Foods in September.")
    assert (claim.relation, claim.kind, claim.starts) == ("works_at", "state", "2026-09")


async def test_the_sentence_with_the_job_is_the_sentence_of_the_firm(extractor: OfflineExtractor) -> None:
    claims = await read(extractor, "I've been an illustrator at Tillerman Foods since 2021.")
    assert {one.text for one in claims} == {"Ana has been an illustrator at Tillerman Foods since 2021."}


async def test_what_an_assistant_states_is_marked_and_less_sure_and_comes_after_the_users_own_words(
    extractor: OfflineExtractor,
) -> None:
    messages = (
        Message(role="user", content="I work at Acme."),
        Message(role="assistant", content="Ana works at Acme. Ana lives in Porto."),
    )
    claims = await read(extractor, "", messages=messages)
    assert [(claim.object, claim.second_hand, claim.confidence) for claim in claims] == [
        ("Acme", False, 0.8),
        ("Porto", True, 0.6),
    ]
