"""Mentions: every name in a text once, with the type that its claims and the tagger give it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from graphmem.claims import Mention
from graphmem.models.offline.coreference import MentionRef
from graphmem.models.offline.date_attachment import Dating
from graphmem.models.offline.kin_relations import Nickname
from graphmem.models.offline.noun_phrases import is_name, name_of, type_of

_CLAIMED, _TAGGED = 10, 1
_GREETINGS = {"hey", "hi", "hello", "thanks", "wow", "yes", "no"}


@dataclass(slots=True)
class MentionVotes:
    """Names in the order in which they came, with votes for their types; a claim's vote outweighs the tagger's."""

    votes: dict[str, Counter[str]] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    hints: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, type: str, weight: int = _TAGGED) -> None:
        """One more sight of a name."""
        self.votes.setdefault(name, Counter())[type] += weight if type != "other" else 0

    def add_ref(self, ref: MentionRef) -> None:
        """An end of a claim."""
        if ref.entity:
            self.add(ref.name, ref.type, _CLAIMED)

    def add_doc(self, doc: Any, people: Iterable[str], dating: Dating) -> None:
        """All names that the tagger sees; a capital at the head of a sentence alone makes no name."""
        known = set(people)
        done = -1
        for token in doc:
            if token.i <= done or not is_name(token) or token.lower_ in _GREETINGS or dating.inside(token):
                continue
            if token.text not in known and not token.ent_type_ and (token.is_sent_start or token.dep_ == "intj"):
                continue
            name = name_of(token)
            done = token.i + len(name.split()) - 1
            if len(name) > 1 and (token.pos_ == "PROPN" or token.ent_type_) and not _inside_other(name, self.votes):
                self.add(name, "person" if name in known else type_of(token))

    def add_nicknames(self, found: Iterable[Nickname]) -> None:
        """Other names of a person; such a name is no mention of its own."""
        for one in found:
            self.add(one.name, "person", _CLAIMED)
            self.aliases.setdefault(one.name, []).append(one.alias)

    def mentions(self) -> tuple[Mention, ...]:
        """All mentions, aliases folded into their names."""
        folded = {alias for aliases in self.aliases.values() for alias in aliases}
        return tuple(
            Mention(name, self.type_of(name), tuple(self.aliases.get(name, ())), hint=self.hints.get(name))
            for name in self.votes
            if name not in folded
        )

    def type_of(self, name: str) -> str:
        """The type with most votes, "other" without any."""
        best = self.votes.get(name, Counter()).most_common(1)
        return best[0][0] if best and best[0][1] > 0 else "other"


def _inside_other(name: str, known: Iterable[str]) -> bool:
    return any(name != other and name in other.split() for other in known)
