"""What a picture of a graph is made of: nodes, edges, the positions of sliders, the query for Neo4j Browser."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

from api.dashboard.drawing import LONGEST_NAME, drawing_of, reached
from api.dashboard.links import link
from api.dashboard.neo4j_browser import browser_link, walk_query
from api.dashboard.svg.moment_bars import HEIGHT, WIDTH, moment_bars
from api.dashboard.time_stops import system_stops, valid_stops
from graphmem_contract.history import ChangeMoment
from graphmem_contract.records import Fact
from tests.unit.api.dashboard.test_svg import HOSTILE, SVG, drawn, fact, on

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def edge(id_: str, source: str, target: str, kind: str = "entity") -> Fact:
    return fact(
        id_, subject=source.upper(), subject_id=source, object=target.upper(), object_id=target, object_kind=kind
    )


def test_facts_are_edges_between_their_ends_and_each_comes_once() -> None:
    facts = [edge("1", "a", "b"), edge("2", "b", "tea", "value"), edge("1", "a", "b"), edge("3", "a", "a")]
    picture = drawing_of(facts, start="b", opened=("b", "a"), types={"a": "person"}, marks={"2": "path"})
    assert [(node.id, node.kind, node.type, node.role, node.facts) for node in picture.nodes] == [
        ("b", "entity", "", "start", 2),
        ("a", "entity", "person", "open", 2),
        ("tea", "value", "", "", 1),
    ]
    assert [(one.id, one.source, one.target, one.mark) for one in picture.edges] == [
        ("1", "a", "b", ""),
        ("2", "b", "tea", "path"),
        ("3", "a", "a", ""),
    ]
    assert [one.id for one in picture.facts] == ["1", "2", "3"]
    assert json.loads(json.dumps(picture.elements))["nodes"][0]["name"] == "B"


def test_a_picture_has_a_limit_of_nodes_and_counts_what_it_leaves_out() -> None:
    facts = [edge("1", "a", "b"), edge("2", "a", "c"), edge("3", "b", "a"), edge("4", "d", "e")]
    picture = drawing_of(facts, most=2)
    assert ([node.id for node in picture.nodes], [one.id for one in picture.edges]) == (["a", "b"], ["1", "3"])
    assert picture.left_out == 2


def test_a_long_name_is_one_short_line() -> None:
    picture = drawing_of([fact("1", subject="A\n" + "x" * 200)])
    assert len(picture.nodes[0].name) == LONGEST_NAME
    assert "\n" not in picture.nodes[0].name


def test_what_no_admitted_fact_joins_to_the_start_is_left_out() -> None:
    facts = [edge("1", "c", "d"), edge("2", "b", "c"), edge("3", "a", "b"), edge("4", "x", "y"), edge("5", "d", "a")]
    assert [one.id for one in reached(facts[:4], ["a"])] == ["1", "2", "3"]
    tea = [edge("1", "a", "tea", "value"), edge("2", "b", "tea", "value")]
    assert [one.id for one in reached(tea, ["a"])] == ["1"], "a value ends a path"
    assert reached(facts, []) == ()


def moments(*years: int) -> list[ChangeMoment]:
    return [ChangeMoment(at=on(year), changes=year - 2000, moments=1) for year in years]


def test_valid_time_has_now_among_its_positions() -> None:
    times = valid_stops(moments(2024, 2025, 2027), NOW, None)
    assert times.values == ["2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "", "2027-01-01T00:00:00Z"]
    assert (times.here, times.changes) == (2, [24, 25, 0, 27])
    assert (times.before and times.before.at, times.after and times.after.at) == (on(2025), on(2027))


def test_a_moment_between_two_positions_is_shown_at_the_earlier_one() -> None:
    def place(shown: datetime) -> int:
        return valid_stops(moments(2024, 2025, 2027), NOW, shown).here

    assert [place(on(2023)), place(on(2024)), place(on(2024, 6)), place(on(2026, 1)), place(on(2026, 7))] == [
        0,
        0,
        0,
        1,
        2,
    ]
    assert place(on(2030)) == 3


def test_the_last_position_of_system_time_is_the_latest_state() -> None:
    times = system_stops(moments(2024, 2025, 2026), None)
    assert (times.values[-1], times.here, times.after) == ("", 2, None)
    assert system_stops(moments(2024, 2025, 2026), on(2025, 3)).here == 1
    assert system_stops(moments(2024, 2025, 2026), on(2026, 3)).here == 2
    assert system_stops([], None).values == [""]
    assert system_stops([], on(2025)).here == 0


def test_each_position_that_changed_something_has_a_bar_and_now_reaches_the_top() -> None:
    bars = drawn(moment_bars([1, 0, 100, 5], HOSTILE, 1)).findall(f"{SVG}path")
    assert [(bar.get("class"), str(bar.get("d")).split()[0]) for bar in bars] == [
        ("tick", "M0.0"),
        ("now", f"M{WIDTH / 3:.1f}"),
        ("tick", f"M{WIDTH * 2 / 3:.1f}"),
        ("tick", f"M{WIDTH:.1f}"),
    ]
    tops = [float(str(bar.get("d")).split("V")[1]) for bar in bars]
    assert (tops[1], tops[2]) == (0, 0)
    assert HEIGHT > tops[0] > tops[3] > tops[2]
    assert drawn(moment_bars([], "nothing")).findall(f"{SVG}path") == []


def test_the_query_for_neo4j_browser_has_its_values_as_parameters() -> None:
    query = walk_query("a-brain", ('x"}; MATCH', "y"), 2, on(2025), None, 400)
    given, call = query.splitlines()
    assert given.startswith(":params {")
    assert 'start: ["x\\"}; MATCH", "y"]' in given
    assert 'validAt: "2025-01-01T00:00:00Z", knownAt: null' in given
    assert call == "CALL graphmem.bfs($brain, $start, $hops, $validAt, $knownAt, $limit) YIELD path RETURN path;"
    address = urlsplit(browser_link("http://127.0.0.1:7474/browser/", query))
    assert (address.path, parse_qs(address.query)) == ("/browser/", {"cmd": ["edit"], "arg": [query]})


def test_each_value_of_a_list_is_a_parameter_of_an_address() -> None:
    assert link("graph", more=("a", "b/c"), to=None, relation="") == "/graph?more=a&more=b%2Fc"
