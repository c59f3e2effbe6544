"""Statements as they go to the server."""

from __future__ import annotations

import pytest

from graphmem.graph.statements import sent, statement, without_version


@pytest.mark.parametrize("given", [{"brain": "b", "text": "a secret"}, {"q": {"brain": "b", "text": "a secret"}}])
def test_what_is_sent_does_not_show_itself(given: dict[str, object]) -> None:
    """The driver makes text of its messages for the debug log, whether that is on or not."""
    name = "recall/recall" if "q" in given else "procedures/lock"
    _, parameters = sent(name, given)
    assert parameters == (given if "q" in given else {"q": given})
    assert repr(parameters) == "{'q': <2 parameters>}"


def test_a_statement_that_keeps_its_plan_can_stand_inside_another() -> None:
    whole = statement("recall/recall")
    assert whole.startswith("CYPHER 25 replan=skip\n")
    assert without_version(whole).startswith("CALL () {")
    assert without_version("RETURN 1") == "RETURN 1"
