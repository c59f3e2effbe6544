"""What the object of a verb of change is: a place, an employer, a club, a thing. By its type and by its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from graphmem.languages.change_words import ObjectWords
from graphmem.languages.language import languages
from graphmem.names.normalize import WORD, fold
from graphmem.relations.change_rows import ObjectKind


@dataclass(frozen=True, slots=True)
class End:
    """An end of a claim: its wording, and the type of its entity. `type` None = a value, or nothing is known of it."""

    name: str
    type: str | None = None


_OF_TYPE: dict[str, frozenset[ObjectKind]] = {
    "person": frozenset({"person"}),
    "place": frozenset({"place"}),
    "location": frozenset({"place"}),
    "city": frozenset({"place"}),
    "country": frozenset({"place"}),
    "organization": frozenset({"employer"}),
    "company": frozenset({"employer"}),
    "project": frozenset({"project"}),
    "technology": frozenset({"tool"}),
    "product": frozenset({"thing", "tool"}),
    "artifact": frozenset({"thing"}),
    "pet": frozenset({"pet"}),
    "animal": frozenset({"pet"}),
    "event": frozenset(),
}


def _listed(kind: ObjectWords) -> frozenset[str]:
    """Return the folded words of a kind in all languages."""
    return frozenset().union(*(one.changes.objects.get(kind, frozenset()) for one in languages("changes")))


_CLUB, _GATHERING, _SCHOOL, _NEITHER = _listed("club"), _listed("gathering"), _listed("school"), _listed("neither")
_THING, _PET, _JOB, _TITLE = _listed("thing"), _listed("pet"), _listed("job"), _listed("title")
_PREPOSITIONS, _CONSUMED = _listed("preposition"), _listed("consumed")
_CLASSES: dict[str, ObjectKind] = {
    word: cast("ObjectKind", kind)
    for one in languages("changes")
    for kind, words in one.changes.classes.items()
    for word in words
}
_MEMBER_OF = re.compile(
    r"\b(?:members?|membership|sóci[oa]s?|membros?|filiação|miembros?|soci[oa]s?|afiliación|membres?|adhésion|adhérente?|"
    r"mitglied|mitgliedschaft)\s+(?:of|in|at|with|de|da|do|del|du|des|im|in|bei|beim|na|no|au|à)\s+"
    r"(?:(?:the|my|la|le|les|los|las|el|der|dem)\s*)?$",
    re.I,
)
"""Words that call what follows a club: "my membership of the"."""
_BOUGHT = re.compile(
    r"\b(?:an?|another|one|two|my|our|his|her|their|new|used|second[- ]?hand|refurbished|vintage|"
    r"um|uma|uns|umas|un|una|une|ein|eine|einen|usad[oa]|nov[oa]|nuev[oa]|neue[ns]?|gebrauchte[ns]?|d'occasion)\s+$",
    re.I,
)
"""Words before a thing that somebody owns from then on: "a second-hand", and not "some"."""
_NEAR_BEFORE, _NEAR_AFTER, _NEAR_MEMBER = 24, 30, 40
"""Characters of the sentence before and after the object's name that describe it: "Aurora, a choir"."""


def class_of(noun: str) -> ObjectKind | None:
    """Return what a noun behind a verb says of the object: "band" a club. None for other words."""
    return _CLASSES.get(noun)


def kinds_of(end: End, text: str) -> frozenset[ObjectKind] | None:
    """Return what an end may be; None if neither its type nor its words tell.

    Args:
        text: the sentence, whose words around the name describe the end.
    """
    words = _words(end.name)
    described = words | _words(_around(end.name, text))
    listed = _OF_TYPE.get((end.type or "").lower())
    if listed is None and end.type in (None, "other", "concept", ""):
        return _kinds_of_words(end, text, words, described)
    if listed is None:
        return None
    if "employer" in listed:
        return _organization(words, described)
    if listed in ({"place"}, {"project"}) and words & _NEITHER:
        return frozenset()
    return listed


def is_typed(end: End) -> bool:
    """Whether the type of an end says what it is."""
    return (end.type or "").lower() in _OF_TYPE


def is_job(name: str) -> bool:
    """Whether a name says "the job" and names no employer: "my job", "o emprego", "die Stelle"."""
    words = _words(name)
    return bool(words & _JOB) and len(words) <= 3 and name[:1].islower()


def is_bought(end: End, text: str) -> bool:
    """Whether a value may be a thing that somebody owns once it is bought: "a second-hand tandem", and no "milk"."""
    name = end.name.strip()
    first, _, rest = name.partition(" ")
    at = text.lower().find(name.lower())
    before = text[max(0, at - _NEAR_BEFORE) : at] if at >= 0 else ""
    counted = bool(_BOUGHT.search(before) or (rest and _BOUGHT.match(f"{first} ")))
    return counted and name[:1].islower() and not _words(name) & (_CONSUMED | _NEITHER)


def is_title(end: End) -> bool:
    """Whether an end is worded as a job title."""
    last = WORD.findall(fold(end.name))[-1:]
    return bool(_words(end.name) & _TITLE and not set(last) & (_THING | _NEITHER)) or any(
        w.endswith(("meister", "leiter", "leiterin")) for w in _words(end.name)
    )


def _organization(words: frozenset[str], described: frozenset[str]) -> frozenset[ObjectKind]:
    for names in (words, described):
        if names & _NEITHER:
            return frozenset()
        if names & _SCHOOL:
            return frozenset({"school"})
        if names & _CLUB:
            return frozenset({"club"})
    return frozenset({"employer"})


def _kinds_of_words(
    end: End, text: str, words: frozenset[str], described: frozenset[str]
) -> frozenset[ObjectKind] | None:
    if is_job(end.name):
        return frozenset({"job"})
    if is_title(end):
        return frozenset({"role"})
    for listed, kind in (
        (_NEITHER, None),
        (_SCHOOL, "school"),
        (_CLUB - _GATHERING, "club"),
        (_PET, "pet"),
        (_THING, "thing"),
    ):
        if words & listed:
            return frozenset({kind}) if kind else frozenset()  # type: ignore[arg-type]
    if is_bought(end, text):
        return frozenset({"role", "bought"})
    if not end.name[:1].isupper():
        return frozenset({"role"})
    return _organization(words, described) if described & (_NEITHER | _SCHOOL | _CLUB) else None


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(fold(text)))


def _around(name: str, text: str) -> str:
    """Return the words that describe a name: directly before it, or behind it as an apposition (", a gym")."""
    at = text.find(name)
    if at < 0 or not name:
        return ""
    before = text[max(0, at - _NEAR_BEFORE) : at]
    after = text[at + len(name) : at + len(name) + _NEAR_AFTER]
    apposition = after if re.match(r"\s*[,(–-]", after) else ""
    club = "club" if _MEMBER_OF.search(text, max(0, at - _NEAR_MEMBER), at) else ""
    return f"{_noun_before(before)} {apposition} {club}"


def _noun_before(before: str) -> str:
    """Return the last two words before a name; none if a sign or a preposition separates them from it."""
    words = before.split()[-2:]
    if re.search(r"[.,;:!?]\s*$", before) or (words and fold(words[-1]) in _PREPOSITIONS):
        return ""
    return " ".join(words)
