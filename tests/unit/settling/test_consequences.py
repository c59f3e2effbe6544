"""How a change reached each fact: by which link, over how many steps, and where only a value made way."""

from __future__ import annotations

from typing import Any

from graphmem.settling.consequences import Reach, _Links, consequences
from graphmem.truth.statement import Condition, Statement
from tests.unit.truth.saying import on, say

Row = dict[str, Any]


def changed(id_: str, subject: str, relation: str, object_: str, kind: str = "changed", *more: str) -> Row:
    return {
        "factId": id_, "change": kind, "statementIds": [id_, *more],
        "subjectId": subject, "relation": relation, "objectId": object_,
    }  # fmt: skip


def said(
    id_: str, place: str, *evidence: str, rests: Condition | None = None, waits: Condition | None = None, **fields: Any
) -> Statement:
    """A statement about a subject and relation. `rests`: it holds with a value. `waits`: it starts with a change."""
    sets = tuple((one,) for one in evidence)
    return say(id_, f"{place} x", 1, evidence=sets, holds_while=(rests,) if rests else (), starts_when=waits, **fields)


CHEF = changed("piet", "kitchen", "chef", "Piet")
SOFIA = changed("sofia", "orders", "to", "Sofia")
IMRE = changed("imre", "orders", "to", "Imre", "added")
ORDERS = [said("sofia", "orders to", rests=on("kitchen chef")), said("imre", "orders to", waits=on("kitchen chef"))]


def test_a_start_is_reached_by_its_trigger_and_an_end_by_its_ground() -> None:
    found = consequences([CHEF, SOFIA, IMRE], [said("piet", "kitchen chef"), *ORDERS], {"piet"})
    assert found == {
        "piet": Reach(0), "sofia": Reach(1, "piet", "holds_while"), "imre": Reach(1, "piet", "starts_when"),
    }  # fmt: skip


def test_a_chain_is_followed_over_every_kind_of_link() -> None:
    menu = changed("menu", "imre", "cooks", "Goulash")
    shop = changed("shop", "shop", "sells", "Paprika", "added")
    rows = [said("menu", "imre cooks", "imre"), said("shop", "shop sells", waits=on("imre cooks"))]
    found = consequences([CHEF, SOFIA, IMRE, menu, shop], [*ORDERS, *rows], {"piet"})
    assert (found["menu"], found["shop"]) == (Reach(2, "imre", "evidence"), Reach(3, "menu", "starts_when"))


def test_a_value_that_made_way_is_reached_one_step_after_its_successor() -> None:
    plain = changed("anna", "orders", "to", "Anna")
    found = consequences([CHEF, IMRE, plain], [*ORDERS, said("anna", "orders to")], {"piet"})
    assert found["anna"] == Reach(2, "imre", None)


def test_a_start_that_names_its_trigger_and_its_ground_is_told_with_the_trigger() -> None:
    both = said("imre", "orders to", rests=on("kitchen chef"), waits=on("kitchen chef"))
    for row, through in ((IMRE, "starts_when"), ({**IMRE, "change": "changed"}, "holds_while")):
        assert consequences([CHEF, row], [both], {"piet"})["imre"].through == through


def test_a_condition_about_a_value_is_linked_to_the_fact_of_that_value() -> None:
    olsen = changed("olsen", "fish", "supplier", "Olsen", "added")
    for object_, cause in (("Sofia", "sofia"), ("Otherwise", "imre")):
        rows = [*ORDERS, said("olsen", "fish supplier", waits=on("orders to", object_))]
        found = consequences([CHEF, IMRE, SOFIA, olsen], rows, {"piet"})
        assert found["olsen"] == Reach(2, cause, "starts_when")


def test_a_cycle_ends_and_the_nearest_cause_counts() -> None:
    a, b = changed("a", "x", "is", "A"), changed("b", "y", "is", "B")
    rows = [said("a", "x is", rests=on("y is")), said("b", "y is", rests=on("x is"))]
    found = consequences([a, b], rows, {"a"})
    assert found == {"a": Reach(0), "b": Reach(1, "a", "holds_while")}


def test_a_symmetric_value_is_seen_from_both_ends() -> None:
    married = changed("married", "ana", "married_to", "bruno")
    lives = changed("lives", "bruno", "lives_in", "Porto")
    rows = [
        said("married", "ana married_to", symmetric=True),
        said("lives", "bruno lives_in", rests=on("bruno married_to")),
    ]
    found = consequences([married, lives], rows, {"married"})
    assert found["lives"] == Reach(1, "married", "holds_while")


def test_what_was_only_confirmed_and_what_nothing_links_is_left_out() -> None:
    other, same = changed("other", "z", "is", "Z"), {**SOFIA, "change": "confirmed"}
    assert consequences([CHEF, other, same], ORDERS, {"piet"}) == {"piet": Reach(0)}


def test_a_fact_is_touched_by_any_of_its_statements() -> None:
    twice = changed("piet", "kitchen", "chef", "Piet", "changed", "said-again")
    assert consequences([twice], [], {"said-again"}) == {"piet": Reach(0)}


def test_many_values_and_many_watchers_cost_no_more_than_their_links() -> None:
    """Each watcher and each group is looked at once a step, not once for each cause."""

    class Counted(list[Any]):
        looks = 0

        def __iter__(self) -> Any:
            Counted.looks += 1
            return super().__iter__()

    values = [changed(f"v{n}", "kitchen", "cooks", f"V{n}") for n in range(300)]
    resting = [changed(f"r{n}", f"s{n}", "is", "R") for n in range(300)]
    rows = [said(row["factId"], "kitchen cooks") for row in values]
    rows += [said(row["factId"], f"{row['subjectId']} is", rests=on("kitchen cooks")) for row in resting]
    links = _Links([*values, *resting], rows)
    links.watching[("kitchen", "cooks")] = Counted(links.watching[("kitchen", "cooks")])
    found = links.walk({row["factId"] for row in values})
    assert {found[row["factId"]].depth for row in resting} == {1}
    assert Counted.looks == 1
