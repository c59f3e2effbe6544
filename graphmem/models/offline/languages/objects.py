"""Objects of a verb: names, and short values without articles and tails."""

from __future__ import annotations

import re

from graphmem.models.offline.languages.patterns import NAME, clean, whole
from graphmem.models.offline.languages.tables import Language, Verb

LISTED = ("speaks", "uses", "likes", "dislikes", "learns", "owns")
"""Relations that may have several objects, joined by "and" or commas."""
_VAGUE_WORDS = """isso isto tudo nada ele ela você te lo la todo eso esto ello ça cela tout rien toi vous das es dich euch alles
    nichts ihn sie viel muito mucho beaucoup sehr ti usted uno uma un une ein eine mim mí moi mich dir hier aqui ici lá dort ela
    eles"""
_VAGUE = frozenset(_VAGUE_WORDS.split())
_CLAUSE_WORDS = frozenset(
    ("que", "dass", "si", "se", "wenn", "quando", "cuando", "quand", "ob", "como", "wie", "comment")
)
_POINTING_WORDS = """este esta esse essa estes estas esses essas aquele aquela ce cet cette ces dieser diese dieses diesen teu tua
    tu ton ta tes dein deine seu sua vuestro votre vos aquel aquella ese esa"""
_DETERMINED = frozenset(_POINTING_WORDS.split())


def objects_of(words: str, verb: Verb, language: Language) -> list[str]:
    """Return the objects at the start of some words: names, or short values, joined by "and"."""
    article = rf"(?:(?:{language.articles})\s+|l['’])?"
    if verb.object == "name" or (verb.type == "person"):
        joined = rf"\s+(?:{language.joins})\s+{article}" if verb.relation in LISTED else "(?!)"
        match = re.match(rf"(?i:{article})({NAME}(?:{joined}{NAME})*)", words)
        if match is None:
            return []
        names = [clean(one) for one in re.split(joined, match[1])] if verb.relation in LISTED else [clean(match[1])]
        return [
            one for one in names if not whole(f"{language.articles}|{language.my}|{language.pronouns}").fullmatch(one)
        ]
    found: list[str] = []
    for part in re.split(rf"\s+(?:{language.joins})\s+", words):
        value, complete = _value(re.sub(r"^(?:de|do|da|dos|das|du|des)\s+", "", part), language)
        if value:
            found.append(value)
        if not value or not complete:
            break
    return found


def _value(part: str, language: Language) -> tuple[str, bool]:
    """Return a value without article and tail, and whether nothing was cut off."""
    parts = [word.strip(' .!…"“”«»') for word in part.split()]
    while parts and whole(language.articles).fullmatch(parts[0]):
        parts.pop(0)
    kept: list[str] = []
    for word in parts:
        if kept and whole(language.stops).fullmatch(word) and word.lower() != "de":
            if word.lower() in _CLAUSE_WORDS:
                return "", False
            break
        kept.append(word)
    if not kept or len(kept) > 5 or kept[0].lower() in _VAGUE | _DETERMINED | _CLAUSE_WORDS:
        return "", False
    text = re.sub(r"^l['’]", "", " ".join(kept))
    return (text, len(kept) == len(parts)) if len(text) > 1 else ("", False)


def is_ailment(value: str, language: Language) -> bool:
    words = value.lower().split()
    endings = tuple(language.ailment_endings.split("|"))
    known = whole(f"(?:{language.ailments})(?:\\s.*)?").fullmatch(value)
    return known is not None or (len(words[0]) > 6 and words[0].endswith(endings))
