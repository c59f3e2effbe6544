"""Standing requests to the assistant: "always answer me in Finnish", "never suggest seafood".

A request for once ("remind me tomorrow") states nothing. One that holds from now on is a wish of the speaker that later
answers have to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from graphmem_offline.claim_building import Draft
from graphmem_offline.coreference import MentionRef

RELATION = "asks_for"
_LASTING = frozenset(("always", "never", "ever"))
_AGAIN = frozenset(("again", "anymore"))
_FOR_GOOD = re.compile(r"\b(?:from now on|in (?:the )?future|going forward|every time|at all times)\b", re.I)
_ONCE = frozenset(("today", "tonight", "tomorrow", "now"))
_LEFT_OUT = ("intj", "cc", "conj", "punct", "advcl", "ccomp", "parataxis", "dep")
_LONGEST = 20
_ASSISTANT_WORDS = """answer reply respond call suggest recommend use write give show send mention offer propose include
    translate address explain keep format ask remind tell talk speak add assume propose quote cite greet schedule book"""
_ASSISTANT = frozenset(_ASSISTANT_WORDS.split())


def request_drafts(doc: Any, speaker: str | None) -> Iterator[Draft]:
    """Yield what the speaker asks for from now on; questions and requests for once are left out."""
    for verb in doc if speaker else ():
        if not _is_command(verb) or verb.sent[-1].text == "?":
            continue
        words = {child.lower_ for child in verb.children}
        denied = bool(words & {"n't", "n’t", "not", "never"})
        lasting = words & _LASTING or (denied and words & _AGAIN) or _FOR_GOOD.search(verb.sent.text)
        if not lasting or words & _ONCE or not _is_to_the_assistant(verb):
            continue
        wish = _wish(verb, str(speaker))
        if wish:
            wish = f"{'never' if denied else 'always'} {wish}"
            text = f"{speaker} asks to {wish}."
            yield Draft(MentionRef(str(speaker), True, "person"), RELATION, MentionRef(wish, False), text=text)


def _is_command(verb: Any) -> bool:
    """Whether a verb is an imperative: a bare form without a subject, an auxiliary but "do" or a "to" before it."""
    if verb.tag_ not in ("VB", "VBP") or verb.dep_ not in ("ROOT", "conj", "ccomp"):
        return False
    helpers = [child for child in verb.children if child.dep_ in ("aux", "auxpass", "nsubj", "nsubjpass", "mark")]
    if any(child.lower_ != "do" for child in helpers):
        return False
    return verb.dep_ != "conj" or (verb.head.tag_ in ("VB", "VBP") and _is_command(verb.head))


def _is_to_the_assistant(verb: Any) -> bool:
    """Whether an imperative asks the assistant: "please", "me" or a verb of answering; a motto does not."""
    words = {word.lower_ for word in verb.subtree}
    if words & {"you", "your", "yourself"}:
        return False
    things = any(child.dep_ in ("dobj", "prep", "acomp", "oprd", "dative", "advmod") for child in verb.rights)
    return bool(words & {"please", "me", "my"}) or (things and verb.lemma_.lower() in _ASSISTANT)


def _wish(verb: Any, speaker: str) -> str:
    words = [verb]
    for child in verb.children:
        lead = child.i < verb.i or child.lower_ in _LASTING | _AGAIN
        if not lead and child.dep_ not in _LEFT_OUT:
            words.extend(child.subtree)
    ordered = sorted(words, key=lambda word: int(word.i))
    if len(ordered) > _LONGEST:
        return ""
    pieces = [_in_third_person(word, speaker) + word.whitespace_ for word in ordered]
    return _FOR_GOOD.sub("", " ".join("".join(pieces).split())).strip(" ,.;:!")


def _in_third_person(word: Any, speaker: str) -> str:
    own = {"me": speaker, "us": speaker, "my": f"{speaker}'s", "our": f"{speaker}'s"}
    return own.get(word.lower_, str(word.text))
