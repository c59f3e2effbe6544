"""The words of a language by which a text states facts: verb forms, words of denial, sentences, ailments, jobs, pets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ObjectKind = Literal["name", "value", "job", "ailment", "pet"]
VerbMode = Literal["state", "end", "plan"]


@dataclass(frozen=True, slots=True)
class Verb:
    """Forms of a verb in one meaning, as alternatives of a regular expression.

    `first` are the forms of the speaker, `third` those of somebody else. `preps` lead to the object; an empty
    alternative is a direct object. `closing` is a participle after the object ("bin nach Kassel *gezogen*"). `mode`:
    "state" holds from then on, "end" no longer holds, "plan" lies ahead. `place` is the relation that counts instead
    if the object is a place ("works in Lyon").
    """

    relation: str
    first: str
    third: str = ""
    preps: str = ""
    object: ObjectKind = "name"
    type: str = "other"
    mode: VerbMode = "state"
    closing: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class StatementWords:
    """Texts with "|" are alternatives of a regular expression.

    `texts`: the sentence of a relation, with `{s}` and `{o}` for its ends; `{n}` and `{m}` take the words of denial
    before and after the verb: `denied` of what is over, `never_denied` of what never was. `leading`: adjectives and
    the like before a name, beside articles and possessives. `before_others`: words after which a name is no subject.
    `as_job`: "as", before a job. `taking`: "with", before what moves with somebody. `vague`: objects that mean something
    else. `clauses`: what begins a clause.
    `conditions_follow`: a condition may also stand at the end, `denial_follows` the verb. `more_denies`: "no more"
    needs no word of denial. `elides`: "ne" loses its vowel. `plurals`: forms of the speaker's group that may be those
    of others. `not_liked`: stems before "gern" that like nothing.
    """

    between: str
    over: str
    contrasts: str
    conditions: str
    doubts: str
    joins: str
    stops: str
    verbs: tuple[Verb, ...]
    texts: Mapping[str, str]
    denied: tuple[str, str]
    pets: str
    named: str
    kin_text: str
    jobs: str
    no_jobs: str
    ailments: str
    ailment_endings: str
    diets: str
    statuses: str
    you: str
    polite: str
    lasting: str
    age: str
    leading: str
    reflexive: str
    before_others: str
    as_job: str
    vague: frozenset[str]
    clauses: frozenset[str]
    wedding: str
    parting: str
    never_denied: tuple[str, str]
    taking: str = "(?!)"
    conditions_follow: bool = False
    denial_follows: bool = False
    more_denies: bool = False
    elides: bool = False
    plurals: str = "(?!)"
    not_liked: frozenset[str] = frozenset()
    liked: str = "(?!)"
    pronoun_needed: bool = False
    nouns_with_capitals: bool = False
