"""Normal forms of names: folding, slugs, keys and types."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz import fuzz


def word_set(text: str) -> frozenset[str]:
    """Return the set of words of a text."""
    return frozenset(text.split())


MOST_NORM = 300
"""The maximum number of characters of a normalised name."""
POINTED = ((0, 0x52F), (0x591, 0x6FF), (0x750, 0x77F), (0x870, 0x8FF), (0x1C80, 0x1C8F), (0x1D00, 0x1DBF), (0x1E00, 0x1FFF),
           (0x2C60, 0x2C7F), (0xA640, 0xA69F), (0xA720, 0xA7FF), (0xAB30, 0xAB6F))  # fmt: skip
"""Code points of Latin, Greek, Cyrillic, Hebrew and Arabic letters.

A mark on such a letter is an accent or a vowel point; folding removes it. On a letter of another script a mark is a
vowel, a tone or a voicing sign and makes another word. cypher/explore/letters.cypher follows the same rule."""


def _all_marks() -> str:
    """Return the combining marks of the scripts in use as ranges of a regular-expression set."""
    spans = (
        (0x300, 0x3100),
        (0xA640, 0xAC00),
        (0xFB1E, 0xFE30),
        (0x11100, 0x11135),
        (0x1E944, 0x1E94B),
        (0xE0100, 0xE01F0),
    )
    found = [n for span in spans for n in range(*span) if unicodedata.category(chr(n)).startswith("M")]
    firsts = [n for before, n in zip([0, *found], found, strict=False) if n != before + 1]
    lasts = [n for n, behind in zip(found, [*found[1:], 0], strict=True) if behind != n + 1]
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in zip(firsts, lasts, strict=True))


_MARK = _all_marks()
_MARKS = re.compile(rf"[{_MARK}]+")
_POINTED = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in POINTED[1:]) + "]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors: marks that only choose between two forms of a letter."""
WORD = re.compile(rf"[^\W_]+(?:[{_MARK}]+[^\W_]*)*")
"""A word of a name: letters and digits with their marks."""
_SIGNS = re.compile(rf"(?=[+#])(?:(?<=[^\W_])|(?<=[{_MARK}]))(\+{{1,3}}|#)(?![^\W_])")
"""Signs at the end of a word that change the name: C, C++ and C# are three names."""
_SPELT = {"+": " plus", "#": " sharp"}
_HANDLE = re.compile(rf"[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}|[^\W_][\w{_MARK}]{{0,100}}:\S+")
GENERIC_TYPES = frozenset({"", "other", "entity", "thing", "unknown"})
"""Types without information; they are compatible with every type."""
_FAMILIES = {
    type_: name
    for name, types in {
        "person": "person people human man woman boy girl child individual user speaker contact customer friend relative "
        "colleague character pessoa persona personne mensch",
        "animal": "animal pet dog cat horse bird fish",
        "organization": "organization organisation company corporation business firm employer startup agency institution "
        "ngo charity government party team band club group department legal_entity legalentity org "
        "school university college hospital church museum restaurant shop store bar cafe gym hotel",
        "place": "place location city town village country state region province county continent street address "
        "neighborhood neighbourhood district island river lake mountain park beach building landmark venue geo gpe loc",
        "event": "event meeting conference party_event festival concert wedding trip holiday appointment",
    }.items()
    for type_ in types.split()
}
_SITES = word_set("school university college hospital church museum restaurant shop store bar cafe gym hotel venue")
SITE_FAMILIES = frozenset({"organization", "place"})


def is_handle(wording: str) -> bool:
    """Whether the wording has the form of an entity's id or key ("person:ana_souza~2"); a name may have it, too."""
    return _HANDLE.fullmatch(wording) is not None


