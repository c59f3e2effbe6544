"""What a worded relation says about a state."""

from __future__ import annotations

import pytest

from graphmem.relations.objects import End
from graphmem.relations.reading import (
    Reading,
    Unread,
    fitting_row,
    other_end_of,
    read_relation,
    state_of,
    words_of,
)
from graphmem.relations.verbs import CHANGES

EDDA, RAUL = End("Edda", "person"), End("Raul", "person")
KIRUNA, CORVANE, CHOIR = End("Kiruna", "place"), End("Corvane", "organization"), End("Harbour Choir", "organization")
SCHOOL, VAN, LINT = End("Nord University", "organization"), End("Ford Transit", "product"), End("Lint", "technology")

BEGUN_AND_ENDED = [
    ("moved_to", KIRUNA, "begins lives_in"),
    ("has_recently_relocated_to", KIRUNA, "begins lives_in"),
    ("movedBackTo", KIRUNA, "begins lives_in"),
    ("mudou_se_para", KIRUNA, "begins lives_in"),
    ("se_trasladó_a", KIRUNA, "begins lives_in"),
    ("s'est installée à", KIRUNA, "begins lives_in"),
    ("ist_umgezogen_nach", KIRUNA, "begins lives_in"),
    ("ist_nach_gezogen", KIRUNA, "begins lives_in"),
    ("moved_away_from", KIRUNA, "ends lives_in"),
    ("moved_in_with", RAUL, "begins lives_with"),
    ("joined", CORVANE, "begins works_at"),
    ("joined", CHOIR, "begins member_of"),
    ("joined", End("book club"), "begins member_of"),
    ("started_working_at", CORVANE, "begins works_at"),
    ("took_a_job_at", CORVANE, "begins works_at"),
    ("was_hired_by", CORVANE, "begins works_at"),
    ("começou_na", CORVANE, "begins works_at"),
    ("empezó_a_trabajar_en", CORVANE, "begins works_at"),
    ("a_rejoint", CORVANE, "begins works_at"),
    ("hat_angefangen_bei", CORVANE, "begins works_at"),
    ("left", CORVANE, "ends works_at"),
    ("quit", End("my job"), "ends works_at"),
    ("was_laid_off_by", CORVANE, "ends works_at"),
    ("saiu_da", CORVANE, "ends works_at"),
    ("dejó", CORVANE, "ends works_at"),
    ("a_démissionné_de", CORVANE, "ends works_at"),
    ("hat_gekündigt_bei", CORVANE, "ends works_at"),
    ("left", CHOIR, "ends member_of"),
    ("dropped_out_of", SCHOOL, "ends studies_at"),
    ("enrolled_at", SCHOOL, "begins studies_at"),
    ("married", RAUL, "begins married_to"),
    ("casou_se_com", RAUL, "begins married_to"),
    ("hat_geheiratet", RAUL, "begins married_to"),
    ("divorced", RAUL, "ends married_to"),
    ("broke_up_with", RAUL, "ends dating"),
    ("got_engaged_to", RAUL, "begins engaged_to"),
    ("bought", VAN, "begins owns"),
    ("vendeu", VAN, "ends owns"),
    ("a_vendu", VAN, "ends owns"),
    ("adopted", End("Moss", "pet"), "begins owns"),
    ("adopted", LINT, "begins uses"),
    ("migrated_away_from", LINT, "ends uses"),
    ("promoted_to", End("shift supervisor"), "begins has_role"),
    ("became", End("head of sales"), "begins has_role"),
    ("took_over", End("Alder", "project"), "begins leads"),
    ("stopped_using", LINT, "ends uses"),
    ("no_longer_lives_in", KIRUNA, "ends lives_in"),
    ("stopped_smoking", End("cigars"), "ends smokes"),
    ("used_to_live_in", KIRUNA, "past lives_in"),
    ("worked_at", CORVANE, "past works_at"),
    ("mora_em", KIRUNA, "state lives_in"),
    ("arbeitet_bei", CORVANE, "state works_at"),
    ("seeing", RAUL, "state dating"),
    ("diagnosed_with", End("vertigo"), "begins has_condition"),
    ("foi_diagnosticada_com", End("vertigem"), "begins has_condition"),
    ("wurde_diagnostiziert_mit", End("Gicht"), "begins has_condition"),
    ("recovered_from", End("shingles"), "ends has_condition"),
    ("guérie_de", End("sciatique"), "ends has_condition"),
    ("hat_sich_erholt_von", End("Gicht"), "ends has_condition"),
    ("leidet_an", End("Gicht"), "state has_condition"),
    ("outgrew_allergy_to", End("soy"), "ends allergic_to"),
    ("became_allergic_to", End("soy"), "begins allergic_to"),
    ("ist_allergisch_gegen", End("soja"), "state allergic_to"),
    ("broke_off_engagement_with", RAUL, "ends engaged_to"),
    ("marriage_ended_with", RAUL, "ends married_to"),
    ("contract_expired_at", CORVANE, "ends works_at"),
    ("first_day_at", CORVANE, "begins works_at"),
    ("last_shift_at", CORVANE, "ends works_at"),
    ("letzter_arbeitstag_bei", CORVANE, "ends works_at"),
    ("new_employer", CORVANE, "begins works_at"),
    ("taken_on_as_welder_by", CORVANE, "begins works_at"),
    ("retired_from_her_post_at", CORVANE, "ends works_at"),
    ("left_choir", End("Northlight"), "ends member_of"),
    ("sold_firm", End("Northlight"), "ends owns"),
    ("treated_himself_to", VAN, "begins owns"),
    ("was_gifted", VAN, "begins owns"),
    ("moved_family_to", KIRUNA, "begins lives_in"),
    ("threw_in_the_towel_at", CORVANE, "ends works_at"),
    ("hat_verloren_stelle_bei", CORVANE, "ends works_at"),
    ("hat_sich_angemeldet_bei", CHOIR, "begins member_of"),
]
UNREAD = [
    ("moved_to", End("night shift")),
    ("joined", End("Iron Gym", "organization")),
    ("joined", End("Chatter", "product")),
    ("bought", End("milk")),
    ("became", End("vegetarian")),
    ("left", End("the party")),
    ("left", KIRUNA),
    ("returned_to", KIRUNA),
    ("adopted", End("Moss", "other")),
    ("returned_to", CORVANE),
]
TOLD = [
    ("visited", KIRUNA),
    ("flew_to", KIRUNA),
    ("likes", KIRUNA),
    ("liked", End("the film")),
    ("bought_ticket_to", KIRUNA),
    ("wants_to_move_to", KIRUNA),
    ("would_move_to", KIRUNA),
    ("did_not_move_to", KIRUNA),
    ("interviewed_at", CORVANE),
    ("founded", CORVANE),
    ("lives_in", KIRUNA),
    ("", KIRUNA),
    ("seconded_to", CORVANE),
    ("assigned_to", CORVANE),
    ("finished_reading", End("Dune")),
    ("quit_skating_because_of", RAUL),
    ("left_a_note_for", RAUL),
    ("ended_the_call_with", RAUL),
]


