"""The decision about an entity, as callers get it."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.ingest.building import entity


def test_the_decision_has_the_new_name_of_an_entity_that_was_nameless() -> None:
    end = replace(entity("Ana's brother", is_new=False), method="alias", score=0.9)
    assert end.decision().name == "Ana's brother"
    renamed = replace(end, rename="Leo").decision()
    assert (renamed.name, renamed.id, renamed.method, renamed.is_new, renamed.score) == (
        "Leo",
        "Ana's brother",
        "alias",
        False,
        0.9,
    )
