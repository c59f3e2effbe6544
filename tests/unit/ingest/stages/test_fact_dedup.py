"""Stage 4: which claims are left out, which known fact a claim confirms, and when a judge is asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import MIRROR, Claim, FactVerdict
from graphmem.ingest.stages.claim_linking import ANOTHER_NAME, link_claims
from graphmem.ingest.stages.comparison import own_details
from graphmem.ingest.stages.fact_dedup import dedup_facts
from graphmem.ingest.stages.records import DistinctClaim, FactReads, LinkedClaim, LinkedClaims
from graphmem.names.normalize import value_key
from graphmem.ontology import RelationRule
from tests.unit.ingest.building import entity
from tests.unit.ingest.claim_building import (
    ANA,
    BRUNO,
    fact_reads,
    known_fact,
    linked,
    resolved_names,
    settings,
    source,
)

NOTHING_KNOWN = FactReads(1, frozenset(), {}, {}, (), ())


def kept(*claims: LinkedClaim, reads: FactReads = NOTHING_KNOWN, **changes: Any) -> list[str]:
    """The texts of the claims that stay."""
    return [c.claim.text for c in dedup_facts(claims, reads, settings(**changes), {})[0]]


def compared(claim: LinkedClaim, *held: dict[str, Any], **more: Any) -> DistinctClaim:
    """A claim compared with the facts that are held of its subject and relation."""
    (found,), _, questions = dedup_facts([claim], fact_reads(held, **more), settings(), {})
    assert not questions
    return found


# --------------------------------------------------------------------------- the ends of claims


def ends_of(*claims: Claim, **where: Any) -> LinkedClaims:
    return link_claims([(claim, source(**where)) for claim in claims], resolved_names(ANA, BRUNO), {"Ana sings": [1.0]})


def test_a_claim_gets_its_entities_its_relation_and_its_vector() -> None:
    (claim,) = ends_of(Claim("Ana", "works for", "Bruno", "Ana sings", object_is_entity=True)).placed
    assert (claim.subject, claim.object, claim.relation, claim.said) == (ANA, BRUNO, "works_at", "works_for")
    assert claim.vector == [1.0]


def test_a_caller_whose_names_are_keys_keeps_the_relation_as_sent() -> None:
    assert ends_of(Claim("Ana", "works for", "x", "t"), resolve="exact").placed[0].relation == "works_for"


def test_an_object_is_an_entity_only_if_the_claim_allows_it() -> None:
    free, value = (Claim("Ana", "likes", "Bruno", "t", object_is_entity=flag) for flag in (None, False))
    assert [claim.object for claim in ends_of(free, value).placed] == [BRUNO, None]


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (Claim("Nobody", "likes", "tea", "t"), "an end of it has no name"),
        (Claim("Ana", "likes", " ", "t"), "an end of it has no name"),
        (Claim("Ana", "likes", "Nobody", "t", object_is_entity=True), "an end of it has no name"),
        (Claim("Ana", "likes", "Ana", "t", object_is_entity=True), "it relates an entity to itself"),
        (Claim("Ana", "nickname", "Aninha", "t"), ANOTHER_NAME),
    ],
)
def test_a_claim_that_is_no_fact_is_left_out_with_the_reason(claim: Claim, reason: str) -> None:
    found = ends_of(claim)
    assert (found.placed, [skipped.reason for skipped in found.unplaced]) == ((), [reason])


@pytest.mark.parametrize("relation", ["also known as", "goes by", "aka", "apelido", "apodo", "surnom", "Spitzname"])
def test_words_of_identity_make_an_alias(relation: str) -> None:
    assert ends_of(Claim("Ana", relation, "Aninha", "t")).aliases == (("aninha", "Aninha", "Ana"),)


@pytest.mark.parametrize("relation", ["called", "calls", "phoned", "named"])
def test_a_call_makes_no_alias(relation: str) -> None:
    assert ends_of(Claim("Ana", relation, "Bruno", "t")).aliases == ()


def test_another_name_becomes_an_alias_unless_it_is_denied() -> None:
    assert ends_of(Claim("Ana", "nickname", " Aninha ", "t")).aliases == (("aninha", "Aninha", "Ana"),)
    denied = ends_of(Claim("Ana", "nickname", "Aninha", "t", action="never"))
    assert (len(denied.placed), denied.aliases) == (1, ())


# --------------------------------------------------------------------------- within a message


def test_the_same_words_but_for_case_and_signs_are_said_once_and_the_first_stays() -> None:
    first, again = linked("Green tea"), linked("green tea!", text="ana likes green tea.")
    assert kept(first, again) == ["Ana likes Green tea"]


@pytest.mark.parametrize(("threshold", "left"), [(0.6, 2), (0.59, 1)])
def test_the_same_meaning_is_said_once_strictly_above_the_threshold(threshold: float, left: int) -> None:
    """The vectors lie at a cosine of 0.6 exactly."""
    first = linked("walking in the morning", vector=[1.0, 0.0])
    second = linked("a morning walk", text="Ana enjoys a morning walk", vector=[3.0, 4.0])
    assert len(kept(first, second, semantic_dedup_threshold=threshold)) == left


def test_two_values_with_words_of_their_own_are_two_facts_however_alike() -> None:
    mill, chapel = (linked(f"choir at the {place}", vector=[1.0, 0.0]) for place in ("mill", "chapel"))
    assert len(kept(mill, chapel)) == 2


def test_what_was_left_out_does_not_leave_out_others() -> None:
    first = linked("a run at dawn", vector=[1.0, 0.0])
    middle = linked("a run at dawn daily", vector=[0.8, 0.6])
    last = linked("a daily run at dawn", text="Ana likes a daily run, mostly", vector=[0.28, 0.96])
    assert kept(first, middle, last, semantic_dedup_threshold=0.7) == [first.claim.text, last.claim.text]


@pytest.mark.parametrize(
    "other",
    [
        linked("a dog", text="Ana likes tea", vector=[1.0, 0.0]),
        linked("tea", text="Ana likes tea", vector=[1.0, 0.0], subject=BRUNO),
        linked("tea with 2 sugars", vector=[1.0, 0.0]),
        linked("tea#", vector=[0.0, 1.0]),
        linked("tea", vector=[1.0, 0.0], until="2020"),
        linked("tea", vector=[1.0, 0.0], action="ends"),
        linked("tea", vector=[1.0, 0.0], where=source(n=1)),
    ],
    ids=[
        "another value",
        "another person",
        "another number",
        "a sign that makes another word",
        "another period",
        "an end",
        "another record",
    ],
)
def test_a_different_fact_stays_however_alike_the_sentences_are(other: LinkedClaim) -> None:
    assert len(kept(linked("tea", vector=[1.0, 0.0]), other)) == 2


def test_a_claim_that_is_left_out_names_the_one_that_says_the_same() -> None:
    (first,), (skipped,), _ = dedup_facts([linked("tea"), linked("Tea")], NOTHING_KNOWN, settings(), {})
    assert (skipped.twin, skipped.reason) == (first, "said already in this message: Ana likes tea")


def test_a_value_and_an_entity_of_the_same_name_are_two_facts() -> None:
    value, entity_ = linked("Bruno", text="Ana likes the song"), linked("Bruno", end=BRUNO)
    assert len(kept(value, entity_)) == len(kept(entity_, value)) == 2


def test_supplied_facts_are_not_left_out_for_their_likeness() -> None:
    claims = [linked(text, vector=[1.0, 0.0], where=source(supplied=True)) for text in ("run", "runs", "Run", "run!")]
    assert kept(*claims) == ["Ana likes run", "Ana likes runs", "Ana likes run!"]


def mirror(**more: Any) -> LinkedClaim:
    fields = {"relation": "married_to", "end": BRUNO, "text": "Ana married to Bruno", "origin": MIRROR, **more}
    return linked("Bruno", **fields)


def test_a_relation_without_a_sentence_is_left_out_where_a_sentence_says_the_same() -> None:
    sentence = linked("Bruno", relation="married_to", end=BRUNO, text="They married in May", starts="May")
    assert kept(mirror(), sentence) == ["They married in May"]


def test_a_symmetric_relation_is_said_already_the_other_way_round() -> None:
    other_way = linked("Ana", relation="married_to", subject=BRUNO, end=ANA, text="Bruno took Ana's hand")
    assert kept(mirror(), other_way) == ["Bruno took Ana's hand"]
    one_way = linked("Ana", relation="parent_of", subject=BRUNO, end=ANA, text="Bruno raised Ana")
    assert len(kept(mirror(relation="parent_of"), one_way)) == 2


def test_two_records_of_one_commit_share_a_value_that_differs_in_letters_only() -> None:
    first, second = linked("Green tea"), linked("green tea!", where=source(n=1))
    (one, other), _, _ = dedup_facts([first, second], NOTHING_KNOWN, settings(), {})
    assert other.object == one.object
    assert other.decision == "same value in other words"
    exact = replace(second, source=source(n=1, resolve="exact"))
    (one, other), _, _ = dedup_facts([first, exact], NOTHING_KNOWN, settings(), {})
    assert other.object.id != one.object.id


# --------------------------------------------------------------------------- against the graph


def test_a_known_value_keeps_its_id() -> None:
    value = compared(linked("tea"), values={value_key("tea"): "v1"}).object
    assert (value.id, value.is_new) == ("v1", False)


def test_a_fact_with_the_same_ends_is_confirmed() -> None:
    bruno = known_fact("f1", "Bruno", isEntity=True)
    found = compared(linked("Bruno", end=BRUNO), bruno, known_fact("f2", "tea"))
    assert [known["factId"] for known in found.stored] == ["f1"]


def test_a_held_value_in_other_letters_is_confirmed() -> None:
    found = compared(linked("the Green tea!"), known_fact("f1", "green tea"))
    assert ([known["factId"] for known in found.stored], found.object.id) == (["f1"], "green tea")
    assert compared(linked("the Green tea"), known_fact("f1", "green tea", isEntity=True)).stored == ()
    assert compared(linked("black tea"), known_fact("f1", "green tea")).stored == ()


def test_callers_whose_names_are_keys_confirm_only_the_same_value() -> None:
    claim = linked("the Green tea", where=source(resolve="exact"))
    assert compared(claim, known_fact("f1", "green tea")).stored == ()


def test_the_relation_and_its_rule_are_those_that_a_person_stated() -> None:
    rule = RelationRule("enjoys", "one")
    found = compared(linked("tea"), learnt={"likes": "enjoys"}, rules={"enjoys": rule})
    assert (found.relation, found.rule) == ("enjoys", rule)
    assert compared(linked("tea")).rule.cardinality == "many", "without a stated rule the seed counts"


@pytest.mark.parametrize(("score", "alike"), [(0.75, ()), (0.76, ("f1",)), (None, ())])
def test_a_fact_is_resembled_strictly_above_the_threshold(score: float | None, alike: tuple[str, ...]) -> None:
    reads = fact_reads(alike=((known_fact("f1", "rye", score=score),),))
    assert dedup_facts([linked("tea")], reads, settings(boost_threshold=0.75), {})[0][0].alike == alike


# --------------------------------------------------------------------------- ends and denials


def test_a_vague_end_means_the_only_live_fact() -> None:
    past = known_fact("past", "rye", open=False)
    assert compared(linked("it", action="ends"), known_fact("f1", "tea"), past).object.id == "tea"
    two = compared(linked("it", action="ends"), known_fact("f1", "tea"), known_fact("f2", "rye"))
    assert (two.object.text, two.decision) == ("it", "new")


def test_an_end_means_the_live_fact_that_is_written_alike() -> None:
    found = compared(linked("running in the park", action="ends"), known_fact("f1", "the running in the park daily"))
    assert (found.object.id, found.decision) == ("the running in the park daily", "the one of that name")
    assert compared(linked("chess", action="ends"), known_fact("f1", "tea")).decision == "new"


def test_an_end_never_means_a_fact_with_another_number_or_name() -> None:
    assert compared(linked("flat 12 in Rome", action="ends"), known_fact("f1", "flat 13 in Rome")).decision == "new"


def test_a_supplied_end_means_nothing_that_is_only_written_alike() -> None:
    where = source(supplied=True)
    alike = known_fact("f1", "the running in the park daily")
    assert compared(linked("running in the park", action="ends", where=where), alike).decision == "new"
    same = compared(linked("Tea!", action="ends", where=where), known_fact("f1", "tea"))
    assert (same.object.id, same.decision) == ("tea", "the one of that name")


def test_an_end_of_an_entity_means_that_entity() -> None:
    found = compared(linked("Bruno", end=BRUNO, action="ends"), known_fact("f1", "Bruna", isEntity=True))
    assert found.object is BRUNO


# --------------------------------------------------------------------------- the judge


ACME = known_fact("f1", "Acme", relation="works_at", objectId="acme", isEntity=True, score=0.7)


def asked(claim: LinkedClaim, *similar: dict[str, Any], **more: Any) -> list[list[str]]:
    """The ids of the facts in each question that a judge is asked."""
    questions = dedup_facts([claim], fact_reads(similar=similar, **more), settings(reconcile_threshold=0.6), {})[2]
    return [[known["factId"] for known in question.known] for question in questions.values()]


def test_a_judge_is_asked_about_similar_facts_from_the_threshold_on() -> None:
    near, exact, far = (known_fact(id_, "x", score=score) for id_, score in (("f1", 0.9), ("f2", 0.6), ("f3", 0.59)))
    assert asked(linked("tea"), near, exact, far, known_fact("f4", "x", score=None)) == [["f1", "f2"]]
    assert asked(linked("tea"), far) == []


def test_no_judge_is_asked_about_a_relation_that_holds_one_value_at_a_time() -> None:
    near = known_fact("f1", "x", score=0.9)
    assert asked(linked("Globex", relation="works_at"), near) == []
    assert asked(linked("tea"), near, rules={"likes": RelationRule("likes", "one")}) == [], "as a person has stated it"
    assert asked(linked("x", relation="works_at"), near, rules={"works_at": RelationRule("works_at", "many")}) == [
        ["f1"]
    ]
    assert asked(linked("x", relation="unheard_of"), near) == [["f1"]]


@pytest.mark.parametrize(
    "claim",
    [
        linked("tea", action="ends", where=source(supplied=True)),
        linked("tea", action="never", where=source(supplied=True)),
        linked("tea", where=source(resolve="exact")),
    ],
    ids=["a supplied end", "a supplied denial", "names are keys"],
)
def test_no_judge_is_asked_about_what_is_taken_literally(claim: LinkedClaim) -> None:
    assert asked(claim, known_fact("f1", "x")) == []


@pytest.mark.parametrize("action", ["ends", "never"])
def test_the_judge_is_asked_which_open_fact_an_end_means_that_fits_none(action: Any) -> None:
    open_, over = known_fact("f1", "green tea"), known_fact("f2", "black tea", open=False)
    assert asked(linked("the pot", action=action), open_, over) == [["f1"]]


def test_no_judge_is_asked_about_a_fact_that_is_confirmed() -> None:
    tea = known_fact("f1", "tea")
    assert not dedup_facts([linked("Tea!")], fact_reads((tea,), (tea,)), settings(), {})[2]


def judged(relation: str, verdict: FactVerdict) -> Any:
    claim, reads = linked("a sister", relation=relation), fact_reads(similar=(ACME,))
    _, _, questions = dedup_facts([claim], reads, settings(), {})
    key = next(iter(questions))
    distinct, _, again = dedup_facts([claim], reads, settings(), {key: verdict})
    assert not again
    return distinct[0]


@pytest.mark.parametrize("relation", ["same", "refines"])
def test_a_fact_of_another_relation_and_object_is_never_filed_under_a_known_one(relation: Any) -> None:
    found = judged("has_sibling", FactVerdict(relation, 0, "they look alike"))
    assert (found.relation, found.object.text) == ("has_sibling", "a sister")
    assert found.decision.startswith("new")


@pytest.mark.parametrize("relation", ["same", "refines"])
def test_what_says_the_same_of_one_relation_confirms_the_known_fact(relation: Any) -> None:
    known = {**ACME, "relation": "likes"}
    claim, reads = linked("the firm"), fact_reads(similar=(known,))
    key = next(iter(dedup_facts([claim], reads, settings(), {})[2]))
    found = dedup_facts([claim], reads, settings(), {key: FactVerdict(relation, 0, "one firm")})[0][0]
    assert (found.object.id, found.stored, found.decision) == ("acme", (known,), f"{relation}: one firm")


def test_a_contradiction_may_be_of_another_relation() -> None:
    found = judged("employed_near", FactVerdict("contradicts", 0, "she left"))
    assert [k["factId"] for k in found.contradicts] == ["f1"]


@pytest.mark.parametrize("verdict", [FactVerdict("new"), FactVerdict("new", 0)])
def test_new_is_new(verdict: FactVerdict) -> None:
    found = judged("likes", verdict)
    assert (found.contradicts, found.stored, found.decision) == ((), (), "new")


# --------------------------------------------------------------------------- the judge about details of one fact


def told(details: list[str] | None, text: str, *more: tuple[str, list[str] | None, list[str] | None]) -> dict[str, Any]:
    """An open fact about Oslo that tells a sentence, with the sentences of its other statements: (text, details, verdict)."""
    said = [(text, details, None), *more]
    sentences = [{"text": text, "details": words, "verdict": verdict} for text, words, verdict in said]
    return known_fact("f1", "oslo", factText=text, sentences=sentences)


OSLO = {value_key("oslo"): "oslo"}
PARENTS = told(["parent"], "Ana lives in Oslo with her parents")


def lives(text: str, **more: Any) -> LinkedClaim:
    return linked("oslo", relation="lives_in", text=text, **more)


def sentence_questions(claim: LinkedClaim, *held: dict[str, Any]) -> list[str]:
    _, _, questions = dedup_facts([claim], fact_reads(held, values=OSLO), settings(), {})
    return [known["factText"] for question in questions.values() for known in question.known]


def test_the_judge_is_asked_about_details_that_the_words_do_not_decide() -> None:
    aunt = lives("Ana lives in Oslo with her aunt")
    assert sentence_questions(aunt, PARENTS) == ["Ana lives in Oslo with her parents"]
    one = RelationRule("lives_in", "one")
    reads = fact_reads((PARENTS,), values=OSLO, rules={"lives_in": one})
    assert len(dedup_facts([aunt], reads, settings(), {})[2]) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Ana lives in Oslo",
        "Ana has lived in Oslo with her parents since May",
        "Ana lives in Oslo with her parents and her aunt",
    ],
)
def test_no_judge_is_asked_where_the_words_decide(text: str) -> None:
    assert sentence_questions(lives(text), PARENTS) == []


def test_no_judge_is_asked_about_an_end_or_where_names_are_keys_or_where_nothing_holds() -> None:
    text = "Ana lives in Oslo with her aunt"
    assert sentence_questions(lives(text, action="ends"), PARENTS) == []
    assert sentence_questions(lives(text, where=source(resolve="exact")), PARENTS) == []
    assert sentence_questions(lives(text), {**PARENTS, "open": False}) == []


def test_no_judge_is_asked_twice_about_one_sentence() -> None:
    text = "Ana lives in Oslo with her folks"
    judged_before = told(["parent"], "Ana lives in Oslo with her parents", (text, ["folk"], ["same", "parent"]))
    assert sentence_questions(lives(text), judged_before) == []
    closed = {**told(["folk"], text), "open": False, "factId": "f0"}
    assert sentence_questions(lives(text), PARENTS, closed) == []


@pytest.mark.parametrize(
    ("relation", "verdict"),
    [("same", ("same", "parent")), ("refines", ("refines", "parent")), ("contradicts", None), ("new", None)],
)
def test_the_verdict_on_a_sentence_stays_with_the_claim(relation: Any, verdict: tuple[str, ...] | None) -> None:
    claim, reads = lives("Ana lives in Oslo with her folks"), fact_reads((PARENTS,), values=OSLO)
    key = next(iter(dedup_facts([claim], reads, settings(), {})[2]))
    choice = None if relation == "new" else 0
    (found,), _, again = dedup_facts([claim], reads, settings(), {key: FactVerdict(relation, choice, "so it is")})
    assert not again
    assert (found.verdict, found.contradicts, found.stored) == (verdict, (), (PARENTS,))
    assert found.decision == ("new" if relation == "new" else f"{relation}: so it is")


def test_a_verdict_is_about_the_details_as_they_count_after_earlier_verdicts() -> None:
    text = "Ana lives in Oslo with mum and dad"
    known = told(["dad", "mum"], text, ("Ana lives in Oslo with her parents", ["parent"], None))
    known["sentences"][0]["verdict"] = ["refines", "parent"]
    claim, reads = lives("Ana lives in Oslo with her folks"), fact_reads((known,), values=OSLO)
    key = next(iter(dedup_facts([claim], reads, settings(), {})[2]))
    (found,), _, _ = dedup_facts([claim], reads, settings(), {key: FactVerdict("same", 0, "")})
    assert found.verdict == ("same", "dad", "mum", "parent")


def test_what_refines_the_value_of_a_known_fact_says_more_than_it() -> None:
    known = known_fact("f1", "everything", factText="Ana likes everything", score=0.9)
    for object_, details in (("everything but nuts", ["nut"]), ("everything", ["ana likes everything"])):
        claim = linked(object_)
        reads = fact_reads(similar=(known,))
        key = next(iter(dedup_facts([claim], reads, settings(), {})[2]))
        (found,), _, _ = dedup_facts([claim], reads, settings(), {key: FactVerdict("refines", 0, "")})
        assert (found.verdict, own_details(found)) == (("refines",), details)


def test_a_value_that_the_sentence_denies_ends() -> None:
    fiat = {name: value for name, value in known_fact("f1", "Fiat").items() if name != "relation"}
    claim = linked("Volvo", relation="drives", text="Ana drives a Volvo, not a Fiat.")
    ((found,), _, _) = dedup_facts([claim], fact_reads((fiat,)), settings(), {})
    assert [(known["factId"], known["relation"]) for known in found.contradicts] == [("f1", "drives")]


def test_the_opposite_of_a_known_taste_ends_it() -> None:
    likes = known_fact("f1", "techno", relation="likes")
    reads = fact_reads(states=((likes,),))
    ((found,), _, _) = dedup_facts([linked("techno", relation="dislikes")], reads, settings(), {})
    assert [known["factId"] for known in found.contradicts] == ["f1"]
    ((other,), _, _) = dedup_facts([linked("opera", relation="dislikes")], reads, settings(), {})
    assert other.contradicts == ()


def test_several_roles_of_one_message_come_beside_each_other() -> None:
    nurse, lecturer = (linked(name, relation="has_role") for name in ("nurse", "lecturer"))
    assert [one.adds for one in dedup_facts([nurse, lecturer], fact_reads(), settings(), {})[0]] == [True, True]
    assert not dedup_facts([nurse], fact_reads(), settings(), {})[0][0].adds
    later = linked("lecturer", relation="has_role", starts="2020")
    assert [one.adds for one in dedup_facts([nurse, later], fact_reads(), settings(), {})[0]] == [False, False]


def test_an_end_means_the_only_open_fact_with_all_its_words() -> None:
    bike, car = known_fact("f1", "black folding bike", relation="owns"), known_fact("f2", "car", relation="owns")
    reads = fact_reads(states=((bike, car),))
    ((found,), _, _) = dedup_facts([linked("the bike", relation="has", action="ends")], reads, settings(), {})
    assert (found.relation, found.object.id) == ("owns", "black folding bike")
    both = fact_reads(states=((bike, known_fact("f3", "old bike", relation="owns")),))
    ((doubtful,), _, _) = dedup_facts([linked("the bike", relation="has", action="ends")], both, settings(), {})
    assert doubtful.relation == "has"


def test_the_same_amount_in_another_notation_is_the_known_value() -> None:
    known = known_fact("f1", "€1,250.50", relation="pays_rent")
    ((found,), _, _) = dedup_facts(
        [linked("1.250,50 € a month", relation="pays_rent")], fact_reads((known,)), settings(), {}
    )
    assert [stored["factId"] for stored in found.stored] == ["f1"]


def test_a_thin_space_between_thousands_makes_no_other_amount() -> None:
    known = known_fact("f1", "2 400 €", relation="pays_rent")
    claims = [linked("2400,00 euros", relation="pays_rent")]
    ((found,), _, _) = dedup_facts(claims, fact_reads((known,)), settings(), {})
    assert [stored["factId"] for stored in found.stored] == ["f1"]


def test_a_longer_sentence_about_a_known_fact_is_for_the_judge_unless_it_was_shown() -> None:
    told = {"text": "Ana keeps bees.", "details": None, "verdict": None}
    bees = known_fact("f1", "bees", relation="keeps", factText="Ana keeps bees.", sentences=[told], objectId="bees")
    claim = linked("bees", relation="keeps", text="Ana keeps bees, whatever the village says.")
    _, _, questions = dedup_facts([claim], fact_reads((bees,)), settings(), {})
    assert [question.text for question in questions.values()] == [claim.claim.text]
    shown = linked("bees", relation="keeps", text=claim.claim.text, where=source(offered=frozenset({"f1"})))
    assert dedup_facts([shown], fact_reads((bees,)), settings(), {})[2] == {}


def test_a_deed_whose_end_the_tables_do_not_know_is_for_the_judge() -> None:
    loan = known_fact("f1", "ladder", relation="has_on_loan", kind="state", open=True)
    deed = replace(linked("ladder", relation="returned", text="Ana returned the ladder."), may_end=True)
    (question,) = dedup_facts([deed], fact_reads(similar=(loan,)), settings(), {})[2].items()
    verdicts = {question[0]: FactVerdict("contradicts", 0, "it is back")}
    ((found,), _, _) = dedup_facts([deed], fact_reads(similar=(loan,)), settings(), verdicts)
    assert ([known["factId"] for known in found.contradicts], found.relation) == (["f1"], "returned")


def test_a_dislike_is_compared_with_likes_in_other_words() -> None:
    likes = known_fact("f1", "rowing", relation="likes", score=0.55, open=True)
    assert asked(linked("oars", relation="dislikes"), likes) == [["f1"]]
    assert asked(linked("oars", relation="dislikes"), {**likes, "relation": "owns"}) == []


def test_an_end_means_no_kin_and_no_other_entity() -> None:
    kin = known_fact("f1", "Odile", relation="sibling_of", isEntity=True, objectId="person-1")
    reads = fact_reads(states=((kin,),))
    ((found,), _, _) = dedup_facts([linked("Odile", relation="member_of", action="ends")], reads, settings(), {})
    assert found.relation == "member_of"


def test_another_date_of_something_planned_puts_the_first_one_off() -> None:
    ahead = known_fact(
        "f1", "14 June 2031", relation="launch_date", tValid=datetime(2031, 6, 14, tzinfo=UTC), open=True
    )
    later = linked("2 August 2031", relation="launch_date", cardinality="one", starts="2031-08-02")
    ((found,), _, _) = dedup_facts([later], fact_reads((ahead,)), settings(), {})
    assert [known["factId"] for known in found.put_off] == ["f1"]
    place = replace(later, claim=replace(later.claim, object="Ghent"))
    assert dedup_facts([place], fact_reads((ahead,)), settings(), {})[0][0].put_off == ()


def test_an_end_that_is_told_from_the_other_end_ends_the_fact() -> None:
    odile, ana = entity("Odile"), entity("Ana")
    turned = known_fact("f1", "Odile", relation="neighbour_of", isEntity=True, objectId=odile.id, turned=True)
    claim = replace(linked("Odile", relation="has_neighbour", action="ends"), subject=ana, object=odile)
    ((found,), _, _) = dedup_facts([claim], fact_reads(states=((turned,),)), settings(), {})
    assert (found.subject, found.relation, found.object) == (odile, "neighbour_of", ana)
    other = fact_reads(states=(({**turned, "relation": "reports_to"},),))
    assert dedup_facts([claim], other, settings(), {})[0][0].relation == "has_neighbour"


def test_a_new_count_ends_the_one_before() -> None:
    known = known_fact("f1", "four looms", relation="runs")
    ((found,), _, _) = dedup_facts([linked("nine looms", relation="runs")], fact_reads((known,)), settings(), {})
    assert [one["factId"] for one in found.contradicts] == ["f1"]


def test_a_sentence_about_the_same_two_without_a_word_of_its_own_is_said_once() -> None:
    hall = entity("Ansel Hall")
    first = replace(linked("Ansel Hall", relation="plays_at", text="Ana plays chess at Ansel Hall."), object=hall)
    turned = replace(
        linked("Ana", relation="chess_place_of", text="Ansel Hall is where Ana plays chess."),
        subject=hall,
        object=first.subject,
    )
    assert kept(first, turned) == ["Ana plays chess at Ansel Hall."]
    other = replace(turned, claim=replace(turned.claim, text="Ansel Hall pays Ana for chess."))
    assert len(kept(first, other)) == 2
