"""The words of a language by which messages state conditions, folded.

Regular expressions for what opens a clause, and sets of verbs. A word counts only beside an opening of its own language.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConditionWords:
    """What opens a clause of condition, and the verbs that count in it.

    Attributes:
        ties: openings that need no verb: "depends on", "in case of".
        goes_on: openings of what has to go on: "as long as", "because".
        changes: openings of what may change: "if", "once".
        concedes: openings that look like conditions and are none: "even if".
        lasting: verbs that say that something is so.
        turning: verbs that say that something changes.
        another: words for somebody or something else.
        places: what follows "is" where it says where somebody is.
    """

    ties: str
    goes_on: str
    changes: str
    concedes: str
    lasting: frozenset[str]
    turning: frozenset[str]
    another: str
    places: str
