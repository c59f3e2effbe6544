"""What a grammar needs to know of a language: verb forms, words of denial, kinship words, sentences."""

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
class Language:
    """The tables of one language; texts with "|" are alternatives of a regular expression.

    `texts`: the sentence of a relation, with `{s}` and `{o}` for its ends; `{n}` and `{m}` take the words of denial
    before and after the verb. `kin`: kinship word → relation of the relative to the speaker.
    """

    code: str
    pronouns: str
    others: str
    articles: str
    between: str
    denials: str
    over: str
    never: str
    contrasts: str
    conditions: str
    doubts: str
    joins: str
    stops: str
    verbs: tuple[Verb, ...]
    texts: Mapping[str, str]
    denied: tuple[str, str]
    kin: Mapping[str, str]
    pets: str
    my: str
    former: str
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
    liked: str = "(?!)"
    pronoun_needed: bool = False
    nouns_with_capitals: bool = False
