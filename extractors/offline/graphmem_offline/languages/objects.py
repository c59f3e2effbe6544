"""Objects of a verb: names, and short values without articles and tails."""

from __future__ import annotations

import re

from graphmem.languages.language import Language
from graphmem.languages.small_words import alternatives
from graphmem.languages.statement_words import Verb
from graphmem_offline.languages.patterns import NAME, clean, determiners, whole

LISTED = ("speaks", "uses", "likes", "dislikes", "learns", "owns")
"""Relations that may have several objects, joined by "and" or commas."""


def objects_of(words: str, verb: Verb, language: Language) -> list[str]:
    """Return the objects at the start of some words: names, or short values, joined by "and"."""
    article = rf"(?:(?:{determiners(language)})\s+|l['’])?"
    if verb.object == "name" or (verb.type == "person"):
        joined = rf"\s+(?:{language.statements.joins})\s+{article}" if verb.relation in LISTED else "(?!)"
        match = re.match(rf"(?i:{article})({NAME}(?:{joined}{NAME})*)", words)
        if match is None:
            return []
        names = [clean(one) for one in re.split(joined, match[1])] if verb.relation in LISTED else [clean(match[1])]
        no_names = whole(f"{determiners(language)}|{alternatives((*language.words.i, *language.words.we))}")
        return [one for one in names if not no_names.fullmatch(one)]
    found: list[str] = []
    for part in re.split(rf"\s+(?:{language.statements.joins})\s+", words):
        value, complete = _value(re.sub(rf"^(?:de|{alternatives(language.words.contracted)})\s+", "", part), language)
        if value:
            found.append(value)
        if not value or not complete:
            break
    return found


def _value(part: str, language: Language) -> tuple[str, bool]:
    """Return a value without article and tail, and whether nothing was cut off."""
    parts = [word.strip(' .!…"“”«»') for word in part.split()]
    while parts and whole(determiners(language)).fullmatch(parts[0]):
        parts.pop(0)
    kept: list[str] = []
    for word in parts:
        if kept and whole(language.statements.stops).fullmatch(word) and word.lower() != "de":
            if word.lower() in language.statements.clauses:
                return "", False
            break
        kept.append(word)
    if not kept or len(kept) > 5 or _is_vague(kept[0].lower(), language):
        return "", False
    text = re.sub(r"^l['’]", "", " ".join(kept))
    return (text, len(kept) == len(parts)) if len(text) > 1 else ("", False)


def _is_vague(word: str, language: Language) -> bool:
    """Whether an object that begins with a word means something that is named elsewhere."""
    words, statements = language.words, language.statements
    return word in words.pointing | words.their | statements.vague | statements.clauses


def is_ailment(value: str, language: Language) -> bool:
    words = value.lower().split()
    endings = tuple(language.statements.ailment_endings.split("|"))
    known = whole(f"(?:{language.statements.ailments})(?:\\s.*)?").fullmatch(value)
    return known is not None or (len(words[0]) > 6 and words[0].endswith(endings))
