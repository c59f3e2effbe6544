"""How a prompt asks for the conditions of facts, and which messages it asks about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphmem.models.openai.condition_clauses import condition_openings

CONDITIONS_ASKED: Final = """
- holds_while: for a fact that the message ties to another fact ("as long as …", "because … is lead; if that changes, this \
does"): [{"subject","relation","object"}], object null = whatever it is now. Else [].
- starts_when: for a fact that is not so yet and begins with a change ("if the lead changes, it will be James"): \
{"subject","relation","object","event"}, event "changes", "begins" or "ends". Else null. It is then no plan. A wish, a courtesy \
or a mere reason ("I stayed because it rained") is neither."""
CONDITIONS_SHAPE: Final = ',"holds_while":[],"starts_when":null'
CONDITIONS_EXAMPLE: Final = (
    '\nA fact with a condition, from "If the lead changes, reviews go to James.": {"subject":"team","relation":"reviewer",'
    '"object":"James",…,"holds_while":[],"starts_when":{"subject":"team","relation":"lead","object":null,"event":"changes"}}'
)


def may_state_conditions(texts: Iterable[str]) -> bool:
    """Whether a message has a word of condition, in any of five languages."""
    return any(condition_openings(text) for text in texts)
