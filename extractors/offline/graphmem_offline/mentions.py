"""Mentions: each name of a text once, with a type from its claims and from the tagger."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Any

from graphmem.claims import Mention
from graphmem_offline.coreference import MentionRef
from graphmem_offline.date_attachment import Dating
from graphmem_offline.kin_relations import Nickname
from graphmem_offline.noun_phrases import is_name, name_of, type_of

_CLAIMED, _TAGGED = 10, 1
_LISTED = re.compile(r",? and |, ")
_GREETINGS = {"hey", "hi", "hello", "thanks", "wow", "yes", "no"}


@dataclass(slots=True)
class MentionVotes:
    """Names in the order of the text with votes for their types; the vote of a claim outweighs that of the tagger."""

    votes: dict[str, Counter[str]] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    hints: dict[str, str] = field(default_factory=dict)
    stated: set[str] = field(default_factory=set)
    """Names whose types are no guess: of speakers, relatives and people with a nickname."""
    _places: dict[str, int] = field(default_factory=dict)
    _words: set[str] = field(default_factory=set)
    """The words of the names that have several."""

    def add(self, name: str, type: str, weight: int = _TAGGED) -> None:
        """Record a name and a vote for its type; the type "other" gets no vote."""
        self.votes.setdefault(name, Counter())[type] += weight if type != "other" else 0
        if self._places.setdefault(name, len(self._places)) == len(self._places) - 1 and len(words := name.split()) > 1:
            self._words.update(words)

    def add_ref(self, ref: MentionRef) -> None:
        """Count the vote of a claim's subject or object, if it is an entity."""
        if ref.entity:
            self.add(ref.name, ref.type, _CLAIMED)

    def add_doc(self, doc: Any, people: Container[str], dating: Dating) -> None:
        """Add all names that the tagger finds. A capital at the start of a sentence alone does not make a name.

        `people` and the names of the texts before count as known.
        """
        before, done = len(self._places), -1
        for token in doc:
            if token.i <= done or not is_name(token) or token.lower_ in _GREETINGS or dating.inside(token):
                continue
            if (
                not self._is_known(token.text, people, before)
                and not token.ent_type_
                and (token.is_sent_start or token.dep_ == "intj")
            ):
                continue
            name = name_of(token)
            done = token.i + len(name.split()) - 1
            if any(sign in name for sign in (", ", " and ")) and all(
                one in self._places for one in _LISTED.split(name)
            ):
                continue
            if len(name) > 1 and (token.pos_ == "PROPN" or token.ent_type_) and name not in self._words:
                self.add(name, "person" if name in people else type_of(token))

    def _is_known(self, name: str, people: Container[str], before: int) -> bool:
        return name in people or self._places.get(name, before) < before

    def add_nicknames(self, found: Iterable[Nickname]) -> None:
        """Add aliases of a person; an alias is not a mention of its own."""
        for nickname in found:
            self.add(nickname.name, "person", _CLAIMED)
            self.stated.add(nickname.name)
            self.aliases.setdefault(nickname.name, []).append(nickname.alias)

    def mentions(self) -> tuple[Mention, ...]:
        """Return all mentions; the aliases stand with their names."""
        folded = {alias for aliases in self.aliases.values() for alias in aliases}
        return tuple(
            Mention(
                name,
                self.type_of(name),
                tuple(self.aliases.get(name, ())),
                hint=self.hints.get(name),
                guessed=name not in self.stated,
            )
            for name in self.votes
            if name not in folded
        )

    def type_of(self, name: str) -> str:
        """Return the type with the most votes; "other" without votes."""
        best = self.votes.get(name, Counter()).most_common(1)
        return best[0][0] if best and best[0][1] > 0 else "other"
