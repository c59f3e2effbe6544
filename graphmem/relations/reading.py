"""Read a relation as it is worded: the state that it begins, ends, had or plans (docs/time.md, verbs of change)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from graphmem.ontology import SEEDS, SYNONYMS, snake
from graphmem.relations.aspect import Aspect, split_aspect
from graphmem.relations.change_rows import ChangeRow, ObjectKind
from graphmem.relations.conjugation import forms_of
from graphmem.relations.objects import End, class_of, is_title, is_typed, kinds_of
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
    otherwise: tuple[str, ...] = field(default=(), compare=False)
    """Other states that the verb may end: "left X" ends a job or, if that is what is known, a membership."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A verb of change whose object fits no row. The claim stays as told."""

    relation: str


_CHANGES: PatternIndex[ChangeRow] = PatternIndex(((row, row.patterns) for row in CHANGES), forms_of)
_STATES: PatternIndex[str] = PatternIndex(STATES.items(), forms_of)
GUESSED: frozenset[ObjectKind] = frozenset({"place", "employer"})
"""What an object of unknown kind is taken for where the verb has several states."""
_LASTS = re.compile(
    r"\b(?:since|for good|permanently|for ever|forever|home|liv(?:e|es|ing)|settled|moved|desde|de vez|para sempre|"
    r"definitivamente|para siempre|viv[eio]\w*|mor[ao]\w*|depuis|définitivement|pour de bon|habit\w+|seit|endgültig|für immer|"
    r"wohn\w+)\b",
    re.I,
)
_AT_WORK = re.compile(
    r"\b(?:since|for good|again as|jobs?|work(?:s|ing)?|roles?|positions?|payroll|full[- ]time|part[- ]time|"
    r"employ\w+|rehired|desde|trabalh\w+|emprego|cargo|trabaj\w+|empleo|puesto|depuis|travaill\w+|poste|emploi|"
    r"seit|arbeit\w*|stelle|as (?:an?|the|its|their|head|chief) )\b",
    re.I,
)
"""Words that tell a return to a firm as its employee from a visit."""
_STILL_SO = re.compile(
    r"\b(?:since|still|(?:has|have|'ve|'s) (?:been|always)|desde|ainda|todavía|aún|sigue|depuis|toujours|encore|seit|"
    r"immer noch|noch)\b",
    re.I,
)
_JOBS = frozenset(("job", "position", "post", "role", "work", "employment"))
_DONE = frozenset(("finish", "finished", "finishes", "finishing"))
"""Verbs that end a deed and not a habit: "finished reading Dune"."""
_POSSESSIVES = frozenset(("his", "her", "their", "my", "the", "a"))
_AT = frozenset(("at", "with", "in", "for"))
_ROLE_NOUNS = frozenset(("head", "lead", "coach", "sponsor"))
"""Verbs in a form that is also a noun for a role: "the lead of Orion is Ana" may be told as (Orion, lead, Ana)."""
_GERUND = re.compile(r"^(\w{2,60})ing$")


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
    if plain in SEEDS or (plain in _ROLE_NOUNS and not _acts(subject, object_)):
        return None
    planned = False
    aspect, rest = split_aspect(words)
    if aspect == "plan":
        planned, (aspect, rest) = True, split_aspect(rest)
    if aspect == "doubt":
        return None
    found = _read_words(rest if planned and aspect is None else words, subject, object_, text)
    if found is None and aspect is not None:
        found = _read_aspect(aspect, rest, words[0])
    if isinstance(found, Reading) and planned:
        return replace(found, planned=True)
    return found


def other_end_of(relation: str) -> str | None:
    """Return the state that a relation tells from its other end: "manages" gives reports_to. None for other relations."""
    words = words_of(relation)
    rows = [match.row for match in _CHANGES.matches(words)] if "_".join(words) not in SEEDS else []
    return next((row.relation for row in rows if row.effect == "is" and row.swapped), None)


def state_of(relation: str) -> str | None:
    """Return the state that a present or past form words ("lived_in", "mora_em"); None if no table has it."""
    return _state(words_of(relation), "")[0]


def _acts(subject: End, object_: End) -> bool:
    """Whether the ends fit a role as a verb: a person does it to something else. Else the object has the role."""
    person: frozenset[ObjectKind] = frozenset({"person"})
    return is_typed(subject) and kinds_of(subject, "") == person and kinds_of(object_, "") != person


def _read_words(words: Sequence[str], subject: End, object_: End, text: str) -> Reading | Unread | None:
    change = _read_change(tuple(words), subject, object_, text)
    if change is not None:
        return change
    relation, past = _state(tuple(words), text)
    if relation is None or _is_noun_of_amount(words, relation, object_):
        return None
    if past and relation in PAST_OF:
        return Reading(relation, "past")
    return None if past else Reading(relation, "state")


