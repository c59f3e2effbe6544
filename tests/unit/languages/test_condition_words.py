"""The words of condition: each language has its own, folded."""

from __future__ import annotations

import re

import pytest

from graphmem.languages.language import Language, languages
from graphmem.models.openai.condition_clauses import ANOTHER, OPENINGS
from graphmem.names.normalize import fold


@pytest.mark.parametrize("language", languages("conditions"), ids=lambda one: one.code)
def test_all_words_are_folded(language: Language) -> None:
    words = language.conditions
    assert all(fold(word) == word for word in words.lasting | words.turning)
    for pattern in (words.ties, words.goes_on, words.changes, words.concedes, words.another):
        plain = re.sub(r"\\\w|\(\?[:=<!]*", " ", pattern)
        assert fold(plain) == plain


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
