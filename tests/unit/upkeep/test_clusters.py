"""The plan of clusters: what a brain should have, beside what it has."""

from __future__ import annotations

from typing import Any

from graphmem.upkeep.clusters.matching import matched
from graphmem.upkeep.clusters.plan import ClusterPlan, PlannedCluster, plan_clusters
from tests.unit.upkeep.test_communities import circles_of_circles

Row = list[str | int | None]


def link(number: int, subject: str, object_: str, recorded: int = 1) -> Row:
    return [f"f{number}", subject, subject.title(), object_, object_.title(), recorded]


def value(number: int, subject: str, recorded: int = 1) -> Row:
    return [f"f{number}", subject, subject.title(), "v-tea", None, recorded]


FIRM = [link(1, "ana", "acme"), link(2, "bruno", "acme"), link(3, "clara", "acme")]
CLUB = [link(4, "eva", "club"), link(5, "finn", "club"), link(6, "gus", "club")]


def stored(one: PlannedCluster, **other: Any) -> dict[str, Any]:
    """The row that a written cluster has."""
    row = {"id": one.id, "level": one.level, "parentId": one.parent_id, "entityIds": list(one.entity_ids)}
    return {**row, "basis": one.basis, **other}


def again(plan: ClusterPlan, rows: list[Row]) -> ClusterPlan:
    return plan_clusters(rows, [stored(one) for one in plan.clusters])


def test_a_cluster_names_the_most_connected_entity_first_and_the_most_important_fact_first() -> None:
    firm, club = plan_clusters([*FIRM, *CLUB, value(7, "gus")], []).clusters[::-1]
    assert firm.entity_ids == ("acme", "ana", "bruno", "clara")
    assert firm.names == ("Acme", "Ana", "Bruno", "Clara")
    assert [fact.id for fact in firm.facts] == ["f1", "f2", "f3"]
    assert [fact.id for fact in club.facts] == ["f4", "f5", "f6", "f7"], "those with most facts come first"


def test_less_than_three_facts_are_no_cluster_and_three_about_one_entity_are() -> None:
    assert plan_clusters([*FIRM[:2]], []).clusters == ()
    (one,) = plan_clusters([value(n, "ana") for n in range(3)], []).clusters
    assert one.entity_ids == ("ana",)


def test_a_fact_between_two_clusters_belongs_to_both() -> None:
    firm, club = plan_clusters([*FIRM, *FIRM, *CLUB, *CLUB, link(9, "clara", "gus")], []).clusters
    assert "f9" in {fact.id for fact in firm.facts} & {fact.id for fact in club.facts}


def test_nothing_changed_means_nothing_to_write() -> None:
    plan = plan_clusters([*FIRM, *CLUB], [])
    assert not any(one.is_stored or one.is_told for one in plan.clusters)
    same = again(plan, [*CLUB, *FIRM])
    assert all(one.is_stored for one in same.clusters)
    assert same.gone == ()


def test_only_the_cluster_of_a_changed_fact_is_written_again_under_its_id() -> None:
    plan = plan_clusters([*FIRM, *CLUB], [])
    for changed in ([*FIRM, *CLUB, link(7, "hugo", "club")], [*FIRM, *CLUB[:2], link(6, "gus", "club", recorded=2)]):
        club = next(one for one in plan.clusters if "club" in one.entity_ids)
        (told,) = [one for one in again(plan, changed).clusters if not one.is_told]
        assert told.id == club.id


def test_a_renamed_entity_changes_its_cluster() -> None:
    plan = plan_clusters(FIRM, [])
    (one,) = again(plan, [FIRM[0], FIRM[1], ["f3", "clara", "Clara Reis", "acme", "Acme", 1]]).clusters
    assert not one.is_told


def test_a_cluster_that_lost_its_facts_is_gone() -> None:
    plan = plan_clusters([*FIRM, *CLUB], [])
    (firm,) = [one for one in plan.clusters if "acme" in one.entity_ids]
    after = again(plan, CLUB)
    assert after.gone == (firm.id,)
    assert [one.is_stored for one in after.clusters] == [True]


def test_what_was_forgotten_is_told_again_under_the_same_id() -> None:
    plan = plan_clusters(FIRM, [])
    (one,) = plan_clusters(FIRM, [stored(plan.clusters[0], basis=None)]).clusters
    assert (one.id, one.is_told) == (plan.clusters[0].id, False)


def test_a_part_that_moves_to_another_whole_is_stored_without_being_told_again() -> None:
    plan = plan_clusters(FIRM, [])
    (one,) = plan_clusters(FIRM, [stored(plan.clusters[0], parentId="other")]).clusters
    assert (one.is_told, one.is_stored) == (True, False)


def test_a_large_cluster_has_parts_that_name_it() -> None:
    pairs = [pair for pair, weight in circles_of_circles().items() for _ in range(5 if weight == 1.0 else 4)]
    rows = [link(n, *pair) for n, pair in enumerate(pairs)]
    plan = plan_clusters(rows, [])
    wholes = {one.id: one for one in plan.clusters if one.level == 0}
    parts = [one for one in plan.clusters if one.level == 1]
    assert parts
    assert all(set(one.entity_ids) < set(wholes[one.parent_id or ""].entity_ids) for one in parts)
    assert all(one.is_stored for one in again(plan, rows).clusters)


def test_half_of_the_entities_in_common_continue_a_cluster_and_less_do_not() -> None:
    known = {"k": {"a", "b", "c", "d"}}
    assert matched([{"a", "b"}], known) == {0: "k"}
    assert matched([{"a"}], known) == {}
    assert matched([{"a", "b", "x", "y", "z"}], known) == {}
    assert matched([{"a", "b", "c"}, {"d"}, {"b", "c", "d", "a"}], known) == {2: "k"}, "only the most alike one"
    assert matched([set()], {"k": set()}) == {}


def test_a_community_with_too_few_facts_joins_the_one_with_which_it_shares_most() -> None:
    (one,) = plan_clusters([*CLUB, link(10, "gus", "porto")], []).clusters
    assert set(one.entity_ids) == {"club", "eva", "finn", "gus", "porto"}
    assert len(one.facts) == 4
    alone = [link(20, "x", "y"), link(21, "y", "z")]
    assert plan_clusters(alone, []).clusters == (), "with nobody to join it stays too small"
