"""A claim that says what an earlier claim of its record says is found, and the work for that does not grow with the record."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from graphmem.claims import ABSENT, MIRROR, Claim
from graphmem.ingest.stages.claims_of_record import MOST_COMPARED, ClaimsOfRecord
from graphmem.ingest.stages.fact_dedup import dedup_facts
from graphmem.ingest.stages.records import DistinctClaim, FactReads, LinkedClaim, ValueEnd
from graphmem.ingest.stages.value_equality import cosine, details_differ, same_wording, similar_words
from graphmem.ontology import RelationRule
from tests.unit.counted_lines import counted_lines
from tests.unit.ingest.claim_building import ANA, BRUNO, linked, settings, source

THRESHOLD = 0.9


def says_the_same(claim: DistinctClaim, other: DistinctClaim) -> bool:
    """The rule for one pair, without an index."""
    ends, others = (claim.subject.id, claim.object.id), (other.subject.id, other.object.id)
    same_ends = ends == others or (claim.rule.symmetric and ends == others[::-1])
    kind, earlier_kind = (claim.claim.action, claim.relation), (other.claim.action, other.relation)
    if claim.mirror and same_ends and kind == earlier_kind:
        return True
    said, earlier = claim.claim, other.claim
    if (said.action, claim.subject.id, said.starts, said.until) != (
        earlier.action,
        other.subject.id,
        earlier.starts,
        earlier.until,
    ):
        return False
    values = isinstance(claim.object, ValueEnd) and isinstance(other.object, ValueEnd) and not claim.source.supplied
    if claim.relation == other.relation:
        worded = values and claim.source.resolve == "full" and same_wording(said.object, earlier.object)
        if worded or claim.object.id == other.object.id:
            return True
    alike = values and similar_words(said.object, earlier.object) and not details_differ(said.text, earlier.text)
    return alike and cosine(claim.vector, other.vector) > THRESHOLD


def some_claim(dice: random.Random) -> DistinctClaim:
    """A claim of few people, relations, dates and wordings, so that many of them say the same."""
    subject = dice.choice((ANA, BRUNO))
    wording = dice.choice(("green tea", "Green Tea", "the green tea", "green teas", "coffee", "black coffee"))
    value = dice.random() < 0.7
    object_ = ValueEnd(wording.casefold(), wording, wording) if value else (BRUNO if subject is ANA else ANA)
    relation = dice.choice(("likes", "knows"))
    claim = Claim(
        subject.name,
        relation,
        wording if value else object_.id,
        f"{subject.name} {relation} {wording}",
        starts=dice.choice((ABSENT, None)),
        action=dice.choice(("holds", "holds", "ends")),
        origin=MIRROR if not value and dice.random() < 0.5 else "extracted",
    )
    where = source(supplied=dice.random() < 0.2, resolve=dice.choice(("full", "full", "exact")))
    rule = RelationRule(relation, symmetric=relation == "knows")
    return DistinctClaim(claim, where, subject, relation, rule, object_, dice.choice(([1.0, 0.0], [0.9, 0.3])))


def test_the_first_claim_that_says_the_same_is_found_as_by_comparing_all_pairs() -> None:
    dice, repeated = random.Random(5), 0
    for _ in range(300):
        claims, kept = ClaimsOfRecord(THRESHOLD), list[DistinctClaim]()
        for claim in (some_claim(dice) for _ in range(12)):
            found = claims.repeated_by(claim)
            assert found is next((earlier for earlier in kept if says_the_same(claim, earlier)), None), claim
            repeated += found is not None
            if found is None:
                claims.add(claim)
                kept.append(claim)
    assert repeated > 500


def distinct(claims: Sequence[LinkedClaim]) -> int:
    """How many of the claims are distinct."""
    return len(dedup_facts(claims, FactReads(1, frozenset(), {}, {}, (), ()), settings(), {})[0])


def values_of_one(count: int) -> list[LinkedClaim]:
    """Claims of one subject about that many unlike values."""
    return [linked(f"{count}q{n:05}x", vector=[1.0, 0.0]) for n in range(count)]


def test_the_work_on_the_claims_of_a_record_grows_with_their_number_alone() -> None:
    def lines(count: int, *, supplied: bool) -> int:
        claims = [replace(one, source=source(supplied=supplied)) for one in values_of_one(count)]
        with counted_lines() as counted:
            assert distinct(claims) == count
        return counted()

    few = 2 * MOST_COMPARED
    for supplied in (True, False):
        assert lines(3 * few, supplied=supplied) < 4 * lines(few, supplied=supplied), supplied


def test_an_equal_value_is_found_however_many_values_there_are() -> None:
    claims = values_of_one(3 * MOST_COMPARED)
    assert distinct([*claims, claims[-1]]) == len(claims)
