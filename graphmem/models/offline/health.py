"""Illness and injury: "I have asthma", "was diagnosed with diabetes", "I twisted my ankle"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.models.offline import lexicon, pastimes
from graphmem.models.offline.cast import Ref
from graphmem.models.offline.clauses import Clause
from graphmem.models.offline.drafts import Draft
from graphmem.models.offline.nouns import phrase_of
from graphmem.models.offline.objects import after, direct


def health_drafts(clause: Clause, subject: Ref) -> Iterator[Draft]:
    """What a clause says about somebody's health."""
    if clause.denial:
        return
    lemma = clause.verb.lemma_.lower()
    if lemma in ("have", "get", "develop"):
        yield from (Draft(subject, "health", Ref(phrase_of(one), False)) for one in _ailing(direct(clause.verb)))
    elif lemma in ("diagnose", "suffer", "struggle"):
        found = after(clause.verb, ("with", "from"))
        chosen = found if lemma == "diagnose" else _ailing(found)
        mode: lexicon.Mode = "begin" if lemma == "diagnose" else "state"
        yield from (Draft(subject, "health", Ref(phrase_of(one), False), mode) for one in chosen)
    elif lemma in pastimes.INJURING:
        for one in direct(clause.verb):
            if one.lemma_.lower() in pastimes.BODY and any(child.dep_ == "poss" for child in one.children):
                yield Draft(subject, "injured", Ref(phrase_of(one), False), "event")


def _ailing(nouns: Iterator[Any] | list[Any]) -> list[Any]:
    return [one for one in nouns if one.lemma_.lower() in pastimes.AILMENTS]
