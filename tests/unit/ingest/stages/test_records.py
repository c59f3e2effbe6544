"""The records between the stages: what a change set touches, how it is renumbered, under which ids a fact is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.claims import MIRROR
from graphmem.ingest.stages.records import DistinctClaim, boosts
from tests.unit.ingest.building import changes, distinct, entity, statement, withdrawal
from tests.unit.ingest.claim_building import known_fact, linked, source


def test_the_touched_pairs_are_those_of_statements_and_denials_once_each() -> None:
    found = changes(
        statement("a", "Ana", "likes", "tea"),
        statement("b", "Ana", "likes", "tea"),
        statement("c", "Ana", "likes", "tea", n=1),
        withdrawals=(withdrawal("Bruno", "likes", "rye"),),
    )
    assert found.pairs() == (("Ana", "likes", "tea", 0), ("Ana", "likes", "tea", 1), ("Bruno", "likes", "rye", 0))


def test_renumbering_moves_entities_statements_and_denials() -> None:
    before = changes(
        statement("a", "Ana", "likes", "tea", n=1),
        entities=(entity("Ana", n=2),),
        withdrawals=(withdrawal("Ana", "likes", "rye", n=3),),
    )
    after = before.numbered_from(10)
    assert [after.statements[0].n, after.entities[0].n, after.withdrawals[0].n] == [11, 12, 13]
    assert before.numbered_from(0) is before


def claim_with(*stored: dict[str, object]) -> DistinctClaim:
    return replace(distinct("Ana", "likes", "tea"), stored=stored)


def test_a_fact_is_found_under_the_id_of_the_live_known_one() -> None:
    past, live = known_fact("past", "tea", open=False), known_fact("live", "tea")
    assert claim_with(past, live).fact_ids("own") == ("live",)
    assert claim_with(past).fact_ids("own") == ("past", "own")
    assert claim_with().fact_ids("own") == ("own",)


def test_a_claim_made_of_a_bare_relation_is_a_mirror() -> None:
    assert distinct("Ana", "likes", "tea", origin=MIRROR).mirror
    assert not distinct("Ana", "likes", "tea").mirror


def test_a_relation_is_stored_under_the_name_that_a_person_chose() -> None:
    claim = replace(linked("tea", relation="likes"), said="adores")
    assert claim.stored_under({}) == "likes"
    assert claim.stored_under({"likes": "enjoys"}) == "enjoys"
    assert claim.stored_under({"likes": "enjoys", "adores": "worships"}) == "worships"


def test_a_caller_whose_names_are_keys_gets_the_relation_as_sent() -> None:
    claim = linked("tea", where=source(resolve="exact"))
    assert claim.stored_under({"likes": "enjoys"}) == "likes"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (linked("tea"), True),
        (linked("tea", action="ends"), False),
        (linked("tea", origin="imported"), False),
        (linked("tea", where=source(resolve="exact")), False),
    ],
    ids=["said", "ended", "imported", "names are keys"],
)
def test_only_what_somebody_says_makes_known_facts_more_stable(claim: object, expected: bool) -> None:
    assert boosts(claim.claim, claim.source) is expected  # type: ignore[attr-defined]
