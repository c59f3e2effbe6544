"""How a prompt asks for the conditions of facts, and which messages it asks about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_WORDS: Final = re.compile(
    r"\b(?:if|once|when(?:ever)?|(?:as|so) long as|because|depend(?:s|ing|ed)? on|rests? on|until|till|unless|in case|provided|"
    r"while|should .{1,60}? ever|the moment|as soon as|goes with|tied to|assigned by|no longer|"
    r"with (?:another|a new|a different)|mit eine[mr] (?:ander|neu)\w*|com (?:outr[oa]|um novo|uma nova)|"
    r"con (?:otr[oa]|un nuevo|una nueva)|avec une? (?:autre|nouveau|nouvel|nouvelle)|"
    r"se|caso|quando|assim que|enquanto|porque|depende\w* d\w+|até que|a menos que|a não ser que|logo que|desde que|"
    r"si|cuando|en cuanto|una vez que|mientras|hasta que|a menos que|en caso de|siempre que|"
    r"quand|lorsque|lorsqu|dès que|une fois que|tant que|parce que|parce qu|dépend\w* d\w+|jusqu|"
    r"à moins que|au cas où|pourvu que|"
    r"wenn|falls|sobald|solange|weil|hängt .{1,60}? ab|abhängig|bis|es sei denn|sofern|im fall|sollte\w* .{1,60}? ändern)\b",
    re.I,
)
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
    return any(_WORDS.search(text) for text in texts)
