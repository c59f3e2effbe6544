"""The forms of the verbs of a language, folded, each with its tense."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal

from graphmem.languages.change_words import Conjugation
from graphmem.languages.language import Language
from graphmem.names.normalize import fold

VerbTense = Literal["past", "other"]

_ROMANCE_AR = (
    ("o", "a", "as", "amos", "am", "an", "ando", "ado", "ada", "ados", "adas", "ar", "e", "em", "en", "ara", "are"),
    ("ei", "ou", "aram", "aron", "ava", "aba", "aban", "avam", "ei", "aste", "o", "e"),
)
_ROMANCE_ER = (
    ("o", "e", "es", "em", "en", "emos", "endo", "iendo", "ido", "ida", "idos", "er", "ir", "a", "am", "an"),
    ("eu", "eram", "i", "io", "ieron", "ia", "iam", "ian", "iu", "iram"),
)
_FRENCH_ER = (
    ("e", "es", "ons", "ez", "ent", "er", "ant", "ee", "ees", "era"),
    ("ait", "aient", "a", "erent", "ais"),
)
_ROMANCE_SOFT = {"c": "qu", "g": "gu", "z": "c"}
"""Spelling before e and i: ficar → fiquei, llegar → llegue, cruzar → cruce."""


@cache
def irregular(language: Language) -> Mapping[str, Mapping[str, VerbTense]]:
    """Return the forms of the irregular verbs of a language, each with its tense."""
    verbs: dict[str, dict[str, VerbTense]] = {}
    for lemma, forms in language.changes.irregular.items():
        other, _, past = forms.partition("/")
        verbs[lemma] = {lemma: "other", **dict.fromkeys(other.split(), "other"), **dict.fromkeys(past.split(), "past")}
    return verbs


_INSEPARABLE = ("ver", "be", "er", "ent", "uber", "unter")
"""German syllables without "ge" behind them: "verloren", "übergeben"."""


def forms_of(lemma: str, language: Language) -> dict[str, VerbTense]:
    """Return the folded forms of a verb, each with its tense. A participle that also builds passives is `other` or `past`."""
    lemma = fold(lemma)
    known = irregular(language).get(lemma) or _prefixed(lemma, language)
    return dict(known) if known is not None else _REGULAR[language.changes.conjugation](lemma)


def _prefixed(lemma: str, language: Language) -> dict[str, VerbTense] | None:
    """Return the forms of a verb with a prefix by those of the verb behind it; None without one.

    English, Portuguese, Spanish and French need it for irregular verbs alone, German for the place of "ge" too.
    """
    known, is_german = irregular(language), language.changes.conjugation == "german"
    for prefix in language.changes.prefixes:
        verb = lemma.removeprefix(prefix)
        if verb == lemma or (verb not in known and not (is_german and _is_separable(prefix, verb))):
            continue
        found: dict[str, VerbTense] = {}
        for form, tense in (known.get(verb) or _german(verb)).items():
            bare = form.removeprefix("ge") if tense == "past" and prefix in _INSEPARABLE else form
            found.setdefault(prefix + bare, tense)
        return found
    return None


def _is_separable(prefix: str, verb: str) -> bool:
    return prefix not in _INSEPARABLE and len(verb) > 4 and verb.endswith("n")


def _english(lemma: str) -> dict[str, VerbTense]:
    if lemma.endswith("e"):
        stem = lemma[:-1]
        return {lemma: "other", lemma + "s": "other", stem + "ing": "other", stem + "ed": "past"}
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        stem = lemma[:-1]
        return {lemma: "other", stem + "ies": "other", lemma + "ing": "other", stem + "ied": "past"}
    plural = lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
    doubled = lemma + lemma[-1]
    forms: dict[str, VerbTense] = {lemma: "other", plural: "other", lemma + "ing": "other", lemma + "ed": "past"}
    return forms | {doubled + "ing": "other", doubled + "ed": "past"}


def _romance(lemma: str) -> dict[str, VerbTense]:
    stem, ending = lemma[:-2], lemma[-2:]
    other, past = _ROMANCE_AR if ending == "ar" else _ROMANCE_ER
    soft = stem[:-1] + _ROMANCE_SOFT[stem[-1]] if ending == "ar" and stem[-1] in _ROMANCE_SOFT else stem
    forms: dict[str, VerbTense] = {lemma: "other"}
    for suffixes, tense in ((other, "other"), (past, "past")):
        for suffix in suffixes:
            form = (soft if suffix[0] in "ei" else stem) + suffix
            forms.setdefault(form, tense)  # type: ignore[arg-type]
    return forms


def _french(lemma: str) -> dict[str, VerbTense]:
    if lemma.endswith("re"):
        stem = lemma[:-2]
        of_re = ("s", "", "ent", "ant", "u", "ue", "us", "ues", "re")
        return {lemma: "other", **{stem + s: "other" for s in of_re}, stem + "ait": "past", stem + "it": "past"}
    if lemma.endswith("ir"):
        stem = lemma[:-2]
        others = ("is", "it", "issent", "issant", "i", "ie", "ir")
        return {lemma: "other", **{stem + s: "other" for s in others}, stem + "issait": "past"}
    stem = lemma[:-2]
    forms: dict[str, VerbTense] = {lemma: "other"}
    for suffixes, tense in zip(_FRENCH_ER, ("other", "past"), strict=True):
        for suffix in suffixes:
            soft = stem + "e" if stem.endswith("g") and suffix[0] in "ao" else stem
            forms.setdefault(soft + suffix, tense)  # type: ignore[arg-type]
    return forms


def _german(lemma: str) -> dict[str, VerbTense]:
    stem = lemma[:-2] if lemma.endswith("en") else lemma[:-1]
    link = "e" if stem.endswith(("t", "d", "chn", "ffn")) else ""
    forms: dict[str, VerbTense] = {
        lemma: "other",
        stem + "e": "other",
        stem + link + "st": "other",
        stem + link + "t": "other",
    }
    forms |= {stem + link + "te": "past", stem + link + "ten": "past", "ge" + stem + link + "t": "past"}
    return forms


_REGULAR: Mapping[Conjugation, Callable[[str], dict[str, VerbTense]]] = {
    "english": _english,
    "romance": _romance,
    "french": _french,
    "german": _german,
}
