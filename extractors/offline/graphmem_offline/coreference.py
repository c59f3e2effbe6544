"""Coreference: the speaker, the addressee and the people mentioned so far, for pronouns and kinship words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from graphmem_offline import lexicon

Gender = Literal["she", "he"]
MOST_PEOPLE = 200
"""People, and relatives and pets, that are remembered from one part of a text to the next."""
_KIN_NAME = re.compile(
    rf"\b(?:my|[Mm]y|(?P<owner>[A-Z]\w+)['’]s)\s+(?P<role>{'|'.join(lexicon.KIN)})(?:\s*,)?\s+"
    r"(?P<name>[A-Z]\w+)\b"
)
_NAME_LINE = re.compile(r"^\s*([A-Z][\w.'-]+(?: [A-Z][\w.'-]+)?):\s+(.*)$", re.S)
_PERSON_HINT = re.compile(
    r"\b([A-Z][a-zà-ÿ]+)\s+(?:works|lives|moved|said|is|was|has|loves|likes|got|married|joined|left)\b"
)
_NO_PERSON = frozenset(("My", "He", "She", "It", "This", "That", "There", "What", "Who", "Everyone", "I", "We"))


@dataclass(frozen=True, slots=True)
class MentionRef:
    """The referent of a noun or pronoun. `entity` is true for an entity and false for a value."""

    name: str
    entity: bool
    type: str = "other"


@dataclass(slots=True)
class Coreference:
    """The people mentioned so far, the latest last.

    `kin` maps (owner, role) to the name of a relative or pet. `genders` holds the genders that words have shown.
    """

    speaker: str | None
    others: tuple[str, ...] = ()
    people: list[str] = field(default_factory=list)
    kin: dict[tuple[str, str], str] = field(default_factory=dict)
    genders: dict[str, Gender] = field(default_factory=dict)

    def start_turn(self, speaker: str | None, others: tuple[str, ...]) -> None:
        """Start the next turn: set its speaker and the other speakers."""
        self.speaker, self.others = speaker, others

    def forget_oldest(self) -> None:
        """Keep the latest people, relatives and pets: a pronoun means none of the others."""
        del self.people[:-MOST_PEOPLE]
        self.kin = dict(list(self.kin.items())[-MOST_PEOPLE:])
        self.genders = dict(list(self.genders.items())[-MOST_PEOPLE:])

    def add_person(self, name: str, role: str | None = None, owner: str | None = None) -> None:
        """Record a mention of a person, and the relation to `owner` if `role` is given."""
        if name in self.people:
            self.people.remove(name)
        self.people.append(name)
        if role in lexicon.FEMALE or role in lexicon.MALE:
            self.genders[name] = "she" if role in lexicon.FEMALE else "he"
        if role and owner:
            self.kin[owner, role] = name

    def add_message(self, line: str) -> None:
        """Record the people of a recent message, without claims."""
        match = _NAME_LINE.match(line)
        owner, text = (match[1], match[2]) if match else (self.speaker, line)
        for hint in _PERSON_HINT.finditer(text):
            if hint[1] not in _NO_PERSON:
                self.add_person(hint[1])
        for found in _KIN_NAME.finditer(text):
            self.add_person(found["name"], found["role"], found["owner"] or owner)

    def person_of(self, pronoun: str) -> str | None:
        """Return the person that a pronoun means; None if that is not clear."""
        word = pronoun.lower()
        if word in ("i", "me", "myself", "we", "us", "my", "our", "mine"):
            return self.speaker
        if word in ("you", "your", "yourself"):
            return self.others[0] if len(self.others) == 1 else None
        if word in ("he", "him", "his", "she", "her"):
            return self._latest("she" if word in ("she", "her") else "he")
        return None

    def _latest(self, gender: Gender) -> str | None:
        """Return the latest person, other than the speaker, whose gender is unknown or fits."""
        fitting = (
            name for name in reversed(self.people) if name != self.speaker and self.gender_of(name) in (None, gender)
        )
        return next(fitting, None)

    def gender_of(self, name: str) -> Gender | None:
        """Return the gender that words have shown ("my sister Clara"), else the one that a final -a or -o suggests."""
        if name in self.genders:
            return self.genders[name]
        first = name.split()[0].lower()
        return "she" if first.endswith("a") and len(first) > 2 else "he" if first.endswith("o") else None

    def is_pet(self, name: str) -> bool:
        """Whether the name belongs to a known pet."""
        return any(name == known and role in lexicon.PETS for (_, role), known in self.kin.items())

    def relative(self, owner: str, role: str) -> str | None:
        """Return the name of the owner's relative or pet in this role; None if unknown."""
        return self.kin.get((owner, role))