def _is_noun_of_amount(words: Sequence[str], relation: str, object_: End) -> bool:
    """Whether one word that is no form of the present has an amount beside it: the rent is 900 €."""
    return len(words) == 1 and words[0] != relation and any(c.isdigit() for c in object_.name)


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


def _read_aspect(aspect: Aspect, rest: tuple[str, ...], first: str) -> Reading | None:
    """Read "started using", "no longer works at", "used to live in" by the state behind the first words."""
    relation, _ = _state(rest, "")
    if relation is None and aspect == "ends" and first not in _DONE:
        relation = _present(rest)
    if relation is None or aspect not in ("begins", "ends", "past"):
        return None
    return Reading(relation, aspect)


def _present(words: tuple[str, ...]) -> str | None:
    """Return the name of the state that a gerund words: "smoking" gives smokes. None for other words."""
    match = _GERUND.match(words[0]) if words and len(words) <= 2 else None
    if match is None:
        return None
    stem = match[1]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "sl":
        stem = stem[:-1]
    verb = stem + ("es" if stem.endswith(("s", "x", "z", "ch", "sh")) else "s")
    return "_".join((verb, *words[1:]))


def _read_change(words: tuple[str, ...], subject: End, object_: End, text: str) -> Reading | Unread | None:
    """Return the reading of a verb of change by its first fitting row; Unread if no row fits its ends."""
    rows, class_ = _rows_of(words)
    if not rows:
        return None
    row = fitting_row(rows, subject, object_, text, class_)
    if row is None:
        return None if all(one.effect == "is" for one in rows) else Unread("_".join(words))
    effect: ReadEffect = "state" if row.effect == "is" else row.effect
    others = (one.relation for one in rows if effect == "ends" == one.effect and one.relation != row.relation)
    otherwise = tuple(dict.fromkeys(others)) if not row.swapped else ()
    return Reading(row.relation, effect, row.swapped, row.keeps, otherwise=otherwise)


def _rows_of(words: tuple[str, ...]) -> tuple[list[ChangeRow], ObjectKind | None]:
    """Return the rows of a verb, and what the noun behind it says of the object: `quit_band` is said of a club.

    Further tries: the particle stands first ("ist_um_gezogen"), or the job behind the verb is left out
    (`dismissed_from_job_at` is `dismissed_from`).
    """
    class_ = class_of(words[-1]) if len(words) > 1 else None
    tries = [words, words[:-1]] if class_ else [words]
    tries += [(*words[-1:], *words[:-1]), _without_job(words), _without_title(words)]
    for one in tries:
        if rows := [match.row for match in _CHANGES.matches(one)]:
            return rows, class_
    return [], None


def _without_job(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words without "(his) job at" behind a preposition."""
    for at in range(2, len(words) - 1):
        if words[at] in _JOBS and words[at + 1] in _AT:
            return (*words[: at - (words[at - 1] in _POSSESSIVES)], *words[at + 2 :])
    return ()


def _without_title(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words without "as nurse" before the last preposition: `hired_as_nurse_at` is `hired_at`."""
    at = words.index("as") if "as" in words[1:-2] else 0
    return (*words[:at], words[-1]) if at and words[-1] in (*_AT, "by") else ()


def fitting_row(
    rows: Sequence[ChangeRow], subject: End, object_: End, text: str, class_: ObjectKind | None = None
) -> ChangeRow | None:
    """Return the first row whose subject, object and sentence fit.

    Args:
        class_: what the verb says of its object; it counts before the object's type and words.
    """
    owner = kinds_of(subject, "") if is_typed(subject) else None
    kinds, one_state = kinds_of(object_, text), len({row.relation for row in rows}) == 1
    kinds = frozenset({class_}) if class_ else kinds
    for row in rows:
        if not _fits(row.subjects, owner, known_only=False) or (row.lasting and not _lasts(row, text)):
            continue
        if row.titles and not is_title(object_):
            continue
        guess = one_state or (row.effect == "begins" and bool(row.objects & GUESSED))
        if _fits(row.objects, kinds, known_only=not guess):
            return row
    return None


def _lasts(row: ChangeRow, text: str) -> bool:
    """Whether the sentence says that a change is no visit."""
    return bool((_AT_WORK if row.relation == "works_at" else _LASTS).search(text))


def _fits(wanted: frozenset[ObjectKind], kinds: frozenset[ObjectKind] | None, *, known_only: bool) -> bool:
    if not wanted:
        return True
    return not known_only if kinds is None else bool(wanted & kinds)