@pytest.mark.parametrize(("name", "object_", "expected"), BEGUN_AND_ENDED)
def test_a_verb_is_read_as_the_state_that_it_changes(name: str, object_: End, expected: str) -> None:
    reading = read_relation(name, EDDA, object_, f"Edda {name.replace('_', ' ')} {object_.name}.")
    assert isinstance(reading, Reading)
    assert f"{reading.effect} {reading.relation}" == expected


@pytest.mark.parametrize(("name", "object_"), UNREAD)
def test_a_verb_of_change_without_a_fitting_object_stays_unread(name: str, object_: End) -> None:
    assert read_relation(name, EDDA, object_, f"Edda {name} {object_.name}.") == Unread("_".join(words_of(name)))


@pytest.mark.parametrize(("name", "object_"), TOLD)
def test_other_relations_stay_as_told(name: str, object_: End) -> None:
    assert read_relation(name, EDDA, object_, f"Edda {name} {object_.name}.") is None


def test_who_hires_and_who_is_hired() -> None:
    assert read_relation("hired", CORVANE, EDDA) == Reading("works_at", "begins", swapped=True)
    assert read_relation("fired", CORVANE, EDDA) == Reading("works_at", "ends", swapped=True)


@pytest.mark.parametrize(
    ("noun", "verb"), [("head", "leads"), ("lead", "leads"), ("coach", "coaches"), ("sponsor", "sponsors")]
)
def test_a_noun_for_a_role_tells_who_has_it_and_a_person_does_the_verb(noun: str, verb: str) -> None:
    for subject, object_ in (
        (End("Alder", "project"), EDDA),
        (CORVANE, RAUL),
        (End("Alder"), End("Edda")),
        (EDDA, RAUL),
    ):
        assert read_relation(noun, subject, object_) is None
    read = read_relation(noun, EDDA, End("Alder", "project"))
    assert isinstance(read, Reading)
    assert (read.effect, read.swapped, read.relation) == ("state", False, verb)


