"""How long evidence stands: sets, periods, loops, and starts that would undo their own ground."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.graph.evidence_limits import CYCLE, FUTURE, PAST, EvidenceLimits


def day(number: int) -> datetime:
    return datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=number)


def row(id_: str, at: int, *sets: str, own: datetime | None = FUTURE, **fields: Any) -> dict[str, Any]:
    """A statement of a group of its own, as procedures/settle gives it."""
    plain = {"group": id_, "value": id_, "until": FUTURE, "limit": FUTURE, "seam": False, "alone": True, "ends": ["v"]}
    return {"id": id_, "at": day(at), "own": own, "sets": list(sets) or None, **plain, **fields}


def limits(*rows: dict[str, Any], **outside: datetime) -> dict[str, tuple[datetime, str | None]]:
    """The limits of statements whose groups have no other statement."""
    found = EvidenceLimits(outside=outside)
    found.add(rows)
    assert found.solve()
    return {id_: (limit.at, limit.because) for id_, limit in found.found.items()}


def test_the_best_set_counts_and_of_a_set_the_shortest_member() -> None:
    found = limits(row("x", 0, "a&b", "c"), a=day(9), b=day(5), c=day(3))
    assert found == {"x": (day(5), "b")}


def test_evidence_that_is_in_no_graph_stands_nowhere() -> None:
    assert limits(row("x", 0, "a")) == {"x": (PAST, "a")}


def test_what_rests_on_a_statement_stands_as_long_as_its_period() -> None:
    first, second = (row(id_, at, value="v", group="g", own=day(end)) for id_, at, end in (("a", 0, 4), ("b", 3, 9)))
    assert limits(first, second, row("x", 1, "a"))["x"] == (day(9), "a")
    apart = {**second, "at": day(4), "seam": True}
    assert limits(first, apart, row("x", 1, "a"))["x"] == (day(4), "a")


def test_evidence_that_begins_later_counts_as_standing_until_its_start() -> None:
    assert limits(row("a", 5, own=None), row("x", 1, "a"))["x"] == (day(5), "a")


def test_facts_that_rest_only_on_each_other_do_not_hold() -> None:
    assert limits(row("a", 0, "b"), row("b", 0, "a")) == {"a": (PAST, "b"), "b": (PAST, "a")}
    grounded = limits(row("a", 0, "b", "c"), row("b", 0, "a"), c=day(7))
    assert grounded == {"a": (day(7), "c"), "b": (day(7), "a")}


def test_a_period_of_its_value_stands_for_a_statement_whose_own_evidence_is_gone() -> None:
    gone = row("a", 2, "nothing", value="v", group="g")
    plain = row("b", 1, value="v", group="g")
    assert limits(gone, plain, row("x", 3, "a"))["x"] == (FUTURE, "a")
    assert limits(gone, plain, row("x", 1, "a"))["x"] == (PAST, "a")


def test_a_chain_of_any_length_is_solved_at_once() -> None:
    chain = [row(f"f{n}", 0, f"f{n - 1}") for n in range(1, 300)]
    assert {at for at, _ in limits(*chain, f0=day(3)).values()} == {day(3)}


def test_a_group_is_derived_again_if_a_limit_changes_what_it_was_derived_under() -> None:
    found = EvidenceLimits(outside={"a": day(4)})
    found.add([row("x", 0, "a", alone=False)])
    assert not found.solve()
    found.add([row("x", 0, "a", alone=False, limit=day(4))])
    assert found.solve()


def test_a_start_that_would_undo_its_own_ground_gets_no_period() -> None:
    """Recife holds from day 0; Porto from day 3 rests on Recife, and would end it."""
    found = EvidenceLimits()
    assumed = FUTURE
    for _ in range(20):
        recife = row("r", 0, group="home", own=day(3) if assumed > day(3) else FUTURE, alone=False)
        porto = row("p", 3, "r", group="home", alone=False, limit=assumed)
        found.add([recife, porto])
        if found.solve():
            break
        assumed = found.found["p"].at
    assert found.found["p"].at == day(3)
    assert found.found["p"].because == CYCLE


def test_the_steps_between_a_statement_and_its_root_are_counted() -> None:
    found = EvidenceLimits()
    found.add([row("a", 0, "root"), row("b", 0, "a"), row("c", 0, "b", "root")])
    assert found.depths(["root"]) == {"root": 0, "a": 1, "c": 1, "b": 2}
