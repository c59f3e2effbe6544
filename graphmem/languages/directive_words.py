"""The phrases of a language that show a standing instruction or a preference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Choice = Literal["short", "long", "formal", "informal", "metric", "imperial"]


@dataclass(frozen=True, slots=True)
class PreferenceHead:
    """Phrases that begin a preference, with the confidence in it (0 to 1), and whether it is a wish or an aversion."""

    confidence: float
    likes: bool
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DirectiveWords:
    """Phrases and words of a standing instruction.

    `always`, `never`, `denials`, `again`, `lasting`, `once`: how long and whether it holds. `leads`: what may stand before an
    imperative, `asks`: a question that is one. `verbs`: imperatives to an assistant; `clitics`: pronouns that are written at
    their end. `stops`: verbs of ending, with the `stopped` forms that follow. `called`: what name the user wants. `conditions`:
    what begins a condition; `recurring`: those that mean every time. `heads`: what begins a preference; `adverbs` may stand
    after its first word, and `blockers` before it make it no statement. `deictic`: objects that mean something else.
    `requests`: what begins another clause, which no longer belongs to the preference. `over`: between what is preferred and
    the other. `reasons`: what begins a reason. `answering`: verbs of speaking. `small`, `light`: words and verbs
    that say nothing about what is wished. `answers`: what may be short or long. `shaping`: verbs before a thing and, `into`
    between, its form, which `no_shape` does not begin. `choices`: words of values that exclude each other.
    `denial_follows`: "not" stands after an imperative.
    """

    always: tuple[str, ...]
    never: tuple[str, ...]
    denials: tuple[str, ...]
    again: tuple[str, ...]
    lasting: tuple[str, ...]
    once: tuple[str, ...]
    leads: tuple[str, ...]
    asks: tuple[str, ...]
    verbs: frozenset[str]
    clitics: tuple[str, ...]
    stops: tuple[str, ...]
    stopped: frozenset[str]
    called: tuple[str, ...]
    conditions: tuple[str, ...]
    recurring: tuple[str, ...]
    heads: tuple[PreferenceHead, ...]
    adverbs: frozenset[str]
    blockers: frozenset[str]
    deictic: frozenset[str]
    requests: tuple[str, ...]
    over: tuple[str, ...]
    reasons: tuple[str, ...]
    answering: frozenset[str]
    small: frozenset[str]
    light: frozenset[str]
    answers: frozenset[str]
    shaping: frozenset[str]
    into: frozenset[str]
    no_shape: frozenset[str]
    choices: Mapping[Choice, frozenset[str]]
    denial_follows: bool = False
