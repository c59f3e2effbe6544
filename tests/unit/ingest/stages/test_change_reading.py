"""Claims that are worded as verbs of change."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.claims import ABSENT, Claim, ClaimSource
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.change_reading import UNREAD_CHANGE, read_changes
from graphmem.ingest.stages.records import LinkedClaim, LinkedClaims
from graphmem.ontology import relation_name

SAID = datetime(2025, 6, 20, tzinfo=UTC)
EDDA = EntityRef("e", "edda", "Edda", "person", "known")
KIRUNA = EntityRef("k", "kiruna", "Kiruna", "place", "known")
CORVANE = EntityRef("c", "corvane", "Corvane", "organization", "known")


def read(
    subject: EntityRef, relation: str, object_: EntityRef | str, *, resolve: Any = "full", text: str = "", **more: Any
) -> tuple[LinkedClaim, ...]:
    name = object_ if isinstance(object_, str) else object_.name
    claim = Claim(subject.name, relation, name, text or f"{subject.name} {relation} {name}.", **more)
    end = None if isinstance(object_, str) else object_
    source = ClaimSource(0, None, SAID, resolve=resolve)
    stored, said = relation_name(relation, synonyms=resolve == "full"), relation_name(relation, synonyms=False)
    return read_changes(LinkedClaims((LinkedClaim(claim, source, subject, stored, end, None, said),), (), ())).placed


def test_a_move_told_as_an_event_begins_a_home_that_lasts() -> None:
    (linked,) = read(EDDA, "moved_to", KIRUNA, kind="event", starts="last week", until="last week")
    assert (linked.relation, linked.claim.action, linked.claim.kind) == ("lives_in", "holds", "state")
    assert (linked.claim.starts, linked.claim.until) == ("last week", None)


def test_an_end_that_was_stated_for_the_state_stays() -> None:
    (linked,) = read(EDDA, "moved_to", KIRUNA, kind="event", starts="May", until="August")
    assert (linked.claim.starts, linked.claim.until) == ("May", "August")
    day = datetime(2025, 5, 1, tzinfo=UTC)
    (linked,) = read(EDDA, "moved_to", KIRUNA, kind="event", starts=day, until=day.replace(day=2))
    assert linked.claim.until is None


def test_a_verb_of_leaving_ends_the_state_at_its_date() -> None:
    (linked,) = read(EDDA, "fired_from", CORVANE, kind="event", starts="yesterday")
    assert (linked.relation, linked.claim.action, linked.claim.until) == ("works_at", "ends", "yesterday")
    assert linked.claim.starts == ABSENT
    (linked,) = read(EDDA, "resigned_from", CORVANE, until="May")
    assert (linked.claim.action, linked.claim.until) == ("ends", "May")


def test_who_is_hired_becomes_the_subject() -> None:
    (linked,) = read(CORVANE, "hired", EDDA, kind="event")
    assert (linked.subject, linked.relation, linked.object) == (EDDA, "works_at", CORVANE)
    assert (linked.claim.subject, linked.claim.object) == ("Edda", "Corvane")


def test_a_name_without_an_entity_cannot_become_the_subject() -> None:
    (linked,) = read(CORVANE, "hired", "Edda", kind="event")
    assert (linked.subject, linked.relation) == (CORVANE, "hired")


def test_a_former_state_has_an_end() -> None:
    (linked,) = read(EDDA, "lived_in", KIRUNA, kind="event")
    assert (linked.relation, linked.claim.action, linked.past) == ("lives_in", "ends", False)
    (linked,) = read(EDDA, "lived_in", KIRUNA, kind="event", starts="2019")
    assert (linked.claim.action, linked.claim.starts, linked.past) == ("holds", "2019", True)


def test_a_plan_without_a_date_changes_no_state() -> None:
    (linked,) = read(EDDA, "lives_in", KIRUNA, kind="plan")
    assert (linked.relation, linked.claim.action) == ("plans_lives_in", "holds")
    (linked,) = read(EDDA, "leaving", CORVANE, kind="plan")
    assert (linked.relation, linked.claim.action) == ("plans_to_end_works_at", "holds")
    (linked,) = read(EDDA, "plans_to_move_to", KIRUNA, starts="June")
    assert (linked.relation, linked.claim.kind) == ("lives_in", "plan")
    (linked,) = read(EDDA, "visits", KIRUNA, kind="plan")
    assert linked.relation == "visits"


def test_a_denial_of_a_move_denies_the_home_and_a_denial_of_leaving_takes_the_end_back() -> None:
    (linked,) = read(EDDA, "moved_to", KIRUNA, action="never")
    assert (linked.relation, linked.claim.action) == ("lives_in", "never")
    (linked,) = read(EDDA, "leaving", CORVANE, action="never")
    assert (linked.relation, linked.claim.action, linked.takes_back) == ("works_at", "holds", True)


def test_a_degree_is_kept_beside_the_end_of_the_studies() -> None:
    told, ended = read(EDDA, "graduated_from", CORVANE, kind="event", starts="2020")
    assert (told.relation, told.claim.action) == ("graduated_from", "holds")
    assert (ended.relation, ended.claim.action, ended.claim.until) == ("studies_at", "ends", "2020")


def test_an_unread_change_stays_as_told_with_a_warning() -> None:
    claim = Claim("Edda", "moved_to", "night shift", "Edda moved to the night shift.")
    linked = LinkedClaim(claim, ClaimSource(0, None, SAID), EDDA, "lives_in", None, None, "moved_to")
    claims = read_changes(LinkedClaims((linked,), (), ()))
    assert [(read.relation, read.claim) for read in claims.placed] == [("moved_to", claim)]
    assert claims.warnings == (f"{UNREAD_CHANGE}: moved_to night shift",)


def test_names_that_are_keys_are_not_read() -> None:
    (linked,) = read(EDDA, "moved_to", KIRUNA, kind="event", resolve="exact")
    assert (linked.relation, linked.claim.kind) == ("moved_to", "event")


def test_a_synonym_that_a_person_states_still_finds_the_name_as_it_was_said() -> None:
    (linked,) = read(EDDA, "joined", CORVANE)
    assert linked.stored_under({"joined": "sails_with"}) == "sails_with"


def test_a_wish_changes_nothing_whatever_date_it_names() -> None:
    (wish,) = read(
        EDDA, "lives_in", KIRUNA, kind="plan", starts="next spring", text="Edda would love to live in Kiruna."
    )
    assert (wish.relation, wish.claim.starts) == ("wishes_lives_in", "next spring")
    (plan,) = read(EDDA, "lives_in", KIRUNA, kind="plan", starts="next spring", text="Edda moves to Kiruna.")
    assert plan.relation == "lives_in"
