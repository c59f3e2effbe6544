"""Who is who while a text is read: the speaker, the one spoken to, and the people mentioned so far."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from graphmem.models.offline import lexicon

Gender = Literal["she", "he"]
_KIN_NAME = re.compile(
    rf"\b(?:my|[Mm]y|(?P<owner>[A-Z]\w+)['’]s)\s+(?P<role>{'|'.join(lexicon.KIN)})\s*,?\s+"
    r"(?P<name>[A-Z]\w+)\b"
)
_NAME_LINE = re.compile(r"^\s*([A-Z][\w.'-]+(?: [A-Z][\w.'-]+)?):\s+(.*)$", re.S)
_PERSON_HINT = re.compile(
    r"\b([A-Z][a-zà-ÿ]+)\s+(?:works|lives|moved|said|is|was|has|loves|likes|got|married|joined|left)\b"
)
_NO_PERSON = frozenset(("My", "He", "She", "It", "This", "That", "There", "What", "Who", "Everyone", "I", "We"))


@dataclass(frozen=True, slots=True)
class MentionRef:
    """What a noun or pronoun stands for. `entity` tells names from values."""

    name: str
    entity: bool
    type: str = "other"


@dataclass(slots=True)
class Coreference:
    """People seen so far, latest last; relatives by (owner, role); genders as far as words gave them away."""

    speaker: str | None
    others: tuple[str, ...] = ()
    people: list[str] = field(default_factory=list)
    kin: dict[tuple[str, str], str] = field(default_factory=dict)
    genders: dict[str, Gender] = field(default_factory=dict)

    def turn_to(self, speaker: str | None, others: tuple[str, ...]) -> None:
        """The next turn, by this speaker."""
        self.speaker, self.others = speaker, others

    def saw(self, name: str, role: str | None = None, owner: str | None = None) -> None:
        """A person was mentioned, perhaps as somebody's relative."""
        if name in self.people:
            self.people.remove(name)
        self.people.append(name)
        if role in lexicon.FEMALE or role in lexicon.MALE:
            self.genders[name] = "she" if role in lexicon.FEMALE else "he"
        if role and owner:
            self.kin[owner, role] = name

    def remember(self, line: str) -> None:
        """Takes up who a recent message spoke of, without drawing facts from it."""
        match = _NAME_LINE.match(line)
        owner, text = (match[1], match[2]) if match else (self.speaker, line)
        for hint in _PERSON_HINT.finditer(text):
            if hint[1] not in _NO_PERSON:
                self.saw(hint[1])
        for found in _KIN_NAME.finditer(text):
            self.saw(found["name"], found["role"], found["owner"] or owner)

    def person_of(self, pronoun: str) -> str | None:
        """Whom a pronoun means, or None where that is not clear."""
        word = pronoun.lower()
        if word in ("i", "me", "myself", "we", "us", "my", "our", "mine"):
            return self.speaker
        if word in ("you", "your", "yourself"):
            return self.others[0] if len(self.others) == 1 else None
        if word in ("he", "him", "his", "she", "her"):
            wanted: Gender = "she" if word in ("she", "her") else "he"
            return self._latest(wanted)
        return None

    def _latest(self, wanted: Gender | None) -> str | None:
        fitting = (
            name
            for name in reversed(self.people)
            if name != self.speaker and (wanted is None or self.gender_of(name) in (None, wanted))
        )
        return next(fitting, None)

    def gender_of(self, name: str) -> Gender | None:
        """As words gave it away ("my sister Clara"), else as the ending of a Romance first name suggests."""
        if name in self.genders:
            return self.genders[name]
        first = name.split()[0].lower()
        return "she" if first.endswith("a") and len(first) > 2 else "he" if first.endswith("o") else None

    def is_pet(self, name: str) -> bool:
        """Whether the name was told as that of somebody's dog or cat."""
        return any(name == known and role in lexicon.PETS for (_, role), known in self.kin.items())

    def relative(self, owner: str, role: str) -> str | None:
        """The name of somebody's sister, if it has been said."""
        return self.kin.get((owner, role))
