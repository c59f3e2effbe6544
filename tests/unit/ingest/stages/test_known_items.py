"""What a prompt offers by number: which known entities and facts, in which order, with which dates."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.ingest.stages.known_items import joined_rows, offer_of, profile_lines
from graphmem.offer import Offer
from tests.unit.ingest.claim_building import settings
from tests.unit.ingest.known_rows import entity_row, fact_row

WORKS = fact_row("Ana", "works_at", "Acme", objectType="organization")
LIKES = fact_row("Ana", "likes", "tea", score=0.9)


def offered(*entities: dict[str, Any], near: tuple[dict[str, Any], ...] = (), **options: Any) -> Offer:
    return offer_of(entities, (), near, settings(**options))


def test_the_ends_of_facts_are_offered_as_entities() -> None:
    offer = offered(entity_row("Ana", facts=[WORKS]))
    assert offer.lines == (
        "e1: Ana (person) — works at Acme",
        "e2: Acme (organization)",
        "f1: Ana | works_at | Acme | since 2024-05-01 | Ana works_at Acme",
    )


def test_open_facts_come_before_ended_ones_and_near_ones_before_far_ones() -> None:
    over = fact_row(
        "Ana", "lives_in", "Porto", until=datetime(2025, 3, 1, tzinfo=UTC), untilPrecision="month", score=0.99
    )
    offer = offered(entity_row("Ana", facts=[over, WORKS, LIKES]))
    assert [fact.object for fact in offer.facts] == ["tea", "Acme", "Porto"]
    assert offer.lines[-1] == "f3: Ana | lives_in | Porto | since 2024-05-01, until 2025-03 | Ana lives_in Porto"


def test_an_open_value_of_a_relation_with_one_value_is_always_offered() -> None:
    many = [fact_row("Ana", "likes", f"{n}", score=0.8) for n in range(20)]
    offer = offered(entity_row("Ana", facts=[*many, WORKS]), informed_extraction_topk=3)
    assert [fact.relation for fact in offer.facts] == ["likes", "likes", "likes", "works_at"]


def test_an_assumed_start_is_told_as_unknown_and_an_open_one_as_always() -> None:
    rows = [fact_row("Ana", "likes", "tea", fromStated=False), fact_row("Ana", "likes", "rye", **{"from": None})]
    assert [fact.since for fact in offered(entity_row("Ana", facts=rows)).facts] == ["always", "?"]


def test_days_are_those_of_the_brain() -> None:
    late = fact_row("Ana", "likes", "tea", **{"from": datetime(2026, 3, 4, 11, tzinfo=UTC)})
    assert offered(entity_row("Ana", facts=[late]), time_zone="Pacific/Auckland").facts[0].since == "2026-03-05"


def test_facts_of_nobody_in_the_message_come_last() -> None:
    near = fact_row("Bruno", "owns", "a van")
    assert [fact.subject for fact in offered(entity_row("Ana", facts=[LIKES]), near=(near,)).facts] == ["Ana", "Bruno"]


def test_more_than_two_entities_share_the_budget() -> None:
    rows = [entity_row(f"E{n}", facts=[fact_row(f"E{n}", "likes", f"{i}") for i in range(9)]) for n in range(3)]
    options = {"informed_extraction_context_budget_tokens": 300, "informed_extraction_topk": 8}
    assert len(offered(*rows, **options).facts) == 12


def test_a_profile_stands_beside_the_facts() -> None:
    assert profile_lines([entity_row("Ana", profile="A\nsinger."), entity_row("Bruno")]) == (
        "Profile of Ana: A singer.",
    )


def test_an_entity_of_several_messages_has_the_facts_that_are_nearest_to_any() -> None:
    (ana,) = joined_rows([[entity_row("Ana", facts=[WORKS])], [entity_row("Ana", facts=[LIKES, WORKS])]], 5)
    assert [fact["object"] for fact in ana["facts"]] == ["tea", "Acme"]
