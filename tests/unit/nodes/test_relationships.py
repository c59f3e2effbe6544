"""Properties of edges have the names of the graph, since neomodel filters edges by the name of the attribute."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from neomodel import AliasProperty
from neomodel.sync_.match import process_filter_args

from graphmem.nodes.relationships import AliasOfRel, AssociatedRel, FactRel, FactWasRel

EDGES = (FactRel, FactWasRel, AliasOfRel, AssociatedRel)
MOMENT = datetime(2024, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize("edge", EDGES)
def test_no_property_of_an_edge_has_another_name_in_the_graph(edge: type[FactRel]) -> None:
    properties = edge.defined_properties(aliases=False, rels=False)
    assert {name: prop.get_db_property_name(name) for name, prop in properties.items()} == {n: n for n in properties}


@pytest.mark.parametrize("edge", EDGES)
def test_every_name_in_camel_case_has_one_in_snake_case(edge: type[FactRel]) -> None:
    aliases = edge.defined_properties(properties=False, rels=False)
    targets = {alias.aliased_to() for alias in aliases.values() if isinstance(alias, AliasProperty)}
    names = edge.defined_properties(aliases=False, rels=False)
    assert targets == {name for name in names if not name.islower()}


def test_a_filter_by_the_snake_case_name_asks_for_the_property_of_the_graph() -> None:
    asked = process_filter_args(
        FactWasRel, {"period_start__lte": MOMENT, "expired_at__gt": MOMENT, "relation": "likes"}
    )
    assert {name: operator for name, (operator, _) in asked.items()} == {
        "tStart": "<=",
        "expiredAt": ">",
        "relation": "=",
    }
    assert asked["tStart"][1].to_native() == MOMENT


def test_a_short_name_reads_and_sets_the_property() -> None:
    edge = FactRel(factText="Ana works at Acme", valid_from=MOMENT)
    assert (edge.text, edge.tValid, edge.valid_until) == ("Ana works at Acme", MOMENT, None)


def test_a_short_name_converts_as_its_property_does() -> None:
    deflated = FactRel.valid_from.deflate(MOMENT)
    assert deflated == FactRel.tValid.deflate(MOMENT)
    assert FactRel.valid_from.inflate(deflated) == MOMENT
