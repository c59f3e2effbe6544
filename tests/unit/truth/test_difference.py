"""What has to be written: facts that leave, change or come, and why they leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphmem.truth.difference import Difference, StoredFact, difference
from graphmem.truth.statement import Statement
from tests.unit.truth.saying import day, derived, on, tell

NOW = day(30)
ACME, GLOBEX = tell("1", "ana job Acme", 1, 1), tell("2", "ana job Globex", 9, 9)
AGAIN = tell("3", "ana job Acme", 5, text=ACME.text)


def settled(
    *statements: Statement, stored: tuple[StoredFact, ...] = (), withdrawn: tuple[Statement, ...] = ()
) -> Difference:
    """Return the difference at NOW."""
    known = {said.id: said for said in (*statements, *withdrawn)}
    return difference(stored, derived(*statements), known, NOW)


def stored(*statements: Statement) -> tuple[StoredFact, ...]:
    """Return the facts of statements, as they are stored since the first day."""
    return tuple(replace(one, recorded=day(1)) for one in settled(*statements).after)


def removal(fact_id: str, found: Difference) -> tuple[str, str | None]:
    return {one.fact.fact_id: (one.reason, one.because) for one in found.removed}[fact_id]


# -- what changes


def test_new_facts_are_added_and_stored_from_now_on() -> None:
    found = settled(ACME, GLOBEX)
    assert ([fact.fact_id for fact in found.added], found.removed, found.revised) == (["1", "2"], (), ())
    assert [(one.fact_id, one.recorded, one.names) for one in found.after] == [
        ("1", NOW, ("ana", "Acme")), ("2", NOW, ("ana", "Globex")),
    ]  # fmt: skip


def test_what_stays_as_it_is_changes_nothing() -> None:
    (one,) = settled(ACME, stored=stored(ACME)).revised
    assert (one.content, one.rest, one.confirmed) == ({}, {}, False)
    assert settled(ACME, stored=stored(ACME)).after == stored(ACME)


def test_a_new_end_is_content_and_keeps_a_version() -> None:
    found = settled(ACME, GLOBEX, stored=stored(ACME))
    (one,) = found.revised
    assert set(one.content) == {"tInvalid", "tInvalidPrecision", "closedBy", "closedReason", "supersededBy"}
    assert one.content["tInvalid"] == day(9)
    assert [(x.fact_id, x.recorded) for x in found.after] == [("1", NOW), ("2", NOW)]


def test_what_is_only_said_again_changes_without_a_version() -> None:
    (one,) = settled(ACME, AGAIN, stored=stored(ACME)).revised
    assert (dict(one.content), one.confirmed, one.reworded) == ({}, True, False)
    assert one.rest["statementIds"] == ["1", "3"]
    (after,) = settled(ACME, AGAIN, stored=stored(ACME)).after
    assert after.recorded == day(1)


def test_another_sentence_is_told_as_reworded() -> None:
    told = tell("d", "ana job Acme", 5, 1, details=("north",))
    (one,) = settled(ACME, told, stored=stored(ACME)).revised
    assert (one.reworded, one.content["factText"]) == (True, told.text)


def test_an_object_of_another_id_is_written() -> None:
    (before,) = stored(ACME)
    (one,) = settled(ACME, stored=(replace(before, object="value of Acme"),)).revised
    assert one.rest == {"objectId": "Acme"}


def test_facts_of_one_id_at_two_subjects_are_two_facts() -> None:
    (before,) = stored(ACME)
    found = settled(ACME, stored=(replace(before, subject="ben"),))
    assert ([one.fact.subject for one in found.removed], [fact.subject for fact in found.added]) == (["ben"], ["ana"])


def test_only_facts_of_statements_of_this_moment_cannot_have_been_stored_before() -> None:
    assert settled(ACME, replace(GLOBEX, recorded=NOW)).new == {"2"}


# -- what may reach others


def test_what_came_left_or_changed_is_unsettled_and_what_was_confirmed_is_not() -> None:
    assert settled(ACME, GLOBEX).unsettled == {"1", "2"}
    assert settled(ACME, GLOBEX, AGAIN, stored=stored(ACME)).unsettled == {"1", "2", "3"}
    assert settled(ACME, AGAIN, stored=stored(ACME)).unsettled == set()
    assert settled(stored=stored(ACME, AGAIN)).unsettled == {"1", "3"}


# -- why facts leave


def test_what_another_fact_has_taken_over_is_joined_to_it() -> None:
    early = replace(tell("0", "ana job Acme", 1, 1), recorded=day(0))
    assert removal("1", settled(ACME, early, stored=stored(ACME))) == ("joined", "0")


@pytest.mark.parametrize(
    ("rests", "because"), [({"evidence": (("1",),)}, "1"), ({"holds_while": (on("ana job", "Acme"),)}, None)]
)
def test_what_loses_its_ground_falls_because_of_it(rests: dict[str, Any], because: str | None) -> None:
    resting = tell("r", "ana boss Bo", 4, 4, **rests)
    found = settled(ACME, tell("2", "ana job Globex", 9, 3), resting, stored=stored(ACME, resting))
    assert removal("r", found) == ("cascade", because)


def test_what_waits_again_falls() -> None:
    lead, ana = tell("l", "team lead Emeka", 1, 1), tell("a", "team lead Ana", 9, 9)
    waiting = tell("w", "team time Monday", 3, starts_when=on("team lead"))
    assert removal("w", settled(lead, waiting, stored=stored(lead, ana, waiting))) == ("cascade", None)


def test_what_was_withdrawn_leaves_with_its_reason() -> None:
    gone = replace(ACME, withdrawn=NOW, props={**ACME.props, "withdrawnReason": "corrected", "withdrawnBy": "who"})
    assert removal("1", settled(stored=stored(ACME), withdrawn=(gone,))) == ("corrected", "who")


def test_what_was_withdrawn_at_this_moment_and_has_come_back_since_was_corrected() -> None:
    gone = replace(ACME, away=(NOW, day(40)), props={**ACME.props, "awayBy": ["who"]})
    assert removal("1", settled(stored=stored(ACME), withdrawn=(gone,))) == ("corrected", "who")


def test_what_another_value_has_displaced_was_superseded() -> None:
    rival = tell("2", "ana job Globex", 5, 1)
    assert removal("1", settled(ACME, rival, stored=stored(ACME))) == ("superseded", None)


def test_what_no_statement_is_known_of_was_superseded() -> None:
    assert removal("1", settled(stored=stored(ACME))) == ("superseded", None)
