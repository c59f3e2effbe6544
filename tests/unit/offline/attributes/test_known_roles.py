"""Whose role it is, by what is known."""

from __future__ import annotations

from graphmem_offline.attributes.records import RoleName
from tests.unit.offline.attributes.hearing import SPEAKER, known

CLUB, CREW = ("the club", "head_coach", "Bea Lund"), ("the crew", "purser", "Ole Dahl")


def test_the_owner_that_the_text_names_is_called_as_it_is_known() -> None:
    assert known(CLUB).subject_of(RoleName("physio", "our club")) == "the club"
    assert known(CLUB).subject_of(RoleName("physio", "our choir")) == "our choir"


def test_the_owner_known_for_the_role_comes_before_the_only_one_of_the_session() -> None:
    assert known(CLUB, CREW).subject_of(RoleName("purser", determiner="the")) == "the crew"
    assert known(CLUB).subject_of(RoleName("physio", determiner="the")) == "the club"


def test_without_one_owner_it_is_the_speakers() -> None:
    assert known(CLUB, CREW).subject_of(RoleName("physio", determiner="the")) == SPEAKER
    assert known().subject_of(RoleName("physio", determiner="the")) == SPEAKER
    assert known(CLUB).subject_of(RoleName("dentist", determiner="my")) == SPEAKER


def test_a_condition_means_the_role_where_it_is_known() -> None:
    roles = known((SPEAKER, "head_coach", "Bea Lund"), ("the choir", "conductor", "Ole Dahl"))
    assert roles.subject_of(RoleName("head coach"), "the choir") == SPEAKER
    assert roles.subject_of(RoleName("physio"), "the choir") == "the choir"


def test_what_the_text_tells_is_known_from_then_on() -> None:
    roles = known(CLUB)
    roles.add("the choir", "head coach", "Ida Bell")
    assert roles.value_of("the choir", "head_coach") == "Ida Bell"
    assert {role.subject for role in roles.roles_of("ida bell")} == {"the choir"}
    assert roles.subject_of(RoleName("head coach", determiner="the")) == "the choir"
    assert roles.told().session_owners == ("the club", "the choir")


def test_a_dropped_role_is_known_no_longer() -> None:
    roles = known(CLUB)
    roles.drop("the club", "head_coach")
    assert not roles.has(RoleName("head coach"))