def test_a_firm_moves_its_seat_and_not_its_home() -> None:
    assert read_relation("moved_to", CORVANE, KIRUNA) == Reading("located_in", "begins")


def test_the_sentence_tells_a_return_for_good_from_a_visit() -> None:
    lasting = read_relation("returned_to", EDDA, KIRUNA, "Edda is back in Kiruna since May.")
    assert lasting == Reading("lives_in", "begins")


def test_a_return_to_a_firm_is_a_job_where_the_sentence_says_so() -> None:
    begun = read_relation("went_back_to", EDDA, CORVANE, "Edda went back to Corvane as a welder.")
    assert begun == Reading("works_at", "begins")


def test_a_recovery_is_kept_as_told() -> None:
    assert read_relation("recovered_from", EDDA, End("surgery")) == Reading("has_condition", "ends", keeps=True)


def test_the_sentence_tells_a_past_state_from_one_that_goes_on() -> None:
    assert read_relation("worked_at", EDDA, CORVANE, "Edda has worked at Corvane since 2019.") == Reading(
        "works_at", "state"
    )
    assert read_relation("has_worked_at", EDDA, CORVANE, "Edda has worked at Corvane.") is None


def test_a_plan_is_marked() -> None:
    assert read_relation("plans_to_move_to", EDDA, KIRUNA) == Reading("lives_in", "begins", planned=True)


def test_what_a_death_and_a_degree_say_is_kept_as_told() -> None:
    assert read_relation("died_in", EDDA, KIRUNA) == Reading("died", "ends_all", keeps=True)
    assert read_relation("graduated_from", EDDA, SCHOOL) == Reading("studies_at", "ends", keeps=True)


def test_states_in_any_form() -> None:
    assert state_of("living in") == state_of("viveu_em") == state_of("lives_in") == "lives_in"
    assert state_of("painted") is None


def test_an_unlisted_object_takes_the_first_row_that_may_be_guessed() -> None:
    rows = [row for row in CHANGES if row.relation in ("works_at", "member_of") and row.effect == "begins"]
    row = fitting_row(rows, EDDA, End("Corvane"), "")
    assert row is not None
    assert row.relation == "works_at"


def test_a_state_that_is_told_from_its_other_end() -> None:
    assert read_relation("manages", EDDA, RAUL) == Reading("reports_to", "state", swapped=True)
    assert read_relation("is_owned_by", VAN, EDDA) == Reading("owns", "state", swapped=True)
    assert read_relation("manages", EDDA, End("Alder", "project")) == Reading("manages", "state")


@pytest.mark.parametrize(
    ("relation", "state"), [("manages", "reports_to"), ("owned by", "owns"), ("reports_to", None), ("praises", None)]
)
def test_a_relation_that_is_asked_for_is_found_from_its_other_end(relation: str, state: str | None) -> None:
    assert other_end_of(relation) == state


def test_a_noun_with_an_amount_is_no_verb() -> None:
    assert read_relation("rent", EDDA, End("740 francs"), "Edda's rent is 740 francs.") is None
    assert read_relation("rent", EDDA, End("a loft"), "Edda rents a loft.") == Reading("rents", "state")
