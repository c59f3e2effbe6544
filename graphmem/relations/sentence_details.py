"""The details of a sentence: what it says beside subject, relation, object and time (docs/time.md, R11)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from graphmem.dates.vocabulary import HOLIDAYS, MONTHS, UNITS, WEEKDAYS
from graphmem.names.normalize import fold
from graphmem.ontology import SYNONYMS

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts without spaces between words: a sentence in them has no details, and the surest wording is told."""
_STEM = 4
"""Letters that two forms of a verb share at least: "work", "works", "working"."""
_FUNCTION_WORDS = """
a about after also am an and are as at be been being but by can did do does for from had has have he her hers him his i if in
into is it its just like me mine more my no not now of off on only or our ours out over own s she so still t than that the
their theirs them then there they this those to too up us very was we were what when where which while who whom will with
would you your yours already currently since until till yet again new recently these days around during o os um uma uns umas
de da dos das em na nos nas ao aos por pela pelo pelas pelos para com sem e ou mas que se te lhe eu tu ele ela eles elas voce
voces meu minha meus minhas seu sua seus suas sou es somos sao era eram foi foram estou esta estao estava ter tem tenho tinha
ha ja ainda agora como desde ate el la los las un unos unas del al y pero yo su sus mi mis tus son soy estoy estan fue ser
estar tengo tiene hay ya todavia aun ahora hasta con sin le les une des du au aux et mais je il elle ils elles nous vous mon
ma mes sa ses ton ta tes notre votre leur leurs suis est sont etait etre ai avons avez ont avec sans pour par dans sur chez
en ce cet cette ces qui deja encore maintenant depuis jusqu jusque d l vis vit vivo vive vivimos moro mora moramos morar
habite habites habitons habiter trabalho trabalha trabajo trabaja travaille wohne wohnt wohnen lebe lebt arbeite arbeitet
arbeiten j c n m qu der die den dem ein eine einen einem einer eines und oder aber ich er sie wir ihr mein meine meinem
meinen meiner sein seine seinem seinen seiner ihre ihrem ihren bin bist ist sind war waren wird habe hat haben hatte mit ohne
fur von vom zu zum zur im auf bei beim nach aus als wie auch noch schon jetzt seit bis nicht
onde donde wo quando cuando quand ihrer ihres seines meines deine deinem deinen deiner unser unsere unserem unseren unserer
"""
_TIME_WORDS = """
today yesterday tomorrow tonight morning evening afternoon night last next ago early late mid hoje ontem amanha proximo proxima
passado passada hoy ayer manana pasado pasada aujourd hui hier demain dernier derniere heute gestern morgen letzten letzte letztes
nachsten
"""
_FUNCTION = frozenset(fold(word) for word in _FUNCTION_WORDS.split())
_TIME = frozenset(
    word for text in (_TIME_WORDS, *MONTHS, *WEEKDAYS, *UNITS, *HOLIDAYS) for word in _WORD.findall(fold(text))
)


def details_of(text: str, subject: str, relation: str, object_: str) -> list[str]:
    """Return the content words of a sentence in order of the alphabet, folded, without those of its fact and without time.

    `relation` may be several names, with spaces between them.

    A sentence without such words says no more than its subject, relation and object. Case, accents and a plural s make no
    difference.
    """
    if _UNSPACED.search(text):
        return []
    known = {_stem(word) for name in (subject, object_) for word in _WORD.findall(fold(name))}
    verbs = frozenset(word for name in relation.split() for word in _relation_words(name))
    words = {_stem(word) for word in _WORD.findall(fold(text)) if word not in _FUNCTION and word not in _TIME}
    return sorted(word for word in words - known if not _is_year(word) and not _is_of(word, verbs))


def leaves_open(details: Collection[str], others: Collection[str]) -> bool:
    """Whether the words of two sentences do not decide how they relate: each says something that the other does not."""
    return not (set(details) <= set(others) or set(others) <= set(details))


def as_judged(details: Collection[str], verdict: Sequence[str] | None) -> list[str]:
    """Return the details by which a sentence is compared with others, after a judge's verdict on it.

    Args:
        verdict: *same* or *refines*, then the details of the sentence that was told when it was said. A sentence that says
            the same has the details of that one; a sentence that refines it has both. None: there is no verdict.
    """
    if verdict is None:
        return list(details)
    relation, *told = verdict
    return sorted(told if relation == "same" else {*details, *told})


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit()


def _is_of(word: str, verbs: frozenset[str]) -> bool:
    """Whether a word is a form of a word of the relation: both begin alike."""
    return any(word == verb or (len(verb) >= _STEM and word[:_STEM] == verb[:_STEM]) for verb in verbs)


@cache
def _synonyms() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for synonym, name in SYNONYMS.items():
        found[name].append(synonym)
    return found


@cache
def _relation_words(relation: str) -> frozenset[str]:
    names = (relation, *_synonyms().get(relation, ()))
    return frozenset(_stem(word) for name in names for word in _WORD.findall(fold(name.replace("_", " "))))


def told_details(known: Mapping[str, Any]) -> list[str]:
    """Return the details of the sentence that a known fact tells, as they count after a verdict on that sentence."""
    sentences = known.get("sentences") or ()
    told = next((sentence for sentence in sentences if sentence["text"] == known["factText"]), None)
    if told is None or not told["details"]:
        return []
    verdicts = (s["verdict"] for s in (told, *sentences) if s["verdict"] and s["details"] == told["details"])
    return as_judged(told["details"], next(verdicts, None))
