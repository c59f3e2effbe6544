"""Guess the language of a text from its most common words, the verb forms of the tables and its letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from graphmem.languages.language import Language, language, languages
from graphmem_offline.kin_words import kin_relations
from graphmem_offline.languages.patterns import words_of

_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w-])")
ENGLISH = language("en")


@cache
def _forms(one: Language) -> frozenset[str]:
    """Return the verb forms and kinship words of a language that are one word."""
    if not one.has("statements"):
        return frozenset()
    forms = {form for verb in one.statements.verbs for form in f"{verb.first}|{verb.third}".split("|")}
    last = {form.rpartition(" ")[2] for form in forms if " " in form}
    plain = {form for form in (*forms, *kin_relations(one)) if form.isalpha() and len(form) > 2}
    plain |= {form for form in last if form.isalpha() and len(form) > 4}
    return frozenset(plain - ENGLISH.words.elsewhere - ENGLISH.words.marks)


def language_read(code: str | None, text: str) -> Language:
    """Return the language in which a text is read: the one of the code, else the one that it looks like.

    A language without a grammar is read as English.
    """
    named = language(code[:2].lower()) if code else language_of(text)
    return named if named.has("statements") else ENGLISH


def language_of(text: str) -> Language:
    """Return the most likely language of those that are told by words; English without evidence for another."""
    words = [word.lower() for word in _WORD.findall(text)]
    scores = {one: _score(text, words, one) for one in languages("words") if one.words.marks}
    best = max(scores, key=lambda one: (scores[one], one == ENGLISH))
    return best if scores[best] > scores[ENGLISH] and scores[best] >= 2 else ENGLISH


def _score(text: str, words: Sequence[str], one: Language) -> int:
    """Return the evidence for a language: its common words, verbs and kinship words, and what only it has."""
    score = sum(word in one.words.marks for word in words)
    score += 2 * len(_forms(one).intersection(word.partition("'")[2] or word for word in words))
    score += 2 if one.has("statements") and words_of(one.statements.polite).search(text) else 0
    score += re.search(one.words.openings, text) is not None
    return score + bool(score and set(text.lower()).intersection(one.words.letters))
