"""Words of a wish."""

from __future__ import annotations

import pytest

from graphmem.relations.wishes import says_wish


@pytest.mark.parametrize(
    "text",
    [
        "We want to move to Porto next summer.",
        "Ana would love to work at Acme in May.",
        "Gostaríamos de mudar para Lisboa em maio.",
        "Nos gustaría vivir en Cádiz el año que viene.",
        "Elle voudrait habiter à Nantes en juin.",
        "Wir möchten im Mai nach Kiel ziehen.",
        "Vorrei trasferirmi a Parma in estate.",
    ],
)
def test_a_wish_is_heard_in_six_languages(text: str) -> None:
    assert says_wish(text)


@pytest.mark.parametrize(
    "text", ["We are moving to Porto in May.", "Ana starts at Acme on Monday.", "Wishaw is a town."]
)
def test_a_decided_plan_is_no_wish(text: str) -> None:
    assert not says_wish(text)
