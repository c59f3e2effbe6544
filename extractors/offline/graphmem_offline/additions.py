"""What is said to come beside what is known: "I also work at …", "on Saturdays", the second of two jobs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from graphmem.languages.language import language
from graphmem.ontology import seed_rule
from graphmem_offline.claim_building import Draft
from graphmem_offline.clauses import Clause

_ADDS = re.compile(rf"(?<!\w)(?:{language('en').words.adds})(?!\w)", re.I)


def with_additions(clause: Clause, drafts: Sequence[Draft]) -> list[Draft]:
    """Return the drafts of a clause, those marked that come beside what is known.

    The words say so, or it is a further value of a relation that has one at a time: "a baker and a beekeeper". A move
    is no addition, whatever its words say, and of several moves in one clause none is told.
    """
    beside = _ADDS.search(_words_of(clause)) is not None
    said: set[tuple[str, str]] = set()
    marked: list[Draft] = []
    homes = {(draft.subject.name, draft.object.name) for draft in drafts if _moves(draft)}
    for draft in drafts:
        if _moves(draft) and sum(name == draft.subject.name for name, _ in homes) > 1:
            continue  # "to Kotka in 2021 and on to Vaasa": which date is whose is not read
        own = (draft.subject.name, draft.relation)
        further = own in said and seed_rule(draft.relation).cardinality == "one"
        marked.append(replace(draft, adds=True) if (beside or further) and not _moves(draft) else draft)
        if draft.mode in ("state", "begin"):
            said.add(own)
    return marked


def _moves(draft: Draft) -> bool:
    return draft.relation == "lives_in" and draft.mode == "begin"


def _words_of(clause: Clause) -> str:
    """Return the words of the clause itself, without "also" as its opener and "too" before an adjective."""
    heads, own = (
        {clause.verb, clause.top},
        [token for token in clause.verb.sent if _verb_of(token) in (clause.verb, clause.top)],
    )
    kept = [
        token for token in own if not (token.lower_ == "too" and token.head.i > token.i and token.head not in heads)
    ]
    if len(kept) > 1 and kept[0].is_sent_start and kept[0].nbor(1).text == ",":
        kept = kept[1:]
    return "".join(token.text_with_ws for token in kept)


def _verb_of(token: Any) -> Any:
    """Return the verb of the clause that a word belongs to."""
    while (
        not (token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass", "amod", "compound"))
        and token.head != token
    ):
        token = token.head
    return token