def fold(text: str) -> str:
    """Return the text with case and accents folded, in every script; marks that change the letter stay."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    decomposed = unicodedata.normalize("NFKD", plain.casefold())
    return unicodedata.normalize("NFC", _MARKS.sub(_part_of_letter, decomposed))


def _part_of_letter(marks: re.Match[str]) -> str:
    """Return those marks after a letter that make it another letter."""
    letter = marks.string[marks.start() - 1 : marks.start()]
    if letter <= "\u052f" or not letter.isalnum() or _POINTED.match(letter):
        return ""
    return _SELECTORS.sub("", marks[0])


@lru_cache(maxsize=16384)
def slug(name: str) -> str:
    """Return the normalised name: folded letters and digits of every script, words joined by `_`.

    A name that is too long for an index ends in a digest of the whole. A plus or a sharp at the end of a word is
    written out: "C++" and "C plus plus" are both `c_plus_plus`. A name of signs alone gives `sign_` and a digest.
    An empty name gives "unknown".
    """
    found = joined(name) or _sign_slug(name)
    return found if len(found) <= MOST_NORM else f"{found[:279]}_{_digest(found)[:20]}"


def joined(text: str) -> str:
    """Return the normalised words of a text, joined by `_`. It contains the slug of each name in the text."""
    return "_".join(WORD.findall(fold(spelt(text))))


def spelt(name: str) -> str:
    """Return the name with plus and sharp signs at the end of a word written out as words."""
    return _SIGNS.sub(lambda signs: "".join(_SPELT[sign] for sign in signs[0]), name)


def _sign_slug(name: str) -> str:
    return f"sign_{_digest(name.strip())[:12]}" if name.strip() else "unknown"


def entity_key(type_: str, name: str) -> str:
    """Return the key `type:slug`; `free_key` adds `~n` to tell homonyms apart."""
    return f"{type_}:{slug(name)[:200]}"


def free_key(base: str, taken: set[str]) -> str:
    """Return `base`, or the first `base~n` (n from 2 on) that is not taken."""
    if base not in taken:
        return base
    return next(key for n in range(2, len(taken) + 3) if (key := f"{base}~{n}") not in taken)


def value_key(text: str) -> str:
    """Return the key of a value. Case and spacing make no difference."""
    words = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    return f"{slug(words)[:60]}#{_digest(words)[:16]}"


def brain_token(brain: str) -> str:
    """Return one full-text token for a brain's name; a full-text index cannot filter by an exact property."""
    return f"b{_digest(brain)[:24]}0"


def entity_type(type_: str) -> str:
    """Return the normalised type: free-form, lower case; "other" if empty."""
    return slug(type_) if type_.strip() else "other"


def family(type_: str) -> str:
    """Return the family of a type: person, animal, organization, place, event or thing; "" for a generic type."""
    return "" if type_ in GENERIC_TYPES else _FAMILIES.get(type_, "thing")


def same_kind(first: str, second: str) -> bool:
    """Whether two types can belong to one entity: both are of one family, or one has no information.

    A person is never a place, an organization or a thing. "company" and "organization" are one family. A school or a
    restaurant is both an organization and a place.
    """
    a, b = family(first), family(second)
    if a == b or not a or not b:
        return True
    return (_is_site(first) and b in SITE_FAMILIES) or (_is_site(second) and a in SITE_FAMILIES)


def _is_site(type_: str) -> bool:
    return type_ in _SITES


def similarity(first: str, second: str) -> float:
    """Return how alike two names are written, from 0 to 1, in any order of their words."""
    a, b = fold(first), fold(second)
    return max(fuzz.token_sort_ratio(a, b), fuzz.ratio(a, b)) / 100


def begins(short: str, long: str) -> bool:
    """Whether `short` is the beginning of `long`: its first words, or a diminutive of its first word.

    A diminutive has at least four letters. The letters that it omits must not be an ending that makes another name:
    Carol is short for Carolina, but Maria is not short for Mariana, nor Daniel for Daniela.
    """
    a, b = slug(short), slug(long)
    if len(a) < 3 or a == b or not b.startswith(a):
        return False
    if b[len(a)] == "_":
        return True
    if _MARKS.match(b, len(a)):
        return False
    rest = b[len(a) :].partition("_")[0]
    return len(a) >= 4 and "_" not in a and rest not in _OTHER_NAME


_OTHER_NAME = word_set("a e o i s ia na ne nna ta la lla elle ette etta ine inne us")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=16384)
def latin(text: str) -> str:
    """Return the text in plain Latin letters; characters without a Latin form are removed."""
    return text if text.isascii() else anyascii(fold(text) if _is_latin(text) else text)


def _is_latin(text: str) -> bool:
    return all(ord(c) < 0x250 for c in text if c.isalpha())
