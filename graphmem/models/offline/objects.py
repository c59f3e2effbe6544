"""What stands beside a verb: its objects, and what follows its prepositions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.models.offline.clauses import Clause

_NESTED = ("prep", "pobj", "dobj", "attr", "acomp", "agent", "dative", "oprd", "prt", "pcomp")


def direct(verb: Any) -> Iterator[Any]:
    """Direct objects with what is joined to them, and "hiking" in "likes hiking"."""
    for child in verb.children:
        liked = child.dep_ in ("xcomp", "ccomp") and child.i > verb.i and _is_activity(child, verb)
        if liked or child.dep_ in ("dobj", "oprd"):
            yield child
            yield from child.conjuncts


def _is_activity(child: Any, verb: Any) -> bool:
    if verb.lemma_ not in ("like", "love", "enjoy", "hate", "prefer", "dislike", "adore"):
        return False
    return child.tag_ in ("VBG", "NN", "NNS") or any(one.tag_ == "TO" for one in child.children)


def after(verb: Any, preps: tuple[str, ...]) -> list[Any]:
    """What stands behind one of the prepositions, also nested ("as a nurse *at* …")."""
    found: list[Any] = []
    queue = [verb]
    while queue:
        token = queue.pop(0)
        for child in token.children:
            back = child.dep_ == "advmod" and child.lower_ == "back"  # "moved back to"
            if not back and (child.dep_ not in _NESTED or (token.dep_ == "pcomp" and token.pos_ == "VERB")):
                continue
            if child.dep_ in ("pobj", "pcomp") and token.lower_ in preps:
                found.extend([child, *child.conjuncts])
            queue.append(child)
    return found


def is_passive(clause: Clause) -> bool:
    """Whether something is done to the subject: "was hired", "got promoted"."""
    passive = any(child.dep_ == "auxpass" for child in clause.verb.children)
    return passive or any(one.dep_ == "nsubjpass" for one in clause.subjects)
