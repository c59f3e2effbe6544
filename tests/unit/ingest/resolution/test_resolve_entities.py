"""Stage 2 on given candidates, without a graph."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphmem.claims import Mention, NameVerdict
from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.considered import MOST_TRACED_CANDIDATES, MOST_TRACED_MENTIONS
from graphmem.ingest.resolution.entity_ref import NameReads, RelatedEnd
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.references import reference_of
from graphmem.ingest.resolution.resolve_entities import resolve_entities
from graphmem.ingest.resolution.scoring import score_candidate
from tests.unit.ingest.claim_building import settings, source

SETTINGS = settings()


def known(
    id_: str, name: str, type_: str = "person", how: str = "alias", score: float = 1.0, **more: Any
) -> dict[str, Any]:
    key = f"{type_}:{name.lower()}"
    return {
        "id": id_,
        "name": name,
        "type": type_,
        "key": key,
        "how": how,
        "score": score,
        "rank": 0,
        "externalId": None,
        **more,
    }


def resolved(
    mention: Mention, *near: dict[str, Any], verdicts: dict[str, NameVerdict] | None = None, **where: Any
) -> Any:
    reads = NameReads(1, (near,), {c["externalId"]: c for c in near if c["externalId"]})
    return resolve_entities([EntityMention(mention, source(**where))], reads, SETTINGS, verdicts or {})


def one(found: Any) -> Any:
    assert len(found.entities) == 1
    return found.entities[0]


def test_a_known_name_is_the_known_entity() -> None:
    end = one(resolved(Mention("ANA", "person"), known("1", "Ana")))
    assert (end.id, end.method, end.is_new) == ("1", "exact", False)


def test_the_same_name_of_another_type_is_somebody_else() -> None:
    assert one(resolved(Mention("Jordan", "place"), known("1", "Jordan", "person"))).is_new


def test_a_type_that_was_only_guessed_tells_nobody_of_the_name_apart() -> None:
    guess = Mention("Nordlicht", "place", guessed=True)
    firm = known("1", "Nordlicht", "organization")
    assert one(resolved(guess, firm)).id == "1"
    assert one(resolved(guess, firm)).retype is None
    assert one(resolved(guess, firm, known("2", "Nordlicht", "place", rank=1))).id == "2", "of two, the one of its type"
    assert one(resolved(guess, known("1", "Nordlicht Bank", "organization"))).is_new, "another name"
    assert one(resolved(guess, {**firm, "name": "North Light"})).is_new, "an alias is not the name"
    assert one(resolved(guess)).type_guessed


def test_a_stated_type_takes_the_place_of_a_guessed_one() -> None:
    guessed = known("1", "Jonas", "organization", typeGuessed=True)
    end = one(resolved(Mention("Jonas", "person"), guessed))
    assert (end.id, end.retype, end.type_guessed) == ("1", "person", False)
    assert one(resolved(Mention("Jonas", "other"), guessed)).retype is None
    assert one(resolved(Mention("Jonas", "person"), known("1", "Jonas", "organization"))).is_new, "both are stated"


def test_a_first_name_means_the_only_person_of_that_name() -> None:
    assert one(resolved(Mention("Ana", "person"), known("1", "Ana Souza", how="prefix"))).id == "1"


def test_a_first_name_that_two_people_share_is_new() -> None:
    two = (known("1", "Ana Souza", how="prefix"), known("2", "Ana Lima", how="prefix"))
    assert one(resolved(Mention("Ana", "person"), *two)).is_new


def test_ana_is_not_anastasia() -> None:
    assert one(resolved(Mention("Ana", "person"), known("1", "Anastasia", how="prefix"))).is_new


def test_a_near_vector_alone_is_not_enough() -> None:
    far_written = known("1", "MySQL", "product", how="vector", score=0.93)
    assert one(resolved(Mention("Postgres", "product"), far_written)).is_new


@pytest.mark.parametrize(
    ("name", "like", "type_"),
    [
        ("Redist", "Redis", "technology"),
        ("New York", "York", "place"),
        ("York", "New York", "place"),
        ("Acme Robotics", "Acme", "organization"),
        ("Homburg", "Hamburg", "place"),
    ],
)
def test_a_thing_with_a_name_that_is_only_like_is_another_until_somebody_says_otherwise(
    name: str, like: str, type_: str
) -> None:
    near = known("1", like, type_, how="vector", score=0.9)
    found = resolved(Mention(name, type_), near)
    assert one(found).is_new
    assert [[c["id"] for c in question.candidates] for question in found.questions.values()] == [["1"]]
    meant = NameReads(1, ((near,),), {}, handled={"1": near})
    said = EntityMention(Mention(name, type_, known="1"), source())
    end = one(resolve_entities([said], meant, SETTINGS, {}))
    assert (end.id, end.method) == ("1", "llm")


def test_a_slip_of_the_pen_in_the_name_of_a_person_is_the_same() -> None:
    end = one(
        resolved(Mention("Karolin Bergstrem", "person"), known("1", "Karolin Bergstrom", how="vector", score=0.9))
    )
    assert (end.id, end.method) == ("1", "fuzzy")


@pytest.mark.parametrize(("one_name", "other", "same"), [("王伟", "王薇", False), ("台湾大学", "臺灣大學", True)])
def test_names_in_chinese_signs_are_compared_in_their_signs(one_name: str, other: str, same: bool) -> None:
    end = one(resolved(Mention(other, "other"), known("1", one_name, "other", how="vector", score=0.95)))
    assert end.is_new is not same


def test_none_of_the_shown_ones_is_meant_where_the_answer_says_so() -> None:
    near = known("1", "Ana Souza", how="vector")

    def end(offered: frozenset[str]) -> Any:
        new = Mention("Ana", "person", is_new=True, offered=offered)
        return resolve_entities([EntityMention(new, source())], NameReads(1, ((near,),), {}), SETTINGS, {})

    assert one(end(frozenset({"1"}))).is_new
    assert end(frozenset({"1"})).questions == {}


def test_before_a_second_one_gets_exactly_the_same_name_the_judge_is_asked() -> None:
    new = EntityMention(Mention("Ana", "person", is_new=True, offered=frozenset({"1"})), source())
    found = resolve_entities([new], NameReads(1, ((known("1", "Ana"),),), {}), SETTINGS, {})
    assert one(found).is_new
    assert len(found.questions) == 1


def test_what_the_answer_says_is_checked_by_names_and_types() -> None:
    acme = known("1", "Acme", "organization")
    meant = NameReads(1, ((),), {}, handled={"1": acme})
    end = one(resolve_entities([EntityMention(Mention("Ana", "person", known="1"), source())], meant, SETTINGS, {}))
    assert end.is_new, "a person is no organization"


def test_what_is_only_similar_goes_to_the_judge_and_counts_as_new_until_then() -> None:
    near = known("1", "Acme Labs", "organization", how="vector", score=0.8)
    found = resolved(Mention("Acme", "organization"), near)
    assert one(found).is_new
    key = next(iter(found.questions))
    again = resolved(Mention("Acme", "organization"), near, verdicts={key: NameVerdict(0, "the same firm")})
    assert (one(again).id, one(again).method) == ("1", "llm")
    refused = resolved(Mention("Acme", "organization"), near, verdicts={key: NameVerdict(None)})
    assert one(refused).is_new
    assert not refused.questions


def test_exact_callers_get_no_guesses() -> None:
    assert one(resolved(Mention("Ana", "person"), known("1", "Ana Souza", how="prefix"), resolve="exact")).is_new


def test_an_external_id_outranks_the_name_and_keeps_namesakes_apart() -> None:
    outside = known("1", "Ana Silva", externalId="crm-1")
    assert one(resolved(Mention("A. Silva", "person", external_id="crm-1"), outside)).id == "1"
    assert one(resolved(Mention("Ana Silva", "person", external_id="crm-2"), outside)).is_new


def test_pronouns_are_the_speaker_also_within_a_message() -> None:
    reads = NameReads(1, ((), ()), {})
    wanted = [
        EntityMention(Mention("Ana", "person"), source(speaker="Ana")),
        EntityMention(Mention("Ana", "person"), source(speaker="Ana")),
    ]
    found = resolve_entities(wanted, reads, SETTINGS, {})
    assert found.end("I", source(speaker="Ana")) == found.end("Ana", source())
    assert len(found.entities) == 1


def test_an_alias_leads_to_the_same_entity_within_the_message() -> None:
    reads = NameReads(1, ((), ()), {})
    wanted = [
        EntityMention(Mention("Beatriz", "person", ("Bea",)), source()),
        EntityMention(Mention("Bea", "person"), source()),
    ]
    assert len(resolve_entities(wanted, reads, SETTINGS, {}).entities) == 1


def test_a_surname_alone_is_the_only_person_who_has_it_but_not_if_nobody_said_it_is_a_person() -> None:
    lima = known("1", "Ana Lima", how="text")
    assert one(resolved(Mention("Lima", "person"), lima)).method == "nickname"
    assert one(resolved(Mention("Lima"), lima)).is_new, "Lima is also a town"


def test_a_relative_is_no_candidate_for_the_name_of_whom_he_is_the_relative() -> None:
    brother = known("1", "Ana's brother", how="prefix")
    assert one(resolved(Mention("Ana", "person"), brother)).is_new


def test_what_the_message_shares_with_a_candidate_decides_between_two() -> None:
    two = (known("1", "Ana Silva", rank=0), known("2", "Ana Silva", rank=1))
    shared = {"id": "2", "key": "organization:globex", "text": "Globex", "relation": "works_at", "shared": True}
    reads = NameReads(1, (two,), {}, (({**shared, "degree": 3},),))
    end = one(resolve_entities([EntityMention(Mention("Ana Silva", "person"), source())], reads, SETTINGS, {}))
    assert (end.id, end.method) == ("2", "context")
    assert one(resolved(Mention("Ana Silva", "person"), *two)).id == "1"


def test_callers_whose_names_are_keys_keep_types_apart_and_trust_no_guess() -> None:
    firm = known("1", "Nordwind", "company")
    assert one(resolved(Mention("Nordwind", "organization"), firm)).id == "1"
    assert one(resolved(Mention("Nordwind", "organization"), firm, resolve="exact")).is_new
    guessed = known("1", "Carolina", guess="likeness")
    assert one(resolved(Mention("Carol", "person"), guessed, resolve="exact")).is_new


def test_the_same_reads_and_verdicts_give_the_same_entities() -> None:
    near = (
        known("2", "Ana Lima", how="prefix"),
        known("1", "Ana Souza", how="prefix"),
        known("3", "Anna", how="vector"),
    )
    first, again = (resolved(Mention("Ana", "person"), *order) for order in (near, near[::-1]))
    assert [(e.method, e.is_new) for e in first.entities] == [(e.method, e.is_new) for e in again.entities]
    assert first.questions == again.questions, "whatever the order of the reads, so that a verdict is found again"


def several(*mentions: Mention, near: tuple[Any, ...] = ()) -> Any:
    reads = NameReads(1, near, {c["externalId"]: c for some in near for c in some if c["externalId"]})
    return resolve_entities([EntityMention(one, source()) for one in mentions], reads, SETTINGS, {})


def test_two_names_with_one_id_of_others_are_one() -> None:
    found = several(
        Mention("Robert Lindqvist", "person", external_id="crm-7"), Mention("R. L.", "person", external_id="crm-7")
    )
    assert one(found).external_id == "crm-7"
    assert {norm for norm, *_ in found.aliases} == {"robert_lindqvist", "r_l"}


def test_an_id_of_others_that_comes_with_the_second_mention_is_kept() -> None:
    assert one(several(Mention("Ana", "person"), Mention("Ana", "person", external_id="crm-7"))).external_id == "crm-7"


def test_an_id_of_others_that_the_graph_knows_is_that_one() -> None:
    near = ((), (known("9", "Anita", how="external", externalId="crm-7"),))
    found = several(Mention("Ana", "person"), Mention("Ana", "person", external_id="crm-7"), near=near)
    assert [(e.is_new, e.id == "9") for e in found.entities] == [(True, False), (False, True)]


# --------------------------------------------------------------------------- what the rest of the message speaks for


def shared(*degrees: tuple[str, int]) -> tuple[dict[str, Any], ...]:
    """Facts that a candidate shares with the message: (id of the candidate, facts that the far end has)."""
    fact = {"text": "x", "relation": "works_at", "shared": True}
    return tuple({**fact, "id": id_, "key": f"k{n}", "degree": degree} for n, (id_, degree) in enumerate(degrees))


def decided(*near: dict[str, Any], about: tuple[dict[str, Any], ...], name: str = "Ana Silva", **more: Any) -> Any:
    reads = NameReads(1, (near,), {}, (about,))
    return resolve_entities([EntityMention(Mention(name, "person"), source())], reads, settings(**more), {})


TWO = (known("1", "Ana Silva", rank=0), known("2", "Ana Silva", rank=1))


@pytest.mark.parametrize(
    "degrees",
    [
        pytest.param((("2", 1), ("1", 2)), id="1.00 to 0.63"),
        pytest.param((("2", 1), ("2", 3), ("1", 1)), id="1.50 to 1.00"),
        pytest.param((("2", 15),), id="0.25 to nothing"),
    ],
)
def test_one_and_a_half_times_as_much_support_decides_between_namesakes(degrees: Any) -> None:
    found = decided(*TWO, about=shared(*degrees))
    assert (one(found).id, one(found).method, found.questions) == ("2", "context", {})


@pytest.mark.parametrize(
    "degrees",
    [
        pytest.param((("2", 2), ("1", 4)), id="0.63 to 0.43"),
        pytest.param((("2", 1), ("1", 1)), id="1.00 to 1.00"),
        pytest.param((), id="nothing to nothing"),
    ],
)
def test_less_support_than_that_leaves_namesakes_to_the_judge(degrees: Any) -> None:
    found = decided(*TWO, about=shared(*degrees))
    assert (one(found).id, one(found).method, one(found).rivals) == ("1", "exact", ("2",))
    assert [[c["id"] for c in question.candidates] for question in found.questions.values()] == [["1", "2"]]


def test_support_decides_between_names_that_are_alike_in_the_same_measure() -> None:
    two = (
        known("1", "Ana Lima", how="vector"),
        known("2", "Ana Prado", how="vector"),
    )

    def end(about: tuple[dict[str, Any], ...]) -> Any:
        reads = NameReads(1, (two,), {}, (about,))
        return one(resolve_entities([EntityMention(Mention("Ana", "person"), source())], reads, SETTINGS, {}))

    assert (end(shared(("2", 3))).id, end(shared(("2", 3))).method) == ("2", "context")
    assert end(shared(("2", 15))).is_new, "support of 0.25 is too little for a name that is only alike"
    assert end(shared(("2", 2), ("1", 4))).is_new


def test_two_birth_dates_are_two_people() -> None:
    held = {"id": "1", "key": "d", "text": "1980-01-02", "relation": "born_on", "shared": False, "degree": 1}
    reads = NameReads(1, ((known("1", "Ana Silva"),),), {}, ((held,),))

    def end(date: str) -> Any:
        ties = (RelatedEnd("born_on", "d", "d", date),)
        return one(
            resolve_entities([EntityMention(Mention("Ana Silva", "person"), source(), ties=ties)], reads, SETTINGS, {})
        )

    assert end("1991-12-30").is_new
    assert end("1980-01-02").id == "1"


# --------------------------------------------------------------------------- the judge


def test_without_a_judge_allowed_nobody_is_asked() -> None:
    assert decided(*TWO, about=(), enable_llm_resolution=False).questions == {}


@pytest.mark.parametrize("choice", [None, 2, -1], ids=["none", "no such candidate", "nonsense"])
def test_a_judge_that_knows_none_of_the_namesakes_leaves_the_first(choice: int | None) -> None:
    key = next(iter(decided(*TWO, about=()).questions))
    end = one(resolved(Mention("Ana Silva", "person"), *TWO, verdicts={key: NameVerdict(choice)}))
    assert (end.id, end.rivals) == ("1", ("2",))
    assert one(resolved(Mention("Ana Silva", "person"), *TWO, verdicts={key: NameVerdict(1)})).id == "2"


def test_at_most_three_candidates_are_shown_to_the_judge() -> None:
    near = tuple(
        known(str(n), f"Acme {word}", "organization", how="vector")
        for n, word in enumerate(("Labs", "Farm", "Works", "Films"))
    )
    (question,) = resolved(Mention("Acme", "organization"), *near).questions.values()
    assert len(question.candidates) == 3


def test_a_name_is_new_below_the_threshold_of_candidates_and_asked_about_from_it_on() -> None:
    near = known("1", "Acme Labs", "organization", how="vector", score=0.5)
    score = score_candidate("Acme", "organization", Candidate.of(near)).score
    reads = NameReads(1, ((near,),), {})

    def questions(threshold: float) -> int:
        mention, limits = (
            EntityMention(Mention("Acme", "organization"), source()),
            settings(candidate_threshold=threshold),
        )
        return len(resolve_entities([mention], reads, limits, {}).questions)

    assert (questions(score), questions(score + 0.001)) == (1, 0)


# --------------------------------------------------------------------------- other ways to a known entity


def test_a_name_that_was_only_guessed_gives_way_to_doubt_where_another_fits() -> None:
    souza = known("2", "Ana Souza", how="prefix")
    sure, guessed = known("1", "Ana"), known("1", "Ana Lima", guess="likeness")
    assert one(resolved(Mention("Ana", "person"), sure, souza)).id == "1"
    assert one(resolved(Mention("Ana", "person"), guessed)).id == "1"
    assert one(resolved(Mention("Ana", "person"), guessed, souza)).is_new


def test_an_id_in_place_of_a_name_is_that_entity() -> None:
    mention = EntityMention(Mention("person:ana"), source(supplied=True), of_claim=True)
    reads = NameReads(1, ((),), {}, handled={"person:ana": known("1", "Ana")})
    found = resolve_entities([mention], reads, SETTINGS, {})
    assert (one(found).id, one(found).method, found.aliases) == ("1", "id", ())


def test_a_value_is_no_new_entity_but_may_be_a_known_one() -> None:
    optional = EntityMention(Mention("Lisbon"), source(), optional=True)
    lisbon = known("1", "Lisbon", "place")
    assert resolve_entities([optional], NameReads(1, ((),), {}), SETTINGS, {}).entities == ()
    assert one(resolve_entities([optional], NameReads(1, ((lisbon,),), {}), SETTINGS, {})).id == "1"


def test_a_name_that_another_writer_has_taken_in_between_is_marked() -> None:
    reads = NameReads(1, ((known("1", "Ana"),),), {}, lost=frozenset({"ana"}))
    end = one(resolve_entities([EntityMention(Mention("Ana", "person"), source())], reads, SETTINGS, {}))
    assert end.method == "conflict_fallback"


def test_a_speaker_is_a_person_and_is_never_guessed() -> None:
    near = known("1", "Ana Souza", how="prefix")
    speaker = EntityMention(Mention("Anna Souza", "person"), source(speaker="Anna Souza"))
    end = one(resolve_entities([speaker], NameReads(1, ((near,),), {}), SETTINGS, {}))
    assert (end.is_new, end.type) == (True, "person")


def test_a_guess_is_registered_as_one() -> None:
    found = resolved(Mention("Karolin Bergstrem", "person"), known("1", "Karolin Bergstrom", how="vector", score=0.9))
    assert found.aliases == (("karolin_bergstrem", "Karolin Bergstrem", "1", "likeness"),)
    assert resolved(Mention("Ana", "person"), known("1", "Ana")).aliases == (("ana", "Ana", "1"),)


def test_a_first_name_means_the_person_of_the_same_message() -> None:
    found = several(Mention("Ana Souza", "person"), Mention("Ana", "person"))
    assert (len(found.entities), found.entities[0].name) == (1, "Ana Souza")


def test_a_name_in_another_alphabet_is_registered_in_latin_letters_too() -> None:
    assert "Mariya Ivanova" in {name for _, name, *_ in several(Mention("Мария Иванова", "person")).aliases}


def test_a_relative_who_was_known_without_a_name_gets_it() -> None:
    where = source(speaker="Ana")
    brother = known("1", "Ana's brother", through="kin")
    wanted = EntityMention(
        Mention("Leo", "person"), where, reference=reference_of("my brother Leo", "person", where, "entity")
    )
    end = one(resolve_entities([wanted], NameReads(1, ((brother,),), {}), SETTINGS, {}))
    assert (end.id, end.rename, end.decision().name) == ("1", "Leo", "Leo")


def test_her_brother_is_nobody_known() -> None:
    wanted = EntityMention(Mention("her brother", "person"), source())
    wanted = replace(wanted, reference=reference_of("her brother", "person", source(), "entity"))
    near = known("1", "her brother")
    assert one(resolve_entities([wanted], NameReads(1, ((near,),), {}), SETTINGS, {})).is_new


def test_callers_whose_names_are_keys_find_the_same_type_or_one_that_says_nothing() -> None:
    for type_ in ("person", "other"):
        assert one(resolved(Mention("Ana", "person"), known("1", "Ana", type_), resolve="exact")).id == "1"
    assert one(resolved(Mention("Ana", "other"), known("1", "Ana"), resolve="exact")).id == "1"


def test_a_relative_with_a_name_is_looked_for_among_namesakes_like_anybody() -> None:
    where = source(speaker="Ana")
    reference = reference_of("my brother Leo", "person", where, "entity")
    wanted = EntityMention(Mention("Leo", "person"), where, reference=reference)
    two = (known("1", "Leo", rank=0), known("2", "Leo", rank=1))
    found = resolve_entities([wanted], NameReads(1, (two,), {}), SETTINGS, {})
    assert (one(found).id, one(found).rivals, len(found.questions)) == ("1", ("2",), 1)


# --------------------------------------------------------------------------- an alias is evidence, not identity

GUILI, WHOLE = Mention("Guili", "person"), Mention("Guilherme Prado", "person", ("Guili",))


def listed(*mentions: Mention, near: tuple[tuple[Any, ...], ...] = (), **where: Any) -> Any:
    reads = NameReads(1, near or ((),) * len(mentions), {})
    return resolve_entities([EntityMention(m, source(**where)) for m in mentions], reads, SETTINGS, {})


@pytest.mark.parametrize("mentions", [(GUILI, WHOLE), (WHOLE, GUILI)], ids=["short first", "whole first"])
def test_an_alias_leads_to_one_entity_in_either_order(mentions: tuple[Mention, ...]) -> None:
    assert one(listed(*mentions)).name == "Guilherme Prado"


def test_the_order_of_the_list_is_the_order_of_the_entities() -> None:
    found = listed(Mention("Nora", "person"), Mention("Beatriz", "person", ("Bea",)), Mention("Otto", "person"))
    assert [e.name for e in found.entities] == ["Nora", "Beatriz", "Otto"]


@pytest.mark.parametrize("order", [1, -1])
def test_a_name_that_stands_beside_a_known_one_of_like_spelling_is_somebody_else(order: int) -> None:
    mentions = (Mention("Katarina Lindqvist", "person"), Mention("Katarina Lindqist", "person"))
    near = (known("1", "Katarina Lindqvist"),), (known("1", "Katarina Lindqvist", how="vector", score=0.97),)
    assert one(listed(mentions[1], near=near[1:])).id == "1"
    found = listed(*mentions[::order], near=near[::order])
    assert [e.id == "1" for e in found.entities] == [True, False][::order]


def test_what_the_message_shares_with_the_name_beside_it_does_not_join_the_two() -> None:
    tie = RelatedEnd("knows", "otto", None, "Otto")
    about = [{"id": "1", "key": "person:otto", "text": "Otto", "relation": "knows", "shared": True, "degree": 1}]
    mentions = [
        EntityMention(Mention("Nelda Ferro", "person"), source()),
        EntityMention(Mention("Nilda Ferro", "person"), source(), ties=(tie,)),
    ]
    near = (known("1", "Nelda Ferro"),), (known("1", "Nelda Ferro", how="text", score=0.0),)
    found = resolve_entities(mentions, NameReads(1, near, {}, about=((), tuple(about))), SETTINGS, {})
    assert [e.name for e in found.entities] == ["Nelda Ferro", "Nilda Ferro"]


def test_two_new_names_of_like_spelling_in_one_message_are_two() -> None:
    assert len(listed(Mention("Nilda Ferro", "person"), Mention("Nelda Ferro", "person")).entities) == 2


def test_a_short_name_beside_the_known_full_name_is_still_the_same() -> None:
    near = (known("1", "Katarina Lindqvist"),), (known("1", "Katarina Lindqvist", how="text", score=0.0),)
    assert one(listed(Mention("Katarina Lindqvist", "person"), Mention("Katarina", "person"), near=near)).id == "1"


def test_two_of_one_message_may_share_an_alias() -> None:
    found = listed(Mention("Rosalind Hart", "person", ("Rosi",)), Mention("Rosa Weber", "person", ("Rosi",)))
    assert [e.name for e in found.entities] == ["Rosalind Hart", "Rosa Weber"]


def test_an_alias_that_another_has_makes_nobody_the_other() -> None:
    hart = known("1", "Rosalind Hart", how="alias", through="alias", aliases=["Rosalind Hart", "Rosi"])
    weber = one(resolved(Mention("Rosa Weber", "person", ("Rosi",)), hart))
    assert weber.is_new
    short = known("2", "Rosi", how="alias", through="alias", aliases=["Rosi"])
    assert (one(resolved(Mention("Rosa Weber", "person", ("Rosi",)), hart, short)).id) == "2"


def test_a_name_that_several_have_as_an_alias_is_the_first_and_the_others_are_told() -> None:
    two = (known("1", "Rosalind Hart", rank=0), known("2", "Rosa Weber", rank=1))
    end = one(resolved(Mention("Rosi", "person"), *two))
    assert (end.id, end.rivals) == ("1", ("2",))


def test_who_has_a_name_as_its_own_goes_before_who_has_it_as_an_alias() -> None:
    two = (known("1", "Rosalind Hart", rank=0), known("2", "Rosi", rank=1))
    assert one(resolved(Mention("Rosi", "person"), *two)).id == "2"


def test_somebody_else_of_a_known_name_is_new_unless_the_judge_knows_better() -> None:
    ana, said = known("1", "Ana Silva"), "Another Ana Silva teaches chess."
    first = resolved(Mention("Ana Silva", "person"), ana, sentence=said)
    assert one(first).is_new
    key = next(iter(first.questions))
    again = resolved(Mention("Ana Silva", "person"), ana, sentence=said, verdicts={key: NameVerdict(0)})
    assert one(again).id == "1"


# --------------------------------------------------------------------------- near in meaning, far in writing


def near_in_meaning(name: str, known_name: str, cosine: float, type_: str = "other") -> tuple[bool, int]:
    """Whether the name is new without a judge, and how many questions there are."""
    found = resolved(Mention(name, type_), known("1", known_name, type_, how="vector", score=cosine))
    return one(found).is_new, len(found.questions)


@pytest.mark.parametrize(
    ("name", "known_name", "type_"),
    [("Guili", "Guilherme", "person"), ("Big Apple", "New York City", "place"), ("Postgres", "PostgreSQL", "product"),
     ("Lisboa", "Lisbon", "place")],
)  # fmt: skip
def test_a_name_near_in_meaning_is_for_the_judge(name: str, known_name: str, type_: str) -> None:
    assert near_in_meaning(name, known_name, 0.87, type_) == (True, 1)
    assert near_in_meaning(name, known_name, 0.60, type_)[0]


@pytest.mark.parametrize(
    ("name", "known_name", "type_"),
    [("Gateway 3", "Gateway 4", "product"), ("Ana Souza", "Ana Lima", "person"), ("Nordwind AG", "Nordwind GmbH", "company")],
)  # fmt: skip
def test_what_tells_two_apart_is_asked_of_nobody(name: str, known_name: str, type_: str) -> None:
    assert near_in_meaning(name, known_name, 0.95, type_) == (True, 0)


def test_a_name_that_is_only_near_is_not_matched_by_what_the_message_shares() -> None:
    mysql = known("1", "MySQL", "product", how="vector", score=0.9)
    reads = NameReads(1, ((mysql,),), {}, (shared(("1", 1)),))
    found = resolve_entities([EntityMention(Mention("Postgres", "product"), source())], reads, SETTINGS, {})
    assert one(found).is_new


def test_a_number_for_letters_is_the_word_in_one_message_too() -> None:
    assert len(listed(Mention("Kubernetes", "product"), Mention("K8s", "product")).entities) == 1
    assert len(listed(Mention("K8s", "product"), Mention("Kubernetes", "product")).entities) == 1
    beside = known("1", "Kubernetes", "product", how="text", aliases=["Kubernetes", "kube"])
    assert one(resolved(Mention("K8s", "product"), beside)).id == "1"


def traced(found: Any) -> list[tuple[str, float | None, bool]]:
    return [(one.id, one.score, one.chosen) for one in found.considered]


def test_the_candidates_of_a_mention_are_kept_with_their_scores_for_the_trace() -> None:
    found = resolved(Mention("Jon Smith", "person"), *(known(id_, name, how="vector", score=0.7)
                     for id_, name in (("1", "John Smith"), ("2", "Mary Poppins"), ("3", "Joan Smithers"))))  # fmt: skip
    chosen = one(found)
    scores = {id_: score for id_, score, _ in traced(found)}
    assert set(scores) == {"1", "2", "3"}
    assert scores["1"] == pytest.approx(
        score_candidate("Jon Smith", "person", Candidate.of(known("1", "John Smith"))).score, abs=0.001
    )
    assert [id_ for id_, _, is_chosen in traced(found) if is_chosen] == ([] if chosen.is_new else [chosen.id])
    ranked = [score or 0.0 for _, score, is_chosen in traced(found) if not is_chosen]
    assert ranked == sorted(ranked, reverse=True)
    assert {one.mention for one in found.considered} == {"Jon Smith"}


def test_a_name_that_is_exactly_known_is_traced_as_the_same() -> None:
    (considered,) = resolved(Mention("ANA", "person"), known("1", "Ana")).considered
    assert (considered.id, considered.score, considered.reason, considered.chosen) == ("1", 1.0, "the same name", True)
    assert resolved(Mention("Ana", "person")).considered == ()


def test_the_trace_of_candidates_is_bounded() -> None:
    near = tuple(known(str(n), f"Ana Souza {'x' * n}", how="vector", score=0.7) for n in range(40))
    assert len(resolved(Mention("Ana Lima", "person"), *near).considered) == MOST_TRACED_CANDIDATES
    names = [Mention(f"Name{n} Of{n}", "person") for n in range(MOST_TRACED_MENTIONS + 20)]
    reads = NameReads(1, tuple((known(f"k{n}", name.name),) for n, name in enumerate(names)), {})
    found = resolve_entities([EntityMention(name, source()) for name in names], reads, SETTINGS, {})
    assert len(found.considered) == MOST_TRACED_MENTIONS
