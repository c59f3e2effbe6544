"""The place of a claim among what its session, import or call says at one moment."""

from __future__ import annotations

from graphmem.claims import MIRROR
from graphmem.ingest.stages.records import DistinctClaim
from graphmem.ingest.stages.saying_order import TURN, SayingOrder
from graphmem.ontology import RelationRule
from tests.unit.ingest.building import distinct
from tests.unit.ingest.claim_building import source


def places(*claims: DistinctClaim) -> list[int]:
    order = SayingOrder()
    return [order.of(claim) for claim in claims]


def test_claims_that_may_exclude_each_other_are_numbered_as_they_come() -> None:
    homes = [distinct("Ana", "lives_in", home) for home in ("Seattle", "Portland", "Tacoma")]
    assert places(*homes) == [0, 1, 2]
    rule = RelationRule("capital_of", "one", "object", symmetric=False)
    capitals = [distinct(city, "capital_of", land, rule=rule) for city, land in (("A", "X"), ("B", "X"), ("B", "Y"))]
    assert places(*capitals) == [0, 1, 0]
    rule = RelationRule("married_to", "one", "subject", symmetric=True)
    married = [distinct(ana, "married_to", bo, rule=rule) for ana, bo in (("Ana", "Bo"), ("Cy", "Bo"), ("Dan", "Cy"))]
    assert places(*married) == [0, 1, 2]


def test_what_nothing_of_the_record_concerns_is_first() -> None:
    assert places(
        distinct("Ana", "lives_in", "Seattle"), distinct("Bo", "lives_in", "Seattle"), distinct("Ana", "knows", "Bo")
    ) == [0, 0, 0]


def test_each_record_begins_anew() -> None:
    claims = [distinct("Ana", "lives_in", home, source=source(n=n)) for n, home in enumerate(("Seattle", "Portland"))]
    assert places(*claims) == [0, 0]


def test_a_turn_counts_more_than_all_claims_before_it() -> None:
    later = source(turns_before=2)
    claims = [distinct("Ana", "lives_in", home, source=later) for home in ("Seattle", "Portland")]
    assert places(*claims) == [2 * TURN, 2 * TURN + 1]


def test_a_relation_without_a_sentence_is_said_at_no_place() -> None:
    seattle, mirror = distinct("Ana", "lives_in", "Seattle"), distinct("Ana", "lives_in", "Portland", origin=MIRROR)
    assert places(seattle, mirror, distinct("Ana", "lives_in", "Tacoma")) == [0, 0, 1]
