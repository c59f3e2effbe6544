"""The words of condition: each language has its own, folded."""

from __future__ import annotations

import re

import pytest

from graphmem.models.openai.condition_words import ANOTHER, LANGUAGES, OPENINGS, ConditionWords
from graphmem.names.normalize import fold


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_are_folded(language: ConditionWords) -> None:
    assert all(fold(word) == word for word in language.lasting | language.turning)
    for pattern in (language.ties, language.goes_on, language.changes, language.concedes, language.another):
        words = re.sub(r"\\\w|\(\?[:=<!]*", " ", pattern)
        assert fold(words) == words


@pytest.mark.parametrize(
    ("text", "kind"),
    [("even if she", "none"), ("if she", "changes"), ("so long as she", "goes_on"), ("depends on her", "tie")],
)
def test_an_opening_tells_its_kind(text: str, kind: str) -> None:
    found = OPENINGS[0].search(f" {text} ")
    assert found
    assert found[kind]


def test_a_new_one_is_another_one_only_where_it_is_not_known() -> None:
    assert ANOTHER.search(" we get a new lead ")
    assert not ANOTHER.search(" our new lead calls ")
