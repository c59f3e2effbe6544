"""Words before a verb that change its meaning."""

from __future__ import annotations

import pytest

from graphmem.relations.aspect import split_aspect


@pytest.mark.parametrize(
    ("name", "aspect", "rest"),
    [
        ("started_using", "begins", "using"),
        ("started_to_use", "begins", "use"),
        ("no_longer_lives_in", "ends", "lives_in"),
        ("stopped_smoking", "ends", "smoking"),
        ("used_to_work_at", "past", "work_at"),
        ("will_move_to", "plan", "move_to"),
        ("is_planning_to_move_to", "plan", "move_to"),
        ("would_like_to_live_in", "doubt", "like_to_live_in"),
        ("wants_to_live_in", "doubt", "live_in"),
        ("does_not_speak", "doubt", "speak"),
        ("deixou_de_usar", "ends", "usar"),
        ("ya_no_vive_en", "ends", "vive_en"),
        ("nicht_mehr_arbeitet_bei", "ends", "arbeitet_bei"),
        ("lives_in", None, "lives_in"),
        ("will", None, "will"),
    ],
)
def test_the_first_words_state_the_aspect(name: str, aspect: str | None, rest: str) -> None:
    assert split_aspect(name.split("_")) == (aspect, tuple(rest.split("_")))
