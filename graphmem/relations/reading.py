"""Read a relation as it is worded: the state that it begins, ends, had or plans (docs/time.md, verbs of change)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from graphmem.ontology import SEEDS, SYNONYMS, snake
from graphmem.relations.aspect import Aspect, split_aspect
from graphmem.relations.change_rows import ChangeRow, ObjectKind
from graphmem.relations.conjugation import forms_of
from graphmem.relations.objects import End, is_title, is_typed, kinds_of
from graphmem.relations.patterns import PatternIndex
from graphmem.relations.verbs import CHANGES, PAST_OF, STATES

ReadEffect = Literal["begins", "ends", "ends_all", "past", "state"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a worded relation says: it begins, ends, was or is the state `relation`.

    `swapped`: subject and object change places. `keeps`: the claim is stored as told too. `planned`: it is meant for later.
    """

    relation: str
    effect: ReadEffect
    swapped: bool = False
    keeps: bool = False
    planned: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """A verb of change whose object fits no row. The claim stays as told."""

    relation: str


_CHANGES: PatternIndex[ChangeRow] = PatternIndex(((row, row.patterns) for row in CHANGES), forms_of)
_STATES: PatternIndex[str] = PatternIndex(
    (
        (relation, [(language, one.strip()) for language, text in rows.items() for one in text.split(";")])
        for relation, rows in STATES.items()
    ),
    forms_of,
)
GUESSED: frozenset[ObjectKind] = frozenset({"place", "employer"})
"""What an object of unknown kind is taken for where the verb has several states."""
_LASTS = re.compile(
    r"\b(?:since|for good|permanently|for ever|forever|home|liv(?:e|es|ing)|settled|moved|desde|de vez|para sempre|"
    r"definitivamente|para siempre|viv[eio]\w*|mor[ao]\w*|depuis|définitivement|pour de bon|habit\w+|seit|endgültig|für immer|"
    r"wohn\w+)\b",
    re.I,
)
_STILL_SO = re.compile(
    r"\b(?:since|still|(?:has|have|'ve|'s) (?:been|always)|desde|ainda|todavía|aún|sigue|depuis|toujours|encore|seit|"
    r"immer noch|noch)\b",
    re.I,
)
_GERUND = re.compile(r"(\w{2,})ing$")


def words_of(relation: str) -> tuple[str, ...]:
    """Return the folded words of a relation name, in any spelling: worksAt, "works at", works_at."""
    return tuple(snake(relation).split("_"))


def read_relation(relation: str, subject: End, object_: End, text: str = "") -> Reading | Unread | None:
    """Return what a worded relation says about a state; None if it is no verb of change and no form of a state.

    Args:
        relation: the name as it was told.
        text: the sentence of the claim. It tells a stay from a move ("since", "for good"), and a club from a firm.
    """
    words = words_of(relation)
    plain = "_".join(words)
    if plain in SEEDS:
        return None
    planned = False
    aspect, rest = split_aspect(words)
    if aspect == "plan":
        planned, (aspect, rest) = True, split_aspect(rest)
    if aspect == "doubt":
        return None
    found = _read_words(rest if planned and aspect is None else words, subject, object_, text)
    if found is None and aspect is not None:
        found = _read_aspect(aspect, rest)
    if isinstance(found, Reading) and planned:
        return Reading(found.relation, found.effect, found.swapped, found.keeps, planned=True)
    return found


def other_end_of(relation: str) -> str | None:
    """Return the state that a relation tells from its other end: "manages" gives reports_to. None for other relations."""
    words = words_of(relation)
    rows = [match.row for match in _CHANGES.matches(words)] if "_".join(words) not in SEEDS else []
    return next((row.relation for row in rows if row.effect == "is" and row.swapped), None)


def state_of(relation: str) -> str | None:
    """Return the state that a present or past form words ("lived_in", "mora_em"); None if no table has it."""
    return _state(words_of(relation), "")[0]


def _read_words(words: Sequence[str], subject: End, object_: End, text: str) -> Reading | Unread | None:
    change = _read_change(tuple(words), subject, object_, text)
    if change is not None:
        return change
    relation, past = _state(tuple(words), text)
    if relation is None:
        return None
    if past and relation in PAST_OF:
        return Reading(relation, "past")
    return None if past else Reading(relation, "state")


def _state(words: tuple[str, ...], text: str) -> tuple[str | None, bool]:
    """Return the state that the words name, and whether they name it for the past."""
    plain = "_".join(words)
    if plain in SEEDS:
        return plain, False
    if plain in SYNONYMS and not _CHANGES.matches(words):
        return SYNONYMS[plain], False
    found = _STATES.matches(words)
    if not found or (words[0] in ("has", "have", "had") and found[0].past and not _STILL_SO.search(text)):
        return None, False
    past = found[0].past or words[0] in ("was", "were", "foi", "fue", "era", "etait", "war")
    return found[0].row, past and not _STILL_SO.search(text)


def _read_aspect(aspect: Aspect, rest: tuple[str, ...]) -> Reading | None:
    """Read "started using", "no longer works at", "used to live in" by the state behind the first words."""
    relation, _ = _state(rest, "")
    if relation is None and aspect == "ends":
        relation = _present(rest)
    if relation is None or aspect not in ("begins", "ends", "past"):
        return None
    return Reading(relation, aspect)


def _present(words: tuple[str, ...]) -> str | None:
    """Return the name of the state that a gerund words: "smoking" gives smokes. None for other words."""
    match = _GERUND.match(words[0]) if words else None
    if match is None:
        return None
    stem = match[1]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "sl":
        stem = stem[:-1]
    verb = stem + ("es" if stem.endswith(("s", "x", "z", "ch", "sh")) else "s")
    return "_".join((verb, *words[1:]))


def _read_change(words: tuple[str, ...], subject: End, object_: End, text: str) -> Reading | Unread | None:
    """Return the reading of a verb of change by its first fitting row; Unread if no row fits its ends."""
    rows = [match.row for match in _CHANGES.matches(words) or _CHANGES.matches((*words[-1:], *words[:-1]))]
    if not rows:
        return None
    row = fitting_row(rows, subject, object_, text)
    if row is None:
        return None if all(one.effect == "is" for one in rows) else Unread("_".join(words))
    return Reading(row.relation, "state" if row.effect == "is" else row.effect, row.swapped, row.keeps)


def fitting_row(rows: Sequence[ChangeRow], subject: End, object_: End, text: str) -> ChangeRow | None:
    """Return the first row whose subject, object and sentence fit."""
    owner = kinds_of(subject, "") if is_typed(subject) else None
    kinds, one_state = kinds_of(object_, text), len({row.relation for row in rows}) == 1
    for row in rows:
        if not _fits(row.subjects, owner, known_only=False) or (row.lasting and not _LASTS.search(text)):
            continue
        if row.titles and not is_title(object_):
            continue
        guess = one_state or (row.effect == "begins" and bool(row.objects & GUESSED))
        if _fits(row.objects, kinds, known_only=not guess):
            return row
    return None


def _fits(wanted: frozenset[ObjectKind], kinds: frozenset[ObjectKind] | None, *, known_only: bool) -> bool:
    if not wanted:
        return True
    return not known_only if kinds is None else bool(wanted & kinds)
